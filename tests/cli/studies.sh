# SPDX-License-Identifier: GPL-3.0-or-later
# Runs of several variants: robustness, tournament, reproduce, transfer.

expect 0 "$SOWLAB" robustness divilly2013 --variants awari,kalah --opponents h1,random \
    --games 50 --quiet --csv
[ "$(wc -l <out)" -eq 4 ] || fail 'a line per variant and one for all'
says '^awari,divilly2013,4,200,' out
says '^all,divilly2013,8,400,' out
expect 0 "$SOWLAB" runs show 1
for section in variants cells worst replays robustness; do
    says "^$section\$" out
done
expect 0 "$SOWLAB" runs show 1 --json
says '"worst_opponent":' out
expect 0 "$SOWLAB" runs list --csv
says '^1,robustness,,"awari,kalah",divilly2013,4 matches,done,' out

! grep -q '^spread$' out || fail 'two variants are taken for a sample'

# Five variants or more are a sample of variants.
expect 0 "$SOWLAB" robustness h4 random --variants 'random:[6,seed=3]' --opponents random,h6 \
    --games 20 --replay-worst 0 --db spread.db --json
sed -n 's/.*"variants": 6, "mean": \([^,]*\),.*"below_half": \([^,]*\),.*"worst": \([^,]*\),.*/\1 \2 \3/p' \
    out >shown
[ "$(wc -l <shown)" -eq 2 ] || fail 'a line of spread for each player'
expect 0 "$SOWLAB" sql --db spread.db --csv "SELECT format('%.9f %.9f %.9f', avg(score), avg(score < 0.5),
    min(score)) AS line FROM robustness WHERE variant NOT NULL GROUP BY player ORDER BY min(line)"
tail -n +2 out | paste -d ' ' shown - | awk '{ for (i = 1; i < 4; i++) if (($i - $(i + 3)) ^ 2 > 1e-14) exit 1 }' ||
    fail 'another spread than that of the scores'
# Intervals of quantiles. Each of six scores is below the median with probability 1/2, and all of
# them with 1/64. Three or more are below the 10 % quantile in 1.6 % of samples, two or more in 11 %.
expect 0 "$SOWLAB" runs show 1 --db spread.db --json
sed -n 's/.*"quantile_10_low": \([^,]*\), "quantile_10_high": \([^,]*\), "median": \([^,]*\), "median_low": \([^,]*\), "median_high": \([^,]*\),.*/\1 \2 \3 \4 \5/p' \
    out >shown
[ "$(wc -l <shown)" -eq 2 ] || fail 'intervals of quantiles for each player'
expect 0 "$SOWLAB" sql --db spread.db --csv "WITH placed AS (SELECT *, row_number() OVER (PARTITION BY player
    ORDER BY score) AS place FROM robustness WHERE variant NOT NULL) SELECT format('%.9f %.9f %.9f %.9f',
    sum(score * (place = 3)), avg(CASE WHEN place IN (3, 4) THEN score END), min(score), max(score)) AS line
    FROM placed GROUP BY player ORDER BY min(line)"
tail -n +2 out | paste -d ' ' shown - | awk '{ if ($1 != 0) exit 1
    for (i = 2; i < 6; i++) if (($i - $(i + 4)) ^ 2 > 1e-14) exit 1 }' || fail 'other intervals than those of ranks'
expect 0 "$SOWLAB" plot 1 spread --db spread.db
expect 0 "$SOWLAB" evolve --variants 'random:[10,seed=1,from=kalah,fast=yes]' --fitness panel --opponents h1 \
    --objective worst --population 4 --generations 1 --games 1 --candidates 1 --candidate-games 1 \
    --validation-games 1 --db spread.db
says "selects by one cell of 10 variants, .* use 'mean', 'quantile' or 'softmin'" err

# Variants that are alike. The same distances, computed by awk from the stored matches.
expect 0 "$SOWLAB" tournament h1 h4 h6 random --variants kalah,awari,oware --games 20 --random-plies 2 \
    --db spread.db --json
sed -n 's/.*{"variant": "\([^"]*\)", "nearest": "\([^"]*\)", "distance": \([^,]*\),.*/\1 \2 \3/p' out >shown
grep -q '^awari oware' shown || fail 'awari is like kalah'
alike=$("$SOWLAB" sql --db spread.db --csv 'SELECT max(id) FROM runs' | tail -n 1)
"$SOWLAB" sql --db spread.db --csv "SELECT variant, ln((wins + draws / 2.0 + 0.5) / (losses + draws / 2.0 + 0.5))
    FROM match_scores WHERE run_id = $alike AND player <> opponent ORDER BY match" | tail -n +2 >odds
awk 'NR == FNR { split($0, f, ","); x[f[1], n[f[1]]++] = f[2]; next } {
    aa = bb = ab = 0; m = n[$1]
    for (i = 0; i < m; i++) { u = x[$1, i]; v = x[$2, i]; aa += u * u; bb += v * v; ab += u * v }
    d = 1 - ab / sqrt(aa * bb)
    lines++
    if (m != 6 || (d - $3) ^ 2 > 1e-10) exit 1 } END { if (lines != 3) exit 1 }' odds shown ||
    fail 'another distance than that of the matches'
expect 0 "$SOWLAB" plot "$alike" distances --db spread.db
[ "$(sed -n 's/^\(kalah\|awari\|oware\) .*/\1/p' out | tr '\n' ' ')" = 'kalah awari oware ' ] || fail 'clusters'
expect 0 "$SOWLAB" plot "$alike" distances --db spread.db --format svg --output alike.svg
expect 0 "$SOWLAB" tournament h1 h4 random --variants kalah,awari,oware --games 5 --db spread.db
! grep -q '^similarity' out || fail 'three pairs of players have a correlation'
expect 66 "$SOWLAB" plot $((alike + 1)) distances --db spread.db
says 'needs three variants and four players' err

# A result does not depend on the other players of a run. A range of sizes gives several variants.
query="SELECT wins FROM seat_scores WHERE run_id = %d AND variant = 'kalah' AND seat = 'first'
    AND player = 'divilly2013' AND opponent = 'random'"
# shellcheck disable=SC2059
expect 0 "$SOWLAB" sql "$(printf "$query" 1)" --csv
mv out wins
expect 0 "$SOWLAB" tournament h3 divilly2013 random --variant kalah --games 50 --csv
says '^kalah,1,divilly2013,200,' out
# shellcheck disable=SC2059
expect 0 "$SOWLAB" sql "$(printf "$query" 2)" --csv
cmp out wins
expect 0 "$SOWLAB" tournament heuristics --variants kalah --pits 4..5 --seeds-per-pit 3 --games 5
says '^kalah pits=4 seeds=3 *h1 ' out
says '^all *6 ' out

expect 0 "$SOWLAB" reproduce divilly2013 --games 20 --evolutions 2 --population 4 \
    --generations 2 --orders 2 --json
says '"table_name": "VII"' out
says '"row_name": "run 4 is the best of 20, filter"' out
expect 0 "$SOWLAB" sql "SELECT table_name, count(*) FROM reproduced GROUP BY 1" --csv
for count in I,16 II,11 III,14 IV,42 VII,42 claims,23; do
    says "^$count\$" out
done
expect 0 "$SOWLAB" runs show "$("$SOWLAB" sql 'SELECT max(id) FROM runs' --csv | tail -n 1)"
says '^evolved$' out
says '^selection$' out
says '^order:.* printed run 20 ' out
says '^order:.* ours 2 ' out

# The text shows the summary and the exceptions. Programs get every figure.
expect 0 "$SOWLAB" reproduce divilly2013 --games 20 --evolutions 0 --orders 0 --quiet --csv
[ "$(wc -l <out)" -eq 198 ] || fail 'a line per figure and one of names'
says '^VII,vai-lung-thlan,evolved first vs h1,' out
expect 0 "$SOWLAB" reproduce divilly2013 --games 20 --evolutions 0 --orders 0 --quiet
says '^exceptions$' out
says '^tables$' out
! grep -q '^reproduced$' out || fail 'every figure is shown'

# A note names variants that are slow to play. Rules that are not built in are stored with the
# run.
printf 'base = awari\nrepetition = own-rows\nply_cap = 0\n' >slow.ini
expect 0 "$SOWLAB" robustness h4 --variants slow.ini --opponents random --games 5
says '^the plain kernel plays slow, which takes longer: a repetition rule' err
rm slow.ini
"$SOWLAB" runs list --csv >listed
last=$(tail -n 1 listed | cut -d , -f 1)
expect 0 "$SOWLAB" runs verify 1 2 3 4 "$last" --threads 1 --csv
[ "$(grep -c ',same,whole,' out)" -eq 5 ] || fail 'a panel is not replayed'

# Transfers.
for variant in awari kalah; do
    expect 0 "$SOWLAB" evolve --variant $variant --population 6 --generations 2 --games 2 \
        --candidates 2 --candidate-games 2 --validation-games 5 --quiet
done
expect 0 "$SOWLAB" transfer $((last + 1)) $((last + 2)) --games 20 --random-plies 4
says '^random_plies *4$' out
expect 0 "$SOWLAB" runs verify $((last + 3)) --kernel plain --csv
says ',same,whole,' out
expect 0 "$SOWLAB" transfer $((last + 1)) $((last + 2)) --games 20
says '^matrix$' out
says "^awari *run:$((last + 1)) *awari " out
says "^kalah *run:$((last + 1)) *awari " out

# A run in several variants is tested in each of them.
expect 0 "$SOWLAB" evolve --variants awari,kalah --population 6 --generations 2 --games 2 \
    --candidates 2 --candidate-games 2 --validation-games 5 --quiet
expect 0 "$SOWLAB" transfer $((last + 1)) $((last + 5)) --games 20 --csv
[ "$(cut -d , -f 1 out | tail -n +2 | tr '\n' ' ')" = 'awari awari kalah kalah ' ] ||
    fail 'the games of the runs'
says "^kalah,run:$((last + 5)),\"awari,kalah\",.*,run:$((last + 5))," out
expect 0 "$SOWLAB" runs compare $((last + 1)) $((last + 5))
says '^parameters *variants *- *awari,kalah$' out
[ "$(wc -L <out)" -lt 400 ] || fail 'rules of several games in a comparison'
expect 0 "$SOWLAB" runs verify $((last + 6)) --kernel plain --csv
says ',same,whole,' out

# Distances of the variants of a transfer, which are those of a tournament of its opponents.
expect 0 "$SOWLAB" evolve --variant oware --population 6 --generations 2 --games 2 \
    --candidates 2 --candidate-games 2 --validation-games 5 --quiet
expect 0 "$SOWLAB" evolve --variant erherhe --population 6 --generations 2 --games 2 \
    --candidates 2 --candidate-games 2 --validation-games 5 --quiet
expect 0 "$SOWLAB" transfer $((last + 1)) $((last + 2)) $((last + 7)) $((last + 8)) --distances yes \
    --opponents h1,h4,h6,random --games 20 --random-plies 2 --json
! grep -q 'has no distance' err || fail 'a note without a reason'
# Two runs made the same vector, whose distance is that to the nearer one of their variants.
sed -n 's/.*"variant": "kalah".*"origin": "awari,oware".*"distance": \([^,]*\),.*/\1/p' out >found
sed -n 's/^kalah oware //p' shown >wanted
paste -d ' ' found wanted | awk '{ lines++ } ($1 - $2) ^ 2 > 1e-10 || $2 == "" { exit 1 } END { exit lines != 1 }' ||
    fail 'other distances than those of a tournament of the opponents'
says '{"loss_of": "duel_score", "variants": 4, "pairs": 6, "r": .*, "own": 0.5, ' out
# The figures of scores again, by SQL and awk from the stored matches and scores.
sed -n 's/.*"loss_of": "score".*"r": \([^,]*\),.*"own": \([^,]*\), "nearest": [^,]*, "others": \([^}]*\)}.*/\1 \2 \3/p' \
    out >shown
"$SOWLAB" sql --csv "WITH t AS (SELECT * FROM transfers WHERE run_id = $((last + 9))),
    h AS (SELECT variant, home, score FROM t WHERE name = home),
    s AS (SELECT h.variant AS made, t.variant, t.score FROM h JOIN t ON t.name = h.home)
    SELECT 'loss', a.variant, b.variant, (a.score - (SELECT score FROM s WHERE made = b.variant AND variant = a.variant)
    + b.score - (SELECT score FROM s WHERE made = a.variant AND variant = b.variant)) / 2 FROM h a JOIN h b ON a.variant < b.variant
    UNION ALL SELECT 'odds', variant, NULL, ln((wins + draws / 2.0 + 0.5) / (losses + draws / 2.0 + 0.5)) FROM
    (SELECT * FROM match_scores WHERE run_id = $((last + 9)) AND player IN ('h1', 'h4', 'h6') AND opponent IN ('h4', 'h6', 'random')
    ORDER BY match)
    UNION ALL SELECT 'means', (SELECT avg(score) FROM h), (SELECT avg(score) FROM s WHERE made <> variant), NULL" |
    tail -n +2 >figures
awk -F , 'BEGIN { m = 0 } # an index that is not set would be ""
    $1 == "means" { own = $2; others = $3 } $1 == "odds" { x[$2, n[$2]++] = $4 }
    $1 == "loss" { one[m] = $2; two[m] = $3; loss[m++] = $4 } END {
    for (k = 0; k < m; k++) {
        aa = bb = ab = 0
        for (i = 0; i < 6; i++) { u = x[one[k], i]; v = x[two[k], i]; aa += u * u; bb += v * v; ab += u * v }
        d = 1 - ab / sqrt(aa * bb); l = loss[k]
        sd += d; sl += l; dd += d * d; ll += l * l; dl += d * l }
    getline shown <"shown"; split(shown, f, " ")
    r = (m * dl - sd * sl) / sqrt((m * dd - sd * sd) * (m * ll - sl * sl))
    # no number is equal to NaN
    if (!(m == 6 && (r - f[1]) ^ 2 < 1e-10 && (own - f[2]) ^ 2 < 1e-10 && (others - f[3]) ^ 2 < 1e-10)) {
        print r, own, others, "not", shown; exit 1 } }' figures >&2 || fail 'other losses than those of the scores'
expect 0 "$SOWLAB" plot $((last + 9)) distances
expect 0 "$SOWLAB" runs verify $((last + 9)) --kernel plain --csv
says ',same,whole,' out

# An evolution that begins with the champion of the nearest variant, which a tournament names. The
# run can be replayed without the other runs.
small='--population 6 --generations 2 --games 2 --candidates 2 --candidate-games 2 --validation-games 5'
# shellcheck disable=SC2086 # a word for each option
expect 66 "$SOWLAB" evolve --variant kalah-7-7 $small --initial nearest --db alone.db
says "no evolution of these heuristics in another variant" err
# shellcheck disable=SC2086
expect 0 "$SOWLAB" evolve --variant kalah-7-7 $small --initial h4,nearest
says "^initial_names *h4 run:$((last + 2))\$" out
says "^nearest *run:$((last + 2)), distance 0.0[0-9]*\$" out
says "^'nearest' is run:$((last + 2)), distance 0.0" err
expect 0 "$SOWLAB" tournament heuristics random divilly2013 --variants awari,kalah,oware,erherhe,kalah-7-7 \
    --games 150 --random-plies 2 --seed 1 --db spread.db --json
says '"variant": "kalah-7-7", "nearest": "kalah", ' out
expect 0 "$SOWLAB" runs import "${SOWLAB_DB-sowlab.db}" --runs $((last + 10)) --db alone.db
expect 0 "$SOWLAB" runs verify 1 --db alone.db --csv
says ',same,whole,' out
# shellcheck disable=SC2086
expect 0 "$SOWLAB" evolve --variant kalah $small --initial nearest --db alone.db
says '^initial_names *run:1$' out
# shellcheck disable=SC2086
expect 66 "$SOWLAB" evolve --variant awari $small --heuristics h1 --initial nearest --db alone.db

# A plan names the run: its own runs could be nearer.
printf '[sweep]\ncommand = evolve\n[options]\nvariant = awari oware\ninitial = nearest\n' >nearest.ini
expect 65 "$SOWLAB" sweep nearest.ini --db alone.db
says "nearest.ini:5: .*name the run, as in initial = run:17" err

# Where nobody captures anything, results say nothing: the variant has no neighbour and is none.
printf 'base = awari\nply_cap = 1\n' >still.ini
expect 0 "$SOWLAB" tournament h1 h4 h6 random --variants still.ini,awari,kalah --games 20 --random-plies 2 \
    --db still.db --json
says '{"variant": "still", "nearest": null, "distance": null, "low": null, "high": null, "stability": null, ' out
says '{"variant": "awari", "nearest": "kalah", ' out
expect 66 "$SOWLAB" plot 1 distances --db still.db
# shellcheck disable=SC2086
expect 0 "$SOWLAB" evolve --variant still.ini $small --db still.db
# shellcheck disable=SC2086
expect 66 "$SOWLAB" evolve --variant awari $small --initial nearest --db still.db
says 'no evolution of these heuristics in another variant' err
# shellcheck disable=SC2086
expect 66 "$SOWLAB" evolve --variant still.ini $small --initial nearest --db alone.db
says "in this variant all players are equally strong" err

# Wrong requests leave no run.
"$SOWLAB" runs list --csv >before
refuses()
{
    words=$1
    shift
    expect 64 "$SOWLAB" "$@"
    says "$words" err
}
refuses 'a tournament needs two players or more' tournament h1
refuses 'unknown variant .kalha.; did you mean' tournament h1 h2 --variant kalha
refuses 'choose one' tournament h1 h2 --variant kalah --variants awari
refuses 'in the list twice' tournament h1 h1
refuses 'missing word' robustness
refuses 'unknown player .h9.' robustness h9
refuses 'unknown player .h9.' robustness h1 --opponents h2,h9
refuses 'not a range of pits' robustness h1 --pits 8..4
refuses 'cannot have 12 pits of 20 seeds' robustness h1 --pits 12 --seeds-per-pit 20
refuses 'is named twice' robustness h1 --variants awari,awari
refuses "did you mean 'divilly2013'" reproduce divily2013
refuses 'orders' reproduce divilly2013 --orders 721
refuses 'it needs --evolutions above 0' reproduce divilly2013 --evolutions 0 --population 10
refuses 'one vector cannot be compared\|missing word' transfer 1
refuses 'made no player' transfer 1 2
expect 0 "$SOWLAB" transfer $((last + 1)) $((last + 2)) --variants awari --opponents h1,h4,h6,random --games 2 \
    --distances yes --db "${SOWLAB_DB-sowlab.db}"
says "evolved in 'kalah' has no distance from there, because it is not among the tested variants" err
"$SOWLAB" runs list --csv >before
refuses '3 opponents cannot tell' transfer $((last + 1)) $((last + 2)) --opponents h1,h2,h3 --distances yes
expect 66 "$SOWLAB" transfer "$((last + 1))" 99
says 'has no run 99' err
expect 74 "$SOWLAB" robustness h1 --variants none.ini
"$SOWLAB" runs list --csv >after
cmp before after

# Two generations with the same best individual are one player with both names.
expect 0 "$SOWLAB" evolve --genome order --population 4 --generations 3 --games 2 --elitism 2 \
    --candidates 1 --candidate-games 1 --validation-games 5 --quiet
one=$("$SOWLAB" sql 'SELECT max(id) FROM runs' --csv | tail -n 1)
expect 0 "$SOWLAB" tournament "run:$one" h1 "run:$one@2" --games 5 --csv
says ",run:$one=run:$one@2," out
[ "$(wc -l <out)" -eq 3 ] || fail 'a player is there twice'
refuses 'in the list twice' tournament h1 "run:$one" "run:$one"

# Generations of an evolution as players: generation 0, each STEP-th one and the last one.
expect 0 "$SOWLAB" evolve --variant kalah --generations 8 --population 8 --games 5 --candidate-games 5 \
    --validation-games 5 --measure=no --seed 3 --db ciao.db --quiet
expect 0 "$SOWLAB" tournament --generations 1 --step 3 --games 5 --db ciao.db --quiet
[ "$("$SOWLAB" sql "SELECT parameters ->> 'names', variant FROM runs WHERE id = 2" --db ciao.db --csv |
    sed -n 2p)" = 'run:1@0 run:1@3 run:1@6 run:1@7,kalah' ] || fail 'other generations, or another variant'
expect 0 "$SOWLAB" runs verify 2 --db ciao.db
expect 0 "$SOWLAB" report 1 --db ciao.db --output ciao.html
grep -q '<b>Generations</b> <span>run 2</span>' ciao.html || fail 'no link to the tournament of generations'
# Two steps of a plan are two tournaments.
printf '[sweep]\ncommand = tournament\n[options]\ngenerations = 1\nstep = 2 4\ngames = 5\n' >steps.ini
expect 0 "$SOWLAB" sweep steps.ini --db ciao.db --quiet
says '^made  *2$' out
refuses 'run 2 has no generations' tournament --generations 2 --db ciao.db

refuses 'not a value of .--step' tournament --generations 1 --step 0 --db ciao.db
refuses 'leave out .h1' tournament --generations 1 h1 --db ciao.db
refuses 'needs --generations' tournament h1 h2 --step 3
refuses 'by the rules of its run' tournament --generations 1 --variant oware --db ciao.db
refuses 'by the rules of its run' tournament --generations 1 --variant erherhe --db ciao.db

# An interrupted run can be resumed.
interrupt INT 1 'continue with: sowlab resume 1' "$SOWLAB" tournament heuristics random \
    --variants all --games 4000 --kernel plain --quiet --db long.db
interrupt TERM 1 'continue with: sowlab resume 1' "$SOWLAB" resume --quiet --db long.db \
    --kernel plain
expect 0 "$SOWLAB" runs check --db long.db --csv
says '^1,sound,' out
