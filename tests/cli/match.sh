# SPDX-License-Identifier: GPL-3.0-or-later
# Matches of fixed length and with a sequential test, on the command line.

expect 0 "$SOWLAB" match divilly2013 h4 --games 200
says '^plus_minus ' out
says '^pairs  *\[' out
[ "$(grep -c '^sprt$' out)" -eq 0 ] || fail 'a test that nobody asked for'

expect 0 "$SOWLAB" match divilly2013 h4 --sprt elo0=0,elo1=50 --json
says '"verdict": "h1"' out
says '"meaning": "H1: elo1 or more"' out
says '"value": "elo0=0,elo1=50,alpha=0.05,beta=0.05"' out
expect 0 "$SOWLAB" runs show 2
says '^stop_reason  *sequential test: h1 accepted$' out
says '^games  *1000000$' out

# A few pairs are not enough for a verdict.
expect 0 "$SOWLAB" match h1 h1 --sprt elo0=-1,elo1=1,alpha=0.01,beta=0.02 --games 300
says '^verdict  *undecided$' out
says '^meaning  *neither H0 nor H1 yet$' out
expect 0 "$SOWLAB" match h3 h4 --sprt elo0=0,elo1=50 --db worse.db
says '^meaning  *H0: elo0 or less$' out
expect 0 "$SOWLAB" runs verify 1 2 3 --csv
[ "$(grep -c ',same,whole,[23],$' out)" -eq 3 ] || fail 'a match is not replayed'

# A player that wins every game is infinitely stronger, for which JSON has no number.
expect 0 "$SOWLAB" match h4 h3 --games 3 --json
says '^    "elo": null,$' out

# Players that never break ties repeat one game. Openings make their games different.
one=state:h4=1.37,pit1=0.131,pit2=-0.213,pit3=0.377,pit4=0.04,pit5=0.7
other=state:h4=1.13,pit1=0.171,pit2=0.317,pit3=-0.05,pit4=0.61,pit5=0.23
COLUMNS=400 expect 0 "$SOWLAB" match $one $other --variant kalah --games 50 \
    --random-plies 0 --db copies.db
says '^warning  .*only one game over and over.*--random-plies 4' out
says '^low  *-' out
[ "$(grep -c 'opens with' err)" -eq 0 ] || fail 'openings that nobody asked for'
# By default these two players open at random, and the settings say so.
expect 0 "$SOWLAB" match $one $other --variant kalah --games 50 --db copies.db
says '^every game opens with 4 random moves' err
says '^random_plies  *4$' out
[ "$(grep -c 'over and over' out)" -eq 0 ] || fail 'games that differ are called copies'
expect 0 "$SOWLAB" runs verify 2 --db copies.db
[ "$(grep -c 'opens with' err)" -eq 0 ] || fail 'a replay tries the players again'
expect 0 "$SOWLAB" match h1 random --variant kalah --games 50 --db copies.db
[ "$(grep -c 'opens with' err)" -eq 0 ] || fail 'players who draw do not need openings'
expect 0 "$SOWLAB" tournament $one $other random --variant kalah --games 5 --db copies.db
says '^random_plies  *4$' out
expect 0 "$SOWLAB" robustness $one --opponents "$other random" --variants kalah --games 50 \
    --db copies.db --csv
says '^kalah,.*,2$' out
expect 0 "$SOWLAB" robustness $one --opponents "$other random" --variants kalah --games 50 \
    --random-plies 4 --db copies.db --csv
says '^kalah,.*,0$' out
for command in match tournament robustness; do
    expect 64 "$SOWLAB" $command h1 h2 --random-plies 1001 --db copies.db
    says "random.plies" err
    expect 64 "$SOWLAB" $command h1 h2 --random-plies -1 --db copies.db
done
expect 0 "$SOWLAB" runs list --db copies.db --csv
[ "$(wc -l <out)" -eq 7 ] || fail 'a refused match was recorded'

expect 64 "$SOWLAB" match h1 h2 --sprt 0,10
says "allowed is none, or elo0=E,elo1=E" err
expect 64 "$SOWLAB" match h1 h2 --sprt elo0=0
says 'elo0 and elo1 have to be named' err
expect 64 "$SOWLAB" match h1 h2 --sprt elo0=10,elo1=0
says "'elo0' has to be less than 'elo1'" err
expect 0 "$SOWLAB" runs list --csv
[ "$(wc -l <out)" -eq 5 ] || fail 'a refused match was recorded'

# A note names a player that was made by the rules of another variant.
expect 0 "$SOWLAB" evolve --variant awari --population 4 --generations 1 --games 1 \
    --candidates 2 --candidate-games 1 --validation-games 1 --db home.db
expect 0 "$SOWLAB" match RUN:1 H1 --games 2 --db home.db
says "^'RUN:1' was made in variant awari and plays erherhe here" err
expect 0 "$SOWLAB" match run:1 h1 --games 2 --db home.db --variant Awari
! grep -q 'was made in variant' err || fail 'at home in awari'
expect 64 "$SOWLAB" games show 2 --db home.db
says 'run 2 has no kept games: --keep-games keeps those' err
expect 0 "$SOWLAB" tournament h1 run:1@0 --games 2 --db home.db
says "^'run:1@0' was made in variant awari" err
expect 0 "$SOWLAB" dataset make h1 run:1 --games 2 --db home.db --variant kalah
says "^'run:1' was made in variant awari and plays kalah here" err

# The name of the variant is a part of another name: the rules decide.
expect 0 "$SOWLAB" evolve --variants kalah-7-7,awari --population 4 --generations 1 --games 1 \
    --candidates 2 --candidate-games 1 --validation-games 1 --quiet --db names.db
expect 0 "$SOWLAB" match run:1 h1 --games 2 --variant kalah --db names.db
says "^'run:1' was made in variant kalah-7-7,awari and plays kalah here" err
expect 0 "$SOWLAB" match run:1 h1 --games 2 --variant awari --db names.db
! grep -q 'was made in variant' err || fail 'at home among several'

# A note names weights that value leaves at a depth that they are neither made nor measured for.
deep() { expect 0 "$SOWLAB" match "$1" h4 --games 2 --db home.db --variant awari; }
deep 'alphabeta:depth=4,eval=[RUN:1]'
says '^the weights of run 1 were made for 1 move ahead and are not measured at depth 4, ' err
says "'sowlab measure 1' measures them; 'sowlab learn' makes weights for every depth" err
deep 'alphabeta:depth=3,eval=[run:1@0]'
says '^the weights of run 1 .* at depth 3, where such weights are often poor; .sowlab learn. ' err
deep 'alphabeta:nodes=50,eval=[run:1]'
says '^the weights of run 1 .* not measured in a search without a fixed depth,' err
expect 0 "$SOWLAB" measure 1 --depth 4 --openings 2 --db home.db
for quiet in 'alphabeta:depth=4,eval=[run:1]' 'alphabeta:depth=1,eval=[run:1]' run:1; do
    deep "$quiet"
    ! grep -q 'weights of run 1' err || fail "a note without need: $quiet"
done

# A note names a heuristic that has no effect in the variant, also in a group and in one of
# several variants.
expect 0 "$SOWLAB" match h4 'weights:h1=1,h7=2' --variant awari --games 2
says "^h7 of 'weights:h1=1,h7=2' says nothing in awari: it has no extra turns" err
expect 0 "$SOWLAB" tournament all-heuristics --variants kalah,oware --games 2
says "^h7 of 'h7' says nothing in oware: it has no extra turns" err
expect 0 "$SOWLAB" match h7 h1 --variant kalah --games 2
! grep -q 'says nothing' err || fail 'h7 makes sense in kalah'

# Start positions. A file with the standard start changes nothing. random:4 is the same as
# --random-plies 4. Both games of a pair have one start. No note repeats an option that was given.
printf '4,4,4,4,4,4,0/4,4,4,4,4,4,0:s\n' >ordinary.txt
play() { expect 0 "$SOWLAB" match run:1 random --variant awari --games 300 --db home.db --csv "$@"; }
play --random-plies 0
mv out without
play --starts ordinary.txt
cmp without out || fail 'the ordinary start changes games'
expect 0 "$SOWLAB" sql 'SELECT DISTINCT games, plies, branching FROM match_phases WHERE place = 4 AND
    run_id >= (SELECT max(id) - 1 FROM runs)' --csv --db home.db
says '^200,' out
[ "$(wc -l <out)" -eq 2 ] || fail 'the ordinary start changes what there is to choose from'
play --starts random:4
! grep -q 'random moves' err || fail 'told what was asked for'
mv out random
play --random-plies 4
cmp random out || fail 'random:4 is not --random-plies 4'
# A file may have any name.
cp ordinary.txt random:4
play --starts ./random:4
cmp without out || fail 'a file called random:4'
expect 0 "$SOWLAB" runs verify "$("$SOWLAB" sql 'SELECT max(id) FROM runs' --db home.db --csv | tail -1)" --db home.db
expect 0 "$SOWLAB" match h1 h4 --variant kalah --starts fairkalah --db home.db
says '^games *508' out
expect 0 "$SOWLAB" runs show "$("$SOWLAB" sql 'SELECT max(id) FROM runs' --db home.db --csv | tail -1)" \
    --db home.db
says '^starts *fairkalah$' out
# shellcheck disable=SC2086 # one word per option
for starts in '' '--starts ordinary.txt'; do
    expect 0 "$SOWLAB" evolve --variant awari --population 6 --generations 2 --games 1 \
        --candidates 2 --candidate-games 1 --validation-games 9 --db home.db $starts
    mv champion without 2>err || true
    expect 0 "$SOWLAB" sql 'SELECT weights, fitness, score FROM champions' --csv --db home.db
    tail -1 out >champion
done
cmp champion without || fail 'the ordinary start changes evolutions'
