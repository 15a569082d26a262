# SPDX-License-Identifier: GPL-3.0-or-later
# fair: the starts asked about are FairKalah's, and those found are worth 0.

# T. W. Neller and T. C. Neller count 156 by one seed and 6,396 by at most two.
expect 64 "$SOWLAB" fair --variant kalah --moved 1 --first 158
says 'there are 157 starts' err
expect 64 "$SOWLAB" fair --variant kalah --first 6398
says 'there are 6397 starts' err

set -- --variant kalah --pits 3 --seeds 2
expect 0 "$SOWLAB" fair "$@" --moved 1 --threads 1
cp out one
expect 0 "$SOWLAB" fair "$@" --moved 1 --threads 3
cmp out one || fail 'threads change the starts'
says 'Asked about: 1 to 43 of 43' one

# Every start is a draw or it is not, and the parts are the whole.
: >parts
i=1
while [ $i -le 43 ]; do
    expect 0 "$SOWLAB" fair "$@" --moved 1 --first $i --last $((i + 6 < 43 ? i + 6 : 43))
    grep -v '^#' out >>parts || true
    i=$((i + 7))
done
grep -v '^#' one | cmp - parts || fail 'the parts are not the whole'
[ -s parts ] || fail 'no start is fair'
while read -r position; do
    expect 0 "$SOWLAB" value "$@" --position "$position" --alone --json
    says '"value": 0,' out
done <parts

# What is found is a file of starts.
expect 0 "$SOWLAB" fair "$@" --moved 1 --output ./fair.txt
expect 0 "$SOWLAB" match h1 h4 "$@" --starts ./fair.txt --games 2 --db fair.db
