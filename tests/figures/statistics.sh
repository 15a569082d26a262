# SPDX-License-Identifier: GPL-3.0-or-later
# The tables of docs/statistics.md, for docs.sh: simulations that are built beside the program.
bin=$(dirname "$SOWLAB")

expect 0 "$bin/interval_coverage"
grep '^| [0-9]' out | grep -v 'x 200 ' | table '### How often the truth'

worst()
{
    CK_RUN_CASE=worst "$bin/test_statistics_strata" | sed -n 's/^spread //p' | tr -d ':,;%' |
        awk '{ printf "| %d points | %s | %s | %s | %s, %s %% | %s, %s %% | %s %% |\n", 100 * $1, $3, $7, $10,
               $16, $14, $25, $19, $23 }'
}
worst | table 'the least true rate (of'
