# SPDX-License-Identifier: GPL-3.0-or-later
# Sweeps: the same runs made all at once, task by task, by several processes, or merged. Existing
# runs are not made again. Wrong plans, and workers that are killed.

cat >sizes.ini <<'END'
[sweep]
command = evolve
label = how large
[options]
variant = kalah awari
population = 5 8
generations = 6
games = 1
candidate-games = 2
validation_games = 20
seed = 1..3
END

digests()
{
    "$SOWLAB" sql --db "$1" --csv 'SELECT variant, seed, digest, label FROM runs
        ORDER BY variant, seed, digest'
}

expect 0 "$SOWLAB" sweep sizes.ini --list
[ "$(grep -c missing out)" -eq 12 ] || fail 'not 12 tasks'
[ ! -e sowlab.db ] || fail 'a list made a database'
expect 66 "$SOWLAB" sweep sizes.ini --table
says "no finished task of 'sizes.ini'" err
expect 0 "$SOWLAB" sweep sizes.ini --threads 1
says '^made *12$' out
digests sowlab.db >truth
says ',how large$' truth

# A task is the run that its command line makes.
expect 0 "$SOWLAB" evolve --variant awari --population 8 --generations 6 --games 1 \
    --candidate-games 2 --validation-games 20 --seed 2 --label 'how large' --db one.db
digests one.db | tail -n 1 >one
grep -q -x -F -f one truth || fail 'a task is another run than its words make'

# The second time nothing is made, and the table is the same. Tasks are numbered in order.
expect 0 "$SOWLAB" sweep sizes.ini
says '^made *0$' out
says '^done_before *12$' out
expect 0 "$SOWLAB" sweep sizes.ini --table --csv
cp out table
[ "$(wc -l <table)" -eq 5 ] || fail 'not four rows'
expect 0 "$SOWLAB" sweep sizes.ini --list --csv
says '^7,awari,5,1,7,done$' out

# Finished runs get the label of the sweep that uses them, and a new provenance digest. Two sweeps
# that share runs do not disturb each other.
cp sowlab.db label.db
sed 's/^label = .*/label = small ones/; s/^seed = .*/seed = 1 2/' sizes.ini >again.ini
labels()
{
    expect 0 "$SOWLAB" sql --db label.db --csv 'SELECT label, count(*) FROM runs
        GROUP BY label ORDER BY label'
    says "$1" out
}
expect 0 "$SOWLAB" sweep again.ini --db label.db
says '^made *0$' out
says '^done_before *8$' out
labels '^how large,4$'
labels '^small ones,8$'
expect 0 "$SOWLAB" runs check --db label.db
"$SOWLAB" sweep sizes.ini --db label.db >first 2>&1 &
pid=$!
"$SOWLAB" sweep again.ini --db label.db >second 2>&1 || fail 'a second sweep is disturbed'
wait $pid || fail 'the first sweep is disturbed'
expect 0 "$SOWLAB" runs check --db label.db
expect 0 "$SOWLAB" sweep sizes.ini --db label.db
labels '^how large,12$'
expect 0 "$SOWLAB" sweep sizes.ini --table --csv --db label.db
cmp out table || fail 'a label makes a difference'
# Labels of tasks that are made side by side do not get mixed up.
cat >many.ini <<'END'
[options]
games = 1
seed = 1..40
[sweep]
command = match
label = first
operands = 'h1 h2' 'h1 h3' 'h1 h4' 'h1 h5' 'h1 h6' 'h2 h3' 'h2 h4' 'h2 h5' 'h2 h6' 'h3 h4'
END
for name in first second third fourth; do
    sed "s/^label = .*/label = $name/" many.ini >named.ini
    expect 0 "$SOWLAB" sweep named.ini --db many.db --threads 8 --quiet
    expect 0 "$SOWLAB" sql --db many.db --csv 'SELECT label, count(*) FROM runs GROUP BY label'
    says "^$name,400\$" out
done
rm -f many.db
# Each task of its own database that fails is reported.
cat >both.ini <<'END'
[sweep]
command = evolve
[options]
optimizer = ga random
mutation_rate = 0.1 0.2 0.3
population = 4
generations = 1
games = 1
END
expect 64 "$SOWLAB" sweep both.ini --into apart
says 'task 5: .*--optimizer ga' err
says 'task 6: .*--optimizer ga' err
rm -rf apart
# A run whose provenance was changed by hand stays damaged.
sqlite=$(command -v sqlite3 || :)
if [ -n "$sqlite" ]; then
    "$sqlite" label.db "UPDATE runs SET host = 'elsewhere' WHERE id = 1"
    expect 0 "$SOWLAB" sweep again.ini --db label.db
    expect 65 "$SOWLAB" runs check --db label.db
fi
rm -f label.db

# A single task can be run: its table has one row, and values of other tasks are not checked.
expect 0 "$SOWLAB" sweep sizes.ini --task 5 --csv
[ "$(wc -l <out)" -eq 2 ] || fail 'a task shows the rows of others'
sed 's/^population = .*/population = 5 1/' sizes.ini >wrong.ini
expect 0 "$SOWLAB" sweep wrong.ini --task 2
expect 65 "$SOWLAB" sweep wrong.ini --task 4
says '^sowlab: wrong.ini:6: ' err
expect 65 "$SOWLAB" sweep wrong.ini

# Tasks that fail when they are made name the line of the option at fault, too.
{
    sed 's/^population = .*/population = 5/' sizes.ini
    echo 'elitism = 0 5'
} >wrong.ini
line=$(grep -n '^elitism' wrong.ini | cut -d : -f 1)
expect 64 "$SOWLAB" sweep wrong.ini --db wrong.db --task 2
says "^sowlab: wrong.ini:$line: .*elitism '5' leaves nothing to breed" err
rm -f wrong.db

# The table agrees with SQL's arithmetic and Student's 97.5 % point for 2 degrees of freedom.
expect 0 "$SOWLAB" sql --csv "WITH v AS (SELECT r.variant, r.parameters ->> 'population' AS p,
    avg(value) AS mean, count(*) AS n, sum(value * value) AS squares FROM run_measures
    JOIN runs r ON r.id = run_id GROUP BY 1, 2)
    SELECT variant, p, n, printf('%.6f %.6f', mean,
    mean - 4.30265273 * sqrt((squares - n * mean * mean) / (n - 1) / n)) AS mean FROM v
    ORDER BY variant DESC, p"
tail -n +2 out >expected
awk -F, 'NR > 1 { printf "%s,%s,%s,%.6f %.6f\n", $1, $2, $3, $5, $6 }' table | cmp - expected ||
    fail 'the table has other intervals'

# Tasks in parallel: by threads, by several processes on one database, and in separate databases.
expect 0 "$SOWLAB" sweep sizes.ini --threads 3 --db three.db
digests three.db | cmp - truth || fail 'threads make a difference'
pids=
for part in 1..6 4..9 7..12 1..12; do
    "$SOWLAB" sweep sizes.ini --task $part --db shared.db --quiet >"part.$part" 2>&1 &
    pids="$pids $!"
done
for pid in $pids; do
    got=0
    wait "$pid" || got=$?
    [ $got -eq 0 ] || [ $got -eq 75 ] || { cat part.* >&2; fail "a worker ended with $got"; }
done
digests shared.db | cmp - truth || fail 'a task was made twice, or not at all'
for task in 12 3 1 2 4 5 6 7 8 9 10 11; do
    expect 0 "$SOWLAB" sweep sizes.ini --task $task --into stores
done
expect 0 "$SOWLAB" sweep sizes.ini --task 5..6 --into stores
says '^done_before *2$' out
expect 0 "$SOWLAB" sweep sizes.ini --merge stores --db merged.db
says '^imported *12$' out
digests merged.db | cmp - truth || fail 'merged otherwise'
expect 0 "$SOWLAB" sweep sizes.ini --merge stores --db merged.db --csv
cmp out table || fail 'another table from merged runs'
expect 0 "$SOWLAB" sweep sizes.ini --merge . --db merged.db
says '^imported *0$' out

# Files that are damaged, not databases, or from a later version are refused. The others are
# merged.
echo 'no database at all, whatever its name may say about it; there is nothing in here' >stores/x.db
cp stores/task-1.db stores/y.db
"$SOWLAB" sql --db stores/y.db 'SELECT 1' >/dev/null
# The number of the schema is in bytes 60 to 63 of the file.
printf '\177' | dd of=stores/y.db bs=1 seek=60 conv=notrunc 2>dd.err
rm -f merged.db
expect 65 "$SOWLAB" sweep sizes.ini --merge stores --db merged.db
says '^refused *2$' out
says 'refused: stores/x.db: ' err
says 'refused: stores/y.db: .*newer' err
digests merged.db | cmp - truth || fail 'a bad neighbour cost a run'

# If a worker is killed, the next one resumes its task.
cat >long.ini <<'END'
[sweep]
command = match
operands = 'h1 h2' 'h2 h1'
[options]
games = 2000000
kernel = plain
END
expect 65 "$SOWLAB" sweep long.ini
says "long.ini:6: 'kernel' is the same for all tasks" err
sed -i '/kernel/d; s/2000000/200000/' long.ini
"$SOWLAB" sweep long.ini --kernel plain --task 1 --db long.db --quiet >/dev/null 2>&1 &
pid=$!
await long.db "count(*) FROM runs WHERE status = 'running'"
expect 75 "$SOWLAB" sweep long.ini --kernel plain --task 1 --db long.db
says '^running_elsewhere *1$' out
says 'other processes are at work on' err
kill -KILL $pid
wait $pid 2>/dev/null || :
expect 0 "$SOWLAB" sweep long.ini --list --db long.db
says '^ *1 .*left to resume$' out
expect 0 "$SOWLAB" sweep long.ini --db long.db
says '^resumed *1$' out
says '^made *1$' out
expect 0 "$SOWLAB" sweep long.ini --db undisturbed.db
digests long.db >a
digests undisturbed.db | cmp - a || fail 'a kill makes a difference'
sed -i 's/200000/3000000/' long.ini
# A slow machine may be interrupted before the first run has begun.
for seconds in 1 4 16; do
    interrupt INT $seconds '^sowlab: interrupted; .* the same command computes the rest' \
        "$SOWLAB" sweep long.ini --kernel plain --db stopped.db
    says '^left *2$' out
    ! "$SOWLAB" runs list --db stopped.db --csv | grep -q ,interrupted, || break
done

# An unfinished run is not merged.
cp stopped.db stores/task-1.db
rm -f merged.db stores/x.db stores/y.db
expect 0 "$SOWLAB" sweep sizes.ini --merge stores --db merged.db
says '^unfinished *[12]$' out
expect 0 "$SOWLAB" runs list --db merged.db --csv
! grep -q interrupted out || fail 'an unfinished run was merged'

# A run that a plan has twice, in two spellings, is refused before any is made.
cat >same.ini <<'END'
[sweep]
command = match
operands = 'h4 h1'
[options]
GAMES = 20 020
seed = 1 01
END
expect 65 "$SOWLAB" sweep same.ini --db same.db
says "same.ini:5: '20' and '020' of the list 'games' make the same run; leave one out" err
[ ! -e same.db ] || fail 'a refused plan makes a database'
# Games decided the openings of a run. The note of that is merged too: no list plays these games
# again.
sed -i 's/^GAMES .*/games = 20/; s/^seed .*/seed = 1/' same.ini
expect 0 "$SOWLAB" sweep same.ini --threads 4 --db same.db
says '^made *1$' out
mkdir noted
cp same.db noted/task-1.db
expect 0 "$SOWLAB" sweep same.ini --merge noted --db noted.db
for db in same.db noted.db; do
    expect 0 "$SOWLAB" sql --csv --db $db 'SELECT option FROM run_answers'
    says '^random_plies$' out
    expect 0 "$SOWLAB" sweep same.ini --list --csv --db $db
    [ "$(grep -c ',1,done$' out)" -eq 1 ] || fail 'a merged run is not found'
done

# A wrong task does not stop the others. The error has its values.
cat >mixed.ini <<'END'
[sweep]
command = match
operands = 'h4 h1' 'h4 run:7' 'h4 h2'
[options]
games = 10
seed = 1 2
END
expect 66 "$SOWLAB" sweep mixed.ini --db mixed.db
says '^made *4$' out
says '^failed *2$' out
says 'task 3 (operands=h4 run:7 games=10 seed=1): .*run 7' err
says '^h4 h2 *2  score' out

# A full disk ends the sweep and keeps the finished runs. (The thread sanitizer has a file of its
# own that the limit would cut off.)
if [ -z "${TSAN_OPTIONS-}" ]; then
    expect 74 sh -c "ulimit -f 600; '$SOWLAB' sweep sizes.ini --db full.db"
    expect 0 "$SOWLAB" sweep sizes.ini --db full.db
    digests full.db | cmp - truth || fail 'a full disk makes a difference'
fi

# refused STATUS PATTERN WORDS...: the sweep is refused with a message
refused()
{
    status=$1
    pattern=$2
    shift 2
    expect "$status" "$SOWLAB" sweep "$@"
    says "$pattern" err
}
plan()
{
    printf '%b' "$1" >bad.ini
}
refused 74 'none.ini' none.ini
refused 64 "'13' is not a task" sizes.ini --task 13
refused 64 "'0' is not a task" sizes.ini --task 0
refused 64 "is not a task" sizes.ini --task 4..2
refused 64 'choose one' sizes.ini --list --merge stores
refused 64 "'--into' is only for computing" sizes.ini --list --into stores
refused 64 'no effect' sizes.ini --table --task 2
refused 74 "folder 'nowhere'" sizes.ini --merge nowhere
mkdir empty
refused 66 'no database' sizes.ini --merge empty
refused 74 'cannot be made' sizes.ini --task 1 --into sizes.ini/x
plan '[sweep]\ncommand = evlove\n'
refused 65 "bad.ini:2: .*did you mean 'evolve'" bad.ini
plan '[sweep]\ncommand = runs list\n'
refused 65 'not a command that stores runs' bad.ini
plan '[sweep]\ncommand = evolve\n[options]\npopulaton = 3\n'
refused 65 "bad.ini:4: .*did you mean '--population'" bad.ini
plan '[sweep]\ncommand = evolve\n[options]\nseed = 1..2\npopulation = 30 x\n'
refused 65 "bad.ini:5: 'x' is not a value of '--population'" bad.ini
plan "[sweep]\ncommand = match\noperands = 'h1 h2'\n[options]\nseed = 1\nrandom-pleis = 3\n"
refused 65 "bad.ini:6: .*did you mean '--random-plies'" bad.ini
plan '[sweep]\ncommand = evolve\n[options]\npopulation = 5\nseeds = 1..3\n'
refused 65 "bad.ini:5: option '--seeds' could .* --seed for .* --seeds-per-pit" bad.ini
# An option without effect is refused for the whole plan, not in each of its tasks.
plan '[sweep]\ncommand = evolve\n[options]\nseed = 1 2\nhall-size = 3 5\n'
for what in '' --list; do
    # shellcheck disable=SC2086 # a word or none
    refused 65 "bad.ini:5: '--hall-size' has no effect here: it needs --fitness mixed" bad.ini $what
done
# So is a list of variants that no run can have.
plan '[sweep]\ncommand = evolve\n[options]\nseed = 1 2\nvariants = five "random:[300]"\n'
refused 65 "bad.ini:5: 'random:.300.': '300' is not a value of 'count'" bad.ini --list
plan '[sweep]\ncommand = robustness\noperands = h4\n[options]\nvariants = kalha\n'
refused 65 "bad.ini:5: .*did you mean 'kalah'" bad.ini --list
plan '[sweep]\ncommand = evolve\n[options]\nruns = 3\n'
refused 65 'write a list of random seeds' bad.ini
plan '[sweep]\ncommand = evolve\n[options]\npopulation = 5 6\nruns = 1 3\n'
refused 65 "bad.ini:5: a task is one run" bad.ini --task 2
# A task takes no value of the task before it.
plan "[sweep]\ncommand = match\noperands = 'h4 h1'\n[options]\nrule = 'feeding=must' 'pits=5'\nvariant = kalah awari\nrandom-plies = 0 3\ngames = 5 6\n"
expect 0 "$SOWLAB" sweep bad.ini --db rules.db
says '^made *16$' out
expect 0 "$SOWLAB" sql --csv --db rules.db "SELECT variant, parameters ->> 'random_plies' AS plies,
    parameters ->> 'games' AS games FROM runs ORDER BY id"
for rule in feeding=must pits=5; do
    for game in kalah awari; do
        for rest in 0,5 0,6 3,5 3,6; do
            echo "$game $rule,$rest"
        done
    done
done >expected
tail -n +2 out | sort >found
sort expected | cmp - found || fail 'a task took a value of another'
plan '[sweep]\ncommand = play\n'
refused 65 "'play' cannot be the command of a plan, because it needs a person" bad.ini
plan "[sweep]\ncommand = match\noperands = 'h1 h2 --seed=3'\n"
refused 65 'looks like an option' bad.ini
plan '[sweep]\ncommand = match\n'
refused 65 "'match' needs operands" bad.ini
plan '[sweep]\ncommand = match\noperands = h4\n'
refused 65 'missing word' bad.ini
plan '[sweep]\ncommand = evolve\n[options]\ndb = a.db\n'
refused 65 'command line of the sweep' bad.ini
plan '[sweep]\ncommand = evolve\n[options]\nlabel = a\n'
refused 65 'write it in' bad.ini
# Values that make no difference would give one experiment two names.
plan '[sweep]\ncommand = evolve\n[options]\nmutation = uniform\nmutation_sigma = 0.1 0.2\n'
refused 65 "bad.ini:5: '--mutation-sigma' has no effect here: it needs --mutation gaussian" bad.ini
# Of two options that exclude each other, the error names the one that --variants replaces.
plan "[sweep]\ncommand = tournament\noperands = 'h1 h4'\n[options]\nvariants = kalah\nvariant = kalah\n"
refused 65 "bad.ini:6: both '--variant' and '--variants' are given" bad.ini

# A bake-off with more replicates goes on with its plan; with fewer it is refused.
bake='bakeoff --variants kalah --learners random,panel-ga --tracks 1 --budget 90k --list --csv'
for replicates in 1 3 3; do
    # shellcheck disable=SC2086 # words
    expect 0 "$SOWLAB" $bake --replicates $replicates
    [ "$(wc -l <out)" = $((2 * replicates + 1)) ] || fail "$replicates replicates: $(cat out)"
done
# shellcheck disable=SC2086
expect 64 "$SOWLAB" $bake --replicates 2
says 'has another plan, or more replicates' err
