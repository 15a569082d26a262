# SPDX-License-Identifier: GPL-3.0-or-later
# Makes the tables of docs/findings/bakeoff.md, for docs.sh, from the stored rankings of the measured
# bake-off. With SOW_DOCS=all the bake-off itself is made again.

stored=$SOW_TEST_DATA/bakeoff

# by_variant: makes CSV of the section ranking_by_variant in a report as JSON
by_variant()
{
    sed -n '/"ranking_by_variant"/,/^  ]/p' | awk -F'[:,] *' '
        BEGIN { print "measure,variant,rank,value,mean,low,high,verdict" }
        /"measure"/ { gsub(/[{}"]/, "")
            print $2 "," $4 "," $8 "," $10 "," $14 "," $16 "," $18 "," $24 }'
}

if at_length; then
    for track in 1 2; do
        expect 0 "$SOWLAB" bakeoff --variants five --budget 2M --replicates 20 --openings 30 --tracks $track \
            --plan track-$track.ini --db track-$track.db
        expect 0 "$SOWLAB" sweep track-$track.ini --rank --csv --db track-$track.db
        cmp out "$stored/track-$track.csv" || fail "another ranking of track $track"
        expect 0 "$SOWLAB" sweep track-$track.ini --rank --json --db track-$track.db
        by_variant <out | cmp - "$stored/track-$track-variants.csv" ||
            fail "another ranking of track $track in the variants"
    done
    expect 0 "$SOWLAB" plot track-1.ini ranks --measure strength_depth_1 --output ranks.svg --db track-1.db
    cmp ranks.svg "$SOW_TEST_DATA/../../docs/images/ranks.svg" || fail 'another diagram of ranks'
    expect 0 "$SOWLAB" sweep track-1.ini --compare --measure strength_depth_1 --csv --db track-1.db
    awk -F, 'NR == 1 || $1 == "way" && $2 $3 !~ /learn|fit|random/' out | cut -d, -f 2-6,8,9 |
        cmp - "$stored/track-1-optimisers.csv" || fail 'another comparison of optimisers'
    for variant in kalah awari; do
        expect 0 "$SOWLAB" solve --variant $variant --on-board 12 --endgame $variant.endgame
        expect 0 "$SOWLAB" sql --csv --db track-2.db "SELECT id FROM runs WHERE variant = '$variant'"
        # shellcheck disable=SC2046 # a word for each run
        expect 0 "$SOWLAB" measure $(tail -n +2 out) --depth 4 --openings 2 --endgame $variant.endgame --db track-2.db
    done
    expect 0 "$SOWLAB" sweep track-2.ini --rank --measure regret_depth_4_on_12 --json --db track-2.db
    by_variant <out | cmp - "$stored/regret-2.csv" || fail 'another ranking by regret'
fi

# ranked TRACK DEPTH: prints a row for each learner of a track, the best at a depth first
ranked()
{
    awk -F, -v depth="strength_depth_$2" '$1 == depth {
        printf "| %d | `%s` | %.3f (%.3f-%.3f) | %s | %s |\n", $4, $5, $7, $8, $9,
            $10 == "" ? "-" : sprintf("%.3f", $10), $12 }' "$stored/track-$1.csv"
}
ranked 1 1 | table '**Learnt for one ply, judged at depth 1.**'
ranked 2 4 | table '**Learnt for depth 2, judged at depth 4.**'

# others TRACK: prints a row for each learner of a track with its means at all depths, in the order
# of the names
others()
{
    awk -F, 'NR > 1 { mean[$5] = mean[$5] sprintf(" %.3f |", $7) }
        END { for (name in mean) printf "| `%s` |%s\n", name, mean[name] }' "$stored/track-$1.csv"
}
{
    others 1
    others 2
} | sort | data bakeoff-means.csv

# in_variants TRACK DEPTH: prints a row for each variant: the best learner with its mean, and those
# that are not shown to be worse
in_variants()
{
    awk -F, -v depth="strength_depth_$2" '$1 == depth {
        if ($3 == 1) { order[++count] = $2; best[$2] = sprintf("`%s` %.3f", $4, $5) }
        else if ($8 != "worse") close_[$2] = close_[$2] (close_[$2] == "" ? "" : ", ") sprintf("`%s` %.3f", $4, $5) }
        END { for (i = 1; i <= count; i++)
            printf "| %s | %s | %s |\n", order[i], best[order[i]], close_[order[i]] == "" ? "none" : close_[order[i]] }' \
        "$stored/track-$1-variants.csv"
}
in_variants 1 1 | data bakeoff-variants-1.csv
in_variants 2 4 | data bakeoff-variants-2.csv

# The best of those that evolve and of single fits, at depth 4.
awk -F, '$1 == "strength_depth_4" && $5 !~ /learn|fit/ && $7 > evolved { evolved = $7; name = $5 }
    $1 == "strength_depth_4" && $5 ~ /fit/ && $7 > once { once = $7 }
    END { printf "no evolution passes %.3f (`%s`), and no single fit %.3f\n", evolved, name, once }' \
    "$stored/track-1.csv" "$stored/track-2.csv" | sentences

# regrets: prints a row for each learner of track 2 with strength at depth 4 and regret in awari and
# kalah, in the order of strength over all variants
regrets()
{
    awk -F, 'FILENAME ~ /track-2.csv/ && $1 == "strength_depth_4" { order[++count] = $5 }
        FILENAME ~ /variants/ && $1 == "strength_depth_4" { strength[$2, $4] = $5 }
        FILENAME ~ /regret/ { regret[$2, $4] = sprintf("%.3f (%.3f-%.3f)", $5, $6, $7) }
        END { for (i = 1; i <= count; i++)
            printf "| `%s` | %.3f | %s | %.3f | %s |\n", order[i], strength["awari", order[i]],
                regret["awari", order[i]], strength["kalah", order[i]], regret["kalah", order[i]] }' \
        "$stored/track-2.csv" "$stored/track-2-variants.csv" "$stored/regret-2.csv"
}
regrets | data bakeoff-regret.csv
# Spearman's correlation of both rankings in a variant.
awk -F, 'FILENAME ~ /variants/ && $1 == "strength_depth_4" { rank[$2, $4] = $3 }
    FILENAME ~ /regret/ && FNR > 1 { squares[$2] += ($3 - rank[$2, $4]) ^ 2; count[$2]++ }
    END { for (variant in count) printf "The rankings have a correlation of %.2f in %s (Spearman).\n",
        1 - 6 * squares[variant] / (count[variant] ^ 3 - count[variant]), variant }' \
    "$stored/track-2-variants.csv" "$stored/regret-2.csv" | sentences

# Optimisers at depth 1: verdicts on two pairs, and the differences of three from co-evolution and
# islands.
awk -F, 'function pair(a, b) { return verdict[a "@1", b "@1"] }
    NR > 1 { verdict[$1, $2] = $7; behind = -$3 }
    $1 ~ /co-evolution|islands/ && $2 ~ /^(panel-ga|cma-es|spsa)@1$/ {
        least = least == "" || behind < least ? behind : least
        most = behind > most ? behind : most
        worse += $7 == "worse" }
    $1 ~ /^(panel-ga|cma-es)@1$/ && $2 == substr($1, 1, length($1) - 2) "-features@1" { gain[$1] = behind }
    END {
        printf "`panel-ga@1` and `cma-es@1` are %s, and so are `panel-ga@1` and `spsa@1`\n",
            pair("panel-ga", "cma-es") == pair("panel-ga", "spsa") ? pair("panel-ga", "spsa") : "apart"
        printf "are %s than all three, by %.2f to %.2f\n", worse == 6 ? "worse" : "not worse", least, most
        printf "`panel-ga` and `cma-es` gain %.2f at depth 1\n",
            gain["panel-ga@1"] < gain["cma-es@1"] ? gain["cma-es@1"] : gain["panel-ga@1"] }' \
    "$stored/track-1-optimisers.csv" | sentences
