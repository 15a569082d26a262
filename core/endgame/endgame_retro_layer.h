/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * A layer during its retrograde analysis: what its parts share.
 */
#ifndef SOW_ENDGAME_RETRO_LAYER_H
#define SOW_ENDGAME_RETRO_LAYER_H

#include "endgame_back.h"
#include "endgame_group.h"
#include "endgame_layer.h"

/** Job: up to ENDGAME_WORD rows of one size, one above the other. */
struct endgame_tile {
    int seeds;      /**< seeds of the rows */
    uint32_t first; /**< rank of the first row */
    uint32_t count; /**< number of rows */
};

/** Positions with one row of the opponent that were settled as wins, or as losses. */
struct endgame_line {
    uint64_t begin; /**< number of the first word of the mover's rows */
    uint32_t row;   /**< the opponent's row, of all sizes */
    uint32_t words; /**< number of words */
    uint32_t dealt; /**< number of words before those whose rows have no seed in the first
                         pit, to which nothing was dropped */
    uint8_t seeds;  /**< seeds of the opponent's row */
};

/** Layer that is being solved. Positions are ordered by the mover's row, as blocks by its
   seeds; the opponent's rows lie side by side. */
struct endgame_retro {
    const struct sow_endgame *endgame;     /**< database of the layers below */
    const struct sow_endgame_work *work;   /**< options of the caller */
    const struct endgame_unmoves *unmoves; /**< tables of moves */
    const struct endgame_index *index;     /**< numbers of the positions */
    int n;                                 /**< seeds on the board */
    struct endgame_shape shape;            /**< sizes of the sets */
    struct endgame_tile *tile;             /**< all jobs, by seeds */
    size_t tiles;                          /**< number of jobs */
    int8_t *value; /**< values of settled positions, of others the best move out of the
                        layer, or ENDGAME_STAYS */
    struct endgame_group *group; /**< states of the positions */
    uint64_t *exits;             /**< for each group the best moves out of the layer: the
                                      number of a bit is the size of a value modulo 64 */
    int8_t *known;               /**< values in the order of the database */
    uint64_t *set;  /**< positions that are settled and not yet taken back, as lines of
                         the shape */
    uint64_t *part; /**< for each line of `set` the parts that are not empty; its number
                         is twice the row of all sizes, plus 1 for losses */
    uint64_t *touched[2];      /**< bits of the lines that are not empty, by row of all
                                    sizes: wins, losses */
    struct endgame_line *line; /**< lines that are taken back */
    uint32_t lines;            /**< number of lines in `line` */
    struct endgame_word *word; /**< words of these lines */
    uint64_t words;            /**< end of the words in use */
    unsigned lost;             /**< 1 if these lines are losses, else 0 */
    uint16_t *legal;   /**< moves within the layer of a mover whose opponent has no seeds,
                            by row */
    bool passes;       /**< true if a mover without seeds passes */
    uint64_t present;  /**< bits of all `exits` */
    int margin;        /**< margin that is being settled */
    int margin_before; /**< margin that was settled before it */
};

/** Part of the positions with one row of the mover: 64 rows of the opponent. */
struct endgame_cell {
    int seeds;     /**< seeds of the mover's row */
    uint32_t rank; /**< rank of the mover's row */
    uint32_t at;   /**< number of the opponent's rows, over 64 */
};

/** Returns the place of the position with the mover's row and the first of the opponent's
   rows. */
static inline uint64_t endgame_place(const struct endgame_retro *retro, int seeds,
                                     uint32_t rank)
{
    return endgame_row(retro->index, retro->n, seeds, rank);
}

/** Returns the states of the positions with the mover's row and the first 64 of the
   opponent's rows. */
static inline struct endgame_group *endgame_groups(const struct endgame_retro *retro,
                                                   int seeds, uint32_t rank)
{
    return retro->group + endgame_lines(&retro->shape, seeds, rank) / 2;
}

/**
 * Writes the values of positions that were settled since the last call.
 * @param[out] value values of the positions of the group
 * @param[in,out] group states of the positions
 * @param margin margin that they were settled with
 */
static inline void endgame_note(int8_t *value, struct endgame_group *group, int margin)
{
    uint64_t losses;
    uint64_t fresh = endgame_take_marks(group, &losses);
    for (; fresh != 0; fresh &= fresh - 1) {
        int i = __builtin_ctzll(fresh);
        value[i] = (int8_t)(losses >> i & 1U ? -margin : margin);
    }
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
