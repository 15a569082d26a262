# SPDX-License-Identifier: GPL-3.0-or-later
# shellcheck shell=sh
# Players with an endgame file, and regret: the facts about the file in the settings, and the
# errors if it is another file, damaged or missing.

knowing='alphabeta:depth=1,endgame=kalah.endgame,eval=[state:store_difference=1]'
expect 0 "$SOWLAB" solve --variant kalah --on-board 6 --endgame kalah.endgame
expect 0 "$SOWLAB" solve --variant awari --on-board 6 --endgame awari.endgame
expect 0 "$SOWLAB" match "$knowing" h4 --variant kalah --games 10
says 'kalah.endgame@6-[0-9a-f]*,' out
expect 0 "$SOWLAB" tournament "$knowing" 'mcts:iterations=20,endgame=kalah.endgame' h1 --variant kalah --games 3
expect 0 "$SOWLAB" evolve --player 'alphabeta:depth=1,endgame=kalah.endgame' --variant kalah \
    --population 4 --generations 2 --games 1 --candidates 2 --candidate-games 1 --validation-games 2
expect 0 "$SOWLAB" dataset make "$knowing" --variant kalah --games 3
expect 0 "$SOWLAB" regret "$knowing" run:3 h1 --variant kalah --games 10 --sample 50 --endgame kalah.endgame
echo 0,0,0,1,0,1,20/1,0,0,2,0,0,23:s >position
expect 0 "$SOWLAB" moves --player "$knowing" --variant kalah <position
expect 0 "$SOWLAB" analyse --player "$knowing" --variant kalah --position "$(cat position)"
expect 0 "$SOWLAB" play "$knowing" h1 --variant kalah --games 1

# After the file has grown, players play as before. The settings limit them to the old layers.
expect 0 "$SOWLAB" solve --variant kalah --on-board 8 --endgame kalah.endgame
expect 0 "$SOWLAB" runs verify 1 2 3 4 5 6
expect 0 "$SOWLAB" sql "SELECT max(on_board) AS n FROM regrets" --csv
[ "$(tail -1 out)" = 6 ] || fail 'not up to six seeds'

# Another file in its place, a damaged file, and no file.
mv kalah.endgame kept.endgame
for file in awari.endgame text.endgame; do
    echo nothing >text.endgame
    cp $file kalah.endgame
    expect 65 "$SOWLAB" runs verify 1 --json
    says "'kalah.endgame' is" out
    expect 65 "$SOWLAB" runs verify 5
done
expect 0 "$SOWLAB" solve --variant kalah --on-board 4 --endgame less.endgame
cp less.endgame kalah.endgame
expect 65 "$SOWLAB" runs verify 5 --json
says 'has changed since it was chosen' out
rm kalah.endgame
expect 74 "$SOWLAB" runs verify 5
says 'No such file' err
mv kept.endgame kalah.endgame
mark=$(grep -abo 'sowlab endgame 1' kalah.endgame | sed -n '5s/:.*//p')
printf x | dd of=kalah.endgame bs=1 seek="$mark" conv=notrunc 2>/dev/null
expect 65 "$SOWLAB" runs verify 5 --json
says 'is damaged in the layer of' out
expect 0 "$SOWLAB" runs show 5
expect 0 "$SOWLAB" runs show 5 --csv

# An interval is shown if it rests on at least 100 choices, or on all positions.
expect 0 "$SOWLAB" regret h4 --variant kalah --on-board 6 --games 5 --sample 200 --db few.db
tr -s ' \n' ' ' <out | grep -q 'seeds a move in its games (no interval: fewer than 100 choices); a random' ||
    fail 'an answer without an interval does not say why'
"$SOWLAB" runs show 1 --db few.db --json >shown
few=$("$SOWLAB" sql "SELECT count(*) FROM regrets WHERE choices < 100 AND
    regret_low < regret_high" --db few.db --csv | tail -1)
[ "$few" -gt 2 ] || fail 'no interval rests on few choices'
grep '"choices": [0-9]\{1,2\}, .*"low": [0-9]' shown | tr -d ',' >narrow || true
while read -r line; do
    # shellcheck disable=SC2046 # two words
    set -- $(echo "$line" | sed 's/.*"low": \([^ ]*\) "high": \([^ ]*\) .*/\1 \2/')
    [ "$1" = "$2" ] || fail "an interval of few choices is shown: $line"
done <narrow
[ "$(grep -c '"low": null' shown)" -ge "$few" ] || fail 'intervals of few choices are there'
grep -q '"choices": [0-9]\{3,\}, .*"low": [0-9]' shown || fail 'no interval at all'

# The query of docs/findings/regret_ranks.sql correlates regret with ratings over the players.
expect 0 "$SOWLAB" regret divilly2013 heuristics --variant kalah --on-board 5 --games 5 --sample 50 --db rank.db
expect 0 "$SOWLAB" tournament divilly2013 heuristics random --variant kalah --games 10 --db rank.db
query=$(sed -n '/^WITH paired/,/^FROM rho/p' "$SOW_TEST_DATA/../../docs/findings/regret_ranks.sql" | tr -d ';')
expect 0 "$SOWLAB" sql "$query" --db rank.db --csv
[ "$(tail -n 1 out | cut -d, -f1)" -eq 8 ] || fail 'the query of docs/findings/regret_ranks.sql'
awk -F, 'NR == 2 && !($3 < $2 && $2 < $4) { exit 1 }' out || fail 'the interval of a rank correlation'
