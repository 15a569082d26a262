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

/** A duel and who fought it. */
struct sow_match_result {
    int match;           /**< its number in the run */
    const char *purpose; /**< "match" or "validation" */
    const struct sow_agent *player;
    const struct sow_agent *opponent;
    const struct sow_duel *duel;
};

/** Stores a match of the run. */
SOW_MUST_USE enum sow_status sow_match_store(const struct sow_run *run,
                                             const struct sow_match_result *result,
                                             struct sow_err *err);

#endif
