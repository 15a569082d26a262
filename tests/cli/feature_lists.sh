# SPDX-License-Identifier: GPL-3.0-or-later
# features: the whole table, that of a variant, and the features of a list.

expect 0 "$SOWLAB" features --csv
[ "$(head -n 1 out)" = feature,meaning,least,most,groups,twin,source ] ||
    fail 'the header of the table'
mv out all.csv
says '^h1,seeds in the own pit nearest the opponent,0,255,"h,paper,default",,"Pekar' all.csv
says '^diff_h3,.*,-12,12,difference,,' all.csv
says '^pit12,' all.csv

expect 0 "$SOWLAB" features --variant kalah --csv
says '^h1,.*,0,48,' out
says '^diff_h3,.*,-6,6,' out
says '^mobility,.*,0,6,moves,h3,FairKalah$' out
says '^pit6,.*,pits,h1,' out
says '^free_moves,' out
grep -q '^pit7,' out && fail 'a pit beyond the board'
[ "$(wc -l <out)" -lt "$(wc -l <all.csv)" ] || fail 'a game has no less than all'
expect 0 "$SOWLAB" features --variant awari --csv
grep -q '^free_moves,' out && fail 'extra turns in awari'

# Text and JSON also have the groups.
expect 0 "$SOWLAB" features --json
says '"group": "kalah-ai"' out
says '"feature": "h1".*"least": 0, "most": 255' out
expect 0 "$SOWLAB" features
says '^default  ' out

expect 0 "$SOWLAB" features h6,h,-h5 --variant awari --csv
[ "$(tail -n +2 out | cut -d , -f 1 | tr '\n' ' ')" = 'h6 h1 h2 h3 h4 ' ] ||
    fail 'what a list gives'
expect 64 "$SOWLAB" features default
says "depends on the variant: add --variant NAME" err
expect 64 "$SOWLAB" features defualt --variant awari
says "did you mean 'default'" err
expect 64 "$SOWLAB" features free_moves --variant awari
says "'free_moves' makes no sense in this variant: it has no extra turns" err
expect 64 "$SOWLAB" features h1 h2 --variant awari
expect 64 "$SOWLAB" features --variant nowhere
says "unknown variant 'nowhere'" err
