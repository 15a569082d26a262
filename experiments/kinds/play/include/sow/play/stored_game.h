/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * A kept game of the store, to be looked at.
 */
#ifndef SOW_EXPERIMENTS_STORED_GAME_H
#define SOW_EXPERIMENTS_STORED_GAME_H

#include "sow/game/replay.h"
#include "sow/store/store.h"
#include "sow/variants/variant.h"

/** A game with its rules; release it. */
struct sow_stored_game {
    int64_t run, match, game;
    struct sow_variant variant;
    struct sow_board start;
    char *first; /**< who moved first */
    char *second;
    char *moves;
    char *ending;
    char *winner; /**< first, second or draw; NULL: the game was left */
    int opening;
    int store[2]; /**< of who moved first, and the other */
};

/** Reads the game called @p id: RUN.MATCH.GAME, or RUN.GAME of match 0, or RUN, its
 * latest game. SOW_USAGE if there is none. */
SOW_MUST_USE enum sow_status sow_stored_game_read(struct sow_store *store, const char *id,
                                                  struct sow_stored_game *game,
                                                  struct sow_err *err);

void sow_stored_game_release(struct sow_stored_game *game);

/** Plays it again. SOW_BAD_DATA if it does not come to what is stored. */
SOW_MUST_USE enum sow_status sow_stored_game_replay(const struct sow_stored_game *stored,
                                                    struct sow_game *game,
                                                    sow_moved_fn *told, void *context,
                                                    struct sow_err *err);

#endif
