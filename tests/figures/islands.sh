# SPDX-License-Identifier: GPL-3.0-or-later
# Makes the tables of docs/findings/islands.md, for docs.sh.

at_length || return 0
"$SOW_TEST_DATA/../../docs/findings/island_trials.sh" islands.db >islands.md
sed -n '/^| setting/,/^$/p' islands.md | grep '^| [of]' | table '| setting'
sed -n '/^| the ring/,$p' islands.md | grep '^| [of]' | table '| the ring'
RUNS=10 OPTIONS='--mutation-sigma 0.05' "$SOW_TEST_DATA/../../docs/findings/island_trials.sh" narrow.db >narrow.md
sed -n '/^| setting/,/^$/p' narrow.md | grep '^| [of]' | data islands-weak.csv
