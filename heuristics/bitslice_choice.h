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

enum { SOW_OCCUPIED_PLANES = 4 /* up to 12 pits */, SOW_PAIRS = 3 };

/** H1..H6 of one candidate move. H3 has SOW_OCCUPIED_PLANES planes, H5 one. */
struct sow_values {
    sow_bits of[SOW_SLICED_HEURISTICS][SOW_PLANES_MAX];
};

/** The agents of the lanes in one role (to move, or waiting). An agent that is not
 *  weighted has weights 0, so that all its legal moves tie; an order then decides. */
struct sow_minds {
    /** Word e of pair[p][i]: two weights of lane 32 e + i as 16-bit halves, low (H1, H4,
     *  H3), high (H2, -H6, H5). */
    sow_words pair[SOW_PAIRS][32];
    /** Lanes with an order that has this heuristic in this rank. */
    sow_bits order[SOW_SLICED_HEURISTICS][SOW_SLICED_HEURISTICS];
};

/** The best moves so far. */
struct sow_kept {
    sow_bits move[SOW_MAX_PITS];
    sow_words value[32]; /**< the greatest f, laid out as sow_minds.pair */
};

/* --- values --- */

SOW_INLINE void row_sum(const sow_bits *row, sow_bits *sum, const struct sow_shape shape)
{
    planes_copy(sum, row, shape.planes);
    for (int i = 1; i < shape.pits; i++)
        planes_add(sum, row + i * shape.planes, shape.planes);
}

SOW_INLINE void occupied_pits(const sow_bits *row, sow_bits *count,
                              const struct sow_shape shape)
{
    planes_clear(count, SOW_OCCUPIED_PLANES);
    for (int i = 0; i < shape.pits; i++)
        planes_add_bit(count, planes_nonzero(row + i * shape.planes, shape.planes),
                       SOW_OCCUPIED_PLANES);
}

/** All but H5, and H6 only if @p needed (a mask of heuristics) has it; the rest as for
 *  threat_of. */
SOW_INLINE void value_move(const struct sow_plan *plan, const struct sow_parted *parted,
                           const struct sow_reach *reach, const struct sow_sown *sown,
                           unsigned needed, struct sow_values *values,
                           const struct sow_shape shape)
{
    const struct sow_rows *rows = &sown->rows;
    planes_copy(values->of[SOW_H1], rows->own + (shape.pits - 1) * shape.planes,
                shape.planes);
    row_sum(rows->own, values->of[SOW_H2], shape);
    occupied_pits(rows->own, values->of[SOW_H3], shape);
    planes_copy(values->of[SOW_H4], sown->gain, shape.planes);
    if ((needed & 1U << SOW_H6) != 0)
        threat_of(plan, parted, reach, sown, values->of[SOW_H6], shape);
    else
        planes_clear(values->of[SOW_H6], shape.planes);
}

/* --- weighted agents --- */

/** Six bits a value: all of them, and whether the move is illegal, fit one word. */
SOW_INLINE void fill_narrow(sow_uwords *word, const struct sow_values *values,
                            sow_bits illegal)
{
    for (int b = 0; b < 6; b++) {
        word[b] = (sow_uwords)values->of[SOW_H1][b];
        word[6 + b] = (sow_uwords)values->of[SOW_H4][b];
        word[16 + b] = (sow_uwords)values->of[SOW_H2][b];
        word[22 + b] = (sow_uwords)values->of[SOW_H6][b];
    }
    for (int b = 0; b < SOW_OCCUPIED_PLANES; b++)
        word[12 + b] = (sow_uwords)values->of[SOW_H3][b];
    word[28] = (sow_uwords)values->of[SOW_H5][0];
    word[29] = word[30] = (sow_uwords)bits_none();
    word[31] = (sow_uwords)illegal;
}

/** Eight bits a value need two words. */
SOW_INLINE void fill_wide(sow_uwords *word, sow_uwords *more,
                          const struct sow_values *values, sow_bits illegal,
                          const struct sow_shape shape)
{
    for (int b = 0; b < 32; b++)
        word[b] = more[b] = (sow_uwords)bits_none();
    for (int b = 0; b < shape.planes; b++) {
        word[b] = (sow_uwords)values->of[SOW_H1][b];
        word[8 + b] = (sow_uwords)values->of[SOW_H4][b];
        word[16 + b] = (sow_uwords)values->of[SOW_H2][b];
        word[24 + b] = (sow_uwords)values->of[SOW_H6][b];
    }
    for (int b = 0; b < SOW_OCCUPIED_PLANES; b++)
        more[b] = (sow_uwords)values->of[SOW_H3][b];
    more[16] = (sow_uwords)values->of[SOW_H5][0];
    more[31] = (sow_uwords)illegal;
}

/** f of the lanes 32 e + i. An illegal move's is 2^30 lower, below any legal one's. */
SOW_INLINE sow_words weigh(const struct sow_minds *minds, int i, sow_uwords word,
                           sow_uwords more, const struct sow_shape shape)
{
    const bool narrow = shape.planes == 6;
    uint32_t counts = narrow ? 0x003f003fU : 0x00ff00ffU;
    sow_uwords small = narrow ? word >> 12 : more;
    sow_uwords flag = narrow ? word : more;
    sow_words f = multiply_halves(word & counts, minds->pair[0][i]);
    f += multiply_halves(word >> (narrow ? 6 : 8) & counts, minds->pair[1][i]);
    f += multiply_halves(small & 0x0001000fU, minds->pair[2][i]);
    return f + ((sow_words)(flag & 0x80000000U) >> 1);
}

/** Lets candidate @p pit compete with those before it, for the weighted lanes. */
SOW_INLINE void compete(const struct sow_minds *minds, const struct sow_values *values,
                        sow_bits legal, int pit, struct sow_kept *kept,
                        const struct sow_shape shape)
{
    sow_uwords word[32];
    sow_uwords more[32];
    if (shape.planes == 6) {
        fill_narrow(word, values, ~legal);
        planes_transpose_words(word);
    } else {
        fill_wide(word, more, values, ~legal, shape);
        planes_transpose_words(word);
        planes_transpose_words(more);
    }
    sow_uwords beaten = {0};
    sow_uwords level = {0};
    for (int i = 0; i < 32; i++) {
        sow_words f =
            weigh(minds, i, word[i], shape.planes == 6 ? word[i] : more[i], shape);
        sow_words best = kept->value[i];
        uint32_t lanes = UINT32_C(1) << i;
        if (pit == 0)
            best = f;
        sow_words above = f > best;
        beaten |= (sow_uwords)above & lanes;
        level |= (sow_uwords)(f == best) & lanes;
        kept->value[i] = (f & above) | (best & ~above);
    }
    for (int k = 0; k < pit; k++)
        kept->move[k] &= ~(sow_bits)beaten;
    kept->move[pit] = (sow_bits)(beaten | level) & legal;
}

/* --- linear orders --- */

/** Of the kept moves, in the lanes of @p mask those whose value has the best bit. */
SOW_INLINE void prefer_bit(const struct sow_plan *plan, const struct sow_values *values,
                           int heuristic, int bit, sow_bits mask, sow_bits *move)
{
    bool least = sow_heuristic_rows[heuristic].sign < 0;
    sow_bits better[SOW_MAX_PITS];
    sow_bits some = bits_none();
    for (int k = 0; k < plan->pits; k++) {
        sow_bits plane = values[k].of[heuristic][bit];
        better[k] = move[k] & (least ? ~plane : plane);
        some |= better[k];
    }
    for (int k = 0; k < plan->pits; k++)
        move[k] &= better[k] | ~(some & mask);
}

SOW_INLINE void apply_orders(const struct sow_plan *plan, const struct sow_minds *minds,
                             const struct sow_values *values, sow_bits *move,
                             const struct sow_shape shape)
{
    for (int rank = 0; rank < SOW_SLICED_HEURISTICS; rank++)
        for (int h = 0; h < SOW_SLICED_HEURISTICS; h++) {
            sow_bits mask = minds->order[rank][h];
            if (!bits_any(mask))
                continue;
            int bits = h == SOW_H3 ? SOW_OCCUPIED_PLANES : h == SOW_H5 ? 1 : shape.planes;
            for (int bit = bits - 1; bit >= 0; bit--)
                prefer_bit(plan, values, h, bit, mask, move);
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

/** Leaves one move per lane. */
SOW_INLINE void break_ties(sow_bits *move, struct sow_pcg *rng,
                           const struct sow_shape shape)
{
    sow_bits once = bits_none();
    sow_bits twice = bits_none();
    for (int k = 0; k < shape.pits; k++) {
        twice |= once & move[k];
        once |= move[k];
    }
    if (!bits_any(twice))
        return;
    union {
        sow_uwords vector[8];
        uint8_t byte[SOW_LANES];
    } low, high;
    for (int k = 0; k < 8; k++) {
        low.vector[k] = (sow_uwords)(k < shape.pits ? move[k] : bits_none());
        high.vector[k] = (sow_uwords)(k + 8 < shape.pits ? move[k + 8] : bits_none());
    }
    planes_transpose_bytes(low.vector);
    if (shape.pits > 8)
        planes_transpose_bytes(high.vector);
    for (unsigned quad = 0; quad < SOW_QUADS; quad++)
        for (uint64_t left = twice[quad]; left != 0; left &= left - 1) {
            unsigned lane = 64 * quad + (unsigned)__builtin_ctzll(left);
            unsigned at = lane_byte(lane);
            unsigned one =
                draw_one(low.byte[at] | (unsigned)high.byte[at] << 8, &rng[lane]);
            low.byte[at] = (uint8_t)one;
            high.byte[at] = (uint8_t)(one >> 8);
        }
    planes_transpose_bytes(low.vector);
    if (shape.pits > 8)
        planes_transpose_bytes(high.vector);
    for (int k = 0; k < shape.pits; k++)
        move[k] = (sow_bits)(k < 8 ? low.vector[k] : high.vector[k - 8]);
}

#endif
