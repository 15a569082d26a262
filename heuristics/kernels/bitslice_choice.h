/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * Evaluates candidate moves and chooses between them, in bit planes: the work of
 * move_features.c and agent.c for all lanes at once.
 */
#ifndef SOW_HEURISTICS_BITSLICE_CHOICE_H
#define SOW_HEURISTICS_BITSLICE_CHOICE_H

#include "bitslice_replies.h"

#include "sow/base/pcg.h"

enum { SOW_OCCUPIED_PLANES = 4 /* enough for 12 pits */, SOW_PAIRS = 4 };

/** The agents of all lanes in one role (to move, or waiting). An agent without weights
 *  has weights 0, so that all its legal moves tie; an order then decides. */
struct sow_minds {
    /** Pairs of weights as 16-bit halves of a word, placed by lane_word: low half H1, H4,
     *  H3, H7; high half H2, -H6, H5, none. */
    sow_words pair[SOW_PAIRS][32];
    /** By rank and heuristic: lanes with an order that has the heuristic at this rank. */
    sow_bits order[SOW_SLICED_HEURISTICS][SOW_SLICED_HEURISTICS];
    sow_bits improving; /**< lanes with a first-improving order */
};

/* --- values --- */

/** Most planes of the values of one candidate. */
enum { SOW_VALUE_PLANES_MAX = 64 };

/** Values H1 to H7 of all candidates: the pits, then the swap of the pie rule. The
 *  planes of one candidate are one 32-bit word per lane, or two words on boards with
 *  many seeds. */
struct sow_values {
    sow_uwords plane[SOW_VALUE_PLANES_MAX * SOW_MOVES_MAX]; /**< planes, by candidate */
};

/** The slot of a value in its word: `room` planes from `at` on. Unused planes are 0. */
struct sow_slot {
    int at;   /**< first plane */
    int room; /**< number of planes */
};

/** Slots after the heuristics: the flag of an illegal move. */
enum { SOW_ILLEGAL = SOW_SLICED_HEURISTICS, SOW_SLOTS };

/** Slots in one word, for counts of 6 planes. */
static const struct sow_slot NARROW_SLOTS[SOW_SLOTS] = {
    [SOW_H1] = {0, 6},  [SOW_H2] = {16, 6}, [SOW_H3] = {12, 4}, [SOW_H4] = {6, 6},
    [SOW_H5] = {28, 1}, [SOW_H6] = {22, 6}, [SOW_H7] = {29, 1}, [SOW_ILLEGAL] = {30, 2}};
/** Slots in two words, for counts of 8 planes. */
static const struct sow_slot WIDE_SLOTS[SOW_SLOTS] = {
    [SOW_H1] = {0, 8},  [SOW_H2] = {16, 8},     [SOW_H3] = {32, 16},
    [SOW_H4] = {8, 8},  [SOW_H5] = {48, 13},    [SOW_H6] = {24, 8},
    [SOW_H7] = {61, 1}, [SOW_ILLEGAL] = {62, 2}};

/** Returns true if the values of a candidate fit one 32-bit word: games with fewer than
 *  64 seeds. */
SOW_INLINE bool is_narrow(const struct sow_form form)
{
    return form.planes == 6;
}

/** Returns the slot of a value: a heuristic or SOW_ILLEGAL. */
SOW_INLINE struct sow_slot slot_of(int value, const struct sow_form form)
{
    return is_narrow(form) ? NARROW_SLOTS[value] : WIDE_SLOTS[value];
}

/** Returns the number of planes for the values of one candidate. */
SOW_INLINE int value_planes(const struct sow_form form)
{
    return is_narrow(form) ? 32 : 64;
}

/** Stores a value (a heuristic or SOW_ILLEGAL) of one candidate in its slot. The
 *  candidate has the planes @p plane, the value the @p count planes @p planes. The rest
 *  of the slot becomes 0. */
SOW_INLINE void put_value(sow_uwords *plane, int value, const sow_bits *planes, int count,
                          const struct sow_form form)
{
    struct sow_slot slot = slot_of(value, form);
    for (int b = 0; b < slot.room; b++)
        plane[slot.at + b] = (sow_uwords)(b < count ? planes[b] : bits_none());
}

/** Sets @p sum to the seeds of a row, in form.planes planes. */
SOW_INLINE void row_sum(const sow_bits *row, sow_bits *sum, const struct sow_form form)
{
    planes_copy(sum, row, form.planes);
    for (int i = 1; i < form.pits; i++)
        planes_add(sum, row + i * form.planes, form.planes);
}

/** Stores H1 to H3 of the row @p own after a move, and @p gain as H4, in the planes of
 *  one candidate. */
SOW_INLINE void value_row(const sow_bits *own, const sow_bits *gain, sow_uwords *values,
                          const struct sow_form form)
{
    sow_bits sum[SOW_PLANES_MAX];
    sow_bits occupied[SOW_MAX_PITS];
    for (int i = 0; i < form.pits; i++)
        occupied[i] = planes_nonzero(own + i * form.planes, form.planes);
    put_value(values, SOW_H1, own + (form.pits - 1) * form.planes, form.planes, form);
    row_sum(own, sum, form);
    put_value(values, SOW_H2, sum, form.planes, form);
    planes_count(occupied, form.pits, sum, SOW_OCCUPIED_PLANES);
    put_value(values, SOW_H3, sum, SOW_OCCUPIED_PLANES, form);
    put_value(values, SOW_H4, gain, form.planes, form);
}

/** Stores H1 to H4 and H6 of a move that leaves the board @p rows, in the planes of its
 *  candidate. H6 is 0 unless @p threatens. */
SOW_INLINE void value_rows(const struct sow_plan *plan, const struct sow_rows *rows,
                           const struct sow_move *move, bool threatens,
                           sow_uwords *values, const struct sow_form form)
{
    sow_bits threat[SOW_PLANES_MAX];
    value_row(rows->own, move->gain, values, form);
    planes_clear(threat, form.planes);
    if (threatens)
        threat_of(plan, rows->other, rows->own, threat, NULL, form);
    put_value(values, SOW_H6, threat, form.planes, form);
}

/** Stores H1 to H4 and H6 for rules with place captures of {1}. The mover's row after the
 *  move is @p own. The endings of the replies are @p endings; if NULL, H6 is 0. */
SOW_INLINE void value_places(const struct sow_plan *plan, const sow_bits *own,
                             struct sow_endings *endings, const struct sow_move *move,
                             sow_uwords *values, const struct sow_form form)
{
    sow_bits threat[SOW_PLANES_MAX];
    value_row(own, move->gain, values, form);
    planes_clear(threat, form.planes);
    if (endings != NULL)
        threat_of_places(plan, endings, own, threat, NULL, form);
    put_value(values, SOW_H6, threat, form.planes, form);
}

/** Facts of the mover's row before any move, for value_few. */
struct sow_before {
    sow_bits some[SOW_MAX_PITS]; /* by pit: lanes where it is not empty */
    sow_bits four[SOW_MAX_PITS]; /* by pit: lanes where it has four or more seeds */
};

/** Computes the mover's row after the move into @p few, which tells counts above 3 only
 *  as such: replies cannot capture them. @p pit is the pit that was sown. */
SOW_INLINE void find_few(const sow_bits *own, const struct sow_before *before,
                         const struct sow_move *move, int pit, struct sow_few *few,
                         const struct sow_form form)
{
    const sow_bits *share = own_share(move, pit, form);
    const sow_bits *laps = move->laps;
#pragma GCC unroll 6
    for (int i = 0; i < form.pits; i++) {
        const sow_bits *cell = own + i * form.planes;
        sow_bits *after = few->pit[i];
        sow_bits carry = bits_majority(cell[0], laps[0], share[i]);
        after[0] = bits_parity(cell[0], laps[0], share[i]);
        after[1] = bits_parity(cell[1], laps[1], carry);
        after[2] = before->four[i] | laps[2] | bits_majority(cell[1], laps[1], carry);
    }
    planes_clear(few->pit[pit], SOW_FEW_PLANES);
}

/** Stores, instead of H2, the complement of the number of seeds that leave the row. That
 *  differs from H2 by the same number for all moves of pits, so it orders them as H2
 *  does. value_others makes it H2. */
SOW_INLINE void value_leaving(const struct sow_move *move, int pit, sow_uwords *values,
                              const struct sow_form form)
{
    sow_bits sum[SOW_PLANES_MAX];
    planes_count(other_share(move, pit, form), form.pits, sum, form.planes);
    for (int b = 0; b < 4; b++)
        if (((unsigned)form.pits >> b & 1U) != 0)
            planes_add_shifted(sum, move->laps, form.laps, b, form.planes);
    for (int b = 0; b < form.planes; b++)
        sum[b] = ~sum[b];
    put_value(values, SOW_H2, sum, form.planes, form);
}

/** Adds the number @p more, and 1 in the lanes of @p carry, to a stored value of
 *  form.planes planes. */
SOW_INLINE void raise_value(sow_uwords *values, int value, const sow_bits *more,
                            sow_bits carry, const struct sow_form form)
{
    sow_bits sum[SOW_PLANES_MAX];
    for (int b = 0; b < form.planes; b++)
        sum[b] = (sow_bits)values[slot_of(value, form).at + b];
    planes_add_short(sum, more, form.planes, carry, form.planes);
    put_value(values, value, sum, form.planes, form);
}

/** Stores H1, H3, H4 and H6, and value_leaving as H2, for captures of few seeds in the
 *  other row. Sows only the needed part of the own row. @p landings are those of the
 *  replies; if NULL, H6 is 0. */
SOW_INLINE void value_few(const sow_bits *own, const struct sow_before *before,
                          const struct sow_landings *landings,
                          const struct sow_move *move, int pit, sow_uwords *values,
                          const struct sow_form form)
{
    const int total = few_planes(form);
    const sow_bits *share = own_share(move, pit, form);
    sow_bits some[SOW_MAX_PITS];
    sow_bits value[SOW_PLANES_MAX];
    for (int i = 0; i < form.pits; i++)
        some[i] = before->some[i] | share[i] | planes_nonzero(move->laps, form.laps);
    some[pit] = bits_none();
    planes_count(some, form.pits, value, SOW_OCCUPIED_PLANES);
    put_value(values, SOW_H3, value, SOW_OCCUPIED_PLANES, form);
    sow_cell(own + (form.pits - 1) * form.planes, move->laps, share[form.pits - 1], value,
             form);
    if (pit == form.pits - 1)
        planes_clear(value, form.planes);
    put_value(values, SOW_H1, value, form.planes, form);
    value_leaving(move, pit, values, form);
    put_value(values, SOW_H4, move->gain, total, form);
    planes_clear(value, total);
    if (landings != NULL) {
        struct sow_few few;
        find_few(own, before, move, pit, &few, form);
        threat_of_few(&few, landings, value, NULL, total, form);
    }
    put_value(values, SOW_H6, value, total, form);
}

/* --- weighted agents --- */

/** Returns a word with two weights as its 16-bit halves. */
SOW_INLINE int32_t weight_pair(int32_t low, int32_t high)
{
    return (int32_t)(((uint32_t)high << 16) | ((uint32_t)low & 0xffffU));
}

/** A byte per lane, placed by lane_byte. Bit k is for candidate k (or k + 8). */
union sow_lane_bytes {
    sow_uwords vector[8];    /**< bytes of the lanes 8 b + s in vector[s] */
    uint8_t byte[SOW_LANES]; /**< all bytes, by lane_byte */
};

/** Candidates that are kept, as bits in the byte of each lane. */
struct sow_kept {
    union sow_lane_bytes low;  /**< candidates 0 to 7 */
    union sow_lane_bytes high; /* candidates from 8 on; used if there may be more than
                                  eight */
};

/** Returns true if there may be more than eight candidates. */
SOW_INLINE bool has_high(const struct sow_form form)
{
    return form.pits >= 8;
}

/** Weights to apply to all candidates of a ply. */
struct sow_scales {
    const struct sow_minds *minds;       /**< the agents to move */
    const struct sow_leanings *leanings; /* values that are added to f, or NULL */
    bool valued;                         /* true if some heuristic has a weight */
    bool turns;                          /* true if H7 has one */
    bool swap;                           /* true if there is one more candidate than
                                            pits */
};

/** Returns f, the sum of weighted heuristics, for the lanes of one vector of words. The
 *  first 32 planes of a candidate are @p word, the next 32, on boards with many seeds,
 *  @p more. For an illegal move, f is lower by 2^30: below that of any legal one. */
SOW_INLINE sow_words weigh(const struct sow_scales *scales, int vector, sow_uwords word,
                           sow_uwords more, const struct sow_form form)
{
    const struct sow_minds *minds = scales->minds;
    uint32_t counts = is_narrow(form) ? 0x003f003fU : 0x00ff00ffU;
    sow_uwords small = is_narrow(form) ? word >> 12 : more;
    sow_uwords flag = is_narrow(form) ? word : more;
    if (!scales->valued)
        return (sow_words)(flag & 0xc0000000U);
    sow_words f = multiply_halves(word & counts, minds->pair[0][vector]);
    f += multiply_halves(word >> (is_narrow(form) ? 6 : 8) & counts,
                         minds->pair[1][vector]);
    /* Above H5 in its half are H7, which is 0 without a store, and the flag of an illegal
       move, whose f may be anything so low. */
    f += multiply_halves(is_narrow(form) && !form.store ? halves_above(word, 12)
                                                        : small & 0x0001000fU,
                         minds->pair[2][vector]);
    if (form.store && scales->turns)
        f += multiply_halves(flag >> 29 & 1U, minds->pair[3][vector]);
    return f + (sow_words)(flag & 0xc0000000U);
}

/** Joins four bytes of each lane 8 b + s into one 32-bit word per lane. The bytes are in
 *  every eighth vector from @p bytes on; words_of_bytes says where each lane's word
 *  is. */
SOW_INLINE void gather_words(const sow_uwords *bytes, sow_uwords word[4])
{
    const sow_uwords from[4] = {bytes[0], bytes[8], bytes[16], bytes[24]};
    words_of_bytes(from, word);
}

/** Values that agents of positions add to f, for each move; placed by lane_word. */
struct sow_leanings {
    sow_words f[SOW_MOVES_MAX][32]; /**< by candidate */
};

/** Computes f of candidate k in the lanes 8 b + s, and raises @p best to it; sets @p best
 *  for k = 0. The @p values are bytes, after planes_transpose_bytes. */
SOW_INLINE void weigh_candidate(const struct sow_scales *scales,
                                const struct sow_values *values, int s, int k,
                                sow_words f[4], sow_words best[4],
                                const struct sow_form form)
{
    const struct sow_leanings *leanings = scales->leanings;
    sow_uwords word[4];
    sow_uwords more[4] = {{0}};
    const sow_uwords *bytes = values->plane + k * value_planes(form) + s;
    gather_words(bytes, word);
    if (!is_narrow(form))
        gather_words(bytes + 32, more);
    for (int q = 0; q < 4; q++) {
        f[q] = weigh(scales, 4 * s + q, word[q], more[q], form);
        if (leanings != NULL)
            f[q] += leanings->f[k][4 * s + q];
        best[q] = k == 0 ? f[q] : words_greater(best[q], f[q]);
    }
}

/** Sets the bit of candidate k in the lanes where its f is the best: in @p low for k
 *  below 8, else in @p high. */
SOW_INLINE void mark_best(const sow_words f[4], const sow_words best[4], int k,
                          sow_uwords low[4], sow_uwords high[4])
{
    for (int q = 0; q < 4; q++) {
        sow_uwords *marks = k < 8 ? &low[q] : &high[q];
        *marks = words_mark_equal(*marks, f[q], best[q], 1U << k % 8);
    }
}

/** Finds the candidates with the greatest f in the lanes 8 b + s, and stores them in
 *  these lanes' bytes of @p kept. */
SOW_INLINE void keep_best(const struct sow_scales *scales,
                          const struct sow_values *values, int s, struct sow_kept *kept,
                          const struct sow_form form)
{
    sow_words f[SOW_MOVES_MAX][4];
    sow_words best[4] = {{0}};
    sow_uwords low[4] = {{0}};
    sow_uwords high[4] = {{0}};
    for (int k = 0; k < form.pits; k++)
        weigh_candidate(scales, values, s, k, f[k], best, form);
    if (scales->swap)
        weigh_candidate(scales, values, s, form.pits, f[form.pits], best, form);
    for (int k = 0; k < form.pits; k++)
        mark_best(f[k], best, k, low, high);
    if (scales->swap)
        mark_best(f[form.pits], best, form.pits, low, high);
    kept->low.vector[s] = bytes_of_words(low);
    if (has_high(form))
        kept->high.vector[s] = bytes_of_words(high);
}

/** Finds the candidates with the greatest f, in all lanes. The @p values are
 *  destroyed. */
SOW_INLINE void keep_all_best(const struct sow_scales *scales, struct sow_values *values,
                              struct sow_kept *kept, const struct sow_form form)
{
    const int planes = (form.pits + scales->swap) * value_planes(form);
    const int step = scales->valued ? 8 : value_planes(form);
    for (int first = step - 8; first < planes; first += step)
        planes_transpose_bytes(values->plane + first);
    for (int s = 0; s < 8; s++)
        keep_best(scales, values, s, kept, form);
}

/** Fills @p kept from @p move, which has a plane for each candidate: the lanes that keep
 *  it. There is one plane more than pits, for the swap. */
SOW_INLINE void keep_moves(const sow_bits *move, struct sow_kept *kept,
                           const struct sow_form form)
{
    for (int k = 0; k < 8; k++) {
        kept->low.vector[k] = (sow_uwords)(k <= form.pits ? move[k] : bits_none());
        kept->high.vector[k] =
            (sow_uwords)(k + 8 <= form.pits ? move[k + 8] : bits_none());
    }
    planes_transpose_bytes(kept->low.vector);
    if (has_high(form))
        planes_transpose_bytes(kept->high.vector);
}

/** Fills @p move, a plane for each candidate, from @p kept: the reverse of keep_moves.
 *  @p move has a plane more than pits, for the swap. */
SOW_INLINE void moves_kept(const struct sow_kept *kept, sow_bits *move,
                           const struct sow_form form)
{
    struct sow_kept planes = *kept;
    planes_transpose_bytes(planes.low.vector);
    if (has_high(form))
        planes_transpose_bytes(planes.high.vector);
    for (int k = 0; k <= form.pits; k++)
        move[k] = (sow_bits)(k < 8 ? planes.low.vector[k] : planes.high.vector[k - 8]);
}

/* --- linear orders --- */

/** Returns one plane of the values of candidate k. */
SOW_INLINE sow_bits value_bit(const struct sow_values *values, int k, int plane,
                              const struct sow_form form)
{
    return (sow_bits)values->plane[k * value_planes(form) + plane];
}

/** Removes from @p move, in the lanes of @p mask, the candidates whose value has the
 *  worse bit in this plane, unless all have it. The better bit is 0 if @p least, else
 *  1. */
SOW_INLINE void prefer_bit(const struct sow_values *values, int plane, bool least,
                           sow_bits mask, sow_bits *move, const int moves,
                           const struct sow_form form)
{
    sow_bits better[SOW_MOVES_MAX];
    sow_bits some = bits_none();
    for (int k = 0; k < moves; k++) {
        sow_bits bit = value_bit(values, k, plane, form);
        better[k] = move[k] & (least ? ~bit : bit);
        some |= better[k];
    }
    for (int k = 0; k < moves; k++)
        move[k] &= better[k] | ~(some & mask);
}

/** Returns the lanes in which the candidates @p kept improve on the @p present value in
 *  @p slot: they have less if @p least, else more. All kept candidates of a lane have the
 *  same value. */
SOW_INLINE sow_bits is_improved(const struct sow_values *values,
                                const sow_uwords *present, struct sow_slot slot,
                                bool least, const sow_bits *kept, const int moves,
                                const struct sow_form form)
{
    sow_bits improved = bits_none();
    for (int plane = slot.at; plane < slot.at + slot.room; plane++) {
        sow_bits now = (sow_bits)present[plane];
        sow_bits then = bits_none();
        for (int k = 0; k < moves; k++)
            then |= kept[k] & value_bit(values, k, plane, form);
        improved =
            least ? bits_above(now, then, improved) : bits_above(then, now, improved);
    }
    return improved;
}

/** Removes from @p move, in the lanes with an order, the candidates that the order does
 *  not prefer. There are @p moves candidates. A first-improving order is done with the
 *  first heuristic that improves on @p present. */
SOW_INLINE void apply_orders(const struct sow_minds *minds,
                             const struct sow_values *values, const sow_uwords *present,
                             sow_bits *move, const int moves, const struct sow_form form)
{
    sow_bits done = bits_none();
    for (int rank = 0; rank < SOW_SLICED_HEURISTICS; rank++)
        for (int h = 0; h < SOW_SLICED_HEURISTICS; h++) {
            sow_bits mask = minds->order[rank][h] & ~done;
            if (!bits_any(mask))
                continue;
            struct sow_slot slot = slot_of(h, form);
            bool least = sow_heuristic_rows[h].sign < 0;
            sow_bits kept[SOW_MOVES_MAX];
            planes_copy(kept, move, moves);
            for (int bit = slot.room - 1; bit >= 0; bit--)
                prefer_bit(values, slot.at + bit, least, mask, kept, moves, form);
            sow_bits improving = mask & minds->improving;
            if (bits_any(improving)) {
                done |= improving &
                        is_improved(values, present, slot, least, kept, moves, form);
                mask &= ~improving | done;
            }
            for (int k = 0; k < moves; k++)
                move[k] = bits_select(mask, kept[k], move[k]);
        }
}

/* --- ties --- */

/** Lanes by their numbers. */
struct sow_lane_list {
    unsigned count;               /**< number of lanes */
    uint16_t lane[2 * SOW_LANES]; /**< the lanes; those from `count` on mean nothing */
};

/** Lists the lanes of @p mask. Writes @p at_a_time of a quad before it asks whether there
 *  are more: a branch for each lane would be one that the processor cannot foresee. */
SOW_INLINE void list_lanes(sow_bits mask, const int at_a_time, struct sow_lane_list *list)
{
    unsigned count = 0;
    for (unsigned quad = 0; quad < SOW_QUADS; quad++) {
        uint64_t left = mask[quad];
        const unsigned end = count + (unsigned)__builtin_popcountll(left);
        do
            for (int i = 0; i < at_a_time; i++) {
                const int bit = __builtin_ctzll(left | UINT64_C(1) << 63U);
                list->lane[count + (unsigned)i] = (uint16_t)(64 * quad + (unsigned)bit);
                left &= left - 1;
            }
        while ((count += (unsigned)at_a_time) < end);
        count = end;
    }
    list->count = count;
}

/** Returns one bit of @p tied, which has one bit for each move. Draws it from @p rng in
 *  the same way as the plain agents draw. */
SOW_INLINE unsigned draw_one(unsigned tied, struct sow_pcg *rng)
{
    uint32_t index = sow_pcg_below(rng, (uint32_t)__builtin_popcount(tied));
#if defined(__BMI2__)
    return _pdep_u32(1U << index, tied);
#else
    for (; index > 0; index--)
        tied &= tied - 1;
    return tied & -tied;
#endif
}

/** Returns the lanes with more than one move. */
SOW_INLINE sow_bits find_tied(const sow_bits *move, const struct sow_form form)
{
    sow_bits once = bits_none();
    sow_bits twice = bits_none();
    for (int k = 0; k <= form.pits; k++) {
        twice |= once & move[k];
        once |= move[k];
    }
    return twice;
}

/** Keeps one move per lane in @p move and in @p kept, which has the same moves as bytes.
 *  Draws from the lane's element of @p rng, only in lanes with several moves. */
SOW_INLINE void break_ties(struct sow_kept *kept, sow_bits *move, struct sow_pcg *rng,
                           const struct sow_form form)
{
    sow_bits tied = find_tied(move, form);
    if (!bits_any(tied))
        return;
    struct sow_lane_list list;
    list_lanes(tied, 12, &list);
    for (unsigned i = 0; i < list.count; i++) {
        unsigned lane = list.lane[i];
        uint8_t *low = &kept->low.byte[lane_byte(lane)];
        uint8_t *high = &kept->high.byte[lane_byte(lane)];
        unsigned many = has_high(form) ? (unsigned)*high << 8 : 0;
        unsigned one = draw_one(*low | many, &rng[lane]);
        *low = (uint8_t)one;
        if (has_high(form))
            *high = (uint8_t)(one >> 8);
    }
    moves_kept(kept, move, form);
}

#endif
