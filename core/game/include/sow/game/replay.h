/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * Written games (transcript.h) played again.
 */
#ifndef SOW_GAME_REPLAY_H
#define SOW_GAME_REPLAY_H

#include "sow/game/game.h"

SOW_C_BEGIN

/** Is this one of the game's legal moves? */
bool sow_game_allows(const struct sow_game *game, int move);

/** Called before each move with the game as it stands. */
typedef void sow_moved_fn(void *context, const struct sow_game *game, int move);

/**
 * Plays written moves in @p game, which is at its start.
 * @param told  may be NULL.
 * @returns SOW_BAD_DATA, with the move, for one that is none or not legal.
 */
SOW_MUST_USE enum sow_status sow_game_replay(struct sow_game *game, const char *moves,
                                             sow_moved_fn *told, void *context,
                                             struct sow_err *err);

SOW_C_END

#endif
