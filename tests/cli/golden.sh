# SPDX-License-Identifier: GPL-3.0-or-later
# A fixed set of runs of all kinds has the digests of tests/data/golden.csv. So the test shows
# every change of results, also an unintended one. After an intended change,
#    SOW_GOLDEN=$PWD/tests/data/golden.csv ctest --test-dir build/dev -R program.golden
# writes the file again. The commit says why.

small='--population 6 --generations 3 --games 1 --candidates 2 --candidate-games 2 --validation-games 3'

# run NAME COMMAND...: makes a run, labelled with its name
run()
{
    name=$1
    shift
    expect 0 "$SOWLAB" "$@" --label "$name" --quiet
}

# shellcheck disable=SC2086 # one word per option
{
    run evolve evolve $small
    run evolve-kalah evolve --variant kalah $small --elitism 1 --seed 7
    run evolve-order evolve $small --genome order --reading first-improving \
        --fitness mixed --hall-share 1 --hall-interval 1
    run evolve-features evolve $small --genome features --features h,best_gain \
        --fitness panel
    run evolve-variants evolve $small --variants awari,kalah --fitness panel \
        --objective worst --opponents h1,random,order:h6
}
run match match divilly2013 h4 --games 50
run match-openings match run:1 order:h4,h6,h1 --variant awari --games 40 --random-plies 4
run match-sprt match h2 random --sprt elo0=0,elo1=100 --games 500
run dataset dataset make random h4 --games 40 --record both
run dataset-dropped dataset make divilly2013 --variant kalah --games 20 --duplicates drop
expect 0 "$SOWLAB" dataset export 9 --quiet
grep -v '^#' out >positions.csv
run dataset-import dataset import positions.csv
run fit fit 9 --features h4,h6 --comparison-games 20
run fit-robust fit 10 --features h --method robust --folds 4 --comparison-games 0
run fit-choices fit 9 --method preference --comparison-games 20
run tournament tournament h1 h4 random --games 30
run tournament-variants tournament heuristics --variants kalah --pits 4..5 --seeds-per-pit 3 --games 5
run robustness robustness divilly2013 --variants awari,kalah --opponents h1,random --games 50
run transfer transfer 1 2 --variants awari,kalah --opponents h1,random --games 40
run sensitivity sensitivity divilly2013 --variant kalah --options end --refit none --games 40
run reproduce reproduce divilly2013 --games 20 --evolutions 2 --population 4 \
    --generations 2 --orders 2

printf '4,4,4,4,4,4,0/4,4,4,4,4,4,0:n\n3,3,3,3,3,3,0/3,3,3,3,3,3,0:s\n' >starts.txt
run match-starts match divilly2013 h4 --variant kalah --starts fairkalah --random-plies 1
# shellcheck disable=SC2086
run evolve-starts evolve --variants awari,kalah $small --starts random:4
run tournament-starts tournament h1 h4 random --variants awari,kalah --starts starts.txt \
    --games 20
# shellcheck disable=SC2086
{
    run evolve-islands evolve $small --islands 3 --every 1 --migrate 2
    run evolve-complete evolve $small --islands 3 --every 2 --topology complete
}
run match-kept match 'alphabeta:depth=3,eval=[divilly2013]' mcts:iterations=50 --variant kalah \
    --games 4 --keep-games all
run play play 'alphabeta:depth=4,eval=[path:h4=1,extra_turns=1]' h4 --variant kalah --games 2
run fair fair --variant kalah --pits 3 --seeds-per-pit 3 --moved 1

expect 0 "$SOWLAB" solve --variant kalah --on-board 6 --endgame kalah.endgame --quiet
run match-endgame match 'alphabeta:depth=2,endgame=kalah.endgame,eval=[h4]' \
    'mcts:iterations=40,endgame=kalah.endgame' --variant kalah --games 4
run regret regret h4 order:h1,h6 'alphabeta:depth=2,eval=[h4]' --variant awari --on-board 7 \
    --games 10 --sample 200

run learn learn --variant awari --rounds 2 --positions 600 --test-games 4
run learn-outcome learn --variant kalah --rounds 1 --positions 600 --target outcome --first run:1 \
    --test-games 0

few='--population 6 --candidates 2 --candidate-games 2 --validation-games 3'
# shellcheck disable=SC2086 # one word per option
{
    run evolve-cma-es evolve $few --generations 12 --games 2 --optimizer cma-es \
        --cma-es-evaluations 2 --fitness panel --opponents h1,random
    run evolve-spsa evolve $few --generations 8 --games 1 --optimizer spsa \
        --player alphabeta:depth=2 --genome features --features h,best_gain --view to-move \
        --weight-min -1 --starts random:4
    run evolve-softmin evolve $few --generations 3 --games 20 --variants awari,kalah \
        --fitness panel --opponents h1,random --objective softmin
}

# The reasons why changes are left out are results, too.
run sensitivity-reasons sensitivity h1 --variant awari-solved --refit none --games 10 \
    --options repetition,ply_cap,seeds_per_pit,lap_limit,pits --opponents random

run ablate ablate weights:h1=0.5,h4=1,h6=0.7 --variants awari,kalah --openings 6 --curve h4 --grid 3
run ablate-refit ablate state:h4=1,h6=-1,best_gain=0.5 --changes none --features h4 --openings 6 \
    --refit cma-es --refit-options 'generations=3 population=4 games=1 candidate_games=1' \
    --forward best_gain,h4 --depth 2 --opponents h1,h4

run transfer-distances transfer 1 2 --variants awari,kalah --opponents h1,h4,h6,random --games 20 \
    --distances yes
run survey survey --variants awari,kalah,awari-solved --games 3 --mirror-games 10 --players h4,divilly2013
run suite suite divilly2013 --quick --file suite.txt
run sensitivity-measures sensitivity h1 --variant awari --options end --refit none --games 10 \
    --opponents random --measures

"$SOWLAB" sql 'SELECT label, kind, digest FROM runs ORDER BY id' --csv >found
[ "$(wc -l <found)" -eq 43 ] || fail 'runs are missing'
expect 0 "$SOWLAB" runs check
[ -z "${SOW_GOLDEN-}" ] || cp found "$SOW_GOLDEN"
diff "$SOW_TEST_DATA/golden.csv" found >&2 || fail 'runs come to something else'
