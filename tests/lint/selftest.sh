#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Checks that each rule of house.sh passes on a clean tree and finds an offence planted in it,
# and the same of the rules about compiled libraries: selftest.sh COMPILER
set -eu

here=$(cd "$(dirname "$0")" && pwd)
tree=$(mktemp -d)
trap 'rm -rf "$tree"' EXIT
spdx='/* SPDX-License-Identifier: GPL-3.0-or-later */'
rules='spdx names sizes includes rows words'

clean_tree()
{
    rm -rf "$tree/ga" "$tree/learn"
    mkdir -p "$tree/ga" "$tree/learn"
    printf '%s\n' "$spdx" '#include "sow/ga/x.h"' '#include <math.h>' >"$tree/ga/a.c"
    printf '%s\n' "$spdx" '#include <gsl/gsl_fit.h>' >"$tree/learn/b.c"
}

# plant RULE FILE LINE ...: adds FILE with these lines to a clean tree, and checks that RULE
# alone finds an offence
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
plant rows ga/c.c "$spdx" '/**' ' *     kgp:2671        a program, by a' ' * protocol run:17 of run 17' ' */'
plant words ga/c.c "$spdx" 'int x = rand();'
plant words ga/c.c "$spdx" 'typedef struct x { int y; } x;'
plant words ga/c.c "$spdx" '    #pragma omp parallel for'
plant words ga/c.c "$spdx" 'unsigned __int128 x;'
plant words learn/c.c "$spdx" '    exit(1);'

# library NAME A B: compiles a library of the files a.c and b.c, with the line A and the line B
library()
{
    mkdir -p "$tree/$1"
    printf '%s\n' "$2" >"$tree/$1/a.c"
    printf '%s\n' "$3" >"$tree/$1/b.c"
    for file in a b; do
        "$compiler" -c "$tree/$1/$file.c" -o "$tree/$1/$file.c.o"
    done
    rm -f "$tree/libsow_$1.a"
    ar rc "$tree/libsow_$1.a" "$tree/$1/a.c.o" "$tree/$1/b.c.o"
}

# finds SCRIPT TEXT ARGUMENT ...: checks that SCRIPT fails and prints TEXT
finds()
{
    script=$1
    wanted=$2
    shift 2
    status=0
    said=$(sh "$here/$script" "$@" 2>&1) || status=$?
    if [ "$status" -eq 0 ] || ! echo "$said" | grep -q "$wanted"; then
        echo "$script did not find '$wanted'; it said: $said" >&2
        exit 1
    fi
}

compiler=$1
calls_f='int sow_f(void); int sow_g(void) { return sow_f(); }'
calls_g='int sow_g(void); int sow_f(void) { return sow_g(); }'
rm -rf "${tree:?}"/*
library one 'int sow_f(void) { return 1; }' "$calls_f"
library two 'int sow_h(void) { return 1; }' ''
sh "$here/circles.sh" "$tree/libsow_one.a" "$tree/libsow_two.a"
finds exports.sh 'sow_g: no other file' "$tree" "$tree/libsow_one.a"
library one "$calls_g" "$calls_f"
finds circles.sh 'sow_one/b' "$tree/libsow_one.a"
library one "$calls_g" ''
library two "$calls_f" ''
finds circles.sh 'sow_two' "$tree/libsow_one.a" "$tree/libsow_two.a"
