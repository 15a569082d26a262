/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * Pondering: a player searches in the opponent's time, on a thread of its own.
 *
 * While the opponent chooses, the thread searches the position after the expected reply.
 * If the opponent makes that reply, the next search continues where the thread was
 * stopped, at the first depth it had not finished. Otherwise the next search starts from
 * depth 0, but with the table that was filled. So a depth has the same result as in any
 * search. The gain is that more depths are reached.
 *
 * The expected reply is that of the last search's line. Where the line ends before the
 * player's own turn, a shallow search with the same evaluator finds the opponent's reply.
 *
 * A kept tree of MCTS grows below all replies instead. The part below the reply that is
 * made remains.
 *
 * A struct sow_ponder belongs to one player in one game. Only the thread that plays may
 * call these functions. They copy their arguments, except evaluator, oracle, rules and
 * fast engine, which must outlive the struct. Ownership: sow_ponder_free stops the thread
 * and frees everything.
 */
#ifndef SOW_SEARCH_PONDER_H
#define SOW_SEARCH_PONDER_H

#include "sow/search/mcts.h"
#include "sow/search/search.h"

SOW_C_BEGIN

/** The pondering of one player in one game. */
struct sow_ponder;

/**
 * Allocates pondering for one player in one game. No thread runs yet.
 *
 * @returns it, on the heap (free with sow_ponder_free), or NULL without memory.
 */
struct sow_ponder *sow_ponder_new(void);

/**
 * Stops the thread and frees everything.
 *
 * @param ponder from sow_ponder_new; NULL is allowed.
 */
void sow_ponder_free(struct sow_ponder *ponder);

/**
 * Stops the thread, if one runs, and waits for its end.
 *
 * @param[in,out] ponder from sow_ponder_new.
 */
void sow_ponder_stop(struct sow_ponder *ponder);

/**
 * Stops the thread, then searches as sow_search_run does, starting from the results found
 * so far.
 *
 * @param[in,out] ponder from sow_ponder_new.
 * @param search the search; its method is SOW_SEARCH_ALPHABETA, and rules, evaluator and
 *   oracle are the same in all calls.
 * @param game a game that has not ended and has legal moves.
 * @param[out] result receives the result.
 */
void sow_ponder_search(struct sow_ponder *ponder, const struct sow_search *search,
                       const struct sow_game *game, struct sow_search_result *result);

/**
 * Starts pondering after a move of the player. The thread runs until the next call, or
 * until `search->limits.depth` is reached; other limits are ignored. Nothing happens if
 * the game ends, if it is not the opponent's turn, or if there is no thread.
 *
 * @param[in,out] ponder from sow_ponder_new.
 * @param search the search of the player's next turn.
 * @param game the game before the move.
 * @param move the player's move, legal in @p game.
 */
void sow_ponder_begin(struct sow_ponder *ponder, const struct sow_search *search,
                      const struct sow_game *game, int move);

/**
 * Starts pondering with a kept tree of MCTS. The thread runs until the next call, or
 * until it has made `mcts->limits.nodes` iterations, at most a million. It draws from a
 * stream of its own, seeded by one number of @p rng.
 *
 * @param[in,out] ponder from sow_ponder_new.
 * @param mcts the search of the player's next turn.
 * @param tree the kept tree; the thread owns it until the next call.
 * @param[in,out] rng stream of the player.
 * @param game the game before the move.
 * @param move the player's move, legal in @p game.
 */
void sow_ponder_begin_mcts(struct sow_ponder *ponder, const struct sow_mcts *mcts,
                           struct sow_mcts_tree *tree, struct sow_pcg *rng,
                           const struct sow_game *game, int move);

/**
 * Waits until the thread has reached its limit of depth or iterations. Without such a
 * limit it would wait for ever.
 *
 * @param[in,out] ponder from sow_ponder_new.
 */
void sow_ponder_wait(struct sow_ponder *ponder);

SOW_C_END

#endif
