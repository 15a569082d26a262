/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * Evaluators of leaves as sums over the places of the board, for positions in the form of
 * the fast engine. Such a leaf costs a few nanoseconds: its values are read from tables.
 */
#ifndef SOW_SEARCH_LEAF_SUM_H
#define SOW_SEARCH_LEAF_SUM_H

#include "sow/game/fast_board.h"

SOW_C_BEGIN

/** Number of places in a word of the fast engine. */
enum { SOW_SUM_PLACES = 8 };

/**
 * An evaluator of positions in which the game goes on, as a sum: one value for each
 * place, by its number of seeds, and the rest. All values are for one player, the viewer.
 */
struct sow_leaf_sum {
    bool of_mover; /**< true if the viewer is the player to move at the leaf; false if it
                        is the player at the root */
    int32_t to_move[2]; /**< value of not being, and of being, the player to move */
    /** Values of places, by row (0: the viewer's), byte of the word and number of seeds.
     *  Bytes without a place have values of 0. */
    int32_t place[2][SOW_SUM_PLACES][SOW_MAX_SEEDS + 1];
    int listed[2];                   /**< by row: number of places in `byte` */
    uint8_t byte[2][SOW_SUM_PLACES]; /**< by row: bytes of the places with a value other
                                          than 0 (sow_leaf_sum_list) */
    /** Returns the value of all that is no sum over places; NULL: there is none. The
     * board is seen from the viewer. */
    int32_t (*rest)(const void *context, const struct sow_fast *fast,
                    struct sow_fast_board board);
    const void *context; /**< passed to `rest` */
};

/**
 * Lists the places that have values. The sums leave out the others.
 * @param[in,out] sum the evaluator, with all its values; sets `listed` and `byte`
 */
void sow_leaf_sum_list(struct sow_leaf_sum *sum);

SOW_C_END

#endif
