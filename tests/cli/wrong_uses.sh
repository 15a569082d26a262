# SPDX-License-Identifier: GPL-3.0-or-later
# The wrong uses of tests/data/cli/wrong_uses.txt give their exit status and message, and nothing
# on stdout. The list has every command and every option.
table=$SOW_TEST_DATA/cli/wrong_uses.txt

printf 'base = awari\npitts = 6\nseeds = many   # a comment\n' >bad.ini
: >empty.ini
mkdir folder
printf 'This is not a database.\nNor a position.\n%0600d\n' 7 >text.db
long=$(printf '%0300d' 7)   # used by the table
bad=$(printf 'h\377')       # no UTF-8; used by the table
: "$long" "$bad"
expect 0 "$SOWLAB" evolve --variant awari --population 4 --generations 2 --games 1 \
    --candidates 2 --candidate-games 1 --validation-games 1
expect 0 "$SOWLAB" match h1 h2 --games 2
expect 0 "$SOWLAB" dataset make random --games 3
cp sowlab.db done.db
expect 0 "$SOWLAB" runs list --csv
cp out runs_before

# One process carries out all uses (tests/wrong_uses.c). Only those that read a file as stdin have
# one of their own. The file use.now has the use that the process carries out, and after the last
# one their number.
uses=0
together=0
: >uses.table
while IFS='|' read -r status words fragment; do
    case $status in '#'*) continue ;; esac
    [ -n "$fragment" ] || fail "no fragment: $words"
    uses=$((uses + 1))
    case $words in
    *' <'*)
        eval "expect $status \"\$SOWLAB\" $words"
        [ ! -s out ] || fail "output of: $words"
        grep -qF -e "$fragment" err || fail "not '$fragment' for: $words"
        ;;
    *)
        eval "set -- $words"
        together=$((together + 1))
        printf '%s\0' "$status" "$fragment" $# "$@" >>uses.table
        ;;
    esac
done <"$table"
[ "$uses" -ge 130 ] || fail "$uses wrong uses are fewer than 130"
status=0
timeout 900 "$SOW_WRONG_USES" uses.table </dev/null || status=$?
if [ $status -ne 0 ] || [ "$(cat use.now)" != "$together uses" ]; then
    cat use.now use.err >&2
    fail "exit status $status: a wrong use is not refused as it should be"
fi
expect 0 "$SOWLAB" runs list --csv
cmp out runs_before || fail 'a wrong use left a run'

# The list has every command, and every option of any command.
awk -F '|' '!/^#/ { print $2 " " }' "$table" >uses
expect 0 "$SOWLAB" help
sed -n "s/^  \([a-z]*\( [a-z]*\)\{0,1\}\)\(  .*\)\{0,1\}$/\1/p" out >commands
[ "$(wc -l <commands)" -ge 30 ] || fail 'the list of commands is not understood'
while read -r command; do
    grep -q -e "^$command " uses || fail "no wrong use of 'sowlab $command'"
    # shellcheck disable=SC2086 # a command of two words
    "$SOWLAB" help $command | sed -n 's/^  \(--[a-z-]*\).*/\1/p'
done <commands | sort -u >options
[ "$(wc -l <options)" -ge 90 ] || fail 'the options are not understood'
while read -r option; do
    grep -q -e " ${option}[ =]" uses || fail "no wrong use of '$option'"
done <options
