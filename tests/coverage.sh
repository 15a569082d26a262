#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Share of lines and branches that the tests reach, by folder: coverage.sh [BUILD-DIRECTORY]
# Builds the preset coverage (or takes a directory that is built so), runs all tests but the
# lint ones, and adds up what llvm-cov counts.
set -eu
cd "$(dirname "$0")/.."
build=${1:-build/coverage}
[ $# -gt 0 ] || {
    cmake --preset coverage
    cmake --build --preset coverage
}
build=$(cd "$build" && pwd)
rm -rf "$build/profiles"
# Processes of one program add to a pool of files.
export LLVM_PROFILE_FILE="$build/profiles/%4m.profraw"
# The counters' own allocations must not fail.
ctest --test-dir "$build" --label-exclude lint --exclude-regex faults.allocation \
    --output-on-failure --parallel 2

major=$(clang -dumpversion | cut -d . -f 1)
"llvm-profdata-$major" merge --sparse -o "$build/all.profdata" "$build"/profiles/*.profraw
set --
for program in "$build"/bin/sow_tests "$build"/bin/test_* "$build"/bin/fuzz_*; do
    [ -h "$program" ] || set -- "$@" -object "$program"
done
for folder in core ga learn variants heuristics experiments experiments/lab/store; do
    "llvm-cov-$major" report --instr-profile "$build/all.profdata" "$build/bin/sowlab" "$@" \
        --ignore-filename-regex '/(tests|build)/' 2>/dev/null |
        awk -v folder="$folder" '
            # regions, functions, lines and branches: count, missed, share of each
            $1 ~ "(^|/)" folder { lines += $8; lost += $9; branches += $11; missed += $12 }
            END {
                if (lines && branches)
                    printf "%-32s lines %5.1f %%  branches %5.1f %%\n", folder,
                        100 * (1 - lost / lines), 100 * (1 - missed / branches)
            }'
done
