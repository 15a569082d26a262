/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * Numbers of positions.
 *
 * A row with k seeds is one of `rows[k]`, and is numbered by the combinatorial number
 * system. Let s_j be the seeds in its j + 1 pits nearest to the opponent. The number is
 * the sum of the binomials C(s_j + j, j + 1) for all j but the last. Adding the same
 * seeds to two rows does not change their order.
 *
 * Layer n consists of blocks, one for each number k of seeds in the row of the player who
 * is *not* to move. A block lists the rows of that player, and for each of them the
 * `rows[n - k]` rows of the mover. After a move, mover and opponent change places. So the
 * positions that a move leads to lie side by side for positions that differ in the
 * opponent's row only.
 */
#ifndef SOW_ENDGAME_INDEX_H
#define SOW_ENDGAME_INDEX_H

#include "sow/endgame/database.h"

/** Largest number of layers. */
enum { ENDGAME_LAYERS = SOW_ENDGAME_SEEDS_MAX + 1 };

/** Tables that number the positions of a board. */
struct endgame_index {
    int pits; /**< pits in a row */
    int most; /**< largest number of seeds on the board with fewer than
                   SOW_ENDGAME_POSITIONS_MAX positions */
    uint32_t choose[SOW_MAX_PITS][ENDGAME_LAYERS]; /**< binomials: choose[j][s] = C(s + j,
                                                        j + 1) */
    uint32_t rows[ENDGAME_LAYERS];                 /**< number of rows, by seeds */
    uint32_t first[ENDGAME_LAYERS + 1];            /**< number of rows with fewer seeds,
                                                        by seeds */
    /** Start of block k in layer n, as block[n][k]. The last element, block[n][n + 1], is
     *  the size of the layer. */
    uint64_t block[ENDGAME_LAYERS][ENDGAME_LAYERS + 1];
};

/** Fills the tables for boards with @p pits pits in a row. */
void sow_endgame_index_init(struct endgame_index *index, int pits);

/**
 * Returns the number of a row in sowing order among the rows with the same seeds, and
 * sets @p seeds to its seeds.
 */
uint32_t sow_endgame_rank(const struct endgame_index *index, const uint8_t *row,
                          int *seeds);

/**
 * Sets @p row to the row with a given number of seeds and number @p rank. Only the pits
 * of the index are set.
 */
void sow_endgame_unrank(const struct endgame_index *index, int seeds, uint32_t rank,
                        uint8_t *row);

/** Returns the number of positions in layer @p n. */
static inline uint64_t endgame_size(const struct endgame_index *index, int n)
{
    return index->block[n][n + 1];
}

/**
 * Returns the start, in layer @p n, of the positions in which the player not to move has
 * row number @p other of the rows with @p seeds seeds.
 */
static inline uint64_t endgame_row(const struct endgame_index *index, int n, int seeds,
                                   uint32_t other)
{
    return index->block[n][seeds] + (uint64_t)other * index->rows[n - seeds];
}

#endif
