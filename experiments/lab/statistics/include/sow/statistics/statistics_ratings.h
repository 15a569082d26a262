/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * Ratings of several players from all their games together: the model of Bradley and
 * Terry 1952, P(i beats j) = 1 / (1 + 10^((r_j - r_i) / 400)), on the Elo scale with mean
 * 0. A draw counts as half a win. The likeliest ratings are approached by the MM
 * algorithm of Hunter 2004 (MM algorithms for generalized Bradley-Terry models) and
 * finished by Newton's.
 *
 * Errors come from the inverse of the Fisher information under the condition of mean 0.
 * They take every game for a win or a loss, so draws make them conservative; games of a
 * pair that are alike are not accounted for.
 *
 * Who won or lost everything, or groups that did so against each other, have no finite
 * likeliest rating (Ford 1957). Then, or on request, the prior speaks: each player has so
 * many virtual games against a virtual player of strength 0, half of them won.
 */
#ifndef SOW_EXPERIMENTS_STATISTICS_RATINGS_H
#define SOW_EXPERIMENTS_STATISTICS_RATINGS_H

#include "sow/base/err.h"
#include "sow/statistics/statistics.h"

#include <stddef.h>

/** The games of two players, from the first one's view. Several entries for the same two
 * add up; entries of a player with itself say nothing and are passed over. */
struct sow_rated_games {
    size_t player; /**< index */
    size_t opponent;
    struct sow_tally tally;
};

enum { SOW_RATED_PLAYERS_MAX = 2000 };

/** Virtual games of each player where the ratings would not be finite without. */
#define SOW_RATING_PRIOR 1.0

struct sow_rating {
    double elo;            /**< mean over the players: 0 */
    double standard_error; /**< of its difference to the mean */
    struct sow_interval interval;
    double games; /**< real ones, without those against itself */
    double points;
};

struct sow_ratings {
    size_t count;
    struct sow_rating *rating; /**< by player */
    double *covariance;        /**< count x count, Elo^2 */
    double prior;              /**< virtual games a player that were used */
    bool separated;            /**< without a prior they would not be finite */
    bool converged;            /**< if not, the figures are rough */
    double level;
};

/** What is to be rated. */
struct sow_rating_request {
    const struct sow_rated_games *games;
    size_t count;   /**< of the entries */
    size_t players; /**< 2..SOW_RATED_PLAYERS_MAX */
    double prior; /**< virtual games a player, >= 0; 0: none unless the ratings would not
                     be finite, then SOW_RATING_PRIOR */
    double level; /**< of the intervals, ]0, 1[ */
};

/**
 * Rates the players. On success release the ratings.
 * @returns SOW_USAGE for too few or too many players, SOW_BAD_DATA for a player that is
 * not there or a negative count, SOW_NO_MEMORY.
 */
SOW_MUST_USE enum sow_status sow_ratings_fit(const struct sow_rating_request *request,
                                             struct sow_ratings *ratings,
                                             struct sow_err *err);

void sow_ratings_release(struct sow_ratings *ratings);

/** By how much Elo is @p a ahead of @p b? The interval is shorter than the two players'
 *  own would suggest, because their errors go together. */
double sow_ratings_difference(const struct sow_ratings *ratings, size_t a, size_t b,
                              struct sow_interval *interval);

#endif
