#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Evolves weights in 20 random variants: from random weights, with divilly2013 among the first ones,
# and with the champion of the nearest variant of the database DB. Prints the rows of a table of
# docs/findings/survey.md.
#
#     SOWLAB=build/release/bin/sowlab docs/findings/nearest_trials.sh trials.db
#
# DB is a copy of the database that docs/findings/alike_trials.sh makes with 50 variants. The evolutions are
# added to it. It takes about three minutes of one core.
set -eu
db=$1
folder=$(mktemp -d)
trap 'rm -r "$folder"' EXIT
export SOWLAB_MEASURE=no
"$SOWLAB" variants random --count 20 --seed 24 --fast --into "$folder" >/dev/null
for variant in "$folder"/*; do
    for generations in 1 5 30; do
        for first in nearest divilly2013 random; do
            initial=$first
            [ "$first" != random ] || initial=
            "$SOWLAB" evolve --variant "$variant" --fitness panel --opponents paper --games 20 --population 50 \
                --generations "$generations" ${initial:+--initial "$initial"} --label "$generations $first" --db "$db" \
                --quiet >/dev/null
        done
    done
done
# 2.093 is Student's quantile for 20 pairs.
"$SOWLAB" sql --db "$db" --csv "WITH s AS (SELECT variant, CAST(label AS INTEGER) AS generations,
    max(v.score) FILTER (WHERE label LIKE '% random') AS random,
    max(v.score) FILTER (WHERE label LIKE '% divilly2013') AS divilly,
    max(v.score) FILTER (WHERE label LIKE '% nearest') AS nearest
    FROM runs r JOIN validations v ON v.run_id = r.id WHERE label <> '' GROUP BY variant, generations),
    d AS (SELECT generations, count(*) AS n, avg(random) AS random, avg(divilly) AS divilly, avg(nearest) AS nearest,
    avg(nearest - random) AS gain, avg((nearest - random) * (nearest - random)) AS squares FROM s GROUP BY generations)
    SELECT format('| %d | %.3f | %.3f | %.3f | %+.3f (%+.3f to %+.3f) |', generations, random, divilly, nearest, gain,
    gain - 2.093 * sqrt((squares - gain * gain) / (n - 1)), gain + 2.093 * sqrt((squares - gain * gain) / (n - 1)))
    AS made FROM d ORDER BY generations" | sed -e 1d -e 's/^"\(.*\)"$/\1/'
