#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Checks that no page grows beyond its limit, and that each has one: lengths.sh SOURCE
#
# Limits are in lengths.txt. Words of commands and their output do not count, lines do.
set -eu
export LC_ALL=C
cd "$1"
limits=$PWD/tests/lint/lengths.txt
status=0

# over FILE COUNT LIMIT UNIT: reports a page that is longer than its limit
over()
{
    [ "$3" = - ] || [ "$2" -le "$3" ] || {
        echo "$1:1: $2 $4, and lengths.txt allows $3" >&2
        status=1
    }
}

# prose FILE: prints a page without its indented and fenced blocks
prose()
{
    awk '/^```/ { fenced = !fenced; next } !fenced && !/^    /' "$1"
}

for page in README.md docs/*.md docs/*/*.md; do
    row=$(grep "^$page " "$limits") || {
        echo "$page:1: has no row in lengths.txt" >&2
        status=1
        continue
    }
    # shellcheck disable=SC2086 # a word for each column
    set -- $row
    over "$page" "$(prose "$page" | wc -w)" "$2" words
    over "$page" "$(wc -l <"$page")" "$3" lines
done
exit $status
