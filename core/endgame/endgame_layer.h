/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * A layer that is being solved, and how its values are found.
 *
 * All values begin at 0, which is that of going round for ever, and are replaced again
 * and again by what the moves come to with the values so far, until nothing changes. A
 * value is then never further from 0 than the true one, nor of the other sign, and moves
 * away from 0 only; where nothing changes any more, whoever is said to win so much has a
 * way to it that ends. So the result is the value, whatever the order, and that order
 * only has to be one in which no job reads what another writes: a block is valued from
 * `known` into `found`, then copied.
 */
#ifndef SOW_ENDGAME_LAYER_H
#define SOW_ENDGAME_LAYER_H

#include "endgame_db.h"

/** A layer under way. Blocks of `found` are by the seeds of the *mover's* row, and in
 * each the opponent's rows are side by side. */
struct endgame_layer {
    struct sow_endgame *endgame;
    const struct sow_endgame_work *work;
    int n;
    int round;     /**< from 0 */
    int8_t *known; /**< as stored */
    int8_t *found;
};

/** Positions whose mover has row number `rank` of `seeds` seeds, against the opponent's
 *  rows from `begin` on and before `end`. */
struct endgame_span {
    int seeds;
    uint32_t rank;
    uint32_t begin, end;
};

/** Values positions; out[0] is that of `begin`. */
typedef void endgame_value_fn(void *context, const struct endgame_layer *layer,
                              const struct endgame_span *span, int8_t *out);

/** One of these, by the plain rules engine; the context is not looked at. */
void sow_endgame_value_plain(void *context, const struct endgame_layer *layer,
                             const struct endgame_span *span, int8_t *out);

/** Makes rounds until nothing changes; SOW_INTERRUPTED is all that can go wrong. */
enum sow_status sow_endgame_layer_solve(struct endgame_layer *layer,
                                        endgame_value_fn *value, void *context,
                                        struct sow_err *err);

#endif
