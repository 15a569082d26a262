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
    uint32_t tick;   /**< counts blocks */
    uint32_t *stamp; /**< by ENDGAME_SEGMENT values of a row of `known`: the tick at which
                          one of them changed */
    uint64_t stamps[ENDGAME_LAYERS + 1]; /**< as `block` of the index: where they begin */
    uint32_t
        valued[ENDGAME_LAYERS]; /**< by the mover's seeds: the tick of the last time */
};

enum { ENDGAME_SEGMENT = 64 };

/** True if one of the values from @p begin on and before @p end of row number @p rank of
 *  @p seeds seeds has changed since positions of @p mover seeds were last valued. */
static inline bool endgame_changed(const struct endgame_layer *layer, int mover,
                                   int seeds, uint32_t rank, uint32_t begin, uint32_t end)
{
    uint32_t width = layer->endgame->index.rows[layer->n - seeds];
    const uint32_t *stamp =
        layer->stamp + layer->stamps[seeds] +
        (uint64_t)rank * ((width + ENDGAME_SEGMENT - 1) / ENDGAME_SEGMENT);
    for (uint32_t at = begin / ENDGAME_SEGMENT; at * ENDGAME_SEGMENT < end; at++)
        if (stamp[at] >= layer->valued[mover])
            return true;
    return false;
}

/** Positions whose mover has row number `rank` of `seeds` seeds, against the opponent's
 *  rows from `begin` on and before `end`. */
struct endgame_span {
    int seeds;
    uint32_t rank;
    uint32_t begin, end;
};

/** Values positions; out[0] is that of `begin`. False: they are what they were. */
typedef bool endgame_value_fn(void *context, const struct endgame_layer *layer,
                              const struct endgame_span *span, int8_t *out);

/** One of these, by the plain rules engine; the context is not looked at. */
bool sow_endgame_value_plain(void *context, const struct endgame_layer *layer,
                             const struct endgame_span *span, int8_t *out);

/** Makes rounds until nothing changes; SOW_INTERRUPTED is all that can go wrong. */
enum sow_status sow_endgame_layer_solve(struct endgame_layer *layer,
                                        endgame_value_fn *value, void *context,
                                        struct sow_err *err);

#endif
