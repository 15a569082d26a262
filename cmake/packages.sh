#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Makes the Debian packages out of a source archive: cmake/packages.sh ARCHIVE [FOLDER]
#
# Unpacks the archive in FOLDER, by default build/packages, which is emptied first. Builds all
# packages there without the tests, and the source package. Fails if lintian has an error or a
# warning. `./lab packages deb` installs what it needs.
set -eu
export LC_ALL=C

archive=$(readlink -f "${1:?names no archive: cmake/archive.sh makes one}")
folder=${2:-$(dirname "$0")/../build/packages}
tar -tzf "$archive" >/dev/null || {
    echo "packages: no source archive '$1': cmake/archive.sh makes one" >&2
    exit 66
}
mkdir -p "$folder"
case $archive in "$(readlink -f "$folder")"/*)
    echo "packages: '$folder' would be emptied and has the archive: name another folder" >&2
    exit 64
    ;;
esac
rm -rf "$folder"
mkdir -p "$folder"
cd "$folder"
tar -xzf "$archive"
(
    cd "$(basename "$archive" .tar.gz)"
    DEB_BUILD_OPTIONS="parallel=$(nproc) ${DEB_BUILD_OPTIONS-}" dpkg-buildpackage --no-sign \
        >../log 2>&1
) || {
    tail -n 40 log >&2
    exit 1
}
lintian --allow-root --fail-on error,warning ./*.changes
