/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * How a player looks ahead, as plain data: what it is made of and where it stops.
 * search.h and mcts.h say what it means.
 */
#ifndef SOW_SEARCH_LIMITS_H
#define SOW_SEARCH_LIMITS_H

#include "sow/base/err.h"

#include <stdbool.h>
#include <stdint.h>

SOW_C_BEGIN

enum { SOW_SEARCH_DEPTH_MAX = 99 };

enum sow_search_method { SOW_SEARCH_MINIMAX, SOW_SEARCH_ALPHABETA, SOW_SEARCH_MCTS };

/** What a finished game is worth to MCTS. */
enum sow_search_reward { SOW_REWARD_WIN, SOW_REWARD_MARGIN };

/** How a clock is shared out among the moves of a game (game_clock.h). */
enum sow_time { SOW_TIME_SETTLED, SOW_TIME_EXPECTED, SOW_TIME_SHARE, SOW_TIME_EQUAL };

/** Which of several best moves a player makes: any, or that of the least or the greatest
 *  number. */
enum sow_ties { SOW_TIES_RANDOM, SOW_TIES_LOWEST, SOW_TIES_HIGHEST };

/** How a player takes the pie rule: the swap is a move like any other; or it swaps
 *  whenever it may, and reckons with no swap of the opponent's. */
enum sow_swaps { SOW_SWAP_VALUED, SOW_SWAP_ALWAYS };

/** A clock for all moves of a game. */
struct sow_clock {
    int ms;        /**< to begin with; 0: there is none */
    int increment; /**< milliseconds added with each move */
};

/** Method and limits; at least one limit is needed. */
struct sow_search_limits {
    int method;     /**< enum sow_search_method */
    int depth;      /**< 0: no limit (but SOW_SEARCH_DEPTH_MAX) */
    uint64_t nodes; /**< positions looked at, of MCTS iterations; 0: no limit */
    int ms;         /**< milliseconds of a move; 0: no limit */
    struct sow_clock clock;
    int time;               /**< enum sow_time, of a clock */
    uint64_t slice;         /**< of the clock, nanoseconds for this move, set by whoever
                                 plays by one; 0: no limit */
    int hash;               /**< most megabytes of the table (2^20 bytes); 0: no table */
    bool extra_costs_depth; /**< an extra turn uses up depth as any move */
    bool greedy; /**< whoever plays by the search first makes an extra turn or a
                      capture within the row, where there is one (Pekar et al.
                      2020, Algorithm 3) */
    int ties;    /**< enum sow_ties, heeded by whoever plays by the search */
    int swap;    /**< enum sow_swaps; the search leaves swaps out by it */
    int reward;  /**< enum sow_search_reward, of MCTS */
    bool keep;   /**< of MCTS: the tree is kept between the moves of a game */
    bool ponder; /**< with a limit of time: whoever plays by the search thinks in the
                      opponent's time too (ponder.h) */
};

SOW_C_END

#endif
