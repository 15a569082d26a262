# SPDX-License-Identifier: GPL-3.0-or-later
# The commands of a document work in their order, in a new folder, and print what the document
# shows: readme.sh [--update] DOCUMENT. (./lab test, which README.md shows, does nothing here,
# because it would run this test again.)

cat >lab <<'END'
#!/bin/sh
[ "$1" = test ] || exec "$SOWLAB" "$@"
END
chmod +x lab
ln -s "$SOWLAB" sowlab
PATH=$PWD:$PATH
export SOWLAB PATH
# Readers do not set it: their runs are measured.
unset SOWLAB_MEASURE
for document in "$@"; do :; done
! grep -q '^    .*python3 ' "$document" || command -v python3 >/dev/null ||
    skip "a command of '$document' needs python3"
sh "$SOW_TEST_DATA/../cli/readme_run.sh" "$@"

# python_block N: copies the N-th fenced block of Python to the file block
python_block()
{
    awk -v wanted="$1" '$0 == "```" { inside = 0 } inside
        $0 == "```python" { inside = ++count == wanted }' "$document" >block
    [ -s block ]
}

# Blocks of Python run after the commands, if everything that they import is installed.
number=1
while python_block $number; do
    if python3 -c "$(grep '^import' block)" 2>err; then
        MPLBACKEND=agg HOME=$PWD python3 block || fail "block $number of Python in '$document'"
    else
        echo "skipped: block $number of Python in '$document': $(tail -n 1 err)"
    fi
    number=$((number + 1))
done

# A picture in the document is the one that its commands make, unless it was drawn by hand.
sed -n 's/^!\[.*\](\(.*\.svg\))$/\1/p' "$document" >pictures
while read -r picture; do
    made=$(basename "$picture")
    shown=$(dirname "$document")/$picture
    ! grep -q '^  <!-- drawn by hand -->$' "$shown" || continue
    [ -s "$made" ] || fail "nothing in '$document' makes $made"
    if [ "$1" = --update ]; then
        cp "$made" "$shown"
    else
        cmp "$made" "$shown" || fail "'$shown' is not what the commands make: --update renews it"
    fi
done <pictures
