#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Checks the picture of docs/developers/architecture.md: each library is in one row of it,
# and uses only libraries in rows below: layers.sh PAGE LIBRARY ...
set -eu
export LC_ALL=C
page=$1
shift

# rows: prints each library of the picture with its row
rows()
{
    sed -n 's/^ *\([0-9][0-9]*  .*\)|.*/\1/p' "$page" |
        awk '{ for (i = 2; i <= NF; i++) print $i, $1 }'
}

{
    rows | sed 's/^/row /'
    nm -A --extern-only --format=posix "$@"
} | awk '
    $1 == "row" { row[$2] = row[$2] ? "twice" : $3; next }
    {
        library = $1
        sub(/^.*\/libsow_/, "", library)
        sub(/[.]a[[].*/, "", library)
        sub(/_kind$/, "", library)
        found[library]
    }
    $3 ~ /[UVWvw]/ { wanted[library, $2]; next }
    { home[$2] = library }
    function wrong(text) { print text; faults++ }
    END {
        for (library in found)
            if (!(library in row))
                wrong(library " is not in the picture")
            else if (row[library] == "twice")
                wrong(library " is in the picture twice")
        for (pair in wanted) {
            split(pair, name, SUBSEP)
            to = home[name[2]]
            if (to != "" && to != name[1] && row[to] >= row[name[1]])
                wrong(name[1] " uses " name[2] " of " to ", which is not below it")
        }
        if (!NR || !length(found))
            wrong("no libraries are given")
        exit faults > 0
    }' >&2
