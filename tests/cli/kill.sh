# SPDX-License-Identifier: GPL-3.0-or-later
# Kills runs of every kind that takes long enough at moments drawn at random, resumes them,
# and compares with runs nobody disturbed. SOW_KILLS kills in all (15); SOW_KILL_SEED draws
# other moments.

kills=${SOW_KILLS:-15}
seed=${SOW_KILL_SEED:-1}
export SOWLAB_DB=runs.db

# start KIND: executes the run of that kind
start()
{
    case $1 in
    evolve) set -- evolve --population 8 --generations 80 --games 10 --candidates 3 \
        --candidate-games 10 --validation-games 50 ;;
    dataset) set -- dataset make divilly2013 --games 1100 --random-plies 30 ;;
    match) set -- match h1 h2 --games 3000 --kernel plain ;;
    esac
    exec "$SOWLAB" "$@" --quiet --threads 1 >/dev/null
}

# column NAME [DB]: of the latest run
column()
{
    "$SOWLAB" sql "SELECT $1 FROM runs ORDER BY id DESC LIMIT 1" --csv --db "${2:-runs.db}" |
        tail -n 1
}

# stored KIND: what the latest run has: generations, or games with positions
stored()
{
    case $1 in
    evolve) echo '(SELECT count(*) FROM generations WHERE run_id = id)' ;;
    dataset) echo '(SELECT count(*) FROM positions WHERE run_id = id)' ;;
    match) echo '(SELECT count(*) FROM matches WHERE run_id = id)' ;;
    esac
}

# What an undisturbed run comes to, and how many hundredths of a second it takes.
for kind in evolve dataset match; do
    began=$(date +%s%N)
    (start $kind)
    eval "${kind}_time=$((($(date +%s%N) - began) / 10000000 + 1))"
    eval "${kind}_digest=$(column digest)"
done

# draw N: the next random number below N, into $drawn
draw()
{
    seed=$(((seed * 1103515245 + 12345) % 2147483648))
    drawn=$((seed / 65536 % $1))
}

# kill_once COMMAND...: runs it in the background and kills it at a random moment of
# $moment hundredths; true if it was still running
kill_once()
{
    draw "$moment"
    "$@" &
    pid=$!
    sleep "$((drawn / 100)).$(printf %02d $((drawn % 100)))"
    kill -KILL $pid 2>/dev/null || :
    got=0
    wait $pid 2>/dev/null || got=$?
    [ $got -eq 137 ]
}

resume()
{
    exec "$SOWLAB" resume --quiet --threads 1 >/dev/null 2>>resume.err
}

moment=0
right=
killed=0
lost=0
runs=0
while [ $killed -lt "$kills" ]; do
    for kind in evolve dataset match; do
        eval "moment=\${${kind}_time} right=\${${kind}_digest}"
        count=$(stored $kind)
        before=$("$SOWLAB" sql 'SELECT count(*) FROM runs' --csv | tail -n 1)
        kill_once start $kind || continue
        killed=$((killed + 1))
        # Killed before it was recorded: nothing was promised.
        [ "$("$SOWLAB" sql 'SELECT count(*) FROM runs' --csv | tail -n 1)" -gt "$before" ] ||
            continue
        runs=$((runs + 1))
        # Going on is killed too, now and then.
        while draw 3 && [ $drawn -eq 0 ]; do
            had=$(column "$count")
            kill_once resume || break
            killed=$((killed + 1))
            [ "$kind" = match ] || [ "$(column "$count")" -ge "$had" ] ||
                lost=$((lost + 1))
        done
        [ "$(column status)" = 'done' ] || {
            "$SOWLAB" runs list --csv >listed
            says ",$kind,.*,stale," listed
            expect 0 "$SOWLAB" resume --quiet
        }
        [ "$(column digest)" = "$right" ] || fail "$kind is not the same after a kill"
    done
    # Long series would only fill the disk.
    [ $((runs % 30)) -ne 0 ] || rm -f runs.db
    [ -e runs.db ] || (start match)
done
expect 0 "$SOWLAB" runs check
[ $lost -eq 0 ] || fail "$lost times something acknowledged was lost"
echo "$killed kills in $runs runs: 0 lost, content identical"
