# SPDX-License-Identifier: GPL-3.0-or-later
# Players that search, in matches and for single moves; the output of analyse.

ahead='alphabeta:depth=3,eval=[divilly2013]'
expect 0 "$SOWLAB" match "$ahead" 'minimax:depth=2,eval=[state:store_difference=1]' \
    --variant kalah --games 6 --threads 2
expect 0 "$SOWLAB" match "$ahead" "alphabeta:nodes=500,hash=1,eval=[h4]" --games 6 --variant awari
expect 0 "$SOWLAB" runs verify 1 2 --threads 1 --csv
says '^1,same,whole,' out
says '^2,same,whole,' out

expect 0 "$SOWLAB" match mcts:iterations=100 random --variant awari --games 10 --threads 2
expect 0 "$SOWLAB" runs verify 3 --threads 1 --csv
says '^3,same,whole,' out

# Both search methods choose the same move. A player with a time limit answers, too.
echo 4,4,4,4,4,4,0/4,4,4,4,4,4,0:s >start
for method in minimax:depth=4 alphabeta:depth=4 alphabeta:depth=4,hash=0; do
    expect 0 "$SOWLAB" moves --variant kalah --player "$method,eval=[state:score_dif=1]" <start
    cp out "move_$method"
    cmp out move_minimax:depth=4
done
expect 0 "$SOWLAB" moves --player 'alphabeta:ms=5,eval=[h4]' <start

# A match with a time limit is stored and can be checked. It cannot be replayed, which is not an
# error.
expect 0 "$SOWLAB" match 'alphabeta:ms=1,eval=[h4]' h1 --games 1 --random-plies 0
expect 0 "$SOWLAB" runs check
expect 0 "$SOWLAB" runs verify 4 --csv
says '^4,not replayable,,,' out

# A match with thinking in the opponent's time cannot be replayed either. The thinking ends with
# the game.
expect 0 "$SOWLAB" match 'alphabeta:ms=1,ponder=yes,eval=[h4]' 'alphabeta:clock=0.1,ponder=yes,eval=[h4]' \
    --variant kalah --games 2 --random-plies 0 --db ponder.db
expect 0 "$SOWLAB" runs verify 1 --csv --db ponder.db
says '^1,not replayable,,,' out
printf '3\nquit\n' >moves
expect 0 "$SOWLAB" play 'alphabeta:ms=5,ponder=yes,eval=[h4]' --variant kalah --begins opponent --db ponder.db <moves

# The terms of a player that does not search add up to the values of its moves.
expect 0 "$SOWLAB" analyse --variant kalah --player divilly2013
awk '$1 == "moves" || $1 == "terms" { part = $1 }
     part == "moves" && $1 ~ /^[1-6]$/ { value[$1] = $2; moves++ }
     part == "terms" && $1 ~ /^[1-6]$/ { sum[$1] += $5 }
     END {
         for (move in value)
             if ((value[move] - sum[move]) ^ 2 > 0.005 ^ 2)
                 exit 1
         exit moves != 6
     }' out || fail 'the terms do not add up'
expect 0 "$SOWLAB" analyse --variant kalah --player 'alphabeta:depth=4,eval=[h4]' --json
says '"depth": 4,.*"line": "[1-6 ]*"' out
expect 0 "$SOWLAB" analyse --variant kalah --player 'alphabeta:depth=4,eval=[h4]' --csv
[ "$(wc -l <out)" -eq 7 ] || fail 'not every move has a line'
says '^[1-6],[0-9.-]*,yes,' out

# Players that search open at random by default, without a test for repeated games, which would
# take long. The test would find that mcts and random do not repeat games.
expect 0 "$SOWLAB" match mcts:iterations=20 random --games 2 --db auto.db
says '^every game opens with 4 random moves' err

# The main table of bench is that of games.
expect 0 "$SOWLAB" bench --variants kalah --repetitions 1 --threads 1 --csv
says '^variant,kernel,threads,games_per_second' out

# A player with a clock is asked as for the first move of a game.
expect 0 "$SOWLAB" analyse --variant kalah --player 'alphabeta:clock=0.5,eval=[h4]'
