/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * Strength: the mean score of a player against the panel of a variant (panel.h). Fitness
 * compares a player with its own population, and validation with opponents that most
 * players beat. Strength has a fixed scale and room above, so any two players of a
 * variant can be compared by it.
 *
 * Player and panel look equally far ahead, 1, 2 or 4 moves. Weights and functions of
 * positions evaluate the leaves of an alpha-beta search; at depth 1 they play as they
 * are. A player that searches plays as it is at every depth. Both seats of the same
 * random openings are played against each member. The openings have a random seed of
 * their own, so the result depends on player, rules and panel alone.
 */
#ifndef SOW_EXPERIMENTS_STRENGTH_H
#define SOW_EXPERIMENTS_STRENGTH_H

#include "sow/base/parallel.h"
#include "sow/heuristics/batch.h"
#include "sow/statistics/statistics.h"
#include "sow/strength/panel.h"

enum {
    SOW_STRENGTH_OPENINGS = 250,      /**< openings of a measurement */
    SOW_STRENGTH_SHORT_OPENINGS = 50, /**< openings of its short form */
    SOW_STRENGTH_PLIES = 6            /**< random moves that open each game */
};

/** Strength of a player at one depth. Elo is NaN without ratings, or if it is infinite.
 */
struct sow_strength {
    int depth;       /**< moves that player and panel look ahead */
    int openings;    /**< number of openings, which are the sample */
    int64_t games;   /**< number of games */
    double score;    /**< mean points (1, 0.5, 0) a game; each member counts alike */
    double low;      /**< lower end of the 95 % interval of `score` */
    double high;     /**< upper end of the interval */
    double elo;      /**< Elo at which the members' ratings predict `score` */
    double elo_low;  /**< Elo of `low` */
    double elo_high; /**< Elo of `high` */
};

/** Player to measure. */
struct sow_strength_request {
    const struct sow_panel *panel;  /**< opponents; borrowed */
    const struct sow_rules *rules;  /**< rules of the games; borrowed */
    const struct sow_agent *player; /**< the player; borrowed */
    int depth;                      /**< one of sow_panel_depths */
    int openings;                   /**< number of openings, at least 2 */
    uint64_t seed; /**< random seed; 0: that of all measurements. Another one is for the
                        choice of a panel */
    struct sow_context with; /**< threads, kernel, stop flag and progress, which advances
                                  by every game */
};

/**
 * Makes a player look ahead.
 * @param player the player
 * @param depth moves to look ahead, at least 1
 * @param[out] deep the player that looks ahead; @p player itself at depth 1, and if it
 *   searches already
 * @returns NULL, or a phrase (static) that says why @p player cannot evaluate positions
 */
const char *sow_strength_deepen(const struct sow_agent *player, int depth,
                                struct sow_agent *deep);

/**
 * Explains why a player cannot be measured at a depth.
 * @param player any player
 * @param depth depth of the measurement
 * @returns NULL if it can, else a phrase (static): it is a program outside, its games
 *   depend on time, or it cannot evaluate positions
 */
const char *sow_strength_refusal(const struct sow_agent *player, int depth);

/**
 * Measures a player at one depth. The result is the same for all threads and kernels.
 * @param request what to measure
 * @param[out] strength the result
 * @param[out] err reason of a failure
 * @returns SOW_USAGE if the player cannot look ahead, depends on time or cannot play by
 *   the rules; SOW_INTERRUPTED after a stop request; SOW_NO_MEMORY
 */
SOW_MUST_USE enum sow_status
sow_strength_measure(const struct sow_strength_request *request,
                     struct sow_strength *strength, struct sow_err *err);

/**
 * Plays the games of a measurement between any two players.
 * @param request rules, openings, context; panel, depth and player have no effect
 * @param agents the player and its opponent
 * @param key number of the opponent, which selects the random numbers for ties
 * @param[out] points points of the player in both seats of each opening, 0 to 2, by
 *   opening
 * @param[out] err reason of a failure
 * @returns SOW_INTERRUPTED after a stop request, SOW_NO_MEMORY, or the failure of a
 *   player that cannot play by the rules
 */
SOW_MUST_USE enum sow_status sow_strength_play(const struct sow_strength_request *request,
                                               const struct sow_agent agents[2],
                                               uint64_t key, double *points,
                                               struct sow_err *err);

/**
 * Plays the games of a measurement between any two players, like sow_strength_play, and
 * keeps every game.
 * @param request rules, openings, context; panel, depth and player have no effect
 * @param agents the player and its opponent
 * @param key number of the opponent, which selects the random numbers for ties
 * @param[out] signs result of each game for the player: 1, 0 or -1. The two seats of an
 *   opening are neighbours: first the game in which the player moves first
 * @param[out] err reason of a failure
 * @returns as sow_strength_play
 */
SOW_MUST_USE enum sow_status
sow_strength_seats(const struct sow_strength_request *request,
                   const struct sow_agent agents[2], uint64_t key, int8_t *signs,
                   struct sow_err *err);

/** Parts of the streams of SOW_PURPOSE_STRENGTH for games. */
enum { SOW_STRENGTH_GAMES = 1, SOW_STRENGTH_SUITE = 4 };

/** Games of a player against one opponent: agents 0 and 1. Game 2 k + s has opening k;
 * the player moves first if s is 0. */
struct sow_strength_meeting {
    uint64_t
        part;     /**< SOW_STRENGTH_GAMES, or SOW_STRENGTH_SUITE for those of the suite */
    uint64_t key; /**< number of the opponent, which is a part of the streams */
};

/**
 * Returns players and stream of a game (`pairing` of struct sow_batch).
 * @param context a struct sow_strength_meeting
 * @param index number of the game
 * @returns the pairing: agent 1 moves first in games with an odd index
 */
struct sow_pairing sow_strength_pairing(const void *context, size_t index);

/**
 * Computes a score with its interval from openings, as a measurement does.
 * @param points mean points of a game, 0 to 1, by opening
 * @param openings number of openings, at least 2
 * @param[out] interval 95 % interval, cut at 0 and 1
 * @returns the mean
 */
double sow_strength_score(const double *points, size_t openings,
                          struct sow_interval *interval);

/** Returns the rating (Elo) at which a player's expected score against @p count opponents
 *  with these ratings equals @p score, rounded by sow_settled. Returns NaN without
 *  opponents, and unless @p score is between 0 and 1: the rating would be infinite. */
double sow_strength_elo(const double *ratings, size_t count, double score);

#endif
