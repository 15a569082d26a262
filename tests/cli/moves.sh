# SPDX-License-Identifier: GPL-3.0-or-later
# moves: its answers, bad lines, and any kind of input.

start=4,4,4,4,4,4,0/4,4,4,4,4,4,0:s

# Captures, an extra turn, ends with remaining seeds, no move; CR LF, no final line end.
printf '%s\r\n0,0,0,0,0,1,5/4,4,4,4,4,4,0:s\n0,0,0,0,0,0,0/4,4,4,4,4,4,0:s\n1,0,0,0,0,0,0/0,0,0,0,7,0,0:s' \
    "$start" >positions
expect 0 "$SOWLAB" moves --variant kalah <positions
tr ' ' '\t' >wanted <<END
$start 1 0 0,5,5,5,5,4,0/4,4,4,4,4,4,0:n play
$start 2 0 4,0,5,5,5,5,0/4,4,4,4,4,4,0:n play
$start 3 1 4,4,0,5,5,5,1/4,4,4,4,4,4,0:s play
$start 4 1 4,4,4,0,5,5,1/5,4,4,4,4,4,0:n play
$start 5 1 4,4,4,4,0,5,1/5,5,4,4,4,4,0:n play
$start 6 1 4,4,4,4,4,0,1/5,5,5,4,4,4,0:n play
0,0,0,0,0,1,5/4,4,4,4,4,4,0:s 6 1 0,0,0,0,0,0,6/0,0,0,0,0,0,24:s end
0,0,0,0,0,0,0/4,4,4,4,4,4,0:s - 0 0,0,0,0,0,0,0/0,0,0,0,0,0,24:s end
1,0,0,0,0,0,0/0,0,0,0,7,0,0:s 1 8 0,0,0,0,0,0,8/0,0,0,0,0,0,0:n end
END
cmp out wanted || fail 'the moves of kalah'
[ ! -s err ] || fail 'good lines were complained about'

# Clockwise sowing: pit 1 is nearest to the opponent, whose pits are then filled from its right.
echo 5,5,5,5,5,5,0/5,5,5,5,5,5,0:s >positions
expect 0 "$SOWLAB" moves --variant vai-lung-thlan <positions
[ "$(cut -f 2 out | tr '\n' ' ')" = '1 2 3 4 5 6 ' ] || fail 'moves are not in order'
says '	2	0	6,0,5,5,5,5,0/5,5,6,6,6,6,0:n	play$' out

# Bad lines are reported, and the good ones answered.
{
    echo "$start"
    echo :
    echo 4,4,4
    printf '4,4\0,4\n'
    head -c 100000 /dev/zero | tr '\0' 4
    echo
    echo "$start "
    echo 200,4,4,4,4,4,0/200,4,4,4,4,4,0:s
    echo "$start"
} >positions
expect 65 "$SOWLAB" moves --variant kalah <positions
[ "$(wc -l <out)" -eq 12 ] || fail 'the good lines were not answered'
[ "$(wc -l <err)" -eq 7 ] || fail 'not one message a bad line and a last one'
says "^sowlab: line 2: ':' at character 1" err
says '^sowlab: line 3: position ends early after 5 characters' err
says '^sowlab: line 4: a NUL byte at character 4$' err
says '^sowlab: line 5: longer than 4096 characters$' err
says "^sowlab: line 6: ' ' at character 30" err
says '^sowlab: line 7: .*at most 255' err
says '^sowlab: 6 of 8 lines do not hold a position$' err

# Comments and blank lines count as lines, but get no answer.
printf '# a board\n\n \t\n  # %s\n%s\nx\n' "$start" "$start" >positions
expect 65 "$SOWLAB" moves --variant kalah <positions
[ "$(wc -l <out)" -eq 6 ] || fail 'a comment was answered'
says '^sowlab: line 6: ' err

expect 0 "$SOWLAB" moves </dev/null
[ "$(cat out err)" = '' ] || fail 'an empty input has an empty answer'
expect 74 "$SOWLAB" moves </
says 'standard input cannot be read' err
expect 74 "$SOWLAB" moves <&-

# CSV and JSON have the same values.
printf '0,0,0,0,0,0,0/4,4,4,4,4,4,0:s\n' >positions
expect 0 "$SOWLAB" moves --variant kalah --csv <positions
[ "$(tail -n 1 out)" = '"0,0,0,0,0,0,0/4,4,4,4,4,4,0:s",,0,"0,0,0,0,0,0,0/0,0,0,0,0,0,24:s",end' ] ||
    fail 'CSV'
expect 0 "$SOWLAB" moves --variant kalah --json <positions
says '"move": null, "captured": 0, ' out
[ "$(head -n 1 out)$(tail -n 1 out)" = '[]' ] || fail 'JSON is one array'

# Many lines, beyond all sizes of buffers: every line is answered, in order.
awk 'BEGIN { for (i = 0; i < 20000; i++)
    printf "%d,%d,0,0,0,1,%d/0,0,1,0,0,0,0:n\n", i % 7, i % 5, i % 200 }' >positions
expect 0 "$SOWLAB" moves --variant awari <positions
cut -f 1 out | cmp - positions || fail 'lines were lost or mixed'

# A game tree made by moves is that of perft.csv. The output positions are valid inputs.
for variant in kalah awari erherhe; do
    echo "$start" >positions
    for depth in 1 2 3 4 5; do
        expect 0 "$SOWLAB" moves --variant $variant <positions
        leaves=$(wc -l <out)
        says "^$variant,$depth,$leaves\$" "$SOW_TEST_DATA/perft.csv"
        awk -F '\t' '$5 == "play" { print $4 }' out >positions
    done
done

# All boards of FairKalah can be read, and no move loses a seed.
awk -F , '{ sub(/\r$/, "") } NR > 1 { print $2 "," $3 "," $4 "," $5 "," $6 "," $7 "," $8 "/" \
    $9 "," $10 "," $11 "," $12 "," $13 "," $14 "," $15 ":s" }' \
    "$SOW_TEST_DATA/fairkalah_boards.csv" >positions
[ "$(wc -l <positions)" -eq 254 ] || fail 'not 254 boards'
expect 0 "$SOWLAB" moves --variant kalah <positions
cut -f 1 out | uniq | cmp - positions || fail 'a board has no moves'
cut -f 4 out | tr ',/:' '   ' |
    awk '{ sum = 0; for (i = 1; i < NF; i++) sum += $i; if (sum != 48) exit 1 }' ||
    fail 'seeds were lost'

# The answer to a line comes before the next line is read.
mkfifo questions answers
"$SOWLAB" moves --variant kalah <questions >answers &
exec 3>questions 4<answers
for _ in 1 2 3; do
    echo "$start" >&3
    for move in 1 2 3 4 5 6; do
        read -r line <&4
        case $line in
        "$start	$move	"*) ;;
        *) fail "no answer to move $move: $line" ;;
        esac
    done
done
exec 3>&- 4<&-
wait $!

# ---- The move of a player ----

# Every line gets exactly one line as its answer.
dead=0,0,0,0,0,0,0/4,4,4,4,4,4,0:s
printf '%s\n\n# %s\nfour\n%s\n%s' "$start" "$start" "$dead" "$start" >positions
expect 65 "$SOWLAB" moves --player divilly2013 --variant kalah <positions
printf '3\n\n\n?\n-\n3\n' | cmp - out || fail 'the answers of a player'
says '^sowlab: line 4: ' err
says '^sowlab: 1 of 6 lines do not hold a position$' err
expect 65 "$SOWLAB" moves --player divilly2013 --variant kalah --json <positions
cat >wanted <<END
{"position": "$start", "move": 3, "captured": 1, "next": "4,4,0,5,5,5,1/4,4,4,4,4,4,0:s", "status": "play"}
{"position": null, "move": null, "captured": null, "next": null, "status": "blank"}
{"position": null, "move": null, "captured": null, "next": null, "status": "blank"}
{"position": null, "move": null, "captured": null, "next": null, "status": "error"}
{"position": "$dead", "move": null, "captured": 0, "next": "0,0,0,0,0,0,0/0,0,0,0,0,0,24:s", "status": "end"}
{"position": "$start", "move": 3, "captured": 1, "next": "4,4,0,5,5,5,1/4,4,4,4,4,4,0:s", "status": "play"}
END
cmp out wanted || fail 'a JSON object for every line'
expect 65 "$SOWLAB" moves --player divilly2013 --variant kalah --csv <positions
printf '%s\n' position,move,captured,next,status \
    "\"$start\",3,1,\"4,4,0,5,5,5,1/4,4,4,4,4,4,0:s\",play" ,,,,blank ,,,,blank ,,,,error \
    "\"$dead\",,0,\"0,0,0,0,0,0,0/0,0,0,0,0,0,24:s\",end" \
    "\"$start\",3,1,\"4,4,0,5,5,5,1/4,4,4,4,4,4,0:s\",play" | cmp - out || fail 'CSV of a player'

# A player chooses a legal move, and h4 the one with the greatest gain.
awk 'BEGIN { for (i = 0; i < 600; i++)
    printf "%d,%d,%d,0,2,1,%d/0,3,1,%d,0,4,0:%s\n", i % 7, i % 5, i % 3, i % 100, i % 4,
        i % 2 ? "n" : "s" }' >positions
expect 0 "$SOWLAB" moves --variant vai-lung-thlan <positions
sort -u out | cut -f 1-3 >all
expect 0 "$SOWLAB" moves --variant vai-lung-thlan --player h4 <positions
paste positions out | awk -F '\t' '
    NR == FNR { gain[$1, $2] = $3; if (!($1 in best) || $3 > best[$1]) best[$1] = $3; next }
    !(($1, $2) in gain) || gain[$1, $2] != best[$1] { exit 1 }' all - ||
    fail 'h4 does not take the most'

# The random seed and the line number decide between equal moves, and not the lines before.
yes "$start" | head -n 400 >positions
expect 0 "$SOWLAB" moves --variant kalah --player random <positions
[ "$(sort -u out | tr '\n' ' ')" = '1 2 3 4 5 6 ' ] || fail 'random leaves moves out'
cp out first
expect 0 "$SOWLAB" moves --variant kalah --player random --seed 2 <positions
cmp -s out first && fail 'the seed has no effect'
{ yes '#' | head -n 399; echo "$start"; } | "$SOWLAB" moves --variant kalah --player random >out
[ "$(tail -n 1 out)" = "$(tail -n 1 first)" ] || fail 'the answer depends on other lines'

# Players that cannot play.
expect 64 "$SOWLAB" moves --player '' <positions
says "'--player' is empty" err
expect 64 "$SOWLAB" moves --player nobody <positions
says "unknown player 'nobody'" err
expect 74 "$SOWLAB" moves --player run:1 --db none.db <positions
[ ! -e none.db ] || fail 'a database was made'

# A stored champion can play. Without a stored player, no database is opened.
expect 0 "$SOWLAB" evolve --variant kalah --generations 1 --population 2 \
    --validation-games 1 --db some.db
expect 0 "$SOWLAB" moves --player run:1 --db some.db --variant kalah <positions
says '^[1-6]$' out

# Two processes play a game through pipes. The test asks each for its move and gives the next
# position to the other. The moves are those of a match.
play()
{
    mkfifo "asked$1" "told$1"
    "$SOWLAB" moves --variant kalah --player "$2" --json <"asked$1" >"told$1" &
}
play 5 divilly2013
exec 5>asked5 6<told5
play 7 h2
exec 7>asked7 8<told7
position=$start
plies=0
status=play
while [ "$status" = play ]; do
    case $position in
    *:s) echo "$position" >&5 && read -r answer <&6 ;;
    *) echo "$position" >&7 && read -r answer <&8 ;;
    esac
    position=$(echo "$answer" | sed 's/.*"next": "\([^"]*\)".*/\1/')
    status=$(echo "$answer" | sed 's/.*"status": "\([^"]*\)".*/\1/')
    plies=$((plies + 1))
    [ "$plies" -lt 500 ] || fail 'the game does not end'
done
exec 5>&- 6<&- 7>&- 8<&-
wait
[ "$status:$((plies > 10))" = end:1 ] || fail "a game that ends so: $answer"
echo "$position" | tr ',/:' '   ' | awk '$7 + $14 != 48 { exit 1 }' || fail 'seeds were lost'

# The same game in Python, with the first example of the documentation.
if command -v python3 >/dev/null; then
    # shellcheck disable=SC2016 # marks of the document
    sed -n '/^```python/,/^```$/{/^```$/q;/^```/!p}' "$SOW_TEST_DATA/../../docs/reference/export.md" >example.py
    [ -s example.py ] || fail 'docs/reference/export.md has no example'
    expect 0 env PATH="$(dirname "$SOWLAB"):$PATH" python3 example.py
    [ "$(wc -l <out)" -gt 10 ] || fail 'the example plays no game'
    awk '{ gsub("[,/:]", " "); last = $8 + $15 } END { exit last != 48 }' out ||
        fail 'the example does not play to the end'

    # The second example has an exported evaluator.
    # shellcheck disable=SC2016 # marks of the document
    awk '/^```python/ { n++; next } /^```$/ { n = n == 2 ? 3 : n } n == 2' \
        "$SOW_TEST_DATA/../../docs/reference/export.md" >second.py
    grep -q 'from evaluator import' second.py || fail 'docs/reference/export.md has no second example'
    expect 0 "$SOWLAB" players export divilly2013 --as python --variant kalah --output evaluator.py
    expect 0 env PYTHONDONTWRITEBYTECODE=1 python3 second.py
    says '^2$' out # pit 3, whose last seed enters the store
fi

# The example in C prints the values of the same evaluator.
if command -v cc >/dev/null; then
    # shellcheck disable=SC2016 # marks of the document
    sed -n '/^```c$/,/^```$/{/^```/!p}' "$SOW_TEST_DATA/../../docs/reference/export.md" >example.c
    grep -q 'include "evaluator.c"' example.c || fail 'docs/reference/export.md has no example in C'
    expect 0 "$SOWLAB" players export divilly2013 --as c --variant kalah --output evaluator.c
    expect 0 cc -Wall -Wextra -Werror example.c -o example
    expect 0 ./example
    [ "$(sort -k 2,2gr out | head -n 1)" = '3 7.652832' ] || fail 'the values of the example in C'
fi
