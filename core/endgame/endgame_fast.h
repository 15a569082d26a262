/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * Values of positions from tables of rows. They are the same as those of the plain
 * engine, and some hundred times as fast.
 */
#ifndef SOW_ENDGAME_FAST_H
#define SOW_ENDGAME_FAST_H

#include "endgame_layer.h"
#include "endgame_rows.h"

/** Context of sow_endgame_value_fast(). */
struct endgame_fast {
    const struct endgame_rows *rows; /**< tables of rows */
    int8_t *exits; /**< values of the best moves that leave the layer, in the order of
                        `found` of struct endgame_layer; made in the first round */
};

/**
 * Values positions from the tables. An endgame_value_fn whose context is a struct
 * endgame_fast.
 */
bool sow_endgame_value_fast(void *context, const struct endgame_layer *layer,
                            const struct endgame_span *span, int8_t *out);

#endif
