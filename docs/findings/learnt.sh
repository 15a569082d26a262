#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Makes the learnt players, heuristics/learnt/learnt-VARIANT.ini (docs/reference/players.md).
#
# usage: docs/findings/learnt.sh SOWLAB [VARIANT...]     (without a variant: all built-in variants)
#
# Learns weights with several random seeds. A tournament of their players and divilly2013 at depth 4
# chooses the best of them. Files and databases go into the present folder. The random seeds, from
# 910001 to 910100, are for nothing else.
set -eu
[ $# -ge 1 ] || { echo 'usage: learnt.sh SOWLAB [VARIANT...]' >&2; exit 64; }
sowlab=$1
shift
[ $# -gt 0 ] || {
    # shellcheck disable=SC2046 # one word per variant
    set -- $("$sowlab" variants list --csv | sed -e 1d -e 's/,.*//')
}
export SOWLAB_MEASURE=no
first=910001 choice=910100

# ask SQL: the answer, one line, without its heading
ask() {
    "$sowlab" sql "$1" --csv | sed -e 1d -e 's/^"\(.*\)"$/\1/'
}

# deep SPEC: a player that values the leaves of a search of four moves by SPEC
deep() {
    printf 'alphabeta:depth=4,hash=0,eval=[%s]' "$1"
}

# learn OPTION...: learns weights with the next random seed
learn() {
    "$sowlab" learn --variant "$variant" --test-games 0 --seed "$seed" --threads 1 --quiet "$@" \
        > /dev/null
    seed=$((seed + 1))
    players="$players $(deep "run:$((seed - first))")"
}

# rounded: the terms of a `state:` spec, with three decimals; terms of weight 0 are left out
rounded() {
    awk -v RS=, '{ sub(/\n/, "")
        if (split($0, term, "=") == 2 && term[2] ~ /^[-0-9.e]+$/) {
            weight = sprintf("%.3f", term[2])
            if (weight + 0 == 0)
                next
            sub(/0+$/, "", weight)
            sub(/[.]$/, "", weight)
            $0 = term[1] "=" weight
        }
        printf "%s%s", before, $0
        before = "," }'
}

for variant; do
    export SOWLAB_DB="learnt-$variant.db"
    rm -f "$SOWLAB_DB"
    seed=$first
    players=
    for positions in 8000 8000 8000 20000 20000; do
        learn --positions $positions
    done
    # shellcheck disable=SC2086 # one word per player
    "$sowlab" tournament $players "$(deep divilly2013)" --variant "$variant" --games 100 \
        --random-plies 6 --seed $choice --threads 1 --quiet > /dev/null
    best=$(ask "SELECT name FROM ratings WHERE variant IS NOT NULL AND name LIKE '%run:%'
        ORDER BY line LIMIT 1" | sed 's/.*run:\([0-9]*\).*/\1/')
    spec=$(ask "SELECT evaluator FROM run_players WHERE name LIKE '%[run:$best]' LIMIT 1" |
        rounded)
    {
        echo '; SPDX-License-Identifier: GPL-3.0-or-later'
        echo "; Made by 'docs/findings/learnt.sh SOWLAB $variant': the best of 5 runs of 'sowlab learn',"
        echo "; with the random seed $((first + best - 1))."
        echo "player = $spec"
    } > "learnt-$variant.ini"
    echo "learnt-$variant.ini" >&2
done
