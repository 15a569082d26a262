#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Each rule of house.sh passes on a clean tree and finds one offence planted in it.
set -eu

here=$(cd "$(dirname "$0")" && pwd)
tree=$(mktemp -d)
trap 'rm -rf "$tree"' EXIT
spdx='/* SPDX-License-Identifier: GPL-3.0-or-later */'
rules='spdx names sizes includes words'

clean_tree()
{
    rm -rf "$tree/ga" "$tree/learn"
    mkdir -p "$tree/ga" "$tree/learn"
    printf '%s\n' "$spdx" '#include "sow/ga/x.h"' '#include <math.h>' >"$tree/ga/a.c"
    printf '%s\n' "$spdx" '#include <gsl/gsl_fit.h>' >"$tree/learn/b.c"
}

# plant RULE FILE LINE ...: only RULE finds FILE, made of these lines, in a clean tree
plant()
{
    guilty=$1
    file=$2
    shift 2
    clean_tree
    printf '%s\n' "$@" >"$tree/$file"
    for rule in $rules; do
        found=no
        said=$(sh "$here/house.sh" "$rule" "$tree") || found=yes
        wanted=no
        [ "$rule" != "$guilty" ] || wanted=yes
        [ "$found" = "$wanted" ] || {
            echo "rule '$rule' on $file ($*): offence found: $found; it said: $said" >&2
            exit 1
        }
    done
}

long_function=$(
    echo 'int f(void)'
    echo '{'
    i=0
    while [ "$i" -lt 61 ]; do
        echo '    g();'
        i=$((i + 1))
    done
    echo '}'
)

plant none ga/c.c "$spdx" '#include "breeding.h"'
plant spdx ga/c.c 'int x;' 'int y;'
plant names learn/a.c "$spdx" ''
plant sizes ga/c.c "$spdx" "$long_function"
plant includes ga/c.c "$spdx" '#include "sow/game/board.h"'
plant includes ga/c.c "$spdx" '#include "../learn/b.h"'
plant includes ga/c.c "$spdx" '#include <omp.h>'
plant includes ga/c.c "$spdx" '#  include <gsl/gsl_fit.h>'
plant includes learn/c.c "$spdx" '#include <time.h>'
plant words ga/c.c "$spdx" 'int x = rand();'
plant words ga/c.c "$spdx" 'typedef struct x { int y; } x;'
plant words ga/c.c "$spdx" '    #pragma omp parallel for'
plant words learn/c.c "$spdx" '    exit(1);'
