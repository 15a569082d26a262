# SPDX-License-Identifier: GPL-3.0-or-later
# A signal ends a command in good order: exit status 130, and finished results are shown.

for signal in INT TERM; do
    interrupt $signal 2 '^sowlab: interrupted at depth \([6-9]\|..\)$' \
        "$SOWLAB" perft --depth 64 --csv
    says '^5,5223,' out
done

# A reader that left before has seen enough, so that is not a failure.
mkfifo left
"$SOWLAB" perft --depth 64 --csv >left 2>err &
pid=$!
: <left
sleep 1
kill -TERM $pid
got=0
wait $pid || got=$?
[ "$got" -eq 0 ] || fail "exit status $got instead of 0"

# This also holds for a series of runs, whose results are shown although a signal ended it.
mkfifo parted
"$SOWLAB" evolve --variant kalah --population 4 --generations 1 --validation-games 1 \
    --runs 1000 --db series.db >parted 2>err &
pid=$!
: <parted
tries=0
until grep -q '^run 1 is done' err; do
    tries=$((tries + 1))
    [ $tries -lt 600 ] || fail "no run: $(cat err)"
    sleep 0.1
done
kill -TERM $pid
got=0
wait $pid || got=$?
[ "$got" -eq 0 ] || fail "exit status $got instead of 0"

# A signal also ends a command that waits for input. (A background job of the shell would ignore
# SIGINT.)
rm out
mkfifo questions
"$SOWLAB" moves <questions >out 2>err &
pid=$!
exec 3>questions
echo 4,4,4,4,4,4,0/4,4,4,4,4,4,0:s >&3
tries=0
while [ ! -s out ]; do
    tries=$((tries + 1))
    [ $tries -lt 3000 ] || fail 'no answer'
    sleep 0.1
done
kill -TERM $pid
got=0
wait $pid || got=$?
[ "$got" -eq 130 ] || fail "exit status $got instead of 130"
says '^sowlab: interrupted at input line 2$' err
[ "$(wc -l <out)" -eq 6 ] || fail 'the answer was lost'

# The message names the first line without an answer.
echo 4,4,4,4,4,4,0/4,4,4,4,4,4,0:s >position
interrupt TERM 2 'interrupted at input line 1$' \
    "$SOWLAB" moves --player 'alphabeta:depth=40,eval=[state:store_difference=1]' <position

# This is also true of a command that waits for a file that nobody writes.
mkfifo game.ini
"$SOWLAB" match h1 random --games 1 --variant game.ini 2>err &
pid=$!
sleep 0.3
kill -TERM $pid
got=0
wait $pid || got=$?
[ "$got" -eq 130 ] || fail "exit status $got instead of 130: $(cat err)"
says '^sowlab: interrupted' err

# A query may spend seconds in a single step of SQLite, without a check of the clock. Here the
# steps are too few for SQLite to check it. The process ends all the same.
expect 0 "$SOWLAB" match h1 h2 --games 20 --db asked.db --quiet
deaf='instr(zeroblob(1000000), zeroblob(500000) || x'\''01'\'')'
for _ in 1 2 3 4; do
    deaf="$deaf + $deaf"
done
# ends STATUS COMMAND...: it ends within the time limit, and some time for a busy machine
ends()
{
    began=$(date +%s)
    expect "$@"
    [ $(($(date +%s) - began)) -lt 12 ] || fail "too late: $*"
}
ends 64 "$SOWLAB" sql --db asked.db --seconds 0.5 "SELECT $deaf"
says '^sowlab: the question takes longer than the 0.5 s allowed' err
for signal in INT TERM; do
    ends 130 timeout --preserve-status -s $signal 0.5 "$SOWLAB" sql --db asked.db \
        "SELECT $deaf"
    says '^sowlab: the question was stopped$' err
    ends 130 timeout --preserve-status -s $signal 0.5 "$SOWLAB" runs list --db asked.db \
        --where "$deaf > 0"
done
# The limit also holds inside each function that can take long: one second, and little more. A
# timeout would end with 124.
for deaf in "length(printf('%.2147483647c','x'))" \
    "instr(zeroblob(1000000), zeroblob(500000) || x'01')" \
    "length(replace(printf('%.900000c', 'a'), printf('%.450000c', 'a') || 'b', 'c'))"; do
    for _ in 1 2 3 4; do
        deaf="$deaf + $deaf"
    done
    expect 64 timeout 2.5 "$SOWLAB" sql --db asked.db --seconds 1 "SELECT $deaf"
    says '^sowlab: the question takes longer than the 1 s allowed' err
done
expect 0 "$SOWLAB" sql --db asked.db --csv 'SELECT count(*) FROM runs'
says '^1$' out

# A run stops soon at a safe point, says how to resume it, and can be resumed.
# $SOW_STOP_MILLISECONDS, if set, is the longest time allowed, including the 0.7 s before the
# signal. timeout ends with the program's status.
# interrupted KIND WORDS...: interrupts a run that would take much longer
interrupted()
{
    kind=$1
    shift
    for signal in INT TERM; do
        rm -f sowlab.db
        interrupt $signal 0.7 '^sowlab: interrupted; .* continue with: sowlab resume 1$' \
            "$SOWLAB" "$@" --quiet
        # shellcheck disable=SC2154 # of interrupt
        [ -z "${SOW_STOP_MILLISECONDS-}" ] || [ "$took" -lt "$SOW_STOP_MILLISECONDS" ] ||
            fail "$kind took $took ms to stop"
        "$SOWLAB" runs list --csv >listed
        says "^1,$kind,.*,interrupted," listed
    done
}
interrupted match match h1 h2 --games 3000000 --kernel plain
interrupted dataset dataset make divilly2013 --games 1000000
# Runs in parallel: each says how to resume it.
interrupt INT 2 "sowlab resume 1 --db 'several.db'$" "$SOWLAB" evolve \
    --runs 3 --threads 2 --kernel plain --db several.db
says '^interrupted; .* continue with: sowlab resume 2 --db ' err
says '^1 of 3 runs were not begun$' err
expect 0 "$SOWLAB" runs list --db several.db --csv
[ "$(grep -c ',interrupted,' out)" -eq 2 ] || fail 'two runs were interrupted'
interrupted evolve evolve --population 8 --generations 200 --games 20 --kernel plain \
    --candidates 2 --candidate-games 5 --validation-games 10 --variant awari
expect 0 "$SOWLAB" resume --quiet
expect 0 "$SOWLAB" runs check --csv
says '^1,sound,' out
expect 67 "$SOWLAB" resume
says "no run in 'sowlab.db' can be resumed" err
expect 67 "$SOWLAB" resume 1
says 'run 1 is done' err
expect 74 "$SOWLAB" resume --db none.db
mv sowlab.db moved.db
interrupt INT 0.3 "sowlab resume 2 --db 'moved.db'$" "$SOWLAB" match h1 h2 --games 3000000 \
    --kernel plain --db moved.db
# The advised command can be pasted into a shell, for any name of the database.
interrupt INT 0.7 'continue with: ' "$SOWLAB" match h1 h2 --games 3000000 --kernel plain \
    --db "it's;touch \$HOME.db" --quiet
advised=$(sed -n 's/.* continue with: sowlab //p' err)
eval "set -- $advised"
[ "$4" = "it's;touch \$HOME.db" ] || fail "a shell reads the advice otherwise: $advised"
