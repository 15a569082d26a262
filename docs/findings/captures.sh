#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# How often is a move that captures nothing better than every one that captures, where there are
# both? Awari by perfect play: docs/findings/exact.md. All positions, by 1,500 with N
# seeds on the board drawn with equal probability for each N named (even, the file has them), and
# positions as they occur in games of PLAYER against itself, by seeds on the board: the first of
# each game, so that intervals may take them as independent.
#
# usage: [SOWLAB=./lab] docs/findings/captures.sh ENDGAME PLAYER N...
set -eu
[ $# -ge 3 ] || { echo 'usage: captures.sh ENDGAME PLAYER N...' >&2; exit 64; }
program=${SOWLAB-./lab}
endgame=$1 player=$2
shift 2
scratch=$(mktemp -d)
trap 'rm -rf "${scratch}"' EXIT
export SOWLAB_DB="${scratch}/captures.db"

# label PLAYER OPTIONS...: choices of a data set, its best moves being exact
label()
{
    ${program} dataset make "$@" --variant awari --record choices --outcome exact \
        --endgame "${endgame}" --quiet >"${scratch}/made" 2>&1 || { cat "${scratch}/made" >&2; exit 1; }
    ${program} sql 'SELECT max(id) FROM runs' --csv | tail -n 1 >"${scratch}/id"
    ${program} dataset export "$(cat "${scratch}/id")" --choices --quiet
}

# count TITLE FILTER: of the choices on stdin, for which FILTER (in awk, of game, ply and seeds)
# holds, those with moves of both kinds, one a game, and in how many no best move captures
count()
{
    grep -v '^#' | tr -d '"\r' | awk -F, -v title="$1" '
    function wilson(k, n, sign,    z, p, half) {
        z = 1.959964; p = k / n
        half = z * sqrt(p * (1 - p) / n + z * z / (4 * n * n))
        return (p + z * z / (2 * n) + sign * half) / (1 + z * z / n)
    }
    function close_set() {
        if (set != "" && wanted && captures && quiet && !(game in seen)) {
            seen[game]; both++; better += !best
        }
        captures = quiet = best = 0
    }
    NR == 1 { next }
    $1 != set {
        close_set(); set = $1; game = $2; ply = $3
        seeds = 0 # fields 5 to 16 are the pits, the eleventh behind a store
        for (i = 5; i <= 16; i++) { part = $i; sub(".*/", "", part); seeds += part }
        wanted = '"$2"'
    }
    { gain = $(NF - 3) > 0; captures += gain; quiet += !gain; best += gain && $NF }
    END { close_set(); if (both > 0) printf "%s %d %.3f %.3f %.3f\n", title, both, better / both,
        wilson(better, both, -1), wilson(better, both, 1) }'
}

echo 'positions with_both quiet_better low high'
for n in "$@"; do
    awk -v n="${n}" -v total=48 'BEGIN {
        srand(n)
        for (made = 0; made < 1500;) {
            row[0] = row[1] = ""; own = pits = count = 0; bars = 11
            for (left = n + 11; pits < 12; left--)
                if (left == 0 || rand() * left < bars) {
                    row[pits >= 6] = row[pits >= 6] count ","; own += pits < 6 ? count : 0
                    count = 0; pits++; bars--
                } else
                    count++
            if (own > 0) { made++; printf "%s%d/%s%d:s\n", row[0], (total - n) / 2, row[1], (total - n) / 2 }
        }
    }' >"${scratch}/starts.txt"
    label random --starts "${scratch}/starts.txt" --random-plies 0 --games 1500 >"${scratch}/all.csv"
    count "all:${n}" 'ply == 0 && game % 2 == 0' <"${scratch}/all.csv"
done
label "${player}" --random-plies 8 --games 5000 >"${scratch}/play.csv"
for n in "$@"; do
    count "play:$((n - 1))-${n}" "seeds == ${n} || seeds == ${n} - 1" <"${scratch}/play.csv"
done
