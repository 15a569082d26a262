# SPDX-License-Identifier: GPL-3.0-or-later
# CITATION.cff keeps to the schema of the Citation File Format 1.2.0, `version --cite` prints the
# same citation as BibTeX, and reports name it.

root=$SOW_TEST_DATA/../..
check=$SOW_TEST_DATA/../lint/citation.awk

# refuses EXPRESSION MESSAGE: the file, changed by sed, is refused with that message
refuses()
{
    sed "$1" "$root/CITATION.cff" >changed.cff
    cmp -s changed.cff "$root/CITATION.cff" && fail "'$1' changes nothing"
    expect 1 awk -f "$check" changed.cff
    says "$2" err
}
expect 0 awk -f "$check" "$root/CITATION.cff"
refuses 's/^license:/licence:/' "unknown key 'licence'"
refuses '/^message:/d' "'message' is missing"
refuses 's/^cff-version: .*/cff-version: 1.3.0/' "'cff-version' may not be '1.3.0'"
refuses 's/^  - type: article/  - type: paper/' "'type' may not be 'paper'"
refuses 's/^    year: 2020/    year: in 2020/' "'year' may not be 'in 2020'"
refuses 's|^    doi: 10[.]|    doi: https://doi.org/10.|' "'doi' may not be"
refuses '0,/^        given-names: .*/s//        forename: X/' "unknown key 'forename'"
refuses 's/^version: .*/&\ndate-released: 31.1.2026/' "'date-released' may not be '31.1.2026'"

# A word for each work that sowlab builds on.
for work in Divilly Pekař 2018: Jordan FairKalah kalah-ai Irving Romein Daoud Gifford CMA Mantel \
    Holm Bradtke; do
    says "$work" "$root/CITATION.cff"
done

expect 0 "$SOWLAB" version --cite
cp out bibtex
says '^@misc{sowlab,$' bibtex
author=$(sed -n 's/^  - name: //p' "$root/CITATION.cff" | head -n 1)
says "author = {{$author}}" bibtex
title=$(sed -n 's/^title: "*\([^"]*\)"*$/\1/p' "$root/CITATION.cff")
says "title = {$title}" bibtex
"$SOWLAB" version --json >facts
for key in version revision; do
    value=$(sed -n "s/^ *\"$key\": *\"\(.*\)\",*\$/\1/p" facts | head -n 1)
    [ "$value" ] || fail "no $key"
    grep -qF "$key $value" bibtex || fail "the citation lacks $key $value"
done
expect 0 "$SOWLAB" match h1 random --games 2 --quiet --db runs.db
expect 0 "$SOWLAB" report 1 --db runs.db
says "Cite: $author, sowlab [0-9.]*, revision [0-9a-z-]*; <code>sowlab version --cite</code>" out
