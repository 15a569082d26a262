/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * The method and the limits of a search, as plain data. search.h and mcts.h say what they
 * mean. Ownership: no struct has a pointer; copy them freely.
 */
#ifndef SOW_SEARCH_LIMITS_H
#define SOW_SEARCH_LIMITS_H

#include "sow/base/err.h"
#include "sow/game/clock.h"

#include <stdbool.h>
#include <stdint.h>

SOW_C_BEGIN

/** Largest limit of depth. */
enum { SOW_SEARCH_DEPTH_MAX = 99 };

/** Methods of search. */
enum sow_search_method {
    SOW_SEARCH_MINIMAX,   /**< minimax over the whole tree (search.h) */
    SOW_SEARCH_ALPHABETA, /**< alpha-beta search: finds the same values (search.h) */
    SOW_SEARCH_MCTS       /**< Monte Carlo tree search (mcts.h) */
};

/** The reward of a finished game in MCTS. */
enum sow_search_reward {
    SOW_REWARD_WIN,   /**< 1, 1/2 or 0 for a win, draw or loss */
    SOW_REWARD_MARGIN /**< linear in the difference of the stores */
};

/** Methods of sharing a clock out among the moves of a game (game_clock.h). */
enum sow_time {
    SOW_TIME_SETTLED,  /**< by the moves to come, and by how settled the best move is */
    SOW_TIME_EXPECTED, /**< by the expected number of moves to come */
    SOW_TIME_SHARE,    /**< a fixed share of the remaining time */
    SOW_TIME_EQUAL     /**< about the same time for every move */
};

/** Choices between several best moves. */
enum sow_ties {
    SOW_TIES_RANDOM, /**< any of them, equally likely */
    SOW_TIES_LOWEST, /**< the move with the lowest number */
    SOW_TIES_HIGHEST /**< the move with the highest number */
};

/** Treatments of the pie rule. */
enum sow_swaps {
    SOW_SWAP_VALUED, /**< the swap is evaluated like any other move */
    SOW_SWAP_ALWAYS  /**< the player swaps if it may; the search leaves swaps out */
};

/** Method and limits of a search. At least one limit (depth, nodes, ms or clock) is
 *  needed. */
struct sow_search_limits {
    int method;             /**< enum sow_search_method */
    int depth;              /**< moves to look ahead; 0: SOW_SEARCH_DEPTH_MAX */
    uint64_t nodes;         /**< positions visited, or iterations of MCTS; 0: no limit */
    int ms;                 /**< milliseconds for a move; 0: no limit */
    struct sow_clock clock; /**< clock for all moves of a game, or none */
    int time;               /**< enum sow_time, for the clock */
    uint64_t slice;         /**< nanoseconds of the clock for this move, set by the player
                                 (sow_game_clock_slice); 0: no limit */
    int hash;               /**< largest size of the table in megabytes (2^20 bytes); 0:
                                 no table */
    bool extra_costs_depth; /**< true if an extra turn costs depth like any move */
    bool greedy;            /**< true if the player first tries an extra turn, then a
                                 capture within the row, and searches only if there is
                                 neither (Pekar et al. 2020, Algorithm 3) */
    int ties;               /**< enum sow_ties, applied by the player */
    int swap;               /**< enum sow_swaps */
    int reward;             /**< enum sow_search_reward, for MCTS */
    bool keep;   /**< true if MCTS keeps its tree between the moves of a game */
    bool ponder; /**< true if the player searches also in the opponent's time (ponder.h);
                      needs a limit of time */
};

SOW_C_END

#endif
