#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Evolves weights in each of COUNT random variants and tests each of them in all. Prints the table
# `mantel`: does a variant's distance predict what a vector loses there?
#
#     SOWLAB=build/release/bin/sowlab docs/findings/alike_trials.sh trials.db 20 21 [OPTION..]
#
# DB is a new database, and SEED names the variants. The OPTIONs are of `evolve`, in place of those of
# preset_options. It takes about two seconds for each variant with 50 variants, and four with 100.
set -eu
db=$1
count=$2
seed=$3
shift 3
preset_options='--games 20 --population 50 --generations 30'
# shellcheck disable=SC2086 # a word for each option
[ $# -gt 0 ] || set -- $preset_options
folder=$(mktemp -d)
trap 'rm -r "$folder"' EXIT
export SOWLAB_MEASURE=no
"$SOWLAB" variants random --count "$count" --seed "$seed" --fast --into "$folder" >/dev/null
for variant in "$folder"/*; do
    "$SOWLAB" evolve --variant "$variant" --fitness panel --opponents paper "$@" --db "$db" --quiet >/dev/null
done
# shellcheck disable=SC2046 # a word for each run
"$SOWLAB" transfer $(seq "$count") --distances yes --opponents heuristics,random,divilly2013 --games 50 \
    --random-plies 2 --db "$db" --json >"$db.json"
sed -n 's/.*{"loss_of": "\([^"]*\)", "variants": \([0-9]*\), "pairs": \([0-9]*\), \(.*\)}.*/\1 \2 \3 \4/p' "$db.json" |
    sed 's/"[a-z]*": //g; s/,//g' | while read -r loss variants pairs r low high p own nearest others; do
    printf '| %s | %s | %d | %d | %.2f (%.2f to %.2f) | %.4f | %.3f | %.3f | %.3f |\n' "$seed" "$loss" \
        "$variants" "$pairs" "$r" "$low" "$high" "$p" "$own" "$nearest" "$others"
done
