/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * Sets of positions of a layer, a bit each.
 *
 * A set is a list of blocks, one for each number of seeds of the opponent's row. A block
 * has two lines for each of these rows, one for wins and one for losses. A line has a bit
 * for each row of the mover.
 */
#ifndef SOW_ENDGAME_BITS_H
#define SOW_ENDGAME_BITS_H

#include "endgame_index.h"

#include <string.h>

/** Bits of a word. */
enum { ENDGAME_WORD = 64 };

/** Returns the number of words that hold @p bits bits. */
static inline uint32_t endgame_words(uint32_t bits)
{
    return (bits + ENDGAME_WORD - 1) / ENDGAME_WORD;
}

/** Sizes of the sets of one layer, by the seeds of the opponent's row. */
struct endgame_shape {
    uint32_t words[ENDGAME_LAYERS];    /**< words of a line */
    uint64_t word[ENDGAME_LAYERS + 1]; /**< first word of a block */
    uint8_t shift[ENDGAME_LAYERS];     /**< words of a line that share a bit of 64, as a
                                            power of 2 */
};

/** Returns the sizes of the sets of layer @p n. */
struct endgame_shape sow_endgame_shape(const struct endgame_index *index, int n);

/** Returns the first word of the lines of row @p rank of the rows with @p seeds seeds.
 * The line of wins comes first. */
static inline uint64_t endgame_lines(const struct endgame_shape *shape, int seeds,
                                     uint32_t rank)
{
    return shape->word[seeds] + (uint64_t)rank * 2 * shape->words[seeds];
}

/** Returns 8 bytes as a number, the first as the lowest. */
static inline uint64_t endgame_eight(const void *bytes)
{
    const uint8_t *byte = bytes;
    uint64_t number = 0;
    for (unsigned i = 0; i < 8; i++)
        number |= (uint64_t)byte[i] << 8 * i;
    return number;
}

/** Returns the places of a value among up to 64 values, as bits. */
static inline uint64_t endgame_equal(const int8_t *values, uint32_t count, int value)
{
    const uint64_t each = UINT64_C(0x0101010101010101);
    const uint64_t low = each * 0x7f;
    uint64_t found = 0;
    int8_t some[8] = {0};
    for (uint32_t at = 0; at < count; at += 8) {
        const int8_t *eight = values + at;
        if (count - at < 8)
            eight = memcpy(some, eight, count - at);
        uint64_t other = endgame_eight(eight) ^ each * (uint8_t)(unsigned)value;
        uint64_t same = ~(((other & low) + low) | other) & ~low;
        found |= ((same >> 7U) * UINT64_C(0x0102040810204080)) >> 56U << at;
    }
    return count < ENDGAME_WORD ? found & ((UINT64_C(1) << count) - 1) : found;
}

#endif
