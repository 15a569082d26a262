# SPDX-License-Identifier: GPL-3.0-or-later
# learn: a newcomer's first run, the command that it advises, and a wrong use.

export SOWLAB_DB=learn.db
expect 0 "$SOWLAB" learn --variant kalah --pits 4 --features h4,h6,h1 --rounds 2 --positions 400 \
    --test-games 2
says '^rounds$' out
says '^weights$' out
next=$(sed -n 's/^next *sowlab //p' out)
[ -n "$next" ] || fail 'no next command is advised'
# The advice is right for the rules of the run, whatever they are.
# shellcheck disable=SC2086 # words of a command
expect 0 "$SOWLAB" $next --depth 1 --openings 2 --csv
says '^run:1,general-1,1,' out
says 'kalah pits=4' out

# Rounds are players, and the last one is the run's.
expect 0 "$SOWLAB" match run:1 run:1@2 --variant kalah --pits 4 --games 3
expect 0 "$SOWLAB" match 'alphabeta:depth=2,eval=[run:1@1]' h4 --variant kalah --pits 4 --games 3
! grep -q 'weights of run' err || fail 'learnt weights hold at every depth'
expect 0 "$SOWLAB" runs verify 1
expect 64 "$SOWLAB" match run:1@3 h4 --variant kalah --pits 4
says 'has no round 3: rounds are counted from 1' err
