# SPDX-License-Identifier: GPL-3.0-or-later
# Comparisons of settings: the lists of a plan, several ways in a plan, and two groups of runs.
# Every case that leaves something out says so.

cat >rates.ini <<'PLAN'
[sweep]
command = evolve
[options]
variant = awari kalah
mutation_rate = 0.05 0.2 0.4
population = 5 8
generations = 4
games = 1
candidate-games = 2
validation_games = 20
seed = 1..4
PLAN
expect 0 "$SOWLAB" sweep rates.ini
says '^random_seeds_by_variant *8$' out
says '^random_seeds_needed *8$' out
says '^mutation_rate  *0.05  *0.2 ' out
says '^mutation_rate x population  *2 ' out
says '^random seed  *6 ' out
! grep -q 'left_out.*reason' out || fail 'something is left out of a complete plan'

# A single run of a kind without an interval has none.
printf '[sweep]\ncommand = evolve\n[options]\ngenerations = 2\npopulation = 4\nseed = 1\n' >one.ini
expect 0 "$SOWLAB" sweep one.ini --db one.db --csv
says ',,,,$' out

# Every chart of a plan is drawn as text and as SVG, and has what the tables have.
expect 0 "$SOWLAB" plot rates.ini
cut -d ' ' -f 1 out >names
printf '%s\n' effects differences ranks profiles wins parallel distribution | cmp - names || fail 'other charts'
while read -r name; do
    expect 0 "$SOWLAB" plot rates.ini "$name"
    [ "$(wc -l <out)" -gt 4 ] || fail "$name is not drawn"
    ! grep -qi nan out || fail "$name draws what is not there"
    expect 0 "$SOWLAB" plot rates.ini "$name" --measure validation --output "$name.svg"
    xmllint --noout "$name.svg" || fail "$name is no XML"
    ! grep -q NaN "$name.svg" || fail "$name draws what is not there"
done <names
expect 0 "$SOWLAB" plot rates.ini effects
[ "$(grep -c '^ *[a-z_]* = [0-9.]* ' out)" -eq 5 ] || fail 'not five values'
expect 0 "$SOWLAB" plot rates.ini differences
[ "$(grep -c '^ *[a-z_]*: [0-9.]*\( (best)\)* - [0-9.]* ' out)" -eq 3 ] || fail 'not three differences'
[ "$(grep -c '^ *mutation_rate: [0-9.]* (best) - [0-9.]* *[0-9.]* ' out)" -eq 2 ] || fail 'not from the best, or below 0'

# The diagram of ranks has the mean ranks of SQL, and its bars join what lies closer than the critical
# difference: for three values over 8 random seeds 2.343701 * sqrt(3 * 4 / (6 * 8)) (Demsar 2006, Table 5).
expect 0 "$SOWLAB" sql --csv "WITH v AS (SELECT r.variant, r.seed,
    r.parameters ->> 'mutation_rate' AS rate, avg(value) AS value FROM run_measures
    JOIN runs r ON r.id = run_id GROUP BY 1, 2, 3)
    SELECT rate, printf('%.3g', avg(above + (same + 1) / 2.0)) AS place FROM (SELECT a.rate AS rate,
    sum(b.value > a.value + 1e-12) AS above, sum(abs(b.value - a.value) <= 1e-12) AS same
    FROM v a JOIN v b USING (variant, seed) GROUP BY a.variant, a.seed, a.rate)
    GROUP BY 1 ORDER BY avg(above + (same + 1) / 2.0)"
tail -n +2 out | tr , ' ' >places
expect 0 "$SOWLAB" plot rates.ini ranks
sed -n 's/^ *mutation_rate = \([0-9.]*\)  *\([0-9.]*\) .*/\1 \2/p' out | cmp - places ||
    fail 'other mean ranks than those of SQL'
says '^ *mutation_rate: critical 1.17, p [<=] 0.[0-9]* ' out
awk '{ rank[NR] = $2 }
    END { for (i = 1; i < 3; i++) { for (k = 3; k > i && rank[k] - rank[i] >= 1.17; k--); if (k > i && k > last)
        print "places " i " to " k; last = k > last ? k : last } }' places >joined
sed -n 's/^ *mutation_rate: \(places [0-9] to [0-9]\) .*not shown to differ.*/\1/p' out | cmp - joined ||
    fail 'bars join other values'

# The probabilities of winning are the shares of SQL.
expect 0 "$SOWLAB" sql --csv "WITH v AS (SELECT r.variant, r.seed,
    r.parameters ->> 'mutation_rate' AS rate, avg(value) AS value FROM run_measures
    JOIN runs r ON r.id = run_id GROUP BY 1, 2, 3)
    SELECT a.rate, b.rate, avg((a.value > b.value + 1e-12) + 0.5 * (abs(a.value - b.value) <= 1e-12))
    FROM v a JOIN v b USING (variant, seed) WHERE a.rate <> b.rate GROUP BY 1, 2 ORDER BY 1, 2"
tail -n +2 out | awk -F , '{ printf "%s %.2f\n", $1, $3 }' >shares
expect 0 "$SOWLAB" plot rates.ini wins
tr -d '\200-\377' <out | sed -n 's/^ *mutation_rate = \([0-9.]*\)  *\([01][.][0-9]*\)  *\([01][.][0-9]*\) *$/\1 \2,\1 \3/p' |
    tr , '\n' | cmp - shares || fail 'other probabilities than those of SQL'
expect 64 "$SOWLAB" plot rates.ini effects --measure elo
says "no measure 'elo'" err
sed 's/^seed.*/seed = 90/' rates.ini >absent.ini
expect 66 "$SOWLAB" plot absent.ini
says 'no finished task' err
expect 66 "$SOWLAB" plot absent.ini effects
says "no data for chart 'effects'" err

# The measure of one run is found without a list of all runs.
expect 0 "$SOWLAB" sql 'EXPLAIN QUERY PLAN SELECT * FROM run_measures WHERE run_id = 1'
! grep -q 'SCAN runs' out || fail 'the measure of a run takes longer with more runs'

# Differences and wins are those of SQL, averaged over the population inside a random seed.
expect 0 "$SOWLAB" sql --csv "WITH v AS (SELECT r.variant, r.seed,
    r.parameters ->> 'mutation_rate' AS rate, avg(value) AS value FROM run_measures
    JOIN runs r ON r.id = run_id GROUP BY 1, 2, 3)
    SELECT a.rate AS a, b.rate AS b, printf('%.9f', avg(a.value - b.value)) AS difference,
    printf('%.4f', avg(CASE WHEN abs(a.value - b.value) < 1e-12 THEN 0.5
    ELSE a.value > b.value END)) AS wins FROM v a JOIN v b USING (variant, seed)
    WHERE a.rate < b.rate GROUP BY 1, 2 ORDER BY 1, 2"
tail -n +2 out >expected
expect 0 "$SOWLAB" sweep rates.ini --compare --csv
head -n 1 out | grep -qx 'list,a,b,difference,low,high,p,p_adjusted,verdict,a_wins,detectable' ||
    fail 'other columns'
[ "$(wc -l <out)" -eq 5 ] || fail 'not four differences'
awk -F, '$1 == "mutation_rate" { printf "%s,%s,%.9f,%.4f\n", $2, $3, $4, $10 }' out |
    cmp - expected || fail 'other differences than those of SQL'
# p_adjusted is at least p, and the interval excludes 0 exactly where p is below 0.05.
awk -F, 'NR > 1 && ($8 < $7 || ($5 > 0 || $6 < 0) != ($7 < 0.05)) { exit 1 }' out ||
    fail 'interval, p and p_adjusted contradict each other'
# Shares of the variance add up to 1, and that of the variants is SQL's.
expect 0 "$SOWLAB" sweep rates.ini --compare --json
sed -n 's/.*"degrees_of_freedom": \([0-9]*\), "share": \([0-9.e-]*\)}.*/\1 \2/p' out >shares
awk '{ freedom += $1; share += $2 }
    END { exit !(NR == 8 && freedom == 47 && share > 0.999999 && share < 1.000001) }' shares ||
    fail 'shares do not add up'
share=$(sed -n 's/.*"source": "variant", .*"share": \([0-9.e-]*\)}.*/\1/p' out)
expect 0 "$SOWLAB" sql --csv "WITH v AS (SELECT r.variant, value, avg(value) OVER () AS mean,
    avg(value) OVER (PARTITION BY r.variant) AS part FROM run_measures
    JOIN runs r ON r.id = run_id) SELECT printf('%.6f', sum((part - mean) * (part - mean)) /
    sum((value - mean) * (value - mean))) AS share FROM v"
[ "$(tail -n 1 out)" = "$(printf '%.6f' "$share")" ] || fail 'another share of the variants'
# The old table is unchanged, and a part of the tasks is not compared.
expect 0 "$SOWLAB" sweep rates.ini --table --json
[ "$(head -c 1 out)" = '[' ] || fail 'the table is not an array any more'
expect 0 "$SOWLAB" sweep rates.ini --task 1..6
! grep -q comparison out || fail 'a part of a plan is compared'

# Incomplete random seeds are left out and named.
sed 's/1\.\.4/1..6/' rates.ini >more.ini
"$SOWLAB" sweep more.ini --list --csv | awk -F, '$1 % 6 == 5 && $2 == "awari"' | head -n 2 >tasks
cut -d, -f1 tasks | while read -r task; do
    "$SOWLAB" sweep more.ini --task "$task" --quiet >/dev/null || fail "task $task"
done
expect 0 "$SOWLAB" sweep more.ini --compare
says '^left_out *4$' out
says '^random seed *4 *a run is missing or failed *awari 5, awari 6, kalah 5, kalah$' out
says '^random_seeds_by_variant *8$' out

# Too few random seeds: the difference has no interval, and a note says how many are needed.
sed 's/1\.\.4/1/; s/awari kalah/awari/' rates.ini >one.ini
expect 0 "$SOWLAB" sweep one.ini --compare
says '^note *1 complete random seed is too few for a verdict on 4$' out
says '^random_seeds_needed *8$' out
expect 0 "$SOWLAB" sweep one.ini --compare --csv
awk -F, 'NR > 1 && ($5 != "" || $6 != "" || $9 != "undecided") { exit 1 }' out ||
    fail 'one random seed has an interval'
expect 0 "$SOWLAB" sweep one.ini --compare --json
! grep -q effects out || fail 'one random seed has shares of variance'

# Values that make the same runs are refused: two spellings, and options that no run records.
# same LIST MESSAGE
same()
{
    printf '[sweep]\ncommand = evolve\n[options]\nvariant = awari\n%b' "$1" >same.ini
    expect 65 "$SOWLAB" sweep same.ini --list --db same.db
    says "same.ini:5: $2 make the same run; leave one out" err
}
same 'mutation_rate = 0.05 0.1 0.10\n' "'0.1' and '0.10' of the list 'mutation_rate'"
same 'seed = 1 2 01\n' "'1' and '01' of the list 'seed'"
same 'population = 20 020\nseed = 1..3\n' "'20' and '020' of the list 'population'"
same 'measure = yes no\n' "'yes' and 'no' of the list 'measure'"
same 'measure_every = 0 10\nseed = 1..3\n' "'0' and '10' of the list 'measure_every'"
printf '[sweep]\ncommand = evolve\n[way a]\n[way b]\npopulation = 50\n' >same.ini
expect 65 "$SOWLAB" sweep same.ini --list --db same.db
says "'a' and 'b' of the list 'way' make the same run" err
printf '[sweep]\ncommand = evolve\n[options]\nmeasure = no\nseed = 1..3\n' >fine.ini
expect 0 "$SOWLAB" sweep fine.ini --list --db same.db

# A setting without effect: all differences are 0.
cat >none.ini <<'PLAN'
[sweep]
command = match
operands = 'h4 h1' 'weights:h4=1 h1'
[options]
games = 20
seed = 1..6
PLAN
expect 66 "$SOWLAB" sweep none.ini --compare --csv --db none.db
expect 0 "$SOWLAB" sweep none.ini --db none.db
expect 0 "$SOWLAB" sweep none.ini --compare --csv --db none.db
says '^operands,h4 h1,weights:h4=1 h1,0,0,0,1,1,equivalent within 0.02,0.5,0$' out
expect 0 "$SOWLAB" sweep none.ini --compare --csv --db none.db --equivalent 0.5
says ',equivalent within 0.5,' out
expect 0 "$SOWLAB" sweep none.ini --compare --csv --db none.db --equivalent 0
says ',undecided,' out
# The margin of scores is not one of Elo.
sed "s/^command = .*/command = tournament/; s/'h4 h1' 'weights:h4=1 h1'/'h4 h1 h2' 'weights:h4=1 h1 h2'/" \
    none.ini >elo.ini
expect 0 "$SOWLAB" sweep elo.ini --db elo.db
says '^measure *rating$' out
expect 0 "$SOWLAB" sweep elo.ini --compare --csv --db elo.db
says ',0,0,0,1,1,undecided,' out
expect 0 "$SOWLAB" sweep elo.ini --compare --csv --db elo.db --equivalent 5
says ',0,0,0,1,1,equivalent within 5,' out

# Values of lists that change the rules are variants, which are not compared.
cat >boards.ini <<'PLAN'
[sweep]
command = match
operands = 'h4 h1' 'h4 h2'
[options]
pits = 5 6
games = 10
variant = awari kalah
seed = 1..3
PLAN
expect 0 "$SOWLAB" sweep boards.ini --db boards.db --task 1..23
expect 0 "$SOWLAB" sweep boards.ini --db boards.db --compare
says '^variants *4$' out
says '^random_seeds_by_variant *11$' out
says '^random seed *1 *a run is missing or failed *6 kalah 3$' out
says '^operands x variant *3 ' out
! grep -q '^pits' out || fail 'boards of different sizes are compared'

# A long list is not compared, and nothing to compare is said.
sed "s/^games = .*/games = 1..33/; s/1\.\.6/1/; s/ 'weights:h4=1 h1'//" none.ini >long.ini
expect 0 "$SOWLAB" sweep long.ini --db none.db
says '^list *1 *more than 32 values *games$' out
sed "s/ 'weights:h4=1 h1'//" none.ini >alone.ini
expect 66 "$SOWLAB" sweep alone.ini --compare --db none.db
says "nothing to compare: 'alone.ini' needs a list" err
expect 66 "$SOWLAB" sweep alone.ini --rank --db none.db
says "nothing to compare: 'alone.ini' needs a list" err

# Several ways, each with options or a command of its own.
cat >ways.ini <<'PLAN'
[sweep]
command = evolve
[options]
variant = awari
population = 5
generations = 4
games = 1
candidate-games = 2
validation_games = 20
seed = 1..4
[way ga]
[way random search]
optimizer = random
[way wild]
mutation-rate = 0.4
PLAN
expect 0 "$SOWLAB" sweep ways.ini
says '^made *8$' out
says '^done_before *4$' out
says '^way *ga *random search ' out
says '^way *random search *wild ' out
expect 0 "$SOWLAB" sweep ways.ini --list --csv
says '^5,random search,1,[0-9]*,done$' out
expect 0 "$SOWLAB" evolve --variant awari --population 5 --generations 4 --games 1 \
    --candidate-games 2 --validation-games 20 --optimizer random --seed 3 --db one.db
expect 0 "$SOWLAB" sql --db one.db --csv 'SELECT digest FROM runs'
digest=$(tail -n 1 out)
expect 0 "$SOWLAB" sql --csv "SELECT count(*) FROM runs WHERE digest = '$digest'"
says '^1$' out
cat >commands.ini <<'PLAN'
[sweep]
[way alone]
command = match
operands = 'h4 h1'
[way many]
command = robustness
operands = h4
variants = awari
opponents = h1
[options]
games = 20
seed = 1..3
PLAN
expect 0 "$SOWLAB" sweep commands.ini --db commands.db
says '^command *-$' out
says '^made *6$' out
says '^way *alone *many ' out
# Runs without a common measure have results, and no comparison.
sed 's/^command = robustness/command = tournament/; s/^operands = h4/operands = h4 h2/;
    /^opponents/d' commands.ini >mixed.ini
sed -i "s/^operands = h4 h2/operands = 'h4 h2'/" mixed.ini
expect 0 "$SOWLAB" sweep mixed.ini --db commands.db
says '^note *the runs have no measure in common' out
expect 64 "$SOWLAB" sweep mixed.ini --measure score --db commands.db
says "runs of 'tournament' have no measure 'score'; they have: rating" err
expect 64 "$SOWLAB" sweep rates.ini --measure r2 --compare
says "runs of 'evolve' have no measure 'r2'; they have: strength, validation" err

# Wrong ways.
refused()
{
    printf '[sweep]\ncommand = evolve\n[options]\npopulation = 3\n[way a]\n[way b]\n%b' "$1" >bad.ini
    expect 65 "$SOWLAB" sweep bad.ini --list
    says "$2" err
}
refused 'population = 4\n' "bad.ini:7: 'population' is a list of all ways, in line 4"
refused 'optimizer = ga random\n' "bad.ini:7: 'optimizer' needs one value in a way"
refused 'optimizer = x\n' "bad.ini:7: in the way 'b', 'x' is not a value of '--optimizer'"
refused 'hall_size = 3\n' "bad.ini:7: in the way 'b', '--hall-size' has no effect here"
refused 'optimiser = ga\n' "bad.ini:7: in the way 'b', .*did you mean '--optimizer'"
refused 'command = mtach\n' "bad.ini:7: 'mtach' is not a command that stores runs"
refused 'command = fit\n' "bad.ini:7: 'fit' needs operands"
refused 'db = x\n' "bad.ini:7: 'db' is the same for all tasks"

# Two groups of runs: the comparison is that of the sweep.
ids()
{
    expect 0 "$SOWLAB" sql --csv "SELECT group_concat(id, ' ') FROM (SELECT id FROM runs
        WHERE $1 ORDER BY id)"
    tail -n 1 out
}
few=$(ids "parameters ->> 'mutation_rate' = 0.05 AND seed <= 4 AND parameters ->> 'population' > 4
    AND parameters ->> 'optimizer' IS NOT 'random'")
many=$(ids "parameters ->> 'mutation_rate' = 0.2 AND seed <= 4")
expect 0 "$SOWLAB" sweep rates.ini --compare --csv
figures() # of the differences that standard input has: the fields from number $1 on
{
    awk -F, -v at="$1" '{ printf "%.9f %.9f %.9f %.9f\n", $at, $(at + 1), $(at + 2), $(at + 3) }'
}
grep '^mutation_rate,0.05,0.2,' out | figures 4 >expected
# shellcheck disable=SC2086 # run numbers
expect 0 "$SOWLAB" runs compare $few --with "$many" --csv
grep '^runs,' out | sed 's/^runs,"[^"]*","[^"]*",//' | figures 1 | cmp - expected ||
    fail 'two groups of runs compare otherwise than a sweep'
awari=$(ids "variant = 'awari' AND parameters ->> 'mutation_rate' = 0.05 AND seed < 4
    AND parameters ->> 'population' = 8")
rest=$(ids "parameters ->> 'mutation_rate' = 0.2 AND seed > 1 AND seed < 5
    AND parameters ->> 'population' = 8")
# shellcheck disable=SC2086 # run numbers
expect 0 "$SOWLAB" runs compare $awari --with "$rest"
says '^random seed *1 *no run in the second group *awari 1$' out
says '^random seed *1 *no run in the first group *awari 4$' out
says '^random seed *3 *the first group has no run of' out
says 'kalah 3' out
says '^note *2 complete random seeds are too few' out
expect 0 "$SOWLAB" match h4 h1 --variant awari --games 5 --seed 2
match=$("$SOWLAB" runs list --kind match --csv --columns id | tail -n 1)
# shellcheck disable=SC2086 # run numbers
expect 0 "$SOWLAB" runs compare $awari "$match" --with "$rest" --measure validation
says "^run *1 *does not have the measure *$match\$" out
# shellcheck disable=SC2086 # run numbers
expect 65 "$SOWLAB" runs compare $awari "$match" --with "$rest"
says 'no measure in common' err
# Operands behind --with belong to the second group.
# shellcheck disable=SC2086 # run numbers
expect 0 "$SOWLAB" runs compare $awari --with "$rest" --json
cp out quoted
# shellcheck disable=SC2086 # run numbers
expect 0 "$SOWLAB" runs compare $awari --with $rest --json
cmp quoted out || fail 'words behind --with are another group'
# shellcheck disable=SC2086 # run numbers
expect 64 "$SOWLAB" runs compare --with $rest
says 'a group of runs is empty' err
# A random seed with another number of runs than most is left out, not most random seeds.
one=$(ids "variant = 'awari' AND parameters ->> 'mutation_rate' = 0.05 AND
    parameters ->> 'population' = 8 AND parameters ->> 'optimizer' IS NOT 'random'")
other=$(ids "variant = 'awari' AND parameters ->> 'mutation_rate' = 0.2 AND
    parameters ->> 'population' = 8")
another=$(ids "variant = 'awari' AND parameters ->> 'mutation_rate' = 0.05 AND
    parameters ->> 'population' = 5 AND seed = 2")
# shellcheck disable=SC2086 # run numbers
expect 0 "$SOWLAB" runs compare $one $another --with $other
says '^random_seeds *3$' out
says '^random seed *1 *unusual number of runs in the first group *awari 2$' out
expect 64 "$SOWLAB" runs compare 1..3 --with 3,4
says 'run 3 is named twice' err
expect 64 "$SOWLAB" runs compare 1..20000 --with 3
says 'more than 10000 runs' err
expect 66 "$SOWLAB" runs compare 1 --with 9999

# Strengths at different depths are no measure in common: a depth that all runs have is compared.
cat >depths.ini <<'END'
[sweep]
command = learn
[options]
variant = awari
seed = 1..2
[way learn]
rounds = 1
positions = 500
target = outcome
test-games = 0
[way evolve]
command = evolve
generations = 1
population = 4
candidate-games = 1
validation-games = 1
END
expect 0 "$SOWLAB" sweep depths.ini --db depths.db
for id in 1 2; do
    expect 0 "$SOWLAB" measure $id --depth 1,2,4 --openings 2 --db depths.db
done
for id in 3 4; do
    expect 0 "$SOWLAB" measure $id --depth 1,2 --openings 2 --db depths.db
done
expect 0 "$SOWLAB" sweep depths.ini --compare --db depths.db
says '^measure *strength_depth_2$' out
# The measure that the refusal names is accepted.
expect 0 "$SOWLAB" sweep depths.ini --compare --measure strength_depth_2 --db depths.db
says '^measure *strength_depth_2$' out
expect 64 "$SOWLAB" sweep depths.ini --compare --measure validation_depth_2 --db depths.db
says "have no measure 'validation_depth_2'" err
expect 64 "$SOWLAB" sweep depths.ini --compare --measure strength --db depths.db
says 'strengths at depth 4 and at depth 1 cannot be compared' err

# A bake-off writes a plan, which is a sweep. Interrupted or measured by another command, it has
# the same table.
bake()
{
    expect 0 "$SOWLAB" bakeoff --variants awari,kalah --learners panel-ga,random --tracks 1 \
        --budget 100k --replicates 2 --openings 2 "$@"
}
bake --db whole.db
says '^made *8$' out
says '^tasks *8$' out
says 'ways in 2 variants' err
expect 0 "$SOWLAB" sweep bakeoff.ini --rank --csv --db whole.db
cp out whole
[ "$(grep -c '^strength_depth_[124],all,way,[12],[a-z-]*@1,4,' whole)" -eq 6 ] ||
    fail 'not two learners at three depths'
[ "$(grep -c ',best$' whole)" -eq 3 ] || fail 'not one best learner at each depth'
expect 0 "$SOWLAB" sweep bakeoff.ini --rank --json --db whole.db
[ "$(grep -c '"variant": "kalah"' out)" -eq 6 ] || fail 'no ranking in kalah'
# The means are those of SQL.
expect 0 "$SOWLAB" sql --csv --db whole.db "SELECT printf('%.6f', avg(score)) AS mean FROM strengths
    WHERE depth = 4 GROUP BY (SELECT parameters ->> 'optimizer' FROM runs WHERE id = run_id) ORDER BY -mean"
tail -n +2 out >expected
awk -F, '$1 == "strength_depth_4" { printf "%.6f\n", $7 }' whole | cmp - expected ||
    fail 'other means than those of SQL'
for seconds in 0.1 0.3 0.5 0.8; do
    timeout -s KILL $seconds "$SOWLAB" sweep bakeoff.ini --db killed.db >/dev/null 2>&1 || :
done
bake --db killed.db
expect 0 "$SOWLAB" sweep bakeoff.ini --rank --csv --db killed.db
cmp out whole || fail 'another table after kills'
grep -v -e '^depths' -e '^openings' bakeoff.ini >plain.ini
expect 0 "$SOWLAB" sweep plain.ini --db plain.db
bake --db plain.db
says '^done_before *8$' out
expect 0 "$SOWLAB" sweep bakeoff.ini --rank --csv --db plain.db
cmp out whole || fail 'runs of another command are not measured'
sed 's/^depths.*/depths = 1 3/' bakeoff.ini >bad.ini
expect 65 "$SOWLAB" sweep bad.ini --list
says "bad.ini:[0-9]*: '1 3' is not a list of the depths" err
sed '/^depths/d' bakeoff.ini >bad.ini
expect 65 "$SOWLAB" sweep bad.ini --list
says "a number of openings needs a line 'depths" err
sed 's/^openings.*/openings = 1/' bakeoff.ini >bad.ini
expect 65 "$SOWLAB" sweep bad.ini --list
says "'1' is not a number of openings" err

# Stages of the runs are judged, too, at the depths that are missing.
sed 's/^depths.*/depths = 1/; s/^openings.*/&\ncurve = 2/' bakeoff.ini >short.ini
expect 0 "$SOWLAB" sweep short.ini --db whole.db
expect 0 "$SOWLAB" bakeoff --variants awari,kalah --learners panel-ga,random --tracks 1 --budget 100k \
    --replicates 2 --openings 2 --curve 2 --plan curve.ini --db whole.db
says '^done_before *8$' out
stages='SELECT count(*) AS stages, sum(openings) AS openings FROM strengths WHERE generation >= 0'
expect 0 "$SOWLAB" sql --csv --db whole.db "$stages"
cp out stages
[ "$(sed -n '2s/,.*//p' stages)" -eq 48 ] || fail 'not two stages of 8 runs at three depths'
expect 0 "$SOWLAB" plot curve.ini learning --measure strength_depth_2 --db whole.db --output curve.svg
says '>panel-ga@1, kalah</text>' curve.svg
expect 0 "$SOWLAB" sweep curve.ini --db whole.db
expect 0 "$SOWLAB" sql --csv --db whole.db "$stages"
cmp out stages || fail 'stages are measured twice'
sed 's/^curve.*/curve = 1/' curve.ini >bad.ini
expect 65 "$SOWLAB" sweep bad.ini --list
says "bad.ini:[0-9]*: '1' is not a number of stages" err

# A profile ends where a value is behind by the greatest distance, at a share of 1.
expect 0 "$SOWLAB" plot bakeoff.ini profiles --db whole.db --measure strength_depth_4
says 'Performance profiles' out
says 'panel-ga@1' out

# Regret is a measure, of which less is better. Its name has the seeds on the board.
expect 0 "$SOWLAB" solve --variant awari --on-board 4 --endgame four.endgame --quiet
expect 0 "$SOWLAB" sql --csv --db whole.db "SELECT id FROM runs WHERE variant = 'awari'"
# shellcheck disable=SC2046 # a word for each run
expect 0 "$SOWLAB" measure $(tail -n +2 out) --depth 4 --openings 2 --endgame four.endgame --db whole.db
expect 0 "$SOWLAB" sweep bakeoff.ini --rank --measure regret_depth_4_on_4 --csv --db whole.db
cp out ranked
expect 0 "$SOWLAB" sql --csv --db whole.db "SELECT printf('%.6f', avg(regret)) AS mean FROM strengths
    WHERE depth = 4 AND regret IS NOT NULL
    GROUP BY (SELECT parameters ->> 'optimizer' FROM runs WHERE id = run_id) ORDER BY mean"
tail -n +2 out >expected
awk -F, '$1 == "regret_depth_4_on_4" { printf "%.6f\n", $7 }' ranked | cmp - expected ||
    fail 'regret is not ranked from the least'
awk -F, '$1 == "regret_depth_4_on_4" && $8 < 0 { exit 1 }' ranked || fail 'an interval of regret below 0'
# The other variant has no regret: the ranking says what it leaves out.
expect 0 "$SOWLAB" sweep bakeoff.ini --rank --measure regret_depth_4_on_4 --json --db whole.db
says '{"measure": "regret_depth_4_on_4", "left_out": "random seed", "count": .*, "reason": "a run does not have the measure", "names": "' out
expect 64 "$SOWLAB" sweep bakeoff.ini --rank --measure regret_depth_4_on_5 --db whole.db
says 'regret_depth_4_on_4' err
expect 64 "$SOWLAB" bakeoff --budget 20M --db whole.db
says "'bakeoff.ini' has another plan" err
