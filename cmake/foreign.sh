#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Makes the folder of libraries for another processor: cmake/foreign.sh ARCHITECTURE
#
# Unpacks Debian's packages for ARCHITECTURE, such as arm64, in build/foreign/ARCHITECTURE.
# cmake/foreign.cmake compiles with them. Does nothing if the folder is there. Needs no root.
# `./lab preset aarch64` and others begin with it.
set -eu
cd "$(dirname "$0")/.."

LIBRARIES='libc6-dev libsqlite3-dev libgsl-dev libjansson-dev libinih-dev nettle-dev r-mathlib
    libcsv-dev libunistring-dev libmicrohttpd-dev check libsubunit-dev libgomp1'

architecture=${1:?names no architecture: write arm64, i386 or s390x}
folder=build/foreign/$architecture
[ ! -d "$folder" ] || exit 0
mkdir -p build/foreign
rm -rf "$folder.part"
mmdebstrap --quiet --mode=unshare --variant=extract --architectures="$architecture" \
    --include="$(echo "$LIBRARIES" | tr -s ' \n' ',,')" bookworm "$folder.part"
mv "$folder.part" "$folder"
