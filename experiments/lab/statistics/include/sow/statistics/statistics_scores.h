/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * Scores of matches, Elo differences and the likelihood of superiority.
 *
 * A score is the mean points (1, 0.5, 0) per game. It is estimated either from single
 * games ("trinomial") or from pairs of games ("pentanomial"). The two games of a pair are
 * played in both seats, so the advantage of moving first cancels. Pairs then vary less
 * than independent games. If the seat matters, pairs give the correct interval, which is
 * shorter. If it does not matter, both intervals agree.
 *
 * All functions are pure. They return NaN without games.
 */
#ifndef SOW_EXPERIMENTS_STATISTICS_SCORES_H
#define SOW_EXPERIMENTS_STATISTICS_SCORES_H

#include "sow/statistics/statistics.h"

enum { SOW_PAIR_SCORES = 5 /**< number of different scores of a pair */ };

/** Pairs of games, by the points of one player in both games together. */
struct sow_pairs {
    int64_t count[SOW_PAIR_SCORES]; /**< numbers of pairs with 0, 0.5, 1, 1.5, 2 points */
};

/** Returns the number of pairs. */
int64_t sow_pairs_total(const struct sow_pairs *pairs);

/** An estimated score. */
struct sow_match_score {
    int64_t games;         /**< number of games */
    double mean;           /**< mean points per game, 0 to 1 */
    double standard_error; /**< standard error of the mean, from the variance of games or
                                pairs (whose divisor is their number) */
    /** Number of independent games without draws that would give the same standard error:
     *  mean (1 - mean) / standard_error^2. If all results are equal, they say nothing
     *  about the variance, and this is the number of games or pairs. */
    double equivalent_games;
    double level; /**< level of the confidence interval */
    /** Confidence interval: sow_interval_score for equivalent_games. For games without
     *  draws it is that of the rate. For many games it is about the mean +- z standard
     *  errors. It is always within 0 to 1. */
    struct sow_interval interval;
};

/** Estimates a score from single games. */
struct sow_match_score sow_score_of_games(const struct sow_tally *tally, double level);

/** Estimates a score from pairs of games. */
struct sow_match_score sow_score_of_pairs(const struct sow_pairs *pairs, double level);

/** Returns the likelihood of superiority: the probability that the player is stronger,
 *  Phi((mean - 0.5) / (0.5 / sqrt(equivalent_games))). It is above 0.975 exactly where
 * the 95 % interval is above 0.5. For games without draws it is Phi((W - L) / sqrt(W +
 * L)), with W wins and L losses. */
double sow_score_superiority(const struct sow_match_score *score);

/** Returns the Elo difference that gives a score: 400 log10(score / (1 - score)), by the
 *  logistic curve (Elo 1978). Returns -infinity for 0, infinity for 1, and NaN outside 0
 *  to 1. */
double sow_elo_of_score(double score);

/** Returns the expected score of an Elo difference; 0 and 1 at the infinities. */
double sow_score_of_elo(double elo);

/** Returns the bounds of a score interval as Elo differences, which may be infinite. */
struct sow_interval sow_elo_interval(struct sow_interval score);

#endif
