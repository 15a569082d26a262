# SPDX-License-Identifier: GPL-3.0-or-later
# An endgame file is cut, overwritten or replaced while a command uses it. The command then ends
# with exit status 65, without a signal. It stores nothing, and the run is not left running. Files
# that have lost layers are reported at the start.

expect 0 "$SOWLAB" solve --variant kalah --on-board 9 --endgame good.endgame --quiet
expect 0 "$SOWLAB" solve --variant kalah-no-empty-capture --on-board 9 --endgame other.endgame --quiet
size=$(wc -c <good.endgame)

cut_short()
{
    dd if=/dev/null of=used.endgame bs=1 seek=8192 2>/dev/null
}

overwritten()
{
    dd if=/dev/urandom of=used.endgame bs=4096 seek=9 count=2 conv=notrunc 2>/dev/null
}

replaced()
{
    mv other.endgame used.endgame
}

# changed CHANGE COMMAND...: changes the file after the run has begun
changed()
{
    how=$1
    shift
    rm -f changes.db*
    cp good.endgame used.endgame
    "$SOWLAB" "$@" --variant kalah --db changes.db >out 2>err </dev/null &
    pid=$!
    await changes.db 'count(*) FROM runs'
    $how
    got=0
    wait $pid || got=$?
    [ "$got" -eq 65 ] || fail "exit status $got instead of 65, $how: $* $(cat err)"
    says 'used.endgame'\'' was changed while it was in use, so no result is kept' err
    "$SOWLAB" sql --csv --db changes.db 'SELECT status FROM runs UNION ALL
        SELECT '\''stored'\'' FROM matches UNION ALL SELECT '\''stored'\'' FROM games UNION ALL
        SELECT '\''stored'\'' FROM positions UNION ALL SELECT '\''stored'\'' FROM regrets UNION ALL
        SELECT '\''stored'\'' FROM generations' >rows
    [ "$(sed 1d rows)" = failed ] || fail "$how: $*: $(cat rows)"
}

player='alphabeta:depth=4,eval=[h4],endgame=used.endgame'
changed cut_short match "$player" h4 --games 400 --threads 1
changed overwritten match "$player" h4 --games 400 --threads 1
changed replaced tournament "$player h4 h1" --games 120 --threads 1
changed overwritten regret "$player" --on-board 9 --endgame used.endgame --games 300 --threads 1
changed cut_short dataset make h4 --outcome exact --endgame used.endgame --nodes 2000 --games 200
changed cut_short evolve --population 10 --generations 1 --games 8 --fitness panel \
    --opponents "$player" --threads 1

# Games of a session are stored one by one, so games before the change are kept.
rm -f changes.db*
cp good.endgame used.endgame
"$SOWLAB" play "$player" "$player" --games 400 --variant kalah --db changes.db >out 2>err </dev/null &
pid=$!
tries=0
until grep -q 'wins' out; do
    tries=$((tries + 1))
    [ $tries -lt 600 ] || fail "no game: $(cat err)"
    sleep 0.02
done
overwritten
got=0
wait $pid || got=$?
[ "$got" -eq 65 ] || fail "play ends with $got: $(cat err)"
expect 0 "$SOWLAB" sql --csv --db changes.db 'SELECT status FROM runs'
says '^failed$' out

# Commands that store nothing.
cp good.endgame used.endgame
"$SOWLAB" value --variant kalah --endgame used.endgame --seconds 3 >answer 2>err &
pid=$!
sleep 1
cut_short
got=0
wait $pid || got=$?
[ "$got" -eq 65 ] || fail "value ends with $got: $(cat err)"
says 'was changed while' err
[ ! -s answer ] || fail 'value answers by a changed file'

# A stored run of a panel with an endgame file can be verified, but not if the file is another.
cp good.endgame used.endgame
expect 0 "$SOWLAB" evolve --population 2 --generations 1 --games 1 --fitness panel --candidates 1 \
    --candidate-games 1 --validation-games 1 --opponents 'alphabeta:depth=1,eval=[h4],endgame=used.endgame' \
    --variant kalah --db verify.db --quiet
expect 0 "$SOWLAB" runs verify 1 --db verify.db
cut_short
expect 65 "$SOWLAB" runs verify 1 --db verify.db

# Commands that read a cut file refuse it. The command solve solves the lost layers again.
head -c $((size - 5000)) good.endgame >short.endgame
for command in probe value; do
    expect 65 "$SOWLAB" $command --variant kalah --endgame short.endgame \
        --position 1,0,0,0,0,0,23/0,0,0,0,0,1,23:s
    says 'has lost layers: it had up to 9 seeds and now has up to 8' err
done
expect 64 "$SOWLAB" match 'alphabeta:depth=1,eval=[h4],endgame=short.endgame' h4 --variant kalah
says 'has lost layers' err
expect 0 "$SOWLAB" solve --variant kalah --on-board 9 --endgame short.endgame
says 'has lost layers: it had up to 9 seeds and now has up to 8; the others are solved again' err
cmp short.endgame good.endgame || fail 'what was solved again is another file'
