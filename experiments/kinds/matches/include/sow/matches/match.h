/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * Runs of kind "match": two players play games in both seats. The match has a fixed
 * number of games, or ends when a sequential test accepts one of two Elo differences.
 */
#ifndef SOW_EXPERIMENTS_MATCH_H
#define SOW_EXPERIMENTS_MATCH_H

#include "sow/matches/duels.h"
#include "sow/matches/kept.h"
#include "sow/players/players.h"
#include "sow/runs/run.h"
#include "sow/statistics/statistics_sequential.h"
#include "sow/store/store.h"

enum {
    SOW_MATCH_GAMES = 1000, /**< games in each seat by default */
    /** Most games in each seat by default, with a sequential test. */
    SOW_MATCH_SPRT_GAMES = 1000000,
    /** Pairs of games between two evaluations of the test; a change would change
     *  results. */
    SOW_MATCH_SPRT_INTERVAL = 128,
};

/** Options of a match. */
struct sow_match_options {
    struct sow_contestants contestants; /**< specs of player and opponent */
    /** Games in each seat, the most with a sequential test; 0 until prepared: a
     *  default from above. */
    int games;
    /** The sequential test: all zeros for `none`. */
    struct sow_sprt sprt;
    /** Random moves that open each game (openings.h), or SOW_RANDOM_PLIES_ASKED until
     *  prepared. */
    int random_plies;
    char *starts;   /**< value of --starts (openings.h); owned */
    int keep_games; /**< kept games in each seat, or SOW_KEEP_ALL until prepared */
};

/** Rows of all options but the players, whose rows are sow_contestant_params. */
extern const struct sow_param_table sow_match_params;
/** The kind "match". */
extern const struct sow_run_kind sow_match_kind;

/** Returns true if the option --sprt names a test, and false if it is `none`. */
bool sow_sprt_wanted(const struct sow_sprt *sprt);

/** A duel and its players. */
struct sow_match_result {
    int match;                        /**< number of the match in the run */
    const char *purpose;              /**< "match" or "validation" */
    const struct sow_agent *player;   /**< player, whose view the duel has; borrowed */
    const struct sow_agent *opponent; /**< opponent; borrowed */
    const struct sow_duel *duel;      /**< result of all games; borrowed */
};

/**
 * Makes the row of table `matches` for a duel.
 * @param run the run of the match
 * @param duel the duel, whose games were checked for repeats
 * @returns the row; the caller sets match, purpose, player and opponent.
 */
struct sow_match_row sow_match_row_of(const struct sow_run *run,
                                      const struct sow_duel *duel);

/**
 * Stores a match of the run as a row of table `matches`, with the canonical specs of both
 * players. Its pairs of games are stored separately (sow_match_store_pairs).
 * @param run the run, to whose sink the row is written
 * @param result the match; the games of its duel were checked for repeats (duels.h)
 * @param err receives the reason of a failure
 * @returns SOW_NO_MEMORY, or an error of the database.
 */
SOW_MUST_USE enum sow_status sow_match_store(const struct sow_run *run,
                                             const struct sow_match_result *result,
                                             struct sow_err *err);

/**
 * Stores the results of the pairs of games of a match as a row of table `match_pairs`.
 * @param run the run, to whose sink the row is written
 * @param match the number of a match that is stored already
 * @param pairs the results of its pairs of games
 * @param err receives the reason of a failure
 * @returns an error of the database.
 */
SOW_MUST_USE enum sow_status sow_match_store_pairs(const struct sow_run *run, int match,
                                                   const struct sow_pairs *pairs,
                                                   struct sow_err *err);

#endif
