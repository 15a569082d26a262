#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Prints how often the 95 % intervals of `regret` hold the true value, by the number of choices
# they rest on: docs/reference/truth.md, section "Regret". The true value is that of 20,000 games in each
# seat. Takes a minute and a half of one processor for a game.
#
# usage: [SOWLAB=./lab] docs/findings/regret_coverage.sh VARIANT [SEEDS]
set -eu
[ $# -ge 1 ] || { echo 'usage: regret_coverage.sh VARIANT [SEEDS]' >&2; exit 64; }
program=${SOWLAB-./lab}
variant=$1 seeds=${2-200}
scratch=$(mktemp -d)
trap 'rm -rf "${scratch}"' EXIT
export SOWLAB_DB="${scratch}/regret.db"

# measure GAMES SEED
measure()
{
    ${program} regret h4 divilly2013 --variant "${variant}" --on-board 8 --sample 1 --games "$1" \
        --seed "$2" --threads 1 --quiet >"${scratch}/out"
}

measure 20000 999
for games in 5 10 20 40 80 160 320; do
    seed=1
    while [ "${seed}" -le "${seeds}" ]; do
        measure "${games}" "${seed}"
        seed=$((seed + 1))
    done
done
${program} sql "WITH truth AS (SELECT name, on_board, optimal AS o, regret AS r FROM regrets
        WHERE run_id = 1 AND positions = 'play'),
    bands AS (SELECT *, CASE WHEN choices <= 25 THEN 25 WHEN choices <= 50 THEN 50
        WHEN choices <= 100 THEN 100 WHEN choices <= 200 THEN 200 WHEN choices <= 400 THEN 400
        ELSE 800 END AS band FROM regrets WHERE run_id > 1 AND positions = 'play')
    SELECT band AS choices_up_to, count(*) AS intervals,
        round(avg(o BETWEEN optimal_low AND optimal_high), 3) AS optimal,
        round(avg(r BETWEEN regret_low AND regret_high), 3) AS regret
    FROM bands JOIN truth USING (name, on_board) GROUP BY band"
