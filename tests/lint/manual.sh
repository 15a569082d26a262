#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Doxygen makes the manual of the libraries without a warning: manual.sh DOXYGEN SOURCE OUTPUT
set -eu
doxygen=$1
cd "$2"
mkdir -p "$3"
warnings=$({ cat docs/Doxyfile; echo "OUTPUT_DIRECTORY = $3"; } | "$doxygen" - 2>&1)
[ -f "$3/html/index.html" ] || { echo "no manual was made in $3" >&2; exit 1; }
[ -z "$warnings" ] || { printf '%s\n' "$warnings"; exit 1; }
