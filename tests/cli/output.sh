# SPDX-License-Identifier: GPL-3.0-or-later
# Results that cannot be written are never taken for written.

# unwritten COMMAND...: it exits with 74 and says so
unwritten()
{
    got=0
    "$@" 2>err || got=$?
    [ "$got" -eq 74 ] || fail "exit status $got instead of 74: $*"
    says '^sowlab: .*cannot be written\|^sowlab: .*cannot write' err
}

echo 4,4,4,4,4,4,0/4,4,4,4,4,4,0:s >position
for command in help 'help perft' version 'variants list' 'variants show awari' \
    'variants diff awari oware --json' 'perft --depth 2' 'moves'; do
    # shellcheck disable=SC2086 # words
    {
        unwritten "$SOWLAB" $command <position >/dev/full
        unwritten "$SOWLAB" $command <position >&-
    }
done

# A reader that goes away ends the work, at once and with a reason.
yes 4,4,4,4,4,4,0/4,4,4,4,4,4,0:s | {
    got=0
    "$SOWLAB" moves 2>err || got=$?
    echo $got >status
} | head -n 1 >/dev/null
[ "$(cat status)" -eq 74 ] || fail "exit status $(cat status) after a closed pipe"
says 'Broken pipe' err

# A closed stderr is no reason to fail.
"$SOWLAB" variants show awari >out 2>&- || fail 'a closed stderr'
says '^pits = 6$' out

# Messages stay out of results.
expect 0 "$SOWLAB" perft --depth 5 --json
[ ! -s err ] || fail 'a pipe got progress'
