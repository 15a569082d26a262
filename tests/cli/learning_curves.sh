# SPDX-License-Identifier: GPL-3.0-or-later
# The chart 'learning' of a plan: strength of measured generations and rounds against games. Each
# case that leaves something out says so.

cat >sizes.ini <<'PLAN'
[sweep]
command = evolve
[options]
variant = erherhe
population = 5 8
generations = 5
games = 1
candidate-games = 2
validation_games = 2
seed = 1..3
PLAN
expect 0 "$SOWLAB" sweep sizes.ini --quiet

# Nothing is measured. The advice is a command that helps.
expect 0 "$SOWLAB" plot sizes.ini
! grep -q learning out || fail 'a chart without data is listed'
expect 66 "$SOWLAB" plot sizes.ini learning
says "measure_every = 10" err
measure=$(sed -n "s/.*'sowlab \(measure [0-9 ]*--every\) 10'.*/\1/p" err)
[ "$measure" = 'measure 1 2 3 4 5 6 --every' ] || fail "advice: $measure"

# Generations 0, 2 and 4. The line of the single run has no band.
expect 0 "$SOWLAB" measure 1 2 --every 2 --depth 1 --openings 2
expect 0 "$SOWLAB" plot sizes.ini learning --output two.svg
says '^4 finished runs are left out, because fewer than two' err
says "'sowlab measure 3 4 5 6 --every N'" err
! grep -q 'no band' err || fail 'two runs have no band'
# shellcheck disable=SC2086 # words of a command
expect 0 "$SOWLAB" $measure 2 --depth 1 --openings 2
expect 0 "$SOWLAB" plot sizes.ini
says '^learning  *Learning curves$' out
expect 0 "$SOWLAB" plot sizes.ini learning --output curves.svg
[ ! -s err ] || fail "a complete plan: $(cat err)"
xmllint --noout curves.svg || fail 'no XML'
! grep -q NaN curves.svg || fail 'draws what is not there'
says 'Learning curves by population: median and quartiles of 3 runs' curves.svg
[ "$(grep -c 'class="band ' curves.svg)" -ge 2 ] || fail 'no bands'
sed 's/^seed.*/seed = 1/' sizes.ini >single.ini
expect 0 "$SOWLAB" plot single.ini learning --output single.svg
says '2 of 2 lines are of a single run and have no band' err
says "'seed = 1[.][.]8'" err
says 'by population: single runs' single.svg
[ "$(grep -c 'class="band ' single.svg)" -eq 0 ] || fail 'a band of one run'

# Medians and games are those of SQL. The ends of both axes have the values.
expect 0 "$SOWLAB" sql --csv "WITH played AS (SELECT g.run_id, g.generation, sum(g.games) OVER (PARTITION
    BY g.run_id ORDER BY g.generation) AS games FROM generations g), points AS (SELECT
    r.parameters ->> 'population' AS size, generation, played.games, score, row_number() OVER (PARTITION BY
    r.parameters ->> 'population', generation ORDER BY score) AS place FROM strengths s
    JOIN played USING (run_id, generation) JOIN runs r ON r.id = s.run_id WHERE s.main = 1)
    SELECT printf('%.3g', max(score)) AS high, printf('%.3g', min(score)) AS low,
    printf('%.3g', min(games)) AS first, printf('%.3g', max(games)) AS last
    FROM points WHERE place = 2"
tail -n 1 out | tr , ' ' >wanted
expect 0 "$SOWLAB" plot sizes.ini learning
read -r high low first last <wanted
[ "$(sed -n 3p out | awk '{print $1}')" = "$high" ] || fail "the greatest median is not $high"
[ "$(sed -n 18p out | awk '{print $1}')" = "$low" ] || fail "the least median is not $low"
[ "$(sed -n 19p out | awk '{print $1, $NF}')" = "$first $last" ] || fail "games are not $first to $last"

# Runs that have no measured generations in common make no line.
cat >lone.ini <<'PLAN'
[sweep]
command = evolve
[options]
variant = erherhe
population = 6
generations = 5
games = 1
candidate-games = 2
validation_games = 2
seed = 1..2
PLAN
expect 0 "$SOWLAB" sweep lone.ini --quiet --db lone.db
expect 0 "$SOWLAB" measure run:1@1 run:1@3 run:2@2 run:2@4 --depth 1 --openings 2 --db lone.db
expect 66 "$SOWLAB" plot lone.ini learning --db lone.db
says 'fewer than two measured generations or rounds in common' err

# Two ways: the rounds of learn are measured while it runs. The games differ so much that the
# axis is logarithmic.
cat >ways.ini <<'PLAN'
[sweep]
label = ways
[way learn]
command = learn
features = h4,h6,h1
target = outcome
rounds = 2
positions = 400
test_games = 0
[way evolve]
command = evolve
population = 8
generations = 5
games = 10
candidate-games = 2
validation_games = 2
[options]
variant = kalah
pits = 4
measure_every = 1
seed = 1..2
PLAN
expect 0 "$SOWLAB" sweep ways.ini --quiet --db ways.db
expect 0 "$SOWLAB" plot ways.ini learning --output ways.svg --db ways.db
says 'Learning curves by way: median and quartiles of 2 runs' ways.svg
says '>learn</text>' ways.svg
says '>evolve</text>' ways.svg
says 'games played (logarithmic)' ways.svg
says '>1,000</text>' ways.svg
expect 0 "$SOWLAB" plot 1 rounds --db ways.db
says 'strength' out
expect 0 "$SOWLAB" sql 'SELECT generation, depth, main FROM strengths WHERE run_id = 1 AND generation >= 0' \
    --csv --db ways.db
# Rounds are measured at the depth that stands for the run, and at that of generations.
printf '%s\n' generation,depth,main 1,1,0 1,4,1 2,1,0 2,4,1 | cmp - out || fail 'not every round is measured'
says 'quartiles of 2 runs, depth 1' ways.svg
# At a depth that one way lacks there is a curve of the other way alone.
expect 0 "$SOWLAB" plot ways.ini learning --db ways.db --measure strength_depth_4 --output deep.svg
says 'quartiles of 2 runs, depth 4' deep.svg
says '2 finished runs are left out' err
! grep -q '>evolve</text>' deep.svg || fail 'generations at depth 4'
# Strengths against two versions of a panel make no common curve, and no line of one run.
if command -v sqlite3 >/dev/null; then
    cp ways.db mixed.db
    sqlite3 mixed.db "UPDATE strengths SET panel = 'general-0' WHERE run_id = 1 AND generation = 1"
    expect 66 "$SOWLAB" plot ways.ini learning --db mixed.db --measure strength_depth_1
    says "make no common curve" err
    expect 0 "$SOWLAB" plot 1 rounds --db mixed.db --format svg
    cp out mixed.svg
    expect 0 "$SOWLAB" plot 1 rounds --db ways.db --format svg
    ! cmp -s out mixed.svg || fail 'rounds against two versions of a panel make a line'
fi
expect 64 "$SOWLAB" plot ways.ini learning --db ways.db --measure validation
says "show strength, not 'validation'" err
expect 0 "$SOWLAB" plot ways.ini learning --db ways.db --measure strength
expect 0 "$SOWLAB" runs verify 1 --db ways.db
# Round 1, then every second: the last round is that of the run.
expect 0 "$SOWLAB" measure 1 --every 2 --depth 1 --openings 2 --csv --db ways.db
says '^run:1@1,[^,]*,1,' out
! grep -q '^run:1@1,[^,]*,4,' out || fail '--depth has no effect'
! grep -q '^run:1@2,' out || fail 'a round too many'

# Runs that were measured at different depths have no common curve. A range names runs.
sed '/^measure_every/d' ways.ini >apart.ini
expect 0 "$SOWLAB" sweep apart.ini --quiet --db apart.db
expect 0 "$SOWLAB" measure 1..2 --every 1 --depth 2 --openings 2 --csv --db apart.db
says '^run:1@2,[^,]*,2,' out
says '^run:2@1,[^,]*,2,' out
expect 0 "$SOWLAB" measure 3 4 --every 2 --depth 1 --openings 2 --db apart.db
expect 66 "$SOWLAB" plot apart.ini learning --db apart.db
says 'were measured at different depths' err
expect 0 "$SOWLAB" measure 3..4 --every 2 --depth 2 --openings 2 --db apart.db
expect 0 "$SOWLAB" plot apart.ini learning --db apart.db
says ', depth 2$' out
expect 64 "$SOWLAB" measure 4..3 --db apart.db
says 'write the smaller number first' err

# Runs of other kinds have no curves.
printf '[sweep]\ncommand = match\noperands = "h4 h1"\n[options]\ngames = 4\nseed = 1..2\n' >match.ini
sed -i "s/\"/'/g" match.ini
expect 0 "$SOWLAB" sweep match.ini --quiet --db match.db
expect 66 "$SOWLAB" plot match.ini learning --db match.db
says "no learning curves: only 'evolve' and 'learn'" err
# Neither has a run of one round, however it is measured.
printf '[sweep]\ncommand = learn\n[options]\nvariant = awari\nfeatures = h4,h1\nrounds = 1\npositions = 400\ntest_games = 0\nseed = 1..2\n' >round.ini
expect 0 "$SOWLAB" sweep round.ini --quiet --db round.db
expect 66 "$SOWLAB" plot round.ini learning --db round.db
says 'and a curve has two or more' err
expect 64 "$SOWLAB" measure 1 --every 2 --db match.db
sed 's/^seed.*/seed = 90/' sizes.ini >absent.ini
expect 66 "$SOWLAB" plot absent.ini learning
says "no data for chart 'learning'" err
