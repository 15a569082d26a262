/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * Sets of rows, taken back over a drop of seeds.
 *
 * Dropping the same seeds into rows keeps their order. So the rows before a drop lie side
 * by side in a set of the rows after it, once the others are left out. Processors with a
 * parallel bit extract do that for 64 rows at a time.
 */
#ifndef SOW_ENDGAME_BACK_H
#define SOW_ENDGAME_BACK_H

#include "endgame_bits.h"
#include "endgame_unmoves.h"

/** Word of a set of rows. */
struct endgame_word {
    uint64_t bits; /**< rows; bit i is row number 64 * at + i */
    uint32_t at;   /**< number of the word */
};

/** How a drop of seeds is taken back, by words of the set of the rows after it. */
struct endgame_back {
    const uint64_t *image; /**< rows that the drop leaves; NULL if nothing is dropped */
    const uint64_t *stays; /**< rows that it leaves without a capture */
    const uint32_t *place; /**< number of bits of `image` before a word */
};

/** Returns how an action is taken back for rows that have @p seeds seeds after it. */
struct endgame_back sow_endgame_back(const struct endgame_unmoves *unmoves, int action,
                                     int seeds);

/**
 * Lists the numbers of the rows before a drop, and fetches their flags into the cache.
 * @param back the drop
 * @param word word of a set of rows after the drop
 * @param flag flags of the rows before the drop, a byte each; only fetched
 * @param name number that is added to each row
 * @param[out] rows receives the sums of name and row; has room for 64
 * @returns the number of rows
 */
typedef uint32_t endgame_take_back_fn(const struct endgame_back *back,
                                      const struct endgame_word *word,
                                      const uint8_t *flag, uint64_t name, uint64_t *rows);

/** Lists rows on any processor. An endgame_take_back_fn. */
uint32_t sow_endgame_take_back_plain(const struct endgame_back *back,
                                     const struct endgame_word *word, const uint8_t *flag,
                                     uint64_t name, uint64_t *rows);

/** Returns the fastest code for this processor. */
endgame_take_back_fn *sow_endgame_take_back(void);

#endif
