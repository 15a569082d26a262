/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * Sets of rows, taken back over a drop of seeds.
 *
 * Dropping the same seeds into rows keeps their order. So the rows before a drop lie side
 * by side in a set of the rows after it, once the others are left out. Processors with a
 * parallel bit extract do that for 64 rows at a time.
 */
#ifndef SOW_ENDGAME_SQUEEZE_H
#define SOW_ENDGAME_SQUEEZE_H

#include "endgame_unmoves.h"

/** A set of rows after a drop, and how it is taken back. */
struct endgame_squeeze {
    const uint64_t *from; /**< set of the rows after the drop */
    uint64_t flip;  /**< all ones to take the rows that are not in the set; else 0 */
    uint32_t words; /**< words of the set */
    const uint64_t *image; /**< rows that the drop leaves; NULL if nothing is dropped */
    const uint64_t *stays; /**< rows that it leaves without a capture */
    const uint32_t *place; /**< number of bits of `image` before a word */
};

/** Changes @p to, a set of the rows before a drop, by those that a squeeze takes back. */
typedef void endgame_squeeze_fn(const struct endgame_squeeze *squeeze, uint64_t *to);

/** Code for one kind of processor. */
struct endgame_squeezer {
    endgame_squeeze_fn *add;    /**< adds the rows to the set */
    endgame_squeeze_fn *remove; /**< removes the rows from the set */
};

/** Returns the code for any processor. */
const struct endgame_squeezer *sow_endgame_squeezer_plain(void);

/** Returns the fastest code for this processor. */
const struct endgame_squeezer *sow_endgame_squeezer(void);

#endif
