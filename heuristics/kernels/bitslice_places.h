/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * Place captures by a single last seed (Kalah): the move, and the greatest gain of its
 * replies, found from the pits where replies end.
 *
 * A *reply* is a sowing of the other player after the move, as H6 counts it. In this file
 * "own" is the player that sows.
 */
#ifndef SOW_HEURISTICS_BITSLICE_PLACES_H
#define SOW_HEURISTICS_BITSLICE_PLACES_H

#include "bitslice_moves.h"

/** Most full laps of a sowing, plus one. */
enum { SOW_LAPS_MAX = 1 + SOW_MAX_SEEDS / 2 };

/** Lanes in which a reply that may gain ends on each pit. */
struct sow_endings {
    sow_bits beyond[SOW_MAX_PITS]; /**< by pit: a reply from an earlier pit of the row
                                        ends here */
    sow_bits round[SOW_MAX_PITS];  /**< by pit: a reply ends here after it came round */
    sow_bits origin[SOW_MAX_PITS]; /**< by pit: a reply of one full lap ends on its
                                        origin */
    sow_bits empty[SOW_MAX_PITS];  /**< by pit: the pit is empty */
    sow_bits enters[SOW_LAPS_MAX]; /**< by number: some reply adds this number plus one to
                                        the store */
};

/** Returns the most full laps that a sowing can have. For a form of constants it is a
 *  constant, perhaps larger. */
SOW_INLINE int most_laps(const struct sow_plan *plan, const struct sow_form form)
{
    return form.few != 0 ? (1 << form.laps) - 1 : plan->most_laps;
}

/** Clears the endings, except `origin` and `empty`, which add_endings sets. */
SOW_INLINE void clear_endings(const struct sow_plan *plan, struct sow_endings *endings,
                              const struct sow_form form)
{
    planes_clear(endings->beyond, form.pits);
    planes_clear(endings->round, form.pits);
    planes_clear(endings->enters, most_laps(plan, form) + 1);
}

/** Adds the endings of the replies from @p pit, whose count is @p cell: where a reply
 *  that may gain ends, and what it adds to the store. */
SOW_INLINE void add_endings(const struct sow_plan *plan, const sow_bits *cell, int pit,
                            struct sow_endings *endings, const struct sow_form form)
{
    struct sow_decoded decoded;
    decode(cell, &decoded, form);
#pragma GCC unroll 6
    for (int i = 0; i < pit; i++)
        endings->round[i] |= decoded_is(cell, &decoded, form.lap - pit + i, form);
#pragma GCC unroll 6
    for (int i = pit + 1; i < form.pits; i++)
        endings->beyond[i] |= decoded_is(cell, &decoded, i - pit, form);
    endings->origin[pit] = decoded_is(cell, &decoded, form.lap, form);
    endings->empty[pit] = ~planes_nonzero(cell, form.planes);
#pragma GCC unroll 4
    for (int laps = 0; laps <= most_laps(plan, form); laps++)
        endings->enters[laps] |= planes_above(
            cell, (unsigned)(laps * form.lap + form.pits - pit - 1), form.planes);
}

/** Sets @p best to the most seeds opposite a pit of @p ended, plus @p more (1 or 3). It
 *  is 0 in lanes where no reply ended. */
SOW_INLINE void most_opposite(const sow_bits *other, const sow_bits *ended, unsigned more,
                              sow_bits *best, const struct sow_form form)
{
    sow_bits some = bits_none();
    planes_clear(best, form.planes);
    for (int i = 0; i < form.pits; i++) {
        planes_raise(best, other + (form.pits - 1 - i) * form.planes, ended[i],
                     form.planes);
        some |= ended[i];
    }
    sow_bits seeds[2] = {some, more == 3 ? some : bits_none()};
    planes_add_short(best, seeds, 2, bits_none(), form.planes);
}

/**
 * Sets threat to the greatest gain of a reply. For rules where the store and the origin
 * are sown, and a last seed alone in an own pit takes the opposite pit.
 *
 * A reply without a full lap that ends beyond its origin has not left the row. It takes 1
 * + the opposite seeds. A reply that comes round, at most back to its origin, has added
 * one seed to the store and one to the opposite pit. It gains 3 + the opposite seeds.
 * After more than one lap no pit holds a single seed, and the gain is only the store's.
 * It is one for a pit that reaches the store, and one more for each further lap.
 *
 * @p marked, if not NULL, receives the pits opposite to those that capture.
 */
SOW_INLINE void threat_of_places(const struct sow_plan *plan, struct sow_endings *endings,
                                 const sow_bits *other, sow_bits *threat,
                                 sow_bits *marked, const struct sow_form form)
{
    sow_bits gain[SOW_PLANES_MAX];
#pragma GCC unroll 6
    for (int i = 0; i < form.pits; i++) {
        endings->beyond[i] &= endings->empty[i];
        endings->round[i] = (endings->round[i] & endings->empty[i]) | endings->origin[i];
        if (!form.place_any)
            endings->beyond[i] &=
                planes_nonzero(other + (form.pits - 1 - i) * form.planes, form.planes);
    }
    for (int i = 0; marked != NULL && i < form.pits; i++)
        marked[form.pits - 1 - i] |= endings->beyond[i] | endings->round[i];
    most_opposite(other, endings->beyond, 1, threat, form);
    if (bits_any(planes_nonzero(endings->round, form.pits))) {
        most_opposite(other, endings->round, 3, gain, form);
        planes_raise(threat, gain, bits_all(), form.planes);
    }
    planes_clear(gain, form.planes);
#pragma GCC unroll 4
    for (int laps = 0; laps <= most_laps(plan, form); laps++)
        planes_add_bit(gain, endings->enters[laps], form.planes);
    planes_raise(threat, gain, bits_all(), form.planes);
}

/** Sets @p endings to those of all replies from the row @p own. */
SOW_INLINE void find_endings(const struct sow_plan *plan, const sow_bits *own,
                             struct sow_endings *endings, const struct sow_form form)
{
    clear_endings(plan, endings, form);
#pragma GCC unroll 6
    for (int pit = 0; pit < form.pits; pit++)
        add_endings(plan, own + pit * form.planes, pit, endings, form);
}

/** Sows one pit and makes its capture, as sow_and_take does. For rules where a last seed
 *  alone in an own pit takes it and the opposite pit, and nothing else is captured. There
 *  is at most one capture per lane; it is collected over all pits. @p own receives the
 *  own row. The other row is not kept, but only the endings of its replies. */
SOW_INLINE void sow_and_take_places(const struct sow_plan *plan,
                                    const struct sow_rows *board, int pit,
                                    struct sow_move *move, sow_bits *own,
                                    struct sow_endings *endings,
                                    const struct sow_form form)
{
    static const sow_bits NOTHING[SOW_PLANES_MAX];
    sow_bits taken[SOW_PLANES_MAX];
    sow_bits some = bits_none();
    find_reach(board->own + pit * form.planes, move, form);
    const sow_bits *own_shares = own_share(move, pit, form);
    const sow_bits *other_shares = other_share(move, pit, form);
    planes_clear(taken, form.planes);
    clear_endings(plan, endings, form);
#pragma GCC unroll SOW_UNROLL
    for (int i = 0; i < form.pits; i++) {
        const int opposite = form.pits - 1 - i;
        sow_bits *cell = own + i * form.planes;
        sow_bits across[SOW_PLANES_MAX];
        sow_bits last = own_shares[i];
        sow_cell(i == pit ? NOTHING : board->own + i * form.planes, move->laps, last,
                 cell, form);
        sow_cell(board->other + opposite * form.planes, move->laps,
                 other_shares[opposite], across, form);
        if (i != pit)
            last &= ~own_shares[i + 1];
        sow_bits run = last & planes_equal(cell, 1, form.planes);
        if (!form.place_any)
            run &= planes_nonzero(across, form.planes);
        move->own_taken[i] = move->other_taken[opposite] = run;
        some |= run;
        cell[0] &= ~run;
        for (int b = 0; b < form.planes; b++) {
            taken[b] |= across[b] & run;
            across[b] &= ~run;
        }
        add_endings(plan, across, opposite, endings, form);
    }
    const sow_bits *share = &move->sown[form.pits - pit];
    planes_clear(move->gain, form.planes);
    planes_add_short(move->gain, move->laps, form.laps, share[0], form.planes);
    planes_add_short(move->gain, taken, form.planes, some, form.planes);
    move->again = share[0] & ~share[1];
}

#endif
