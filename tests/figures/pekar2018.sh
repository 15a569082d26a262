# SPDX-License-Identifier: GPL-3.0-or-later
# Makes the table and figures of docs/findings/pekar2018.md, for docs.sh.

expect 0 "$SOWLAB" reproduce pekar2018 --seed 1 --db 2018.db
in_index 2018.db
rows 2018.db "SELECT format('%.1f plies (%.1f to %.1f, over the ten pairs)', ours, low, high) FROM reproduced
    WHERE row_name = 'game length' UNION ALL
    SELECT format('%.2f moves (%.2f to %.2f; seed 1)', ours, low, high) FROM reproduced
    WHERE row_name = 'branching factor'" | sentences
rows 2018.db "SELECT format('| 2018: %s | %d | %d | %d | %d | %d | %s |', table_name,
    cells, agree, known, differ, undecided, verdict) AS made FROM reproduced_tables t
    ORDER BY (SELECT min(cell) FROM reproduced r WHERE r.table_name = t.table_name)" |
    table '## Verdicts'
