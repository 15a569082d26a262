# SPDX-License-Identifier: GPL-3.0-or-later
# Makes the tables of docs/reference/statistics.md, for docs.sh, by simulations that are built beside the
# program.
bin=$(dirname "$SOWLAB")

expect 0 "$bin/interval_coverage"
grep '^| [0-9]' out | grep -v 'x 200 ' | table '### How often the truth'

expect 0 "$bin/interval_coverage" quantiles
# shellcheck disable=SC2016 # the text of the page
grep '^| [0-9]' out | table 'Resampling the variants is'

worst()
{
    CK_RUN_CASE=worst "$bin/test_statistics_strata" | sed -n 's/^spread //p' | tr -d ':,;%' |
        awk '{ printf "| %d points | %s | %s | %s | %s, %s %% | %s, %s %% | %s %% |\n", 100 * $1, $3, $7, $10,
               $16, $14, $25, $19, $23 }'
}
worst | table '## The worst of many cells'

CK_RUN_CASE=coverage "$bin/test_statistics_variety" | tr -d ':' |
    awk '/covered/ { printf "| %s | %s | %s %% | %s %% |\n", $1, $5, $7, $10 }' | table 'Simulated with 1,000 repertoires'

openings()
{
    CK_RUN_CASE=errors "$bin/test_openings" | awk '/spread/ { spread[++n] = $3; inside[n] = $(NF - 1) }
        END { printf "%.2f and %.2f times the error stated, and the truth inside the interval in %s and %s %%\n",
                  spread[1], spread[2], inside[1], inside[2] }'
}
! at_length || openings | sentences
