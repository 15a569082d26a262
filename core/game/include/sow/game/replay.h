/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * Playing games again that were written as text (transcript.h). Ownership: all arguments
 * are borrowed.
 */
#ifndef SOW_GAME_REPLAY_H
#define SOW_GAME_REPLAY_H

#include "sow/game/game.h"

SOW_C_BEGIN

/**
 * Returns true if a move is legal in a game.
 * @param game game in progress
 * @param move pit or SOW_SWAP
 * @returns true if @p move is legal
 */
bool sow_game_allows(const struct sow_game *game, int move);

/**
 * Callback before each move of a replayed game.
 * @param context value given to sow_game_replay()
 * @param game the game before the move
 * @param move the move to come
 */
typedef void sow_moved_fn(void *context, const struct sow_game *game, int move);

/**
 * Plays written moves. If the player to move has no legal move at the start, this player
 * passes first (sow_game_pass()). An empty text makes no move.
 * @param[in,out] game game at its start; on failure, the moves before the wrong one have
 *   been made
 * @param moves moves as text, with one blank between two
 * @param told callback before each move; may be NULL
 * @param[in,out] context value passed to @p told
 * @param[out] err receives the reason of a failure, with the move; may be NULL
 * @returns SOW_OK; SOW_BAD_DATA if a move is unreadable or not legal; SOW_NO_MEMORY
 */
SOW_MUST_USE enum sow_status sow_game_replay(struct sow_game *game, const char *moves,
                                             sow_moved_fn *told, void *context,
                                             struct sow_err *err);

SOW_C_END

#endif
