#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Makes a pool of players for a variant and chooses its panel (docs/developers/panels.md).
#
# Usage: docs/findings/panels.sh SOWLAB CHOOSE_PANEL VARIANT [VERSION] > variants/panels/VARIANT-VERSION.ini
#
# VERSION is that of the panel, by default the newest, 2. The pool of version 2 has learnt players
# beside those of version 1. It is kept as VARIANT.pool in the present folder. Its random seeds,
# from 900001, are for nothing else.
set -eu
sowlab=$1 choose=$2 variant=$3 version=${4-2}
SOWLAB_DB=$variant.panels.db SOWLAB_MEASURE=no
export SOWLAB_DB SOWLAB_MEASURE
pool=$variant.pool
rm -f "$SOWLAB_DB" "$pool"

add() { # LABEL SPEC
    printf '%s %s\n' "$1" "$2" >> "$pool"
}

run() { # COMMAND..: a run whose number is printed
    "$sowlab" "$@" --variant "$variant" --threads 1 --quiet > /dev/null
    last
}

last() {
    "$sowlab" sql 'SELECT max(id) AS id FROM runs' --csv | tail -n 1
}

player() { # LABEL ID: adds the player of a run by its full spec
    "$sowlab" match "run:$2" random --games 1 --variant "$variant" --quiet > /dev/null
    add "$1" "$("$sowlab" sql "SELECT spec FROM run_players WHERE run_id = (SELECT max(id)
        FROM runs) AND number = 0" --json | sed -n 's/.*"spec": "\(.*\)".*/\1/p')"
}

fitted() { # LABEL PLAYER SEED FIT-OPTION..: a fit to games of a player
    label=$1 teacher=$2 seed=$3
    shift 3
    set_id=$(run dataset make "$teacher" --games 1500 --random-plies 8 --seed "$seed")
    "$sowlab" fit "$set_id" --comparison-games 0 --seed "$seed" --threads 1 --quiet "$@" \
        > /dev/null
    player "$label" "$(last)"
}

# Published: heuristics alone, evolved weights of Divilly et al. 2013, linear evaluators.
for h in h1 h2 h3 h4 h5 h6; do add $h $h; done
add divilly2013 divilly2013
add divilly-1 weights:0.386,0.107,0.359,1,0.813,1
add divilly-2 weights:0.232,0.179,0.469,1,0.639,0.629
add divilly-3 weights:0.329,0.316,0.382,1,1,0.665
add divilly-6 weights:0.308,0.170,0.717,1,1,0.924
add stores state:store_difference=1
add stores-seeds state:store_difference=1,diff_h2=0.25
add stores-pits state:store_difference=1,diff_h3=0.25
add h4-h6 weights:h4=1,h6=1
add stores-nearest state:store_difference=1,diff_h1=0.5
add pekar state:h2=0.15,h3=0.35,h4=1,h6=-0.8,opponent_h2=-0.2
# Search: these play as they are at every depth.
for depth in 2 3 4; do
    add stores-depth$depth "alphabeta:depth=$depth,hash=1,eval=[state:store_difference=1]"
    add divilly-depth$depth "alphabeta:depth=$depth,hash=1,eval=[divilly2013]"
done
# Evolved at one move: weights of heuristics, and of features of positions.
evolve() { # LABEL SEED OPTION..
    label=$1 seed=$2
    shift 2
    player "$label" "$(run evolve --fitness panel --generations 15 --population 30 \
        --starts random:4 --elitism 1 --mutation-sigma 0.2 --validation-games 1 \
        --seed "$seed" "$@")"
}
for i in 1 2 3 4 5 6; do
    evolve evolved-weights-$i 90000$i --games 20 --opponents 'divilly2013 h4 h6'
    evolve evolved-features-$i 90001$i --games 10 --weight-min -1 --genome features \
        --features difference,best_gain,opponent_best_gain \
        --opponents 'divilly2013 state:store_difference=1'
done
# Fitted to games that look two moves ahead.
teacher='alphabeta:depth=2,hash=0,eval=[divilly2013]'
fitted fitted-default "$teacher" 900031
fitted fitted-difference "$teacher" 900032 --features difference
fitted fitted-logistic "$teacher" 900033 --features default --method logistic
fitted fitted-ridge "$teacher" 900034 --features all --method ridge
teacher='alphabeta:depth=2,hash=0,eval=[state:store_difference=1,diff_h2=0.25]'
fitted fitted-2-default "$teacher" 900035
fitted fitted-2-logistic "$teacher" 900036 --features default --method logistic
fitted fitted-2-ridge "$teacher" 900037 --features all --method ridge
fitted fitted-2-shape "$teacher" 900038 --features shape,difference,moves

# Learnt for a search: several runs of their own, the learnt player, and searches with it.
learn() { # LABEL SEED OPTION..
    label=$1 seed=$2
    shift 2
    player "$label" "$(run learn --test-games 0 --seed "$seed" "$@")"
}
if [ "$version" -ge 2 ]; then
    for i in 1 2 3; do learn learn-$i 90004$i; done
    for i in 1 2; do
        learn learn-outcome-$i 90005$i --target outcome --positions 16000
        learn learn-lstd-$i 90006$i --target outcome --lambda 0.8 --positions 40000 --sample 1
        learn learn-default-$i 90007$i --features default
    done
    add learnt "learnt:$variant"
    for depth in 2 3 4; do
        add learnt-depth$depth "alphabeta:depth=$depth,hash=1,eval=[learnt:$variant]"
    done
fi

"$choose" "$variant" "$pool" 900100 "$version"
