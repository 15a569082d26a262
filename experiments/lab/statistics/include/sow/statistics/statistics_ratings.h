/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * Ratings of several players, estimated from all their games together.
 *
 * The model is that of Bradley and Terry (1952) on the Elo scale with mean 0:
 * P(i beats j) = 1 / (1 + 10^((r_j - r_i) / 400)). A draw counts as half a win. The MM
 * algorithm approaches the maximum likelihood (Hunter 2004, "MM Algorithms for
 * Generalized Bradley-Terry Models"), and Newton's method completes it.
 *
 * Standard errors come from the inverse of the Fisher information under the condition of
 * mean 0. They treat every game as a win or a loss, so draws make them conservative. They
 * do not take into account that two games may be the same.
 *
 * A player that won or lost all games has no finite rating. The same is true of a group
 * of players that won or lost all games against the others (Ford 1957). In these cases,
 * or on request, the fit uses a prior: each player also has some virtual games against a
 * virtual player of strength 0, and wins half of them.
 */
#ifndef SOW_EXPERIMENTS_STATISTICS_RATINGS_H
#define SOW_EXPERIMENTS_STATISTICS_RATINGS_H

#include "sow/base/err.h"
#include "sow/statistics/statistics.h"

#include <stddef.h>

/** Games of two players. Several entries for the same two are added. Entries of a player
 *  with itself are ignored. */
struct sow_rated_games {
    size_t player;          /**< index of the first player */
    size_t opponent;        /**< index of the second player */
    struct sow_tally tally; /**< results from the first player's view */
};

enum { SOW_RATED_PLAYERS_MAX = 2000 /**< largest number of players */ };

/** Number of virtual games of each player if ratings would not be finite otherwise. */
#define SOW_RATING_PRIOR 1.0

/** Rating of one player. */
struct sow_rating {
    double elo;                   /**< rating; the mean over all players is 0 */
    double standard_error;        /**< standard error of the difference from the mean */
    struct sow_interval interval; /**< confidence interval of elo */
    double games;                 /**< number of real games against other players */
    double points;                /**< points in these games */
};

/** Ratings of all players. */
struct sow_ratings {
    size_t count;              /**< number of players */
    struct sow_rating *rating; /**< rating of each player */
    double *covariance;        /**< covariance matrix, count x count, in Elo^2 */
    double prior;              /**< number of virtual games of each player */
    bool separated;            /**< true if without a prior some would not be finite */
    bool converged;            /**< true if the fit converged; else figures are rough */
    double level;              /**< level of the confidence intervals */
};

/** Input of a fit. */
struct sow_rating_request {
    const struct sow_rated_games *games; /**< games; borrowed */
    size_t count;                        /**< number of entries in games */
    size_t players;                      /**< number of players, 2 to
                                              SOW_RATED_PLAYERS_MAX */
    double prior; /**< number of virtual games of each player, at least 0. 0: none, or
                       SOW_RATING_PRIOR if the ratings would not be finite */
    double level; /**< level of the confidence intervals, ]0, 1[ */
};

/**
 * Rates the players.
 * @param request the games.
 * @param[out] ratings receives the ratings. On success the caller releases them.
 * @param[out] err receives the reason of a failure; may be NULL.
 * @returns SOW_OK, SOW_NO_MEMORY, SOW_USAGE if there are too few or too many players, or
 * SOW_BAD_DATA if an entry names a player that does not exist or has a negative count.
 */
SOW_MUST_USE enum sow_status sow_ratings_fit(const struct sow_rating_request *request,
                                             struct sow_ratings *ratings,
                                             struct sow_err *err);

/** Frees the memory of ratings and clears them. Not needed after a failed fit, but
 *  allowed. */
void sow_ratings_release(struct sow_ratings *ratings);

/**
 * Computes the difference of two ratings.
 * @param ratings the ratings.
 * @param a index of one player.
 * @param b index of another player.
 * @param[out] interval receives the confidence interval of the difference. The players'
 * own intervals do not give it, because their errors are correlated.
 * @returns the rating of @p a less that of @p b.
 */
double sow_ratings_difference(const struct sow_ratings *ratings, size_t a, size_t b,
                              struct sow_interval *interval);

#endif
