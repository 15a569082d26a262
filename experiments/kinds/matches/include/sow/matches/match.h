/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * Runs of kind "match": two players meet in both seats, for a number of games or until a
 * sequential test tells which of two Elo differences it is.
 */
#ifndef SOW_EXPERIMENTS_MATCH_H
#define SOW_EXPERIMENTS_MATCH_H

#include "sow/matches/duels.h"
#include "sow/matches/kept.h"
#include "sow/matches/sprt_option.h"
#include "sow/players/players.h"
#include "sow/runs/run.h"
#include "sow/store/store.h"

enum {
    SOW_MATCH_GAMES = 1000,         /**< per seat unless told otherwise */
    SOW_MATCH_SPRT_GAMES = 1000000, /**< the same with a sequential test */
    SOW_MATCH_SPRT_INTERVAL = 128,  /**< pairs of games between looks at the test; part
                                         of what a stored match is */
};

struct sow_match_options {
    struct sow_contestants contestants;
    int games; /**< per seat; with a sequential test the most. 0 until prepared:
                    the figures above */
    struct sow_sprt sprt; /**< sow_sprt_wanted, or not */
    int random_plies;     /**< that open each game (openings.h), or
                               SOW_RANDOM_PLIES_ASKED until prepared */
    char *starts;         /**< as openings.h says; owned */
    int keep_games;       /**< in each seat, or SOW_KEEP_ALL until prepared */
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

/** What a duel, whose games were looked at (duels.h), says of a match; who played is left
 *  open. */
struct sow_match_row sow_match_row_of(const struct sow_run *run,
                                      const struct sow_duel *duel);

/** Stores a match of the run, whose games were looked at. */
SOW_MUST_USE enum sow_status sow_match_store(const struct sow_run *run,
                                             const struct sow_match_result *result,
                                             struct sow_err *err);

/** Stores the pairs of games of a stored match. */
SOW_MUST_USE enum sow_status sow_match_store_pairs(const struct sow_run *run, int match,
                                                   const struct sow_pairs *pairs,
                                                   struct sow_err *err);

#endif
