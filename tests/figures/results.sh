# SPDX-License-Identifier: GPL-3.0-or-later
# The duels of docs/results.md, for docs.sh.

# scores DB: mean of each game against divilly2013, in the order of the first matches
scores()
{
    rows "$1" "SELECT '|' || group_concat(format(' %.1f |', score), '') AS made
        FROM (SELECT 100 * avg(score) AS score FROM match_scores
        WHERE opponent = 'divilly2013' GROUP BY variant ORDER BY min(run_id), min(match))"
}

expect 0 "$SOWLAB" robustness weights:0.9227,-0.2016,0.1637,0.0719,0.1702,0.6381 \
    --variants paper --opponents "h1 h2 h3 h4 h5 h6 random divilly2013" --games 10000 \
    --seed 2000 --db panel.db
scores panel.db | table 'which allows for that'

if at_length; then
    vector=weights:0.8419189453125,-0.6343994140625,0.949951171875,0.16595458984375
    for game in erherhe oware awari vai-lung-thlan kalah; do
        for seed in $(seq 60); do
            expect 0 "$SOWLAB" match $vector,-0.92236328125,0.62884521484375 divilly2013 \
                --games 10000 --random-plies 0 --variant $game --seed "$seed" --db duels.db
        done
    done
    scores duels.db | table '--random-plies 0 --variant V'
fi
