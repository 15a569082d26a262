#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Measures the user seconds of a run of each way in docs/findings/games.ini, and prints the last table of
# docs/findings/games.md. All ways take turns with the same variant and random seed, so that the load of
# the machine is shared. SEEDS is the number of random seeds (3). Takes some four minutes of
# processor time.
#
# usage: [SEEDS=3] docs/findings/games_times.sh SOWLAB
set -eu
[ $# -eq 1 ] || { echo 'usage: games_times.sh SOWLAB' >&2; exit 64; }
program=$(realpath "$1")
plan=$(realpath "$(dirname "$0")/games.ini")
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
export SOWLAB_MEASURE=no

# Each line of `ways` has a name and the options of a run.
awk '/^\[way / { name = substr($2, 1, length($2) - 1); names[++count] = name; next }
    /^\[/ { name = "" }
    name != "" && / = / { gsub("_", "-", $1); options[name] = options[name] " --" $1 "=" $3 }
    END { for (i = 1; i <= count; i++) print names[i] options[names[i]] }' "$plan" >ways
variants=$(sed -n 's/^variant = //p' "$plan")

for seed in $(seq "${SEEDS-3}"); do
    for variant in $variants; do
        while read -r name options; do
            # shellcheck disable=SC2086 # a word for each option
            ( "$program" evolve --variant "$variant" --seed "$seed" --threads 1 $options \
                --db runs.db --quiet --csv >/dev/null </dev/null || exit 1; times ) >spent
            tail -n 1 spent |
                sed 's/m/ /g; s/s//g' | awk -v name="$name" -v variant="$variant" \
                '{ print name, variant, 60 * $1 + $2 }'
        done <ways
    done
done >seconds.txt

echo "| way | $(echo "$variants" | sed 's/ / | /g') | mean | share |"
echo "| --- | $(echo "$variants" | sed 's/[^ ][^ ]*/---:/g; s/ / | /g') | ---: | ---: |"
awk -v variants="$variants" -v seeds="${SEEDS-3}" '
    { sum[$1, $2] += $3 / seeds; all[$1] += $3 / seeds
      if (!seen[$1]++) order[++count] = $1 }
    END {
        n = split(variants, list, " ")
        for (i = 1; i <= count; i++) {
            printf "| `%s` |", order[i]
            for (k = 1; k <= n; k++) printf " %.2f |", sum[order[i], list[k]]
            printf " %.2f | %.2f |\n", all[order[i]] / n, all[order[i]] / all[order[1]]
        }
    }' seconds.txt
