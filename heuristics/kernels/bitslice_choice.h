/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * Valuing candidate moves and choosing among them, in bit planes: what move_features.c
 * and agent.c say, for all lanes at once.
 */
#ifndef SOW_HEURISTICS_BITSLICE_CHOICE_H
#define SOW_HEURISTICS_BITSLICE_CHOICE_H

#include "bitslice_replies.h"

#include "sow/base/pcg.h"

enum { SOW_OCCUPIED_PLANES = 4 /* up to 12 pits */, SOW_PAIRS = 4 };

/** The agents of the lanes in one role (to move, or waiting). An agent that is not
 *  weighted has weights 0, so that all its legal moves tie; an order then decides. */
struct sow_minds {
    /** Two weights of the lane that lane_word puts there, as 16-bit halves: low (H1, H4,
     *  H3, H7), high (H2, -H6, H5, none). */
    sow_words pair[SOW_PAIRS][32];
    /** Lanes with an order that has this heuristic in this rank. */
    sow_bits order[SOW_SLICED_HEURISTICS][SOW_SLICED_HEURISTICS];
    sow_bits improving; /**< lanes with an order that is read as first-improving */
};

/* --- values --- */

enum { SOW_VALUE_PLANES_MAX = 64 };

/** H1..H7 of one candidate are the planes of one 32-bit word per lane or, on boards of
 *  many seeds, of two; those of all candidates follow on each other: the pits, then the
 *  swap of the pie rule. */
struct sow_values {
    sow_uwords plane[SOW_VALUE_PLANES_MAX * SOW_MOVES_MAX];
};

/** Where a value is: `room` planes from `at` on, those that it does not need 0. */
struct sow_slot {
    int at;
    int room;
};

enum { SOW_ILLEGAL = SOW_SLICED_HEURISTICS, SOW_SLOTS };

static const struct sow_slot NARROW_SLOTS[SOW_SLOTS] = {
    [SOW_H1] = {0, 6},  [SOW_H2] = {16, 6}, [SOW_H3] = {12, 4}, [SOW_H4] = {6, 6},
    [SOW_H5] = {28, 1}, [SOW_H6] = {22, 6}, [SOW_H7] = {29, 1}, [SOW_ILLEGAL] = {30, 2}};
static const struct sow_slot WIDE_SLOTS[SOW_SLOTS] = {
    [SOW_H1] = {0, 8},  [SOW_H2] = {16, 8},     [SOW_H3] = {32, 16},
    [SOW_H4] = {8, 8},  [SOW_H5] = {48, 13},    [SOW_H6] = {24, 8},
    [SOW_H7] = {61, 1}, [SOW_ILLEGAL] = {62, 2}};

SOW_INLINE bool is_narrow(const struct sow_form form)
{
    return form.planes == 6;
}

SOW_INLINE struct sow_slot slot_of(int value, const struct sow_form form)
{
    return is_narrow(form) ? NARROW_SLOTS[value] : WIDE_SLOTS[value];
}

SOW_INLINE int value_planes(const struct sow_form form)
{
    return is_narrow(form) ? 32 : 64;
}

/** @p plane are those of the candidate. */
SOW_INLINE void put_value(sow_uwords *plane, int value, const sow_bits *planes, int count,
                          const struct sow_form form)
{
    struct sow_slot slot = slot_of(value, form);
    for (int b = 0; b < slot.room; b++)
        plane[slot.at + b] = (sow_uwords)(b < count ? planes[b] : bits_none());
}

SOW_INLINE void row_sum(const sow_bits *row, sow_bits *sum, const struct sow_form form)
{
    planes_copy(sum, row, form.planes);
    for (int i = 1; i < form.pits; i++)
        planes_add(sum, row + i * form.planes, form.planes);
}

/** H1 to H3 of who has the row @p own, and @p gain as H4. */
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

/** H1 to H4 and H6 of the move that leaves @p rows. */
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

/** The same where captures are of what lies opposite. */
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

/** The mover's row before any move, as far as valuing by few seeds asks. */
struct sow_before {
    sow_bits some[SOW_MAX_PITS]; /* the pit is not empty */
    sow_bits four[SOW_MAX_PITS]; /* it has four or more */
};

/** The own row after the move, as far as replies can take of it. */
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

/** H2 less what it is in all moves: minus the seeds that leave the row. */
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

/** Adds @p more planes and @p carry to a value, @p planes of it. */
SOW_INLINE void raise_value(sow_uwords *values, int value, const sow_bits *more,
                            sow_bits carry, const struct sow_form form)
{
    sow_bits sum[SOW_PLANES_MAX];
    for (int b = 0; b < form.planes; b++)
        sum[b] = (sow_bits)values[slot_of(value, form).at + b];
    planes_add_short(sum, more, form.planes, carry, form.planes);
    put_value(values, value, sum, form.planes, form);
}

/** What value_rows does, where captures are of few seeds in the other row: of the own row
 *  only what matters is sown. H6 is found if @p landings of the replies are given. */
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

/** Two weights as 16-bit halves of a word. */
SOW_INLINE int32_t weight_pair(int32_t low, int32_t high)
{
    return (int32_t)(((uint32_t)high << 16) | ((uint32_t)low & 0xffffU));
}

/** A byte per lane, placed by lane_byte: bit k for candidate k (and those from 8 on). */
union sow_lane_bytes {
    sow_uwords vector[8];
    uint8_t byte[SOW_LANES];
};

struct sow_kept {
    union sow_lane_bytes low;
    union sow_lane_bytes high; /* used if there may be more than eight candidates */
};

SOW_INLINE bool has_high(const struct sow_form form)
{
    return form.pits >= 8;
}

/** What candidates are weighed by. */
struct sow_scales {
    const struct sow_minds *minds;
    const struct sow_leanings *leanings; /* what is added to f, or NULL */
    bool valued;                         /* some heuristic has a weight */
    bool turns;                          /* H7 has one */
    bool swap;                           /* one more candidate than pits */
};

/** f of the lanes of one vector of words. An illegal move's is 2^30 lower, below any
 *  legal one's. */
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
    f += multiply_halves(small & 0x0001000fU, minds->pair[2][vector]);
    if (form.store && scales->turns)
        f += multiply_halves(flag >> 29 & 1U, minds->pair[3][vector]);
    return f + (sow_words)(flag & 0xc0000000U);
}

/** Words of the bytes of lanes 8 b + s that are in every eighth vector from @p bytes on.
 */
SOW_INLINE void gather_words(const sow_uwords *bytes, sow_uwords word[4])
{
    const sow_uwords from[4] = {bytes[0], bytes[8], bytes[16], bytes[24]};
    words_of_bytes(from, word);
}

/** f of all moves that agents who value positions add; placed by lane_word. */
struct sow_leanings {
    sow_words f[SOW_MOVES_MAX][32];
};

/** f of candidate k in the lanes 8 b + s; @p values have become bytes. */
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

SOW_INLINE void mark_best(const sow_words f[4], const sow_words best[4], int k,
                          sow_uwords low[4], sow_uwords high[4])
{
    for (int q = 0; q < 4; q++) {
        sow_uwords *marks = k < 8 ? &low[q] : &high[q];
        *marks = words_mark_equal(*marks, f[q], best[q], 1U << k % 8);
    }
}

/** Weighs all candidates of the lanes 8 b + s. */
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

/** The moves with the greatest f; @p values are lost. */
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

/** From a plane for each candidate to bytes and back. */
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

/** A plane of a candidate's values. */
SOW_INLINE sow_bits value_bit(const struct sow_values *values, int k, int plane,
                              const struct sow_form form)
{
    return (sow_bits)values->plane[k * value_planes(form) + plane];
}

/** Of the candidates, in the lanes of @p mask those whose value has the best bit. */
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

/** Lanes in which the candidates @p kept, of the same value, improve on @p present. */
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

/** Leaves of the @p moves candidates those that orders prefer. A first-improving order
 *  is done with the first heuristic that improves on @p present. */
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

/** Keeps one of the moves that are set in @p tied, drawn as the plain agents draw. */
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

/** Lanes with more than one move. */
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

/** Leaves one move per lane in @p move; @p kept are the same moves. */
SOW_INLINE void break_ties(struct sow_kept *kept, sow_bits *move, struct sow_pcg *rng,
                           const struct sow_form form)
{
    sow_bits tied = find_tied(move, form);
    if (!bits_any(tied))
        return;
    for (unsigned quad = 0; quad < SOW_QUADS; quad++)
        for (uint64_t left = tied[quad]; left != 0; left &= left - 1) {
            unsigned lane = 64 * quad + (unsigned)__builtin_ctzll(left);
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
