# SPDX-License-Identifier: GPL-3.0-or-later
# Every kind of run has runs whose content is fixed, and is killed in the middle (but for
# play, whose moves are typed): kinds.sh SOURCE
set -eu
cd "$1"
sed -n 's/^    KIND(\([a-z]*\)).*/\1/p' experiments/app/cli/kinds.c | {
    status=0
    while read -r kind; do
        for list in tests/cli/golden.sh tests/cli/kill.sh; do
            [ "$kind ${list##*/}" != 'play kill.sh' ] || continue
            grep -qw "$kind" "$list" && continue
            echo "$list: no run of kind '$kind'" >&2
            status=1
        done
    done
    exit $status
}
