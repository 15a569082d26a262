/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * Numbers of positions. A row with k seeds is one of `rows[k]`, numbered by the
 * combinatorial number system: with s_j the seeds in its j + 1 pits nearest the opponent,
 * the number is the sum of binomials C(s_j + j, j + 1) over all of them but the last. The
 * same seeds added to two rows leave their order as it is.
 *
 * In layer n stand blocks, by the seeds k of the row of the player who is *not* to move:
 * row by row of that player, and in each the rows[n - k] of the mover. So what a move
 * leads to, where mover and opponent change places, is side by side for positions that
 * differ in the opponent's row.
 */
#ifndef SOW_ENDGAME_INDEX_H
#define SOW_ENDGAME_INDEX_H

#include "sow/endgame/database.h"

enum { ENDGAME_LAYERS = SOW_ENDGAME_SEEDS_MAX + 1 };

struct endgame_index {
    int pits;
    int most; /**< seeds on the board that fit within SOW_ENDGAME_POSITIONS_MAX */
    uint32_t choose[SOW_MAX_PITS][ENDGAME_LAYERS]; /**< [j][s]: C(s + j, j + 1) */
    uint32_t rows[ENDGAME_LAYERS];                 /**< by seeds */
    uint32_t first[ENDGAME_LAYERS + 1];            /**< rows with fewer seeds */
    uint64_t block[ENDGAME_LAYERS]
                  [ENDGAME_LAYERS + 1]; /**< [n][k]: where block k of layer
                                            n begins; [n][n + 1]: its size */
};

void sow_endgame_index_init(struct endgame_index *index, int pits);

/** The number of a row in sowing order; @p seeds becomes its seeds. */
uint32_t sow_endgame_rank(const struct endgame_index *index, const uint8_t *row,
                          int *seeds);

/** And back; @p row has the index's pits. */
void sow_endgame_unrank(const struct endgame_index *index, int seeds, uint32_t rank,
                        uint8_t *row);

/** Positions of layer @p n. */
static inline uint64_t endgame_size(const struct endgame_index *index, int n)
{
    return index->block[n][n + 1];
}

/** Where row number @p other of @p seeds seeds of the player not to move begins. */
static inline uint64_t endgame_row(const struct endgame_index *index, int n, int seeds,
                                   uint32_t other)
{
    return index->block[n][seeds] + (uint64_t)other * index->rows[n - seeds];
}

#endif
