#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Makes the source archive of a commit, and checks it:
#
#     cmake/archive.sh [--revision REVISION] [--output FOLDER]
#     cmake/archive.sh --check ARCHIVE [--quick]
#
# Prints the path of the archive, FOLDER/sowlab-VERSION.tar.gz (by default in build/), whose
# only folder is sowlab-VERSION. The same commit with the same last tag gives the same bytes.
# All times in it are $SOURCE_DATE_EPOCH, by default the time of the commit.
#
# --check unpacks it elsewhere, without git; builds it; compares the version that it knows
# with its name; and runs its tests, with --quick only those that take seconds.
set -eu
export LC_ALL=C TZ=UTC
root=$(cd "$(dirname "$0")/.." && pwd)

# Tests of --quick: rules, random numbers, learning, evolution, and the command line.
QUICK='^(pcg|rules|moves|game|variant|learn_ols|ga|program[.](dispatch|moves|perft))([.]|$)'

die()
{
    echo "archive.sh: $*" >&2
    exit 1
}

# version_of FOLDER: prints the version that a build of the sources in FOLDER would have
version_of()
{
    number=$(sed -n 's/^project(sowlab VERSION \([0-9.]*\).*/\1/p' "$1/CMakeLists.txt")
    printf '@FULL_VERSION@' >"$work/version.in"
    cmake -DSOURCE_DIR="$1" -DTEMPLATE="$work/version.in" -DOUTPUT="$work/version" \
        -DVERSION="$number" -P "$1/cmake/BuildInfo.cmake"
    cat "$work/version"
}

# make: prints the path of the archive of $revision in $output
make()
{
    commit=$(git -C "$root" rev-parse --verify --quiet "$revision^{commit}") ||
        die "there is no commit '$revision' here: the archive is made in a clone"
    epoch=${SOURCE_DATE_EPOCH:-$(git -C "$root" log -1 --format=%ct "$commit")}
    mkdir -p "$output" "$work/tree"
    # Owners and modes of the system, and the compressor's time, stay out.
    git -C "$root" archive "$commit" | tar -C "$work/tree" -x
    version=$(version_of "$work/tree")
    mv "$work/tree" "$work/sowlab-$version"
    tar -C "$work" -c --format=ustar --sort=name --mtime="@$epoch" --owner=0 --group=0 \
        --numeric-owner --mode=u=rwX,go=rX "sowlab-$version" | gzip -n -9 >"$work/archive"
    mv "$work/archive" "$output/sowlab-$version.tar.gz"
    echo "$output/sowlab-$version.tar.gz"
}

# check: unpacks, builds and tests $archive
check()
{
    tar -C "$work" -xzf "$archive" || die "'$archive' is not an archive"
    named=$(basename "$archive" .tar.gz)
    [ -d "$work/$named" ] || die "'$archive' has no folder $named"
    cd "$work/$named"
    cmake --preset release -DBUILD_TESTING=ON
    cmake --build build/release
    known=$(build/release/bin/sowlab version --json | sed -n 's/^ *"version": *"\(.*\)",*$/\1/p' | head -n 1)
    [ "sowlab-$known" = "$named" ] || die "'$archive' calls itself $known"
    if [ "$quick" ]; then
        ctest --preset release --tests-regex "$QUICK"
    else
        ctest --preset release
    fi
    echo "archive.sh: $archive builds, passes its tests and knows that it is $known"
}

revision=HEAD
output=$root/build
archive=''
quick=''
while [ $# -gt 0 ]; do
    case $1 in
    --revision) revision=${2:?} && shift ;;
    --output) output=${2:?} && shift ;;
    --check) archive=$(readlink -f "${2:?}") && shift ;;
    --quick) quick=yes ;;
    *) die "unknown word '$1'; the head of this file lists the options" ;;
    esac
    shift
done
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 1' HUP INT TERM
if [ "$archive" ]; then check; else make; fi
