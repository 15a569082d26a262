# SPDX-License-Identifier: GPL-3.0-or-later
# plot: every kind's charts in the terminal and as pictures; what has no chart.

expect 0 "$SOWLAB" evolve --variant erherhe --generations 5 --population 8 --games 1 \
    --candidate-games 2 --validation-games 20 --seed 3 --runs 2 --label 'a_b^c "d" <e>'
expect 0 "$SOWLAB" match h4 'weights:1,0,0,0.5,0,0' --variant kalah --games 10
expect 0 "$SOWLAB" tournament h1 h4 random --variant awari --games 10
expect 0 "$SOWLAB" robustness h4 --variants kalah,awari --opponents h1,random --games 10
expect 0 "$SOWLAB" transfer 1 2 --variants kalah,erherhe --opponents h1 --games 10
expect 0 "$SOWLAB" sensitivity h4 --variant awari --options end,early_end --opponents h1 \
    --games 10 --evolutions 1 --generations 2 --population 4 --fitness-games 1
expect 0 "$SOWLAB" dataset make random h4 --variant kalah --games 40
expect 0 "$SOWLAB" fit 8 --features h1,h4,mobility --comparison-games 10
expect 0 "$SOWLAB" regret h4 --variant kalah --on-board 5 --games 20

# Every chart that the program offers, of a run of each kind.
drawn=0
for run in 1 3 4 5 6 7 9 10; do
    expect 0 "$SOWLAB" plot $run
    cut -d ' ' -f 1 out >names
    while read -r name; do
        expect 0 "$SOWLAB" plot $run "$name"
        [ "$(wc -l <out)" -gt 4 ] || fail "run $run: $name is not drawn"
        [ "$(awk '{ if (length($0) > most) most = length($0) } END { print most }' out)" -gt 40 ] ||
            fail "run $run: $name has no width"
        expect 0 "$SOWLAB" plot $run "$name" --format svg
        xmllint --noout out || fail "run $run: $name is no XML"
        grep -q NaN out && fail "run $run: $name draws what is not there"
        cp out first.svg
        expect 0 "$SOWLAB" plot $run "$name" --format svg --output again.svg --force
        cmp first.svg again.svg || fail "run $run: $name is drawn otherwise"
        drawn=$((drawn + 1))
    done <names
done
[ $drawn -ge 15 ] || fail "only $drawn charts"
expect 0 "$SOWLAB" plot 4 ratings --format png
[ "$(head -c 4 out | tail -c 3)" = PNG ] || fail 'no PNG'
expect 0 "$SOWLAB" plot 4 ratings --format pdf
[ "$(head -c 4 out)" = %PDF ] || fail 'no PDF'

# A width is kept to; players' names are shown as they were asked for.
COLUMNS=50 expect 0 "$SOWLAB" plot 4 ratings
grep -q '^random .*│' out || fail 'no line at the reference'

# What cannot be drawn.
expect 66 "$SOWLAB" plot 11
for chart in '' ratings; do
    expect 64 "$SOWLAB" plot 8 $chart
    says "kind 'dataset' have no charts" err
done
expect 64 "$SOWLAB" plot 4 --format svg --output none.svg
says 'which chart' err
expect 64 "$SOWLAB" plot 4 convergence
says "have no chart 'convergence'; they have 'ratings', 'crosstable'" err
echo mine >kept.svg
expect 64 "$SOWLAB" plot 4 ratings --format svg --output kept.svg
PATH=/nonexistent expect 74 "$SOWLAB" plot 4 ratings --format svg --output kept.svg --force
says 'gnuplot is not installed' err
[ "$(cat kept.svg)" = mine ] || fail 'a file is gone that nothing was drawn for'
