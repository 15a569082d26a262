# SPDX-License-Identifier: GPL-3.0-or-later
# fair: the start positions are those of FairKalah, and the fair ones have the value 0.

export SOWLAB_DB=fair.db

# T. W. Neller and T. C. Neller count 156 starts with one moved seed, and 6,396 with at most two.
# A run that its time limit has stopped can be resumed to the same results as without a limit.
expect 0 "$SOWLAB" fair --variant kalah --moved 1 --seconds 0.2 --on-board 0 --hash 16
says 'stopped by its limit; .*continue with: sowlab resume 1' err

set -- --variant kalah --pits 3 --seeds-per-pit 2 --hash 1
expect 0 "$SOWLAB" fair "$@" --threads 1 --json
says '"starts": 526,' out
expect 0 "$SOWLAB" fair "$@" --threads 3 --on-board 0
expect 0 "$SOWLAB" sql 'SELECT count(*) FROM (SELECT start, position, outcome FROM fair_starts
    WHERE run_id = 2 EXCEPT SELECT start, position, outcome FROM fair_starts WHERE run_id = 3)' --csv
says '^0$' out

# The outcome of every start agrees with the value of its position.
expect 0 "$SOWLAB" fair "$@" --moved 1
"$SOWLAB" sql 'SELECT position, outcome FROM fair_starts WHERE run_id = 4' --csv | tail -n +2 |
    tr -d '"' | sed 's/,\([a-z]*\)$/ \1/' >starts
[ "$(wc -l <starts)" -eq 43 ] || fail 'not 43 starts'
while read -r position outcome; do
    expect 0 "$SOWLAB" value "$@" --position "$position" --alone --json
    case $outcome in
    draw) says '"value": 0,' out ;;
    first) says '"value": [1-9]' out ;;
    *) says '"value": -[1-9]' out ;;
    esac
done <starts

# The fair starts can be exported as a file of start positions.
expect 0 "$SOWLAB" starts export 4 --output ./fair.txt
grep -c draw starts >count
[ "$(grep -vc '^#' fair.txt)" -eq "$(cat count)" ] || fail 'draws are missing'
expect 0 "$SOWLAB" match h1 h4 --variant kalah --pits 3 --seeds-per-pit 2 --starts ./fair.txt --games 2
expect 64 "$SOWLAB" starts export 5
says "is of kind 'match'" err
expect 0 "$SOWLAB" runs verify 4
expect 0 "$SOWLAB" runs verify 1
