#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Prints tables of docs/findings/strengths.md and docs/findings/learnt.md.
#
# usage: docs/findings/strengths.sh SOWLAB members|known|learnt [OPENINGS [VARIANT...]]
#
# members   the panels' members, from variants/panels/: the present folder is the project's
# known     the scores of known players at depths 1, 2 and 4
# learnt    those of the learnt players, their scores against others at depth 4, and their regret
#
# OPENINGS (50) is the number of openings for a score against a panel. Without a VARIANT, the
# table has all built-in ones.
set -eu
[ $# -ge 2 ] || { echo 'usage: strengths.sh SOWLAB members|known|learnt ..' >&2; exit 64; }
sowlab=$1 what=$2 openings=${3-50}
shift $(($# < 3 ? $# : 3))
version=2
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
export SOWLAB_DB="$folder/strengths.db"
variants=$*
[ $# -gt 0 ] || variants=$("$sowlab" variants list --csv | sed -e 1d -e 's/,.*//')

# cells VARIANT PLAYER...: a line for each player, its scores without the leading 0
cells() {
    variant=$1
    shift
    "$sowlab" measure "$@" --variant "$variant" --openings "$openings" --csv 2> /dev/null |
        awk -F , 'NR == 1 { next }
            { player = ""
              for (i = 1; i <= NF - 11; i++)
                  player = player "," $i
              if (player != before && NR > 2)
                  print line
              line = (player == before ? line ", " : "") sprintf("%.2f", $(NF - 8))
              before = player }
            END { print line }' | sed 's/0[.]/./g'
}

# heading FIRST WORD...: the heading of a table
heading() {
    printf '| %s |' "$1"
    shift
    printf ' %s |' "$@"
    printf '\n| --- |'
    printf ' --- |%.0s' "$@"
    printf '\n'
}

members() {
    heading variant 'members, in the order of the choice'
    for variant in $variants; do
        awk -v variant="$variant" '
            /^; .*: distance / {
                sub(/^; /, "")
                sub(/: distance.*correlation /, " (")
                list = list (list == "" ? "" : ", ") $0 ")"
            }
            END { print "| `" variant "` | " list " |" }' \
            "variants/panels/$variant-$version.ini"
    done
}

known() {
    cat > "$folder/known" << 'END'
`random` random
`h1` h1
`h2` h2
`h3` h3
`h4` h4
`h5` h5
`h6` h6
`divilly2013` divilly2013
run_1_of_Table_II,_Divilly_et_al. weights:0.386,0.107,0.359,1,0.813,1
run_2 weights:0.232,0.179,0.469,1,0.639,0.629
run_3 weights:0.329,0.316,0.382,1,1,0.665
run_5 weights:0.272,0.258,0.587,1,1,0.751
run_6 weights:0.308,0.170,0.717,1,1,0.924
run_7 weights:0.214,0.148,0.489,1,0.561,0.575
`weights:h4=1,h6=1` weights:h4=1,h6=1
`order:h4,h6,h1` order:h4,h6,h1
`state:store_difference=1` state:store_difference=1
`state:store_difference=1,diff_h2=0.25` state:store_difference=1,diff_h2=0.25
`state:store_difference=1,diff_h3=0.25` state:store_difference=1,diff_h3=0.25
kalah-ai's_weights_as_`state:` state:pit1=15,h2=15,h3=35,h4=100,h6=-80,opponent_h2=-20
END
    cut -d ' ' -f 1 "$folder/known" | tr _ ' ' > "$folder/table"
    for variant in $variants; do
        # shellcheck disable=SC2046 # one word per player
        cells "$variant" $(cut -d ' ' -f 2 "$folder/known") | paste -d '|' "$folder/table" - \
            > "$folder/longer"
        mv "$folder/longer" "$folder/table"
    done
    # shellcheck disable=SC2086 # one word per variant
    heading player $variants
    sed -e 's/|/ | /g' -e 's/^/| /' -e 's/$/ |/' "$folder/table"
}

# versus VARIANT OPPONENT: the score of the learnt player at depth 4, with its interval
versus() {
    "$sowlab" match "alphabeta:depth=4,hash=0,eval=[learnt:$1]" \
        "alphabeta:depth=4,hash=0,eval=[$2]" --variant "$1" --games 250 --random-plies 6 \
        --seed 777 --quiet > /dev/null
    "$sowlab" sql "SELECT printf('%.3f (%.3f-%.3f)', score, low, high) AS text FROM match_scores
        WHERE run_id = (SELECT max(id) FROM runs)" --csv | sed -e 1d -e 's/"//g' | head -n 1
}

# regrets VARIANT: seeds that the learnt player and divilly2013 lose by a move at depth 4
regrets() {
    "$sowlab" regret "alphabeta:depth=4,hash=0,eval=[learnt:$1]" \
        'alphabeta:depth=4,hash=0,eval=[divilly2013]' --opponents divilly2013 --games 500 \
        --on-board 8 --seed 1 --variant "$1" --quiet > /dev/null
    "$sowlab" sql "WITH texts AS (
        SELECT name LIKE '%learnt%' AS learnt, printf('%.2f', regret) ||
            iif(choices >= 100, printf(' (%.2f-%.2f)', regret_low, regret_high), '') AS text
        FROM regrets WHERE run_id = (SELECT max(id) FROM runs) AND positions = 'play'
            AND on_board = 0 AND name <> 'random')
        SELECT coalesce((SELECT text FROM texts WHERE learnt), '-') || '; ' ||
            coalesce((SELECT text FROM texts WHERE NOT learnt), '-') AS text" --csv |
        sed -e 1d -e 's/"//g'
}

learnt() {
    # shellcheck disable=SC2016 # quotes of Markdown
    heading player 'strength at depths 1, 2, 4' 'depth 4 against `divilly2013`' \
        'against `state:store_difference=1`' 'regret at depth 4; that of `divilly2013`'
    for variant in $variants; do
        [ -e "$(dirname "$0")/../heuristics/learnt/learnt-$variant.ini" ] || continue
        echo "| \`learnt:$variant\` | $(cells "$variant" "learnt:$variant") |" \
            "$(versus "$variant" divilly2013) | $(versus "$variant" state:store_difference=1) |" \
            "$(regrets "$variant") |"
    done
}

case $what in
members | known | learnt) "$what" ;;
*) echo "strengths.sh: no table is called '$what'" >&2 && exit 64 ;;
esac
