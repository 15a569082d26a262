#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Evolves weights in 1, 5, 20 and 60 random variants, RUNS times each with as many games, and tests
# them in other variants. Prints the rows of a table of docs/findings/survey.md.
#
#     SOWLAB=build/release/bin/sowlab docs/findings/survey_trials.sh trials.db RUNS COUNT SEED [OPTION..]
#
# DB is a new database. The test has the COUNT variants of random seed SEED, less those whose rules are
# among the training variants. Each OPTION is one of `evolve`. It takes about three seconds for a run.
set -eu
db=$1
runs=$2
count=$3
test=$4
shift 4
folder=$(mktemp -d)
trap 'rm -r "$folder"' EXIT
export SOWLAB_MEASURE=no
for seed in $(seq 11 $((10 + runs))); do
    for number in 1 5 20 60; do
        "$SOWLAB" variants random --count "$number" --seed "$seed" --fast --into "$folder/$seed-$number" >/dev/null
        "$SOWLAB" evolve --variants "random:[$number,seed=$seed,fast=yes]" --fitness panel --opponents paper \
            --games $((60 / number)) --population 50 --generations 20 --seed "$seed" --label "$number" "$@" \
            --threads 1 --db "$db" --quiet >/dev/null
    done
done

# The first line of a file has the variant's name.
"$SOWLAB" variants random --count "$count" --seed "$test" --fast --into "$folder/test" >/dev/null
for variant in "$folder"/*-*/*; do
    sed 1d "$variant" | cksum
done | sort -u >"$folder/trained"
for variant in "$folder"/test/*; do
    if ! sed 1d "$variant" | cksum | grep -qxFf - "$folder/trained"; then
        printf '%s,' "$variant"
    fi
done | sed 's/,$//' >"$folder/tested"
tr , '\n' <"$folder/tested" | wc -l | sed 's/.*/& variants in the test/' >&2

# shellcheck disable=SC2046 # a word for each run
"$SOWLAB" robustness $(seq -f 'run:%g' $((4 * runs))) divilly2013 h4 --variants "$(cat "$folder/tested")" --games 50 \
    --replay-worst 0 --threads 1 --db "$db" --quiet >/dev/null
# A gain is over the row before, of the same random seed. Its interval is Student's, with the first terms of
# an expansion of the quantile.
"$SOWLAB" sql --db "$db" --csv "WITH s AS (SELECT name, score, variant,
    iif(name LIKE 'run:%', CAST(substr(name, 5) AS INTEGER), 1000 + line) AS place FROM robustness WHERE variant NOT NULL),
    p AS (SELECT name, place, avg(score) AS mean, avg(score < 0.5) AS below, min(score) AS worst,
    coalesce((SELECT CAST(label AS INTEGER) FROM runs WHERE id = place), min(place)) AS number FROM s GROUP BY name),
    g AS (SELECT p.*, mean - iif(number = 1 OR number >= 1000, NULL, lag(mean) OVER (ORDER BY place)) AS gain FROM p),
    t AS (SELECT name, number, count(*) AS n, avg(mean) AS mean, min(mean) AS low, max(mean) AS high,
    avg(mean * mean) - avg(mean) * avg(mean) AS spread, avg(below) AS below, avg(worst) AS worst, avg(gain) AS gain,
    sqrt(max(avg(gain * gain) - avg(gain) * avg(gain), 0) / nullif(count(*) - 1, 0)) AS error,
    nullif(count(*) - 1.0, 0) AS v FROM g GROUP BY number)
    SELECT format('| %s | %d | %.3f | %s | %s | %s | %.3f | %.3f |',
    iif(v IS NULL, name, number || iif(number = 1, ' variant', ' variants')), n, mean,
    iif(v IS NULL, '', format('%.3f to %.3f', low, high)), iif(v IS NULL, '', format('%.3f', sqrt(spread * n / v))),
    iif(gain IS NULL, '', format('%+.3f (%+.3f to %+.3f)', gain, gain - (1.96 + 2.3725 / v + 2.8224 / v / v) * error,
    gain + (1.96 + 2.3725 / v + 2.8224 / v / v) * error)), below, worst) AS made FROM t ORDER BY number" |
    sed -e 1d -e 's/^"\(.*\)"$/\1/'
