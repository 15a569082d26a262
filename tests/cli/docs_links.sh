# SPDX-License-Identifier: GPL-3.0-or-later
# Every link of README.md, CONTRIBUTING.md and docs/ leads to a file and, if it names one, to a
# heading of it. Every page of docs/ that another file names exists.

root=$(cd "$SOW_TEST_DATA/../.." && pwd)
links="$SOW_TEST_DATA/../cli/docs_links.awk"

# checked FOLDER: prints FILE:LINE: LINK for each dead link of the pages in FOLDER
checked()
{
    (
        cd "$1" || exit
        find . -path ./build -prune -o -path ./.git -prune -o -name '*.md' -print |
            sed 's|^\./||' | sort >"$work/pages"
        # shellcheck disable=SC2046 # names of pages have no blanks
        awk -f "$links" $(cat "$work/pages") | while IFS='	' read -r place file anchor; do
            if [ ! -e "$file" ]; then
                echo "$place: no file '$file'"
            elif [ "$anchor" ] && ! grep -qxF "$file#$anchor" "$work/anchors"; then
                echo "$place: no heading '#$anchor' in '$file'"
            fi
        done
    )
}

# headings FOLDER: lists the headings of all pages as FILE#ANCHOR
headings()
{
    (
        cd "$1" || exit
        find . -path ./build -prune -o -path ./.git -prune -o -name '*.md' -print |
            sed 's|^\./||' | xargs awk -v mode=anchors -f "$links"
    )
}

# The test finds the faults of a small example, and no others.
work=$PWD
mkdir -p example/docs/start
cat >example/docs/start/page.md <<'DOCUMENT'
# A title: "Which one?"

See [this page](#a-title-which-one), [the same
twice](../other.md#twice-1) and [a site](https://example.org/none.md).

    [no link](none.md) in output

`[no link](none.md)` in code

## Faults

[no file](none.md), [no heading](../other.md#thrice)
DOCUMENT
# shellcheck disable=SC2016 # these are marks of code
printf '# Other `code`\n\n## Twice\n\n## Twice\n' >example/docs/other.md
headings example >anchors
checked example >out
diff - out <<'EXPECTED'
docs/start/page.md:12: no file 'docs/start/none.md'
docs/start/page.md:12: no heading '#thrice' in 'docs/other.md'
EXPECTED

headings "$root" >anchors
[ "$(wc -l <anchors)" -gt 100 ] || fail 'too few headings are found'
checked "$root" >out
[ ! -s out ] || { cat out && fail 'dead links'; }

# Texts, comments and scripts name pages, too. Panels never change, so they name the place
# where their script was.
cd "$root" || fail "no folder '$root'"
grep -rnoE --include='*.[ch]' --include='*.def' --include='*.sql' --include='*.in' \
    --include='*.ini' --include='*.sh' --include='*.cmake' --include=CMakeLists.txt --include=lab \
    --exclude-dir=build --exclude-dir=.git 'docs/[A-Za-z0-9_/.-]*\.(md|sh|ini|svg|py)' . |
    grep -v -e 'cli/docs_links.sh:' -e '^./variants/panels/' -e 'docs/NAME[.]md' >"$work/named"
[ "$(wc -l <"$work/named")" -gt 50 ] || fail 'too few pages are named'
while IFS=: read -r file line page; do
    [ -e "$page" ] || echo "$file:$line: no file '$page'"
done <"$work/named" >"$work/out"
[ ! -s "$work/out" ] || { cat "$work/out" && fail 'pages that do not exist'; }
