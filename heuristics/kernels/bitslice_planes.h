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

/* Bytes become words in blocks of 128 lanes (words_of_bytes), and no test plays more than
   512: other widths may compile, and play wrong games. */
_Static_assert(SOW_LANES == 128 || SOW_LANES == 256 || SOW_LANES == 512,
               "SOW_LANES is 128, 256 or 512");

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
   the immediate operand. gcc finds those in which no plane is named twice by itself. */
#if SOW_LANES == 512 && defined(__AVX512F__)
#define SOW_TERNARY(table, expression, a, b, c)                                          \
    ((sow_bits)_mm512_ternarylogic_epi64((__m512i)(a), (__m512i)(b), (__m512i)(c), table))
#else
#define SOW_TERNARY(table, expression, a, b, c) (expression)
#endif

/** Per lane @p mask ? @p yes : @p no. */
SOW_INLINE sow_bits bits_select(sow_bits mask, sow_bits yes, sow_bits no)
{
    return no ^ ((yes ^ no) & mask);
}

/** The sum bit of a full adder. */
SOW_INLINE sow_bits bits_parity(sow_bits a, sow_bits b, sow_bits c)
{
    return a ^ b ^ c;
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

/**
 * Lanes whose number of three planes is in the set @p table, a constant: bit n for n. A
 * tree of selections, of which the compiler leaves only what the set needs.
 */
SOW_INLINE sow_bits bits_in_table(const unsigned table, const sow_bits x[3])
{
#if SOW_LANES == 512 && defined(__AVX512F__) && !defined(__clang__)
    return (sow_bits)_mm512_ternarylogic_epi64((__m512i)x[2], (__m512i)x[1],
                                               (__m512i)x[0], table & 255U);
#else
    sow_bits found[8];
    for (int n = 0; n < 8; n++)
        found[n] = (table >> n & 1U) != 0 ? bits_all() : bits_none();
    for (int b = 0; b < 3; b++)
        for (int n = 0; n < 4 >> b; n++)
            found[n] = bits_select(x[b], found[2 * n + 1], found[2 * n]);
    return found[0];
#endif
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

/** sum += x << shift, where x has only @p count planes. */
SOW_INLINE void planes_add_shifted(sow_bits *sum, const sow_bits *x, int count, int shift,
                                   int planes)
{
    int most = planes - shift;
    if (most > 0)
        planes_add_short(sum + shift, x, count < most ? count : most, bits_none(), most);
}

/** sum = how many of @p x, @p count planes, are set: carry-save adders, six at a time. */
SOW_INLINE void planes_count(const sow_bits *x, int count, sow_bits *sum, int planes)
{
    planes_clear(sum, planes);
    for (int first = 0; first < count; first += 6) {
        sow_bits y[6];
        for (int i = 0; i < 6; i++)
            y[i] = first + i < count ? x[first + i] : bits_none();
        sow_bits carry = bits_majority(y[0], y[1], y[2]);
        sow_bits carry2 = bits_majority(y[3], y[4], y[5]);
        sow_bits ones = bits_parity(y[0], y[1], y[2]);
        sow_bits ones2 = bits_parity(y[3], y[4], y[5]);
        sow_bits both = ones & ones2;
        sow_bits six[3] = {ones ^ ones2, bits_parity(carry, carry2, both),
                           bits_majority(carry, carry2, both)};
        if (first == 0)
            planes_copy(sum, six, 3);
        else
            planes_add_short(sum, six, 3, bits_none(), planes);
    }
}

/** x -= number, above 0, in the lanes of @p mask; none of them may go below 0. */
SOW_INLINE void planes_subtract(sow_bits *x, unsigned number, sow_bits mask, int planes)
{
    sow_bits borrow = bits_none();
#pragma GCC unroll 8
    for (int b = __builtin_ctz(number); b < planes; b++) {
        sow_bits term = (number >> b & 1U) != 0 ? mask : bits_none();
        sow_bits difference = bits_parity(x[b], term, borrow);
        borrow = bits_above(term, x[b], borrow);
        x[b] = difference;
    }
}

/** Lanes where x > number. */
SOW_INLINE sow_bits planes_above(const sow_bits *x, unsigned number, int planes)
{
    sow_bits above = bits_none();
#pragma GCC unroll 8
    for (int b = 0; b < planes; b++)
        above = (number >> b & 1U) != 0 ? above & x[b] : above | x[b];
    return above;
}

/** Lanes where x is number. */
SOW_INLINE sow_bits planes_equal(const sow_bits *x, unsigned number, int planes)
{
    sow_bits equal = bits_all();
    for (int b = 0; b < planes; b++)
        equal &= (number >> b & 1U) != 0 ? x[b] : ~x[b];
    return equal;
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
#if SOW_LANES == 512 && defined(__AVX512F__)
    sow_bits from_low = (sow_bits)(*low >> shift);
    sow_bits from_high = (sow_bits)(*high << shift);
    sow_bits keep = (sow_bits)((sow_uwords){0} + mask);
    *low = (sow_uwords)bits_select(keep, (sow_bits)*low, from_high);
    *high = (sow_uwords)bits_select(keep, from_low, (sow_bits)*high);
#else
    sow_uwords difference = ((*low >> shift) ^ *high) & mask;
    *high ^= difference;
    *low ^= difference << shift;
#endif
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

/* Within each 16 bytes, the low or high halves of x and y interleaved, in units of one or
   two bytes: how bytes become words. And back: words below 256 as bytes. */
#if SOW_LANES == 512 && defined(__AVX512BW__)
#define SOW_VECTOR __m512i
#define SOW_BY_NAME(operation) _mm512_##operation
#elif SOW_LANES == 256 && defined(__AVX2__)
#define SOW_VECTOR __m256i
#define SOW_BY_NAME(operation) _mm256_##operation
#elif SOW_LANES == 128 && defined(__SSE2__)
#define SOW_VECTOR __m128i
#define SOW_BY_NAME(operation) _mm_##operation
#endif

/**
 * Word n of the four vectors has in byte k the byte n of @p from[k]: bytes of
 * planes_transpose_bytes become words. Of the bytes of lanes 8 b + s, lane 128 block + 32
 * q + 8 j + s gets element 4 block + j of @p word[q].
 */
SOW_INLINE void words_of_bytes(const sow_uwords from[4], sow_uwords word[4])
{
#ifdef SOW_BY_NAME
    SOW_VECTOR v[4];
    memcpy(v, from, sizeof v);
    SOW_VECTOR low01 = SOW_BY_NAME(unpacklo_epi8)(v[0], v[1]);
    SOW_VECTOR low23 = SOW_BY_NAME(unpacklo_epi8)(v[2], v[3]);
    SOW_VECTOR high01 = SOW_BY_NAME(unpackhi_epi8)(v[0], v[1]);
    SOW_VECTOR high23 = SOW_BY_NAME(unpackhi_epi8)(v[2], v[3]);
    word[0] = (sow_uwords)SOW_BY_NAME(unpacklo_epi16)(low01, low23);
    word[1] = (sow_uwords)SOW_BY_NAME(unpackhi_epi16)(low01, low23);
    word[2] = (sow_uwords)SOW_BY_NAME(unpacklo_epi16)(high01, high23);
    word[3] = (sow_uwords)SOW_BY_NAME(unpackhi_epi16)(high01, high23);
#else
    uint8_t bytes[4][SOW_LANES / 8];
    memcpy(bytes, from, sizeof bytes);
    for (int b = 0; b < SOW_LANES / 8; b++)
        word[b / 4 % 4][b / 16 * 4 + b % 4] =
            (uint32_t)bytes[0][b] | (uint32_t)bytes[1][b] << 8 |
            (uint32_t)bytes[2][b] << 16 | (uint32_t)bytes[3][b] << 24;
#endif
}

/** The way back for words below 256. */
SOW_INLINE sow_uwords bytes_of_words(const sow_uwords word[4])
{
#ifdef SOW_BY_NAME
    SOW_VECTOR v[4];
    memcpy(v, word, sizeof v);
    SOW_VECTOR low = SOW_BY_NAME(packs_epi32)(v[0], v[1]);
    SOW_VECTOR high = SOW_BY_NAME(packs_epi32)(v[2], v[3]);
    return (sow_uwords)SOW_BY_NAME(packus_epi16)(low, high);
#else
    uint8_t bytes[SOW_LANES / 8];
    for (int b = 0; b < SOW_LANES / 8; b++)
        bytes[b] = (uint8_t)word[b / 4 % 4][b / 16 * 4 + b % 4];
    sow_uwords all;
    memcpy(&all, bytes, sizeof all);
    return all;
#endif
}

/** Where words_of_bytes puts a lane: word @c element of vector @c vector = 4 s + q. */
struct sow_word_place {
    unsigned vector;
    unsigned element;
};

SOW_INLINE struct sow_word_place lane_word(unsigned lane)
{
    return (struct sow_word_place){.vector = lane % 8 * 4 + lane / 32 % 4,
                                   .element = lane / 128 * 4 + lane / 8 % 4};
}

/** Per 32-bit word, the sum of the products of its signed 16-bit halves. */
SOW_INLINE sow_words multiply_halves(sow_uwords x, sow_words y)
{
#ifdef SOW_BY_NAME
    return (sow_words)SOW_BY_NAME(madd_epi16)((SOW_VECTOR)x, (SOW_VECTOR)y);
#else
    sow_words low =
        ((sow_words)(x << 16) >> 16) * ((sow_words)((sow_uwords)y << 16) >> 16);
    return low + ((sow_words)x >> 16) * (y >> 16);
#endif
}

/** The greater of two words. */
SOW_INLINE sow_words words_greater(sow_words x, sow_words y)
{
#if SOW_LANES >= 256 && defined(SOW_BY_NAME)
    return (sow_words)SOW_BY_NAME(max_epi32)((SOW_VECTOR)x, (SOW_VECTOR)y);
#else
    sow_words above = x > y;
    return (x & above) | (y & ~above);
#endif
}

/** @p marks with @p bit set in the words that are equal. */
SOW_INLINE sow_uwords words_mark_equal(sow_uwords marks, sow_words x, sow_words y,
                                       uint32_t bit)
{
#if SOW_LANES == 512 && defined(SOW_BY_NAME)
    __mmask16 equal = _mm512_cmpeq_epi32_mask((__m512i)x, (__m512i)y);
    return (sow_uwords)_mm512_mask_or_epi32((__m512i)marks, equal, (__m512i)marks,
                                            _mm512_set1_epi32((int)bit));
#else
    return marks | ((sow_uwords)(x == y) & bit);
#endif
}

/** Where a lane's byte is in what planes_transpose_bytes made. */
SOW_INLINE unsigned lane_byte(unsigned lane)
{
    return lane % 8 * (SOW_LANES / 8) + lane / 8;
}

#endif
