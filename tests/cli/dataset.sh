# SPDX-License-Identifier: GPL-3.0-or-later
# Data sets on the command line: make, import, export, list, show.

export SOWLAB_DB=own.db

# Games give positions and choices. The same command again gives the same data set.
expect 0 "$SOWLAB" dataset make divilly2013 random --variant kalah --games 30 --record both \
    --starts fairkalah --quiet --label fair
[ ! -s err ] || fail '--quiet'
says 'positions' out
expect 0 "$SOWLAB" runs verify 1 --csv --threads 1
says '^1,same,whole,' out
expect 0 "$SOWLAB" dataset make random --games 5 --outcome result
expect 0 "$SOWLAB" dataset list --csv
says '^id,kind,label,variant,status,source,games,positions,choices,outcome,duplicates,' out
says '^1,dataset,fair,kalah,done,divilly2013 - random,60,[1-9][0-9]*,[1-9][0-9]*,margin,keep,' out
says '^2,dataset,,erherhe,done,random - random,10,[1-9][0-9]*,0,result,keep,' out
expect 0 "$SOWLAB" dataset show 1 --json
for key in '"dataset": {' '"settings": \[' '"contents": {' '"labels": {' '"phases": \['; do
    says "$key" out
done
expect 0 "$SOWLAB" dataset show 1 --csv
says '^low,high,positions,choices,win_rate,draw_rate,mean,sd$' out

# By default a repeated position is a row again. Dropping duplicates gives a warning.
expect 0 "$SOWLAB" dataset make h1 --games 50 --db twice.db --csv
[ ! -s err ] || fail 'keeping duplicates is no reason for a warning'
expect 0 "$SOWLAB" dataset make h1 --games 50 --duplicates drop --db twice.db --csv
says 'the estimates of a fit then depend on the number of games' err
expect 0 "$SOWLAB" sql "SELECT count(DISTINCT position || viewpoint) = (SELECT count(*)
    FROM positions WHERE run_id = 2) AND count(*) > count(DISTINCT position || viewpoint)
    AS fewer FROM positions WHERE run_id = 1" --db twice.db --csv
says '^1$' out

expect 64 "$SOWLAB" dataset make
expect 64 "$SOWLAB" dataset make random --starts fairkalah
says "'own_store_sown' differs" err
expect 64 "$SOWLAB" dataset make random --record all
expect 64 "$SOWLAB" dataset make random --starts fair
expect 66 "$SOWLAB" dataset show 9
says 'no run 9' err
expect 64 "$SOWLAB" dataset
says 'make, import, export, list, show' err

# Exports go to stdout or to a file. They replace a file only with --force.
expect 0 "$SOWLAB" dataset export 1 --features h4,h6 --folds 3
mv out piped.csv
says '^game,ply,fold,position,viewpoint,h4,h6,margin,result$' piped.csv
expect 0 "$SOWLAB" dataset export 1 --features h4,h6 --folds 3 --output file.csv
[ ! -s out ] || fail '--output leaves stdout alone'
cmp piped.csv file.csv
expect 64 "$SOWLAB" dataset export 1 --output file.csv
says 'add --force to replace it' err
cmp piped.csv file.csv
expect 0 "$SOWLAB" dataset export 1 --output file.csv --force
expect 0 "$SOWLAB" dataset export 1 --choices
says '^set,game,ply,fold,position,move,move_h1,.*,move_h6,chosen$' out
expect 64 "$SOWLAB" dataset export 1 --folds 1
expect 64 "$SOWLAB" dataset export 1 --features h7
expect 64 "$SOWLAB" dataset export 2 --choices
says 'has no choices' err
expect 74 "$SOWLAB" dataset export 1 --output none/file.csv
expect 74 env sh -c "'$SOWLAB' dataset export 1 >/dev/full"

# An import of an export gives the same rows. Columns that are not used are named.
rows() { "$SOWLAB" sql "SELECT game, ply, position, viewpoint, margin FROM positions
    WHERE run_id = $1" --csv; }
expect 0 "$SOWLAB" dataset import file.csv --variant kalah
says '^1[0-9] columns are not used: fold, ' err
rows 1 >first
rows 3 >third
cmp first third
expect 0 "$SOWLAB" dataset import "$SOW_TEST_DATA/maia_endgames.csv" --variant kalah \
    --format maia --label endgames
says 'records have no choice' err
expect 0 "$SOWLAB" dataset show 4 --csv
expect 0 "$SOWLAB" dataset export 4 --choices --output choices.csv
expect 0 "$SOWLAB" runs verify 3 4 --csv
[ "$(grep -c ',same,whole,' out)" -eq 2 ] || fail 'an import is not replayed'

# Exact labels survive an export to the columns of FairKalah and an import.
labels() { "$SOWLAB" sql "SELECT p.game, p.ply, iif(viewpoint = substr(p.position, -1), margin,
    -margin) AS value, c.moves FROM positions p
    LEFT JOIN choices c USING (run_id, game, ply) WHERE run_id = $1" --csv; }
set -- --variant kalah --pits 3 --db exact.db --quiet
expect 0 "$SOWLAB" dataset make random --seeds-per-pit 3 --games 20 --record both --outcome exact "$@"
expect 0 "$SOWLAB" dataset export 1 --format maia --db exact.db --output maia.csv
says '^pit_3,pit_2,pit_1,score,pit_3o,pit_2o,pit_1o,score_o,optimal_3,optimal_2,optimal_1,game_val,game,ply$' maia.csv
expect 0 "$SOWLAB" dataset import maia.csv --format maia --outcome exact --seeds-per-pit 3 "$@"
expect 0 "$SOWLAB" dataset export 2 --format maia --db exact.db
cmp out maia.csv
SOWLAB_DB=exact.db labels 1 >first
SOWLAB_DB=exact.db labels 2 | cmp - first
[ "$(wc -l <first)" -gt 100 ] || fail 'hardly any position'
expect 0 "$SOWLAB" dataset make random --seeds-per-pit 3 --games 9 --outcome exact "$@"
expect 0 "$SOWLAB" dataset make random --seeds-per-pit 3 --games 2 --outcome exact --variant kalah --pits 3 --db exact.db
says 'solved exactly; 0 others were not solved' out
expect 64 "$SOWLAB" dataset export 3 --format maia --db exact.db
says 'has no best moves for game .* make it with --record both' err

# If the file is missing or has changed, verify says so. The stored rows can still be checked.
mv file.csv gone.csv
expect 65 "$SOWLAB" runs verify 3 --csv
says "not replayed.*cannot read 'file.csv'" out
echo >>gone.csv
mv gone.csv file.csv
expect 65 "$SOWLAB" runs verify 3 --csv
says "not replayed.*has changed" out
expect 0 "$SOWLAB" runs check 3 --csv
says '^3,sound,' out

# A bad file changes nothing.
"$SOWLAB" runs list --csv >before
printf 'position,margin\n"4,4,4,4,4,4,0/4,4,4,4,4,4,0:s",NaN\n' >bad.csv
expect 65 "$SOWLAB" dataset import bad.csv --variant kalah
says "^sowlab: bad.csv:2: column 'margin' holds 'NaN'" err
expect 65 "$SOWLAB" dataset import bad.csv --variant kalah --format maia
says 'has no column pit_6, pit_5.*it has: position, margin' err
expect 65 "$SOWLAB" dataset import bad.csv --variant kalah --columns margin=value
says 'no column value' err
expect 64 "$SOWLAB" dataset import bad.csv --variant kalah --columns value=margin
: >empty.csv
expect 65 "$SOWLAB" dataset import empty.csv
says 'the file is empty' err
expect 74 "$SOWLAB" dataset import none.csv
mkfifo pipe
expect 64 "$SOWLAB" dataset import pipe
says 'not a file that can be read twice' err
expect 64 "$SOWLAB" dataset import
"$SOWLAB" runs list --csv >after
cmp before after
# The head of a file names the variant of its positions.
other()
{
    expect 65 "$SOWLAB" dataset import "$@" --db new.db
    says "holds positions of .* and not of" err
    [ ! -s out ] || fail 'a refused file has a result'
}
other file.csv
says 'add --variant kalah$' err
other file.csv --variant kalah --rule place_opposite_empty=takes-nothing
printf '# variant kalah\nposition,margin\n"4,4,4,4,4,4,0/4,4,4,4,4,4,0:s",2\n' >named.csv
other named.csv
says "'named.csv' holds positions of 'kalah' and not of 'erherhe': add --variant kalah" err
other named.csv --variant awari
expect 0 "$SOWLAB" dataset import named.csv --variant kalah --db named.db
sed 's/kalah/my-own/' named.csv >own.csv
other own.csv --variant kalah
says "holds positions of 'my-own'" err
{
    printf '# rules one setting a line:\r\n#   pits = 99\n'
    cat named.csv
} >rules.csv
expect 65 "$SOWLAB" dataset import rules.csv --variant kalah --db new.db
says 'the rules in its head cannot be read' err
expect 65 "$SOWLAB" dataset import bad.csv --variant kalah --db new.db
[ ! -e new.db ] || fail 'a bad file made a database'

# Games that end before anything is recorded.
expect 0 "$SOWLAB" dataset make random --variant kalah --games 3 --random-plies 900 \
    --quiet --db empty.db
says '^warning  *Nothing was recorded: no game continued after its 900 random plies' out
expect 0 "$SOWLAB" dataset make random --variant kalah --games 3 --quiet --db empty.db --json
[ "$(grep -c warning out)" -eq 0 ] || fail 'a data set with rows has a warning'

# Choices have no labels.
"$SOWLAB" sql 'SELECT position, moves FROM choices LIMIT 3' --csv >moves.csv
expect 64 "$SOWLAB" dataset import moves.csv --variant kalah --record choices --outcome result
says "'--outcome' has no effect here: it needs --record positions or both" err
expect 0 "$SOWLAB" dataset import moves.csv --variant kalah --record choices
