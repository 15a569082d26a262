# SPDX-License-Identifier: GPL-3.0-or-later
# From an empty folder to a fitted player: every method, the report in every format, clear
# messages for data that cannot be fitted, and a fit that is killed between fit and matches.

[ -e /proc/self/fd ] || skip 'there is no /proc here'
export SOWLAB_DB=fit.db
fit='--comparison-games 30 --folds 5 --quiet'

expect 74 "$SOWLAB" fit 1
[ ! -e fit.db ] || fail 'a fit without a database made one'
expect 0 "$SOWLAB" dataset make order:h4,h1,h6 divilly2013 --variant kalah --games 60 \
    --record both --quiet

id=1
for method in least-squares ridge robust logistic preference; do
    id=$((id + 1))
    # shellcheck disable=SC2086 # one word per option
    expect 0 "$SOWLAB" fit 1 --method $method $fit
    for section in performance calibration phases coefficients comparison conclusion; do
        says "^$section$" out
    done
    says "^conclusion  run:$id is " out
    says '^ *no champion evolved' out
    expect 0 "$SOWLAB" match run:$id random --variant kalah --games 50 --quiet --json
    id=$((id + 1))
    expect 0 "$SOWLAB" runs verify $((id - 1)) --threads 2 --quiet --csv
    says ",same,whole," out
done
expect 0 "$SOWLAB" sql 'SELECT player FROM matches WHERE run_id = 10' --csv
says 'weights:' out
expect 0 "$SOWLAB" sql "SELECT count(*) AS n FROM fits" --csv
says '^5$' out

# shellcheck disable=SC2086
expect 0 "$SOWLAB" fit 1 --features default,-to_move --select $fit --json
says '"steps"' out
says '"conclusion"' out
# shellcheck disable=SC2086
expect 0 "$SOWLAB" fit 1 --features h4,h6 $fit --csv
says '^opponent,games,' out
expect 0 "$SOWLAB" fit 1 --features h4,h6 --comparison-games 0 --quiet --csv
says '^h4,' out
expect 0 "$SOWLAB" runs compare 2 12
says '^performance$' out

# The fitted player meets the best champion of the variant, with its run as its name.
expect 0 "$SOWLAB" evolve --variant kalah --population 4 --generations 2 --games 1 \
    --validation-games 5 --candidate-games 1 --candidates 2 --quiet
champion=$("$SOWLAB" sql "SELECT max(id) FROM runs WHERE kind = 'evolve'" --csv | tail -n 1)
# shellcheck disable=SC2086
expect 0 "$SOWLAB" fit 1 --features h4,h6 $fit
says "^run:$champion  " out
says "run:$champion (" out
! grep -q 'no champion' out || fail 'the champion was not found'

# Fits that are impossible.
wrong()
{
    pattern=$1
    status=$2
    shift 2
    # shellcheck disable=SC2086
    expect "$status" "$SOWLAB" fit "$@" $fit
    says "$pattern" err
}
wrong "no run 99" 66 99
wrong "'x' is not a whole number" 64 x
wrong 'not a data set' 64 "$champion"
wrong "did you mean 'free_moves'" 64 1 --features h4,free_mvoes
wrong "'h4' is named twice" 64 1 --features h4,h6,h4
wrong "'--method preference'" 64 1 --features move_h1
wrong 'not a value of .--method' 64 1 --method guess
wrong 'nobody' 64 1 --opponents 'h4 nobody'
expect 0 "$SOWLAB" dataset make random --variant kalah --games 2 --quiet --label small
small=$("$SOWLAB" sql "SELECT max(id) FROM runs" --csv | tail -n 1)
wrong '--record choices' 64 "$small" --method preference
expect 65 "$SOWLAB" fit "$small" --features h4 --folds 10 --quiet
says 'lower --folds' err

# Options without effect, or that contradict each other, leave no run.
"$SOWLAB" runs list --csv >before
idle()
{
    needs=$1
    shift
    expect 64 "$SOWLAB" fit 1 "$@" --quiet
    says "'--.*' has no effect here: it needs $needs" err
}
idle '--method robust' --loss bisquare
idle '--method robust' --tuning 3 --method ridge
idle '--method ridge' --penalty 2
idle '--select' --select-most 3
idle 'a --method other than preference' --intercept=no --method preference
idle '--method robust, logistic or preference' --iterations 7
idle '--select, or --method ridge without' --rule one-error --method ridge --penalty 1
idle '--comparison-games above 0' --random-plies 2 --comparison-games 0
idle '--comparison-games above 0' --opponents h1 --comparison-games 0
expect 64 "$SOWLAB" fit 1 --select --folds 0 --quiet
says 'ask for 2 folds or more' err
expect 64 "$SOWLAB" fit 1 --method ridge --folds 0 --quiet
expect 64 "$SOWLAB" fit 1 --folds 1 --quiet
says '1 fold leaves no rows' err
twice='is in the list twice'
expect 64 "$SOWLAB" fit 1 --opponents 'h4 random h4' --quiet
says "player 'h4' $twice" err
expect 64 "$SOWLAB" fit 1 --opponents "champion run:$champion" --quiet
says "$twice, perhaps under two names" err
expect 65 "$SOWLAB" fit "$small" --folds 3 --quiet
says "the games of data set $small fill only 2 of 3 folds" err
"$SOWLAB" runs list --csv >after
cmp before after || fail 'a refused fit left a run'

# The fit is killed before its matches are done. The plain kernel takes long enough for that.
begin='fit 1 --features h1,h4,h6 --comparison-games 2500 --kernel plain --threads 1 --quiet'
# shellcheck disable=SC2086
expect 0 "$SOWLAB" $begin
# ask SQL: prints the last value of an answer
ask()
{
    "$SOWLAB" sql "$1" --csv | tail -n 1
}
undisturbed=$(ask 'SELECT digest FROM runs ORDER BY id DESC LIMIT 1')
fits=$(ask 'SELECT count(*) FROM fits')
# shellcheck disable=SC2086
"$SOWLAB" $begin >/dev/null 2>&1 &
process=$!
tries=0
while [ "$(ask 'SELECT count(*) FROM fits')" -eq "$fits" ] && [ $tries -lt 500 ]; do
    tries=$((tries + 1))
done
kill -KILL $process 2>/dev/null || :
wait $process 2>/dev/null || :
[ "$(ask 'SELECT status FROM runs ORDER BY id DESC LIMIT 1')" != 'done' ] ||
    fail 'the fit was done before it was killed'
expect 0 "$SOWLAB" resume --quiet --threads 2
found=$(ask 'SELECT digest FROM runs ORDER BY id DESC LIMIT 1')
[ "$found" = "$undisturbed" ] || fail "the killed fit is another: $found, not $undisturbed"
