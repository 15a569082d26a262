/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * Shallow search: the best moves of a search of few moves and their value, found fast.
 *
 * The best moves are those of sow_search_run() with the same evaluator and depth: the
 * moves with the greatest minimax value, and this value. A shallow search gives nothing
 * else: no line of expected moves, and no limit but the depth. Its positions are two
 * words of the fast engine, and its evaluator is a sum over the places of the board, read
 * from a table. So a leaf costs a few nanoseconds. Its memory of positions is small and
 * kept between searches, so beginning a search costs nothing.
 *
 * All functions are pure and thread-safe. Ownership: everything is the caller's.
 */
#ifndef SOW_SEARCH_SHALLOW_H
#define SOW_SEARCH_SHALLOW_H

#include "sow/search/leaf_sum.h"
#include "sow/search/search.h"

SOW_C_BEGIN

/** Largest depth of a shallow search. Deeper, a table of positions saves more than it
 *  costs. */
enum { SOW_SHALLOW_DEPTH_MAX = 5 };

/** Number of positions that a memory keeps. */
enum { SOW_SHALLOW_KEPT = 512 };

/** A position that was searched. */
struct sow_shallow_entry {
    struct sow_fast_board board; /**< the position; all zeros: none */
    int32_t value;               /**< value for the side to move, or its bound */
    uint8_t depth;               /**< depth of its search */
    uint8_t bound;               /**< meaning of the value */
    uint8_t move;                /**< number of the best move in the order of trying */
    bool of_root;                /**< true if the player at the root was to move */
};

/** Memory of positions. All zeros: nothing is kept. All searches with one memory must
 * have the same evaluator and be in the same game. */
struct sow_shallow_memory {
    struct sow_shallow_entry entry[SOW_SHALLOW_KEPT]; /**< positions, by their hash */
};

/**
 * Returns true if limits leave nothing but an alpha-beta search to a small depth.
 * @param limits the limits
 * @returns true if the method is alpha-beta, the depth is 1 to SOW_SHALLOW_DEPTH_MAX, and
 *   there is no limit of nodes, time or clock
 */
bool sow_shallow_is_enough(const struct sow_search_limits *limits);

/**
 * Returns true if a shallow search covers a search of this game. Its limits are enough,
 * and it has no oracle and evaluates no paths. It wants neither exact values of all moves
 * nor a callback nor a request to stop. The fast engine covers the rules, which have no
 * rule of repetition and no relay sowing, and the offer of the pie rule has passed.
 * @param search the search, as for sow_search_run()
 * @param game the game, with its fast engine
 * @returns true if sow_shallow_run() accepts both
 */
bool sow_shallow_covers(const struct sow_search *search, const struct sow_game *game);

/**
 * Finds the best moves.
 * @param search the search
 * @param[in,out] memory positions of earlier searches; those of this search are added
 * @param game a covered game that has not ended, with a legal move
 * @param[out] best by index into the legal moves of sow_game_moves(): true for the moves
 *         that sow_search_run() finds best
 * @returns the value of these moves
 */
int32_t sow_shallow_run(const struct sow_search *search,
                        struct sow_shallow_memory *memory, const struct sow_game *game,
                        bool best[SOW_MOVES_MAX]);

SOW_C_END

#endif
