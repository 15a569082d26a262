# SPDX-License-Identifier: GPL-3.0-or-later
# Files that are not databases, and databases that are moved or changed.

[ -e /proc/self/fd ] || skip 'there is no /proc here'
# A file that cannot hold a database is refused, without waiting for it.
for command in 'match h1 h2 --games 1' 'runs list' 'sql SELECT'; do
    # shellcheck disable=SC2086 # words of the command
    expect 64 "$SOWLAB" $command --db :memory:
    says 'would be lost at the end of this command' err
done
mkfifo pipe
for name in pipe /dev/null .; do
    expect 74 timeout 20 "$SOWLAB" match h1 h2 --games 1 --db $name
    says 'which cannot hold a database' err
    expect 74 timeout 20 "$SOWLAB" runs list --db $name
done
rm pipe

expect 0 "$SOWLAB" match h1 h2 --games 1 --threads 1000
says 'threads share' err
expect 0 "$SOWLAB" match h1 h2 --games 1 --threads 1
[ ! -s err ] || fail 'a note without need'

# An invalid number of the schema, a file without its views, and a view that never ends.
command -v sqlite3 >/dev/null || exit 0
altered()
{
    cp sowlab.db altered.db
    sqlite3 altered.db "$1"
    for command in 'runs list' 'runs show 1' 'match h1 h2 --games 1'; do
        # shellcheck disable=SC2086
        expect 65 timeout 20 "$SOWLAB" $command --db altered.db
        says "'altered.db' is damaged" err
    done
    expect 65 timeout 20 "$SOWLAB" runs import altered.db --db other.db
    says "'altered.db' is damaged" err
    rm -f altered.db*
}
altered 'PRAGMA user_version = -1'
altered 'DROP VIEW runs_overview'
altered 'DROP VIEW match_scores; CREATE VIEW match_scores AS WITH RECURSIVE r (run_id) AS
    (SELECT 1 UNION ALL SELECT run_id FROM r) SELECT * FROM r'

# A page or a report of a record opens no file that the record names: a pipe would wait for ever.
mkfifo pipe
for name in "'$.starts', 'pipe'" "'$.player', 'exec:[./pipe]'" "'$.opponent', 'exec:[sh pipe]'"; do
    cp sowlab.db altered.db
    sqlite3 altered.db "UPDATE runs SET parameters = json_set(parameters, $name)"
    expect 0 timeout -s KILL 20 "$SOWLAB" report 1 --db altered.db --output report.html --force
    says 'Differs from the default' report.html
    rm -f altered.db*
done
rm pipe

# A limit of the file size acts as a full disk. The program reports it, and the stored run can be
# resumed. The program of a sanitizer may need such files itself before it begins.
if (ulimit -f 600 && "$SOWLAB" version) >out 2>err; then
    got=0
    (ulimit -f 600 && SOWLAB_DB=short.db "$SOWLAB" evolve --population 40 --generations 400 \
        --games 1 --threads 1 --quiet) >out 2>err || got=$?
    [ $got -eq 74 ] || { cat out err >&2; fail "exit status $got instead of 74"; }
    [ -s err ] || fail 'nothing is said'
    SOWLAB_DB=short.db expect 0 "$SOWLAB" runs check
    # In a series, every run is reported.
    got=0
    (ulimit -f 600 && SOWLAB_DB=series.db "$SOWLAB" evolve --population 40 --generations 400 \
        --games 1 --threads 2 --runs 4) >out 2>err || got=$?
    [ $got -eq 74 ] || { cat out err >&2; fail "exit status $got instead of 74"; }
    says '^failed; finished results of run [12] are kept, continue with: sowlab resume ' err
    says '^[23] of 4 runs were not begun$' err
fi

# If a database is moved during a run, the program reports it. No acknowledged result is lost.
set -- evolve --population 8 --generations 100000 --games 10 --candidates 3 \
    --candidate-games 10 --validation-games 50 --threads 1
export SOWLAB_DB=moved.db
"$SOWLAB" "$@" >out 2>err &
pid=$!
await moved.db 'max(generation) >= 3 FROM generations'
mv moved.db elsewhere.db
got=0
wait $pid || got=$?
[ $got -eq 74 ] || { cat out err >&2; fail "exit status $got instead of 74"; }
says "moved, removed or replaced database '.*moved.db'" err
says "'moved.db-wal'" err
mv elsewhere.db moved.db
expect 0 "$SOWLAB" runs check
expect 0 "$SOWLAB" runs list --csv
says '^1,evolve,.*,stale,' out
[ "$("$SOWLAB" sql 'SELECT max(generation) FROM generations' --csv | tail -n 1)" -ge 3 ] || fail 'generations are lost'
expect 0 "$SOWLAB" runs verify 1

# A file with two names would have two logs, and one of them would overwrite data of the other.
ln moved.db linked.db
expect 74 "$SOWLAB" match h1 random --games 1 --db linked.db
says 'has other names (hard links)' err
expect 0 "$SOWLAB" runs list --db linked.db
rm linked.db
expect 0 "$SOWLAB" match h1 random --games 1 --db moved.db

# If settings were changed to name a file as start positions, the file is not opened. Opening a
# pipe would wait for ever.
mkfifo pipe
expect 0 "$SOWLAB" match h1 random --games 1 --db named.db --variant kalah --starts fairkalah
expect 0 "$SOWLAB" robustness h1 --opponents random --variants kalah --games 1 --db named.db
expect 0 "$SOWLAB" runs verify 1 2 --db named.db
sqlite3 named.db "UPDATE runs SET parameters = json_set(parameters, '\$.starts', '$PWD/pipe')
    WHERE id = 1; UPDATE runs SET parameters = json_set(parameters, '\$.variants', '$PWD/pipe')
    WHERE id = 2"
expect 65 timeout 20 "$SOWLAB" runs verify 1 --db named.db
says 'names a file instead' out
expect 65 timeout 20 "$SOWLAB" runs verify 2 --db named.db
says 'names a file instead' out
