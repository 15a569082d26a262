#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Checks that data which came from outside have origin and licence beside them: origins.sh SOURCE
#
# Each file of figures and reference data has a row in README.md of its folder, or of the folder
# above. A row has no empty cell, and names a file that exists.
set -eu
export LC_ALL=C
cd "$1"
data=tests/data
published=experiments/kinds/reproduction/published
faults=$(mktemp)
trap 'rm -f "$faults"' EXIT

# files README: lists the files that its rows name; a * stands for any part of a name
files()
{
    sed -n 's/^| \([a-z0-9][^|]*[.][a-z0-9, *./_-]*\) |.*/\1/p' "$1" | tr ',' '\n' | tr -d ' '
}

for folder in $data $published; do
    files "$folder/README.md" | while read -r name; do
        found=$(find "$folder" -path "$folder/$name" -o -path "$folder/*/$name")
        [ "$found" ] || echo "$folder/README.md:1: there is no '$name'"
    done
    awk -F' *[|] *' '/^[|]/ { for (i = 2; i < NF; i++) if ($i == "") print FILENAME ":" FNR ": an empty cell" }' \
        "$folder/README.md"
done >"$faults"
for file in "$data"/*.csv "$data"/*.txt "$data"/*.db "$data"/bakeoff/*.csv "$data"/nist/*.txt \
    "$data"/r/*.txt "$published"/*.csv; do
    case $file in
    $data/*) folder=$data ;;
    *) folder=$published ;;
    esac
    known=no
    for name in $(set -f && files "$folder/README.md"); do
        # shellcheck disable=SC2254 # a pattern
        case ${file#"$folder"/} in
        $name | */$name) known=yes ;;
        esac
    done
    [ $known = yes ] || echo "$file:1: has no row in $folder/README.md"
done >>"$faults"
grep -q '^# Origin: ' variants/starts/fairkalah.txt ||
    echo 'variants/starts/fairkalah.txt:1: does not name its origin' >>"$faults"
cat "$faults" >&2
[ ! -s "$faults" ]
