# SPDX-License-Identifier: GPL-3.0-or-later
# Two processes of sowlab play each other by the Kalah Game Protocol, each as the host.

# begin MORE ...: starts a match of h4 with a program that joins, as $host at $port
begin()
{
    for try in 1 2 3 4 5; do
        port=$((20000 + ($$ * 7 + try * 1009) % 20000))
        "$SOWLAB" match "kgp:$port,join=20$1" h4 --variant kalah --games 2 --db games.db \
            --json >match.json 2>match.err &
        host=$!
        sleep 1
        kill -0 "$host" 2>/dev/null && break
    done
}

# A match with a program that joins is stored, and cannot be replayed.
begin ''
"$SOWLAB" kgp --connect "localhost:$port" divilly2013 2>client.err ||
    fail "the client: $(cat client.err)"
wait "$host" || fail "the match: $(cat match.err)"
grep -q 'moves made' client.err || fail 'the client says nothing'
grep -q "a program has to join at .*$port within 20 s" match.err ||
    fail "nobody says that a program is waited for: $(cat match.err)"
grep -q '"games": 4' match.json || fail 'a match of 4 games has others'
"$SOWLAB" runs verify 1 --db games.db >verdict || fail 'verify fails'
grep -q 'not replayable' verdict || fail "verify: $(cat verdict)"

# Without a program there is no match.
expect 74 "$SOWLAB" match "kgp:$((port + 1)),join=0" h4 --variant kalah --games 2 --db games.db
says 'no program joined .* within 0 s: start the program' err
expect 0 "$SOWLAB" runs list --db games.db
says ' 2 .* failed' out

# Games with programs are stored with their endings. This program is always too late.
begin ,ms=50
"$SOWLAB" kgp --connect "localhost:$port" mcts:ms=1000 --quiet 2>client.err || :
wait "$host" || fail "the match: $(cat match.err)"
says '"ending": "forfeit: no move in time", "games": 4' match.json
expect 0 "$SOWLAB" sql --db games.db --csv "SELECT ending, count(*) FROM games WHERE run_id = 3 GROUP BY 1"
says 'forfeit: no move in time,4' out

# With silent=random the host moves for the program, and the run says how often.
begin ,ms=10,silent=random
"$SOWLAB" kgp --connect "localhost:$port" mcts:ms=1000 --quiet 2>client.err || :
wait "$host" || fail "the match: $(cat match.err)"
! grep -q forfeit match.json || fail "a silent program loses: $(cat match.json)"
grep -q '"drawn"' match.json || fail "nobody tells of random moves: $(cat match.json)"
expect 0 "$SOWLAB" sql --db games.db --csv "SELECT first LIKE '%silent=random', first_drawn > 0,
    second_drawn FROM kept_games WHERE run_id = 4 AND first LIKE 'kgp%' GROUP BY 1, 2, 3"
says '^1,1,0$' out

# serve OPTION...: starts a host that anybody can join, as $host at $port
serve()
{
    : >host.err
    "$SOWLAB" kgp --serve h4 --listen 0 "$@" >games 2>>host.err &
    host=$!
    for try in 1 2 3 4 5 6 7 8 9 10; do
        port=$(sed -n 's/^listening at 127.0.0.1:\([0-9]*\);.*/\1/p' host.err)
        test -n "$port" && break
        sleep 0.2
    done
}
serve --games 2 --visits 1
"$SOWLAB" kgp --connect "127.0.0.1:$port" random --quiet || fail 'nobody could join'
wait "$host" || fail "the host: $(cat host.err)"
test "$(wc -l <games)" -eq 3 || fail "the host tells of other games: $(cat games)"
test "$(grep -c 'sowlab random.*normal$' games)" -eq 2 || fail "the games: $(cat games)"

# Games with different openings. These players never have to break a tie, so without openings all
# games in one seat would be the same.
serve --games 8 --visits 1 --random-plies 4
"$SOWLAB" kgp --connect "127.0.0.1:$port" divilly2013 --quiet || fail 'nobody could join'
wait "$host" || fail "the host: $(cat host.err)"
test "$(sed 1d games | sort -u | wc -l)" -gt 2 || fail "all games are alike: $(cat games)"
test "$(grep -c 'normal$' games)" -eq 8 || fail "the games: $(cat games)"
printf '0,0,0,0,0,1,20/0,0,0,0,0,1,26:s\n' >ends
serve --games 2 --visits 1 --starts ends
"$SOWLAB" kgp --connect "127.0.0.1:$port" h4 --quiet || fail 'nobody could join'
wait "$host" || fail "the host: $(cat host.err)"
test "$(sed 1d games | cut -f3,4 | sort -u | tr '\t\n' '  ')" = '21 27 27 21 ' ||
    fail "the ends: $(cat games)"
expect 64 "$SOWLAB" kgp --connect localhost:1 h4 --random-plies 4
says 'needs --serve' err

# If a host that waits for its last client is stopped, it ends the process of that client.
serve --visits 1
"$SOWLAB" kgp --connect "127.0.0.1:$port" random --quiet 2>client.err &
client=$!
for try in 1 2 3 4 5 6 7 8 9 10; do
    grep -l "^PPid:[[:space:]]*$host\$" /proc/[0-9]*/status >guests 2>/dev/null &&
        test "$(wc -l <games)" -gt 1 && break
    sleep 0.2
done
kill -TERM "$host"
ended=0
wait "$host" || ended=$?
test "$ended" -eq 130 || fail "a host that was stopped ends with $ended"
grep -q 'stopped before the end of 1 visits' host.err || fail "$(cat host.err)"
wait "$client" || :
while read -r guest; do
    ! test -e "$guest" || fail "a process goes on without its host: $guest"
done <guests
test -s guests || fail 'the host had no process for its client'
