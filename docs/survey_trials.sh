#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Evolves weights in 1, 5 and 20 random variants, four times each with as many games, and tests them
# in 50 other variants. Prints the rows of a table of docs/survey.md.
#
#     SOWLAB=build/release/bin/sowlab docs/survey_trials.sh trials.db
#
# DB is a new database. It takes about three minutes of one core.
set -eu
db=$1
run()
{
    "$SOWLAB" "$@" --threads 1 --db "$db" --quiet >/dev/null
}
export SOWLAB_MEASURE=no
for seed in 11 12 13 14; do
    for number in 1 5 20; do
        run evolve --variants "random:[$number,seed=$seed,fast=yes]" --fitness panel --opponents paper \
            --games $((20 / number)) --population 50 --generations 60 --seed "$seed" --label "$number"
    done
done
# shellcheck disable=SC2046 # a word for each run
run robustness $(seq -f 'run:%g' 12) divilly2013 h4 --variants 'random:[50,seed=8,fast=yes]' --games 50 \
    --replay-worst 0
"$SOWLAB" sql --db "$db" --csv "WITH s AS (SELECT name, score,
    coalesce((SELECT label || iif(label = '1', ' variant', ' variants') FROM runs WHERE 'run:' || id = name), name) AS trained
    FROM robustness WHERE variant NOT NULL),
    p AS (SELECT trained, name, avg(score) AS mean, avg(score < 0.5) AS below, min(score) AS worst
    FROM s GROUP BY name)
    SELECT format('| %s | %d | %.3f | %s | %.3f | %.3f |', trained, count(*), avg(mean),
    iif(count(*) > 1, format('%.3f to %.3f', min(mean), max(mean)), ''), avg(below), min(worst)) AS made
    FROM p GROUP BY trained ORDER BY count(*) DESC, CAST(trained AS INTEGER), trained" | sed 1d
