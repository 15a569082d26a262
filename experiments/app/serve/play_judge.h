/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * The judge of a game in the browser: one player for all games. It says what lead
 * south can expect after a move, and what a move lost against perfect play.
 */
#ifndef SOW_SERVE_PLAY_JUDGE_H
#define SOW_SERVE_PLAY_JUDGE_H

#include "sow/base/parallel.h"
#include "sow/game/game.h"

/** Loss of a move whose position is not solved. */
enum { SOW_PLAY_JUDGE_UNKNOWN = -1 };

struct sow_play_judge;

/**
 * Makes a judge.
 * @param stop the stop request, borrowed; may be NULL
 * @param[out] judge free it with sow_play_judge_free
 * @param err receives the reason of a failure
 * @returns SOW_OK or SOW_NO_MEMORY
 */
SOW_MUST_USE enum sow_status sow_play_judge_new(const struct sow_stop *stop,
                                                struct sow_play_judge **judge,
                                                struct sow_err *err);

/** Frees a judge; NULL is ignored. */
void sow_play_judge_free(struct sow_play_judge *judge);

/**
 * Judges a move.
 * @param judge the judge
 * @param game the game before the move
 * @param move a legal move
 * @param[out] lead lead of south in seeds: the exact one at the end of the game if
 *     @p lost is known, else that of the stores which a search of a few moves reaches
 * @param[out] lost seeds by which the final lead of the mover becomes smaller if both
 *     play perfectly from here on, 0 for a best move; SOW_PLAY_JUDGE_UNKNOWN if a search
 *     of limited size does not reach the end
 */
void sow_play_judge_move(struct sow_play_judge *judge, const struct sow_game *game,
                         int move, int *lead, int *lost);

#endif
