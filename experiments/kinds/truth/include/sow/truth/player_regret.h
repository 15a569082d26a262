/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * Regret of a player that is not a stored run: seeds that it loses by a move against
 * perfect play, in positions with few seeds on the board. `sowlab regret` has more
 * figures of it (move_regret.h).
 */
#ifndef SOW_EXPERIMENTS_PLAYER_REGRET_H
#define SOW_EXPERIMENTS_PLAYER_REGRET_H

#include "sow/base/parallel.h"
#include "sow/endgame/database.h"
#include "sow/heuristics/agent.h"

/** Positions for each number of seeds, or all if there are fewer. */
enum { SOW_PLAYER_REGRET_SAMPLE = 500 };

/** Regret over all positions with at most `on_board` seeds on the board. */
struct sow_player_regret {
    int on_board;  /**< largest number of seeds on the board */
    double regret; /**< mean loss of a move, in seeds of the final margin */
    double low;    /**< lower end of its 95 % interval, at least 0; NaN: all positions
                        have the same loss, so there is no interval */
    double high;   /**< upper end of the interval; NaN like `low` */
};

/** Player to measure. All pointers are borrowed. */
struct sow_player_regret_request {
    const struct sow_rules *rules;     /**< rules of the values */
    const struct sow_agent *player;    /**< the player, not by time */
    const struct sow_endgame *endgame; /**< exact values, which cover positions with 1
                                            seed or more */
    struct sow_context with;           /**< threads, stop flag and progress */
};

/**
 * Measures the regret of a player in a fixed sample of positions, the same for all
 * players. For each number of seeds on the board up to the largest that the exact values
 * cover, it takes 500 positions, or all if there are fewer. The figures are those of
 * source `all` of `sowlab regret --seed 1 --sample 500`. Opens the player for the rules
 * first.
 * @param request the player
 * @param[out] regret the result; unchanged on failure
 * @param[out] err reason of a failure
 * @returns SOW_INTERRUPTED after a stop request, SOW_NO_MEMORY, or the failure of
 *   sow_agent_open
 */
SOW_MUST_USE enum sow_status
sow_player_regret_measure(const struct sow_player_regret_request *request,
                          struct sow_player_regret *regret, struct sow_err *err);

#endif
