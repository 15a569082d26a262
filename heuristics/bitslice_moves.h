/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * Sowing, captures and replies in bit planes: what core/game/moves.c says, for all lanes
 * at once.
 *
 * Boards are seen from who sows. The ring of places is: the sower's pits 0 .. m-1, its
 * store if that is sown, the other player's pits 0 .. m-1. A row is an array of cells,
 * cell i at planes [i * planes, (i + 1) * planes).
 */
#ifndef SOW_HEURISTICS_BITSLICE_MOVES_H
#define SOW_HEURISTICS_BITSLICE_MOVES_H

#include "bitslice_plan.h"
#include "bitslice_planes.h"

enum { SOW_ROW_PLANES = SOW_MAX_PITS * SOW_PLANES_MAX };

/** The sizes of everything: constants wherever they are known at compile time. */
struct sow_shape {
    int planes; /* of a count */
    int pits;
    int store; /* 1 if the own store is a place of the ring, else 0 */
    int ring;  /* places a sowing goes round: pits of both rows, store */
    int lap;   /* seeds of one full lap */
};

/** A board, seen from one player. */
struct sow_rows {
    sow_bits own[SOW_ROW_PLANES];
    sow_bits other[SOW_ROW_PLANES];
};

/** How far a sowing goes: every place but the origin gets `laps` seeds, and one more in
 *  the lanes of sown[place]. */
struct sow_reach {
    sow_bits sown[SOW_RING_MAX];
    sow_bits laps[SOW_PLANES_MAX];
    bool lapped; /* laps is not 0 in some lane */
};

/** Who sows what. With one origin for all lanes, its index; else a mask per pit. */
struct sow_origin {
    int pit;
    const sow_bits *mask; /* NULL: `pit` in all lanes */
};

/** What a sowing did. */
struct sow_sown {
    struct sow_rows rows;
    sow_bits gain[SOW_PLANES_MAX];
    sow_bits again;               /* the last seed went into the store */
    sow_bits slam;                /* only if the plan has `slams` */
    sow_bits taken[SOW_MAX_PITS]; /* the other player's pits that were emptied */
    sow_bits fed; /* the other row is not empty; only if the plan has `filters` */
};

/* --- sowing --- */

/** Takes a count n apart: n = laps * lap + left, 1 <= left <= lap, both 0 if n is. True
 * if some lane has full laps. */
SOW_INLINE bool divide_by_lap(const struct sow_plan *plan, const sow_bits *cell,
                              sow_bits *laps, sow_bits *left,
                              const struct sow_shape shape)
{
    bool lapped = false;
    planes_copy(left, cell, shape.planes);
    planes_clear(laps, shape.planes);
    for (int bit = plan->laps - 1; bit >= 0; bit--) {
        const struct sow_constant *seeds = &plan->lap_seeds[bit];
        sow_bits goes_round = planes_above(left, seeds, shape.planes);
        laps[bit] = goes_round;
        if (bits_any(goes_round)) {
            lapped = true;
            planes_subtract_constant(left, seeds, goes_round, shape.planes);
        }
    }
    return lapped;
}

/** Where the seeds of @p cell, the own pit @p pit, go: n = laps * lap + d, 1 <= d <= lap;
 *  the place at distance i gets one more than the others if d >= i. */
SOW_INLINE void reach_of(const struct sow_plan *plan, const sow_bits *cell, int pit,
                         struct sow_reach *reach, const struct sow_shape shape)
{
    sow_bits left[SOW_PLANES_MAX];
    reach->lapped = divide_by_lap(plan, cell, reach->laps, left, shape);
    sow_bits at_least[32];
    planes_thermometer(left, shape.lap < 16 ? 4 : 5, at_least);
    reach->sown[pit] = bits_none();
    int place = pit;
    for (int distance = 1; distance <= shape.lap; distance++) {
        place = place + 1 == shape.ring ? 0 : place + 1;
        reach->sown[place] = at_least[distance];
    }
}

/** cell += laps + one_more. */
SOW_INLINE void sow_cell(const struct sow_plan *plan, sow_bits *cell, sow_bits one_more,
                         const struct sow_reach *reach, const sow_bits *laps,
                         const struct sow_shape shape)
{
    if (!reach->lapped)
        planes_add_bit(cell, one_more, shape.planes);
    else if (plan->laps <= SOW_SMALL_PLANES)
        planes_add_short(cell, laps, SOW_SMALL_PLANES, one_more, shape.planes);
    else
        planes_add_short(cell, laps, shape.planes, one_more, shape.planes);
}

SOW_INLINE void sow_own_row(const struct sow_plan *plan, const sow_bits *own,
                            const struct sow_reach *reach, struct sow_origin origin,
                            sow_bits *after, const struct sow_shape shape)
{
    bool skipped = shape.lap < shape.ring;
    for (int i = 0; i < shape.pits; i++) {
        sow_bits *cell = after + i * shape.planes;
        planes_copy(cell, own + i * shape.planes, shape.planes);
        sow_bits laps[SOW_PLANES_MAX];
        planes_copy(laps, reach->laps, shape.planes);
        if (origin.mask != NULL) {
            planes_keep(cell, ~origin.mask[i], shape.planes);
            if (skipped)
                planes_keep(laps, ~origin.mask[i], shape.planes);
        }
        sow_cell(plan, cell, reach->sown[i], reach, laps, shape);
    }
    if (origin.mask == NULL) {
        sow_bits *cell = after + origin.pit * shape.planes;
        planes_clear(cell, shape.planes);
        if (!skipped)
            sow_cell(plan, cell, reach->sown[origin.pit], reach, reach->laps, shape);
    }
}

SOW_INLINE void sow_other_row(const struct sow_plan *plan, const sow_bits *other,
                              const struct sow_reach *reach, sow_bits *after,
                              const struct sow_shape shape)
{
    const sow_bits *sown = reach->sown + shape.pits + shape.store;
    for (int i = 0; i < shape.pits; i++) {
        sow_bits *cell = after + i * shape.planes;
        planes_copy(cell, other + i * shape.planes, shape.planes);
        sow_cell(plan, cell, sown[i], reach, reach->laps, shape);
    }
}

/* --- captures --- */

/** Lanes whose count is in a set of counts below 8: its table, looked up by a tree of
 *  selections. */
SOW_INLINE sow_bits is_small_member(const struct sow_cubes *set, const sow_bits *cell,
                                    const struct sow_shape shape)
{
    sow_bits found[SOW_SMALL / 2];
    for (int i = 0; i < SOW_SMALL / 2; i++)
        found[i] = bits_select(cell[0], bits_none() ^ set->table[2 * i + 1],
                               bits_none() ^ set->table[2 * i]);
    found[0] = bits_select(cell[1], found[1], found[0]);
    found[2] = bits_select(cell[1], found[3], found[2]);
    found[0] = bits_select(cell[2], found[2], found[0]);
    sow_bits large = bits_none();
    for (int b = SOW_SMALL_PLANES; b < shape.planes; b++)
        large |= cell[b];
    return found[0] & ~large;
}

/** Lanes whose count is in the set. */
SOW_INLINE sow_bits is_member(const struct sow_cubes *set, const sow_bits *cell,
                              const struct sow_shape shape)
{
    if (set->small)
        return is_small_member(set, cell, shape);
    sow_bits member = bits_none();
    for (int c = 0; c < set->count; c++) {
        const struct sow_cube *cube = &set->cube[c];
        sow_bits in_cube = bits_all();
        for (int b = cube->free; b < shape.planes; b++)
            in_cube &= cell[b] ^ cube->count.zero[b];
        member |= in_cube;
    }
    return member;
}

/** The pits that a sowing takes from, as lanes. */
struct sow_taken {
    sow_bits own[SOW_MAX_PITS];
    sow_bits other[SOW_MAX_PITS];
};

/** Lanes in which the last seed falls on each place: it is reached, the next is not. The
 *  origin is reached last of all, if at all. */
SOW_INLINE void last_places(const struct sow_reach *reach, struct sow_origin origin,
                            sow_bits *last, const struct sow_shape shape)
{
    for (int place = 0; place < shape.ring; place++) {
        int next = place + 1 == shape.ring ? 0 : place + 1;
        last[place] = reach->sown[place] & ~reach->sown[next];
        if (origin.mask != NULL && place < shape.pits)
            last[place] |= reach->sown[place] & origin.mask[place];
    }
    if (origin.mask == NULL)
        last[origin.pit] = reach->sown[origin.pit];
}

/** A capture runs backwards along one row: in the lanes of `run` it comes to a pit, and
 *  takes it if that is a member. Returns the lanes in which it leaves the row. */
SOW_INLINE sow_bits take_along(const struct sow_plan *plan, const sow_bits *row,
                               const sow_bits *last, sow_bits run, sow_bits *taken,
                               const struct sow_shape shape)
{
    bool chain = plan->rules->number_chain != SOW_CHAIN_NONE;
    for (int i = shape.pits - 1; i >= 0; i--) {
        sow_bits start = last != NULL ? last[i] : bits_none();
        run = (start | run) & is_member(&plan->number_set, row + i * shape.planes, shape);
        run &= ~taken[i];
        taken[i] |= run;
        if (!chain)
            run = bits_none();
    }
    return run;
}

SOW_INLINE void take_by_number(const struct sow_plan *plan, const struct sow_rows *rows,
                               const sow_bits *last, struct sow_taken *taken,
                               const struct sow_shape shape)
{
    const struct sow_rules *rules = plan->rules;
    const sow_bits *own_last = rules->number_where != SOW_WHERE_OPPONENT ? last : NULL;
    const sow_bits *other_last =
        rules->number_where != SOW_WHERE_OWN ? last + shape.pits + shape.store : NULL;
    bool across = rules->number_chain == SOW_CHAIN_ACROSS;
    sow_bits run = bits_none();
    if (other_last != NULL)
        run = take_along(plan, rows->other, other_last, run, taken->other, shape);
    if (!across)
        run = bits_none();
    if (own_last != NULL || across)
        run = take_along(plan, rows->own, own_last, run, taken->own, shape);
    if (across && bits_any(run)) {
        run = take_along(plan, rows->other, NULL, run, taken->other, shape);
        (void)take_along(plan, rows->own, NULL, run, taken->own, shape);
    }
}

/** Lanes in which a number capture has begun. */
SOW_INLINE sow_bits number_taken(const struct sow_plan *plan, const sow_bits *last,
                                 const struct sow_taken *taken)
{
    sow_bits begun = bits_none();
    for (int i = 0; i < plan->pits; i++)
        begun |= (last[i] & taken->own[i]) |
                 (last[plan->pits + plan->store + i] & taken->other[i]);
    return begun;
}

/** A last own pit and the one opposite, and the preceding ones if the rules chain. */
SOW_INLINE void take_by_place(const struct sow_plan *plan, const struct sow_rows *rows,
                              const sow_bits *last, struct sow_taken *taken,
                              const struct sow_shape shape)
{
    const struct sow_rules *rules = plan->rules;
    sow_bits blocked = plan->number ? number_taken(plan, last, taken) : bits_none();
    sow_bits run = bits_none();
    for (int i = shape.pits - 1; i >= 0; i--) {
        int opposite = shape.pits - 1 - i;
        sow_bits may = is_member(&plan->place_set, rows->own + i * shape.planes, shape);
        if (rules->place_opposite_empty == SOW_EMPTY_TAKES_NOTHING)
            may &= planes_nonzero(rows->other + opposite * shape.planes, shape.planes);
        run = ((last[i] & ~blocked) | run) & may;
        taken->own[i] |= run;
        taken->other[opposite] |= run;
        if (!rules->place_chain)
            run = bits_none();
    }
}

/** Lanes in which all that the other row holds is taken. */
SOW_INLINE sow_bits is_slam(const sow_bits *other, const sow_bits *taken,
                            const struct sow_shape shape)
{
    sow_bits before = bits_none();
    sow_bits after = bits_none();
    for (int i = 0; i < shape.pits; i++) {
        sow_bits occupied = planes_nonzero(other + i * shape.planes, shape.planes);
        before |= occupied;
        after |= occupied & ~taken[i];
    }
    return before & ~after;
}

/** Moves the seeds of the taken pits, below 2^count each, to the gain. */
SOW_INLINE void take_row(sow_bits *row, const sow_bits *taken, sow_bits *gain,
                         const int count, const struct sow_shape shape)
{
    sow_bits sum[SOW_PLANES_MAX];
    planes_copy(sum, gain, shape.planes);
    for (int i = 0; i < shape.pits; i++) {
        sow_bits *cell = row + i * shape.planes;
        planes_add_masked(sum, cell, count, taken[i], shape.planes);
        planes_keep(cell, ~taken[i], shape.planes);
    }
    planes_copy(gain, sum, shape.planes);
}

/** Captures after a sowing has been laid out in sown->rows; sets the rest of @p sown. */
SOW_INLINE void take(const struct sow_plan *plan, const struct sow_reach *reach,
                     struct sow_origin origin, struct sow_sown *sown,
                     const struct sow_shape shape)
{
    const struct sow_rules *rules = plan->rules;
    sow_bits last[SOW_RING_MAX];
    last_places(reach, origin, last, shape);
    planes_clear(sown->gain, shape.planes);
    sown->again = sown->slam = sown->fed = bits_none();
    if (shape.store) {
        sow_cell(plan, sown->gain, reach->sown[shape.pits], reach, reach->laps, shape);
        sown->again = last[shape.pits];
    }
    struct sow_taken taken;
    for (int i = 0; i < shape.pits; i++)
        taken.own[i] = taken.other[i] = bits_none();
    if (plan->number)
        take_by_number(plan, &sown->rows, last, &taken, shape);
    if (plan->place)
        take_by_place(plan, &sown->rows, last, &taken, shape);
    if (plan->slams) {
        sown->slam = is_slam(sown->rows.other, taken.other, shape);
        for (int i = 0; i < shape.pits; i++)
            if (rules->grand_slam == SOW_SLAM_CAPTURES_NOTHING) {
                taken.own[i] &= ~sown->slam;
                taken.other[i] &= ~sown->slam;
            }
    }
    planes_copy(sown->taken, taken.other, shape.pits);
    bool own_too = plan->place || rules->number_where != SOW_WHERE_OPPONENT ||
                   rules->number_chain == SOW_CHAIN_ACROSS;
    if (own_too)
        take_row(sown->rows.own, taken.own, sown->gain, shape.planes, shape);
    if (plan->small_takes)
        take_row(sown->rows.other, taken.other, sown->gain, SOW_SMALL_PLANES, shape);
    else
        take_row(sown->rows.other, taken.other, sown->gain, shape.planes, shape);
}

SOW_INLINE sow_bits row_occupied(const sow_bits *row, const struct sow_shape shape)
{
    return planes_nonzero(row, shape.pits * shape.planes);
}

/** One sowing with its captures. */
SOW_INLINE void sow_and_take(const struct sow_plan *plan, const sow_bits *own,
                             const sow_bits *other, const struct sow_reach *reach,
                             struct sow_origin origin, struct sow_sown *sown,
                             const struct sow_shape shape)
{
    sow_own_row(plan, own, reach, origin, sown->rows.own, shape);
    sow_other_row(plan, other, reach, sown->rows.other, shape);
    take(plan, reach, origin, sown, shape);
    if (plan->filters)
        sown->fed = row_occupied(sown->rows.other, shape);
}

/* --- legality --- */

/** Of the moves @p legal, those the grand-slam and feeding rules leave. @p slam and @p
 * fed say of each what it does; @p starved are the lanes whose other row is empty. */
SOW_INLINE void filter_legal(const struct sow_plan *plan, sow_bits *legal,
                             const sow_bits *slam, const sow_bits *fed, sow_bits starved)
{
    if (plan->rules->grand_slam == SOW_SLAM_ILLEGAL) {
        sow_bits choice = bits_none();
        for (int i = 0; i < plan->pits; i++)
            choice |= legal[i] & ~slam[i];
        for (int i = 0; i < plan->pits; i++)
            legal[i] &= ~(slam[i] & choice);
    }
    if (plan->rules->feeding == SOW_FEEDING_MUST) {
        sow_bits choice = bits_none();
        for (int i = 0; i < plan->pits; i++)
            choice |= legal[i] & fed[i] & starved;
        for (int i = 0; i < plan->pits; i++)
            legal[i] &= fed[i] | ~choice;
    }
}

#endif
