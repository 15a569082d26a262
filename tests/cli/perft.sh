# SPDX-License-Identifier: GPL-3.0-or-later
# perft gives the counts of three independent engines.

tail -n +2 "$SOW_TEST_DATA/perft.csv" | cut -d , -f 1 | uniq >names
while read -r name; do
    grep "^$name," "$SOW_TEST_DATA/perft.csv" | cut -d , -f 2,3 >wanted
    for threads in 1 3; do
        expect 0 "$SOWLAB" perft --variant "$name" --depth "$(wc -l <wanted)" \
            --threads $threads --csv
        tail -n +2 out | cut -d , -f 1,2 | cmp - wanted || fail "the counts of $name"
    done
done <names
[ "$(wc -l <names)" -eq 7 ] || fail 'perft.csv is not what it was'

# If a tree ends early, all later depths are empty.
expect 0 "$SOWLAB" perft --variant kalah --position 0,0,0,0,0,1,0/0,0,0,0,0,2,0:s --depth 3 --csv
[ "$(tail -n +2 out | cut -d , -f 1,2 | tr '\n' ' ')" = '1,1 2,0 3,0 ' ] || fail 'a short tree'

expect 0 "$SOWLAB" perft --depth 2 --json
says '"leaves_per_second"' out
