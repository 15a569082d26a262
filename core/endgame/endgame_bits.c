/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "endgame_bits.h"

struct endgame_shape sow_endgame_shape(const struct endgame_index *index, int n)
{
    struct endgame_shape shape = {.index = index, .n = n};
    for (int k = 0; k <= n; k++)
        shape.squares[k] = (index->rows[k] + ENDGAME_WORD - 1) / ENDGAME_WORD;
    for (int k = 0; k <= n; k++) {
        uint64_t width = shape.squares[n - k];
        shape.word[k + 1] = shape.word[k] + index->rows[k] * width;
        shape.square[k + 1] = shape.square[k] + shape.squares[k] * width;
    }
    return shape;
}
