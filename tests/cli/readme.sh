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
