# SPDX-License-Identifier: GPL-3.0-or-later
# Makes the tables of docs/findings/divilly2013-readings.md, for docs.sh.

at_length || return 0
"$SOW_TEST_DATA/../../docs/findings/table2.sh" table2.db >table2.md
sed -n '/^| setting/,/^$/p' table2.md | grep '^| [^s-]' | data divilly2013-algorithms.csv
sed -n '/^| rows left/,$p' table2.md | grep '^| [on]' | table '| rows left over'
algorithms="SELECT min(w2) AS low, max(w2) AS high FROM (SELECT avg(i.weights ->> 1) AS w2 FROM runs r
    JOIN individuals i ON i.run_id = r.id JOIN generations g ON g.run_id = r.id AND g.generation = i.generation
    WHERE g.generation = 119 AND g.best_individual = i.individual AND r.variant = 'erherhe' GROUP BY r.label)"
rows table2.db "SELECT format('the mean of w2 from %.2f to %.2f, never', low, high) FROM ($algorithms)" | sentences
expect 0 "$SOWLAB" match divilly2013 h1 --rule leftovers=nobody --games 10000 --random-plies 0 --db nobody.db
rows nobody.db "SELECT format('moving second, wins %.1f %% of its games', 100 * win_rate) FROM seat_scores
    WHERE seat = 'second'" | sentences

"$SOW_TEST_DATA/../../docs/findings/readings.sh" readings.db "$SOW_TEST_DATA/divilly2013_tables.csv" >readings
sed -n 1,14p readings | data divilly2013-readings.csv
sed 1,14d readings | data divilly2013-random.csv
