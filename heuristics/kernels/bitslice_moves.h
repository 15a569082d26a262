/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * Sowing and captures in bit planes: the rules of core/game/moves.c for all lanes at
 * once.
 *
 * Boards are seen from the player that sows. The ring is: the sower's pits 0 .. m-1, its
 * store if that is sown, the other player's pits 0 .. m-1. A row is an array of cells
 * (counts); cell i is at planes [i * planes, (i + 1) * planes).
 *
 * The pit to sow is an argument and is the same in all lanes. One piece of code serves
 * all pits: code for six pits would not fit the processor's instruction cache. Therefore
 * a sowing is stored by distance from its origin.
 */
#ifndef SOW_HEURISTICS_BITSLICE_MOVES_H
#define SOW_HEURISTICS_BITSLICE_MOVES_H

#include "bitslice_plan.h"
#include "bitslice_planes.h"

enum {
    /** Planes of a row with the most pits. */
    SOW_ROW_PLANES = SOW_MAX_PITS * SOW_PLANES_MAX,
    SOW_FEW_MOST = 4,   /* most seeds that captures of few seeds take from a pit */
    SOW_FEW_PLANES = 3, /**< planes of such a count */
    /* Unrolls loops over all pits only with 32 registers. With 16 registers it does not
       pay. */
    SOW_UNROLL = SOW_LANES == 512 ? SOW_MAX_PITS / 2 : 1
};

/** A board, seen from one player. */
struct sow_rows {
    sow_bits own[SOW_ROW_PLANES];   /**< row of this player */
    sow_bits other[SOW_ROW_PLANES]; /**< the other row */
};

/**
 * One candidate move in all lanes.
 *
 * Every pit of the ring gets `laps` seeds (the origin only if it is sown). The pit or
 * store at distance d gets one more seed in the lanes of sown[d]. For example, 14 seeds
 * with a lap of 11 give laps = 1 and sown[1], [2], [3].
 *
 * sown[ring] is the origin. After it the list repeats the first distances. So, for any
 * origin, own pit i is at sown[ring - pit + i].
 */
struct sow_move {
    sow_bits sown[SOW_RING_MAX + SOW_MAX_PITS + 1]; /**< lanes in which a distance gets
                                                         one more seed */
    sow_bits laps[SOW_PLANES_MAX];                  /**< number of full laps */
    sow_bits own_taken[SOW_MAX_PITS];   /**< own pits that are emptied; see takes_own */
    sow_bits other_taken[SOW_MAX_PITS]; /**< pits of the other row that are emptied */
    sow_bits gain[SOW_PLANES_MAX];      /**< seeds that the own store gains */
    sow_bits again;                     /**< lanes where the last seed falls into the
                                             store */
    sow_bits slam; /**< lanes where all seeds of the other row are taken; only if grand
                        slams matter */
    sow_bits fed;  /**< lanes where the other row is not empty afterwards; only if players
                        must feed */
};

/** Returns the part of move->sown for the own row: element i has the lanes where own pit
 *  i gets one more seed than the full laps. The pit that is sown is @p pit. */
SOW_INLINE const sow_bits *own_share(const struct sow_move *move, int pit,
                                     const struct sow_form form)
{
    return move->sown + form.ring - pit;
}

/** Returns the part of move->sown for the other row, as own_share does. */
SOW_INLINE const sow_bits *other_share(const struct sow_move *move, int pit,
                                       const struct sow_form form)
{
    return move->sown + form.pits + form.store - pit;
}

/** Returns true if captures may empty own pits. */
SOW_INLINE bool takes_own(const struct sow_form form)
{
    return form.place || form.where >= SOW_WHERE_OWN || form.chain == SOW_CHAIN_ACROSS;
}

/** Returns true if the legality of a move depends on its result: grand slams are illegal,
 *  or players must feed. */
SOW_INLINE bool has_filters(const struct sow_form form)
{
    return form.slam == SOW_SLAM_ILLEGAL || form.feeding == SOW_FEEDING_MUST;
}

/** Returns the lanes where the row is not empty. */
SOW_INLINE sow_bits row_occupied(const sow_bits *row, const struct sow_form form)
{
    return planes_nonzero(row, form.pits * form.planes);
}

/* --- sowing --- */

/** Divides a count n by the lap: n = laps * lap + left, with 1 <= left <= lap. Both are 0
 *  if n is. */
SOW_INLINE void divide_by_lap(const sow_bits *cell, sow_bits *laps, sow_bits *left,
                              const struct sow_form form)
{
    planes_copy(left, cell, form.planes);
#pragma GCC unroll 3
    for (int bit = form.laps - 1; bit >= 0; bit--) {
        unsigned seeds = (unsigned)form.lap << bit;
        laps[bit] = planes_above(left, seeds, form.planes);
        planes_subtract(left, seeds, laps[bit], form.planes);
    }
}

/** Sets `laps` and `sown` of a sowing of the count @p cell. Both are 0 in lanes where the
 *  pit is empty. */
SOW_INLINE void find_reach(const sow_bits *cell, struct sow_move *move,
                           const struct sow_form form)
{
    sow_bits left[SOW_PLANES_MAX];
    sow_bits at_least[32];
    divide_by_lap(cell, move->laps, left, form);
    planes_thermometer(left, form.lap < 16 ? 4 : 5, at_least);
    move->sown[form.ring] = bits_none();
    for (int d = 1; d <= form.lap; d++)
        move->sown[d] = at_least[d];
    for (int d = 1; d <= form.pits; d++)
        move->sown[form.ring + d] = at_least[d];
}

/** Sets @p after to @p cell plus @p laps, plus 1 in the lanes of @p one_more. */
SOW_INLINE void sow_cell(const sow_bits *cell, const sow_bits *laps, sow_bits one_more,
                         sow_bits *after, const struct sow_form form)
{
    planes_copy(after, cell, form.planes);
    planes_add_short(after, laps, form.laps, one_more, form.planes);
}

/** Sets @p after to a row after a sowing: each cell gets move->laps seeds, and one more
 *  in the lanes of its @p share. */
SOW_INLINE void sow_row(const sow_bits *row, const struct sow_move *move,
                        const sow_bits *share, sow_bits *after,
                        const struct sow_form form)
{
    for (int i = 0; i < form.pits; i++)
        sow_cell(row + i * form.planes, move->laps, share[i], after + i * form.planes,
                 form);
}

/** Sets @p after to the own row after a sowing of @p pit. The origin is empty, or gets
 *  its laps if the rules sow it. */
SOW_INLINE void sow_own_row(const sow_bits *own, const struct sow_move *move, int pit,
                            sow_bits *after, const struct sow_form form)
{
    sow_row(own, move, own_share(move, pit, form), after, form);
    sow_bits *origin = after + pit * form.planes;
    planes_clear(origin, form.planes);
    if (form.lap == form.ring)
        planes_add_short(origin, move->laps, form.laps, move->sown[form.ring],
                         form.planes);
}

/* --- captures --- */

/** Returns the lanes whose count is in the set. */
SOW_INLINE sow_bits is_member(const struct sow_cubes *set, const sow_bits *cell,
                              const struct sow_form form)
{
    sow_bits member = bits_none();
    for (int c = 0; c < set->count; c++) {
        const struct sow_cube *cube = &set->cube[c];
        int free = cube->free;
        member |=
            planes_equal(cell + free, (unsigned)cube->count >> free, form.planes - free);
    }
    return member;
}

/** Returns the lanes whose count is in the set of the form, by a table of three
 *  planes. */
SOW_INLINE sow_bits is_few(const sow_bits *cell, const struct sow_form form)
{
    return bits_in_table((unsigned)form.few, cell) &
           ~planes_nonzero(cell + SOW_FEW_PLANES, form.planes - SOW_FEW_PLANES);
}

/** Returns the lanes whose count is below 8 and a member of @p set, which has all bits
 *  set for a member. The code is the tree of bits_in_table, for a set that is not a
 *  constant. */
SOW_INLINE sow_bits is_low_member(const uint64_t set[8], const sow_bits *cell,
                                  const struct sow_form form)
{
    sow_bits found[8];
    for (int n = 0; n < 8; n++)
        found[n] = bits_none() + set[n];
    for (int b = 0; b < 3; b++)
        for (int n = 0; n < 4 >> b; n++)
            found[n] = bits_select(cell[b], found[2 * n + 1], found[2 * n]);
    return found[0] & ~planes_nonzero(cell + 3, form.planes - 3);
}

/** Returns the lanes whose count is in the set of number captures, by the fastest test
 *  that the form allows. */
SOW_INLINE sow_bits is_taken(const struct sow_plan *plan, const sow_bits *cell,
                             const struct sow_form form)
{
    return form.few != 0     ? is_few(cell, form)
           : form.takes <= 3 ? is_low_member(plan->low_taken, cell, form)
                             : is_member(&plan->number_set, cell, form);
}

/** Lanes in which the last seed falls on each pit. */
struct sow_last {
    sow_bits own[SOW_MAX_PITS];   /**< by own pit */
    sow_bits other[SOW_MAX_PITS]; /**< by pit of the other row */
};

/** Sets @p last, by pit, to the lanes in which the last seed falls there: the pit is
 *  reached and the next one is not. The origin, if it is sown, is reached last of all. */
SOW_INLINE void find_last(const struct sow_move *move, int pit, struct sow_last *last,
                          const struct sow_form form)
{
    const sow_bits *own = own_share(move, pit, form);
    const sow_bits *other = other_share(move, pit, form);
    for (int i = 0; i < form.pits; i++) {
        last->own[i] = own[i] & ~own[i + 1];
        last->other[i] = other[i] & ~other[i + 1];
    }
    last->own[pit] = move->sown[form.ring];
}

/** Captures a chain backwards along a row. It enters in the lanes @p run, and begins at
 *  pit i in the lanes last[i], unless @p last is NULL. Adds the lanes in which pit i is
 *  taken to taken[i]. Returns the lanes in which the chain leaves the row. */
SOW_INLINE sow_bits take_along(const struct sow_plan *plan, const sow_bits *row,
                               const sow_bits *last, sow_bits run, sow_bits *taken,
                               const struct sow_form form)
{
    for (int i = form.pits - 1; i >= 0; i--) {
        sow_bits start = last != NULL ? last[i] : bits_none();
        run = (start | run) & is_taken(plan, row + i * form.planes, form) & ~taken[i];
        taken[i] |= run;
        if (form.chain == SOW_CHAIN_NONE)
            run = bits_none();
    }
    return run;
}

/** Adds the pits that number captures take to own_taken and other_taken of @p move.
 *  Chains go backwards from the last pit and, if the rules say so, across both rows.
 *  @p rows has the sown board. */
SOW_INLINE void take_by_number(const struct sow_plan *plan, const struct sow_rows *rows,
                               const struct sow_last *last, struct sow_move *move,
                               const struct sow_form form)
{
    const sow_bits *own_last = form.where != SOW_WHERE_OPPONENT ? last->own : NULL;
    const sow_bits *other_last = form.where != SOW_WHERE_OWN ? last->other : NULL;
    bool across = form.chain == SOW_CHAIN_ACROSS;
    sow_bits run = bits_none();
    if (other_last != NULL)
        run = take_along(plan, rows->other, other_last, run, move->other_taken, form);
    if (!across)
        run = bits_none();
    if (own_last != NULL || across)
        run = take_along(plan, rows->own, own_last, run, move->own_taken, form);
    if (across && bits_any(run)) {
        run = take_along(plan, rows->other, NULL, run, move->other_taken, form);
        (void)take_along(plan, rows->own, NULL, run, move->own_taken, form);
    }
}

/** Returns the lanes in which a number capture has begun. */
SOW_INLINE sow_bits number_taken(const struct sow_last *last, const struct sow_move *move,
                                 const struct sow_form form)
{
    sow_bits begun = bits_none();
    for (int i = 0; i < form.pits; i++)
        begun |=
            (last->own[i] & move->own_taken[i]) | (last->other[i] & move->other_taken[i]);
    return begun;
}

/** Adds the pits of place captures to own_taken and other_taken of @p move: the last pit,
 *  the opposite one, and the preceding pairs if the rules chain. Where a number capture
 *  has begun, there is no place capture. */
SOW_INLINE void take_by_place(const struct sow_plan *plan, const struct sow_rows *rows,
                              const struct sow_last *last, struct sow_move *move,
                              const struct sow_form form)
{
    sow_bits blocked = form.where >= 0 ? number_taken(last, move, form) : bits_none();
    sow_bits run = bits_none();
    for (int i = form.pits - 1; i >= 0; i--) {
        int opposite = form.pits - 1 - i;
        const sow_bits *cell = rows->own + i * form.planes;
        sow_bits may = form.place == 1 ? planes_equal(cell, 1, form.planes)
                                       : is_member(&plan->place_set, cell, form);
        if (!form.place_any)
            may &= planes_nonzero(rows->other + opposite * form.planes, form.planes);
        run = ((last->own[i] & ~blocked) | run) & may;
        move->own_taken[i] |= run;
        move->other_taken[opposite] |= run;
        if (!form.place_chain)
            run = bits_none();
    }
}

/** Returns the lanes in which all seeds of the other row are taken (a grand slam). */
SOW_INLINE sow_bits is_slam(const sow_bits *other, const sow_bits *taken,
                            const struct sow_form form)
{
    sow_bits before = bits_none();
    sow_bits after = bits_none();
    for (int i = 0; i < form.pits; i++) {
        sow_bits occupied = planes_nonzero(other + i * form.planes, form.planes);
        before |= occupied;
        after |= occupied & ~taken[i];
    }
    return before & ~after;
}

/** Moves the seeds of the taken pits, each below 2^takes, into the gain. */
SOW_INLINE void take_row(sow_bits *row, const sow_bits *taken, sow_bits *gain,
                         const int takes, const struct sow_form form)
{
    for (int b = 0; b < takes; b++) {
        sow_bits bit[SOW_MAX_PITS];
        sow_bits count[4];
        for (int i = 0; i < form.pits; i++) {
            bit[i] = row[i * form.planes + b] & taken[i];
            row[i * form.planes + b] &= ~taken[i];
        }
        planes_count(bit, form.pits, count, 4);
        planes_add_shifted(gain, count, form.pits < 8 ? 3 : 4, b, form.planes);
    }
}

/** Finds the captures of a move and makes them in @p rows, which has the sown board. Sets
 *  the fields of @p move other than `sown` and `laps`. The gain includes the seeds sown
 *  into the store. */
SOW_INLINE void take(const struct sow_plan *plan, int pit, struct sow_move *move,
                     struct sow_rows *rows, const struct sow_form form)
{
    struct sow_last last;
    find_last(move, pit, &last, form);
    planes_clear(move->own_taken, form.pits);
    planes_clear(move->other_taken, form.pits);
    planes_clear(move->gain, form.planes);
    move->again = bits_none();
    if (form.store) {
        const sow_bits *share = &move->sown[form.pits - pit];
        planes_add_short(move->gain, move->laps, form.laps, share[0], form.planes);
        move->again = share[0] & ~share[1];
    }
    if (form.where >= 0)
        take_by_number(plan, rows, &last, move, form);
    if (form.place)
        take_by_place(plan, rows, &last, move, form);
    if (form.slam != SOW_SLAM_LEGAL)
        move->slam = is_slam(rows->other, move->other_taken, form);
    if (form.slam == SOW_SLAM_CAPTURES_NOTHING) {
        planes_keep(move->own_taken, ~move->slam, form.pits);
        planes_keep(move->other_taken, ~move->slam, form.pits);
    }
    const int takes = form.place ? form.planes : form.takes;
    if (takes_own(form))
        take_row(rows->own, move->own_taken, move->gain, takes, form);
    take_row(rows->other, move->other_taken, move->gain, takes, form);
    if (form.feeding == SOW_FEEDING_MUST)
        move->fed = row_occupied(rows->other, form);
}

/** Makes the sowing of @p pit with its captures. Sets @p move, and @p rows to the board
 *  after it. Unless @p whole, the own row of @p rows may be missing. */
SOW_INLINE void sow_and_take(const struct sow_plan *plan, const sow_bits *own,
                             const sow_bits *other, int pit, struct sow_move *move,
                             struct sow_rows *rows, bool whole,
                             const struct sow_form form)
{
    find_reach(own + pit * form.planes, move, form);
    if (whole || takes_own(form))
        sow_own_row(own, move, pit, rows->own, form);
    sow_row(other, move, other_share(move, pit, form), rows->other, form);
    take(plan, pit, move, rows, form);
}

/* --- last pit of a sowing --- */

/** A decoded count: the lanes where it is v, for v below 32, are low[v % 4] & high[v /
 *  4]. */
struct sow_decoded {
    sow_bits low[4];  /**< by remainder */
    sow_bits high[8]; /**< by quotient */
};

/** Decodes a count, so that decoded_is needs one operation for each value below 32. */
SOW_INLINE void decode(const sow_bits *cell, struct sow_decoded *decoded,
                       const struct sow_form form)
{
    const sow_bits low[3] = {cell[0], cell[1], planes_nonzero(cell + 5, form.planes - 5)};
#pragma GCC unroll 4
    for (unsigned v = 0; v < 4; v++)
        decoded->low[v] = bits_in_table(1U << v, low);
#pragma GCC unroll 8
    for (unsigned v = 0; v < 8; v++)
        decoded->high[v] = bits_in_table(1U << v, cell + 2);
}

/** Returns the lanes where the count @p cell, also given as @p decoded, is @p value. */
SOW_INLINE sow_bits decoded_is(const sow_bits *cell, const struct sow_decoded *decoded,
                               int value, const struct sow_form form)
{
    if (value < 32)
        return decoded->low[value % 4] & decoded->high[value / 4];
    return planes_equal(cell, (unsigned)value, form.planes);
}

/* --- legality --- */

/** Removes from @p legal the moves that the grand-slam and feeding rules forbid.
 *  @p starved are the lanes whose other row is empty. */
SOW_INLINE void filter_legal(const struct sow_move *moves, sow_bits *legal,
                             sow_bits starved, const struct sow_form form)
{
    if (form.slam == SOW_SLAM_ILLEGAL) {
        sow_bits choice = bits_none();
        for (int i = 0; i < form.pits; i++)
            choice |= legal[i] & ~moves[i].slam;
        for (int i = 0; i < form.pits; i++)
            legal[i] &= ~(moves[i].slam & choice);
    }
    if (form.feeding == SOW_FEEDING_MUST) {
        sow_bits choice = bits_none();
        for (int i = 0; i < form.pits; i++)
            choice |= legal[i] & moves[i].fed & starved;
        for (int i = 0; i < form.pits; i++)
            legal[i] &= moves[i].fed | ~choice;
    }
}

#endif
