/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * A layer during its retrograde analysis: what its parts share.
 */
#ifndef SOW_ENDGAME_RETRO_LAYER_H
#define SOW_ENDGAME_RETRO_LAYER_H

#include "endgame_bits.h"
#include "endgame_layer.h"
#include "endgame_squeeze.h"

/** Job: up to ENDGAME_WORD rows of one size, one above the other. */
struct endgame_tile {
    int seeds;      /**< seeds of the rows */
    uint32_t first; /**< rank of the first row */
    uint32_t count; /**< number of rows */
};

/** Sets of positions. The sets before ENDGAME_SET_WON are by the mover's row, the others
 * by the opponent's row. */
enum endgame_set {
    ENDGAME_SET_SETTLED, /**< settled at this margin or a larger one */
    ENDGAME_SET_POOR,    /**< no move leaves the layer for more than minus the margin */
    ENDGAME_SET_WIN,     /**< wins settled in this visit of a block */
    ENDGAME_SET_LOSS,    /**< losses settled in this visit of a block */
    ENDGAME_SET_WON,     /**< wins settled */
    ENDGAME_SET_LOST,    /**< losses settled */
    ENDGAME_SETS         /**< number of sets */
};

/** Pits of a mover's row whose moves lead to new settled positions. */
struct endgame_touched {
    uint16_t won;  /**< pits that lead to new wins */
    uint16_t lost; /**< pits that lead to new losses */
};

/** Layer that is being solved. Positions are ordered by the mover's row, as blocks by its
   seeds; the opponent's rows lie side by side. */
struct endgame_retro {
    const struct sow_endgame *endgame;       /**< database of the layers below */
    const struct sow_endgame_work *work;     /**< options of the caller */
    const struct endgame_unmoves *unmoves;   /**< tables of moves */
    const struct endgame_squeezer *squeezer; /**< code for this processor */
    const struct endgame_index *index;       /**< numbers of the positions */
    int n;                                   /**< seeds on the board */
    struct endgame_shape shape;              /**< sizes of the sets */
    struct endgame_tile *tile;               /**< all jobs, by seeds */
    size_t first_tile[ENDGAME_LAYERS + 1];   /**< first job of the rows of a size */
    int8_t *value;       /**< value of settled positions, of others the best move out of
                            the layer, or ENDGAME_STAYS */
    int8_t *known;       /**< values in the order of the database */
    uint64_t *mover;     /**< sets by the mover's row */
    uint64_t *other;     /**< sets by the opponent's row */
    uint8_t *settled[2]; /**< flags of squares with wins, and with losses, of this
                            visit; in the order of ENDGAME_SET_WON */
    struct endgame_touched *news;    /**< the opponent's rows with new wins and losses, as
                                        flags, by row of all sizes */
    struct endgame_touched *touched; /**< the mover's rows, by row of all sizes */
    uint16_t *legal;             /**< moves within the layer of a mover whose opponent has
                                    no seeds, by row */
    bool passes;                 /**< true if a mover without seeds passes */
    bool present[UINT8_MAX + 1]; /**< flags of the values of moves out of the layer */
    int margin;                  /**< margin that is being settled */
    bool begins;                 /**< true in the first round of a margin */
};

/** Returns the place of the position with the mover's row and the first of the opponent's
   rows. */
static inline uint64_t endgame_place(const struct endgame_retro *retro, int seeds,
                                     uint32_t rank)
{
    return endgame_row(retro->index, retro->n, seeds, rank);
}

/** Returns the line of a row in a set. The lines of one row in the sets by the mover's
   row lie side by side, and so do those in the sets by the opponent's row. */
static inline uint64_t *endgame_set_line(const struct endgame_retro *retro,
                                         enum endgame_set set, int seeds, uint32_t rank)
{
    uint64_t line = endgame_line(&retro->shape, seeds, rank);
    uint32_t words = retro->shape.squares[retro->n - seeds];
    return set < ENDGAME_SET_WON
               ? retro->mover + line * ENDGAME_SET_WON + words * (unsigned)set
               : retro->other + line * (ENDGAME_SETS - ENDGAME_SET_WON) +
                     words * (unsigned)(set - ENDGAME_SET_WON);
}

/** Finds the best moves out of the layer of all positions of some jobs, and the moves of
 * positions with an empty row. The body of a parallel loop; the context is the layer. */
void sow_endgame_retro_exits(void *context, size_t begin, size_t end);

/** Sets the values of positions that are not settled to 0. The body of a parallel loop;
 * the context is the layer. */
void sow_endgame_retro_draws(void *context, size_t begin, size_t end);

/** Copies values to the order of the database. The body of a parallel loop over the rows
 * of the opponent; the context is the layer. */
void sow_endgame_retro_copy(void *context, size_t begin, size_t end);

#endif
