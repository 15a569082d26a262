#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# What do duplicates do to a fit? Makes SEEDS data sets of divilly2013 against itself in Kalah
# with each of --duplicates keep and drop, fits h1 to h6 to each, and counts how often the
# 95 % interval of a coefficient holds the mean of those of large data sets of the same kind,
# which no data set is part of: docs/reference/fitting.md, section "Duplicates".
#
# usage: [SOWLAB=./lab] [GAMES=500] [MANY=50000] docs/findings/duplicates.sh SEEDS
set -eu
[ $# -eq 1 ] || { echo 'usage: duplicates.sh SEEDS' >&2; exit 64; }
program=${SOWLAB-./lab}
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

# coefficients HOW GAMES SEED: a line of feature, value and limits for each
coefficients()
{
    rm -f "$scratch/one.db"
    $program dataset make divilly2013 --variant kalah --duplicates "$1" --games "$2" \
        --seed "$3" --db "$scratch/one.db" --quiet --csv >/dev/null
    $program fit 1 --features h --folds 0 --opponents '' --db "$scratch/one.db" --quiet \
        --csv >/dev/null
    $program sql "SELECT '$1', feature, value, low, high FROM fit_coefficients" \
        --db "$scratch/one.db" --csv | tr -d '"\r' | tail -n +2
}

# Large ones are that of the truth: of how often positions come up in play. Their mean, because
# one alone may be off by so much that it shows.
for seed in 1000000 1000001 1000002 1000003; do
    coefficients keep "${MANY-50000}" $seed
done >"$scratch/truth"
seed=1
while [ $seed -le "$1" ]; do
    coefficients keep "${GAMES-500}" $seed
    coefficients drop "${GAMES-500}" $seed
    seed=$((seed + 1))
done >"$scratch/fits"
awk -F, 'NR == FNR { truth[$2] += $3 / 4; next }
         { n[$1 "," $2]++; sum[$1 "," $2] += $3
           held[$1 "," $2] += $4 <= truth[$2] && truth[$2] <= $5 }
         END { print "duplicates,feature,fits,large,mean,coverage"
               for (k in n) { split(k, word, ",")
                   printf "%s,%d,%.3f,%.3f,%.1f\n", k, n[k], truth[word[2]], sum[k] / n[k],
                          100 * held[k] / n[k] } }' "$scratch/truth" "$scratch/fits" |
    { read -r head; echo "$head"; sort; }
