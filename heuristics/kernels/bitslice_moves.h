/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * Sowing and captures in bit planes: what core/game/moves.c says, for all lanes at once.
 *
 * Boards are seen from who sows. The ring of places is: the sower's pits 0 .. m-1, its
 * store if that is sown, the other player's pits 0 .. m-1. A row is an array of cells,
 * cell i at planes [i * planes, (i + 1) * planes).
 *
 * The pit that is sown from is an argument, the same in all lanes, and one piece of code
 * serves all pits. That is why a sowing is kept by distance: six pits' worth of code
 * would not fit the processor's cache of instructions.
 */
#ifndef SOW_HEURISTICS_BITSLICE_MOVES_H
#define SOW_HEURISTICS_BITSLICE_MOVES_H

#include "bitslice_plan.h"
#include "bitslice_planes.h"

enum {
    SOW_ROW_PLANES = SOW_MAX_PITS * SOW_PLANES_MAX,
    SOW_FEW_MOST = 4, /* seeds taken from a pit by captures of few seeds */
    SOW_FEW_PLANES = 3,
    /* Where 32 registers pay a loop over all pits without a jump, 16 do not. */
    SOW_UNROLL = SOW_LANES == 512 ? SOW_MAX_PITS / 2 : 1
};

/** A board, seen from one player. */
struct sow_rows {
    sow_bits own[SOW_ROW_PLANES];
    sow_bits other[SOW_ROW_PLANES];
};

/**
 * One candidate move in all lanes. Every place gets `laps` seeds (the origin only if it
 * is sown), and the place at distance d one more in the lanes of sown[d]: a pit of 14
 * seeds where a lap is 11 has laps = 1 and sown[1], [2], [3] set.
 *
 * sown[ring] is the origin, and after it the list goes on with the first distances once
 * more: whatever the pit, own pit i is sown[ring - pit + i].
 */
struct sow_move {
    sow_bits sown[SOW_RING_MAX + SOW_MAX_PITS + 1];
    sow_bits laps[SOW_PLANES_MAX];
    sow_bits own_taken[SOW_MAX_PITS]; /**< own pits that were emptied; see takes_own */
    sow_bits other_taken[SOW_MAX_PITS];
    sow_bits gain[SOW_PLANES_MAX];
    sow_bits again; /**< the last seed went into the store */
    sow_bits slam;  /**< all that the other row held is taken; only if slams matter */
    sow_bits fed;   /**< the other row is not empty; only if players must feed */
};

/** The shares of both rows in move->sown. */
SOW_INLINE const sow_bits *own_share(const struct sow_move *move, int pit,
                                     const struct sow_form form)
{
    return move->sown + form.ring - pit;
}

SOW_INLINE const sow_bits *other_share(const struct sow_move *move, int pit,
                                       const struct sow_form form)
{
    return move->sown + form.pits + form.store - pit;
}

SOW_INLINE bool takes_own(const struct sow_form form)
{
    return form.place || form.where >= SOW_WHERE_OWN || form.chain == SOW_CHAIN_ACROSS;
}

SOW_INLINE bool has_filters(const struct sow_form form)
{
    return form.slam == SOW_SLAM_ILLEGAL || form.feeding == SOW_FEEDING_MUST;
}

SOW_INLINE sow_bits row_occupied(const sow_bits *row, const struct sow_form form)
{
    return planes_nonzero(row, form.pits * form.planes);
}

/* --- sowing --- */

/** Takes a count n apart: n = laps * lap + left, 1 <= left <= lap, both 0 if n is. */
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

/** after = cell + laps + one_more. */
SOW_INLINE void sow_cell(const sow_bits *cell, const sow_bits *laps, sow_bits one_more,
                         sow_bits *after, const struct sow_form form)
{
    planes_copy(after, cell, form.planes);
    planes_add_short(after, laps, form.laps, one_more, form.planes);
}

/** The same for a row. */
SOW_INLINE void sow_row(const sow_bits *row, const struct sow_move *move,
                        const sow_bits *share, sow_bits *after,
                        const struct sow_form form)
{
    for (int i = 0; i < form.pits; i++)
        sow_cell(row + i * form.planes, move->laps, share[i], after + i * form.planes,
                 form);
}

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

/** Lanes whose count is in the set. */
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

/** Lanes whose count is in the set that the form knows: a table of three planes. */
SOW_INLINE sow_bits is_few(const sow_bits *cell, const struct sow_form form)
{
    return bits_in_table((unsigned)form.few, cell) &
           ~planes_nonzero(cell + SOW_FEW_PLANES, form.planes - SOW_FEW_PLANES);
}

/** Lanes whose count is one of 0 to 7 that @p set has: the tree of bits_in_table, with a
 *  set that is no constant. */
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

/** Lanes whose count captures. */
SOW_INLINE sow_bits is_taken(const struct sow_plan *plan, const sow_bits *cell,
                             const struct sow_form form)
{
    return form.few != 0     ? is_few(cell, form)
           : form.takes <= 3 ? is_low_member(plan->low_taken, cell, form)
                             : is_member(&plan->number_set, cell, form);
}

/** Lanes in which the last seed falls on each pit. */
struct sow_last {
    sow_bits own[SOW_MAX_PITS];
    sow_bits other[SOW_MAX_PITS];
};

/** A place is reached and the next is not; the origin is reached last of all, if at all.
 */
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

/** A capture runs backwards along one row: in the lanes of `run` it comes to a pit, and
 *  takes it if that is a member. Returns the lanes in which it leaves the row. */
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

/** Lanes in which a number capture has begun. */
SOW_INLINE sow_bits number_taken(const struct sow_last *last, const struct sow_move *move,
                                 const struct sow_form form)
{
    sow_bits begun = bits_none();
    for (int i = 0; i < form.pits; i++)
        begun |=
            (last->own[i] & move->own_taken[i]) | (last->other[i] & move->other_taken[i]);
    return begun;
}

/** A last own pit and the one opposite, and the preceding ones if the rules chain. */
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

/** Lanes in which all that the other row holds is taken. */
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

/** Moves the seeds of the taken pits, below 2^takes each, to the gain. */
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

/** Finds what is taken and takes it from @p rows, in which the sowing is laid out. */
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

/** One sowing with its captures; @p rows is the board after it. Without @p whole that of
 *  the own row may be missing. */
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

/* --- where a pit's last seed falls --- */

/** Lanes where a cell is v, for v below 32, as low[v % 4] & high[v / 4]. */
struct sow_decoded {
    sow_bits low[4];
    sow_bits high[8];
};

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

/** Lanes where the cell, @p decoded, is @p value. */
SOW_INLINE sow_bits decoded_is(const sow_bits *cell, const struct sow_decoded *decoded,
                               int value, const struct sow_form form)
{
    if (value < 32)
        return decoded->low[value % 4] & decoded->high[value / 4];
    return planes_equal(cell, (unsigned)value, form.planes);
}

/* --- legality --- */

/** Of the moves @p legal, those the grand-slam and feeding rules leave; @p starved are
 *  the lanes whose other row is empty. */
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
