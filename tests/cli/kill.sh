# SPDX-License-Identifier: GPL-3.0-or-later
# Kills commands of every kind that stores something at moments drawn at random, goes on with
# them, and compares with what nobody disturbed. After each kill the database is sound and has
# whatever was seen in it before. SOW_KILLS kills in all (30); SOW_KILL_SEED draws other moments;
# SOW_KILL_KINDS kills these lines of the table alone ('robustness|tables').

kills=${SOW_KILLS:-30}
seed=${SOW_KILL_SEED:-1}
export SOWLAB_DB=runs.db OMP_WAIT_POLICY=passive

# What is killed: a name; what it begins with, the database of an earlier line or none ('-');
# how to go on, 'resume' or 'again'; the command. Players and data sets are runs 1 to 3 of 'base'.
cat >table <<'END'
weights    -    resume evolve --population 8 --generations 30 --games 5 --candidates 3 --validation-games 30
order      -    resume evolve --genome order --population 4 --generations 6 --games 2 --candidates 2 --candidate-games 2 --validation-games 5
variants   -    resume evolve --variants awari,kalah --fitness panel --objective worst --opponents h1,random --population 6 --generations 20 --games 5 --validation-games 20
made       -    resume dataset make divilly2013 --games 200 --random-plies 30
match      -    resume match h1 h2 --games 3000 --kernel plain
tournament -    resume tournament h1 h4 random --games 1500
robustness -    resume robustness divilly2013 --variants awari,kalah --opponents h1,random --games 1500 --replay-worst 8
sensitive  -    resume sensitivity divilly2013 --variant kalah --options end --evolutions 1 --generations 5 --population 6 --games 20
regret     -    resume regret heuristics divilly2013 --variant kalah --on-board 8 --games 300
tables     -    resume reproduce divilly2013 --games 20 --evolutions 1 --population 4 --generations 3 --orders 1
claims     -    resume reproduce divilly2013 --games 20 --evolutions 0 --orders 1
people     -    resume reproduce pekar2018 --games 20
transfer   base resume transfer 2 3 --variants awari,kalah --opponents h1,random --games 100
fair       -    resume fair --variant kalah --pits 4 --seeds-per-pit 3 --on-board 8 --threads 1 --hash 1
fit        base resume fit 1 --features h --folds 5 --comparison-games 300
imported   -    resume dataset import positions.csv
copied     base again  runs import weights.db made.db variants.db
swept      -    again  sweep plan.ini
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

# begin BASE: with the database of that name
begin()
{
    rm -f runs.db*
    [ "$1" = - ] || cp "$1.db" runs.db
}

# ask SQL: the answer's lines, none where there is no database yet
ask()
{
    "$SOWLAB" sql "$1" --csv 2>ask.err | tail -n +2
}

runs()
{
    ask 'SELECT id, kind, status, digest FROM runs ORDER BY id'
}

# What is never fewer than it was.
stored()
{
    rows=$(ask 'SELECT (SELECT count(*) FROM runs) + (SELECT count(*) FROM individuals) +
        (SELECT count(*) FROM evolutions) + (SELECT count(*) FROM regrets) + (SELECT count(*) FROM matches) +
        (SELECT count(*) FROM positions) + (SELECT count(*) FROM coefficients) AS n')
    echo "${rows:-0}"
}

# draw N: the next random number below N, into $drawn
draw()
{
    seed=$(((seed * 1103515245 + 12345) % 2147483648))
    drawn=$((seed / 65536 % $1))
}

# kill_once COMMAND...: runs it and kills it at a random moment of its time, and later the
# more often it was killed, so that all comes to an end; true if it was still running. What is
# stored is asked before, every other time while it runs.
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

# Kills the command of the line until its runs are what they are undisturbed.
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
            # Killed before it was recorded: nothing was promised.
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
# Data set and players for what needs them.
for command in 'dataset make random h4 --games 40' \
    'evolve --population 4 --generations 2 --games 1 --validation-games 5' \
    'evolve --variant kalah --population 4 --generations 2 --games 1 --validation-games 5'; do
    # shellcheck disable=SC2086
    expect 0 "$SOWLAB" $command --quiet
done
mv runs.db base.db

# What nobody disturbed comes to, and how many hundredths of a second it takes.
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
