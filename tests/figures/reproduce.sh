# SPDX-License-Identifier: GPL-3.0-or-later
# The tables of docs/reproduce.md, for docs.sh.

game="CASE variant WHEN 'vai-lung-thlan' THEN 'Vai Lung Thlan'
      ELSE upper(substr(variant, 1, 1)) || substr(variant, 2) END"

expect 0 "$SOWLAB" reproduce divilly2013 --evolutions 0 --orders 0 --db paper.db
rows paper.db "SELECT format('| %s | %s | %s | %.1f | %.1f-%.1f | %s |', $game, row_name,
    column_name, ours, low, high, verdict) AS made
    FROM reproduced WHERE table_name = 'I' ORDER BY cell" | table '## Table I:'

rows paper.db "SELECT format('| %s | %s | %s | %.1f | %.1f to %.1f | %s |', $game, row_name,
    column_name, ours, low, high, verdict) AS made
    FROM reproduced WHERE table_name = 'claims' ORDER BY cell" | table "## The paper's other"

# published TABLE: an opponent and seat a row, three figures each
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
        SELECT format('%s%s %.1f | %s |', head, body, visible, verdict) AS made FROM s ORDER BY cell" |
        table "### Table $1:"
}
for number in IV V VI VII; do
    published $number
done

kalah()
{
    expect 0 "$SOWLAB" robustness divilly2013 --variants kalah --games 10000 --db kalah.db
    rows kalah.db "SELECT format('| %s | %s | %.1f | %s | %.1f | %.1f |', opponent, seat, 100 * win_rate,
        CASE WHEN win_low IS NULL THEN 'one game' ELSE format('%.1f-%.1f', 100 * win_low, 100 * win_high) END,
        100.0 * losses / games, 100.0 * draws / games) AS made
        FROM seat_scores WHERE seat <> 'both' ORDER BY match, seat"
}
kalah | table '### Kalah, which'

if at_length; then
    expect 0 "$SOWLAB" robustness divilly2013 --variants paper,kalah --pits 4..8 --seeds 3..6 \
        --db boards.db
    for name in erherhe:Erherhe oware:Oware awari:Awari 'vai-lung-thlan:Vai Lung Thlan' kalah:Kalah; do
        rows boards.db "WITH b AS (SELECT score, worst_rate,
                4 + (row_number() OVER (ORDER BY line) - 1) / 4 AS pits,
                3 + (row_number() OVER (ORDER BY line) - 1) % 4 AS seeds
                FROM robustness WHERE variant LIKE '${name%:*} %' OR variant = '${name%:*}')
            SELECT format('| %d pits |%s', pits, group_concat(format(' %.1f (%.0f) |', 100 * score,
                100 * worst_rate), '')) AS made FROM (SELECT * FROM b ORDER BY pits, seeds) GROUP BY pits" |
            table "| ${name#*:} | 3 seeds"
    done
fi
