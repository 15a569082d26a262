/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * The greatest gain of a reply (H6) in bit planes: what sow_threat says, for all lanes at
 * once. `own` is the row of who replies. Where the rules allow it no reply is sown: which
 * pits can be reached, and what would be captured there, is enough.
 */
#ifndef SOW_HEURISTICS_BITSLICE_REPLIES_H
#define SOW_HEURISTICS_BITSLICE_REPLIES_H

#include "bitslice_moves.h"

/** Any rules: sows every pit of @p own. */
SOW_INLINE void threat_by_sowing(const struct sow_plan *plan, const sow_bits *own,
                                 const sow_bits *other, sow_bits *threat,
                                 const struct sow_shape shape)
{
    sow_bits gain[SOW_MAX_PITS][SOW_PLANES_MAX];
    sow_bits legal[SOW_MAX_PITS];
    sow_bits slam[SOW_MAX_PITS];
    sow_bits fed[SOW_MAX_PITS];
    for (int pit = 0; pit < shape.pits; pit++) {
        struct sow_reach reach;
        struct sow_sown sown;
        const sow_bits *cell = own + pit * shape.planes;
        reach_of(plan, cell, pit, &reach, shape);
        sow_and_take(plan, own, other, &reach, (struct sow_origin){.pit = pit}, &sown,
                     shape);
        planes_copy(gain[pit], sown.gain, shape.planes);
        legal[pit] = planes_nonzero(cell, shape.planes);
        slam[pit] = sown.slam;
        fed[pit] = sown.fed;
    }
    if (plan->filters)
        filter_legal(plan, legal, slam, fed, ~row_occupied(other, shape));
    planes_clear(threat, shape.planes);
    for (int pit = 0; pit < shape.pits; pit++)
        planes_raise(threat, gain[pit], legal[pit], shape.planes);
}

/* --- captures in one row: by where a reply ends --- */

enum { SOW_LAP_MAX = 2 * SOW_MAX_PITS };

/**
 * The row that will reply, its counts taken apart once a ply: full laps, and a rest of 1
 * .. lap of which rest[pit][d] has the lanes where it is d. One more seed moves the rest
 * on by one, round from lap to 1. An empty pit has the rest `lap` and no lap to add when
 * that goes round; rest[pit][0] = rest[pit][lap].
 */
struct sow_parted {
    sow_bits rest[SOW_MAX_PITS][SOW_LAP_MAX + 1];
    sow_bits laps[SOW_MAX_PITS][SOW_PLANES_MAX];
    sow_bits empty[SOW_MAX_PITS];
};

SOW_INLINE void part_row(const struct sow_plan *plan, const sow_bits *row,
                         struct sow_parted *parted, const struct sow_shape shape)
{
    for (int pit = 0; pit < shape.pits; pit++) {
        const sow_bits *cell = row + pit * shape.planes;
        sow_bits left[SOW_PLANES_MAX];
        sow_bits at_least[32];
        sow_bits *rest = parted->rest[pit];
        (void)divide_by_lap(plan, cell, parted->laps[pit], left, shape);
        planes_thermometer(left, shape.lap < 16 ? 4 : 5, at_least);
        parted->empty[pit] = ~at_least[1];
        for (int d = 1; d < shape.lap; d++)
            rest[d] = at_least[d] & ~at_least[d + 1];
        rest[0] = rest[shape.lap] = at_least[shape.lap] | parted->empty[pit];
    }
}

/** A row that may reply: sow_parted after a move, less what the move's last seed adds. */
struct sow_replies {
    const sow_bits *rest[SOW_MAX_PITS]; /* one more if in `one_more` */
    sow_bits moved[SOW_MAX_PITS][SOW_LAP_MAX + 1];
    const sow_bits *one_more;
    sow_bits by_laps[3][SOW_MAX_PITS]; /* the pits that make 0, 1, more full laps */
    sow_bits laps[SOW_PLANES_MAX];     /* of those with more; a lane has one number */
};

/** Moves the rests on by @p seeds, at most a lap, in the lanes of @p mask. Returns the
 *  lanes in which they go round. */
SOW_INLINE sow_bits move_on(const sow_bits *rest, sow_bits *moved, int seeds,
                            sow_bits mask, const struct sow_shape shape)
{
    sow_bits before[SOW_LAP_MAX + 1];
    sow_bits round = bits_none();
    planes_copy(before, rest, shape.lap + 1);
    for (int d = 1; d <= shape.lap; d++) {
        int from = d - seeds;
        if (from <= 0) {
            from += shape.lap;
            round |= before[from];
        }
        moved[d] = bits_select(mask, before[from], before[d]);
    }
    moved[0] = moved[shape.lap];
    return round & mask;
}

/** What @p pit can reply after the move @p sown, which went as far as @p reach. */
SOW_INLINE void set_reply(const struct sow_parted *parted, const struct sow_reach *reach,
                          const struct sow_sown *sown, int pit,
                          struct sow_replies *replies, const int count,
                          const struct sow_shape shape)
{
    sow_bits laps[SOW_PLANES_MAX];
    planes_copy(laps, parted->laps[pit], count);
    sow_bits empty = parted->empty[pit];
    const sow_bits *rest = parted->rest[pit];
    for (int bit = 0; bit < count && reach->lapped; bit++) {
        sow_bits mask = reach->laps[bit];
        if (!bits_any(mask))
            continue;
        sow_bits round = move_on(rest, replies->moved[pit], 1 << bit, mask, shape);
        rest = replies->moved[pit];
        planes_add_bit(laps, round & ~empty, count);
        empty &= ~mask;
    }
    sow_bits one_more = reach->sown[shape.pits + pit];
    planes_add_bit(laps, one_more & rest[0] & ~empty, count);
    sow_bits some = ~(sown->taken[pit] | (empty & ~one_more));
    sow_bits many = planes_nonzero(laps + 1, count - 1) & some;
    replies->rest[pit] = rest;
    replies->by_laps[0][pit] = some & ~(laps[0] | many);
    replies->by_laps[1][pit] = some & laps[0] & ~many;
    replies->by_laps[2][pit] = many;
    for (int b = 0; b < count; b++)
        replies->laps[b] |= laps[b] & many;
}

/** reached[q][i] = lanes in which some pit replies with q laps and ends on pit i. */
SOW_INLINE void find_landings(const struct sow_replies *replies,
                              sow_bits reached[3][SOW_MAX_PITS],
                              const struct sow_shape shape)
{
    for (int i = 0; i < shape.pits; i++) {
        sow_bits by_laps[3] = {bits_none(), bits_none(), bits_none()};
        for (int pit = 0; pit < shape.pits; pit++) {
            const sow_bits *rest = replies->rest[pit] + shape.pits - pit + i;
            sow_bits hit = bits_select(replies->one_more[pit], rest[-1], rest[0]);
            for (int q = 0; q < 3; q++)
                by_laps[q] |= hit & replies->by_laps[q][pit];
        }
        for (int q = 0; q < 3; q++)
            reached[q][i] = by_laps[q];
    }
}

/** Numbers of planes of what a reply is about. */
struct sow_widths {
    int laps;  /* full laps */
    int takes; /* what is captured from one pit */
    int total; /* from all */
};

/** threat = the greater of itself and the capture chains that end where @p reached says,
 *  after @p laps more seeds (NULL: none) and one for every pit on the way. */
SOW_INLINE void raise_by_chains(const struct sow_plan *plan, const sow_bits *other,
                                const sow_bits *reached, const sow_bits *laps,
                                sow_bits *threat, const int count,
                                const struct sow_widths widths,
                                const struct sow_shape shape)
{
    bool chain = plan->rules->number_chain != SOW_CHAIN_NONE;
    sow_bits taken[SOW_PLANES_MAX];
    planes_clear(taken, widths.total);
    for (int i = 0; i < shape.pits; i++) {
        sow_bits cell[SOW_PLANES_MAX];
        planes_copy(cell, other + i * shape.planes, shape.planes);
        if (laps != NULL)
            planes_add_short(cell, laps, count, bits_none(), shape.planes);
        if (!chain)
            planes_clear(taken, widths.total);
        planes_add_short(taken, cell, widths.takes, bits_all(), widths.total);
        planes_keep(taken, is_member(&plan->reply_set, cell, shape), widths.total);
        planes_raise(threat, taken, reached[i], widths.total);
    }
}

/**
 * Captures within the other row: a reply with q full laps adds q + 1 seeds to every pit
 * of that row up to its last, so what it takes depends only on q and on where it ends.
 * So: which pits can be reached with how many laps, one capture chain for each, the
 * greatest.
 */
SOW_INLINE void threat_by_landing(const struct sow_plan *plan,
                                  const struct sow_parted *parted,
                                  const struct sow_reach *reach,
                                  const struct sow_sown *sown, sow_bits *threat,
                                  const struct sow_widths widths,
                                  const struct sow_shape shape)
{
    struct sow_replies replies;
    sow_bits reached[3][SOW_MAX_PITS];
    replies.one_more = reach->sown + shape.pits;
    planes_clear(replies.laps, widths.laps);
    for (int pit = 0; pit < shape.pits; pit++)
        set_reply(parted, reach, sown, pit, &replies, widths.laps, shape);
    find_landings(&replies, reached, shape);
    sow_bits best[SOW_PLANES_MAX];
    planes_clear(best, shape.planes);
    const sow_bits *row = sown->rows.own;
    const sow_bits once[1] = {bits_all()};
    raise_by_chains(plan, row, reached[0], NULL, best, 0, widths, shape);
    if (bits_any(planes_nonzero(reached[1], shape.pits)))
        raise_by_chains(plan, row, reached[1], once, best, 1, widths, shape);
    if (bits_any(planes_nonzero(reached[2], shape.pits)))
        raise_by_chains(plan, row, reached[2], replies.laps, best, widths.laps, widths,
                        shape);
    planes_copy(threat, best, shape.planes);
}

/* --- captures of single seeds --- */

/** Lanes where a cell is v, for v below 4 * highs, as is_low[v % 4] & is_high[v / 4]. */
struct sow_decoded {
    sow_bits is_low[4];
    sow_bits is_high[8];
};

/** All combinations of two planes, in the lanes of @p mask. */
SOW_INLINE void decode_pair(const sow_bits *pair, sow_bits mask, sow_bits is[4])
{
    is[0] = mask & ~(pair[0] | pair[1]);
    is[1] = mask & (pair[0] & ~pair[1]);
    is[2] = mask & (pair[1] & ~pair[0]);
    is[3] = mask & (pair[0] & pair[1]);
}

SOW_INLINE void decode(const sow_bits *cell, struct sow_decoded *decoded,
                       const struct sow_shape shape)
{
    sow_bits small = bits_all();
    for (int b = 5; b < shape.planes; b++)
        small &= ~cell[b];
    decode_pair(cell, bits_all(), decoded->is_low);
    decode_pair(cell + 2, small & ~cell[4], decoded->is_high);
    if (shape.lap >= 16)
        decode_pair(cell + 2, small & cell[4], decoded->is_high + 4);
}

SOW_INLINE sow_bits decoded_is(const struct sow_decoded *decoded, int value)
{
    return decoded->is_low[value % 4] & decoded->is_high[value / 4];
}

/** Places of the ring that some own pit reaches exactly, without a full lap. */
SOW_INLINE void ring_landings(const sow_bits *own, sow_bits *reached,
                              const struct sow_shape shape)
{
    for (int place = 0; place < shape.ring; place++)
        reached[place] = bits_none();
    for (int pit = 0; pit < shape.pits; pit++) {
        struct sow_decoded decoded;
        decode(own + pit * shape.planes, &decoded, shape);
        int place = pit;
        for (int distance = 1; distance <= shape.lap; distance++) {
            place = place + 1 == shape.ring ? 0 : place + 1;
            reached[place] |= decoded_is(&decoded, distance);
        }
    }
}

/**
 * Captures of single seeds anywhere, across rows: a reply takes the run of empty pits
 * that ends where it lands; the pit it came from was not empty, so no run passes it.
 * After a full lap no pit holds a single seed.
 */
SOW_INLINE void threat_of_singles(const sow_bits *own, const sow_bits *other,
                                  sow_bits *threat, const struct sow_shape shape)
{
    enum { RUN_PLANES = 5 };
    sow_bits reached[2 * SOW_MAX_PITS];
    ring_landings(own, reached, shape);
    sow_bits run[RUN_PLANES];
    planes_clear(run, RUN_PLANES);
    sow_bits empty[2 * SOW_MAX_PITS];
    for (int i = 0; i < shape.pits; i++) {
        empty[i] = ~planes_nonzero(own + i * shape.planes, shape.planes);
        empty[shape.pits + i] = ~planes_nonzero(other + i * shape.planes, shape.planes);
    }
    sow_bits tail = bits_all();
    for (int place = shape.ring - 1; place >= 0; place--) {
        tail &= empty[place];
        planes_add_bit(run, tail, RUN_PLANES);
    }
    planes_clear(threat, shape.planes);
    for (int place = 0; place < shape.ring; place++) {
        planes_add_bit(run, empty[place], RUN_PLANES);
        planes_keep(run, empty[place], RUN_PLANES);
        planes_raise(threat, run, reached[place], RUN_PLANES);
    }
}

/* --- captures opposite to a single seed --- */

/**
 * Where sowing includes the store and the origin, and a last seed that is alone in an own
 * pit takes the opposite one. Without a full lap, a reply that ends beyond its origin has
 * not left the row: it takes 1 + what is opposite. One that comes round, up to its origin
 * again, has added one to the store and to the opposite pit. After more than a lap no pit
 * holds a single seed, and the store's share is all the gain.
 */
SOW_INLINE void threat_of_places(const struct sow_plan *plan, const sow_bits *own,
                                 const sow_bits *other, sow_bits *threat,
                                 const struct sow_shape shape)
{
    sow_bits beyond[SOW_MAX_PITS];    /* lanes in which some reply ends on the pit */
    sow_bits round[SOW_MAX_PITS];     /* after coming round */
    sow_bits on_origin[SOW_MAX_PITS]; /* on its origin */
    planes_clear(beyond, shape.pits);
    planes_clear(round, shape.pits);
    planes_clear(threat, shape.planes);
    for (int pit = 0; pit < shape.pits; pit++) {
        sow_bits left[SOW_PLANES_MAX];
        sow_bits gain[SOW_PLANES_MAX];
        sow_bits at_least[32];
        (void)divide_by_lap(plan, own + pit * shape.planes, gain, left, shape);
        sow_bits short_of_lap = ~planes_nonzero(gain, shape.planes);
        planes_thermometer(left, shape.lap < 16 ? 4 : 5, at_least);
        planes_add_bit(gain, at_least[shape.pits - pit], shape.planes);
        planes_raise(threat, gain, bits_all(), shape.planes);
        for (int i = pit + 1; i < shape.pits; i++)
            beyond[i] |= at_least[i - pit] & ~at_least[i - pit + 1] & short_of_lap;
        for (int i = 0; i < pit; i++) {
            int distance = shape.lap - pit + i;
            round[i] |= at_least[distance] & ~at_least[distance + 1] & short_of_lap;
        }
        on_origin[pit] = at_least[shape.lap] & short_of_lap;
    }
    bool any_opposite = plan->rules->place_opposite_empty != SOW_EMPTY_TAKES_NOTHING;
    for (int i = 0; i < shape.pits; i++) {
        sow_bits empty = ~planes_nonzero(own + i * shape.planes, shape.planes);
        sow_bits take[SOW_PLANES_MAX];
        planes_copy(take, other + (shape.pits - 1 - i) * shape.planes, shape.planes);
        if (!any_opposite)
            beyond[i] &= planes_nonzero(take, shape.planes);
        planes_add_bit(take, bits_all(), shape.planes);
        planes_raise(threat, take, beyond[i] & empty, shape.planes);
        round[i] = (round[i] & empty) | on_origin[i];
        if (!bits_any(round[i]))
            continue;
        planes_add_bit(take + 1, bits_all(), shape.planes - 1);
        planes_raise(threat, take, round[i], shape.planes);
    }
}

/** H6 of the move @p sown, which went as far as @p reach; @p parted is the other row
 *  before it, if the plan finds threats by landing. */
SOW_INLINE void threat_of(const struct sow_plan *plan, const struct sow_parted *parted,
                          const struct sow_reach *reach, const struct sow_sown *sown,
                          sow_bits *threat, const struct sow_shape shape)
{
    const struct sow_rows *rows = &sown->rows;
    const struct sow_widths small = {SOW_SMALL_PLANES, SOW_SMALL_PLANES,
                                     SOW_SMALL_THREAT_PLANES};
    const struct sow_widths any = {shape.planes, shape.planes, shape.planes};
    switch (plan->threat) {
    case SOW_THREAT_BY_SOWING:
        threat_by_sowing(plan, rows->other, rows->own, threat, shape);
        break;
    case SOW_THREAT_BY_LANDING:
        if (plan->small_threats)
            threat_by_landing(plan, parted, reach, sown, threat, small, shape);
        else
            threat_by_landing(plan, parted, reach, sown, threat, any, shape);
        break;
    case SOW_THREAT_OF_SINGLES:
        threat_of_singles(rows->other, rows->own, threat, shape);
        break;
    case SOW_THREAT_OF_PLACES:
        threat_of_places(plan, rows->other, rows->own, threat, shape);
        break;
    }
}

#endif
