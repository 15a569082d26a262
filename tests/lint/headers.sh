#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Checks that each header below a folder compiles alone: headers.sh FOLDER COMPILER OPTION ...
set -eu

folder=$1
shift
[ -n "$(find "$folder" -name '*.h')" ] || {
    echo "headers.sh: no header in '$folder'" >&2
    exit 1
}
find "$folder" -name '*.h' -exec "$@" -Werror -Wno-unused-function -fsyntax-only -x c {} +
