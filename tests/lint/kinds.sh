# SPDX-License-Identifier: GPL-3.0-or-later
# Checks that the tests cover every kind of run: kinds.sh SOURCE
# golden.sh has a run with fixed results, and kill.sh a run that is killed in the middle. The
# kind play has no run in kill.sh, because its moves are typed.
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
