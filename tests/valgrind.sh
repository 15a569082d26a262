#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Every kind of run and every reader of them under valgrind: valgrind.sh [PROGRAM]
set -eu
program=$(readlink -f "${1:-$(dirname "$0")/../build/release/bin/sowlab}")
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cd "$scratch"

# check COMMAND ...: fails at an invalid access, a use of nothing, or a leak
check()
{
    echo "$*"
    valgrind -q --error-exitcode=99 --leak-check=full --show-leak-kinds=definite,indirect \
        --errors-for-leak-kinds=definite,indirect "$program" "$@" >out 2>err || {
        cat err >&2
        exit 1
    }
}

check evolve --population 4 --generations 3 --games 1 --candidates 2 --candidate-games 1 \
    --validation-games 1 --quiet
check match run:1 h4 --games 4 --quiet
for kernel in plain portable; do
    check match h1 h4 --games 4 --kernel $kernel --quiet --db kernels.db
done
check dataset make random h4 --games 5 --record both --quiet
check fit 3 --features h4,h6 --folds 2 --comparison-games 2 --quiet
check fit 3 --method preference --folds 2 --comparison-games 2 --quiet
check dataset list
check dataset show 3
check dataset export 3 --output positions.csv
check dataset import positions.csv --quiet
check analyse --variant oware --pits 8 --player 'alphabeta:depth=5,eval=[h4]' --quiet
check play h1 h4 --variant kalah --games 1 --quiet
check features
for form in c python java json; do
    check players export run:1 --as $form
done
check tournament h1 h4 random --games 2 --quiet
check solve --variant kalah --on-board 5 --endgame kalah.endgame --quiet
check regret h4 'mcts:iterations=9,endgame=kalah.endgame' --variant kalah --games 2 --sample 20 \
    --endgame kalah.endgame --quiet
check sensitivity h4 --variant awari --options seeds_per_pit,early_end --opponents h1 --games 2 \
    --evolutions 2 --generations 2 --population 4 --fitness-games 1 --quiet
check ablate weights:h4=1,h6=1 --openings 6 --refit random --curve h4 --grid 3 \
    --refit-options 'generations=2 population=4 games=1' --quiet --db ablations.db
check suite h4 --quick --file suite.txt --quiet --db suite.db
check survey --variants awari-solved --pits 3 --games 2 --mirror-games 4 --ply-limit 30 --quiet --db survey.db
check fair --variant kalah --pits 2 --seeds-per-pit 2 --hash 1 --quiet
check starts export 11 --output fair.txt
check learn --variant awari --rounds 1 --positions 450 --test-games 1 --quiet
check runs list
check runs show 1
check runs compare 1 2
check runs check
check runs verify 1 2 3 4 5 6 7 8 9 11
check runs export 1 --output run.json
check runs import sowlab.db --db other.db
check sql 'SELECT * FROM runs_overview' --csv
check variants show kalah
check perft --depth 4
echo 'no report'
