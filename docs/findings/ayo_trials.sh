#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Does better representation trump deeper search? Evolves weights of the features of Daoud et al. 2004
# and of those of Davis and Kendall 2002 in Awari, by co-evolution of searches of depth 3, RUNS times
# each. Each of the first then plays each of the second. Prints the rows of a table of
# docs/findings/awari-players.md.
#
#     SOWLAB=build/release/bin/sowlab docs/findings/ayo_trials.sh trials.db RUNS
#
# DB is a new database. It takes about a minute for each of RUNS.
set -eu
db=$1
runs=$2
export SOWLAB_MEASURE=no
# evolve LABEL FEATURES: champions as a list in $db.LABEL
evolve()
{
    for seed in $(seq "$runs"); do
        "$SOWLAB" evolve --variant awari --genome features --features "$2" --weight-min -1 --view to-move \
            --player 'alphabeta:depth=3,eval=[weights]' --population 20 --generations 20 --candidates 1 \
            --candidate-games 1 --validation-games 1 --seed "$seed" --label "$1" --db "$db" --quiet >/dev/null
    done
    "$SOWLAB" sql --db "$db" --csv "SELECT player FROM champion_players WHERE run_id IN
        (SELECT id FROM runs WHERE label = '$1') ORDER BY run_id" | sed -e 1d -e 's/^"//' -e 's/"$//' >"$db.$1"
}
evolve ayo daoud2004
evolve davis h4,h6,capturing_moves,opponent_capturing_moves

# meet LABEL DEPTH LABEL DEPTH: mean score of the first ones against the second, with the least and most
meet()
{
    sed "s/depth=3/depth=$2/" "$db.$1" >"$db.first"
    sed "s/depth=3/depth=$4/" "$db.$3" >"$db.second"
    # shellcheck disable=SC2046 # a word for each player
    "$SOWLAB" robustness $(cat "$db.first") --opponents "$(paste -sd ' ' "$db.second")" --variants awari --games 10 \
        --random-plies 4 --replay-worst 0 --db "$db" --quiet >/dev/null
    "$SOWLAB" sql --db "$db" --csv "SELECT format('| %s, depth %d | %s, depth %d | %.3f | %.3f to %.3f |', '$1',
        $2, '$3', $4, avg(score), min(score), max(score)) AS made FROM robustness
        WHERE run_id = (SELECT max(id) FROM runs)" | sed -e 1d -e 's|"||g'
}
meet ayo 3 davis 3
meet ayo 5 davis 5
meet ayo 5 davis 7
