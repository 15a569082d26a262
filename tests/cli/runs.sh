# SPDX-License-Identifier: GPL-3.0-or-later
# Stored runs by the program: list, show, compare, export, verify, delete, sql.

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
says '^1,match,"it'\''s ""mine"", a",erherhe,done,' out
says '^2,match,,kalah pits=4,done,' out
expect 0 "$SOWLAB" runs list --sort 'id DESC' --limit 1 --csv
says '^2,' out
expect 0 "$SOWLAB" runs list --where "label LIKE '%mine%'" --csv
[ "$(wc -l <out)" -eq 2 ] || fail '--where'
expect 64 "$SOWLAB" runs list --where 'nonsense ='
expect 64 "$SOWLAB" runs list --where '1); DELETE FROM runs; --'
expect 0 "$SOWLAB" runs list --db other.db --csv
[ "$(wc -l <out)" -eq 2 ] || fail '--db'

expect 0 "$SOWLAB" runs show 1 --json
says '"opponent": *"h2"' out
for id in 0 -1 1.5 x '' 99999999999999999999; do
    expect 64 "$SOWLAB" runs show -- "$id"
    says "ID '$id' is not a whole number of at least 1" err
done
expect 64 "$SOWLAB" runs show 3
says 'no run 3' err
expect 64 "$SOWLAB" runs compare 1
expect 0 "$SOWLAB" runs compare 1 2
says 'opponent' out

expect 0 "$SOWLAB" runs export 1
mv out exported.json
expect 0 "$SOWLAB" runs export 1 --output file.json
[ ! -s out ] || fail '--output leaves stdout alone'
cmp exported.json file.json
expect 74 "$SOWLAB" runs export 1 --output none/file.json

expect 0 "$SOWLAB" runs verify 1 2 --csv --threads 1
[ "$(grep -c ',same,whole,1,$' out)" -eq 2 ] || fail 'a match is not replayed'
expect 64 "$SOWLAB" runs verify 1 3

expect 0 "$SOWLAB" sql 'SELECT count(*) AS n, NULL AS empty FROM runs' --csv
[ "$(cat out)" = "$(printf 'n,empty\n2,')" ] || fail 'sql'
for query in '' 'DELETE FROM runs' 'SELEC' 'SELECT 1; SELECT 2' "VACUUM INTO 'copy.db'" \
    "ATTACH 'copy.db' AS copy" 'PRAGMA user_version = 7'; do
    expect 64 "$SOWLAB" sql "$query"
done
[ ! -e copy.db ] || fail 'a question wrote a file'
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
expect 64 "$SOWLAB" runs show 1
expect 64 "$SOWLAB" runs delete 1 2
expect 0 "$SOWLAB" runs list --csv
[ "$(wc -l <out)" -eq 2 ] || fail 'run 2 was deleted after an error'
