# SPDX-License-Identifier: GPL-3.0-or-later
# Makes the tables of docs/findings/fairkalah.md, for docs.sh.

at_length || return 0
expect 0 "$SOWLAB" reproduce fairkalah --seed 1 --db fairkalah.db
in_index fairkalah.db
rows fairkalah.db "SELECT format('| fairkalah | %s | %d | %d | %d | %d | %s |', table_name, cells, agree, differ, undecided,
        verdict) AS made FROM reproduced_tables t
        ORDER BY (SELECT min(cell) FROM reproduced r WHERE r.table_name = t.table_name)" |
    table '## Verdicts'

value='eval=[state:store_difference=1]'
figure="CASE WHEN verdict IN ('holds', 'differs') THEN format('**%.1f** (%.1f to %.1f)', ours, low, high)
    ELSE format('%.1f (%.1f to %.1f)', ours, low, high) END"
rows fairkalah.db "WITH r AS (SELECT *, replace(substr(row_name, 1, instr(row_name, ' v ') - 1), ',$value', '') AS one,
        replace(substr(row_name, instr(row_name, ' v ') + 3), ',$value', '') AS other, $figure AS figure FROM reproduced
        WHERE table_name IN ('from the boards', 'the first is ahead', 'more than from the boards'))
    SELECT format('| %s, %s |%s', one, iif(one = other, 'with itself', replace(other, 'alphabeta:', '')),
        group_concat(' ' || figure || ' |', '')) AS made FROM (SELECT * FROM r ORDER BY cell)
    WHERE one = other OR one LIKE 'alphabeta%' AND other LIKE 'alphabeta%'
    GROUP BY one, other ORDER BY one <> other, min(cell)" | data fairkalah-players.csv
rows fairkalah.db "SELECT format('| %s | %s | %.3f | %.3f |%s | %s |', replace(replace(row_name, 'score_dif', 'score'),
        ' and', ','), column_name, published, ours, iif(low IS NULL, '', format(' %.3f to %.3f', low, high)),
        replace(verdict, 'undecided', 'not judged')) AS made FROM reproduced WHERE table_name = 'values' ORDER BY cell" |
    table '| on | figure'
