/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "endgame_bits.h"

struct endgame_shape sow_endgame_shape(const struct endgame_index *index, int n)
{
    struct endgame_shape shape = {.word = {0}};
    for (int k = 0; k <= n; k++) {
        shape.words[k] = endgame_words(index->rows[n - k]);
        while (shape.words[k] > (uint32_t)ENDGAME_WORD << shape.shift[k])
            shape.shift[k]++;
        shape.word[k + 1] = shape.word[k] + (uint64_t)index->rows[k] * 2 * shape.words[k];
    }
    return shape;
}
