#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Do other readings of the rules give what Divilly, O'Riordan and Hill 2013 print in Table VII against
# h1, and vectors like those of Table II? Changes how a game ends, who gets the rest, the ply cap,
# captures and feeding, all together. Prints the rows of two tables of docs/findings/divilly2013-readings.md.
#
#     SOWLAB=build/release/bin/sowlab docs/findings/readings.sh trials.db tests/data/divilly2013_tables.csv
#
# The first file is a new database. It takes about half a minute.
set -eu
db=$1
data=$2
folder=$(mktemp -d)
trap 'rm -r "$folder"' EXIT
export SOWLAB_MEASURE=no

# combine BASE RULES [KEY VALUES]..: writes a file for each combination of values. RULES has KEY=VALUE
# of the keys so far, with + between them. The file has the values as its name.
combine()
{
    if [ $# -eq 2 ]; then
        printf 'base = %s+%s\n' "$1" "$2" | tr + '\n' >"$folder/$(echo "$2" | sed 's/[a-z_]*=//g')"
        return
    fi
    for value in $4; do
        (base=$1 && rules=${2:+$2+}$3=$value && shift 4 && combine "$base" "$rules" "$@")
    done
}

# meet PLAYERS OPPONENTS GAMES: plays in all variants of the folder, and empties it
meet()
{
    # shellcheck disable=SC2086 # a word for each player
    "$SOWLAB" robustness $1 --opponents "$2" --variants "$(echo "$folder"/* | tr ' ' ,)" --games "$3" \
        --random-plies 0 --replay-worst 0 --db "$db" --quiet >/dev/null
    rm "$folder"/*
}

# Table VII: for each value of each rule, the reading nearest to the 14 printed rates of wins.
combine vai-lung-thlan '' end 'row-empty mover-stuck all-stuck' leftovers 'owner nobody' cap_leftovers 'owner nobody' \
    ply_cap '100 250' number_chain 'across row none' feeding 'none must'
meet divilly2013 paper 1000
sed -n 's/^VII,.*evolved \([a-z]*\) vs \([a-z0-9]*\),wins,\(.*\)/\1,\2,\3/p' "$data" >"$folder/printed"
"$SOWLAB" sql --db "$db" --csv "SELECT variant, opponent,
    first_wins * 100.0 / (first_wins + first_draws + first_losses),
    second_wins * 100.0 / (second_wins + second_draws + second_losses)
    FROM matches JOIN match_variants USING (run_id, match) ORDER BY match" | sed -e 1d -e 's/"//g' | awk -F , '
    function distance(a, b) { return a < b ? b - a : a - b }
    NR == FNR { printed[$1, $2] = $3; next }
    { off[$1] += distance($3, printed["first", $2]) + distance($4, printed["second", $2]) }
    $2 == "h1" { h1[$1] = sprintf("%.1f, %.1f", $3, $4) }
    END {
        split("end leftovers cap_leftovers ply_cap number_chain feeding", key, " ")
        for (reading in off) {
            split(reading, value, "+")
            for (i in key) {
                rule = i " | `" key[i] " = " value[i] "`"
                if (!(rule in best) || off[reading] < off[best[rule]])
                    best[rule] = reading
            }
        }
        for (rule in best)
            printf "%s | %.1f | %s |\n", rule, off[best[rule]] / 14, h1[best[rule]]
    }' "$folder/printed" - | sort -t '|' -k 1,1n -k 3,3n | sed 's/^[0-9]* //'
rm "$folder/printed"

# Table II: the 20 vectors against 100 random ones, in each reading of Erherhe.
awk -F , '$1 == "II" && $4 ~ /^w[1-6]$/ { vector[$3] = vector[$3] ($4 == "w1" ? "weights:" : ",") $5 }
    END { for (run in vector) print vector[run] }' "$data" | sort >"$folder.printed"
awk 'BEGIN { srand(1); for (i = 0; i < 600; i++) printf "%s%.4f", i % 6 ? "," : "\nweights:", rand(); print "" }' |
    sed 1d >"$folder.random"
combine erherhe '' end 'row-empty mover-stuck all-stuck' leftovers 'owner nobody' cap_leftovers 'owner nobody' \
    ply_cap '100 250'
meet "$(paste -sd ' ' "$folder.printed")" "$(paste -sd ' ' "$folder.random")" 10
rm "$folder.printed" "$folder.random"
"$SOWLAB" sql --db "$db" --csv "SELECT variant, avg(score) FROM robustness WHERE run_id = 2 AND variant NOT NULL
    GROUP BY variant" | sed -e 1d -e 's/[+,]/ /g' | awk '
    { score[$1 " | " $2 " | " $3, $4] = $5; reading[$1 " | " $2 " | " $3] = 1 }
    END { for (r in reading) printf "| %s | %.3f | %.3f |\n", r, score[r, 100], score[r, 250] }' | sort -t '|' -k 6,6n
