/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * Tables of moves, split into the two rows.
 *
 * The effect of a sowing on the mover's row depends on that row alone. Its effect on the
 * opponent's row depends on that row, on the number of seeds dropped there, and on where
 * the sowing ends. So both effects are stored in tables by the number of the row, and a
 * move costs a few reads.
 *
 * Three kinds of rules cannot be split in this way: number captures across both rows,
 * chains of place captures, and relay sowing.
 */
#ifndef SOW_ENDGAME_ROWS_H
#define SOW_ENDGAME_ROWS_H

#include "endgame_index.h"

/**
 * Effect of a move on the mover's row. Rows of all sizes are numbered together, those
 * with fewer seeds first.
 */
struct endgame_step {
    uint32_t plain,      /**< row after the move, without a place capture */
        taken;           /**< row after the move, with the place capture */
    uint8_t plain_seeds, /**< seeds of `plain` */
        taken_seeds;     /**< seeds of `taken` */
    uint8_t dropped;     /**< seeds dropped into the opponent's row */
    uint8_t action;      /**< number of the action in the opponent's row; 0 = none */
    bool playable;       /**< true if the pit has seeds */
    bool again;          /**< true if the last seed gives another turn */
};

/** Returns true if the pit has seeds, and its move keeps all of the mover's @p seeds
 * seeds on the board if it captures nothing. */
static inline bool endgame_step_stays(const struct endgame_step *step, int seeds)
{
    return step->playable && step->plain_seeds + step->dropped == seeds;
}

/**
 * Values of `code` in struct endgame_action. A code is the number of seeds that the
 * opponent's row is left with. ENDGAME_PLAIN is added if the mover's row becomes `plain`.
 */
enum { ENDGAME_PLAIN = 128, ENDGAME_ILLEGAL = 255 };

/** Effect on the opponent's rows of dropping a number of seeds. */
struct endgame_action {
    int dropped;   /**< number of seeds dropped */
    int kind;      /**< kind of capture, private */
    uint32_t *row; /**< row after the move, by row before it */
    uint8_t *code; /**< code, by row; ENDGAME_ILLEGAL for a forbidden grand slam */
};

/** Tables of moves. */
struct endgame_rows {
    int seeds;                 /**< largest number of seeds in a row */
    int actions;               /**< number of actions */
    struct endgame_step *step; /**< effects on the mover's row, as step[row * pits +
                                    pit] */
    struct endgame_action action[256]; /**< effects on the opponent's row */
    const struct sow_context *with;    /**< stop request that ends the making of tables */
};

/**
 * Returns true if moves under these rules can be split into the two rows. The table of
 * steps for rows of up to @p seeds seeds must also not be too large.
 */
bool sow_endgame_rows_cover(const struct sow_rules *rules,
                            const struct endgame_index *index, int seeds);

/**
 * Makes the tables for covered rules and rows of up to @p seeds seeds. @p with gives the
 * stop request, and must outlive the call. Returns false without memory, and after a stop
 * request. The caller releases the tables in any case.
 */
bool sow_endgame_rows_init(struct endgame_rows *rows, const struct sow_rules *rules,
                           const struct endgame_index *index, int seeds,
                           const struct sow_context *with);

/** Frees the tables, which may be all zeros. */
void sow_endgame_rows_release(struct endgame_rows *rows);

#endif
