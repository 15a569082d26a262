# SPDX-License-Identifier: GPL-3.0-or-later
# moves: its answers, bad lines, any kind of input.

start=4,4,4,4,4,4,0/4,4,4,4,4,4,0:s

# Captures, an extra turn, ends with left-overs, no move; CR LF, no final line end.
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

# Clockwise: pit 1 is nearest the opponent, whose pits then fill from its right.
echo 5,5,5,5,5,5,0/5,5,5,5,5,5,0:s >positions
expect 0 "$SOWLAB" moves --variant vai-lung-thlan <positions
[ "$(cut -f 2 out | tr '\n' ' ')" = '1 2 3 4 5 6 ' ] || fail 'moves are not in order'
says '	2	0	6,0,5,5,5,5,0/5,5,6,6,6,6,0:n	play$' out

# Bad lines are named, the good ones answered.
{
    echo "$start"
    echo
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
says '^sowlab: line 2: position ends early' err
says '^sowlab: line 3: position ends early after 5 characters' err
says '^sowlab: line 4: a NUL byte at character 4$' err
says '^sowlab: line 5: longer than 4096 characters$' err
says "^sowlab: line 6: ' ' at character 30" err
says '^sowlab: line 7: .*at most 255' err
says '^sowlab: 6 of 8 lines hold no position$' err

expect 0 "$SOWLAB" moves </dev/null
[ "$(cat out err)" = '' ] || fail 'an empty input has an empty answer'
expect 74 "$SOWLAB" moves </
says 'standard input cannot be read' err
expect 74 "$SOWLAB" moves <&-

# CSV and JSON carry the same values.
printf '0,0,0,0,0,0,0/4,4,4,4,4,4,0:s\n' >positions
expect 0 "$SOWLAB" moves --variant kalah --csv <positions
[ "$(tail -n 1 out)" = '"0,0,0,0,0,0,0/4,4,4,4,4,4,0:s",,0,"0,0,0,0,0,0,0/0,0,0,0,0,0,24:s",end' ] ||
    fail 'CSV'
expect 0 "$SOWLAB" moves --variant kalah --json <positions
says '"move": null, "captured": 0, ' out
[ "$(head -n 1 out)$(tail -n 1 out)" = '[]' ] || fail 'JSON is one array'

# Many lines, over all boundaries of buffers: every one answered, in order.
awk 'BEGIN { for (i = 0; i < 20000; i++)
    printf "%d,%d,0,0,0,1,%d/0,0,1,0,0,0,0:n\n", i % 7, i % 5, i % 200 }' >positions
expect 0 "$SOWLAB" moves --variant awari <positions
cut -f 1 out | cmp - positions || fail 'lines were lost or mixed'

# The tree by moves is the tree of perft.csv: play goes on from the positions handed out.
for variant in kalah awari erherhe; do
    echo "$start" >positions
    for depth in 1 2 3 4 5; do
        expect 0 "$SOWLAB" moves --variant $variant <positions
        leaves=$(wc -l <out)
        says "^$variant,$depth,$leaves\$" "$SOW_TEST_DATA/perft.csv"
        awk -F '\t' '$5 == "play" { print $4 }' out >positions
    done
done

# FairKalah's boards: all are read, and no move loses a seed.
awk -F , '{ sub(/\r$/, "") } NR > 1 { print $2 "," $3 "," $4 "," $5 "," $6 "," $7 "," $8 "/" \
    $9 "," $10 "," $11 "," $12 "," $13 "," $14 "," $15 ":s" }' \
    "$SOW_TEST_DATA/fairkalah_boards.csv" >positions
[ "$(wc -l <positions)" -eq 254 ] || fail 'not 254 boards'
expect 0 "$SOWLAB" moves --variant kalah <positions
cut -f 1 out | uniq | cmp - positions || fail 'a board has no moves'
cut -f 4 out | tr ',/:' '   ' |
    awk '{ sum = 0; for (i = 1; i < NF; i++) sum += $i; if (sum != 48) exit 1 }' ||
    fail 'seeds were lost'

# An answer comes before more is asked.
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
