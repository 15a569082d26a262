# SPDX-License-Identifier: GPL-3.0-or-later
# A document's commands work in its order, from a fresh folder, and print what it shows:
# readme.sh [--update] DOCUMENT. (The tests that README.md tells to run are these.)

cat >lab <<'END'
#!/bin/sh
[ "$1" = test ] || exec "$SOWLAB" "$@"
END
chmod +x lab
ln -s "$SOWLAB" sowlab
PATH=$PWD:$PATH
export SOWLAB PATH
sh "$SOW_TEST_DATA/../cli/readme_run.sh" "$@"

# A picture that the document shows is the one that its commands make.
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
