# SPDX-License-Identifier: GPL-3.0-or-later
# Makes the tables of docs/findings/results.md, for docs.sh.

vector=weights:0.8419189453125,-0.6343994140625,0.949951171875,0.16595458984375,-0.92236328125,0.62884521484375
game="CASE worst_variant WHEN 'vai-lung-thlan' THEN 'Vai Lung Thlan'
      ELSE upper(substr(worst_variant, 1, 1)) || substr(worst_variant, 2) END"

# panel DB OPTION...: measures robustness with 10,000 games per seat in each cell
panel()
{
    db=$1
    shift
    expect 0 "$SOWLAB" robustness "$@" --games 10000 --db "$db"
}

# scores DB: prints a row with the mean score against divilly2013 in each variant, in the order of
# the first matches
scores()
{
    rows "$1" "SELECT '|' || group_concat(format(' %.1f |', score), '') AS made
        FROM (SELECT 100 * avg(score) AS score FROM match_scores
        WHERE opponent = 'divilly2013' AND purpose = 'match' GROUP BY variant ORDER BY min(run_id), min(match))"
}

# evolved DB OPTION...: evolves like the first command of the document, with other options
evolved()
{
    db=$1
    shift
    expect 0 "$SOWLAB" evolve --fitness panel --objective worst --weight-min -1 --games 60 \
        --final-games 300 --generations 80 --selection truncation --truncation-share 0.2 \
        --elitism 10 --mutation-rate 0.5 --mutation-sigma 0.3 --mutation-decay 0.96 \
        --candidate-games 5000 --db "$db" "$@"
}

panel three.db $vector weights:0.8222,0,0.3051,0,0,0.4076 divilly2013 --variants paper --seed 2000
rows three.db "SELECT format('| %s | %s, %s, %s | %.1f | %.1f-%.1f |', replace(name, ',', ' '),
    $game, worst_opponent, worst_seat, 100 * worst_rate, 100 * floor_low, 100 * floor_high) AS made
    FROM robustness WHERE variant IS NULL ORDER BY line" | table '<!-- table worst cell -->'

panel again.db $vector --variants paper --seed 2000 --replay-games 100000
rows again.db "SELECT format('%.1f %% (%.1f-%.1f, Bonferroni over the three worst)', 100 * replayed_rate,
    100 * replayed_low, 100 * replayed_high) AS made FROM robustness WHERE variant IS NULL
    UNION ALL SELECT format('moving first, %.1f and %.1f %%', 100 * max(win_rate), 100 * min(win_rate)) FROM replays
    WHERE place > 1 AND opponent = 'h1' AND seat = 'first'" | sentences

panel opened.db $vector --variants paper --random-plies 4 --seed 2000 --replay-games 100000
rows opened.db "SELECT format('%.1f %% (%.1f-%.1f) in 100,000 games', 100 * replayed_rate, 100 * replayed_low,
    100 * replayed_high) AS made FROM robustness WHERE variant IS NULL" | sentences

# opened PLAYER VARIANT...: prints a row with the score against divilly2013 in each variant, in
# games with openings
opened()
{
    player=$1
    shift
    for name; do
        expect 0 "$SOWLAB" match "$player" divilly2013 --games 50000 --random-plies 4 --variant "$name" \
            --seed 1 --db "opened-$player.db"
    done
    rows "opened-$player.db" "SELECT '| four random plies |' || group_concat(format(' %.1f (%.1f-%.1f) |',
        100 * score, 100 * low, 100 * high), '') AS made FROM (SELECT * FROM match_scores ORDER BY run_id)"
}

opened $vector erherhe oware awari vai-lung-thlan kalah >vector.row
sentences <vector.row
opened weights:0.9801025390625,-0.1514892578125,0.13922119140625,0.05615234375,0.05145263671875,0.6370849609375 \
    erherhe oware awari vai-lung-thlan >second.row
sentences <second.row

if at_length; then
    for name in erherhe oware awari vai-lung-thlan kalah; do
        evolved $name.db --variants $name --seed 301
        panel $name.db run:1 --variants $name --seed 1000
        panel $name.db $vector --variants $name --seed 2000
        rows $name.db "SELECT format('%.1f', 100 * worst_rate) FROM robustness ORDER BY run_id" >$name.worst
    done
    paste -d'|' erherhe.worst oware.worst awari.worst vai-lung-thlan.worst kalah.worst |
        sed '1s/^/worst cell of its own champion, %|/; 2s/^/worst cell there of the vector for four games, %|/; s/|/ | /g
            s/.*/| & |/' | table '<!-- table own champions -->'

    evolved paper.db --variants paper --opponents paper,divilly2013 --seed 201
    rows paper.db "SELECT replace(trim(weights, '[]'), ',', ' ') FROM champions" | sentences
    panel paper.db run:1 --variants paper --seed 2000 \
        --opponents "h1 h2 h3 h4 h5 h6 random divilly2013"
    rows paper.db "SELECT format('worst cell is %s against \`%s\`, moving %s: %.1f %% (%.1f-%.1f)', $game, worst_opponent,
        worst_seat, 100 * worst_rate, 100 * floor_low, 100 * floor_high) AS made FROM robustness
        WHERE variant IS NULL" | sentences
    {
        scores paper.db | sed 's/^/| standard /'
        cat second.row
    } | table '<!-- table with divilly2013 -->'

    expect 0 "$SOWLAB" evolve --variants paper --fitness panel --objective worst --weight-min -1 \
        --genome features --features h1,h2,h3,h4,h5,opponent_h1,opponent_h2,opponent_h3,best_gain,opponent_best_gain,capturable_seeds,seeds_at_risk,reaching_seeds,opponent_reaching_seeds \
        --games 8 --final-games 40 --generations 60 --population 40 --selection truncation \
        --truncation-share 0.2 --elitism 8 --mutation-rate 0.35 --mutation-sigma 0.3 \
        --mutation-decay 0.95 --candidate-games 400 --seed 501 --db features.db
    panel features.db run:1 --variants paper --seed 2000
    rows features.db "SELECT format('is %s against \`%s\`, moving %s: %.1f %% (%.1f-%.1f)', $game, worst_opponent,
        worst_seat, 100 * worst_rate, 100 * floor_low, 100 * floor_high) AS made FROM robustness
        WHERE variant IS NULL" | sentences

    for game in erherhe oware awari vai-lung-thlan kalah; do
        for seed in $(seq 60); do
            expect 0 "$SOWLAB" match $vector divilly2013 \
                --games 10000 --random-plies 0 --variant $game --seed "$seed" --db duels.db
        done
    done
    {
        scores duels.db | sed 's/^/| standard /'
        cat vector.row
    } | table '<!-- table against divilly2013 -->'

    # against DB OPTION...: plays the last generation of each run against earlier ones
    against()
    {
        db=$1
        shift
        for id in $(seq 20); do
            for generation in 0 9 49 149; do
                expect 0 "$SOWLAB" match "run:$id@249" "run:$id@$generation" --games 5000 --label $generation \
                    --db "$db" "$@"
            done
        done
    }
    expect 0 "$SOWLAB" evolve --runs 20 --db population.db
    expect 0 "$SOWLAB" evolve --runs 20 --fitness mixed --hall-share 1 --db hall.db
    for name in population hall; do
        cp $name.db $name-openings.db
        against $name.db --random-plies 0
        against $name-openings.db
    done
    for name in 'population:population only' 'hall:with a hall of fame' 'population-openings:population only, openings' \
        'hall-openings:with a hall of fame, openings'; do
        rows "${name%%:*}.db" "WITH a AS (SELECT CAST(r.label AS INTEGER) AS earlier, 100 * avg(m.score) AS mean,
                100 * sqrt((avg(m.score * m.score) - avg(m.score) * avg(m.score)) / 19) AS error
                FROM match_scores m JOIN runs r ON r.id = m.run_id WHERE r.kind = 'match' GROUP BY earlier ORDER BY earlier)
            SELECT '| ${name#*:} |' || group_concat(format(' %.1f ± %.1f (%.1f) |', mean, error, (mean - 50) / error), '')
            AS made FROM a"
    done | table '| the last generation against'

    for part in 1 241 481; do
        expect 0 "$SOWLAB" robustness divilly2013 --variants erherhe --games 2500 --replay-worst 0 \
            --opponents "$(orders | tail -n +$part | head -n 240 | tr '\n' ' ')" --db orders.db
    done
    expect 0 "$SOWLAB" evolve --genome order --population 30 --generations 30 --runs 5 --db orders.db
    expect 0 "$SOWLAB" evolve --genome order --fitness panel --opponents divilly2013 --games 50 \
        --population 30 --generations 20 --runs 5 --db orders.db
    placed="WITH o AS (SELECT opponent AS player, 1 - score AS score, row_number() OVER (ORDER BY score) AS place
        FROM match_scores WHERE opponent LIKE 'order:%' AND player = 'divilly2013' AND games = 5000)"
    rows orders.db "$placed SELECT format('%d of the 720 score more than half, best', sum(score > 0.5)) AS made FROM o
        UNION ALL SELECT format('%s with %.1f %%', substr(player, 7), 100 * score) FROM o WHERE place <= 3" | sentences
    rows orders.db "$placed, e AS (SELECT iif(json_extract(r.parameters, '$.fitness') = 'panel', 2, 1) AS line, place
            FROM champion_players c JOIN runs r ON r.id = c.run_id JOIN o USING (player))
        SELECT '| ' || iif(line = 1, '\`--population 30 --generations 30\` (co-evolution)',
            '\`--fitness panel --opponents divilly2013 --games 50 --population 30 --generations 20\`') || ' | ' ||
            group_concat(place, ', ') || ' |' AS made FROM (SELECT * FROM e ORDER BY line, place) GROUP BY line" |
        table '| `sowlab evolve --genome order'
fi
