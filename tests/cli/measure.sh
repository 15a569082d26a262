# SPDX-License-Identifier: GPL-3.0-or-later
# The command measure, and the measurement of runs that are done.

# A panel never changes.
(cd "$SOW_TEST_DATA/../../variants/panels" && sha256sum --quiet -c "$SOW_TEST_DATA/panels.sha256") ||
    fail "a panel has changed: write a new version of it instead"
[ "$(find "$SOW_TEST_DATA/../../variants/panels" -name '*.ini' | wc -l)" -eq \
    "$(wc -l < "$SOW_TEST_DATA/panels.sha256")" ] || fail 'panels.sha256 lacks a panel'

# A player. The figures depend on nothing but the player.
expect 0 "$SOWLAB" measure h4 divilly2013 --variant kalah --openings 4 --csv --threads 1
cp out first
says '^player,panel,depth,score' first
[ "$(wc -l < first)" -eq 7 ] || fail 'two players at three depths are six rows'
expect 0 "$SOWLAB" measure h4 divilly2013 --variant kalah --openings 4 --csv --threads 3 --kernel plain
cmp first out || fail 'threads or kernel change a strength'
expect 0 "$SOWLAB" measure h4 --variant kalah --pits 5 --depth 1,2 --openings 5 --csv
says 'general-1,2,.*,,,,kalah pits=5' out
expect 0 "$SOWLAB" measure random --variant kalah --openings 2
says "not measured at depth 2: it says nothing" err
# Equal results are no certainty: the interval is never a point.
expect 0 "$SOWLAB" measure h4 --variant erherhe --openings 2 --depth 1 --csv
says '^h4,erherhe-1,1,0,0,0[.]6' out
[ ! -e sowlab.db ] || fail 'a player needs no database'

# A stored run: rows beside the results, which leave the digest as it is.
unset SOWLAB_MEASURE
evolve='evolve --variant awari --generations 4 --population 6 --candidate-games 2
    --validation-games 2 --quiet'
# shellcheck disable=SC2086
expect 0 "$SOWLAB" $evolve --measure=no --db a.db
grep -q strength out && fail '--measure=no measures'
expect 0 "$SOWLAB" runs show 1 --db a.db --json
sed -n 's/.*"digest": "\([0-9a-f]*\)".*/\1/p' out > digest.before
expect 0 "$SOWLAB" measure 1 --every 2 --openings 4 --db a.db --csv
says '^run:1@0,' out
says '^run:1@2,' out
says '^run:1,.*,4,' out
expect 0 "$SOWLAB" measure run:1 --depth 1 --openings 6 --db a.db
expect 0 "$SOWLAB" sql 'SELECT generation, depth, openings, main FROM strengths' --db a.db --csv
cat > wanted <<'END'
generation,depth,openings,main
-1,1,6,1
-1,2,4,0
-1,4,4,0
0,1,50,1
2,1,50,1
END
cmp wanted out || { cat out; fail 'wrong rows'; }
expect 0 "$SOWLAB" runs check --db a.db
expect 0 "$SOWLAB" runs verify 1 --db a.db
expect 0 "$SOWLAB" runs show 1 --db a.db --json
sed -n 's/.*"digest": "\([0-9a-f]*\)".*/\1/p' out > digest.after
cmp digest.before digest.after || fail 'measuring changes the digest'
says '"strength": \[' out
says '"progress_of_strength": \[' out
expect 0 "$SOWLAB" runs list --db a.db --columns strength,trend --csv
says '^0\.[0-9]*,.' out
expect 0 "$SOWLAB" sql "SELECT measure FROM run_measures LIMIT 1" --db a.db --csv
says '^"*strength' out
expect 0 "$SOWLAB" runs export 1 --db a.db
says '"strengths": \[' out

# Copies carry the rows, and a deleted run takes them along.
expect 0 "$SOWLAB" runs import a.db --db b.db
expect 0 "$SOWLAB" sql 'SELECT generation, depth, openings, main FROM strengths' --db b.db --csv
cmp wanted out || fail 'a copy lacks strengths'
expect 0 "$SOWLAB" runs delete 1 --db b.db
expect 0 "$SOWLAB" sql 'SELECT count(*) AS n FROM strengths' --db b.db --csv
says '^0$' out

# A run is measured when it is done, by default. A measurement is no setting.
# shellcheck disable=SC2086
expect 0 "$SOWLAB" $evolve --measure-every 3 --db c.db
says '^strength$' out
says '^progress_of_strength$' out
expect 0 "$SOWLAB" sql "SELECT count(*) AS n FROM runs a JOIN runs b WHERE a.digest = b.digest" --db c.db --csv
expect 0 "$SOWLAB" runs show 1 --db c.db --json
sed -n 's/.*"digest": "\([0-9a-f]*\)".*/\1/p' out | cmp - digest.before ||
    fail 'a measured run has another digest'
grep -q '"measure' out && fail 'a measurement is a setting'
# shellcheck disable=SC2086
SOWLAB_MEASURE=no expect 0 "$SOWLAB" $evolve --seed 2 --db c.db
grep -q '^strength$' out && fail 'SOWLAB_MEASURE=no measures'

# Wrong uses that need a database.
expect 64 "$SOWLAB" measure 1@2 --db c.db
expect 64 "$SOWLAB" measure run:1@9 --db c.db
says 'has no generation 9' err
expect 66 "$SOWLAB" measure 99 --db c.db
expect 0 "$SOWLAB" dataset make h4 --games 2 --quiet --db c.db
expect 64 "$SOWLAB" measure 3 --db c.db
