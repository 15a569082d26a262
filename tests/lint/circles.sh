#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# No files of a library need each other in a circle, nor do libraries: circles.sh LIBRARY ...
# What needs what is seen by the names that object files define and look for.
set -eu

# order PART: sorts what the libraries consist of by need; PART is what stands of
# "sow_base/err.c.o]:" beside a node's name
order()
{
    nm -A --extern-only --format=posix "$@" | awk -v part="$part" '
        {
            node = $1
            sub(/^.*\/lib/, "", node)
            sub(/[.]a[[]/, "/", node)
            sub(part, "", node)
        }
        $3 ~ /[UVWvw]/ { wanted[node, $2]; next }
        { home[$2] = node }
        END {
            for (pair in wanted) {
                split(pair, name, SUBSEP)
                if (name[2] in home && home[name[2]] != name[1])
                    print name[1], home[name[2]]
            }
        }' | tsort >/dev/null
}

for part in '[.]c[.]o[]]:$' '/.*'; do
    order "$@"
done
