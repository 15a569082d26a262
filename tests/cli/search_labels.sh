# SPDX-License-Identifier: GPL-3.0-or-later
# Labels by search: a data set with them, a fit of them that is a player for every depth, exports,
# imports, and what is refused.

export SOWLAB_DB=labels.db
store='state:store_difference=1'

# From nothing to a player by one fit of labels of depth 6.
expect 0 "$SOWLAB" dataset make "alphabeta:depth=2,hash=0,eval=[$store]" --variant kalah --pits 4 \
    --games 40 --view to-move --random-plies 0..8 --epsilon 0.1 --sample 0.5 --threads 2 \
    --target "search:[alphabeta:depth=6,hash=0,eval=[$store]]" --quiet
expect 0 "$SOWLAB" sql "SELECT count(*) > 300, count(DISTINCT label) > 20, min(label_depth) >= 0,
    max(label_depth) = 6, count(label) = count(*),
    sum(viewpoint = substr(position, -1)) = count(*) FROM positions WHERE run_id = 1" --csv
says '^1,1,1,1,1,1$' out
expect 0 "$SOWLAB" runs verify 1 --threads 1
expect 0 "$SOWLAB" fit 1 --features all --view to-move --comparison-games 0
expect 0 "$SOWLAB" sql "SELECT parameters ->> 'view', parameters ->> 'target_mix', r2 > 0.6
    FROM runs JOIN fits ON run_id = id WHERE id = 2" --csv
says '^to-move,0.*,1$' out
expect 0 "$SOWLAB" match 'alphabeta:depth=2,hash=0,eval=[run:2]' "alphabeta:depth=2,hash=0,eval=[$store]" \
    --variant kalah --pits 4 --random-plies 3 --games 100
expect 0 "$SOWLAB" sql "SELECT score > 0.5, player LIKE '%view=to-move%to_move=%' FROM match_scores
    WHERE run_id = 3" --csv
says '^1,1$' out
expect 0 "$SOWLAB" runs verify 2

# The view of the data set is that of the fit, the outcome is there too, and both mix.
expect 0 "$SOWLAB" fit 1 --features h,to_move --target-mix 1 --comparison-games 0
expect 0 "$SOWLAB" fit 1 --features h,to_move --target-mix 0.25 --comparison-games 0
expect 0 "$SOWLAB" fit 1 --features h,to_move --comparison-games 0
expect 0 "$SOWLAB" sql "SELECT max(abs(m.value - 0.25 * o.value - 0.75 * l.value)) < 1e-9, count(*) > 5
    FROM coefficients m JOIN coefficients o USING (feature) JOIN coefficients l USING (feature)
    WHERE m.run_id = 5 AND o.run_id = 4 AND l.run_id = 6 AND m.note IS NULL" --csv
says '^1,1$' out

# A player of a ridge fit has the weights of columns that follow from others, too.
expect 0 "$SOWLAB" fit 1 --features h4,h6,store_difference --method ridge --penalty 0.001 --comparison-games 1 \
    --opponents h4
expect 0 "$SOWLAB" sql "SELECT player LIKE '%h4=%h6=%store_difference=%' FROM match_scores WHERE run_id = 7" --csv
says '^1$' out

# The fitted values are in seeds, also as labels of the next data set.
expect 0 "$SOWLAB" dataset make h4 --variant kalah --pits 4 --games 20 --quiet \
    --target 'search:alphabeta:depth=1,hash=0,eval=[run:2]'
expect 0 "$SOWLAB" sql "SELECT max(abs(label)) BETWEEN 2 AND 60 FROM positions WHERE run_id = 8" --csv
says '^1$' out

# A data set of the other view, seen by the player to move: an export turns rows as a fit does.
expect 0 "$SOWLAB" fit 8 --view to-move --features h4,h6 --comparison-games 0
expect 0 "$SOWLAB" dataset export 8 --view to-move --features h4,h6 --output turned.csv
says '^game,ply,fold,position,viewpoint,h4,h6,margin,result,label,label_depth$' turned.csv
grep -v '^#' turned.csv | sed 1d | awk -F'"' '{ split($3, c, ","); if (substr($2, length($2)) != c[2]) exit 1 }' ||
    fail 'a row is not seen by the player to move'
expect 0 "$SOWLAB" dataset import turned.csv --variant kalah --pits 4 --columns label=label
expect 0 "$SOWLAB" fit 10 --view to-move --features h4,h6 --comparison-games 0
expect 0 "$SOWLAB" sql "SELECT max(abs(a.value - b.value)) < 1e-9 FROM coefficients a JOIN coefficients b
    USING (feature) WHERE a.run_id = 9 AND b.run_id = 11" --csv
says '^1$' out

# Labels alone: fractions, and margins of the other parity.
printf 'position,label\n"4,4,4,4,4,4,0/4,4,4,4,4,4,0:s",1.5\n"4,4,4,4,4,4,0/4,4,4,4,4,4,0:n",-3\n' >labels.csv
expect 0 "$SOWLAB" dataset import labels.csv --variant kalah --outcome none
! grep -q margin out || says '^mean_margin  *-' out
last=$("$SOWLAB" sql 'SELECT max(id) FROM runs' --csv | tail -n 1)
expect 0 "$SOWLAB" sql "SELECT mean_margin IS NULL FROM datasets_overview WHERE run_id = $last" --csv
says '^1$' out
expect 0 "$SOWLAB" dataset show "$last" --json
says '"win_rate": null, "draw_rate": null, "mean": null' out
! grep -q '"labels"' out || fail 'outcomes that are not there'
expect 0 "$SOWLAB" sql "SELECT group_concat(label), sum(margin) FROM positions WHERE run_id = 12" --csv
says '^"1.5,-3.0",0$' out
expect 0 "$SOWLAB" dataset export 12 --features h4
says '^game,ply,fold,position,viewpoint,h4,label,label_depth$' out
expect 64 "$SOWLAB" fit 12 --method logistic
says 'has labels and no outcomes' err
expect 64 "$SOWLAB" fit 12 --target-mix 0.5
says 'has labels and no outcomes' err
printf 'position,label\n"4,4,4,4,4,4,0/4,4,4,4,4,4,0:s",much\n' >bad.csv
expect 65 "$SOWLAB" dataset import bad.csv --variant kalah --outcome none
says "holds 'much': expected a number: a label by search, in seeds" err

# Refused: a mix without labels or with results, and weights for other rules.
expect 0 "$SOWLAB" dataset make h4 --variant kalah --games 2 --quiet
expect 64 "$SOWLAB" fit 13 --target-mix 0.5
says 'data set 13 has no labels by search to mix with outcomes: leave out --target-mix' err
expect 0 "$SOWLAB" dataset make h4 --variant kalah --games 2 --outcome result --quiet \
    --target 'search:alphabeta:depth=1,eval=[h4]'
expect 64 "$SOWLAB" fit 14 --target-mix 0.5
says 'do not mix' err
expect 64 "$SOWLAB" dataset make h4 --variant awari --target 'search:alphabeta:depth=2,eval=[run:2]'
says 'the weights of run 2 are for other rules' err

# An answer has no R squared where a fit has none.
expect 0 "$SOWLAB" dataset make h4 h1 --variant kalah --games 60 --outcome result --db none.db
expect 0 "$SOWLAB" fit 1 --method logistic --features h4,h6 --comparison-games 0 --db none.db
! grep -q 'R squared' out || fail 'a logistic fit has no R squared'
