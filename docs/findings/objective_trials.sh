#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Evolves weights in 20 random variants by each objective, eight times, and tests them in 50 other
# variants. Prints the rows of a table of docs/findings/survey.md.
#
#     SOWLAB=build/release/bin/sowlab docs/findings/objective_trials.sh trials.db
#
# DB is a new database. It takes about five minutes of one core.
set -eu
db=$1
seeds='31 32 33 34 35 36 37 38'
run()
{
    "$SOWLAB" "$@" --threads 1 --db "$db" --quiet >/dev/null
}
# evolve GAMES POPULATION GENERATIONS OBJECTIVE
evolve()
{
    for seed in $seeds; do
        run evolve --variants "random:[20,seed=$seed,fast=yes]" --fitness panel --opponents paper --games "$1" \
            --population "$2" --generations "$3" --objective "$4" --seed "$seed" --label "$4 $1"
    done
}
export SOWLAB_MEASURE=no
for objective in mean quantile worst; do
    evolve 1 50 60 "$objective"
done
for objective in mean softmin quantile worst; do
    evolve 20 30 20 "$objective"
done
# shellcheck disable=SC2046 # a word for each run
run robustness $(seq -f 'run:%g' 56) --variants 'random:[50,seed=8,fast=yes]' --games 50 --replay-worst 0
# Variants with the rules of a training variant are left out. 2.365 is Student's quantile for eight
# pairs. Each run is compared with the one by `mean` in the same variants.
"$SOWLAB" sql --db "$db" --csv "WITH trained AS MATERIALIZED (SELECT DISTINCT m.rules FROM match_variants m JOIN runs r
    ON r.id = m.run_id WHERE kind = 'evolve'), tested AS MATERIALIZED (SELECT DISTINCT m.variant FROM match_variants m
    JOIN runs r ON r.id = m.run_id WHERE kind = 'robustness' AND m.rules NOT IN (SELECT rules FROM trained)),
    s AS (SELECT r.id, r.seed, r.parameters ->> 'objective' AS objective,
    r.parameters ->> 'games' AS games, b.score, row_number() OVER (PARTITION BY r.id ORDER BY b.score) AS place,
    0.1 * (count(*) OVER (PARTITION BY r.id) - 1) AS low FROM robustness b JOIN runs r ON 'run:' || r.id = b.name
    WHERE b.variant IN (SELECT variant FROM tested)),
    p AS (SELECT id, seed, objective, games, avg(score) AS mean, avg(score < 0.5) AS below, min(score) AS worst,
    sum(score * max(0, 1 - abs(place - 1 - low))) AS quantile FROM s GROUP BY id),
    d AS (SELECT p.*, p.mean - m.mean AS gain, p.quantile - m.quantile AS low_gain FROM p JOIN p m
    USING (seed, games) WHERE m.objective = 'mean'),
    g AS (SELECT games, objective, min(id) AS first, count(*) AS n, avg(mean) AS mean, avg(quantile) AS quantile,
    avg(below) AS below, avg(worst) AS worst, avg(gain) AS a, avg(low_gain) AS b,
    2.365 * sqrt(max(avg(gain * gain) - avg(gain) * avg(gain), 0) / (count(*) - 1)) AS x,
    2.365 * sqrt(max(avg(low_gain * low_gain) - avg(low_gain) * avg(low_gain), 0) / (count(*) - 1)) AS y
    FROM d GROUP BY games, objective)
    SELECT format('| %d | %s | %d | %.3f | %s | %.3f | %s | %.3f | %.3f |', games, objective, n, mean,
    iif(objective = 'mean', '', format('%+.3f (%+.3f to %+.3f)', a, a - x, a + x)), quantile,
    iif(objective = 'mean', '', format('%+.3f (%+.3f to %+.3f)', b, b - y, b + y)), below, worst) AS made
    FROM g ORDER BY first" | sed -e 1d -e 's/^"\(.*\)"$/\1/'
