#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# What gives Table II of Divilly, O'Riordan and Hill 2013, the best of 20 evolutions? Evolves
# RUNS times (10) in Erherhe with each of many settings of the genetic algorithm and of the
# rules, compares the best of the last generations with the printed vectors, and plays these
# themselves: both tables of docs/findings/divilly2013-readings.md. The runs are smaller than
# the paper's: population 40, 120 generations. Goes on with what DATABASE has of them.
#
# usage: [SOWLAB=./lab] [RUNS=10] [OPTIONS='--threads 1'] docs/findings/table2.sh DATABASE
set -eu
[ $# -eq 1 ] || { echo 'usage: table2.sh DATABASE' >&2; exit 64; }
db=$1
program=${SOWLAB-./lab}
rules=$(mktemp)
trap 'rm -f "$rules"' EXIT

# ask SQL: a column without its heading
ask()
{
    $program sql "$1" --db "$db" --csv | sed -e 1d -e 's/^"\(.*\)"$/\1/'
}

# evolve COUNT LABEL OPTION...
evolve()
{
    count=$1
    label=$2
    shift 2
    done=0
    [ ! -e "$db" ] ||
        done=$(ask "SELECT count(*) FROM runs WHERE label = '$label' AND status = 'done'")
    [ "$done" -lt "$count" ] || return 0
    # shellcheck disable=SC2086 # one word per option
    $program evolve --seed $((1 + done)) --runs $((count - done)) --label "$label" \
        --db "$db" --quiet --csv ${OPTIONS-} "$@" >/dev/null
    echo "$label" >&2
}

# try LABEL OPTION...
try()
{
    evolve "${RUNS-10}" "$@" --population 40 --generations 120 --candidates 1 --candidate-games 1 \
        --validation-games 1
}

try 'as stated, no elitism, no scaling (the default)'
try 'mutation sigma 0.25' --mutation-sigma 0.25
try 'mutation sigma 0.1' --mutation-sigma 0.1
try 'uniform mutation' --mutation uniform
try 'linear scaling' --scaling linear
try 'elitism 1' --elitism 1
try 'elitism 1, linear scaling' --elitism 1 --scaling linear
try 'tournament of 4, equal chances' --selection tournament-uniform --tournament-size 4
try 'roulette wheel' --selection roulette
try 'linear ranking' --selection rank
try 'truncation' --selection truncation
try 'no crossover' --crossover none
try 'games shared' --share-games
try 'left-over rows to nobody' --rule leftovers=nobody
try 'grand slam captures nothing' --rule grand_slam=captures-nothing

# The printed vectors, runs 1 to 20.
paper='0.386,0.107,0.359,1,0.813,1 0.232,0.179,0.469,1,0.639,0.629 0.329,0.316,0.382,1,1,0.665 0.199,0.190,0.371,1,0.419,0.566 0.272,0.258,0.587,1,1,0.751 0.308,0.170,0.717,1,1,0.924 0.214,0.148,0.489,1,0.561,0.575 0.233,0.09,0.58,1,0.687,0.65 0.0436,0.107,0.496,1,0.523,0.59 0.241,0.09,0.681,1,0.641,0.741 0.320,0.227,0.596,1,0.911,0.830 0.375,0.332,0.374,1,0,0.450 0.044,0,0.373,1,0.173,0.761 0.351,0.253,0.592,1,0.765,0.842 0.373,0.21,0.389,1,0.468,0.999 0.301,0.3,0.607,1,0.818,0.821 0.244,0.24,0.525,1,1,0.62 0.254,0.159,0.439,0.862,0.651,0.573 0.237,0.0286,0.492,1,0.67,0.596 0.126,0.104,0.564,1,0.51,0.605'

# Distance: energy distance of two samples in six dimensions, 2 E|x - y| - E|x - x'| -
# E|y - y'| (Szekely), 0 on average if both come from one distribution.
echo '| setting | mean w1 .. w6 | w2 greatest | w2 <= 0.332 | w4 = 1 | fitness, % | distance |'
echo '| --- | --- | --- | --- | --- | --- | --- |'
ask "
WITH best AS (
    SELECT r.label, r.id, 100 * g.best AS fitness, i.weights
    FROM runs r JOIN generations g ON g.run_id = r.id
    JOIN individuals i ON i.run_id = r.id AND i.generation = g.generation
                      AND i.individual = g.best_individual
    WHERE r.kind = 'evolve' AND r.status = 'done' AND r.label NOT LIKE 'best response%'
      AND g.generation = (SELECT max(generation) FROM generations WHERE run_id = r.id)
), printed AS (
    SELECT key AS id, value AS weights
    FROM json_each('[[' || replace('$paper', ' ', '],[') || ']]')
), points AS (
    SELECT label, id, fitness, weights FROM best UNION ALL
    SELECT 'the paper, 20 runs', id, NULL, weights FROM printed
), point AS (
    SELECT label, id, fitness, weights ->> 0 AS w1, weights ->> 1 AS w2, weights ->> 2 AS w3,
           weights ->> 3 AS w4, weights ->> 4 AS w5, weights ->> 5 AS w6
    FROM points
), pair AS (
    SELECT a.label, b.label AS other, avg(sqrt(
           (a.w1 - b.w1) * (a.w1 - b.w1) + (a.w2 - b.w2) * (a.w2 - b.w2)
         + (a.w3 - b.w3) * (a.w3 - b.w3) + (a.w4 - b.w4) * (a.w4 - b.w4)
         + (a.w5 - b.w5) * (a.w5 - b.w5) + (a.w6 - b.w6) * (a.w6 - b.w6))) AS mean
    FROM point a JOIN point b ON b.label IN (a.label, 'the paper, 20 runs') AND
                                 (a.label <> b.label OR a.id <> b.id)
    GROUP BY a.label, b.label
), distance AS (
    SELECT o.label, 2 * o.mean - s.mean - p.mean AS distance
    FROM pair o JOIN pair s ON s.label = o.label AND s.other = o.label
    JOIN pair p ON p.label = o.other AND p.other = o.other
    WHERE o.other = 'the paper, 20 runs'
)
SELECT format('| %s | %.2f %.2f %.2f %.2f %.2f %.2f | %.2f | %d | %d | %s | %.2f |', label,
       avg(w1), avg(w2), avg(w3), avg(w4), avg(w5), avg(w6), max(w2), sum(w2 <= 0.332), sum(w4 = 1),
       iif(min(fitness) IS NULL, '57.5-66.4', format('%.1f-%.1f', min(fitness), max(fitness))), distance) AS made
FROM point JOIN distance USING (label)
GROUP BY label ORDER BY fitness IS NOT NULL, min(id)"

# specs VECTOR...: as players
specs()
{
    printf 'weights:%s ' "$@"
}

# score PLAYERS OPPONENTS: mean score of the players, percent, by the rules in $rules
score()
{
    # shellcheck disable=SC2086 # one word per player
    $program robustness $1 --opponents "$2" --variants "$rules" --games 200 --replay-worst 0 \
        --label 'players of Table II' --db "$db" --quiet --csv |
        sed 's/"[^"]*"/player/g' |
        awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) if ($i == "score") at = i }
                 NR > 1 && NF > 1 { sum += $at; n++ }
                 END { printf "%.1f\n", 100 * sum / n }'
}

# panel LABEL OPPONENTS RULE: evolves a best response to the opponents
panel()
{
    evolve 1 "$1" --fitness panel --opponents "$2" --rule "$3" --games 10 \
        --generations 60 --selection truncation --truncation-share 0.2 --elitism 5 \
        --mutation-rate 0.3 --mutation-sigma 0.3 --mutation-decay 0.96 \
        --candidates 10 --candidate-games 100 --validation-games 1
}

# weights WHERE: the vectors of individuals i of runs r, as players
weights()
{
    # shellcheck disable=SC2046 # one word per vector
    specs $(ask "SELECT trim(i.weights, '[]') FROM individuals i
                 JOIN runs r ON r.id = i.run_id
                 JOIN generations g ON g.run_id = r.id AND g.generation = i.generation
                 WHERE r.status = 'done' AND $1 ORDER BY r.id, i.individual")
}

# The printed vectors, against random ones, evolved ones, and one made to beat them.
# shellcheck disable=SC2086 # one word per vector
printed=$(specs $paper)
stated='as stated, no elitism, no scaling (the default)'
random=$(weights "i.generation = 0 AND r.id = (SELECT min(id) FROM runs WHERE label = '$stated')")
echo
echo '| rows left over go to | printed v random | evolved here v random | printed v evolved here | best response to printed | to evolved here |'
echo '| --- | --- | --- | --- | --- | --- |'
for whose in owner nobody; do
    name=$stated
    [ $whose = owner ] || name='left-over rows to nobody'
    evolved=$(weights "r.label = '$name' AND i.generation = 119 AND i.individual = g.best_individual")
    printf 'base = erherhe\nleftovers = %s\n' $whose >"$rules"
    panel "best response to printed, $whose" "$printed" leftovers=$whose
    panel "best response to evolved, $whose" "$evolved" leftovers=$whose
    id=$(ask "SELECT id FROM runs WHERE label = 'best response to printed, $whose'")
    own=$(ask "SELECT id FROM runs WHERE label = 'best response to evolved, $whose'")
    echo "| $whose | $(score "$printed" "$random") | $(score "$evolved" "$random") |" \
        "$(score "$printed" "$evolved") | $(score "run:$id" "$printed") | $(score "run:$own" "$evolved") |"
done
