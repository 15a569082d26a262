# SPDX-License-Identifier: GPL-3.0-or-later
# How fast this build plays, beside yardsticks that are measured in turn with it. Prints the
# table that docs/developers/kernel-speed.md explains. All figures are of one thread, in processor time.
#
# SOW_OLDER            an older sowlab, built in the same way
# SOW_YARDSTICK        a command that plays games of one variant with any other program
# SOW_YARDSTICK_GAMES  the number of games that this command plays (25000)
# SOW_YARDSTICK_VARIANT  the variant that it plays (erherhe)
# SOW_VARIANTS         variants (the five)
# SOW_ROUNDS           rounds; the medians are shown (9)
# SOW_PROCESSOR        the processor that all programs use (0): with busy neighbours, one can be
#                      1.4 times as fast as another

taskset --cpu-list --pid "${SOW_PROCESSOR:-0}" $$ >/dev/null || fail 'taskset does not work: choose SOW_PROCESSOR'

rounds=${SOW_ROUNDS:-9}
yardstick=${SOW_YARDSTICK_VARIANT:-erherhe}

# bench NAME PROGRAM VARIANT ROUND: prints "NAME VARIANT KERNEL ROUND GAMES-PER-SECOND" for each
# kernel
bench()
{
    "$2" bench --variants "$3" --repetitions 5 --threads 1 --csv >bench.csv ||
        fail "'$2 bench' does not work"
    awk -F, -v name="$1" -v round="$4" '
        NR == 1 { for (i = 1; i <= NF; i++) column[$i] = i; next }
        { print name, $column["variant"], $column["kernel"], round, $column["games_per_second"] }
    ' bench.csv
}

# play ROUND: prints the line of the yardstick as bench does
play()
{
    ( sh -c "$SOW_YARDSTICK" >played 2>&1 || exit 1; times ) >spent ||
        fail "'$SOW_YARDSTICK' does not work: $(tail -n 1 played)"
    tail -n 1 spent | sed 's/m/ /g; s/s//g' | awk -v games="${SOW_YARDSTICK_GAMES:-25000}" \
        -v variant="$yardstick" -v round="$1" \
        '{ print "yardstick", variant, "-", round, games / (60 * $1 + $2) }'
}

# Every second round begins with the older program, so that no program is always the first.
for round in $(seq "$rounds"); do
    for variant in ${SOW_VARIANTS:-erherhe oware awari vai-lung-thlan kalah}; do
        [ $((round % 2)) -eq 0 ] || bench new "$SOWLAB" "$variant" "$round"
        [ -z "${SOW_OLDER-}" ] || bench old "$SOW_OLDER" "$variant" "$round"
        [ $((round % 2)) -eq 1 ] || bench new "$SOWLAB" "$variant" "$round"
        [ -z "${SOW_YARDSTICK-}" ] || [ "$variant" != "$yardstick" ] || play "$round"
    done
done >rates

# The ratios of a round are of figures that were measured one after the other.
awk -v rounds="$rounds" '
    function sorted(list,    i, j, x)
    {
        for (i = 2; i <= rounds; i++)
            for (j = i; j > 1 && list[j - 1] > list[j]; j--) {
                x = list[j]; list[j] = list[j - 1]; list[j - 1] = x
            }
    }
    function median(list)
    {
        sorted(list)
        return (list[int((rounds + 1) / 2)] + list[int(rounds / 2) + 1]) / 2
    }
    function ratio(variant, kernel, name, other,    r, list, middle)
    {
        for (r = 1; r <= rounds; r++) {
            if (!((name, variant, other, r) in rate)) return "-"
            list[r] = rate["new", variant, kernel, r] / rate[name, variant, other, r]
        }
        middle = median(list)
        return sprintf("%.2f (%.2f to %.2f)", middle, list[1], list[rounds])
    }
    { rate[$1, $2, $3, $4] = $5 }
    $1 == "new" && !(($2, $3) in seen) { seen[$2, $3] = 1; row[++count] = $2 " " $3 }
    END {
        print "| variant | kernel | games/s | times plain | times older | times yardstick |"
        print "| --- | --- | ---: | ---: | ---: | ---: |"
        for (i = 1; i <= count; i++) {
            split(row[i], at, " ")
            for (r = 1; r <= rounds; r++) list[r] = rate["new", at[1], at[2], r]
            printf "| %s | %s | %d | %s | %s | %s |\n", at[1], at[2], median(list),
                ratio(at[1], at[2], "new", "plain"), ratio(at[1], at[2], "old", at[2]),
                ratio(at[1], at[2], "yardstick", "-")
        }
    }' rates
