# SPDX-License-Identifier: GPL-3.0-or-later
# learn: a newcomer's first run, the command that it advises, and a wrong use.

export SOWLAB_DB=learn.db
expect 0 "$SOWLAB" learn --variant kalah --pits 4 --features h4,h6,h1 --rounds 2 --positions 400 \
    --test-games 2
says '^rounds$' out
says '^weights$' out
# The weights are whole, one a line, and the rounds fit into one table.
says '^h4  *-*[0-9]' out
! grep -q '…' out || fail 'something of a learnt player is not shown'
[ "$(grep -c '^round  *games' out)" -eq 1 ] || fail 'the rounds are shown twice'
next=$(sed -n 's/^next *sowlab //p' out)
[ -n "$next" ] || fail 'no next command is advised'
expect 0 "$SOWLAB" runs show 1 --csv
says '^round,games,positions,r2,rmse,first_score' out
expect 0 "$SOWLAB" report 1 --output learn.html
! grep -q 'to-move,…' learn.html || fail 'the report has no weights'
# The advice is right for the rules of the run, whatever they are.
# shellcheck disable=SC2086 # words of a command
expect 0 "$SOWLAB" $next --depth 1 --openings 2 --csv
says '^run:1,general-1,1,' out
says 'kalah pits=4' out

# The strength of a learnt player is that of its greatest depth.
# strength_is DEPTH: compares the measure of the run with its row of this depth
strength_is()
{
    expect 0 "$SOWLAB" sql "SELECT count(*) FROM run_strengths s JOIN strengths t USING (run_id)
        WHERE t.depth = $1 AND s.score = t.score AND t.main = 1" --csv
    says '^1$' out
}
strength_is 1
expect 0 "$SOWLAB" measure 1 --depth 2,4 --openings 2
strength_is 4
expect 0 "$SOWLAB" measure 1 --depth 1 --openings 3
strength_is 4

# Rounds are players, and the last one is the run's.
expect 0 "$SOWLAB" match run:1 run:1@2 --variant kalah --pits 4 --games 3
expect 0 "$SOWLAB" match 'alphabeta:depth=2,eval=[run:1@1]' h4 --variant kalah --pits 4 --games 3
! grep -q 'weights of run' err || fail 'learnt weights hold at every depth'
expect 0 "$SOWLAB" runs verify 1
# Where a feature shows the result of a game for sure, the message names the option that leaves it
# out.
expect 65 "$SOWLAB" learn --variant kalah --method logistic --target outcome --rounds 1 \
    --test-games 0 --db sure.db
says "'majority' separate the classes .* leave out a column (--features all,-NAME)" err
expect 64 "$SOWLAB" match run:1@3 h4 --variant kalah --pits 4
says 'has no round 3: its rounds are 1 to 2' err
expect 64 "$SOWLAB" match run:1@0 h4 --variant kalah --pits 4
says 'its rounds are 1 to 2' err

# Other targets and fits, which replay. LSTD with lambda 1 has the weights of the outcomes.
small='--variant kalah --pits 4 --features h4,h6,store_difference --rounds 2 --test-games 0 --quiet'
# shellcheck disable=SC2086 # one word per option
{
    expect 0 "$SOWLAB" learn $small --positions 300 --target outcome
    expect 0 "$SOWLAB" learn $small --budget 600 --target outcome --lambda 1
    expect 0 "$SOWLAB" learn $small --budget 600 --method logistic
    expect 0 "$SOWLAB" learn $small --budget 600 --target exact --nodes 300
}
count=$("$SOWLAB" sql "SELECT count(DISTINCT spec) FROM learn_rounds WHERE run_id IN (
    SELECT id FROM runs WHERE parameters ->> 'target' = 'outcome')" --csv | tail -n 1)
[ "$count" -eq 2 ] || fail "$count different rounds instead of 2"
last=$("$SOWLAB" sql 'SELECT max(id) FROM runs' --csv | tail -n 1)
for id in $((last - 2)) $((last - 1)) "$last"; do
    expect 0 "$SOWLAB" runs verify "$id"
done

# An endgame file has the exact values of a variant in which positions repeat.
expect 0 "$SOWLAB" solve --variant awari --on-board 6 --endgame awari.endgame --quiet
expect 0 "$SOWLAB" learn --variant awari --features h4,h6,store_difference --rounds 1 \
    --positions 300 --test-games 0 --target exact --endgame awari.endgame
says 'exact targets ignore the ply cap' err
# A report says how many targets are exact, and warns if none is. Runs with other targets have no
# such table.
says 'no position has an exact target' out
expect 0 "$SOWLAB" runs show "$last" --json
says '"solved": [1-9]' out
! grep -q 'no position has' out || fail 'exact targets are there'
expect 0 "$SOWLAB" runs show 1 --json
! grep -q '"solved"' out || fail 'a run without exact targets counts them'
expect 0 "$SOWLAB" runs verify $((last + 1))
mv awari.endgame gone.endgame
expect 74 "$SOWLAB" runs verify $((last + 1))
says 'awari.endgame' err

# Learnt players are evaluators wherever a player is named. A record has them in full.
deep='alphabeta:depth=2,hash=0,eval=[learnt:awari]'
expect 0 "$SOWLAB" match "$deep" learnt:kalah --games 3 --variant awari --random-plies 4
expect 0 "$SOWLAB" tournament "$deep" learnt:kalah h4 --games 3 --variant kalah --random-plies 4
expect 0 "$SOWLAB" sql 'SELECT name, spec FROM run_players WHERE run_id = (SELECT max(id) FROM runs)
    ORDER BY number' --csv
says '\[learnt:awari\]","*alphabeta:depth=2,hash=0,eval=\[state:view=to-move,' out
says '^learnt:kalah,"*state:view=to-move,' out
last=$("$SOWLAB" sql 'SELECT max(id) FROM runs' --csv | tail -n 1)
expect 0 "$SOWLAB" runs verify "$last"
# Headings and lists have the short names, and a list finds players by them.
expect 0 "$SOWLAB" match learnt:kalah run:1@1 --games 3 --variant kalah --pits 4
says '^player  *learnt:kalah$' out
says '^opponent  *run:1@1$' out
expect 0 "$SOWLAB" match 'alphabeta:depth=1,hash=0,eval=[run:1]' learnt:kalah --games 3 --variant kalah --pits 4
says 'eval=\[run:1\]' out
for player in learnt:kalah run:1@1; do
    expect 0 "$SOWLAB" runs list --player $player --csv --columns id
    says "^$((last + 1))\$" out
done
# The player of the run has the weights of the last round.
expect 0 "$SOWLAB" runs list --player run:1@2 --csv --columns about
! grep -q 'run:1@1' out || fail 'other weights are found'

# Features without a weight are named.
expect 0 "$SOWLAB" learn --variant kalah --pits 4 --features h1,opponent_h1,diff_h1,h4 --ridge 0 \
    --target outcome --positions 300 --rounds 1 --test-games 0 --db spare.db
says 'features without a weight in round 1: diff_h1' out
expect 0 "$SOWLAB" players
says '^learnt  *VARIANT ' out
expect 0 "$SOWLAB" measure learnt:kalah --variant kalah --depth 1 --openings 2
expect 64 "$SOWLAB" match learnt:kala h4 --games 1
says "did you mean 'kalah'" err
