# SPDX-License-Identifier: GPL-3.0-or-later
# Checks that the compiler refuses a width of the bit-sliced kernels that the source does not
# support: lanes.sh COMPILER OPTION ... A width of 64 once compiled, and played wrong games.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

fail()
{
    cat "$folder/said" >&2
    printf 'FAILED: %s\n' "$1" >&2
    exit 1
}

for lanes in 64 128 192 256 512 1024; do
    printf '#define SOW_LANES %s\n#include "bitslice_planes.h"\n' $lanes >"$folder/lanes.c"
    "$@" -fsyntax-only -w "$folder/lanes.c" 2>"$folder/said" && refused=no || refused=yes
    case $lanes in
    128 | 256 | 512) [ "$refused" = no ] || fail "$lanes lanes are refused" ;;
    *)
        [ "$refused" = yes ] || fail "$lanes lanes are accepted"
        grep -q 'SOW_LANES is 128, 256 or 512' "$folder/said" || fail "$lanes: another fault"
        ;;
    esac
done
