/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * States of 64 positions side by side, as four words of bits.
 *
 * The bits of a position are a number. Up to 12 it counts what keeps the position from
 * being a loss of the margin that is being settled. Each move within the layer counts
 * that does not reach a settled win. All moves out of the layer count as one, if the best
 * is worth more than such a loss. Larger numbers are marks.
 */
#ifndef SOW_ENDGAME_GROUP_H
#define SOW_ENDGAME_GROUP_H

#include <stdint.h>

/** States of 64 positions. The last word has the highest bits. */
struct endgame_group {
    uint64_t state[4]; /**< bits of the numbers: of 13 for a settled position, 14 for a
                            win and 15 for a loss whose value is not written yet */
};

/** Returns the positions that are not settled. */
static inline uint64_t endgame_unsettled(const struct endgame_group *group)
{
    return ~(group->state[3] & group->state[2] & (group->state[1] | group->state[0]));
}

/** Adds 1 to the numbers of some positions, which are less than 12. */
static inline void endgame_open(struct endgame_group *group, uint64_t bits)
{
    for (int i = 0; i < 4; i++) {
        uint64_t carry = group->state[i] & bits;
        group->state[i] ^= bits;
        bits = carry;
    }
}

/** Subtracts 1 from the numbers of some positions that are not settled. Returns those
 * that reach 0. */
static inline uint64_t endgame_close(struct endgame_group *group, uint64_t bits)
{
    uint64_t borrow = bits;
    uint64_t left = 0;
    for (int i = 0; i < 4; i++) {
        uint64_t state = group->state[i];
        group->state[i] = state ^ borrow;
        borrow &= ~state;
        left |= group->state[i];
    }
    return bits & ~left;
}

/** Marks some positions as settled: as losses if @p lost is 1, as wins if it is 0. */
static inline void endgame_mark(struct endgame_group *group, uint64_t bits, unsigned lost)
{
    for (int i = 1; i < 4; i++)
        group->state[i] |= bits;
    group->state[0] = (group->state[0] & ~bits) | (lost ? bits : 0);
}

/** Returns the positions that are marked since the last call, and sets @p losses to the
 * losses among them. */
static inline uint64_t endgame_take_marks(struct endgame_group *group, uint64_t *losses)
{
    uint64_t fresh = group->state[3] & group->state[2] & group->state[1];
    *losses = fresh & group->state[0];
    group->state[1] &= ~fresh;
    group->state[0] |= fresh;
    return fresh;
}

#endif
