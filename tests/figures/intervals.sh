# SPDX-License-Identifier: GPL-3.0-or-later
# Makes the tables of docs/findings/intervals.md, for docs.sh, by simulations that are built beside
# the program.
bin=$(dirname "$SOWLAB")

expect 0 "$bin/interval_coverage"
grep '^| [0-9]' out | grep -v 'x 200 ' >scores
data intervals-scores.csv <scores
grep -e '^| 0.5 ' -e '^| 0.998 ' scores | table '## Scores and Elo'

expect 0 "$bin/interval_coverage" quantiles
grep '^| [0-9]' out | table '## Quantiles over variants'

worst()
{
    CK_RUN_CASE=worst "$bin/test_statistics_strata" | sed -n 's/^spread //p' | tr -d ':,;%' |
        awk '{ printf "| %d points | %s | %s | %s | %s, %s %% | %s, %s %% | %s %% |\n", 100 * $1, $3, $7, $10,
               $16, $14, $25, $19, $23 }'
}
worst | table '## The worst of many cells'

CK_RUN_CASE=coverage "$bin/test_statistics_variety" | tr -d ':' |
    awk '/covered/ { printf "| %s | %s | %s %% | %s %% |\n", $1, $5, $7, $10 }' | data intervals-repeats.csv

openings()
{
    CK_RUN_CASE=errors "$bin/test_openings" | awk '/spread/ { spread[++n] = $3; inside[n] = $(NF - 1) }
        END { printf "%.2f and %.2f times the error stated, and the truth inside the interval in %s and %s %%\n",
                  spread[1], spread[2], inside[1], inside[2] }'
}
at_length || return 0
openings | sentences
expect 0 "$bin/interval_coverage" plans
sed -n 's/^| \([12]0\) | [0-9]* |/| \1 |/p' out | table '## Verdicts over random seeds'
