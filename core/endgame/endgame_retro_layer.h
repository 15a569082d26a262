/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * A layer during its retrograde analysis: what its parts share.
 */
#ifndef SOW_ENDGAME_RETRO_LAYER_H
#define SOW_ENDGAME_RETRO_LAYER_H

#include "endgame_back.h"
#include "endgame_layer.h"

/** Mark of a settled position, instead of its number of open moves. */
enum { ENDGAME_SETTLED = UINT8_MAX };

/** Job: up to ENDGAME_WORD rows of one size, one above the other. */
struct endgame_tile {
    int seeds;      /**< seeds of the rows */
    uint32_t first; /**< rank of the first row */
    uint32_t count; /**< number of rows */
};

/** Positions with one row of the opponent that a round has settled. */
struct endgame_line {
    uint64_t begin; /**< number of the first word of the mover's rows */
    uint32_t row;   /**< the opponent's row, of all sizes */
    uint32_t words; /**< number of words */
    uint8_t seeds;  /**< seeds of the opponent's row */
    uint8_t lost;   /**< 0 for wins, 1 for losses */
};

/** Layer that is being solved. Positions are ordered by the mover's row, as blocks by its
   seeds; the opponent's rows lie side by side. */
struct endgame_retro {
    const struct sow_endgame *endgame;     /**< database of the layers below */
    const struct sow_endgame_work *work;   /**< options of the caller */
    const struct endgame_unmoves *unmoves; /**< tables of moves */
    endgame_take_back_fn *take_back;       /**< code for this processor */
    const struct endgame_index *index;     /**< numbers of the positions */
    int n;                                 /**< seeds on the board */
    struct endgame_shape shape;            /**< sizes of the sets */
    struct endgame_tile *tile;             /**< all jobs, by seeds */
    size_t tiles;                          /**< number of jobs */
    int8_t *value;  /**< value of settled positions, of others the best move out of the
                         layer, or ENDGAME_STAYS */
    uint8_t *open;  /**< number of moves within the layer that do not reach a settled win,
                         or ENDGAME_SETTLED */
    int8_t *known;  /**< values in the order of the database */
    uint64_t *set;  /**< positions settled in this round, as lines of the shape */
    uint8_t *noted; /**< flags of the lines of `set` that are in `now`, as twice the row
                         of all sizes plus `lost` */
    struct endgame_line *now;  /**< lines of `set` with positions settled in this round */
    struct endgame_line *last; /**< lines that the round before has settled */
    uint32_t now_lines;        /**< number of lines in `now` */
    uint32_t last_lines;       /**< number of lines in `last` */
    struct endgame_word *word; /**< words of the lines in `last` */
    uint64_t words;            /**< number of these words */
    uint16_t *legal; /**< moves within the layer of a mover whose opponent has no seeds,
                          by row */
    bool passes;     /**< true if a mover without seeds passes */
    bool present[UINT8_MAX + 1]; /**< flags of the values of moves out of the layer */
    int margin;                  /**< margin that is being settled */
};

/** Returns the place of the position with the mover's row and the first of the opponent's
   rows. */
static inline uint64_t endgame_place(const struct endgame_retro *retro, int seeds,
                                     uint32_t rank)
{
    return endgame_row(retro->index, retro->n, seeds, rank);
}

/** Finds the best moves out of the layer of all positions of some jobs, and counts the
 * moves within it. The body of a parallel loop; the context is the layer. */
void sow_endgame_retro_exits(void *context, size_t begin, size_t end);

/** Sets the values of positions that are not settled to 0. The body of a parallel loop;
 * the context is the layer. */
void sow_endgame_retro_draws(void *context, size_t begin, size_t end);

/** Copies values to the order of the database. The body of a parallel loop over the rows
 * of the opponent; the context is the layer. */
void sow_endgame_retro_copy(void *context, size_t begin, size_t end);

/**
 * Settles all positions worth the margin of the layer for either player, in rounds, which
 * are counted in @p rounds. Returns false after a stop request.
 */
bool sow_endgame_settle(struct endgame_retro *retro, int *rounds);

#endif
