#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Fits the factors of the cost function of Pekar et al. 2020: docs/findings/pekar2020.md. Every b and c
# of a square (a = 10) plays GAMES games in each seat against the paper's 10, 1, 5 at one depth; a
# quadratic surface is fitted to the scores, and its best point, to whole numbers, found. 1,000
# surfaces through scores with as much noise again give intervals of that point. It then plays the
# paper's factors in 5 GAMES games in each seat of another seed, which nothing was fitted to, and
# so do the stores alone. N1 is what c weighs: right_most unless given, or h1.
#
# usage: [SOWLAB=./lab] [THREADS=N] docs/findings/factors.sh DEPTH GAMES SEED [N1]
set -eu
[ $# -eq 3 ] || [ $# -eq 4 ] || { echo 'usage: factors.sh DEPTH GAMES SEED [N1]' >&2; exit 64; }
program=${SOWLAB-./lab}
depth=$1 games=$2 seed=$3 n1=${4-right_most}
scratch=$(mktemp -d)
trap 'rm -rf "${scratch}"' EXIT
export SOWLAB_DB="${scratch}/factors.db"

# meet B C GAMES SEED: score of these factors against the paper's, with its interval
meet()
{
    player="pekar:2,depth=${depth},ties=random,n1=${n1}"
    ${program} match "${player},b=$1,c=$2" "${player}" --variant kalah-no-empty-capture --random-plies 4 \
        --games "$3" --seed "$4" --threads "${THREADS-0}" --csv --quiet >"${scratch}/met"
    awk -F, '$1 == "both" { printf "%.4f %.4f %.4f\n", $6, $7, $8 }' "${scratch}/met"
}

for b in -10 -5 0 5 10; do
    for c in -10 -5 0 5 10; do
        printf '%s %s ' "${b}" "${c}"
        meet "${b}" "${c}" "${games}" "${seed}"
    done
done | tr -d '\r' >"${scratch}/square"

awk -v seed="${seed}" -v chosen="${scratch}/chosen" '
# Solves the normal equations of y on 1, b, c, bb, cc, bc by elimination: w.
function fit(    i, j, k, r, m, f) {
    for (i = 1; i <= 6; i++) {
        for (j = 1; j <= 6; j++) { m[i, j] = 0; for (r = 1; r <= n; r++) m[i, j] += x[r, i] * x[r, j] }
        m[i, 7] = 0
        for (r = 1; r <= n; r++) m[i, 7] += x[r, i] * y[r]
    }
    for (k = 1; k <= 6; k++)
        for (i = 1; i <= 6; i++)
            if (i != k) {
                f = m[i, k] / m[k, k]
                for (j = k; j <= 7; j++) m[i, j] -= f * m[k, j]
            }
    for (i = 1; i <= 6; i++) w[i] = m[i, 7] / m[i, i]
}
function surface(b, c) {
    return w[1] + w[2] * b + w[3] * c + w[4] * b * b + w[5] * c * c + w[6] * b * c
}
function climb(    b, c, v) {
    top = -9
    for (b = -10; b <= 10; b++)
        for (c = -10; c <= 10; c++)
            if ((v = surface(b, c)) > top) { top = v; best_b = b; best_c = c }
}
function noise() { return sqrt(-2 * log(1 - rand())) * cos(6.283185307 * rand()) }
function sorted(list, count,    i, j, v) {
    for (i = 2; i <= count; i++) {
        v = list[i]
        for (j = i - 1; j > 0 && list[j] > v; j--) list[j + 1] = list[j]
        list[j + 1] = v
    }
}
{
    n++
    x[n, 1] = 1; x[n, 2] = $1; x[n, 3] = $2; x[n, 4] = $1 * $1; x[n, 5] = $2 * $2; x[n, 6] = $1 * $2
    y[n] = $3; square[n] = $0
}
END {
    srand(seed)
    fit(); climb()
    for (r = 1; r <= n; r++) { fitted[r] = surface(x[r, 2], x[r, 3]); rest += (y[r] - fitted[r]) ^ 2 }
    error = sqrt(rest / (n - 6))
    b = best_b; c = best_c; at_top = top; at_paper = surface(1, 5)
    for (s = 1; s <= 1000; s++) {
        for (r = 1; r <= n; r++) y[r] = fitted[r] + error * noise()
        fit(); climb()
        bs[s] = best_b; cs[s] = best_c
    }
    sorted(bs, 1000); sorted(cs, 1000)
    printf "best b %d (%d to %d), c %d (%d to %d): surface %.3f, at the paper%ss %.3f, residual %.3f\n",
        b, bs[25], bs[976], c, cs[25], cs[976], at_top, "\047", at_paper, error
    print b, c >chosen
}' "${scratch}/square"

read -r b c <"${scratch}/chosen"
for point in "${b} ${c}" '0 0'; do
    printf 'held out, b=%s, c=%s: ' "${point% *}" "${point#* }"
    meet "${point% *}" "${point#* }" $((5 * games)) $((seed + 1000))
done
