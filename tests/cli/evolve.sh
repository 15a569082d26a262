# SPDX-License-Identifier: GPL-3.0-or-later
# Evolutions for several variants, of orders, and against panels and halls of fame.

small='--population 6 --generations 4 --games 1 --candidates 2 --candidate-games 2 --validation-games 3 --quiet'

# evolve OPTION...: a small evolution succeeds
evolve()
{
    # shellcheck disable=SC2086 # one word per option
    expect 0 "$SOWLAB" evolve $small "$@"
}

# refused PATTERN OPTION...: a small evolution is refused, with a message
refused()
{
    pattern=$1
    shift
    # shellcheck disable=SC2086
    expect 64 "$SOWLAB" evolve $small "$@"
    says "$pattern" err
}

# Several variants give one champion, validated in each of them.
evolve --variants awari,kalah --fitness panel --objective worst --weight-min -1
says '^variant *awari,kalah$' out
says '^awari *random ' out
says '^kalah *divilly2013 ' out
says '^worst_cell$' out
says '^objective *worst$' out
[ "$(grep -Ec '^(awari|kalah) *(h[1-6]|random|divilly2013) ' out)" -eq 16 ] ||
    fail 'the validation of two games'
# The worst cell is the worst of all validated ones, for any opponents in the panel.
evolve --variants awari,kalah --fitness panel --objective worst --opponents h3 --db other.db
says '^cells *32$' out
mv out evolved
expect 0 "$SOWLAB" sql "SELECT printf('%.3f', min(win_rate)) FROM seat_scores
    WHERE seat <> 'both'" --csv --db other.db
says "^win_rate *$(tail -n 1 out)\$" evolved
expect 0 "$SOWLAB" sql 'SELECT DISTINCT variant FROM seat_scores' --csv
[ "$(tail -n +2 out | sort | tr '\n' ' ')" = 'awari kalah ' ] || fail 'the variants of matches'
refused "both '--variants' and rules of one variant are given" --variants awari,kalah --variant oware
refused 'choose one' --variants awari,kalah --pits 4
refused "unknown variant 'kalha'" --variants awari,kalha
evolve --variants five --fitness panel --objective regret --references 'divilly2013,h4'
says '^references *divilly2013 h4$' out

# Orders.
evolve --genome order --runs 2 --csv
[ "$(head -n 1 out)" = run_id,seed,player,fitness,score,validation ] || fail 'champions'
[ "$(grep -c '^[34],[12],"order:h[1-6],h[1-6],h[1-6],h[1-6],h[1-6],h[1-6]",' out)" -eq 2 ] ||
    fail 'orders'
evolve --genome order --reading first-improving
says '^player *order:.*,reading=first-improving$' out
expect 0 "$SOWLAB" match run:3 run:5 --games 2 --json
says '"player": *"order:h' out
says '"opponent": *"order:.*,reading=first-improving"' out

# Generations as players.
evolve --fitness mixed --hall-share 1 --hall-interval 1 --hall-size 2 --hall-holdout 2
says ' *weights:' out
expect 0 "$SOWLAB" tournament run:7@0 run:7@3 run:3@1 h1 --games 4
says '^erherhe *run:7@0 ' out
expect 64 "$SOWLAB" match run:7@4 h1
says 'run 7 has no generation 4: its last one is 3' err
expect 64 "$SOWLAB" match run:7@ h1
says 'run:17 or run:17@50' err

# Heuristics that are not in the paper have their names in settings, reports and SQL. They can be
# players in all kinds of run.
expect 0 "$SOWLAB" players --csv
all=$(grep -o '^h[0-9]*,' out | tr -d '\n')
evolve --variant kalah --heuristics all-heuristics --weight-min -1
says "^heuristics *${all%,}\$" out
says '^h7  ' out
expect 0 "$SOWLAB" sql 'SELECT max(run_id) FROM champion_weights' --csv
last=$(tail -n 1 out)
expect 0 "$SOWLAB" sql "SELECT group_concat(gene || '=' || weight) FROM (SELECT * FROM
    champion_weights WHERE run_id = $last AND weight <> 0 ORDER BY place)" --csv
weights=$(tail -n 1 out | tr -d '"')
expect 0 "$SOWLAB" runs verify "$last" --threads 2 --kernel portable
expect 0 "$SOWLAB" match "run:$last" "run:$last@0" --variant kalah --games 2 --json
says "\"player\": *\"weights:$weights\"" out
expect 0 "$SOWLAB" tournament "run:$last" all-heuristics --variants kalah --games 2
says "^kalah *run:$last  " out
says '^kalah *h7  ' out
expect 0 "$SOWLAB" robustness "run:$last" --variants awari,kalah --opponents h7,h1 --games 2
evolve --variant kalah --genome order --heuristics h4,h7,h6
says '^player *order:h[467],h[467],h[467]$' out
evolve --variants awari,kalah --heuristics heuristics,h7 --runs 2 --csv
[ "$(head -n 1 out)" = run_id,seed,h1,h2,h3,h4,h5,h6,h7,fitness,score,validation ] ||
    fail 'champions by heuristic'
expect 0 "$SOWLAB" dataset make "run:$last" h1 --variant kalah --games 4 --record choices
expect 0 "$SOWLAB" fit $((last + 7)) --method preference --features all-heuristics \
    --folds 2 --comparison-games 2
says '^move_h7  ' out

# Weights of features.
evolve --genome features --features h4,opponent_h4,best_gain --weight-min -1
says '^champion_features$' out
says '^ *1  h6  ' out
says '^features *h4,h6,best_gain$' out
says '^feature_list *h4,opponent_h4,best_gain$' out
evolve --genome features --variants awari,kalah --runs 2 --csv
[ "$(head -n 1 out)" = run_id,seed,player,fitness,score,validation ] || fail 'champions'
[ "$(grep -c '^[0-9]*,[12],"state:h1=.*,free_moves=.*",' out)" -eq 2 ] || fail 'states'
expect 0 "$SOWLAB" sql 'SELECT max(run_id) FROM champion_weights' --csv
last=$(tail -n 1 out)
expect 0 "$SOWLAB" match "run:$last" "run:$last@0" --variant kalah --games 2 --json
says '"player": *"state:h1=' out
expect 0 "$SOWLAB" runs compare $((last - 1)) "$last"
says '^free_moves ' out
refused "no feature or group is called 'h7'" --genome features --features h4,h7
refused 'it needs --genome features' --features h4
expect 0 "$SOWLAB" runs verify "$last" --threads 2 --kernel portable
expect 0 "$SOWLAB" evolve --population 4 --generations 1 --games 1 --candidate-games 1 \
    --validation-games 1 --genome features
says 'no feature can count against a move' err
expect 0 "$SOWLAB" evolve --population 4 --generations 1 --games 1 --candidate-games 1 \
    --validation-games 1 --fitness mixed --hall-share 1
says 'the hall of fame stays empty because .* after generation 9' err

# Replays.
expect 0 "$SOWLAB" runs verify 1 2 3 5 7 --threads 3 --kernel plain
[ "$(grep -c same out)" -eq 5 ] || fail 'replays'

# Islands: a row for each in the last generation, and no such rows without islands.
evolve --islands 3 --every 2 --migrate 2 --db islands.db
expect 0 "$SOWLAB" runs show 1 --db islands.db
says '^islands *3$' out
says '^ *3 *2 ' out
expect 0 "$SOWLAB" runs show 1 --db islands.db --json
[ "$(grep -c '"island":' out)" -eq 3 ] || fail 'islands that are shown'
expect 0 "$SOWLAB" sql 'SELECT DISTINCT games FROM generations' --csv --db islands.db
says '^216$' out
expect 0 "$SOWLAB" runs show 1 --json
grep -q '"islands"' out && fail 'islands where there are none'
expect 0 "$SOWLAB" evolve --population 4 --generations 2 --games 1 --candidate-games 1 \
    --validation-games 1 --islands 3 --db islands.db
says 'no migration: .* after generation 9; lower --every' err
expect 0 "$SOWLAB" match run:1 run:1@0 --games 2 --db islands.db

# Random search: no setting of the genetic algorithm in its record, and the best stays.
evolve --optimizer random --fitness panel --opponents h4 --db random.db
says '^optimizer *random$' out
grep -q '^mutation_rate' out && fail 'a setting of the genetic algorithm'
expect 0 "$SOWLAB" runs verify 1 --threads 2 --kernel portable --db random.db
expect 0 "$SOWLAB" sql "SELECT count(*) FROM generations g JOIN individuals b ON b.run_id = g.run_id
    AND b.generation = g.generation AND b.individual = g.best_individual JOIN individuals n
    ON n.run_id = g.run_id AND n.generation = g.generation + 1 AND n.individual = 0
    AND n.weights = b.weights" --csv --db random.db
says '^3$' out
expect 0 "$SOWLAB" evolve --help
says '^Genetic algorithm (--optimizer ga):$' out
says 'ga = genetic algorithm' out

# CMA-ES and SPSA: their own options are in the record, whole runs are repeated, and a population
# of equal individuals is no fault.
few='--population 6 --candidates 2 --candidate-games 2 --validation-games 3 --generations 12'
evolve --optimizer cma-es --cma-es-restarts bipop --db adapted.db
says '^cma_es_restarts *bipop$' out
grep -q '^spsa_step' out && fail 'a setting of SPSA'
expect 0 "$SOWLAB" runs verify 1 --threads 2 --kernel portable --db adapted.db
# shellcheck disable=SC2086 # one word per option
expect 0 "$SOWLAB" evolve $few --optimizer cma-es --cma-es-sigma 0.000001 --cma-es-evaluations 3 \
    --games 2 --fitness panel --opponents h4 --db adapted.db
expect 0 "$SOWLAB" sql 'SELECT count(DISTINCT weights) < 4 FROM individuals
    WHERE run_id = 2 AND generation > 0' --csv --db adapted.db
says '^1$' out
expect 0 "$SOWLAB" runs verify 2 --threads 2 --kernel plain --db adapted.db
evolve --optimizer spsa --spsa-perturbation 0.2 --db paired.db
says '^spsa_perturbation *0.2$' out
expect 0 "$SOWLAB" runs verify 1 --threads 2 --kernel portable --db paired.db

# Softmin is between the lowest score and the mean.
# shellcheck disable=SC2086
expect 0 "$SOWLAB" evolve $few --variants awari,kalah --fitness panel --opponents h1,random \
    --objective softmin --games 20 --softmin-t 0.1 --db soft.db
expect 0 "$SOWLAB" runs show 1 --db soft.db
says '^softmin_t *0.1$' out
expect 0 "$SOWLAB" runs verify 1 --threads 2 --kernel portable --db soft.db
expect 0 "$SOWLAB" runs show 1 --json --db random.db
grep -q '"softmin_t"' out && fail 'a setting of softmin'

# A quantile needs several variants. Its record has the share, and others have none.
# shellcheck disable=SC2086
expect 0 "$SOWLAB" evolve $few --variants awari,kalah,oware --fitness mixed --panel-share 1 \
    --opponents h1,random --objective quantile --quantile-share 0.3 --games 5 --db soft.db
expect 0 "$SOWLAB" runs show 2 --db soft.db
says '^quantile_share *0.3$' out
expect 0 "$SOWLAB" runs verify 2 --threads 2 --kernel portable --db soft.db
expect 0 "$SOWLAB" runs show 1 --json --db soft.db
grep -q '"quantile_share"' out && fail 'a setting of quantile'
refused 'name them by --variants' --objective quantile
refused 'name them by --variants' --objective quantile --variants kalah

# Values as the player to move sees them, by a player that looks ahead. The champion has the view.
# An initial player whose weights are beyond the bounds is scaled, and the program says so.
# shellcheck disable=SC2086
expect 0 "$SOWLAB" evolve $few --games 1 --genome features --features h,best_gain --view to-move \
    --weight-min -1 --player alphabeta:depth=2 --starts random:4 \
    --initial 'state:view=to-move,h4=3,h1=-2' --db view.db
says "'state:view=to-move,h4=3,h1=-2' has weights beyond the bounds: all of them are multiplied by 0.333" err
expect 0 "$SOWLAB" runs show 1 --db view.db
says '^view *to-move$' out
expect 0 "$SOWLAB" runs verify 1 --threads 2 --db view.db
expect 0 "$SOWLAB" sql 'SELECT player FROM champion_players' --csv --db view.db
says 'eval=\[state:view=to-move,' out
refused "'state:h4=1' values positions as the player itself sees them: leave out --view to-move" \
    --genome features --view to-move --initial state:h4=1
refused "sees them: add --view to-move" \
    --genome features --initial state:view=to-move,h4=1

# Errors say what to do.
refused "'--hall-share' has no effect here: it needs --fitness mixed" --hall-share 1
refused 'it needs --genome weights' --genome order --mutation-sigma 0.5
refused 'add --fitness panel' --objective regret
refused 'mean | worst | regret | softmin | quantile' --objective best
expect 0 "$SOWLAB" evolve --help
for option in --variants --objective --genome --order-crossover --hall-size --mutation-decay; do
    says "$option" out
done
refused "an order needs two heuristics or more, not 'h4' alone" --genome order --heuristics h4

# The same evolution has the same results, for every way to name its heuristics.
for asked in '' heuristics H1,h2,h3,h4,h5,H6 All-heuristics; do
    evolve --variant awari --label one-content --heuristics "$asked"
done
expect 0 "$SOWLAB" sql "SELECT count(DISTINCT digest), count(*) FROM runs WHERE label = 'one-content'" --csv
says '^1,4$' out

# Weights of features of lines of play, inside a search: champion, warm start and bounds.
evolve --variant kalah --genome features --features later_right_most,h4,extra_turns --player alphabeta:depth=2 \
    --weight-min -1,extra_turns=0 --initial 'alphabeta:depth=1,eval=[path:h4=1,extra_turns=0.5]' --db lines.db
says '^features *h4,later_right_most,extra_turns$' out
expect 0 "$SOWLAB" match run:1 random --variant kalah --games 2 --db lines.db
says '^player *alphabeta:depth=2,eval=\[path:h4=' out
refused "'extra_turns' needs moves that were looked ahead: add --player" --genome features --features h4,extra_turns
refused "'extra_turns' needs moves that were looked ahead: add --player" --genome features --features h4,extra_turns \
    --player mcts:iterations=5
refused "no feature or group is called 'right'" --genome features --features h4,right --player alphabeta:depth=2
refused "has a weight for extra_turns, which is not evolved" --genome features --features h4 \
    --player alphabeta:depth=2 --initial 'alphabeta:depth=1,eval=[path:h4=1,extra_turns=0.5]'

# Evaluators of champions as sources, in the variant of their run (test_export.c compares values).
expect 0 "$SOWLAB" players export run:1 --as json --db view.db
says '"asked_for": "run:1"' out
says '"player": "alphabeta:depth=2,eval=\[state:view=to-move,' out
says '"seen_by": "player to move"' out
says '"number_capture": "2,4"' out
expect 0 "$SOWLAB" players export run:1 --as java --db view.db
says '^public final class Evaluator {$' out
says '^// Java wants this source in a file with the name Evaluator.java.$' out
expect 0 "$SOWLAB" players export run:1 --as java --db view.db --output Value2.java
says '^public final class Value2 {$' Value2.java
for name in class.java _.java 2.java; do
    expect 64 "$SOWLAB" players export run:1 --as java --db view.db --output $name
    says "no Java class can be named after the file '$name'" err
done
expect 0 "$SOWLAB" players export run:1 --as java --db view.db --output Evaluator.java
says 'public static double value_of_position(int\[\]\[\] pits, int\[\] stores, int side, int seat, boolean over) {' Evaluator.java
expect 0 "$SOWLAB" players export run:1@2 --as c --variant kalah
says '^double value_of_move(int pits\[2\]\[PITS\], const int \*stores, int side, int pit) {' out
says '^ \* The rules of kalah$' out
expect 64 "$SOWLAB" players export run:1
says 'run 1 has several variants: choose one with --variant' err
expect 64 "$SOWLAB" players export run:3
says "player 'run:3' has no evaluator to export: it weighs neither heuristics" err
expect 64 "$SOWLAB" players export run:1 --db lines.db
says 'it also values the line of moves that led to a position; export one with eval=' err
# A measured champion says how strong it is.
expect 0 "$SOWLAB" measure 1 --openings 2 --depth 1 --db view.db --quiet
expect 0 "$SOWLAB" players export run:1 --as python --db view.db
says '^# strength: [01][.][0-9]* points a game (95 % interval .*) against the panel erherhe-2, looking ' out
