# SPDX-License-Identifier: GPL-3.0-or-later
# Makes the tables of docs/findings/divilly2013.md and divilly2013-vectors.md, for docs.sh.

game="CASE variant WHEN 'vai-lung-thlan' THEN 'Vai Lung Thlan'
      ELSE upper(substr(variant, 1, 1)) || substr(variant, 2) END"

p="iif(p < 0.0001, '< 0.0001', format('%.2g', p))"
adjusted="iif(p_adjusted < 0.0001, '< 0.0001', format('%.2g', p_adjusted))"

expect 0 "$SOWLAB" reproduce divilly2013 --evolutions 0 --orders 0 --db paper.db
rows paper.db "SELECT format('| %s | %s | %s | %.1f | %.1f-%.1f | %s |', $game, row_name,
    column_name, ours, low, high, verdict) AS made
    FROM reproduced WHERE table_name = 'I' ORDER BY cell" | data divilly2013-table1.csv

rows paper.db "SELECT format('| %s | %s | %s | %.1f | %.1f to %.1f | %s |', $game, row_name,
    column_name, ours, low, high, verdict) AS made
    FROM reproduced WHERE table_name = 'claims' ORDER BY cell" | data divilly2013-claims.csv

# published TABLE: prints a table; each row has an opponent and a seat, with three figures
published()
{
    rows paper.db "WITH r AS (SELECT *, substr(row_name, instr(row_name, ' vs ') + 4) AS opponent,
            substr(row_name, 9, instr(row_name, ' vs ') - 9) AS seat
            FROM reproduced WHERE table_name = '$1'),
        s AS (SELECT min(cell) AS cell, format('| %s | %s |', opponent, seat) AS head,
            group_concat(format(' %.1f | %.1f |', published, ours), '') AS body,
            coalesce(group_concat(CASE WHEN verdict <> 'agrees' THEN column_name || replace(verdict, 'differs', ' differ') END, ', '),
            'agrees') AS verdict, max(visible) AS visible
            FROM (SELECT * FROM r ORDER BY cell) GROUP BY opponent, seat)
        SELECT format('| $1 %s%s %.1f | %s |', head, body, visible, verdict) AS made FROM s ORDER BY cell"
}
for number in IV V VI VII; do
    published $number
done | data divilly2013-tables4-7.csv

kalah()
{
    expect 0 "$SOWLAB" robustness divilly2013 --variants kalah --games 10000 --db kalah.db
    rows kalah.db "SELECT format('| %s | %s | %.1f | %s | %.1f | %.1f |', opponent, seat, 100 * win_rate,
        CASE WHEN win_low IS NULL THEN 'one game' ELSE format('%.1f-%.1f', 100 * win_low, 100 * win_high) END,
        100.0 * losses / games, 100.0 * draws / games) AS made
        FROM seat_scores WHERE seat <> 'both' ORDER BY match, seat"
}
kalah | data divilly2013-kalah.csv

expect 0 "$SOWLAB" robustness divilly2013 --variants five --games 10000 --db floors.db
rows floors.db "SELECT format('| %s | %.1f | %.1f-%.1f | %s, %s%s | %.1f | %.1f-%.1f |',
    coalesce($game, 'all five'), 100 * score, 100 * low, 100 * high, worst_opponent, worst_seat,
    iif(variant IS NULL, ', ' || (SELECT $game FROM (SELECT r.worst_variant AS variant)), ''),
    100 * worst_rate, 100 * floor_low, 100 * floor_high) AS made
    FROM robustness r ORDER BY line" | table '## Is the strategy good'

expect 0 "$SOWLAB" tournament paper divilly2013 --variants five --games 10000 --random-plies 0 \
    --db ratings.db
rows ratings.db "WITH r AS (SELECT *, CASE variant WHEN 'erherhe' THEN 1 WHEN 'oware' THEN 2 WHEN 'awari'
        THEN 3 WHEN 'vai-lung-thlan' THEN 4 ELSE 5 END AS game FROM ratings
        WHERE variant IS NOT NULL)
    SELECT '| ' || name || ' |' || group_concat(format(' %.0f (%d.) |', rating, place), '') AS made
    FROM (SELECT * FROM r ORDER BY name, game) GROUP BY name
    UNION ALL SELECT '| interval |' || group_concat(format(' ± %.0f |', half), '')
    FROM (SELECT max(high - low) / 2 AS half FROM r GROUP BY game ORDER BY game)" |
    data divilly2013-ratings.csv
rows ratings.db "SELECT format('- %s > %s > %s > %s (%s)', first, second, third, first,
    group_concat(upper(substr(variant, 1, 1)) || substr(variant, 2), ', ')) AS made
    FROM cycles WHERE variant IS NOT NULL GROUP BY first, second, third" | sentences

if at_length; then
    expect 0 "$SOWLAB" reproduce divilly2013 --db whole.db
    in_index whole.db
    rows whole.db "SELECT format('| %s | %s | %d | %d | %d | %d | %d | %s | %s | %s |', table_name, $game, cells,
        agree, known, differ, undecided, iif(mean_deviation IS NULL, '-', format('%.2f', mean_deviation)),
        iif(greatest_deviation IS NULL, '-', format('%.1f', greatest_deviation)), verdict) AS made
        FROM reproduced_tables t ORDER BY (SELECT min(cell) FROM reproduced r
        WHERE r.table_name = t.table_name AND r.variant = t.variant)" | table '## Verdicts'

    page=$document
    document=$SOW_TEST_DATA/../../docs/findings/divilly2013-vectors.md
    rows whole.db "WITH r AS (SELECT *, iif(row_name LIKE 'w_' AND column_name LIKE 'mean%', 3, 1) AS digits
            FROM reproduced WHERE table_name = 'II')
        SELECT format('| %s: %s | %.*f | %.*f | %.*f to %.*f | %s | %s | %s |', row_name, column_name,
        digits, published, digits, ours, digits, low, digits, high, $p, $adjusted, verdict) AS made
        FROM r ORDER BY cell" | table '<!-- table II -->'
    rows whole.db "SELECT format('| %d | %g | %g | %g | %g | %g | %g | %.1f |', evolution + 1,
        round(weights ->> 0, 3), round(weights ->> 1, 3), round(weights ->> 2, 3), round(weights ->> 3, 3),
        round(weights ->> 4, 3), round(weights ->> 5, 3), 100 * fitness) AS made
        FROM evolutions ORDER BY evolution" | data divilly2013-evolved.csv
    rows whole.db "WITH r AS (SELECT *, iif(row_name LIKE '%first-improving', 'first-improving', 'filter') AS reading
            FROM reproduced WHERE table_name = 'III' ORDER BY cell)
        SELECT format('| \`%s\` |%s %s', reading, group_concat(format(' %g |', round(ours, 3)), '')
            FILTER (WHERE column_name LIKE 'w_'), max(format('%.1f | %.1f-%.1f | %s |', ours, low, high, verdict))
            FILTER (WHERE column_name LIKE 'score%')) AS made FROM r GROUP BY reading ORDER BY reading" |
        table 'A sign test of their games'
    rows whole.db "SELECT format('| %s | %s | %.*f | %.*f-%.*f | %s |', row_name,
        iif(column_name = 'rank', '', replace(replace(column_name, 'order:', ''), ',reading=first-improving', '')), d,
        ours, d, low, d, high, verdict) AS made FROM (SELECT *, column_name <> 'rank' AS d FROM reproduced
        WHERE row_name LIKE 'over 87%' OR row_name LIKE 'run 4 is%') ORDER BY cell" |
        table '<!-- table 87 -->'
    rows whole.db "WITH met AS (SELECT *, match - min(match) OVER (PARTITION BY opponent) AS nth
            FROM match_scores WHERE opponent LIKE 'order:%'),
        placed AS (SELECT *, opponent LIKE '%first-improving' AS reading, row_number() OVER
            (PARTITION BY opponent ORDER BY score DESC, nth) AS place FROM met WHERE nth BETWEEN 1 AND 20)
        SELECT '| ' || place || ' |' || group_concat(format(' run %d | %.1f | %.1f | %.1f-%.1f |', nth,
            100.0 * wins / games, 100 * score, 100 * low, 100 * high), '') AS made
        FROM (SELECT * FROM placed ORDER BY place, reading) GROUP BY place" | data divilly2013-selection.csv
    rows whole.db "SELECT format('20 beats \`divilly2013\` (%.1f to %.1f %% of the points in 20,000 games)',
        100 * min(score), 100 * max(score)) AS made FROM match_scores
        WHERE opponent = 'divilly2013' AND player LIKE 'weights:%'" | sentences
    for part in 1 241 481; do
        expect 0 "$SOWLAB" robustness weights:0.199,0.190,0.371,1,0.419,0.566 --variants erherhe --games 200 \
            --replay-worst 0 --opponents "$(orders | tail -n +$part | head -n 240 | tr '\n' ' ')" --db orders.db
    done
    rows orders.db "WITH r AS (SELECT 1.0 * wins / games AS rate FROM match_scores)
        SELECT format('wins more than 87 %% against %d of them', sum(rate > 0.87)) FROM r UNION ALL
        SELECT format('by \`filter\` %d of the 720 give run 4 86 to 89 %%', sum(rate BETWEEN 0.86 AND 0.89)) FROM r" |
        sentences
    document=$page
    expect 0 "$SOWLAB" reproduce divilly2013 --evolutions 0 --orders 0 --games 100000 --db more.db
    rows more.db "SELECT format('%.1f %% losses printed, %.1f %% ours, p = %.3f)', published, ours, p_adjusted)
        FROM reproduced WHERE verdict = 'differs' AND table_name IN ('IV', 'V', 'VI', 'VII') UNION ALL
        SELECT format('all %d claims of Table I hold', sum(verdict = 'holds')) FROM reproduced WHERE table_name = 'I'" |
        sentences
    h1_over_h2()
    {
        rows whole.db "SELECT format('| %s | %.1f | %.1f-%.1f | %s |', $game, ours, low, high, verdict) AS made
            FROM reproduced WHERE row_name = 'h1 beats h2' ORDER BY cell"
        expect 0 "$SOWLAB" match h1 h2 --variant kalah --games 10000 --random-plies 0 --db h1.db
        rows h1.db "SELECT format('| Kalah (not in the paper) | %.1f | %.1f-%.1f | - |', 100 * score, 100 * low,
            100 * high) AS made FROM match_scores"
    }
    h1_over_h2 | table '## H1 over H2'
fi

if at_length; then
    expect 0 "$SOWLAB" robustness divilly2013 --variants paper,kalah --pits 4..8 --seeds-per-pit 3..6 \
        --db boards.db
    for name in erherhe:Erherhe oware:Oware awari:Awari 'vai-lung-thlan:Vai Lung Thlan' kalah:Kalah; do
        rows boards.db "WITH b AS (SELECT score, worst_rate,
                4 + (row_number() OVER (ORDER BY line) - 1) / 4 AS pits,
                3 + (row_number() OVER (ORDER BY line) - 1) % 4 AS seeds
                FROM robustness WHERE variant LIKE '${name%:*} %' OR variant = '${name%:*}')
            SELECT format('| ${name#*:} | %d pits |%s', pits, group_concat(format(' %.1f (%.0f) |', 100 * score,
                100 * worst_rate), '')) AS made FROM (SELECT * FROM b ORDER BY pits, seeds) GROUP BY pits"
    done | data divilly2013-boards.csv
fi
