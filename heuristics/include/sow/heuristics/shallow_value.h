/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * Values of positions by a search of few moves, found fast (sow/search/shallow.h).
 *
 * The value of a position is the one that sow_search_run() finds for its best moves, with
 * the same evaluator and limits.
 */
#ifndef SOW_HEURISTICS_SHALLOW_VALUE_H
#define SOW_HEURISTICS_SHALLOW_VALUE_H

#include "sow/heuristics/agent.h"
#include "sow/search/search.h"

SOW_C_BEGIN

/** A search with its memory, for the positions of one game and for one thread. */
struct sow_shallow_value;

/**
 * Prepares the search for a game.
 * @param search the search; must outlive the result
 * @param leaf evaluator of the search
 * @param game the game, at its start position
 * @returns the search, to be freed by sow_shallow_value_free(); NULL if no shallow search
 *   has these limits or this evaluator, or without memory
 */
SOW_MUST_USE struct sow_shallow_value *
sow_shallow_value_new(const struct sow_search *search, const struct sow_agent_leaf *leaf,
                      const struct sow_game *game);

/**
 * Searches the present position of the game.
 * @param shallow the search; may be NULL
 * @param game the game, which has not ended, with a legal move
 * @param[out] value value of the position for the player to move, in the fixed-point unit
 *   of the evaluator
 * @returns false if the shallow search does not cover the position: use sow_search_run()
 */
SOW_MUST_USE bool sow_shallow_value_find(struct sow_shallow_value *shallow,
                                         const struct sow_game *game, int32_t *value);

/**
 * Frees a search.
 * @param shallow the search; may be NULL
 */
void sow_shallow_value_free(struct sow_shallow_value *shallow);

SOW_C_END

#endif
