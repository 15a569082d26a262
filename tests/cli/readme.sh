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
sh "$SOW_TEST_DATA/../cli/readme_run.sh" "$@"

# A picture in the document is the one that its commands make.
for document in "$@"; do :; done
sed -n 's/^!\[.*\](\(.*\.svg\))$/\1/p' "$document" >pictures
while read -r picture; do
    made=$(basename "$picture")
    shown=$(dirname "$document")/$picture
    [ -s "$made" ] || fail "nothing in '$document' makes $made"
    if [ "$1" = --update ]; then
        cp "$made" "$shown"
    else
        cmp "$made" "$shown" || fail "'$shown' is not what the commands make: --update renews it"
    fi
done <pictures
