/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * Arithmetic on bit planes, for any width SOW_LANES.
 *
 * Each game of a group has a *lane*, numbered from 0. A number per lane is an array of
 * *planes*, the lowest bit first: plane b is a vector that holds bit b of all lanes. A
 * truth value per lane is one plane; comments call it "the lanes where ..". There are no
 * structs.
 *
 * Lane l is bit l % 32 of 32-bit word l / 32 of a plane, and bit l % 8 of byte l / 8.
 *
 * `planes` is always a constant after inlining: everything is inlined into one function
 * for each shape of board (bitslice.h).
 */
#ifndef SOW_HEURISTICS_BITSLICE_PLANES_H
#define SOW_HEURISTICS_BITSLICE_PLANES_H

#include "bitslice_plan.h"

#include <stdbool.h>
#include <stdint.h>
#include <string.h>
#if defined(__SSE2__)
#include <immintrin.h> /* for operations that compilers do not find on their own */
#endif

/* words_of_bytes works in blocks of 128 lanes, and tests play at most 512 lanes. Other
   widths may compile and then play wrong games. */
_Static_assert(SOW_LANES == 128 || SOW_LANES == 256 || SOW_LANES == 512,
               "SOW_LANES is 128, 256 or 512");

/** A plane: one bit for each of SOW_LANES games. */
typedef uint64_t sow_bits __attribute__((vector_size(SOW_LANES / 8)));
/** A plane as signed 32-bit words. */
typedef int32_t sow_words __attribute__((vector_size(SOW_LANES / 8)));
/** A plane as unsigned 32-bit words. */
typedef uint32_t sow_uwords __attribute__((vector_size(SOW_LANES / 8)));

/** Numbers of 32-bit and 64-bit words in a plane. */
enum { SOW_WORDS = SOW_LANES / 32, SOW_QUADS = SOW_LANES / 64 };

/** A function that is always inlined, so that its constant arguments disappear. */
#define SOW_INLINE static inline __attribute__((always_inline, unused))

/** Returns no lanes. */
SOW_INLINE sow_bits bits_none(void)
{
    return (sow_bits){0};
}

/** Returns all lanes. */
SOW_INLINE sow_bits bits_all(void)
{
    return ~(sow_bits){0};
}

/** Returns true if any lane is set. */
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

/* A boolean function of three planes. AVX-512 has one instruction for any such function;
   its truth table is the immediate operand. gcc finds the instruction on its own if no
   plane occurs twice. */
#if SOW_LANES == 512 && defined(__AVX512F__)
#define SOW_TERNARY(table, expression, a, b, c)                                          \
    ((sow_bits)_mm512_ternarylogic_epi64((__m512i)(a), (__m512i)(b), (__m512i)(c), table))
#else
#define SOW_TERNARY(table, expression, a, b, c) (expression)
#endif

/** Returns, per lane, @p mask ? @p yes : @p no. */
SOW_INLINE sow_bits bits_select(sow_bits mask, sow_bits yes, sow_bits no)
{
    return no ^ ((yes ^ no) & mask);
}

/** Returns the sum bit of a full adder: the lanes where one or all three are set. */
SOW_INLINE sow_bits bits_parity(sow_bits a, sow_bits b, sow_bits c)
{
    return a ^ b ^ c;
}

/** Returns the carry of a full adder: the lanes where at least two are set. */
SOW_INLINE sow_bits bits_majority(sow_bits a, sow_bits b, sow_bits c)
{
    return SOW_TERNARY(0xe8, (a & b) | (c & (a ^ b)), a, b, c);
}

/** Makes one step of the comparison x > y, from the lowest bit up: the highest difference
 *  decides. @p above is the result for the lower bits. */
SOW_INLINE sow_bits bits_above(sow_bits x, sow_bits y, sow_bits above)
{
    return SOW_TERNARY(0xb2, above ^ ((x ^ y) & (x ^ above)), x, y, above);
}

/** Returns the lanes whose 3-bit number is in a constant set (bit n of @p table for
 *  n). The code is a tree of selections; the compiler keeps only the part that the set
 *  needs. */
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

/** Sets x to 0. */
SOW_INLINE void planes_clear(sow_bits *x, int planes)
{
    for (int b = 0; b < planes; b++)
        x[b] = bits_none();
}

/** Copies @p planes planes to @p x. */
SOW_INLINE void planes_copy(sow_bits *x, const sow_bits *from, int planes)
{
    for (int b = 0; b < planes; b++)
        x[b] = from[b];
}

/** Keeps x in the lanes of @p mask and sets it to 0 in the others. */
SOW_INLINE void planes_keep(sow_bits *x, sow_bits mask, int planes)
{
    for (int b = 0; b < planes; b++)
        x[b] &= mask;
}

/** Returns the lanes where x is not 0. */
SOW_INLINE sow_bits planes_nonzero(const sow_bits *x, int planes)
{
    sow_bits any = x[0];
    for (int b = 1; b < planes; b++)
        any |= x[b];
    return any;
}

/** Adds one bit per lane to x, by half adders. An overflow is lost. */
SOW_INLINE void planes_add_bit(sow_bits *x, sow_bits carry, int planes)
{
    for (int b = 0; b < planes; b++) {
        sow_bits next = x[b] & carry;
        x[b] ^= carry;
        carry = next;
    }
}

/** Adds y and the carry to x. y has only @p count <= planes planes. */
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

/** Adds y to x. */
SOW_INLINE void planes_add(sow_bits *x, const sow_bits *y, int planes)
{
    planes_add_short(x, y, planes, bits_none(), planes);
}

/** Adds y to x in the lanes of @p mask. y has only @p count <= planes planes. */
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

/** Adds x << shift to sum. x has only @p count planes. */
SOW_INLINE void planes_add_shifted(sow_bits *sum, const sow_bits *x, int count, int shift,
                                   int planes)
{
    int most = planes - shift;
    if (most > 0)
        planes_add_short(sum + shift, x, count < most ? count : most, bits_none(), most);
}

/** Sets @p sum, per lane, to the number of the @p count truth values @p x that are set.
 *  It uses carry-save adders, six values at a time. */
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

/** Subtracts a number above 0 from x in the lanes of @p mask. No result may be below
 *  0. */
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

/** Returns the lanes where x > number. */
SOW_INLINE sow_bits planes_above(const sow_bits *x, unsigned number, int planes)
{
    sow_bits above = bits_none();
#pragma GCC unroll 8
    for (int b = 0; b < planes; b++)
        above = (number >> b & 1U) != 0 ? above & x[b] : above | x[b];
    return above;
}

/** Returns the lanes where x equals the number. */
SOW_INLINE sow_bits planes_equal(const sow_bits *x, unsigned number, int planes)
{
    sow_bits equal = bits_all();
    for (int b = 0; b < planes; b++)
        equal &= (number >> b & 1U) != 0 ? x[b] : ~x[b];
    return equal;
}

/** Sets @p best to x in the lanes of @p mask where x is greater than it. */
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
 * Makes the thermometer of x: t[d] = the lanes where x >= d, for d = 1 .. 2^bits - 1. x
 * is below 2^bits.
 *
 * It doubles the thermometer with each bit. Let t be the thermometer of the lower bits,
 * and let the next bit have weight w. Then x >= d if that bit is set or the rest is >= d.
 * And x >= w + d if that bit is set and the rest is >= d.
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

/* Exchanges two sets of bits: those of `low` under `mask` << shift, and those of `high`
   under `mask`. */
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

/** Transposes eight planes into bytes, or bytes into planes. Bit r of byte b of vector s
 *  changes places with bit s of byte b of vector r. So the planes' number for lane 8 b +
 *  s becomes byte b of vector s (see lane_byte). */
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

/* Names of the vector instructions. unpacklo and unpackhi interleave, within each 16
   bytes, the low or high halves of two vectors, in units of one or two bytes. That makes
   words of bytes. packs makes bytes of words below 256. */
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

/** Makes 32-bit words of bytes: byte k of word n, over all four result vectors, is byte n
 *  of @p from[k]. It follows planes_transpose_bytes. From the bytes of lanes 8 b + s,
 *  lane 128 block + 32 q + 8 j + s is at element 4 block + j of @p word[q]. */
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

/** Makes bytes of words below 256: the inverse of words_of_bytes. */
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

/** The position of a lane's 32-bit word after words_of_bytes. */
struct sow_word_place {
    unsigned vector;  /**< index of the vector: 4 s + q */
    unsigned element; /**< index of the word in that vector */
};

/** Returns the position of a lane after words_of_bytes. */
SOW_INLINE struct sow_word_place lane_word(unsigned lane)
{
    return (struct sow_word_place){.vector = lane % 8 * 4 + lane / 32 % 4,
                                   .element = lane / 128 * 4 + lane / 8 % 4};
}

/** Returns both 16-bit halves of each word, shifted to the right. */
SOW_INLINE sow_uwords halves_above(sow_uwords x, int shift)
{
    typedef uint16_t sow_halves __attribute__((vector_size(SOW_LANES / 8)));
    return (sow_uwords)((sow_halves)x >> shift);
}

/** Returns, per 32-bit word, the sum of the products of its signed 16-bit halves. */
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

/** Returns, per word, the greater of x and y. */
SOW_INLINE sow_words words_greater(sow_words x, sow_words y)
{
#if SOW_LANES >= 256 && defined(SOW_BY_NAME)
    return (sow_words)SOW_BY_NAME(max_epi32)((SOW_VECTOR)x, (SOW_VECTOR)y);
#else
    sow_words above = x > y;
    return (x & above) | (y & ~above);
#endif
}

/** Returns @p marks with @p bit set in the words where x equals y. */
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

/** Returns the index of a lane's byte after planes_transpose_bytes. */
SOW_INLINE unsigned lane_byte(unsigned lane)
{
    return lane % 8 * (SOW_LANES / 8) + lane / 8;
}

#endif
