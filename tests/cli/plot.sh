# SPDX-License-Identifier: GPL-3.0-or-later
# plot and report: charts of every kind of run in the terminal, as pictures and in pages; runs and
# tables without a chart.

expect 0 "$SOWLAB" evolve --variant erherhe --generations 5 --population 8 --games 1 \
    --candidate-games 2 --validation-games 20 --seed 3 --runs 2 --label 'a_b^c "d" <e> <script>'
expect 0 "$SOWLAB" match h4 'weights:1,0,0,0.5,0,0' --variant kalah --games 10
expect 0 "$SOWLAB" tournament h1 h4 random --variant awari --games 10
expect 0 "$SOWLAB" robustness h4 --variants kalah,awari --opponents h1,random --games 10
expect 0 "$SOWLAB" transfer 1 2 --variants kalah,erherhe --opponents h1 --games 10
expect 0 "$SOWLAB" sensitivity h4 --variant awari --options end,early_end --opponents h1 \
    --games 10 --evolutions 1 --generations 2 --population 4 --fitness-games 1
expect 0 "$SOWLAB" dataset make random h4 --variant kalah --games 40
expect 0 "$SOWLAB" fit 8 --features h1,h4,mobility --comparison-games 10
expect 0 "$SOWLAB" regret h4 --variant kalah --on-board 5 --games 20

# Every chart that the program offers, for a run of each kind.
drawn=0
for run in 1 3 4 5 6 7 9 10; do
    expect 0 "$SOWLAB" plot $run
    cut -d ' ' -f 1 out >names
    while read -r name; do
        expect 0 "$SOWLAB" plot $run "$name"
        [ "$(wc -l <out)" -gt 4 ] || fail "run $run: $name is not drawn"
        [ "$(awk '{ if (length($0) > most) most = length($0) } END { print most }' out)" -gt 40 ] ||
            fail "run $run: $name has no width"
        for width in 300 720 1100; do
            # No process is started for a picture.
            PATH=/nonexistent expect 0 "$SOWLAB" plot $run "$name" --format svg --width $width
            xmllint --noout out || fail "run $run: $name is no XML"
            grep -q -i '[" MLhvV]-*\(nan\|inf\)\b' out && fail "run $run: $name draws what is not there"
            grep -q "^<svg .* width=\"$width\" " out || fail "run $run: $name has another width"
            [ "$(wc -c <out)" -le 48000 ] || fail "run $run: $name has $(wc -c <out) bytes"
        done
        expect 0 "$SOWLAB" plot $run "$name" --format svg
        cp out first.svg
        PATH=/nonexistent expect 0 "$SOWLAB" plot $run "$name" --format svg --output again.svg --force
        cmp first.svg again.svg || fail "run $run: $name is drawn otherwise"
        drawn=$((drawn + 1))
    done <names
done
[ $drawn -ge 19 ] || fail "only $drawn charts"
expect 0 "$SOWLAB" plot 4 ratings --format png
[ "$(head -c 4 out | tail -c 3)" = PNG ] || fail 'no PNG'
expect 0 "$SOWLAB" plot 4 ratings --format pdf
[ "$(head -c 4 out)" = %PDF ] || fail 'no PDF'

# A match has an interval for each seat and one for both together, one line each.
expect 0 "$SOWLAB" plot 3 score
[ "$(grep -c '^[a-z ]*[01][.0-9]* *─.*●' out)" -eq 3 ] || fail 'a seat without its interval'

# In tables over several runs, a run has one number or none.
expect 0 "$SOWLAB" sql --csv 'SELECT run_id FROM run_measures GROUP BY run_id HAVING count(*) > 1'
[ "$(wc -l <out)" -eq 1 ] || fail 'a run with several measures'

# --plot draws the same chart below the tables of a new run.
expect 0 "$SOWLAB" match h4 h1 --variant awari --games 10 --plot
cp out whole
expect 0 "$SOWLAB" plot 11 score
tail -n "$(wc -l <out)" whole | cmp - out || fail '--plot draws something else'

# page: checks that the report in `out` is a safe page, whatever texts it has
page()
{
    head -n 5 out | grep -q "Content-Security-Policy\" content=\"default-src 'none'" ||
        fail 'no policy before what it is about'
    grep -qi -e '<script' -e '<link' -e 'http[s]*://[^w]' -e ' on[a-z]*=' -e ' id="gnuplot' out &&
        fail 'a page with more in it than it needs'
    [ "$(grep -o ' id="[^"]*"' out | sort | uniq -d)" = '' ] || fail 'an identifier twice'
    [ "$(wc -c <out)" -le 200000 ] || fail "a page of $(wc -c <out) bytes"
    for element in table tr svg details figure div section main; do
        [ "$(grep -o "<${element}[ >]" out | wc -l)" -eq "$(grep -o "</$element>" out | wc -l)" ] ||
            fail "a page with $element open"
    done
}

# The report has all charts, and each chart is valid XML.
for run in 1 3 4 5 6 7 8 9 10; do
    expect 0 "$SOWLAB" report $run
    page
    cp out page.html
    expect 0 "$SOWLAB" report $run --output again.html --force
    cmp page.html again.html || fail "run $run: another page"
    if [ $run -ne 8 ]; then
        "$SOWLAB" plot $run >names
        [ "$(grep -c '^<svg ' page.html)" -eq "$(wc -l <names)" ] || fail "run $run: charts are missing"
    fi
    awk '/^<svg /{ file = "inline" ++n ".svg" } file { print >file } /^<\/svg>/{ close(file); file = "" }' page.html
    for picture in inline*.svg; do
        [ ! -f "$picture" ] || xmllint --noout "$picture" || fail "run $run: $picture is no XML"
    done
    rm -f inline*.svg
done
expect 0 "$SOWLAB" report 1
says '&lt;e&gt;' out
says 'Again: <code>sowlab runs verify 1</code>' out
expect 0 "$SOWLAB" report 1 2 6 --output several.html
[ "$(grep -c '<figcaption>Relative fitness of several runs: median' several.html)" = 1 ] || fail 'no overlay'
[ "$(grep -c '<figcaption>Champions, run by run' several.html)" = 1 ] || fail 'champions again'
grep -q '2 runs as 1' several.html || fail 'the overlay is not of two runs'
expect 0 "$SOWLAB" report 1 6
grep -q 'Relative fitness of several runs' out && fail 'an overlay of one run'
grep -q '<h2>Run 6: transfer' several.html || fail 'a run is missing'
expect 64 "$SOWLAB" report 1 --output several.html
says 'several.html' err
PATH=/nonexistent expect 0 "$SOWLAB" report 1
"$SOWLAB" report 1 | cmp - out || fail 'a report needs another program'
if [ -c /dev/full ]; then
    "$SOWLAB" report 4 >/dev/full 2>err && fail 'a full disk is no failure'
    says 'sowlab: ' err
fi

# A report of eight players in five variants is as small as the others.
expect 0 "$SOWLAB" robustness h1 h2 h3 h4 h5 h6 random divilly2013 --variants five --games 2 --quiet
expect 0 "$SOWLAB" report "$("$SOWLAB" sql --csv 'SELECT max(id) AS id FROM runs' | tail -n 1)"
page
[ "$(grep -o 'tspan x' out | wc -l)" -eq 560 ] || fail 'a cell of a heat map is missing'

# The chart of search depths, for players that differ only in depth.
deep='alphabeta:depth=2,eval=[h4]'
expect 0 "$SOWLAB" tournament alphabeta:depth=1,eval=[h4] "$deep" random --variant kalah --games 5
run=$("$SOWLAB" sql --csv 'SELECT max(id) AS id FROM runs' | tail -n 1)
expect 0 "$SOWLAB" plot "$run" depths
says 'alphabeta:eval' out
expect 0 "$SOWLAB" plot 4
grep -q depths out && fail 'a chart is offered that has nothing to draw'

# A chart fits the width. The names of players are those that the user gave.
COLUMNS=50 expect 0 "$SOWLAB" plot 4 ratings
grep -q '^random .*│' out || fail 'no line at the reference'

# Charts that cannot be drawn.
expect 66 "$SOWLAB" plot 99
for chart in '' ratings; do
    expect 64 "$SOWLAB" plot 8 $chart
    says "kind 'dataset' have no charts" err
done
expect 64 "$SOWLAB" plot 4 --format svg --output none.svg
says 'no chart is named' err
expect 64 "$SOWLAB" plot 4 convergence
says "have no chart 'convergence'; they have 'ratings', 'crosstable'" err
echo mine >kept.svg
expect 64 "$SOWLAB" plot 4 ratings --format svg --output kept.svg
echo mine >kept.pdf
PATH=/nonexistent expect 74 "$SOWLAB" plot 4 ratings --format pdf --output kept.pdf --force
says 'gnuplot is not installed' err
[ "$(cat kept.svg kept.pdf | sort -u)" = mine ] || fail 'a file is gone that nothing was drawn for'

# The extension of a file name selects the format. A different --format is refused.
for format in svg pdf png txt; do
    expect 0 "$SOWLAB" plot 4 ratings --output named.$format
done
xmllint --noout named.svg || fail 'named.svg is no SVG'
[ "$(head -c 4 named.pdf)" = %PDF ] || fail 'named.pdf is no PDF'
# Figures of a paper have one width, 8.4 cm or 238 points, and bring their fonts.
expect 0 "$SOWLAB" plot 4 crosstable --output other.pdf
for figure in named other; do
    says '/MediaBox \[ 0 0 238' $figure.pdf
    says '/FontFile2' $figure.pdf
done
[ "$(head -c 4 named.png | tail -c 3)" = PNG ] || fail 'named.png is no PNG'
says '●' named.txt
expect 0 "$SOWLAB" plot 4 ratings --format svg --output Same.SVG
expect 0 "$SOWLAB" plot 4 ratings --format svg --output other.chart
xmllint --noout other.chart || fail 'other.chart is no SVG'
for wrong in 'svg x.png' 'text x.svg' 'pdf x.txt'; do
    expect 64 "$SOWLAB" plot 4 ratings --format "${wrong% *}" --output "${wrong#* }"
    says "'--format ${wrong% *}' contradicts the name" err
    [ ! -e "${wrong#* }" ] || fail "written: $wrong"
done
