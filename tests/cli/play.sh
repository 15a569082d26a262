# SPDX-License-Identifier: GPL-3.0-or-later
# play: at a terminal, over a pipe, and watched; the games that it stores, and those of matches.

# pits N: tries every pit in turn, N times. Illegal moves are refused, and the game continues.
pits()
{
    i=0
    while [ $i -lt "$1" ]; do
        printf '1\n2\n3\n4\n5\n6\n'
        i=$((i + 1))
    done
}

# A series over a pipe has one game in each seat, without a prompt.
for variant in kalah oware vai-lung-thlan; do
    pits 300 >moves
    expect 0 "$SOWLAB" play random --variant $variant --games 1 --db $variant.db <moves
    grep -q 'to move' out && fail "$variant: a pipe is prompted"
    [ "$(grep -c ' (normal)\.$\| (ply cap)\.$' out)" -eq 2 ] || fail "$variant: no two results"
    expect 0 "$SOWLAB" games list --db $variant.db --csv
    [ "$(wc -l <out)" -eq 3 ] || fail "$variant: not two games kept"
    expect 0 "$SOWLAB" games show 1.0.0 --db $variant.db
    expect 0 "$SOWLAB" games show 1 --db $variant.db --json --evaluate h4
    expect 0 "$SOWLAB" runs verify 1 --db $variant.db
    grep -q same out || fail "$variant: not the same"
    expect 0 "$SOWLAB" runs check --db $variant.db
done

# "why opponent" explains the moves of the opponent's last turn, with their values.
printf 'why opponent\n5\nwhy opponent\n' >moves
expect 0 "$SOWLAB" play h4 --variant kalah --db why.db <moves
says '^  h4 has not moved yet$' out
[ "$(grep -c '^2\. h4: [1-6]$' out)" -eq 2 ] || fail 'the move that is explained'
[ "$(grep -c ', played; h4 1 x 1\.000 = 1\.000$' out)" -eq 1 ] || fail 'the move played'
# Pit 3 gives an extra move, so the turn has two moves. Both are explained.
printf '1\nwhy opponent\n' >moves
expect 0 "$SOWLAB" play order:h4,h1 --variant kalah --db why.db <moves
says '^  order:h4,h1 gives no values; these are values of alphabeta:depth=8' out
[ "$(grep -c '^[0-9]*\. order:h4,h1: ' out)" -eq "$((2 * $(grep -c ', played;' out)))" ] ||
    fail 'a move of the turn is not explained'

# If the input ends during a game, the unfinished game is stored, but not as a match.
printf '3\n9\nhint\nwhy\nundo\n3\nhelp\n' >moves
expect 0 "$SOWLAB" play h4 --variant kalah --db left.db <moves
grep -q "'9' is not a legal move: choose one of" out || fail 'a bad move is not told'
grep -q 'store_difference\|h4' out || fail 'no reasons'
says '^  quit       leave; a game with a move is kept, unfinished or not$' out
expect 0 "$SOWLAB" games list --db left.db --json
grep -q '"ending": "unfinished"' out || fail 'what was left is not kept'
expect 0 "$SOWLAB" sql 'SELECT count(*) FROM matches' --db left.db --csv
grep -qx 0 out || fail 'a game that was left is a match'
# A game that is lost before its first move has a result, and is stored.
printf '3\n' >moves
expect 0 "$SOWLAB" play random --variant kalah --clock 1e-9 --db late.db <moves
expect 0 "$SOWLAB" games list --db late.db --json
grep -q '"plies": 0' out || fail 'a game lost on time is not kept'
expect 0 "$SOWLAB" runs verify 1 --db late.db
# Without any game, nothing is stored.
expect 0 "$SOWLAB" play h4 --db none.db </dev/null
expect 0 "$SOWLAB" sql 'SELECT count(*) FROM runs' --db none.db --csv
grep -qx 0 out || fail 'a run without a game is kept'

# A line with a zero byte is not a move.
printf '3\0\n2\n' | "$SOWLAB" play h4 --variant kalah --db zero.db >out 2>err ||
    fail "a zero byte: $(cat err)"
says 'zero byte.* is not a legal move' out
grep -q 'you: 2' out || fail 'the line after a zero byte is lost'

# Failed output and Ctrl-C are reported, and the games played are stored.
printf '3\n' >moves
expect 74 env sh -c "'$SOWLAB' play h4 --variant kalah --db full.db <moves >/dev/full"
says 'No space left' err
expect 0 "$SOWLAB" play h4 divilly2013 --variant kalah --db full.db </dev/null
expect 74 env sh -c "'$SOWLAB' play h4 h1 --variant kalah --db full.db >/dev/full"
expect 0 "$SOWLAB" games list --db full.db --csv
[ "$(grep -c ',normal$' out)" -eq 2 ] || fail 'a game that could not be shown is lost'
mkfifo typed
{ printf '1\n'; sleep 30; } >typed &
typist=$!
"$SOWLAB" play h4 --variant kalah --db stopped.db <typed >out 2>err &
pid=$!
tries=0
until grep -q 'h4: ' out; do
    tries=$((tries + 1))
    [ $tries -lt 300 ] || fail 'no answer to a move'
    sleep 0.1
done
kill -INT $pid
got=0
wait $pid || got=$?
kill $typist
[ "$got" -eq 130 ] || fail "exit status $got instead of 130 after Ctrl-C"
expect 0 "$SOWLAB" games list --db stopped.db --json
grep -q '"ending": "unfinished"' out || fail 'the game under way is lost by Ctrl-C'

# Two programs play, and the user watches.
expect 0 "$SOWLAB" play h4 divilly2013 --variant kalah --db watch.db </dev/null
grep -q 'divilly2013 wins\|h4 wins\|drawn' out || fail 'nobody wins'

# Stored games of a match: show, export, and numbers that do not exist.
expect 0 "$SOWLAB" match h1 h4 --games 20 --keep-games 1 --db match.db --quiet
expect 0 "$SOWLAB" games show 1.0.1 --db match.db
expect 0 "$SOWLAB" games export --db match.db
[ "$(wc -l <out)" -eq 3 ] || fail 'not two games exported'
expect 64 "$SOWLAB" games show 1.0.7 --db match.db
expect 64 "$SOWLAB" games show 1.x --db match.db

# At a terminal, with questions: Enter is pressed four times, and a game is played to its end.
if command -v script >/dev/null; then
    { printf '\n\n1\n\n'; pits 300; } >moves
    timeout 60 script -qec "'$SOWLAB' play --db tty.db" /dev/null <moves >out 2>&1 || true
    grep -q 'Which game' out || fail 'no question'
    grep -q 'you to move' out || fail 'no prompt'
    grep -q 'Again?' out || fail 'no end'
    expect 0 "$SOWLAB" games list --db tty.db --json
    grep -q '"ending": "normal"' out || fail 'the game is not kept'

    # Each answer is checked at once, and a wrong one is asked again. There are no endless
    # questions.
    printf '?\nnone\nawari\nnobody\npekar:1\n?\n\n13\nx\n2\nme\nother\nquit\n' >moves
    timeout 60 script -qec "'$SOWLAB' play --db asked.db" /dev/null <moves >out 2>&1 ||
        fail "the questions end with $?"
    [ "$(grep -c 'Which game' out)" -eq 3 ] || fail 'the variant is not asked for again'
    says '^  awari  *Awari of Divilly' out
    says "'none'" out
    says "'nobody'" out
    [ "$(grep -c 'Against whom' out)" -eq 4 ] || fail 'the opponent is not asked for again'
    says "'13' is not a number from 1 to 12" out
    [ "$(grep -c 'How many moves' out)" -eq 3 ] || fail 'the depth is not asked for again'
    says "'me' is not an answer: type you or other" out
    says 'you to move' out
fi
