/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * Sets of positions of a layer, a bit each.
 *
 * A set is a list of blocks, one for each number of seeds of the first row. Which of the
 * two rows is the first, the set's owner decides. A line of a block belongs to one first
 * row, and has a bit for each second row. It begins at a word. 64 lines by 64 bits are a
 * square. A flag for each square tells whether it may have bits.
 */
#ifndef SOW_ENDGAME_BITS_H
#define SOW_ENDGAME_BITS_H

#include "endgame_index.h"

/** Bits of a word, and lines of a square. */
enum { ENDGAME_WORD = 64 };

/** Sizes of the sets of one layer. */
struct endgame_shape {
    const struct endgame_index *index;   /**< numbers of the positions */
    int n;                               /**< seeds on the board */
    uint32_t squares[ENDGAME_LAYERS];    /**< squares that hold the rows of a size */
    uint64_t word[ENDGAME_LAYERS + 1];   /**< first word of a block */
    uint64_t square[ENDGAME_LAYERS + 1]; /**< first square of a block */
};

/** Returns the sizes of the sets of layer @p n. */
struct endgame_shape sow_endgame_shape(const struct endgame_index *index, int n);

/** Returns the first word of the line of row @p rank of the rows with @p seeds seeds. */
static inline uint64_t endgame_line(const struct endgame_shape *shape, int seeds,
                                    uint32_t rank)
{
    return shape->word[seeds] + (uint64_t)rank * shape->squares[shape->n - seeds];
}

/**
 * Returns the number of a square. @p line is the number of its first line divided by 64,
 * and @p word the number of its word in the line. The squares of a line follow one
 * another.
 */
static inline uint64_t endgame_square(const struct endgame_shape *shape, int seeds,
                                      uint32_t line, uint32_t word)
{
    return shape->square[seeds] + (uint64_t)line * shape->squares[shape->n - seeds] +
           word;
}

/** Exchanges lines and bits of a square: bit j of word i becomes bit i of word j. */
static inline void endgame_turn_square(uint64_t square[ENDGAME_WORD])
{
    uint64_t low = UINT64_MAX >> ENDGAME_WORD / 2;
    for (unsigned half = ENDGAME_WORD / 2; half > 0; half /= 2, low ^= low << half) {
        for (unsigned i = 0; i < ENDGAME_WORD; i = (i + half + 1) & ~half) {
            uint64_t change = (square[i] >> half ^ square[i + half]) & low;
            square[i] ^= change << half;
            square[i + half] ^= change;
        }
    }
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

/** Returns 0x80 in each byte of a number that is 0, and 0 in the others. */
static inline uint64_t endgame_zero_bytes(uint64_t number)
{
    const uint64_t low = UINT64_C(0x7f7f7f7f7f7f7f7f);
    return ~(((number & low) + low) | number) & ~low;
}

/** Returns the high bits of the 8 bytes, as the lowest 8 bits. */
static inline uint64_t endgame_high_bits(uint64_t number)
{
    return (number >> 7) * UINT64_C(0x0102040810204080) >> 56;
}

#endif
