# SPDX-License-Identifier: GPL-3.0-or-later
# Makes the tables of docs/findings/survey.md, for docs.sh.

alike()
{
    expect 0 "$SOWLAB" tournament heuristics random divilly2013 --variants \
        erherhe,oware,awari,kalah,kalah-no-empty-capture,kalah-7-7,vai-lung-thlan --games 150 --random-plies 2 \
        --seed "$1" --db alike.db --json
}
alike 2
alike 1
sed -n 's/.*{"variant": "\([^"]*\)", "nearest": "\([^"]*\)", "distance": \([^,]*\), "low": \([^,]*\), "high": \([^,]*\), "stability": \([^,]*\),.*/\1 \2 \3 \4 \5 \6/p' out |
    while read -r variant nearest distance low high stability; do
        printf '| %s | %s | %.3f | %.3f to %.3f | %.2f |\n' "$variant" "$nearest" "$distance" "$low" "$high" \
            "$stability"
    done | table '    sowlab plot 1 distances'
rows alike.db "SELECT run_id, dense_rank() OVER (PARTITION BY run_id ORDER BY variant), ln((wins + draws / 2.0 + 0.5)
    / (losses + draws / 2.0 + 0.5)), iif(player < opponent, 1, -1) FROM match_scores WHERE player <> opponent ORDER BY match" | awk -F , '
    { sign[n[$1, $2] + 0] = $4; x[$1, $2, n[$1, $2]++] = $3 }
    function r(a, b, m, centred,    i, u, v, uu, vv, uv)
    {
        for (i = 0; i < m; i++) {
            u += centred * a[i]; v += centred * b[i]; uu += a[i] ^ 2; vv += b[i] ^ 2; uv += a[i] * b[i]
        }
        return (m * uv - u * v) / sqrt((m * uu - u * u) * (m * vv - v * v))
    }
    function distances(run, into,    i, j, k, a, b, count)
    {
        for (i = 1; i <= 7; i++)
            for (j = 1; j < i; j++) {
                for (k = 0; k < 28; k++) {
                    a[k] = x[run, i, k]; b[k] = x[run, j, k]
                }
                into[count++] = 1 - r(a, b, 28, 0)
            }
    }
    # one: r of erherhe and vai-lung-thlan with each pair in one order, as named or by spec
    function one(by_spec,    k, a, b)
    {
        for (k = 0; k < 28; k++) {
            a[k] = x[2, 2, k] * (by_spec ? sign[k] : 1); b[k] = x[2, 7, k] * (by_spec ? sign[k] : 1)
        }
        return r(a, b, 28, 1)
    }
    END { distances(1, c); distances(2, d); printf "21 distances have a correlation of %.3f\n", r(c, d, 21, 1)
        printf "it would be %.2f or %.2f\n", one(0), one(1) >"ordered" }' | sentences
page=$document
document=$SOW_TEST_DATA/../../docs/reference/variants.md
sentences <ordered
document=$page

at_length || return 0
"$SOW_TEST_DATA/../../docs/findings/survey_trials.sh" survey.db 16 100 8 | table '| trained in'
"$SOW_TEST_DATA/../../docs/findings/survey_trials.sh" features.db 8 100 8 --genome features --weight-min -1 |
    data survey-features.csv
"$SOW_TEST_DATA/../../docs/findings/objective_trials.sh" objectives.db | data survey-objectives.csv
features='--games 20 --population 50 --generations 30 --genome features --weight-min -1'
searches='--games 10 --population 20 --generations 15 --player alphabeta:depth=2,eval=[weights]'
searches="$searches --genome features --weight-min -1 --view to-move"
for trial in '20 21' '20 22' '50 23' '100 31' "50 32 $features" "20 33 $searches"; do
    # shellcheck disable=SC2086 # a word for each argument
    "$SOW_TEST_DATA/../../docs/findings/alike_trials.sh" "alike-$(echo "$trial" | cut -d ' ' -f 2).db" $trial
done | data survey-distances.csv
cp alike-23.db nearest.db
"$SOW_TEST_DATA/../../docs/findings/nearest_trials.sh" nearest.db | table '    docs/findings/nearest_trials.sh'
