# SPDX-License-Identifier: GPL-3.0-or-later
# Makes the tables of docs/findings/pekar2020-factors.md, for docs.sh.

variant=kalah-no-empty-capture
at_length || return 0

# called N1: prints the name that the document has for a reading of N1
called()
{
    [ "$1" = h1 ] && echo seeds || echo 'last move'
}

# evolved N1 DEPTH RUNS: prints rows of evolved factors, and their results against the paper's in
# games with another random seed
evolved()
{
    player="pekar:2,depth=$2,ties=random,n1=$1"
    expect 0 "$SOWLAB" evolve --variant $variant --player "alphabeta:depth=$2,ties=random" \
        --genome features --features "store_difference,extra_turns,$1" --weight-min 0,-1,-1 \
        --population 24 --generations 25 --fitness panel --opponents "$player" --games 100 \
        --starts random:4 --candidates 10 --candidate-games 500 --validation-games 1 \
        --runs "$3" --seed 1 --db "$1$2.db"
    for run in $(seq "$3"); do
        expect 0 "$SOWLAB" match "run:$run" "$player" --variant $variant --random-plies 4 \
            --games 2500 --seed 101 --db "$1$2.db"
    done
    rows "$1$2.db" "WITH w AS (SELECT run_id, max(weight) FILTER (WHERE gene = 'store_difference') AS a,
            max(weight) FILTER (WHERE gene = 'extra_turns') AS b, max(weight) FILTER (WHERE gene = '$1') AS c
            FROM champion_weights GROUP BY run_id)
        SELECT format('| %s | %d | %d | %.1f | %.1f | ' || iif(low > 0.5 OR high < 0.5, '**%.3f**', '%.3f')
            || ' (%.3f to %.3f) |', '$(called "$1")', $2, w.run_id, 10 * b / a, 10 * c / a, score, low, high) AS made
        FROM w JOIN match_scores m ON m.run_id = w.run_id + $3 AND purpose = 'match' ORDER BY w.run_id"
}

# fitted N1 DEPTH: prints the output of factors.sh as a row
fitted()
{
    expect 0 env THREADS=0 "$SOW_TEST_DATA/../../docs/findings/factors.sh" "$2" 400 1 "$1"
    awk -v head="| $(called "$1") | $2 |" '
        function figure(mean, low, high) {
            return sprintf(low > 0.5 || high < 0.5 ? " **%.3f** (%.3f to %.3f) |" : " %.3f (%.3f to %.3f) |", mean, low, high)
        }
        /^best/ { sub(/^best b /, ""); sub(/: .*/, ""); sub(/, c /, " | "); head = head " " $0 " |" }
        /^held/ { head = head figure($(NF - 2), $(NF - 1), $NF) }
        END { print head }' out
}

for n1 in right_most h1; do
    for depth in 1 2; do
        evolved $n1 $depth 5
    done
    evolved $n1 4 2
done | data pekar2020-evolved.csv
for n1 in right_most h1; do
    for depth in 1 2 4; do
        fitted $n1 $depth
    done
done | data pekar2020-fitted.csv

factors='b=1,c=5 b=0,c=0 b=50,c=0 b=1,c=-5 b=50,c=-5 b=3,c=-1 n1=h1,b=1,c=5 n1=h1,b=5,c=3 n1=h1,b=7,c=7'
for depth in 1 2 4; do
    # shellcheck disable=SC2086 # words
    expect 0 "$SOWLAB" tournament "$(printf "pekar:2,depth=$depth,ties=random,%s " $factors)" \
        --variant $variant --games $((depth == 4 ? 500 : 1000)) --random-plies 4 --seed 11 --db rated.db
done
rows rated.db "WITH r AS (SELECT *, substr(name, instr(name, 'random,') + 7) AS factors FROM ratings
        WHERE variant IS NOT NULL)
    SELECT format('| %s | %s |', iif(factors LIKE 'n1%', 'seeds', 'last move'),
        replace(replace(replace(factors, 'n1=h1,', ''), 'b=', ''), 'c=', ' ')) ||
        group_concat(format(' %d (%d to %d) |', round(rating), round(low), round(high)), '') AS made
    FROM (SELECT * FROM r ORDER BY run_id) GROUP BY factors ORDER BY factors" | data pekar2020-rated.csv
