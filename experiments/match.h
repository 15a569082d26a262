/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * Runs of kind "match": two players meet in both seats.
 */
#ifndef SOW_EXPERIMENTS_MATCH_H
#define SOW_EXPERIMENTS_MATCH_H

#include "duels.h"
#include "players.h"
#include "run.h"
#include "store.h"

struct sow_match_options {
    struct sow_contestants contestants;
    int games; /**< per seat */
};

/** Rows for all but the contestants (sow_contestant_params). */
extern const struct sow_param_table sow_match_params;
extern const struct sow_run_kind sow_match_kind;

/** Stores the outcome of a duel as match number @p match of the run. */
SOW_MUST_USE enum sow_status
sow_match_store(const struct sow_run *run, int match, const char *purpose,
                const struct sow_agent *player, const struct sow_agent *opponent,
                const struct sow_duel *duel, struct sow_err *err);

#endif
