# SPDX-License-Identifier: GPL-3.0-or-later
# The tables of a page of docs/ are those that its commands give: docs.sh FOLDER/NAME [--update]
#
# figures/NAME.sh runs the commands and makes the rows. Commands that take long are run only if
# SOW_DOCS=all. With --update, the document is changed instead of compared.
folder=$SOW_TEST_DATA/../figures
document=$SOW_TEST_DATA/../../docs/$1.md
name=${1##*/}
update=${2-}
: >differing

# rows DB SELECT: prints the answer of a query with one column, one line per row. The title, which
# is the query's expression unless it names one, may have several lines.
rows()
{
    "$SOWLAB" sql --db "$1" --csv "$2" |
        awk 'past { print } !past { quotes += gsub(/"/, ""); past = quotes % 2 == 0 }' |
        sed -e 's/^"\(.*\)"$/\1/' -e 's/""/"/g'
}

# table TEXT: the first table after the line that begins with TEXT has the rows of stdin
table()
{
    cat >made.rows
    [ -s made.rows ] || fail "nothing is made for: $1"
    awk -v after="$1" -f "$SOW_TEST_DATA/../cli/docs_table.awk" "$document" >shown.rows ||
        fail "$document: no table after: $1"
    if [ "$update" ]; then
        awk -v after="$1" -v rows=made.rows -f "$SOW_TEST_DATA/../cli/docs_table.awk" \
            "$document" >renewed.md
        cat renewed.md >"$document"
    elif ! diff -u shown.rows made.rows; then
        printf '%s: the table after "%s" is not what is made now\n' "$document" "$1" >&2
        printf '%s\n' "$1" >>differing
    fi
}

# data FILE: docs/findings/data/FILE has the rows of stdin, which are those of a Markdown table,
# after its own head
data()
{
    file=$SOW_TEST_DATA/../../docs/findings/data/$1
    awk '{
        gsub(/`|\*\*|^\| *| *\|$/, "")
        count = split($0, cells, / *\| */)
        for (i = 1; i <= count; i++) {
            gsub(/"/, "\"\"", cells[i])
            printf "%s%s", cells[i] ~ /[",]/ ? "\"" cells[i] "\"" : cells[i], i < count ? "," : "\n"
        }
    }' >made.rows
    [ -s made.rows ] || fail "nothing is made for: $file"
    {
        head -n 1 "$file"
        cat made.rows
    } >made.csv
    if [ "$update" ]; then
        cat made.csv >"$file"
    elif ! diff -u "$file" made.csv; then
        printf '%s is not what is made now\n' "$file" >&2
        printf '%s\n' "$1" >>differing
    fi
}

# whole: the whole document is stdin
whole()
{
    if [ "$update" ]; then
        cat >"$document"
    elif ! diff -u "$document" -; then
        printf '%s\n' "$document" >>differing
    fi
}

# sentences: the document has each line of stdin, with any line breaks. With --update, a writer
# has to change the document by hand.
sentences()
{
    tr -s '[:space:]' ' ' <"$document" >words
    while IFS= read -r made; do
        grep -qF -e "$made" words && continue
        printf '%s: this does not stand there: %s\n' "$document" "$made" >&2
        [ "$update" ] || printf '%s\n' "$made" >>differing
    done
}

# in_index DB: the page of all reproduced publications has the sums of the run in DB, of NAME
in_index()
{
    page=$document
    document=$SOW_TEST_DATA/../../docs/findings/reproduce.md
    rows "$1" "SELECT format('reproduce $name\` | %d | %d | %d | %d | %d |', sum(cells), sum(agree), sum(known),
        sum(differ), sum(undecided)) AS made FROM reproduced_tables" | sentences
    document=$page
}

# at_length: true if long commands are to be run
at_length()
{
    [ "${SOW_DOCS-}" = all ]
}

# orders: prints all 720 linear orders of the paper's heuristics, one per line
orders()
{
    awk 'function each(order, rest,    i)
    {
        if (rest == "")
            print "order:" substr(order, 2)
        for (i = 1; i <= length(rest); i++)
            each(order ",h" substr(rest, i, 1), substr(rest, 1, i - 1) substr(rest, i + 1))
    }
    BEGIN { each("", "123456") }'
}

# shellcheck source=/dev/null
. "$folder/$name.sh"
target=docs
case $name in columns | commands | features) target=docs_$name ;; esac
[ ! -s differing ] ||
    fail "$(wc -l <differing) tables or sentences differ: cmake --build DIR --target $target renews the tables"
