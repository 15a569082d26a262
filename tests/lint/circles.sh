#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Checks that neither the files of a library nor the libraries depend on each other in a
# circle: circles.sh LIBRARY ... A file depends on another if it uses a name that the other
# defines.
set -eu

# order PART: sorts the nodes by dependency, where tsort reports a circle. The name of a node
# is text such as "sow_base/err.c.o]:" without its match of PART: a file, or a library.
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
