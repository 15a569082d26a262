# SPDX-License-Identifier: GPL-3.0-or-later
# Makes the tables of docs/findings/pekar2020.md, for docs.sh.

at_length || return 0
expect 0 "$SOWLAB" reproduce pekar2020 --seed 1 --db 2020.db
in_index 2020.db
rows 2020.db "SELECT format('| %s | %d | %d | %d | %d | %d | %s |', CASE table_name
        WHEN 'points' THEN 'points (Figures 8, 9, 11-13)' WHEN 'counts' THEN 'counts, (1) and (2)' ELSE table_name END,
        cells, agree, known, differ, undecided, verdict) AS made FROM reproduced_tables t
        ORDER BY (SELECT min(cell) FROM reproduced r WHERE r.table_name = t.table_name)" |
    table '## Verdicts'
rows 2020.db "WITH r AS (SELECT cell, row_name, max(published) FILTER (WHERE column_name = 'first') AS p,
        max(published) FILTER (WHERE column_name = 'second') AS q, max(ours) FILTER (WHERE column_name = 'first') AS o,
        max(ours) FILTER (WHERE column_name = 'second') AS u FROM reproduced WHERE table_name = '2' GROUP BY row_name)
    SELECT '| ' || substr(row_name, 1, instr(row_name, ' v ') - 1) || ' |' || group_concat(
        iif(p = o AND q = u, format(' **%d:%d** |', p, q), format(' %d:%d, %d:%d |', p, q, o, u)), '') AS made
    FROM (SELECT * FROM r ORDER BY cell) GROUP BY substr(row_name, 1, instr(row_name, ' v ') - 1) ORDER BY min(cell)" |
    data pekar2020-table2.csv
rows 2020.db "SELECT format('| %s | %.1f | %.1f to %.1f | %s |', iif(row_name LIKE 'pekar:_,depth=%', format('%s(%s)',
        substr(row_name, 7, 1), substr(row_name, 15)), replace(row_name, 'pekar:', '')), ours, low, high, verdict) AS made
    FROM reproduced WHERE table_name = 'first move' ORDER BY cell" | data pekar2020-first-move.csv
rows 2020.db "SELECT format('| %s | %.1f | %.1f | %.1f to %.*f | %s |', CASE cell - (SELECT min(cell) FROM reproduced
        WHERE table_name = 'Rovaris') WHEN 0 THEN 'depth 8 against random, wins' WHEN 1 THEN 'depth 1 against the stores, wins'
        WHEN 2 THEN 'depth 4 against the stores, wins' WHEN 3 THEN 'depth 4 against MCTS with 4,500 iterations, wins'
        ELSE 'the same, losses' END, published, ours, low, high < 99.95, high, verdict) AS made
    FROM reproduced WHERE table_name = 'Rovaris' ORDER BY cell" | table '## Rates of Rovaris'
