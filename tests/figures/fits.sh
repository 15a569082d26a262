# SPDX-License-Identifier: GPL-3.0-or-later
# Makes the tables of docs/findings/fits.md, for docs.sh.

expect 0 "$SOWLAB" dataset make divilly2013 h4 --variant kalah --games 1000 --record both --db start.db
expect 0 "$SOWLAB" fit 1 --db start.db
expect 0 "$SOWLAB" fit 1 --random-plies 0 --db start.db
rows start.db "SELECT format('limits(%d, %d, %d)', wins, draws, losses) FROM match_scores
    WHERE run_id = 2 AND opponent = 'divilly2013' UNION ALL
    SELECT format('score of %.3f against \`divilly2013\` has an interval from %.3f to %.3f', score, low, high)
    FROM match_scores WHERE opponent = 'divilly2013' AND second_score = 1" | sentences

at_length || return 0
# coefficient HOW GAMES: prints the coefficient of h4 and its standard error, as cells
coefficient()
{
    db=$1-$2.db
    expect 0 "$SOWLAB" dataset make divilly2013 --variant kalah --duplicates "$1" --games "$2" --db "$db"
    expect 0 "$SOWLAB" fit 1 --features h --folds 0 --opponents '' --db "$db"
    rows "$db" "SELECT format(' %.2f ± %.2f |', value, standard_error) FROM fit_coefficients WHERE feature = 'h4'"
}

for how in keep drop; do
    echo "| \`--duplicates $how\` |$(coefficient $how 100)$(coefficient $how 10000)"
done | table '| `dataset make divilly2013'

expect 0 "$SOWLAB" evolve --variant kalah --db fair.db
expect 0 "$SOWLAB" dataset make run:1 --variant kalah --starts fairkalah --games 2540 --random-plies 0 --db fair.db
expect 0 "$SOWLAB" fit 2 --features store_difference --comparison-games 0 --db fair.db
expect 0 "$SOWLAB" fit 2 --features store_difference,relative_mobility --comparison-games 0 --db fair.db
rows fair.db "WITH c AS (SELECT f.run_id, f.r2_out AS r2, max(value) FILTER (WHERE feature = 'intercept') AS a,
        max(value) FILTER (WHERE feature = 'store_difference') AS b,
        max(value) FILTER (WHERE feature = 'relative_mobility') AS c
        FROM fits_overview f JOIN fit_coefficients USING (run_id) GROUP BY f.run_id)
    SELECT format('= %.2f + %.2f store_difference%s, R2 %.3f', a, b,
        iif(c IS NULL, '', format(' + %.2f relative_mobility', c)), r2) AS made FROM c" | sentences

GAMES=2000 "$SOW_TEST_DATA/../../docs/findings/duplicates.sh" 60 >covered.csv
for how in keep drop; do
    echo "| $how | $(for feature in intercept h1 h2 h3 h4 h5 h6; do
        awk -F, -v how=$how -v feature=$feature '$1 == how && $2 == feature { printf "%s | ", $6 }' covered.csv
    done)"
done | sed 's/ $//' | table 'How often the 95 % interval holds'

games='erherhe awari oware vai-lung-thlan kalah'
for game in $games; do
    # step COMMAND...: runs a command with the database of the variant
    step()
    {
        expect 0 "$SOWLAB" "$@" --db "$game.db"
    }
    step evolve --variant "$game"
    step dataset make run:1 --variant "$game" --games 2000 --random-plies 8
    step fit 2 --features all --comparison-games 5000 --opponents run:1
    step fit 2 --features all,-majority --method logistic --comparison-games 5000 --opponents run:1
    step dataset make run:1 run:3 --variant "$game" --games 1000 --record choices
    step fit 5 --method preference --comparison-games 5000 --opponents run:1
    step fit 5 --method preference --features all --comparison-games 5000 --opponents run:1
    step fit 2 --features all --select --select-most 8 --comparison-games 0
done
for game in $games; do
    rows "$game.db" "SELECT '| $game |' || group_concat(format(' %.3f |', score), '') AS made
        FROM (SELECT score FROM match_scores WHERE run_id IN (3, 4, 6, 7) ORDER BY run_id)"
done | table 'sowlab fit 2 --features all --select'
for game in $games; do
    rows "$game.db" "SELECT max((high - low) / 2) FROM match_scores WHERE run_id IN (3, 4, 6, 7)"
done | awk '$1 > most { most = $1 } END { printf "reach at most %.3f to either side\n", most }' | sentences
for game in $games; do
    rows "$game.db" "SELECT format('| $game | %s | %.2f |', group_concat(feature, ', '), min(score)) AS made
        FROM (SELECT * FROM fit_steps WHERE run_id = 8 AND action = 'add' ORDER BY step)"
done | data fits-selection.csv
