# SPDX-License-Identifier: GPL-3.0-or-later
# A command that cannot write its results fails.

# unwritten COMMAND...: it exits with 74, with a message
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

# If the reader of a pipe ends, the command ends at once, without a message or an error.
yes 4,4,4,4,4,4,0/4,4,4,4,4,4,0:s | {
    got=0
    "$SOWLAB" moves 2>err || got=$?
    echo $got >status
} | head -n 1 >/dev/null
[ "$(cat status)" -eq 0 ] || fail "exit status $(cat status) after a closed pipe"
[ ! -s err ] || fail "a word after a closed pipe: $(cat err)"

# unread COMMAND...: it ends with 0 and without a message, although nobody reads its results
unread()
{
    {
        sleep 0.3
        got=0
        "$@" 2>err || got=$?
        echo $got >status
    } | :
    [ "$(cat status)" -eq 0 ] || fail "exit status $(cat status), unread: $*"
    ! grep '^sowlab: ' err || fail "a word of what nobody reads: $*"
}
for command in help version 'variants list' 'variants show awari' 'perft --depth 2' \
    'match h1 h4 --games 10 --quiet' 'evolve --runs 2 --population 4 --generations 2 --quiet' \
    'runs list --csv' 'runs show 1' 'runs export 1' 'report 1' 'plot 1 score --format svg'; do
    # shellcheck disable=SC2086 # words
    unread "$SOWLAB" $command
done
expect 0 "$SOWLAB" runs list --csv
[ "$(grep -c ',done,' out)" -eq 3 ] || fail 'what nobody reads is not stored'
rm sowlab.db

# A closed stderr is not an error.
"$SOWLAB" variants show awari >out 2>&- || fail 'a closed stderr'
says '^pits = 6$' out

# Messages are not in the results.
expect 0 "$SOWLAB" perft --depth 5 --json
[ ! -s err ] || fail 'a pipe got progress'

# The answer comes last, after the tables that support it. Settings with their defaults are only
# counted.
expect 0 "$SOWLAB" match h4 h3 --games 30 --random-plies 4 --threads 1 --db answer.db
says '^others  *[0-9]* have their defaults; --full shows them$' out
says '^games  *30$' out
tail -n 2 out >last
says '^result  h4 scores 0\.[0-9]* (95 % interval 0\.[0-9]* to .*) against h3 (better)$' last
says "^next  *sowlab report 1 --output run-1\.html --db 'answer\.db'$" last
expect 0 "$SOWLAB" match h4 h3 --games 30 --full --db answer.db
grep -q '^others ' out && fail '--full leaves settings out'
says '^sprt ' out
# An option that was given is shown, also if its value is the default.
expect 0 "$SOWLAB" match h4 h3 --games 1000 --db answer.db
says '^games  *1000$' out
# The next command that a result suggests can be run. It names the database, unless it is the usual
# one.
for command in 'evolve --population 6 --generations 2 --games 1 --candidates 2 --candidate-games 2
    --validation-games 3' 'match h1 h4 --games 5' 'tournament h1 h4 random --games 5' \
    'robustness h4 --variants awari,kalah --opponents h1,random --games 5' \
    'dataset make random h4 --games 20' 'regret h4 --variant kalah --on-board 5 --games 10' \
    'sensitivity h4 --variant kalah --options end --refit none --games 5'; do
    # shellcheck disable=SC2086 # one word per option
    expect 0 "$SOWLAB" $command --db next.db
    next=$(sed -n 's/^next  *sowlab //p' out)
    [ -n "$next" ] || fail "no next command: $command"
    eval "\"\$SOWLAB\" $next" >out 2>err || fail "$next: $(cat err)"
done
[ ! -e sowlab.db ] || fail 'a next command used another database'
expect 0 env SOWLAB_DB=next.db "$SOWLAB" match h1 h4 --games 5
says '^next  *sowlab report [0-9]* --output run-[0-9]*\.html$' out
expect 0 "$SOWLAB" match h1 h4 --games 5 --db "it's.db"
says "^next .* --db 'it'..'s.db'\$" out
