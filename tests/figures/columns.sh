# SPDX-License-Identifier: GPL-3.0-or-later
# Makes the columns of the tables in docs/reference/columns.md, for docs.sh.

expect 0 "$SOW_COLUMNS"
cp out tables
while read -r name; do
    expect 0 "$SOW_COLUMNS" "$name"
    table "### $name" <out
done <tables
