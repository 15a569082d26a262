/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * Reader of the players that a run's record names, as rows of the table run_players. The
 * program gives this reader to the store (sow_store_read_players_by) before it opens a
 * database.
 */
#ifndef SOW_EXPERIMENTS_RUN_PLAYERS_H
#define SOW_EXPERIMENTS_RUN_PLAYERS_H

#include "sow/store/store.h"

/**
 * Reads the players of a record in the order of their numbers. Opens no file, whatever a
 * player spec says. A spec that this version does not know gives a row without a kind.
 * Thread-safe.
 * @param parameters JSON object of the record; other texts name no player
 * @param take receives rows whose `run_id` is 0; its failure ends the calls
 * @param context passed to @p take
 * @param[out] err reason of a failure
 * @returns SOW_OK, SOW_NO_MEMORY, or the failure of @p take
 */
SOW_MUST_USE enum sow_status sow_run_players_read(const char *parameters,
                                                  sow_run_player_fn *take, void *context,
                                                  struct sow_err *err);

#endif
