/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * Thinking in the opponent's time: while the opponent chooses, a thread of its own
 * searches the position behind the reply that is expected. If it comes to that, the next
 * search goes on where the thread was stopped, at the depth it had not come to; if it
 * does not, the next one begins anew, but with the table that was filled. So what is
 * found at a depth is what any search finds there; that more depths are reached is the
 * gain.
 *
 * The reply that is expected is that of the last search's line and, where that ends
 * before the own turn, of a shallow search by the opponent's view of the same evaluator.
 *
 * A tree of MCTS that is kept grows instead, below all replies; what is below the one
 * that is made remains.
 *
 * One of these belongs to one player in one game. All functions are called by the thread
 * that plays; whatever they hand over is copied, but evaluator, oracle, rules and fast
 * engine, which have to outlive it. Ownership: sow_ponder_free stops the thread.
 */
#ifndef SOW_SEARCH_PONDER_H
#define SOW_SEARCH_PONDER_H

#include "sow/search/mcts.h"
#include "sow/search/search.h"

SOW_C_BEGIN

struct sow_ponder;

/** On the heap; NULL without memory. */
struct sow_ponder *sow_ponder_new(void);

/** NULL is let pass. */
void sow_ponder_free(struct sow_ponder *ponder);

/** Stops the thread, if there is one. */
void sow_ponder_stop(struct sow_ponder *ponder);

/** Stops it and searches by SOW_SEARCH_ALPHABETA as sow_search_run does, from
 *  what was found out. Rules, evaluator and oracle are the same from call to call. */
void sow_ponder_search(struct sow_ponder *ponder, const struct sow_search *search,
                       const struct sow_game *game, struct sow_search_result *result);

/** The player makes @p move in @p game, legal there: thinks until the next call, or until
 *  `search->limits.depth` is reached; other limits do not count. Nothing happens if the
 *  game ends or the turn does not pass, or if no thread can be had. */
void sow_ponder_begin(struct sow_ponder *ponder, const struct sow_search *search,
                      const struct sow_game *game, int move);

/** The same with a kept tree, which is the thread's until the next call; up to
 *  `mcts->limits.nodes` iterations, if these are limited, and a million at most. Draws
 *  from a stream of its own, begun by one number of @p rng. */
void sow_ponder_begin_mcts(struct sow_ponder *ponder, const struct sow_mcts *mcts,
                           struct sow_mcts_tree *tree, struct sow_pcg *rng,
                           const struct sow_game *game, int move);

/** Waits until a search with a limit of depth, or of iterations, has come to it. */
void sow_ponder_wait(struct sow_ponder *ponder);

SOW_C_END

#endif
