#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Checks that every test that a page promises exists: promises.sh SOURCE
#
# A test is named as ctest does, `suite.group` or `program.script`, in the tables of the pages.
# In a table of trust.md each row names at least one.
set -eu
export LC_ALL=C
cd "$1"
pages='docs/reference/trust.md docs/reference/reliability.md'
status=0

# complain TEXT: reports a fault
complain()
{
    echo "$1" >&2
    status=1
}

# exists NAME: succeeds if there is a test of that name, or one that matches SUITE.*
exists()
{
    suite=${1%%.*}
    group=${1#*.}
    case $suite in
    program) grep -qw "$group" tests/CMakeLists.txt && [ -f "tests/cli/$group.sh" ] ;;
    fuzz) [ "$group" = '*' ] || [ -f "tests/fuzz/fuzz_$group.c" ] ;;
    *)
        source=$(find tests -name "test_$suite.c")
        [ "$source" ] &&
            { [ "$group" = '*' ] || grep -q "^TEST[A-Z_]*($group," "$source"; }
        ;;
    esac
}

for page in $pages; do
    # shellcheck disable=SC2016 # grave accents of Markdown
    grep -n '^|' "$page" | grep -o '^[0-9]*\|`[a-z_]*[.][a-z_*]*`' | tr -d '\140' | {
        line=0
        count=0
        while read -r word; do
            case $word in
            [0-9]*) line=$word ;;
            *.c | *.sh | *.md | *.py) ;;
            *)
                count=$((count + 1))
                exists "$word" || complain "$page:$line: there is no test '$word'"
                ;;
            esac
        done
        [ $count -gt 0 ] || complain "$page:1: names no test"
        exit $status
    } || status=1
done

# Rows of promises without a test.
awk -F'|' '/^\| / && !/^\| (somebody|it) could \|/ && !/^\| ---/ && $4 !~ /`[a-z_]+[.][a-z_]+`/ {
    print FILENAME ":" FNR ": a promise without a test"
    faults = 1
}
END { exit faults }' docs/reference/trust.md >&2 || status=1
exit $status
