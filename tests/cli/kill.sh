# SPDX-License-Identifier: GPL-3.0-or-later
# Kills commands of every kind that stores something, at random moments, resumes them, and
# compares the results with those of undisturbed commands. After each kill the database is sound
# and has everything that was seen in it before. SOW_KILLS is the number of kills (30).
# SOW_KILL_SEED selects other moments. SOW_KILL_KINDS selects lines of the table
# ('robustness|tables').

kills=${SOW_KILLS:-30}
seed=${SOW_KILL_SEED:-1}
export SOWLAB_DB=runs.db OMP_WAIT_POLICY=passive

# The columns are: a name; the database to begin with, of an earlier line or none ('-'); how to
# continue, 'resume' or 'again'; the command. Players and data sets are runs 1 to 3 of 'base'.
cat >table <<'END'
weights    -    resume evolve --population 8 --generations 30 --games 5 --candidates 3 --validation-games 30
distinct   -    resume evolve --distinct --share-games --islands 2 --every 5 --population 8 --generations 30 --games 5 --candidates 3 --validation-games 30
order      -    resume evolve --genome order --population 4 --generations 6 --games 2 --candidates 2 --candidate-games 2 --validation-games 5
drawn      -    resume evolve --optimizer random --fitness mixed --hall-share 1 --hall-interval 1 --population 6 --generations 20 --games 3 --validation-games 20
adapted    -    resume evolve --optimizer cma-es --cma-es-evaluations 3 --fitness panel --opponents h4,random --population 6 --generations 30 --games 3 --validation-games 20
paired     -    resume evolve --optimizer spsa --population 6 --generations 20 --games 3 --validation-games 20
variants   -    resume evolve --variants awari,kalah --fitness panel --objective worst --opponents h1,random --population 6 --generations 20 --games 5 --validation-games 20
made       -    resume dataset make divilly2013 --games 200 --random-plies 30
match      -    resume match h1 h2 --games 3000 --kernel plain
tournament -    resume tournament h1 h4 random --games 1500
robustness -    resume robustness divilly2013 --variants awari,kalah --opponents h1,random --games 1500 --replay-worst 8
sensitive  -    resume sensitivity divilly2013 --variant kalah --options end --evolutions 1 --generations 5 --population 6 --games 20
ablated    -    resume ablate weights:h1=0.5,h4=1,h6=0.7 --openings 30 --refit random --refit-options generations=9
surveyed   -    resume survey --variants five --games 4
suite      -    resume suite divilly2013 --quick --file suite.txt
measured   -    resume sensitivity h1 --variant awari --options end --refit none --games 300 --measures --measure-games 4
regret     -    resume regret heuristics divilly2013 --variant kalah --on-board 8 --games 300
tables     -    resume reproduce divilly2013 --games 20 --evolutions 1 --population 4 --generations 3 --orders 1
claims     -    resume reproduce divilly2013 --games 20 --evolutions 0 --orders 1
people     -    resume reproduce pekar2018 --games 20
transfer   base resume transfer 2 3 --variants awari,kalah --opponents h1,random --games 100
fair       -    resume fair --variant kalah --pits 4 --seeds-per-pit 3 --on-board 8 --threads 1 --hash 1
learnt     -    resume learn --variant awari --rounds 6 --positions 1500 --test-games 10
fit        base resume fit 1 --features h --folds 5 --comparison-games 300
imported   -    resume dataset import positions.csv
copied     base again  runs import weights.db made.db variants.db
swept      -    again  sweep plan.ini
baked      -    again  bakeoff --variants awari --learners panel-ga,random --tracks 1 --budget 60k --replicates 1 --openings 2
END
cat >plan.ini <<'END'
[sweep]
command = evolve
[options]
population = 5 8
generations = 30
games = 3
validation-games = 30
seed = 1..3
END
[ -z "${SOW_KILL_KINDS-}" ] || {
    grep -E "^($SOW_KILL_KINDS) " table >some
    mv some table
}

run()
{
    exec "$SOWLAB" "$@" --quiet >/dev/null 2>>run.err
}

# begin BASE: begins with the database of that name
begin()
{
    rm -f runs.db*
    [ "$1" = - ] || cp "$1.db" runs.db
}

# ask SQL: prints the rows of an answer; none if there is no database yet
ask()
{
    "$SOWLAB" sql "$1" --csv 2>ask.err | tail -n +2
}

runs()
{
    ask 'SELECT id, kind, status, digest FROM runs ORDER BY id'
}

# stored: prints a number of rows that never decreases
stored()
{
    rows=$(ask 'SELECT (SELECT count(*) FROM runs) + (SELECT count(*) FROM individuals) +
        (SELECT count(*) FROM evolutions) + (SELECT count(*) FROM regrets) + (SELECT count(*) FROM matches) +
        (SELECT count(*) FROM positions) + (SELECT count(*) FROM coefficients) +
        (SELECT count(*) FROM ablation_games) + (SELECT count(*) FROM surveys) + (SELECT count(*) FROM suites) +
        (SELECT count(*) FROM learn_rounds) AS n')
    echo "${rows:-0}"
}

# draw N: puts the next random number below N into $drawn
draw()
{
    seed=$(((seed * 1103515245 + 12345) % 2147483648))
    drawn=$((seed / 65536 % $1))
}

# kill_once COMMAND...: runs a command and kills it at a random moment. The moments become later
# with each kill, so that the command ends at last. True if the command was still running. Stored
# rows are counted before the command, or every other time while it runs.
kill_once()
{
    had=$now
    draw $((took + 2 + tries * took / 8))
    tries=$((tries + 1))
    (run "$@") &
    pid=$!
    sleep "$((drawn / 100)).$(printf %02d $((drawn % 100)))"
    draw 2
    [ "$drawn" -eq 0 ] || had=$(stored)
    kill -KILL $pid 2>/dev/null || :
    got=0
    wait $pid 2>/dev/null || got=$?
    now=$(stored)
    [ "$now" -ge "$had" ] || fail "$name: $now rows where there were $had"
    [ $got -ne 137 ] || return 0
    [ $got -eq 0 ] || {
        cat run.err >&2
        fail "$name: exit status $got"
    }
    return 1
}

# disturb: kills the command of the line until its runs are those of the undisturbed command
disturb()
{
    begin "$base"
    first=$(stored)
    now=$first
    tries=0
    # shellcheck disable=SC2086 # one word per option
    set -- $command
    while [ "$(runs)" != "$(cat "$name.truth")" ]; do
        if [ "$how" = again ] || [ "$now" -eq "$first" ]; then
            # It was killed before its run was stored, so nothing was promised.
            kill_once "$@" || break
        else
            kill_once resume || break
        fi
        count=$((count + 1))
        [ "$now" -eq 0 ] || expect 0 "$SOWLAB" runs check --quiet
    done
    runs | cmp - "$name.truth" || fail "$name: is not the same after a kill"
    expect 0 "$SOWLAB" runs check --quiet
}

begin -
# The data set and the players that some commands need.
for command in 'dataset make random h4 --games 40' \
    'evolve --population 4 --generations 2 --games 1 --validation-games 5' \
    'evolve --variant kalah --population 4 --generations 2 --games 1 --validation-games 5'; do
    # shellcheck disable=SC2086
    expect 0 "$SOWLAB" $command --quiet
done
mv runs.db base.db

# The results of each undisturbed command, and its time in hundredths of a second.
while read -r name base how command; do
    begin "$base"
    began=$(date +%s%N)
    # shellcheck disable=SC2086
    expect 0 "$SOWLAB" $command --quiet
    echo $((($(date +%s%N) - began) / 10000000)) >"$name.took"
    runs >"$name.truth"
    mv runs.db "$name.db"
    echo 0 >"$name.kills"
    [ "$name" != made ] || expect 0 "$SOWLAB" dataset export 1 --db made.db --output positions.csv
done <table

killed=0
rounds=0
while [ "$killed" -lt "$kills" ]; do
    while read -r name base how command; do
        took=$(cat "$name.took")
        count=$(cat "$name.kills")
        disturb </dev/null
        echo "$count" >"$name.kills"
        rounds=$((rounds + 1))
    done <table
    killed=$(cat ./*.kills | awk '{ sum += $1 } END { print sum }')
done
while read -r name base how command; do
    echo "$name: $(cat "$name.kills") kills of $(cat "$name.took") hundredths of a second"
done <table
echo "$killed kills in $rounds runs: nothing lost, nothing twice, content identical"
