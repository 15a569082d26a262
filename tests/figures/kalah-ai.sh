# SPDX-License-Identifier: GPL-3.0-or-later
# Makes the tables of docs/findings/kalah-ai.md, for docs.sh.

at_length || return 0
expect 0 "$SOWLAB" reproduce kalah-ai --seed 1 --db kalah-ai.db
in_index kalah-ai.db
rows kalah-ai.db "SELECT format('| kalah-ai | %s | %d | %d | %d | %d | %s |', table_name, cells, agree, differ, undecided,
        verdict) AS made FROM reproduced_tables t
        ORDER BY (SELECT min(cell) FROM reproduced r WHERE r.table_name = t.table_name)" |
    table '## Verdicts'

value='eval=[state:store_difference=1]'
# doubt: SQL of a verdict, with p if the verdict is undecided although p is below 0.05 after Holm
doubt="verdict || iif(verdict = 'undecided' AND p_adjusted < 0.05, format(' (p = %.2g after Holm)', p_adjusted), '')"
rows kalah-ai.db "SELECT format('| %s | %.1f | %.1f to %.1f | %s |', iif(row_name LIKE 'alphabeta%',
        'difference of the stores, at the same depth', row_name), ours, low, high, $doubt) AS made
    FROM reproduced WHERE table_name = 'stronger than' ORDER BY cell" | table '| against |'
rows kalah-ai.db "SELECT format('| %s | %.1f | %.1f to %.1f | %s |', replace(replace(row_name, 'evolution ', ''),
        'all evolutions', 'mean'), ours, low, high, $doubt) AS made
    FROM reproduced WHERE table_name = 'evolved against it' ORDER BY cell" | data kalah-ai-evolved.csv
rows kalah-ai.db "SELECT format('| %s | %.0f | %.0f | %.0f to %.0f |', CASE row_name WHEN 'pit1' THEN 'first pit'
        WHEN 'h2' THEN 'own row' WHEN 'h3' THEN 'own pits that are not empty' WHEN 'h4' THEN 'own score'
        WHEN 'later_right_most' THEN 'right-most pit' WHEN 'h6' THEN 'opponent''s score'
        ELSE 'opponent''s row' END, published, ours, low, high) AS made
    FROM reproduced WHERE table_name = 'weights' ORDER BY cell" | table '| factor |'
evolved=$(rows kalah-ai.db "SELECT player FROM evolutions ORDER BY fitness DESC LIMIT 1")
for opponent in kalah-ai "alphabeta:depth=5,extra_costs_depth=yes,$value"; do
    expect 0 "$SOWLAB" match "$evolved" "$opponent" --variant kalah-7-7 --games 1000 --random-plies 4 \
        --seed 1001 --db champion.db
done
rows champion.db "SELECT format('%.1f %% (%.1f to %.1f) against ', 100 * score, 100 * low, 100 * high) ||
        iif(run_id = 1, '\`kalah-ai\`', 'the difference of the stores') AS made
    FROM match_scores" | sentences
expect 0 "$SOWLAB" match "$evolved" kalah-ai --variant kalah-7-7 --games 20 --random-plies 1 --seed 1 --db pie.db
rows pie.db "SELECT format('%.2f (%.2f to %.2f) as the %s', score, low, high, seat) AS made FROM seat_scores
    WHERE seat <> 'both'" | sentences
