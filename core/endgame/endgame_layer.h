/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * A layer during its solving by rounds, and how its values are found.
 *
 * All values start at 0, the value of going round for ever. In each round they are
 * replaced by the best values that the moves lead to, with the values so far, until
 * nothing changes.
 *
 * A value is never further from 0 than the true value and never has the other sign. It
 * only moves away from 0. When nothing changes any more, the player who is said to win
 * some seeds has a way to win them in a finite number of moves. So the result is the true
 * value in every order of the work. The order only has to ensure that no job reads what
 * another job writes: a block is valued from `known` into `found`, and then copied.
 */
#ifndef SOW_ENDGAME_LAYER_H
#define SOW_ENDGAME_LAYER_H

#include "endgame_db.h"
#include "endgame_rows.h"

/** A layer to solve. */
struct endgame_solved {
    int n;          /**< seeds on the board */
    int8_t *values; /**< values in the order of the database, owned; NULL before and after
                         a failure */
    int rounds;     /**< rounds that were made */
};

/**
 * Layer during its solving by rounds. Blocks of `found` are ordered by the seeds of the
 * *mover's* row. Within a block, the opponent's rows lie side by side.
 */
struct endgame_layer {
    struct sow_endgame *endgame;         /**< database of the layers below */
    const struct sow_endgame_work *work; /**< options of the caller */
    int n;                               /**< seeds on the board */
    int round;                           /**< number of the round, from 0 */
    int8_t *known;                       /**< values in the order of the database */
    int8_t *found;                       /**< values in the order of the mover's rows */
    uint32_t tick;                       /**< number of blocks valued so far */
    uint32_t *stamp; /**< tick of the latest change, by row of `known` and by
                          ENDGAME_SEGMENT values of it */
    /** Start of the stamps, by seeds as `block` of the index. */
    uint64_t stamps[ENDGAME_LAYERS + 1];
    /** Tick of the latest valuing, by the mover's seeds. */
    uint32_t valued[ENDGAME_LAYERS];
};

/** Values that share a stamp. */
enum { ENDGAME_SEGMENT = 64 };

/**
 * Returns true if one of the values from @p begin to before @p end has changed since the
 * positions of @p mover seeds were last valued. The values are those of row number @p
 * rank of the rows with @p seeds seeds.
 */
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

/**
 * Positions whose mover has row number `rank` of the rows with `seeds` seeds, and whose
 * opponent has a row from `begin` to before `end`.
 */
struct endgame_span {
    int seeds;      /**< seeds of the mover's row */
    uint32_t rank;  /**< number of the mover's row */
    uint32_t begin, /**< first row of the opponent */
        end;        /**< one more than the last row of the opponent */
};

/**
 * Values positions into @p out, whose first element belongs to `begin`. Returns false if
 * all values are as before, and @p out is then not set.
 */
typedef bool endgame_value_fn(void *context, const struct endgame_layer *layer,
                              const struct endgame_span *span, int8_t *out);

/**
 * Values positions with the plain rules engine. An endgame_value_fn that always returns
 * true; the context is not used.
 */
bool sow_endgame_value_plain(void *context, const struct endgame_layer *layer,
                             const struct endgame_span *span, int8_t *out);

/** Sets the error of a stop in the layer of @p n seeds, and returns SOW_INTERRUPTED. */
enum sow_status sow_endgame_layer_stopped(int n, struct sow_err *err);

/**
 * Makes rounds until no value changes. Returns SOW_OK, SOW_INTERRUPTED after a stop
 * request, or SOW_NO_MEMORY.
 */
enum sow_status sow_endgame_layer_solve(struct endgame_layer *layer,
                                        endgame_value_fn *value, void *context,
                                        struct sow_err *err);

/**
 * Solves a layer by rounds.
 * @param endgame database with the layers below; shows the values so far to the plain
 *   engine as the layer that is being solved
 * @param work options of the caller
 * @param rows tables of rows; NULL for the plain engine
 * @param[in,out] solved the number of the layer; receives its values and rounds
 * @returns SOW_OK, SOW_INTERRUPTED or SOW_NO_MEMORY
 */
enum sow_status sow_endgame_rounds_solve(struct sow_endgame *endgame,
                                         const struct sow_endgame_work *work,
                                         const struct endgame_rows *rows,
                                         struct endgame_solved *solved,
                                         struct sow_err *err);

#endif
