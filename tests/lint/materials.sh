#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Checks the bill of materials in docs/developers/packages.csv: materials.sh SOURCE
#
# It has a row with licence and purpose for each package that lab installs, and no others. Each
# library that CMake looks up is named in one of them. debian/control has all packages that lab
# needs to build, but for those that every build of a package has.
set -eu
export LC_ALL=C
cd "$1"
page=docs/developers/packages.csv
status=0
wanted=$(mktemp)
trap 'rm -f "$wanted"' EXIT

# rows COLUMN: lists a column of the packages
rows()
{
    awk -F, -v column="$1" 'NR > 1 { print $column }' "$page"
}

# same WHAT LISTED WANTED: reports words that only one of the two lists has
same()
{
    for word in $2; do
        echo "$3" | grep -qxF -e "$word" || {
            echo "$page:1: $1 '$word' is not needed any more" >&2
            status=1
        }
    done
    for word in $3; do
        echo "$2" | grep -qxF -e "$word" || {
            echo "$page:1: $1 '$word' has no row" >&2
            status=1
        }
    done
}

same package "$(rows 1)" "$(sed -n -e "/^[A-Z]*_PACKAGES='[^']*'\$/{p;d}" \
    -e "/^[A-Z]*_PACKAGES='/,/'\$/p" lab |
    sed "s/^[A-Z_]*='//; s/'\$//" | xargs -n 1 | sort -u)"
same library "$(rows 2 | grep .)" "$(
    find . -path ./build -prune -o \( -name CMakeLists.txt -o -name '*.cmake' \) -exec sed -n \
        -e 's/^ *pkg_check_modules(.* IMPORTED_TARGET \([a-z]*\))$/\1/p' \
        -e 's/^ *find_package(\([A-Za-z0-9]*\) .*/\1/p' \
        -e 's/^ *sow_find_library([A-Za-z:]* [A-Za-z.]* \([A-Za-z]*\))$/\1/p' {} + | sort -u)"
sed -n '/^Build-Depends:/,/^[A-Z][^B]/p' debian/control | sed 's/^[A-Z][A-Za-z-]*://' |
    awk '$1 ~ /^[a-z]/ { gsub(/,/, ""); print $1 }' >"$wanted"
listed=$(sed -n "/^BUILD_PACKAGES='/,/'\$/p" lab | sed "s/^[A-Z_]*='//; s/'\$//")
[ -n "$listed" ] || {
    echo "lab:1: BUILD_PACKAGES is not to be found" >&2
    status=1
}
for package in $listed; do
    case $package in gcc | libc6-dev) continue ;; esac
    grep -qxF -e "$package" "$wanted" || {
        echo "debian/control:1: Build-Depends lacks '$package', which lab installs" >&2
        status=1
    }
done
for column in 3 5; do
    [ "$(rows 1 | wc -l)" -eq "$(rows $column | grep -c .)" ] || {
        echo "$page:1: a row of the bill of materials lacks its licence or its purpose" >&2
        status=1
    }
done
exit $status
