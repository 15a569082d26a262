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

/** Where the replies of all pits end in the other row. Row 0 has those without a full
 * lap; in the others each lane has a number of full laps, so that two pits of a lane that
 * make different numbers of laps are in different rows. */
struct sow_landings {
    int rows;
    sow_bits reached[SOW_MAX_PITS + 1][SOW_MAX_PITS];
    sow_bits laps[SOW_MAX_PITS + 1][SOW_PLANES_MAX];
    sow_bits used[SOW_MAX_PITS + 1]; /* lanes whose number of laps is set */
};

SOW_INLINE void begin_row(struct sow_landings *landings, const struct sow_shape shape)
{
    int row = landings->rows++;
    landings->used[row] = bits_none();
    planes_clear(landings->laps[row], shape.planes);
    for (int i = 0; i < shape.pits; i++)
        landings->reached[row][i] = bits_none();
}

/** Files the landings `hit` of a pit that makes `laps` full laps in the lanes of
 * `lapped`. */
SOW_INLINE void file_lapped(struct sow_landings *landings, const sow_bits *hit,
                            const sow_bits *laps, sow_bits lapped, const int count,
                            const struct sow_shape shape)
{
    for (int row = 1; bits_any(lapped); row++) {
        if (row == landings->rows)
            begin_row(landings, shape);
        sow_bits *row_laps = landings->laps[row];
        sow_bits differs = bits_none();
        for (int b = 0; b < count; b++)
            differs |= row_laps[b] ^ laps[b];
        sow_bits fits = lapped & ~(landings->used[row] & differs);
        for (int b = 0; b < count; b++)
            row_laps[b] |= laps[b] & fits;
        landings->used[row] |= fits;
        for (int i = 0; i < shape.pits; i++)
            landings->reached[row][i] |= hit[i] & fits;
        lapped &= ~fits;
    }
}

/** Takes full laps off `left` in the lanes of `lapped`, which have one at least, and
 * counts them in `laps`, @p count planes that are 0 at first. */
SOW_INLINE void take_laps_off(const struct sow_plan *plan, sow_bits *left, sow_bits *laps,
                              sow_bits lapped, const int count,
                              const struct sow_shape shape)
{
    do {
        planes_subtract_constant(left, &plan->lap_seeds[0], lapped, shape.planes);
        planes_add_bit(laps, lapped, count);
        lapped = planes_above(left, &plan->lap_seeds[0], shape.planes);
    } while (bits_any(lapped));
}

SOW_INLINE void find_landings(const struct sow_plan *plan, const sow_bits *own,
                              struct sow_landings *landings, const int count,
                              const struct sow_shape shape)
{
    landings->rows = 0;
    begin_row(landings, shape);
    for (int pit = 0; pit < shape.pits; pit++) {
        sow_bits left[SOW_PLANES_MAX];
        sow_bits laps[SOW_PLANES_MAX];
        planes_copy(left, own + pit * shape.planes, shape.planes);
        planes_clear(laps, count);
        sow_bits lapped = bits_none();
        if (plan->laps > 0)
            lapped = planes_above(left, &plan->lap_seeds[0], shape.planes);
        bool some = bits_any(lapped);
        if (some)
            take_laps_off(plan, left, laps, lapped, count, shape);
        struct sow_decoded decoded;
        sow_bits hit[SOW_MAX_PITS];
        decode(left, &decoded, shape);
        for (int i = 0; i < shape.pits; i++) {
            hit[i] = decoded_is(&decoded, shape.pits - pit + i);
            landings->reached[0][i] |= hit[i] & ~lapped;
        }
        if (some)
            file_lapped(landings, hit, laps, lapped, count, shape);
    }
}

/** threat = the greater of itself and the capture chains that end where `reached` says,
 *  after one more seed, and `laps` more if not NULL, for every pit on the way. Captured
 *  counts are below 2^takes. */
SOW_INLINE void raise_by_chains(const struct sow_plan *plan, const sow_bits *other,
                                const sow_bits *reached, const sow_bits *laps,
                                sow_bits *threat, const int count, const int takes,
                                const struct sow_shape shape)
{
    bool chain = plan->rules->number_chain != SOW_CHAIN_NONE;
    sow_bits taken[SOW_PLANES_MAX];
    planes_clear(taken, shape.planes);
    for (int i = 0; i < shape.pits; i++) {
        const sow_bits *cell = other + i * shape.planes;
        sow_bits member;
        if (!chain)
            planes_clear(taken, shape.planes);
        if (laps == NULL) {
            member = is_member(&plan->reply_set, cell, shape);
            planes_add_short(taken, cell, takes, bits_all(), shape.planes);
        } else {
            sow_bits sum[SOW_PLANES_MAX];
            planes_copy(sum, cell, shape.planes);
            planes_add_short(sum, laps, count, bits_all(), shape.planes);
            member = is_member(&plan->number_set, sum, shape);
            planes_add_short(taken, sum, takes, bits_none(), shape.planes);
        }
        planes_keep(taken, member, shape.planes);
        planes_raise(threat, taken, reached[i], shape.planes);
    }
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
 * Captures within the other row: a reply with q full laps adds q + 1 seeds to every pit
 * of that row up to its last, so what it takes depends only on q and on where it ends.
 * So: which pits can be reached with how many laps, one capture chain for each, the
 * greatest. Numbers of laps have @p count planes, captured counts @p takes.
 */
SOW_INLINE void threat_by_landing(const struct sow_plan *plan, const sow_bits *own,
                                  const sow_bits *other, sow_bits *threat,
                                  const int count, const int takes,
                                  const struct sow_shape shape)
{
    struct sow_landings landings;
    sow_bits best[SOW_PLANES_MAX];
    planes_clear(best, shape.planes);
    find_landings(plan, own, &landings, count, shape);
    raise_by_chains(plan, other, landings.reached[0], NULL, best, count, takes, shape);
    for (int row = 1; row < landings.rows; row++)
        if (bits_any(planes_nonzero(landings.reached[row], shape.pits)))
            raise_by_chains(plan, other, landings.reached[row], landings.laps[row], best,
                            count, takes, shape);
    planes_copy(threat, best, shape.planes);
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

SOW_INLINE void threat_of(const struct sow_plan *plan, const sow_bits *own,
                          const sow_bits *other, sow_bits *threat,
                          const struct sow_shape shape)
{
    switch (plan->threat) {
    case SOW_THREAT_BY_SOWING:
        threat_by_sowing(plan, own, other, threat, shape);
        break;
    case SOW_THREAT_BY_LANDING:
        if (plan->small_takes && plan->laps <= SOW_SMALL_PLANES)
            threat_by_landing(plan, own, other, threat, SOW_SMALL_PLANES,
                              SOW_SMALL_PLANES, shape);
        else
            threat_by_landing(plan, own, other, threat, shape.planes, shape.planes,
                              shape);
        break;
    case SOW_THREAT_OF_SINGLES:
        threat_of_singles(own, other, threat, shape);
        break;
    }
}

#endif
