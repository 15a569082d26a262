# SPDX-License-Identifier: GPL-3.0-or-later
# Files, databases and words that contain terminal commands are shown, and not obeyed.

esc=$(printf '\033')
bad="${esc}[31m$(printf '\r\007\302\233\342\200\256')"

# shown COMMAND...: prints something, with any exit status, and nothing that a terminal obeys
shown()
{
    "$@" >out 2>err || :
    [ -s err ] || [ -s out ] || fail "nothing said: $*"
    if cat out err | LC_ALL=C grep -q "[$(printf '\001-\010\013-\037\177')]" ||
        cat out err | LC_ALL=C grep -q -e "$(printf '\302\233')" \
            -e "$(printf '\342\200\256')"; then
        cat -v out err >&2
        fail "a terminal would obey: $*"
    fi
}

expect 0 "$SOWLAB" match h1 h2 --games 20 --label "$bad" --quiet

# Words of the command line
shown "$SOWLAB" "$bad"
shown "$SOWLAB" "--$bad"
shown "$SOWLAB" match "$bad" h1
shown "$SOWLAB" match h1 h2 "--$bad"
shown "$SOWLAB" match h1 h2 --games "$bad"
shown "$SOWLAB" runs show "$bad"
shown "$SOWLAB" runs list --db "$bad"
shown "$SOWLAB" runs export 1 --output "$bad/file"
shown "$SOWLAB" runs export 1
shown "$SOWLAB" perft --start "$bad"
shown "$SOWLAB" perft --rule "$bad=1"

# A line feed in a name does not begin a line
for words in 'match NAME h1' 'runs show NAME' 'runs list --db NAME' 'perft --start NAME' \
    'variants show NAME' 'match h1 h2 --games 5 --label NAME' 'match h1 h2 --games 5 --db NAME'; do
    set --
    for word in $words; do
        [ "$word" != NAME ] || word=$(printf 'x\nsowlab: all is well\n.')
        set -- "$@" "$word"
    done
    "$SOWLAB" "$@" >out 2>err || :
    ! grep -E '^(sowlab: )?(sowlab: all is well|\.)' err || fail "a name begins a line: $words"
done

# Queries
for format in --quiet --json; do
    shown "$SOWLAB" sql $format "SELECT 1 AS \"$bad\", label FROM runs"
    shown "$SOWLAB" sql $format "SELECT '[\"$bad\"]' AS weights"
    shown "$SOWLAB" sql $format "SELECT \"$bad\" FROM nowhere"
    shown "$SOWLAB" runs list $format
    shown "$SOWLAB" runs show 1 $format
done
shown "$SOWLAB" runs list --where "$bad"

# Lines and files
printf '%s\n' "$bad" >line
# shellcheck disable=SC2016 # the inner shell's
shown sh -c '"$0" moves <line' "$SOWLAB"
printf '%s = 1\n' "$bad" >key.ini
printf 'pits = %s\n' "$bad" >value.ini
printf 'base = awari\nsummary = %s\n' "$bad" >summary.ini
printf '%s\n' "$bad" >line.ini
for file in key value summary line; do
    shown "$SOWLAB" variants show $file.ini
    shown "$SOWLAB" variants show $file.ini --json
    shown "$SOWLAB" perft --depth 1 --variant $file.ini
done
# Programs get the stored bytes (docs/reference/schema.md), except in JSON, which has to be UTF-8.
expect 0 "$SOWLAB" sql "SELECT CAST(x'61ff1b62c0' AS TEXT) AS t" --csv
printf 't\na\377\033b\300\n' | cmp - out
expect 0 "$SOWLAB" sql "SELECT CAST(x'61ff1b62c0' AS TEXT) AS t" --json
says '"a.ufffd.u001bb.ufffd"' out
printf '%s,%s\n1,2\n' "$bad" "$bad" >table.csv
shown "$SOWLAB" dataset import table.csv
shown "$SOWLAB" runs import table.csv

# Databases of other people: names and values
expect 0 "$SOWLAB" dataset make random random --games 2 --label "$bad" --quiet --db set.db
shown "$SOWLAB" dataset export 1 --db set.db
if command -v sqlite3 >/dev/null; then
    sqlite3 sowlab.db "CREATE TABLE \"$bad\" (x); UPDATE runs SET version = '$bad',
        status = 'interrupted', variant = '$bad'"
    for command in 'runs check' 'runs list' 'runs show 1' 'resume 1' 'runs verify 1' \
        'runs export 1'; do
        # shellcheck disable=SC2086 # words
        shown "$SOWLAB" $command
    done
fi
