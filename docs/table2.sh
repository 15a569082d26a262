#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Which genetic algorithm gives Table II of Divilly, O'Riordan and Hill 2013? Evolves RUNS
# times (20) with each of many settings in Erherhe and shows what the best of the last
# generations have in common: docs/reproduce.md, section "Table II". A setting that is
# there already is left alone.
#
# usage: [SOWLAB=./lab] [RUNS=20] [OPTIONS='--threads 1'] docs/table2.sh DATABASE
set -eu
[ $# -eq 1 ] || { echo 'usage: table2.sh DATABASE' >&2; exit 64; }
db=$1
program=${SOWLAB-./lab}
runs=${RUNS-20}
small="--candidates 1 --candidate-games 1 --validation-games 1 ${OPTIONS-}"

# done_of LABEL: how many of its runs are done
done_of()
{
    [ -e "$db" ] || { echo 0; return; }
    $program sql "SELECT count(*) FROM runs WHERE label = '$1' AND status = 'done'" \
        --db "$db" --csv | tail -n 1
}

# try LABEL OPTION...
try()
{
    label=$1
    shift
    done=$(done_of "$label")
    [ "$done" -lt "$runs" ] || return 0
    # shellcheck disable=SC2086 # one word per option
    $program evolve --seed $((done + 1)) --runs $((runs - done)) $small --label "$label" \
        --db "$db" --quiet --csv "$@" >/dev/null
    echo "$label" >&2
}

try 'as stated, rest GAlib'
try 'sigma 0.5' --mutation-sigma 0.5
try 'sigma 0.25' --mutation-sigma 0.25
try 'sigma 0.1' --mutation-sigma 0.1
try 'uniform mutation' --mutation uniform
try 'linear scaling' --scaling linear
try 'elitism 1' --elitism 1
try 'elitism 1, linear scaling' --elitism 1 --scaling linear
try 'elitism 1, sigma 0.1' --elitism 1 --mutation-sigma 0.1
try 'tournament, equal chances' --selection tournament-uniform
try 'tournament of 4, equal chances' --selection tournament-uniform --tournament-size 4
try 'roulette' --selection roulette
try 'roulette, linear scaling' --selection roulette --scaling linear
try 'rank' --selection rank
try 'truncation' --selection truncation
try 'one-point crossover' --crossover one-point
try 'crossover rate 1' --crossover-rate 1
try 'no crossover' --crossover none
try 'blend crossover' --crossover blend
try 'games shared' --share-games

$program sql --db "$db" "
WITH best AS (
    SELECT r.label, r.id, 100 * g.best AS fitness,
           json_extract(i.weights, '\$[0]') AS w1, json_extract(i.weights, '\$[1]') AS w2,
           json_extract(i.weights, '\$[2]') AS w3, json_extract(i.weights, '\$[3]') AS w4,
           json_extract(i.weights, '\$[4]') AS w5, json_extract(i.weights, '\$[5]') AS w6
    FROM runs r JOIN generations g ON g.run_id = r.id AND g.generation = 249
    JOIN individuals i ON i.run_id = r.id AND i.generation = 249
                      AND i.individual = g.best_individual
)
SELECT label AS setting, count(*) AS runs, min(fitness) AS least, avg(fitness) AS mean,
       max(fitness) AS greatest, sum(fitness BETWEEN 57.45 AND 66.45) AS inside,
       sum(w4 = 1) AS w4_is_1, sum(w2 <= 0.332) AS w2_low, avg(w1) AS w1, avg(w2) AS w2,
       avg(w3) AS w3, avg(w4) AS w4, avg(w5) AS w5, avg(w6) AS w6,
       sum((w1 IN (0, 1)) + (w2 IN (0, 1)) + (w3 IN (0, 1)) + (w4 IN (0, 1))
           + (w5 IN (0, 1)) + (w6 IN (0, 1))) AS weights_0_or_1
FROM best GROUP BY label ORDER BY min(id)"
