/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * A kept game, read from the database.
 *
 * Ownership: a game owns its texts; release it.
 */
#ifndef SOW_EXPERIMENTS_STORED_GAME_H
#define SOW_EXPERIMENTS_STORED_GAME_H

#include "sow/game/replay.h"
#include "sow/store/store.h"
#include "sow/variants/variant.h"

/** A game with its rules. */
struct sow_stored_game {
    /** Numbers of the run, of the match in it and of the game in the match. */
    int64_t run, match, game;
    struct sow_variant variant; /**< the rules and their name */
    struct sow_board start;     /**< position in which the game began */
    char *first;                /**< name of the player that moved first */
    char *second;               /**< name of the other player */
    char *moves;                /**< all moves, with one blank between two */
    char *ending;               /**< one of sow_ending_names */
    char *winner; /**< `first`, `second` or `draw`; NULL if the game is unfinished */
    /** Random moves at the beginning of `moves`. */
    int opening;
    int store[2]; /**< final stores: of the player that moved first, then of the other */
};

/**
 * Reads a kept game.
 * @param store the database
 * @param id RUN.MATCH.GAME, or RUN.GAME for match 0, or RUN for the latest game of the
 *     run
 * @param[out] game release it, also after a failure
 * @param err receives the reason of a failure
 * @returns SOW_OK, SOW_USAGE if @p id is of no such form or there is no such game,
 *     SOW_BAD_DATA if the game is damaged, or a status of the database.
 */
SOW_MUST_USE enum sow_status sow_stored_game_read(struct sow_store *store, const char *id,
                                                  struct sow_stored_game *game,
                                                  struct sow_err *err);

/** Frees the texts of a game. */
void sow_stored_game_release(struct sow_stored_game *game);

/**
 * Replays a stored game and compares its ending and final stores with the stored ones.
 * @param stored the game
 * @param[out] game receives the final position; after a failure, how far the moves led
 * @param told called before each move; may be NULL
 * @param context first argument of @p told
 * @param err receives the reason of a failure
 * @returns SOW_OK, SOW_NO_MEMORY, or SOW_BAD_DATA if a move is not legal or the replay
 *     does not end as the stored game did.
 */
SOW_MUST_USE enum sow_status sow_stored_game_replay(const struct sow_stored_game *stored,
                                                    struct sow_game *game,
                                                    sow_moved_fn *told, void *context,
                                                    struct sow_err *err);

#endif
