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
expect 0 "$SOWLAB" measure h6 --variant erherhe --openings 2 --depth 1 --csv
says '^h6,erherhe-2,1,0,0,0[.]6' out
# The newest panel is used. Players, but not runs, can meet an older one.
expect 0 "$SOWLAB" measure h4 --variant erherhe --openings 2 --depth 1 --panel 1 --csv
says '^h4,erherhe-1,1,' out
expect 64 "$SOWLAB" measure h4 --variant kalah --pits 5 --panel 2
says 'no panel of version 2' err
expect 64 "$SOWLAB" measure 1 --panel 1
says 'a stored run keeps strengths against the newest panel' err
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
expect 0 "$SOWLAB" plot 1 strength --db a.db
says '^ *dotted: 0\.5 = as good as the panel$' out
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

# A measurement with fewer openings does not replace one with more.
expect 0 "$SOWLAB" measure 1 --depth 1 --openings 5 --db a.db
says "strength of 'run:1' at depth 1 has 6 openings and stays" err
expect 0 "$SOWLAB" sql 'SELECT generation, depth, openings, main FROM strengths' --db a.db --csv
cmp wanted out || fail 'fewer openings replace more'
expect 0 "$SOWLAB" measure 1 --depth 1 --openings 7 --db a.db
expect 0 "$SOWLAB" runs show 1 --db a.db --json
says '"openings": 7' out

# With an endgame file, regret stands beside strength: that of the command regret.
expect 0 "$SOWLAB" solve --variant awari --on-board 6 --endgame awari.endgame --quiet
expect 0 "$SOWLAB" measure h4 --variant awari --depth 1,2 --openings 2 --endgame awari.endgame --csv
cut -d , -f 3,10-12 out > found
expect 0 "$SOWLAB" regret h4 'alphabeta:depth=2,hash=1,eval=[h4]' --variant awari --seed 1 --sample 500 \
    --games 0 --endgame awari.endgame --quiet --db regret.db
expect 0 "$SOWLAB" sql "SELECT 1 + (name <> 'h4') AS depth, regret, regret_low, regret_high FROM regrets
    WHERE positions = 'all' AND on_board = 0 AND name <> 'random' ORDER BY 1" --csv --db regret.db
cmp found out || { cat found out; fail 'another regret than that of the command'; }
expect 0 "$SOWLAB" measure 1 --depth 1 --openings 2 --endgame awari.endgame --db a.db --csv
says "has 7 openings and stays" err
says 'regret_low' out
expect 0 "$SOWLAB" sql 'SELECT depth, openings, regret_on_board, regret > 0 FROM strengths WHERE
    generation = -1 ORDER BY depth' --db a.db --csv
printf '%s\n' 1,7,6,1 2,4,0, 4,4,0, | diff - out | grep '^<' && fail 'regret is not kept'
# Measuring again without the file keeps the regret.
expect 0 "$SOWLAB" measure 1 --depth 1 --openings 8 --db a.db
expect 0 "$SOWLAB" sql 'SELECT openings, regret_on_board FROM strengths WHERE generation = -1
    AND depth = 1' --db a.db --csv
says '^8,6$' out
expect 0 "$SOWLAB" runs show 1 --db a.db --json
says '"regret": 0' out
expect 0 "$SOWLAB" runs verify 1 --db a.db
expect 65 "$SOWLAB" measure h4 --variant kalah --depth 1 --openings 2 --endgame awari.endgame
says 'is for other rules' err
expect 74 "$SOWLAB" measure h4 --variant kalah --depth 1 --openings 2 --endgame none.endgame

# Perfect play of fewer seeds does not replace that of more.
expect 0 "$SOWLAB" runs import a.db --db old.db
expect 0 "$SOWLAB" solve --variant awari --on-board 3 --endgame less.endgame --quiet
expect 0 "$SOWLAB" measure 1 --depth 1 --openings 9 --endgame less.endgame --db old.db
says "regret of 'run:1' at depth 1 is of 6 seeds on the board and stays: .* this endgame file has 3" err
expect 0 "$SOWLAB" sql 'SELECT openings, regret_on_board FROM strengths WHERE generation = -1
    AND depth = 1' --db old.db --csv
says '^9,6$' out

# Stages against an older version of the panel, or at another depth, are in no line with the others.
expect 0 "$SOWLAB" measure 1 --every 1 --openings 60 --depth 1 --db old.db
expect 0 "$SOWLAB" runs list --db old.db --columns trend --csv
cp out trend
expect 0 "$SOWLAB" measure 1 --every 2 --openings 4 --depth 4 --db old.db
expect 0 "$SOWLAB" runs list --db old.db --columns trend --csv
cmp trend out || fail 'a trend mixes depths'
stages="SELECT group_concat(stage, ' ') AS stages, max(depth) AS depth FROM stage_strengths"
expect 0 "$SOWLAB" sql "$stages" --db old.db --csv
says '^0 1 2 3,1$' out
if command -v sqlite3 >/dev/null; then
    sqlite3 old.db "UPDATE strengths SET panel = 'awari-1', score = 1, high = 1 WHERE generation = 1"
    expect 0 "$SOWLAB" sql "$stages" --db old.db --csv
    says '^0 2 3,1$' out
fi
expect 0 "$SOWLAB" runs list --db old.db --columns strength,panel --csv
says 'awari-2, depth 1' out

# Runs side by side have their strengths.
# shellcheck disable=SC2086
expect 0 "$SOWLAB" $evolve --measure=no --seed 5 --db a.db
expect 0 "$SOWLAB" measure 2 --depth 1,2 --openings 8 --db a.db
expect 0 "$SOWLAB" runs compare 1 2 --db a.db --json
says '"strength": \[' out
says '"depth": 2, "run_1": 0[.0-9]*, "run_2": 0' out
expect 0 "$SOWLAB" runs delete 2 --db a.db

# Runs that are here already get the strengths that they lack, or have with fewer openings.
# shellcheck disable=SC2086
expect 0 "$SOWLAB" $evolve --measure=no --db d.db
expect 0 "$SOWLAB" measure 1 --depth 1 --openings 8 --db d.db
expect 0 "$SOWLAB" measure 1 --depth 2 --openings 3 --db d.db
cp d.db merged.db
expect 0 "$SOWLAB" runs import a.db --db d.db --csv
says '^1,a.db,1,strengths added,$' out
sed 's/^-1,1,6,1$/-1,1,8,1/' wanted > wanted.both
expect 0 "$SOWLAB" sql 'SELECT generation, depth, openings, main FROM strengths' --db d.db --csv
cmp wanted.both out || { cat out; fail 'wrong rows after an import'; }
expect 0 "$SOWLAB" runs import a.db --db d.db --csv
says '^1,a.db,1,already here,$' out
expect 0 "$SOWLAB" runs check --db d.db
printf '[sweep]\ncommand = evolve\n[options]\nvariant = awari\nseed = 1\n' > plan.ini
mkdir merge
cp a.db merge
expect 0 "$SOWLAB" sweep plan.ini --merge merge --db merged.db --json
says '"already_here": 1' out
says '"strengths_added": 4' out
expect 0 "$SOWLAB" sql 'SELECT generation, depth, openings, main FROM strengths' --db merged.db --csv
cmp wanted.both out || { cat out; fail 'wrong rows after a merge'; }

# A stop request while a run that is done is measured says so, in good order.
done="count(*) FROM runs WHERE status = 'done'"
"$SOWLAB" evolve --variant awari --generations 100 --population 6 --games 1 --candidate-games 2 \
    --validation-games 2 --quiet --measure-every 1 --kernel plain --db stop.db >out 2>err &
pid=$!
await stop.db "$done"
kill -TERM $pid
got=0
wait $pid || got=$?
[ "$got" -eq 130 ] || fail "exit status $got instead of 130: $(cat err)"
says "run 1 is done and stored, but not fully measured, continue with: sowlab measure 1 --db 'stop.db'$" err
expect 0 "$SOWLAB" measure 1 --depth 1 --openings 2 --db stop.db
printf '[sweep]\ncommand = evolve\n[options]\nvariant = awari\npopulation = 6\ngenerations = 90\n' > stop.ini
printf 'games = 1\ncandidates = 1\ncandidate_games = 1\nvalidation_games = 1\n' >> stop.ini
"$SOWLAB" sweep stop.ini --kernel plain --db swept.db >out 2>err &
pid=$!
await swept.db "$done"
kill -TERM $pid
got=0
wait $pid || got=$?
# A fast machine may have measured the only task before the signal.
if [ "$got" -ne 0 ]; then
    [ "$got" -eq 130 ] || fail "exit status $got instead of 130: $(cat err)"
    says "run 1 is done, but not fully measured: 'sowlab measure 1 --db swept.db'" err
    says '^made  *1$' out
fi

# A run that is deleted while it is measured.
"$SOWLAB" measure 1 --every 1 --openings 2 --kernel plain --db stop.db >out.late 2>err.late &
pid=$!
sleep 0.5
expect 0 "$SOWLAB" runs delete 1 --db stop.db
got=0
wait $pid || got=$?
[ "$got" -eq 66 ] || fail "exit status $got instead of 66: $(cat err.late)"
says 'run 1 was deleted during the measurement of its strength' err.late

# A run that is not done is refused before anything of it is measured.
"$SOWLAB" evolve --variant awari --generations 100000 --population 6 --games 1 --candidate-games 2 \
    --validation-games 2 --quiet --db half-done.db >out 2>err &
pid=$!
await half-done.db 'max(generation) > 2 FROM generations'
kill -TERM $pid
got=0
wait $pid || got=$?
[ "$got" -eq 130 ] || fail "exit status $got instead of 130: $(cat err)"
expect 64 "$SOWLAB" measure 1 --every 1 --depth 1 --openings 2 --db half-done.db
says "run 1 is not done, and its player may change: 'sowlab resume 1' first" err
expect 0 "$SOWLAB" sql 'SELECT count(*) AS n FROM strengths' --csv --db half-done.db
says '^0$' out

# Wrong uses that need a database.
expect 64 "$SOWLAB" measure 1@2 --db c.db
expect 64 "$SOWLAB" measure run:1@9 --db c.db
says 'has no generation 9' err
expect 66 "$SOWLAB" measure 99 --db c.db
expect 0 "$SOWLAB" dataset make h4 --games 2 --quiet --db c.db
expect 64 "$SOWLAB" measure 3 --db c.db
expect 64 "$SOWLAB" measure 1 --variant kalah --db c.db
says "run 1 is measured by its own rules, awari, not by those of 'kalah'" err
expect 64 "$SOWLAB" measure 1 --rule ply_cap=9 --db c.db
says 'is measured by its own rules' err
expect 0 "$SOWLAB" measure h4 1 --variant awari --depth 1 --openings 2 --db c.db
expect 64 "$SOWLAB" measure run:1@3 --every 2 --db c.db
says "write 1 instead of run:1@3, or leave '--every' out" err

# A plan in which one run lacks strength says so, and which command helps.
printf '[sweep]\ncommand = evolve\n[options]\nvariant = awari\npopulation = 5 6\ngenerations = 3\n' > half.ini
printf 'games = 1\ncandidates = 1\ncandidate_games = 1\nvalidation_games = 1\n' >> half.ini
SOWLAB_MEASURE=no expect 0 "$SOWLAB" sweep half.ini --db half.db
expect 0 "$SOWLAB" measure 1 --depth 1 --openings 2 --db half.db
expect 0 "$SOWLAB" sweep half.ini --table --db half.db
says "^1 of 2 finished runs have no strength, so runs are compared by validation; 'sowlab measure 2' measures" err
expect 0 "$SOWLAB" runs compare 1 --with 2 --db half.db
says "'sowlab measure 2' measures them" err
expect 0 "$SOWLAB" sweep half.ini --table --measure validation --db half.db
! grep -q strength err || fail 'the measure was chosen'
expect 0 "$SOWLAB" measure 2 --depth 1 --openings 2 --db half.db
expect 0 "$SOWLAB" sweep half.ini --table --db half.db
! grep -q 'no strength' err || fail 'both runs are measured'
