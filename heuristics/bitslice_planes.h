/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * Arithmetic on bit planes, for any width SOW_LANES.
 *
 * A struct-less style throughout: a number per lane is an array of planes, the lowest bit
 * first; plane b holds bit b of all lanes. A truth value per lane is one plane.
 *
 * Lane l is bit l % 32 of 32-bit word l / 32 of a plane, and bit l % 8 of byte l / 8.
 *
 * `planes` is a constant wherever these functions end up: everything is inlined into one
 * function per shape of board (bitslice.h).
 */
#ifndef SOW_HEURISTICS_BITSLICE_PLANES_H
#define SOW_HEURISTICS_BITSLICE_PLANES_H

#include "bitslice_plan.h"

#include <stdbool.h>
#include <stdint.h>
#include <string.h>
#if defined(__SSE2__)
#include <immintrin.h> /* three operations that compilers do not find by themselves */
#endif

/** One plane: a bit for each of SOW_LANES games. */
typedef uint64_t sow_bits __attribute__((vector_size(SOW_LANES / 8)));
/** The same room as 32-bit words. */
typedef int32_t sow_words __attribute__((vector_size(SOW_LANES / 8)));
typedef uint32_t sow_uwords __attribute__((vector_size(SOW_LANES / 8)));

enum { SOW_WORDS = SOW_LANES / 32, SOW_QUADS = SOW_LANES / 64 };

#define SOW_INLINE static inline __attribute__((always_inline, unused))

SOW_INLINE sow_bits bits_none(void)
{
    return (sow_bits){0};
}

SOW_INLINE sow_bits bits_all(void)
{
    return ~(sow_bits){0};
}

/** True if some lane is set. */
SOW_INLINE bool bits_any(sow_bits x)
{
#if SOW_LANES == 512 && defined(__AVX512F__)
    return _mm512_test_epi64_mask((__m512i)x, (__m512i)x) != 0;
#elif SOW_LANES == 256 && defined(__AVX2__)
    return _mm256_testz_si256((__m256i)x, (__m256i)x) == 0;
#else
    uint64_t any = 0;
    for (int i = 0; i < SOW_QUADS; i++)
        any |= x[i];
    return any != 0;
#endif
}

/* Any boolean function of three planes is one instruction of AVX-512; its truth table is
   the immediate operand. Compilers do not find all of them by themselves. */
#if SOW_LANES == 512 && defined(__AVX512F__)
#define SOW_TERNARY(table, expression, a, b, c)                                          \
    ((sow_bits)_mm512_ternarylogic_epi64((__m512i)(a), (__m512i)(b), (__m512i)(c), table))
#else
#define SOW_TERNARY(table, expression, a, b, c) (expression)
#endif

/** Per lane @p mask ? @p yes : @p no. */
SOW_INLINE sow_bits bits_select(sow_bits mask, sow_bits yes, sow_bits no)
{
    return SOW_TERNARY(0xca, no ^ ((yes ^ no) & mask), mask, yes, no);
}

/** The sum bit of a full adder. */
SOW_INLINE sow_bits bits_parity(sow_bits a, sow_bits b, sow_bits c)
{
    return SOW_TERNARY(0x96, a ^ b ^ c, a, b, c);
}

/** The carry of a full adder. */
SOW_INLINE sow_bits bits_majority(sow_bits a, sow_bits b, sow_bits c)
{
    return SOW_TERNARY(0xe8, (a & b) | (c & (a ^ b)), a, b, c);
}

/** One step of a comparison x > y from the lowest bit up: the latest difference decides.
 */
SOW_INLINE sow_bits bits_above(sow_bits x, sow_bits y, sow_bits above)
{
    return SOW_TERNARY(0xb2, above ^ ((x ^ y) & (x ^ above)), x, y, above);
}

SOW_INLINE void planes_clear(sow_bits *x, int planes)
{
    for (int b = 0; b < planes; b++)
        x[b] = bits_none();
}

SOW_INLINE void planes_copy(sow_bits *x, const sow_bits *from, int planes)
{
    for (int b = 0; b < planes; b++)
        x[b] = from[b];
}

/** Keeps x in the lanes of @p mask, makes it 0 elsewhere. */
SOW_INLINE void planes_keep(sow_bits *x, sow_bits mask, int planes)
{
    for (int b = 0; b < planes; b++)
        x[b] &= mask;
}

/** Lanes where x is not 0. */
SOW_INLINE sow_bits planes_nonzero(const sow_bits *x, int planes)
{
    sow_bits any = x[0];
    for (int b = 1; b < planes; b++)
        any |= x[b];
    return any;
}

/** x += carry, one bit: half adders. */
SOW_INLINE void planes_add_bit(sow_bits *x, sow_bits carry, int planes)
{
    for (int b = 0; b < planes; b++) {
        sow_bits next = x[b] & carry;
        x[b] ^= carry;
        carry = next;
    }
}

/** x += y + carry, where y has only @p count <= planes planes. */
SOW_INLINE void planes_add_short(sow_bits *x, const sow_bits *y, int count,
                                 sow_bits carry, int planes)
{
    for (int b = 0; b < count; b++) {
        sow_bits sum = bits_parity(x[b], y[b], carry);
        carry = bits_majority(x[b], y[b], carry);
        x[b] = sum;
    }
    for (int b = count; b < planes; b++) {
        sow_bits next = x[b] & carry;
        x[b] ^= carry;
        carry = next;
    }
}

SOW_INLINE void planes_add(sow_bits *x, const sow_bits *y, int planes)
{
    planes_add_short(x, y, planes, bits_none(), planes);
}

/** x += y in the lanes of @p mask, where y has only @p count <= planes planes. */
SOW_INLINE void planes_add_masked(sow_bits *x, const sow_bits *y, int count,
                                  sow_bits mask, int planes)
{
    sow_bits carry = bits_none();
    for (int b = 0; b < count; b++) {
        sow_bits term = y[b] & mask;
        sow_bits sum = bits_parity(x[b], term, carry);
        carry = bits_majority(x[b], term, carry);
        x[b] = sum;
    }
    for (int b = count; b < planes; b++) {
        sow_bits next = x[b] & carry;
        x[b] ^= carry;
        carry = next;
    }
}

/** x -= constant in the lanes of @p mask; none of them may go below 0. */
SOW_INLINE void planes_subtract_constant(sow_bits *x, const struct sow_constant *constant,
                                         sow_bits mask, int planes)
{
    sow_bits borrow = bits_none();
    for (int b = 0; b < planes; b++) {
        sow_bits term = mask & ~(bits_none() ^ constant->zero[b]);
        sow_bits difference = bits_parity(x[b], term, borrow);
        borrow = bits_above(term, x[b], borrow);
        x[b] = difference;
    }
}

/** Lanes where x > constant. */
SOW_INLINE sow_bits planes_above(const sow_bits *x, const struct sow_constant *constant,
                                 int planes)
{
    sow_bits above = bits_none();
    for (int b = 0; b < planes; b++)
        above = bits_majority(above, x[b], bits_none() ^ constant->zero[b]);
    return above;
}

/** best = the greater of best and, in the lanes of @p mask, x. */
SOW_INLINE void planes_raise(sow_bits *best, const sow_bits *x, sow_bits mask, int planes)
{
    sow_bits above = bits_none();
    for (int b = 0; b < planes; b++)
        above = bits_above(x[b], best[b], above);
    above &= mask;
    for (int b = 0; b < planes; b++)
        best[b] = bits_select(above, x[b], best[b]);
}

/**
 * t[d] = lanes where x >= d, for d = 1 .. 2^bits - 1, of an x below 2^bits. Doubling:
 * given the thermometer of the lower bits, a further bit of weight w lifts it: x >= d if
 * the bit is set or the rest is >= d; x >= w + d if the bit is set and the rest is >= d.
 */
SOW_INLINE void planes_thermometer(const sow_bits *x, int bits, sow_bits *t)
{
    for (int b = 0; b < bits; b++) {
        int weight = 1 << b;
        for (int d = 1; d < weight; d++) {
            t[weight + d] = t[d] & x[b];
            t[d] |= x[b];
        }
        t[weight] = x[b];
    }
}

/* --- transposition: planes to numbers and back --- */

/* Exchanges the bits of `low` that `mask` << shift covers with those of `high` that
   `mask` covers. */
SOW_INLINE void swap_blocks(sow_uwords *low, sow_uwords *high, int shift, uint32_t mask)
{
    sow_uwords difference = ((*low >> shift) ^ *high) & mask;
    *high ^= difference;
    *low ^= difference << shift;
}

/**
 * Eight planes become bytes, or bytes planes: bit r of byte b of vector s <-> bit s of
 * byte b of vector r. So the number that the planes hold for lane 8 b + s becomes byte b
 * of vector s: see lane_byte.
 */
SOW_INLINE void planes_transpose_bytes(sow_uwords v[8])
{
    for (int i = 0; i < 4; i++)
        swap_blocks(&v[i], &v[i + 4], 4, 0x0f0f0f0fU);
    for (int i = 0; i < 8; i += 4)
        for (int j = i; j < i + 2; j++)
            swap_blocks(&v[j], &v[j + 2], 2, 0x33333333U);
    for (int i = 0; i < 8; i += 2)
        swap_blocks(&v[i], &v[i + 1], 1, 0x55555555U);
}

/**
 * 32 planes become 32-bit numbers: bit r of word e of vector i = bit i of word e of
 * vector r. So what the planes hold for lane 32 e + i becomes word e of vector i.
 */
SOW_INLINE void planes_transpose_words(sow_uwords v[32])
{
    for (int i = 0; i < 4; i++) {
        sow_uwords x[8];
        for (int j = 0; j < 8; j++)
            x[j] = v[i + 4 * j];
        for (int j = 0; j < 4; j++)
            swap_blocks(&x[j], &x[j + 4], 16, 0x0000ffffU);
        for (int j = 0; j < 8; j += j % 4 == 1 ? 3 : 1)
            swap_blocks(&x[j], &x[j + 2], 8, 0x00ff00ffU);
        for (int j = 0; j < 8; j += 2)
            swap_blocks(&x[j], &x[j + 1], 4, 0x0f0f0f0fU);
        for (int j = 0; j < 8; j++)
            v[i + 4 * j] = x[j];
    }
    for (int i = 0; i < 32; i += 4) {
        swap_blocks(&v[i], &v[i + 2], 2, 0x33333333U);
        swap_blocks(&v[i + 1], &v[i + 3], 2, 0x33333333U);
        swap_blocks(&v[i], &v[i + 1], 1, 0x55555555U);
        swap_blocks(&v[i + 2], &v[i + 3], 1, 0x55555555U);
    }
}

/** Per 32-bit word, the sum of the products of its signed 16-bit halves. */
SOW_INLINE sow_words multiply_halves(sow_uwords x, sow_words y)
{
#if SOW_LANES == 512 && defined(__AVX512BW__)
    return (sow_words)_mm512_madd_epi16((__m512i)x, (__m512i)y);
#elif SOW_LANES == 256 && defined(__AVX2__)
    return (sow_words)_mm256_madd_epi16((__m256i)x, (__m256i)y);
#elif SOW_LANES == 128 && defined(__SSE2__)
    return (sow_words)_mm_madd_epi16((__m128i)x, (__m128i)y);
#else
    sow_words low =
        ((sow_words)(x << 16) >> 16) * ((sow_words)((sow_uwords)y << 16) >> 16);
    return low + ((sow_words)x >> 16) * (y >> 16);
#endif
}

/** Where a lane's byte is in what planes_transpose_bytes made. */
SOW_INLINE unsigned lane_byte(unsigned lane)
{
    return lane % 8 * (SOW_LANES / 8) + lane / 8;
}

#endif
