# SPDX-License-Identifier: GPL-3.0-or-later
# Stored runs: list, show, compare, export, verify, delete, sql.

[ -e /proc/self/fd ] || skip 'there is no /proc here'
expect 74 "$SOWLAB" runs list
says "cannot open database 'sowlab.db'" err
[ ! -e sowlab.db ] || fail 'a question made a database'
expect 74 "$SOWLAB" runs delete 1
[ ! -e sowlab.db ] || fail 'a deletion made a database'

export SOWLAB_DB=own.db
expect 0 "$SOWLAB" match h1 h2 --games 20 --label "it's \"mine\", a" --quiet
[ ! -s err ] || fail '--quiet'
expect 0 "$SOWLAB" match h1 random --games 20 --variant kalah --pits 4
expect 0 "$SOWLAB" match h1 h2 --games 20 --db other.db
[ "$(echo *.db)" = 'other.db own.db' ] || fail 'SOWLAB_DB or --db'

expect 0 "$SOWLAB" runs list --csv
[ "$(wc -l <out)" -eq 3 ] || fail 'the list'
says '^1,match,"it'\''s ""mine"", a",erherhe,h1 - h2,,done,' out
says '^2,match,,kalah pits=4,h1 - random,,done,' out
expect 0 "$SOWLAB" runs list --sort 'id DESC' --limit 1 --csv
says '^2,' out
expect 0 "$SOWLAB" runs list --where "label LIKE '%mine%'" --csv
[ "$(wc -l <out)" -eq 2 ] || fail '--where'
expect 64 "$SOWLAB" runs list --where 'nonsense ='
expect 64 "$SOWLAB" runs list --where '1); DELETE FROM runs; --'
expect 0 "$SOWLAB" runs list --db other.db --csv
[ "$(wc -l <out)" -eq 2 ] || fail '--db'

# Filters, settings by their names, and columns.
listed()
{
    ids=$1
    shift
    expect 0 "$SOWLAB" runs list "$@" --csv --db list.db
    found=$(sed 1d out | cut -d, -f1 | tr '\n' ' ')
    [ "$found" = "$ids" ] || fail "runs list $*: '$found', not '$ids'"
}
for command in 'match h1 h2 --games 20' 'match h1 random --games 30 --variant kalah --pits 4' \
    'tournament h1 h4 random --games 5 --variants awari,kalah' 'match h4 h3 --games 20 --seed 9'; do
    # shellcheck disable=SC2086
    expect 0 "$SOWLAB" $command --db list.db --quiet
done
listed '1 2 4 ' --kind match
listed '2 3 ' --variant kalah
listed '3 ' --variant awari
listed '1 2 3 ' --player h1
listed '4 ' --player h3
listed '' --player h
listed '2 ' --kind match --variant kalah --player random --status 'done'
listed '' --status stale
listed '' --player "x' OR '1' = '1"
listed '' --variant "x' OR '1' = '1"
listed '2 ' --where 'games = 30'
listed '1 4 ' --where "games = 20 AND kind = 'match'"
listed '4 ' --where 'seed = 9'
listed '2 1 4 3 ' --sort 'games DESC, id'
expect 0 "$SOWLAB" runs list --columns id,games,player --db list.db --csv
[ "$(head -n 2 out)" = "$(printf 'id,games,player\n1,20,h1')" ] || fail '--columns'
expect 64 "$SOWLAB" runs list --columns id,gamse --db list.db
says "'gamse' is neither a column nor a setting; did you mean 'games'?" err
expect 64 "$SOWLAB" runs list --columns 'id" FROM runs --' --db list.db
expect 64 "$SOWLAB" runs list --kind matsh --db list.db
says "'matsh' is not a kind of run; did you mean 'match'?" err
# In a pipe, the list has one line for each run, and every column.
expect 0 "$SOWLAB" runs list --db list.db
[ "$(wc -l <out)" -eq 5 ] || fail 'a run of the list is not one line'
for column in id kind label variant about status validation r2 seed started seconds; do
    head -n 1 out | grep -qw "$column" || fail "no column '$column' in a pipe"
done

expect 0 "$SOWLAB" runs show 1 --json
says '"opponent": *"h2"' out
for id in 0 -1 1.5 x '' 99999999999999999999; do
    expect 64 "$SOWLAB" runs show -- "$id"
    says "ID '$id' is not a whole number of at least 1" err
done
expect 66 "$SOWLAB" runs show 3
says 'no run 3' err
expect 64 "$SOWLAB" runs compare 1
expect 0 "$SOWLAB" runs compare 1 2
says 'opponent' out

expect 0 "$SOWLAB" runs export 1
mv out exported.json
expect 0 "$SOWLAB" runs export 1 --output file.json
[ ! -s out ] || fail '--output leaves stdout alone'
cmp exported.json file.json
echo mine >file.json
expect 64 "$SOWLAB" runs export 1 --output file.json
says 'add --force to replace it' err
says '^mine$' file.json
expect 0 "$SOWLAB" runs export 1 --output file.json --force
cmp exported.json file.json
expect 0 "$SOWLAB" runs export 1 --output -
cmp exported.json out
[ ! -e ./- ] || fail 'a file with the name -'
expect 0 "$SOWLAB" runs export 1 --output /dev/stdout
cmp exported.json out
"$SOWLAB" runs export 1 --output /dev/stdout | cmp - exported.json
echo first >appended
"$SOWLAB" runs export 1 --output /dev/stdout >>appended
[ "$(wc -l <appended)" -eq $(($(wc -l <exported.json) + 1)) ] || fail 'not appended'
expect 74 "$SOWLAB" runs export 1 --output /dev/full
expect 64 "$SOWLAB" runs export 1 --output ''
cp own.db before.db
for name in own.db ./own.db own.db-wal own.db-shm own.db-journal; do
    expect 64 "$SOWLAB" runs export 1 --output "$name" --force
    says 'belongs to the database' err
done
cmp before.db own.db
expect 74 "$SOWLAB" runs export 1 --output none/file.json

# Import skips runs that the database has already.
imported() {
    expect 0 "$SOWLAB" runs import "$@" --db fresh.db --csv
}
imported own.db --runs 1
says '^1,own.db,1,imported,$' out
imported own.db
says '^1,own.db,1,already here,$' out
says '^2,own.db,2,imported,$' out
imported own.db other.db
[ "$(grep -c ',already here,$' out)" -eq 3 ] || fail 'what is here comes again'
says '^1,other.db,1,already here,$' out
expect 0 "$SOWLAB" runs check --db fresh.db --csv
[ "$(grep -c '^[12],sound,[0-9]*,yes,$' out)" -eq 2 ] || fail 'imported runs are sound'
rm -f fresh.db*
imported own.db --runs 2
[ "$(cat out)" = "$(printf 'run_id,file,run_there,verdict,reason\n1,own.db,2,imported,')" ] ||
    fail '--runs'
made() {
    expect 0 "$SOWLAB" "$@" --quiet --db old.db
}
made evolve --population 4 --generations 2 --games 1 --candidates 1 --candidate-games 1 \
    --validation-games 1
made match h1 h2 --games 5
made dataset make h1 h4 --games 20
made fit 3 --features h4 --comparison-games 0
cp old.db kept.db
imported old.db --runs 4,3,1
says '^2,old.db,1,imported,$' out
says '^3,old.db,3,imported,$' out
says '^4,old.db,4,imported,$' out
cmp old.db kept.db || fail 'an import changed its source'
rm -f fresh.db*
expect 65 "$SOWLAB" runs import old.db --runs 4 --db fresh.db --csv
says '^,old.db,4,refused,.*import that run first' out
says '1 runs were refused' err
nothing_in()
{
    expect "$@" --db fresh.db
    [ ! -s out ] || fail 'a table of nothing before a failure'
}
nothing_in 66 "$SOWLAB" runs import old.db --runs 9
says "no run 9" err
for ids in x 0 "1,," ",1" 1,1x; do
    nothing_in 64 "$SOWLAB" runs import old.db --runs "$ids"
done
nothing_in 74 "$SOWLAB" runs import none.db
printf 'SQLite format 3\0' >bad.db
expect 65 "$SOWLAB" runs import bad.db --db fresh.db
head -c 3000 old.db >cut.db
expect 65 "$SOWLAB" runs import cut.db --db fresh.db
nothing_in 65 "$SOWLAB" runs import exported.json
says "'exported.json' is not a database; name another file\$" err
# After a failure, the runs imported before it are reported.
expect 65 "$SOWLAB" runs import own.db exported.json --db some.db
says 'own.db' out
rm -f some.db*
[ "$("$SOWLAB" runs list --db fresh.db --csv | wc -l)" -eq 1 ] || fail 'refused runs came in'
rm -f fresh.db* old.db* kept.db cut.db* bad.db*

expect 0 "$SOWLAB" runs verify 1 2 --csv --threads 1
[ "$(grep -c ',same,whole,[1-9][0-9]*,$' out)" -eq 2 ] || fail 'a match is not replayed'
expect 0 "$SOWLAB" runs verify 1..2 --csv --threads 1
[ "$(grep -c ',same,whole,[1-9][0-9]*,$' out)" -eq 2 ] || fail 'a range is two runs'
expect 66 "$SOWLAB" runs verify 1 3

# A run that another process works on has not ended.
"$SOWLAB" match h1 h2 --games 1000000 --kernel plain --threads 1 --quiet --db busy.db \
    >/dev/null 2>&1 &
worker=$!
await busy.db 'count(*) FROM runs'
expect 0 "$SOWLAB" runs verify 1 --db busy.db --csv
says '^1,same,the rows so far; still running,0,$' out
kill -INT $worker
wait $worker || true
expect 0 "$SOWLAB" runs verify 1 --db busy.db --csv
says '^1,same,the rows up to its end,0,$' out
# A refused resume does not say that it continues a run.
for id in 1:67 9:66; do
    expect ${id#*:} "$SOWLAB" resume ${id%:*}
    [ "$(grep -c 'going on' err)" -eq 0 ] || fail 'a refused run is said to go on'
done

expect 0 "$SOWLAB" sql 'SELECT count(*) AS n, NULL AS empty FROM runs' --csv
[ "$(cat out)" = "$(printf 'n,empty\n2,')" ] || fail 'sql'
for query in '' 'DELETE FROM runs' 'SELEC' 'SELECT 1; SELECT 2' "VACUUM INTO 'copy.db'" \
    "ATTACH 'copy.db' AS copy" 'PRAGMA user_version = 7'; do
    expect 64 "$SOWLAB" sql "$query"
done
[ ! -e copy.db ] || fail 'a question wrote a file'
# The queries of docs/reference/schema.md may begin with a comment.
for query in '-- How many?
SELECT count(*) AS n FROM runs' '--
SELECT count(*) AS n FROM runs'; do
    expect 0 "$SOWLAB" sql "$query" --csv
    [ "$(cat out)" = "$(printf 'n\n2')" ] || fail 'a comment before a question'
    expect 0 "$SOWLAB" sql --csv "$query"
done
expect 64 "$SOWLAB" sql --csv '--SELECT 1'
says "unknown option '--SELECT 1'" err
endless='WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT'
expect 64 "$SOWLAB" sql "$endless count(*) FROM n" --seconds 0.2
says 'takes longer' err
expect 64 "$SOWLAB" sql "$endless i FROM n" --rows 10
says 'more than the 10 rows' err
expect 130 timeout --preserve-status -s INT 2 "$SOWLAB" sql "$endless count(*) FROM n"
says '^sowlab: ' err

echo 'no database' >text
expect 65 "$SOWLAB" runs list --db text
expect 64 "$SOWLAB" runs list --db ''
expect 74 env SOWLAB_DB= "$SOWLAB" runs list

expect 0 "$SOWLAB" runs delete 1
says '^run 1 is deleted$' err
expect 66 "$SOWLAB" runs show 1
expect 66 "$SOWLAB" runs delete 1 2
expect 0 "$SOWLAB" runs list --csv
[ "$(wc -l <out)" -eq 2 ] || fail 'run 2 was deleted after an error'
