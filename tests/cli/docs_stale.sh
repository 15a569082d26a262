# SPDX-License-Identifier: GPL-3.0-or-later
# The test docs.columns notices a column that docs/reference/columns.md lacks, has too often or
# explains in other words. This test makes a document of its own. It does not check the real
# one, as docs.columns does.
root=$SOW_TEST_DATA/../..
mkdir -p tree/docs/reference tree/tests/data
ln -s "$root/tests/cli" "$root/tests/figures" tree/tests/

expect 0 "$SOW_COLUMNS"
cp out tables
while read -r name; do
    printf '### %s\n\n| column | type | unit | meaning |\n| --- | --- | --- | --- |\n' "$name"
    "$SOW_COLUMNS" "$name"
    echo
done <tables >fresh.md

# check STATUS EDIT: runs docs.sh for the document after sed EDIT
check()
{
    sed "$2" fresh.md >tree/docs/reference/columns.md
    expect "$1" env SOW_TEST_DATA="$PWD/tree/tests/data" sh "$root/tests/script_test.sh" \
        "$root/tests/cli/docs.sh" reference/columns
}

check 0 ''
for edit in '/^| .best_individual. /d' 's/^| .best_individual. .*/&\n| one more | REAL | | none |/' \
    's/^\(| .best_individual. .*|\) .* |$/\1 something else |/' '/^### generations$/d'; do
    check 1 "$edit"
    says generations err
done
