#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Counts the code that only some tests reach: coverage_alone.sh [REGEX]
#
# Runs all tests but those of the labels "lint" and "long", in a build of the preset coverage, which
# is made if it is not there. Prints how many counters of the program the tests that match REGEX
# reach, how many of these no other test reaches, and in which functions. Without REGEX it takes the
# tests of the label "covered" (cmake/SowTests.cmake).
set -eu
cd "$(dirname "$0")/.."
build=$PWD/build/coverage
[ -e "$build/build.ninja" ] || cmake --preset coverage
cmake --build --preset coverage
major=$(clang -dumpversion | cut -d . -f 1)
found=$(ctest --test-dir "$build" -N -L '^covered$' | sed -n 's/^ *Test *#[0-9]*: //p' | sed 's/[.]/[.]/' | paste -sd '|')
alone="^(${1-$found})\$"

# counters NAME OPTION ...: prints "FUNCTION HASH NUMBER" of each counter that tests reach
counters()
{
    name=$1
    rm -rf "${build:?}/$name"
    shift
    LLVM_PROFILE_FILE="$build/$name/%4m.profraw" ctest --test-dir "$build" --parallel 2 \
        --label-exclude '^(lint|long)$' "$@" >"$build/$name.log" || tail -n 5 "$build/$name.log" >&2
    "llvm-profdata-$major" merge --sparse -o "$build/$name.profdata" "$build/$name"/*.profraw
    "llvm-profdata-$major" show --all-functions --counts "$build/$name.profdata" | awk '
        /^  [^ ].*:$/ { name = $1; own = name !~ /^(test_|fuzz_|suite|naive|canary|exec_player)/ }
        /^    Hash:/ { hash = $2 }
        /^    Block counts:/ && own {
            gsub(/.*\[|\].*|,/, "")
            for (i = 1; i <= NF; i++)
                if ($i > 0)
                    print name, hash, i
        }' | sort >"$build/$name.txt"
}

# Leaves out faults.allocation, because the counters' own allocations must not fail.
counters alone --tests-regex "$alone"
counters rest --exclude-regex "$alone|^faults[.]allocation\$"
comm -23 "$build/alone.txt" "$build/rest.txt" >"$build/only.txt"
cut -d ' ' -f 1 "$build/only.txt" | uniq -c | sort -rn
echo "$(wc -l <"$build/alone.txt") counters, $(wc -l <"$build/only.txt") of them by no other test"
