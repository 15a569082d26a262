# SPDX-License-Identifier: GPL-3.0-or-later
# Programs as players: those of docs/players, and which programs are started.
docs=$SOW_TEST_DATA/../../docs
TMPDIR=$PWD
export TMPDIR

for name in player.py player.c Player.java adapter.py; do
    cp "$docs/players/$name" .
done

# Each of them plays Awari, and its games are stored.
players=
if command -v python3 >/dev/null; then
    players="$players exec:[python3 player.py]"
fi
if cc -o player player.c 2>/dev/null; then
    players="$players exec:[./player],threads=2"
fi
if command -v java >/dev/null; then
    players="$players exec:[java -XX:TieredStopAtLevel=1 Player.java],name=Java"
fi
test -n "$players" || skip 'there is neither python3 nor cc nor java'
expect 0 "$SOWLAB" tournament "$players random" --variant awari --games 2 --db a.db --json
says '"table": "ratings"\|"ratings"' out
expect 0 "$SOWLAB" sql --db a.db --csv "SELECT count(*) FROM games WHERE ending LIKE 'forfeit%'"
says '^0$' out
expect 0 "$SOWLAB" sql --db a.db --csv "SELECT count(*) FROM run_players WHERE kind = 'exec' AND spec LIKE '%,sha256=%' AND name NOT LIKE '%sha256%'"
says "^$(printf '%s\n' "$players" | grep -o 'exec:' | wc -l)\$" out
expect 0 "$SOWLAB" runs verify 1 --db a.db
says 'not replayable' out

# Below, the player is the first of them.
case $players in
*player.py*) player='exec:[python3 player.py]' ;;
*'./player'*) player='exec:[./player]' ;;
*) player='exec:[java Player.java]' ;;
esac
expect 0 "$SOWLAB" regret "$player" --variant awari --on-board 3 --games 3 --sample 20 --db a.db
says 'loses' out
says "is started as a player (docs/reference/exec.md); its messages are kept in $PWD/sowlab-exec-" err
expect 0 "$SOWLAB" robustness "$player" random --variants 'awari kalah' --games 1 --db a.db
expect 0 "$SOWLAB" match "$player" "$player,ms=1000" --rule pie_rule=yes --variant kalah --games 1 --db a.db
printf '4,4,4,4,4,4,0/4,4,4,4,4,4,0:s\nx\n' >positions
expect 65 "$SOWLAB" moves --player "$player" --variant awari <positions
test "$(sed -n 2p out)" = '?' || fail "the second answer is $(sed -n 2p out)"
expect 0 "$SOWLAB" analyse --player "$player" --variant awari --csv
says '^[1-6],,yes,' out
says '^[1-6],,no,' out
test -z "$(find . -name 'sowlab-exec-*')" || fail 'an empty file of messages is left'

# The name of a program stands for it in tables. The word exec has any case of letters.
expect 0 "$SOWLAB" match "EXEC:${player#exec:},name=Mirror" h4 --variant awari --games 1 --db a.db
says '^player  *Mirror$' out
expect 64 "$SOWLAB" measure "$player" --variant awari --db a.db
says 'it is a program outside, whose games cannot be repeated: play a match' err

# After SIGKILL no empty file of messages is left. A player that answers just then may write
# a message: nobody reads its answer.
"$SOWLAB" match "$player" h4 --variant awari --games 100000 --db k.db --quiet 2>/dev/null &
run=$!
sleep 0.5
kill -KILL "$run"
wait "$run" || :
sleep 0.5
test -z "$(find . -name 'sowlab-exec-*' -size 0)" || fail 'SIGKILL leaves an empty file of messages'

# A program that no word of the command line names is not started: a run that is resumed,
# and a plan of a sweep.
"$SOWLAB" match "$player" h4 --variant awari --games 100000 --db b.db --quiet 2>/dev/null &
run=$!
sleep 1
kill -INT "$run"
wait "$run" || :
expect 64 "$SOWLAB" resume 1 --db b.db
says "does not name it: if you trust it, add --allow-exec 'exec:\[" err
printf "[sweep]\ncommand = match\noperands = '%s h4'\n[options]\nseed = 1\ngames = 1\n" "$player" >plan
expect 64 "$SOWLAB" sweep plan --db c.db
says "does not name it" err
expect 0 "$SOWLAB" sweep plan --db c.db --allow-exec "$player"

# An engine behind an adapter, and the page that plays games.
if command -v python3 >/dev/null; then
    "$SOWLAB" serve --port 0 --db a.db --allow-exec 'exec:[python3 player.py]' >address 2>served &
    server=$!
    while ! test -s address && kill -0 "$server"; do
        sleep 0.1
    done
    cat >ask.py <<'END'
import sys, urllib.error, urllib.parse, urllib.request
query = urllib.parse.urlencode({"south": sys.argv[2], "north": "h4", "variant": "awari", "choose": "yes"})
try:
    print(urllib.request.urlopen(sys.argv[1].strip("/") + "/api/play?" + query).read().decode())
except urllib.error.HTTPError as error:
    print(error.code, error.read().decode())
END
    rm -f sowlab-exec-*
    python3 ask.py "$(cat address)" 'exec:[python3 player.py]' >allowed
    python3 ask.py "$(cat address)" 'exec:[python3 other.py]' >forbidden
    # Options do not make another process of the same program.
    for name in one two three; do
        python3 ask.py "$(cat address)" "exec:[python3 player.py],name=$name,threads=2,start=9" >named
        says '"choice"' named
    done
    test "$(find . -name 'sowlab-exec-*' | wc -l)" -le 1 || fail 'requests start a program many times'
    kill "$server"
    wait "$server" || :
    says '"choice"' allowed
    says 'name it with --allow-exec' forbidden
    cat >engine <<'END'
import sys
for line in sys.stdin:
    word, *rest = line.split()
    if word == "uci":
        print("id name tiny\nuciok", flush=True)
    elif word == "isready":
        print("readyok", flush=True)
    elif word == "position":
        moves = rest[2:]
    elif word == "go":
        # In Awari the first mover may sow pit 1, 2, .. of the start.
        print("info depth 1\nbestmove", 1 + len(moves) // 2, flush=True)
END
    expect 0 "$SOWLAB" match 'exec:[python3 adapter.py python3 engine]' h4 --variant awari \
        --games 1 --random-plies 0 --db d.db
    expect 0 "$SOWLAB" sql --db d.db --csv "SELECT moves FROM games ORDER BY game LIMIT 1"
    says '^"\{0,1\}1 [1-6] 2' out
fi

# A program that is at fault soon ends a regret and a list of moves; what it writes to standard
# error has a limit, also over several starts; it hears the keys of a variant file.
cat >faulty <<'END'
#!/bin/sh
while read -r line && [ "$line" ]; do
    echo "$line"
done >heard
echo start >>starts
echo ready
read -r line
head -c 700000 /dev/zero | tr '\0' x >&2
echo garbage
sleep 1
END
chmod +x faulty
expect 74 "$SOWLAB" regret 'exec:[./faulty]' --variant awari --on-board 3 --games 3 --sample 20 --db e.db
says 'forfeit: not of the protocol' err
test "$(wc -l <starts)" -le 4 || fail "the program was started $(wc -l <starts) times"
says '^seeds_per_pit = 4$' heard
says '^cap_leftovers = owner$' heard
yes 4,4,4,4,4,4,0/4,4,4,4,4,4,0:s | head -n 9 >positions
rm starts sowlab-exec-*
expect 74 "$SOWLAB" moves --player 'exec:[./faulty]' --variant awari <positions
says 'no legal move at input line 1' err
test "$(wc -l <starts)" -le 2 || fail "the program was started $(wc -l <starts) times"
rm sowlab-exec-*
expect 0 "$SOWLAB" match 'exec:[./faulty]' h4 --variant awari --games 2 --db f.db
test "$(cat sowlab-exec-* | wc -c)" -le 1048576 || fail 'there are more messages than are allowed'
