# SPDX-License-Identifier: GPL-3.0-or-later
# Eight processes start at the same moment on a new database and write to it; others read.

export SOWLAB_DB=shared.db
rounds=${SOW_ROUNDS:-2}

write()
{
    exec "$SOWLAB" evolve --population 6 --generations 40 --games 2 --candidates 2 \
        --candidate-games 5 --validation-games 10 --seed "$1" --threads 1 --quiet \
        >/dev/null 2>"writer.$1"
}

# ask NUMBER: true if both queries are answered
ask()
{
    "$SOWLAB" runs list >/dev/null 2>"reader.$1" || return 1
    "$SOWLAB" sql 'SELECT run_id, count(*) FROM individuals GROUP BY run_id' \
        >/dev/null 2>"reader.$1"
}

# read_all NUMBER: a query may fail only before the database exists
read_all()
{
    while [ ! -e stop ]; do
        ask "$1" && continue
        [ -e begun ] || continue
        cp "reader.$1" "failed.$1"
        return 1
    done
}

round=0
while [ $round -lt "$rounds" ]; do
    round=$((round + 1))
    rm -f shared.db stop begun
    pids=
    for i in 1 2 3 4 5 6 7 8; do
        (write $i) &
        pids="$pids $!"
    done
    readers=
    for i in 1 2; do
        read_all $i &
        readers="$readers $!"
    done
    tries=0
    until [ -s shared.db ] && "$SOWLAB" runs list >/dev/null 2>&1; do
        tries=$((tries + 1))
        [ $tries -lt 3000 ] || fail 'no database'
        sleep 0.1
    done
    touch begun
    for pid in $pids; do
        wait "$pid" || { cat writer.* >&2; fail 'a writer failed'; }
        wal=$(stat -c %s shared.db-wal 2>/dev/null || echo 0)
        [ "$wal" -lt 16000000 ] || fail "the log has $wal bytes"
    done
    touch stop
    for pid in $readers; do
        wait "$pid" || { cat failed.* >&2; fail 'a reader failed'; }
    done
    expect 0 "$SOWLAB" runs check
    [ "$("$SOWLAB" runs list --where "status = 'done'" --csv | wc -l)" -eq 9 ] ||
        fail 'not all runs are done'
    [ ! -e shared.db-wal ] || fail 'the log is left over'
done

# A run beside others has the same results as a run alone.
expect 0 "$SOWLAB" sql "SELECT digest FROM runs WHERE seed = 5" --csv
mv out among
export SOWLAB_DB=alone.db
(write 5)
expect 0 "$SOWLAB" sql 'SELECT digest FROM runs' --csv
cmp among out || fail 'a run among others differs'

# If another process does not release its lock, the program waits for a limited time and then says
# so. (The program itself never holds a lock for long.)
command -v sqlite3 >/dev/null || exit 0
mkfifo locked
sqlite3 alone.db <locked >lock.out &
holder=$!
exec 3>locked
echo 'BEGIN IMMEDIATE; SELECT 1;' >&3
tries=0
until [ -s lock.out ]; do
    tries=$((tries + 1))
    [ $tries -lt 3000 ] || fail 'no lock'
    sleep 0.1
done
expect 74 "$SOWLAB" match h1 h2 --games 1
says 'is locked by another process for too long' err
exec 3>&-
wait $holder
