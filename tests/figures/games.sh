# SPDX-License-Identifier: GPL-3.0-or-later
# Makes the tables of docs/findings/games.md, for docs.sh.

at_length || return 0
plan=$SOW_TEST_DATA/../../docs/findings/games.ini
expect 0 "$SOWLAB" sweep "$plan" --threads 1 --db games.db --csv
cp out results.csv
expect 0 "$SOWLAB" sweep "$plan" --compare --csv --db games.db
cp out comparisons.csv
"$SOWLAB" sql --db games.db --csv "
    SELECT format('games-%d%s%s%s%s', parameters ->> 'games',
        iif(parameters ->> 'share_games' = 'yes', '-shared', ''),
        iif(parameters ->> 'distinct' = 'yes', '-distinct', ''),
        iif(parameters ->> 'generations' > 250, '-longer', ''),
        iif(parameters ->> 'population' > 50, '-larger', '')) AS way,
        avg((SELECT sum(games) FROM generations WHERE run_id = runs.id)) / 1e6 AS games
    FROM runs GROUP BY way" >games.csv

# The lines below begin with the way that they are about.
awk -F, '
    FILENAME == "games.csv" { games[$1] = $2; next }
    FILENAME == "results.csv" {
        if (FNR > 1) {
            mean[$1] += $5 / 5
            if (!seen[$1]++) order[++count] = $1
        }
        next
    }
    $2 == "games-5" {
        rest[$3] = sprintf("%.3f (%.3f to %.3f) | %.2g | %s", $4, $5, $6, $8, $9)
    }
    END {
        for (i = 1; i <= count; i++)
            printf "| `%s` | %.2f | %.3f | %s |\n", order[i], games[order[i]], mean[order[i]],
                order[i] in rest ? rest[order[i]] : "- | - | -"
    }' games.csv results.csv comparisons.csv | table '## What fewer games cost'
awk -F, 'FNR > 1 { if (!seen[$1]++) order[++count] = $1
        row[$1] = row[$1] sprintf(" %.3f (%.3f-%.3f) |", $5, $6, $7) }
    END { for (i = 1; i <= count; i++) printf "| `%s` |%s\n", order[i], row[order[i]] }' results.csv |
    data games-variants.csv
