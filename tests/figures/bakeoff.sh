# SPDX-License-Identifier: GPL-3.0-or-later
# Makes the tables of docs/bakeoff.md, for docs.sh, from the stored rankings of the measured
# bake-off. With SOW_DOCS=all the bake-off itself is made again.

stored=$SOW_TEST_DATA/bakeoff
short='--variants five --budget 500k --replicates 3'
if at_length; then
    for track in 1 2; do
        # shellcheck disable=SC2086 # one word per option
        expect 0 "$SOWLAB" bakeoff $short --tracks $track --plan track-$track.ini --db baked.db
        expect 0 "$SOWLAB" sweep track-$track.ini --rank --csv --db baked.db
        cmp out "$stored/track-$track.csv" || fail "another ranking of track $track"
    done
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
} | sort | table '**Means at depths 1, 2 and 4.**'

# close TRACK DEPTH: prints the learners that are not shown to be worse than the best one
close()
{
    awk -F, -v depth="strength_depth_$2" '$1 == depth && $12 == "undecided" {
        names = names (names == "" ? "" : ", ") "`" $5 "`" }
        END { printf "not shown to be worse than the first: %s.\n", names }' "$stored/track-$1.csv"
}
{
    close 1 1
    close 2 4
    # The best of those that evolve and of single fits, at depth 4.
    awk -F, '$1 == "strength_depth_4" && $5 !~ /learn|fit/ && $7 > evolved { evolved = $7; name = $5 }
        $1 == "strength_depth_4" && $5 ~ /fit/ && $7 > once { once = $7 }
        END { printf "no evolution passes %.3f (`%s`), and no single fit %.3f\n", evolved, name, once }' \
        "$stored"/track-[12].csv
} | sentences
