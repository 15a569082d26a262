/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * Values of leaves by sums (sow/search/leaf_sum.h), for the hot loops of this folder to
 * inline.
 */
#ifndef SOW_SEARCH_LEAF_SUM_VALUE_H
#define SOW_SEARCH_LEAF_SUM_VALUE_H

#include "fast_kernel.h"
#include "sow/search/leaf_sum.h"

/* Returns the sum of the values of the listed places of a row. */
SOW_FAST_INLINE int32_t sow_leaf_sum_row(const struct sow_leaf_sum *sum, int row,
                                         uint64_t word)
{
    int32_t value = 0;
    for (int i = 0; i < sum->listed[row]; i++) {
        unsigned byte = sum->byte[row][i];
        value += sum->place[row][byte][word >> (8 * byte) & 0xffU];
    }
    return value;
}

/* Returns the value, for its side to move, of a position in which the game goes on. It is
   the player at the root who is to move if @p of_root. */
SOW_FAST_INLINE int32_t sow_leaf_sum_value(const struct sow_leaf_sum *sum,
                                           const struct sow_fast *fast,
                                           struct sow_fast_board board, bool of_root)
{
    bool by_mover = of_root || sum->of_mover;
    struct sow_fast_board seen = by_mover ? board : sow_fast_turned(board);
    int32_t value = sum->to_move[by_mover] + sow_leaf_sum_row(sum, 0, seen.own) +
                    sow_leaf_sum_row(sum, 1, seen.other);
    if (sum->rest != NULL)
        value += sum->rest(sum->context, fast, seen);
    return by_mover ? value : -value;
}

#endif
