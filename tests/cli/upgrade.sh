# SPDX-License-Identifier: GPL-3.0-or-later
# A database made by version 0.1.0 (see tests/data/README.md) can be opened, checked, verified
# and queried. Every later version has to be able to do this.

cp "$SOW_TEST_DATA/sowlab-0.1.0.db" old.db
export SOWLAB_DB=old.db
digests='SELECT id, kind, label, status, digest FROM runs ORDER BY id'

# The digests of 0.1.0, read by SQL only.
expect 0 "$SOWLAB" sql "$digests" --csv
cmp out "$SOW_TEST_DATA/sowlab-0.1.0.csv" || fail 'other digests than 0.1.0 stored'

# The players of its runs are rows now.
expect 0 "$SOWLAB" sql "SELECT count(*) AS players, count(DISTINCT run_id) AS runs FROM run_players" --csv
says '^60,17$' out
expect 0 "$SOWLAB" sql "SELECT run_id, number, kind, depth, evaluator, series, origin, name
    FROM run_players WHERE run_id IN (9, 16) ORDER BY 1, 2" --csv
cat >wanted <<'EOF'
run_id,number,kind,depth,evaluator,series,origin,name
9,0,alphabeta,3,divilly2013,alphabeta:eval=[divilly2013],player,"alphabeta:depth=3,eval=[divilly2013]"
9,1,mcts,0,,mcts:iterations=50,opponent,mcts:iterations=50
16,0,weights,0,,"weights:0.14306640625,0.7122802734375,0.73388671875,0.47894287109375,0.69140625,0.09771728515625",players,run:1
16,1,order,0,,"order:h4,h1,h2,h5,h6,h3",players,run:2
16,2,weights,0,,h1,opponents,h1
16,3,random,0,,random,opponents,random
EOF
cmp wanted out || fail 'the players of runs of 0.1.0'

# A database of 0.1.0 with hard links is not written to, but read.
cp "$SOW_TEST_DATA/sowlab-0.1.0.db" linked.db
ln linked.db other.db
expect 0 "$SOWLAB" sql 'SELECT count(*) FROM run_players' --csv --db linked.db
says '^60$' out
cmp linked.db "$SOW_TEST_DATA/sowlab-0.1.0.db" || fail 'a file with hard links was upgraded'
rm linked.db other.db
# A file whose tables are not those of 0.1.0 is refused before its rows are read, and stays as it is.
sqlite=$(command -v sqlite3 || :)
if [ -n "$sqlite" ]; then
    cp "$SOW_TEST_DATA/sowlab-0.1.0.db" own.db
    "$sqlite" own.db 'CREATE TABLE run_players (a); INSERT INTO run_players VALUES (1)'
    expect 65 "$SOWLAB" runs list --db own.db
    says "table 'run_players' is not as expected" err
    [ "$("$sqlite" own.db 'SELECT a FROM run_players; PRAGMA user_version' | xargs)" = '1 1' ] ||
        fail 'a foreign table was changed'
    rm -f own.db
fi

# Run 6 was deleted by 'runs delete'. All others are sound.
expect 0 "$SOWLAB" runs check --csv
[ "$(grep -c '^[0-9]*,sound,[0-9]*,yes,$' out)" -eq 23 ] || fail 'a run is not sound'
says '^6,missing,,,"run 6 is no longer here' out
[ "$(wc -l <out)" -eq 25 ] || fail 'the list of checked runs'

# Today's program replays each run.
expect 0 "$SOWLAB" solve --variant kalah --on-board 6 --endgame kalah.endgame --quiet
"$SOWLAB" sql "SELECT id FROM runs WHERE kind <> 'import'" --csv |
    sed 1d >ids
while read -r id; do
    expect 0 "$SOWLAB" runs verify "$id" --quiet
done <ids

# The interrupted run is refused: other versions may give other results. With its version in
# place of 0.1.0, it is resumed to the same results as without the interruption.
expect 65 "$SOWLAB" resume 23 --quiet
says 'run 23 was begun by sowlab 0.1.0' err
if [ -n "$sqlite" ]; then
    expect 0 "$SOWLAB" evolve --population 60 --generations 30 --games 5 --db new.db --quiet
    version=$("$SOWLAB" sql 'SELECT version FROM runs' --csv --db new.db | sed 1d)
    "$sqlite" old.db "UPDATE runs SET version = '$version' WHERE id = 23"
    expect 0 "$SOWLAB" resume 23 --quiet
    "$SOWLAB" sql "SELECT digest FROM runs WHERE id = 23" --csv >resumed
    "$SOWLAB" sql "SELECT digest FROM runs" --csv --db new.db >whole
    cmp resumed whole || fail 'a resumed run of 0.1.0 differs from an uninterrupted one'
fi

# Every run can be shown and drawn. Stored players can play. The old file can be imported.
"$SOWLAB" sql "SELECT id FROM runs" --csv | sed 1d >ids
while read -r id; do
    expect 0 "$SOWLAB" runs show "$id" --json
    expect 0 "$SOWLAB" report "$id"
done <ids
expect 0 "$SOWLAB" match run:2 run:13 --variant kalah --games 5 --quiet
expect 0 "$SOWLAB" runs import "$SOW_TEST_DATA/sowlab-0.1.0.db" --db fresh.db --csv
[ "$(grep -c ',imported,$' out)" -eq 23 ] || fail 'a run of 0.1.0 is not imported'
expect 0 "$SOWLAB" runs check --db fresh.db --quiet
