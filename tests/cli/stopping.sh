# SPDX-License-Identifier: GPL-3.0-or-later
# Control-C ends every command that searches at once, for any search depth. The exit status is
# 130, and "stopping" is printed. Results of an unfinished search are not stored.
# $SOW_STOP_SECONDS is the longest time that the end may take. Sanitizers and busy machines need
# more than the second or so that a user sees.
most=${SOW_STOP_SECONDS:-8}

# stopped COMMAND...: ends after a signal during its search
stopped()
{
    for signal in INT TERM; do
        got=0
        timeout --preserve-status -s $signal -k "$most" "${after:-0.7}" "$SOWLAB" "$@" \
            --threads 2 >out 2>err || got=$?
        [ "$got" -eq 130 ] || fail "exit status $got instead of 130: $* $(cat err)"
        says '^sowlab: stopping$' err
    done
}

# stopped_alone COMMAND...: the same for a command without --threads
stopped_alone()
{
    got=0
    timeout --preserve-status -s INT -k "$most" "${after:-0.7}" "$SOWLAB" "$@" \
        >out 2>err <"${input:-/dev/null}" || got=$?
    [ "$got" -eq 130 ] || fail "exit status $got instead of 130: $* $(cat err)"
    says '^sowlab: stopping$' err
}

deep='alphabeta:depth=40,eval=[h4]'
for player in "$deep" 'minimax:depth=30,eval=[h4]' 'mcts:iterations=100000000' \
    'alphabeta:depth=60,eval=[path:h4=1,extra_turns=0.1]' 'alphabeta:ms=80000000,eval=[h4]' \
    'mcts:ms=80000000' 'alphabeta:nodes=2000000000,eval=[h4]'; do
    stopped match "$player" h4 --variant kalah --games 4 --db players.db
done
stopped match 'pekar:3,depth=30' h4 --variant kalah --games 4 --db players.db
stopped match "$deep" "$deep" --variant oware --games 2 --random-plies 0 --db players.db
stopped tournament "$deep h4 h1" --variant kalah --games 2 --db kinds.db
stopped robustness "$deep" --opponents h4 --variants kalah --games 2 --db kinds.db
stopped regret "$deep" --variant kalah --on-board 5 --games 2 --db kinds.db
stopped dataset make "$deep" --variant kalah --games 10 --db kinds.db
stopped fair --variant kalah --on-board 8 --db kinds.db
stopped_alone play "$deep" h4 --variant kalah --db play.db

# No move of an unfinished search is stored.
expect 0 "$SOWLAB" sql --db players.db --csv \
    'SELECT count(*) FROM games UNION ALL SELECT count(*) FROM matches UNION ALL
     SELECT count(*) FROM runs WHERE status <> '\''interrupted'\'
[ "$(sort -u out | grep -vc 'count')" -eq 1 ] || fail 'something of an unfinished game is stored'
says '^0$' out
expect 0 "$SOWLAB" sql --db play.db --csv 'SELECT count(*) FROM games'
says '^0$' out

# Commands that do not store a run.
echo 4,4,4,4,4,4,0/4,4,4,4,4,4,0:s >positions
input=positions
stopped_alone moves --player "$deep" --variant kalah
[ ! -s out ] || ! grep -q '4,4,4,4' out || fail 'the move of an unfinished search is printed'
input=
stopped_alone analyse --variant kalah --player "$deep"
stopped_alone bench 'minimax:depth=30,eval=[h4]' --repetitions 1
stopped value --variant kalah
stopped solve --variant kalah --on-board 30 --endgame big.endgame
printf 'hint\n' >hint
input=hint
stopped_alone play "$deep" --variant kalah --db hint.db
