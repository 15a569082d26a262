# SPDX-License-Identifier: GPL-3.0-or-later
# README.md's commands work in its order, from a fresh folder, and print what it shows:
# readme.sh [--update]. (The tests it tells to run are these.)

cat >lab <<'END'
#!/bin/sh
[ "$1" = test ] || exec "$SOWLAB" "$@"
END
chmod +x lab
export SOWLAB
sh "$SOW_TEST_DATA/../cli/readme_run.sh" "$@" "$SOW_TEST_DATA/../../README.md"
