# SPDX-License-Identifier: GPL-3.0-or-later
# The tables of docs/reproduce-pekar.md, for docs.sh.

expect 0 "$SOWLAB" reproduce pekar2018 --seed 1 --db 2018.db
rows 2018.db "SELECT format('%.1f plies (%.1f to %.1f, over the ten pairs)', ours, low, high) FROM reproduced
    WHERE row_name = 'game length' UNION ALL
    SELECT format('%.2f moves (%.2f to %.2f; seed 1)', ours, low, high) FROM reproduced
    WHERE row_name = 'branching factor'" | sentences

at_length || return 0
expect 0 "$SOWLAB" reproduce pekar2020 --seed 1 --db 2020.db
summary()
{
    rows 2020.db "SELECT format('| %s | %d | %d | %d | %d | %d | %s |', CASE table_name
        WHEN 'points' THEN 'points (Figures 8, 9, 11-13)' WHEN 'counts' THEN 'counts, (1) and (2)' ELSE table_name END,
        cells, agree, known, differ, undecided, verdict) AS made FROM reproduced_tables t
        ORDER BY (SELECT min(cell) FROM reproduced r WHERE r.table_name = t.table_name)"
    rows 2018.db "SELECT format('| 2018: %s | %d | %d | %d | %d | %d | %s |', table_name,
        cells, agree, known, differ, undecided, verdict) AS made FROM reproduced_tables t
        ORDER BY (SELECT min(cell) FROM reproduced r WHERE r.table_name = t.table_name)"
}
summary | table '## Summary'
rows 2020.db "WITH r AS (SELECT cell, row_name, max(published) FILTER (WHERE column_name = 'first') AS p,
        max(published) FILTER (WHERE column_name = 'second') AS q, max(ours) FILTER (WHERE column_name = 'first') AS o,
        max(ours) FILTER (WHERE column_name = 'second') AS u FROM reproduced WHERE table_name = '2' GROUP BY row_name)
    SELECT '| ' || substr(row_name, 1, instr(row_name, ' v ') - 1) || ' |' || group_concat(
        iif(p = o AND q = u, format(' **%d:%d** |', p, q), format(' %d:%d, %d:%d |', p, q, o, u)), '') AS made
    FROM (SELECT * FROM r ORDER BY cell) GROUP BY substr(row_name, 1, instr(row_name, ' v ') - 1) ORDER BY min(cell)" |
    table '## Table 2'
rows 2020.db "SELECT format('| %s | %.1f | %.1f to %.1f | %s |', iif(row_name LIKE 'pekar:_,depth=%', format('%s(%s)',
        substr(row_name, 7, 1), substr(row_name, 15)), replace(row_name, 'pekar:', '')), ours, low, high, verdict) AS made
    FROM reproduced WHERE table_name = 'first move' ORDER BY cell" | table '## Does the first move'
rows 2020.db "SELECT format('| %s | %.1f | %.1f | %.1f to %.*f | %s |', CASE cell - (SELECT min(cell) FROM reproduced
        WHERE table_name = 'Rovaris') WHEN 0 THEN 'depth 8 against random, wins' WHEN 1 THEN 'depth 1 against the stores, wins'
        WHEN 2 THEN 'depth 4 against the stores, wins' WHEN 3 THEN 'depth 4 against MCTS with 4,500 iterations, wins'
        ELSE 'the same, losses' END, published, ours, low, high < 99.95, high, verdict) AS made
    FROM reproduced WHERE table_name = 'Rovaris' ORDER BY cell" | table '## Rates of Rovaris'
