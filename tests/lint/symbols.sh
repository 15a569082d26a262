#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Checks that the external names of libraries begin with sow_: symbols.sh LIBRARY ...
# Names that begin with "__" belong to the compiler.
set -eu

alien=$(nm --extern-only --defined-only --format=posix "$@" |
    awk 'NF > 1 && $1 !~ /^(sow_|__)/ { print $1 ": an external name must begin with sow_" }')
[ -z "$alien" ] || {
    printf '%s\n' "$alien"
    exit 1
}
