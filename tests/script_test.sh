#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Runs one script test: script_test.sh SCRIPT [ARGUMENT ...]
#
# The script starts in an empty directory of its own, which is removed afterwards, and
# stops at the first command that fails. It may rely on
#   $SOWLAB         the program's path
#   $SOW_TEST_DATA  the path of tests/data
#   expect STATUS COMMAND ...  runs COMMAND; output goes to the files out and err;
#                              fails unless COMMAND exits with STATUS
#   interrupt SIGNAL SECONDS PATTERN COMMAND ...
#                              expect 130 with SIGNAL sent after SECONDS, and that it says
#                              PATTERN; tried again with more time where it is too slow;
#                              milliseconds of the last try are in $took
#   await DATABASE SQL         waits until SQL, asked of DATABASE, gives 1; fails after a minute
#   says PATTERN FILE          fails unless a line of FILE matches the grep pattern
#   fail TEXT ...              fails
#   skip TEXT ...              ends the test as skipped, for the reason TEXT
set -eu
: "${SOWLAB:?is not set: run this by ctest}"
unset SOWLAB_DB
export LC_ALL=C

fail()
{
    printf 'FAILED: %s\n' "$*" >&2
    exit 1
}

skip()
{
    printf 'skipped: %s\n' "$*"
    exit 77
}

expect()
{
    wanted=$1
    shift
    got=0
    "$@" >out 2>err || got=$?
    [ "$got" -eq "$wanted" ] && return
    cat out err >&2
    fail "exit status $got instead of $wanted: $*"
}

# answer_of DATABASE SQL: prints the answer. sqlite3 starts sooner than the program, above all than
# one with a sanitizer.
answer_of()
{
    if command -v sqlite3 >/dev/null; then
        sqlite3 -readonly "$1" "SELECT $2"
    else
        "$SOWLAB" sql --csv --db "$1" "SELECT $2" | tail -n 1
    fi
}

await()
{
    tries=0
    until [ -s "$1" ] && [ "$(answer_of "$1" "$2" 2>/dev/null)" = 1 ]; do
        tries=$((tries + 1))
        [ $tries -lt 1200 ] || {
            [ ! -s err ] || cat err >&2
            fail "'$1' does not come to have: $2"
        }
        sleep 0.05
    done
}

says()
{
    grep -q -e "$1" "$2" && return
    cat "$2" >&2
    fail "no line of '$2' matches '$1'"
}

interrupt()
{
    signal=$1
    pattern=$3
    seconds=$2
    shift 3
    for after in "$seconds" 4 16 64; do
        began=$(date +%s%N)
        expect 130 timeout --preserve-status -s "$signal" "$after" "$@"
        # shellcheck disable=SC2034 # for the script
        took=$((($(date +%s%N) - began) / 1000000))
        ! grep -q -e "$pattern" err || return 0
    done
    says "$pattern" err
}

script=$1
shift
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
trap 'exit 1' HUP INT TERM
cd "$scratch"
# shellcheck source=/dev/null
. "$script"
