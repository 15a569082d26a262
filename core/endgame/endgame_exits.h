/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * Values of the moves that leave a layer, from tables of rows.
 *
 * They depend on finished layers only. So each method of solving a layer finds them
 * once, for positions side by side: one row of the mover against many of the opponent.
 */
#ifndef SOW_ENDGAME_EXITS_H
#define SOW_ENDGAME_EXITS_H

#include "endgame_db.h"
#include "endgame_rows.h"

/** Marks instead of a value: no legal move, or only moves within the layer. */
enum { ENDGAME_NO_MOVE = INT8_MIN, ENDGAME_STAYS = INT8_MIN + 1 };

/** Positions with one row of the mover, and their place in the tables. */
struct endgame_front {
    const struct endgame_rows *rows;   /**< tables of rows */
    const struct sow_endgame *endgame; /**< database of the layers below */
    const struct endgame_index *index; /**< numbers of the positions */
    const struct endgame_step *step;   /**< entry of the first pit of the mover's row */
    int n;                             /**< seeds on the board */
    int seeds;                         /**< seeds of the mover's row */
    uint32_t rank;                     /**< number of the mover's row */
    int others;                        /**< seeds of the opponent's rows */
    uint32_t begin;                    /**< rank of the first opponent's row */
    uint32_t first; /**< number of the first opponent's row among rows of all sizes */
    uint32_t count; /**< number of the opponent's rows */
};

/** Returns the greater value. The arithmetic is in bytes, so that compilers compare many
 * at a time. */
static inline int8_t endgame_greater(int8_t a, int8_t b)
{
    return (int8_t)(a > b ? a : b);
}

/** Names of positions of a layer with one row of the mover. */
struct endgame_place {
    int n;          /**< seeds on the board */
    int seeds;      /**< seeds of the mover's row */
    uint32_t rank;  /**< number of the mover's row among rows with as many seeds */
    uint32_t begin; /**< rank of the first opponent's row */
    uint32_t count; /**< number of the opponent's rows */
};

/** Returns the positions of a place. */
struct endgame_front sow_endgame_front(const struct endgame_rows *rows,
                                       const struct sow_endgame *endgame,
                                       struct endgame_place place);

/** Returns the code of a move that captures nothing. */
static inline uint8_t endgame_code_of_stay(const struct endgame_front *front,
                                           const struct endgame_step *step)
{
    int left = front->others + step->dropped;
    return (uint8_t)(step->taken == step->plain ? left : ENDGAME_PLAIN + left);
}

/**
 * Sets @p out to the best value of the moves that leave the layer, for all positions of
 * the front. Positions without such a move get ENDGAME_STAYS. Both players must have
 * seeds.
 */
void sow_endgame_find_exits(const struct endgame_front *front, int8_t *out);

#endif
