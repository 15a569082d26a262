#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Measures what the work of learners costs in built-in variants, and prints the lines of
# experiments/app/cli/bakeoff_rates.def: user time of a game or a position, beside that of a game
# of co-evolution at one ply, and for learners that fit what a run costs whatever its size. Takes some ten minutes of processor time.
#
# usage: docs/findings/bakeoff_rates.sh SOWLAB
set -eu
[ $# -eq 1 ] || { echo 'usage: bakeoff_rates.sh SOWLAB' >&2; exit 64; }
program=$(realpath "$1")
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
export SOWLAB_MEASURE=no

# once OPTION...: user time of a command
once()
{
    ( "$program" "$@" --db runs.db --threads 1 --quiet --csv >/dev/null; times ) |
        tail -n 1 | sed 's/m/ /g; s/s//g' | awk '{ print 60 * $1 + $2 }'
}

# seconds OPTION...: the least user time of a command in three runs
seconds()
{
    {
        once "$@"
        once "$@"
        once "$@"
    } | sort -g | head -n 1
}

# games NUMBER OPTION...: units of a game: time less that of an empty command
games()
{
    work=$1
    shift
    seconds "$@" | awk -v base="$base" -v unit="$unit" -v work="$work" \
        '{ printf ", {%.3g, 0}", ($1 - base) / work / unit }'
}

# positions LEAST MOST OPTION...: units of a position, and of a run whatever its size, from the
# times of runs of two sizes
positions()
{
    least=$1
    most=$2
    shift 2
    first=$(seconds "$@" --budget "$least")
    seconds "$@" --budget "$most" | awk -v first="$first" -v unit="$unit" -v least="$least" \
        -v most="$most" '{
            each = ($1 - first) / (most - least)
            run = first - each * least
            printf ", {%.3g, %.3g}", each / unit, (run > 0 ? run : 0) / unit }'
}

one='alphabeta:depth=1,hash=0,eval=[weights]'
two='alphabeta:depth=2,hash=0,eval=[weights]'
few='--candidates 2 --candidate-games 1 --validation-games 1 --starts random:6'
panel='--fitness panel --weight-min -1 --population 50'
three='search:alphabeta:depth=3,hash=0,eval=[weights]'
met='alphabeta:depth=2,hash=0,eval=[state:store_difference=1] alphabeta:depth=2,hash=0,eval=[divilly2013]'

# shellcheck disable=SC2086 # one word per option
measure()
{
    evolve="evolve --variant $1 --seed 1"
    learn="learn --variant $1 --seed 1 --test-games 0"
    base=$(seconds $evolve --population 2 --generations 1 $few)
    unit=$(seconds $evolve --generations 200 --candidates 2 --candidate-games 1 --validation-games 1 |
        awk -v base="$base" '{ print ($1 - base) / (200 * 25000) }')
    echo "$unit" | awk -v name="$1" '{ printf "RATES(\"%s\", %.3g, {1, 0}", name, $1 * 1000000 }'
    games 1200000 $evolve $panel --opponents paper,divilly2013 --generations 300 $few
    games 80000 $evolve $panel --genome features --opponents paper,divilly2013 --generations 20 $few
    positions 6000 48000 $learn --player "$one" --target outcome --rounds 3
    positions 6000 24000 $learn --player "$one" --target "$three" --rounds 3
    positions 4000 32000 $learn --player "$one" --target outcome --rounds 1
    positions 4000 16000 $learn --player "$one" --target "$three" --rounds 1 --target-mix 0
    games 5760 $evolve --player "$two" --population 12 --games 1 --generations 20 $few
    games 9600 $evolve --player "$two" --genome features --view to-move --fitness panel \
        --weight-min -1 --games 5 --population 12 --opponents "$met" --generations 40 $few
    positions 6000 48000 $learn --target outcome --rounds 3
    positions 6000 24000 $learn --rounds 3
    positions 4000 32000 $learn --target outcome --rounds 1
    positions 4000 16000 $learn --rounds 1 --target-mix 0
    echo ')'
}

for variant in kalah kalah-no-empty-capture kalah-7-7 awari oware erherhe vai-lung-thlan; do
    measure "$variant"
done
