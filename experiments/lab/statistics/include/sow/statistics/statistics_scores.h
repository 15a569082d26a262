/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * Scores of matches, Elo differences and the likelihood of superiority.
 *
 * A score is points (1, 0.5, 0) a game. It is estimated either from single games
 * ("trinomial") or from pairs of games ("pentanomial"): the two games of a pair are
 * played with the seats exchanged, so whatever moving first is worth cancels, and pairs
 * vary less than games drawn singly would. Where the seat matters the pairs give the
 * shorter, right interval; where it does not, both agree.
 *
 * Pure functions; NaN without games.
 */
#ifndef SOW_EXPERIMENTS_STATISTICS_SCORES_H
#define SOW_EXPERIMENTS_STATISTICS_SCORES_H

#include "sow/statistics/statistics.h"

enum { SOW_PAIR_SCORES = 5 };

/** Pairs of games by the player's points in both together. */
struct sow_pairs {
    int64_t count[SOW_PAIR_SCORES]; /**< pairs with 0, 0.5, 1, 1.5, 2 points */
};

/** Number of pairs. */
int64_t sow_pairs_total(const struct sow_pairs *pairs);

/** An estimated score. */
struct sow_match_score {
    int64_t games;
    double mean;           /**< points a game, 0..1 */
    double standard_error; /**< of the mean, from the variance of games or pairs (divisor:
                                their number) */
    /** Games without draws, alike and independent, that would tell as much: mean (1 -
     * mean) / standard_error^2, and the number of games or pairs where all of them are
     * equal, which says nothing of their variance. */
    double equivalent_games;
    double level;
    /** sow_interval_score for so many games: for games without draws it is that of the
     *  rate, for many it is the mean +- z standard errors, and it never leaves 0..1. */
    struct sow_interval interval;
};

/** From single games. */
struct sow_match_score sow_score_of_games(const struct sow_tally *tally, double level);

/** From pairs of games. */
struct sow_match_score sow_score_of_pairs(const struct sow_pairs *pairs, double level);

/** Likelihood of superiority: the probability that the better score is no accident,
 *  Phi((mean - 0.5) / (0.5 / sqrt(equivalent_games))). Above 0.975 exactly where the 95 %
 *  interval lies above 0.5; for games without draws Phi((W - L) / sqrt(W + L)). */
double sow_score_superiority(const struct sow_match_score *score);

/** The Elo difference at which a score is expected: 400 log10(score / (1 - score)) (Elo
 *  1978, logistic). -infinity for 0, infinity for 1, NaN outside. */
double sow_elo_of_score(double score);

/** The score expected at an Elo difference; 0 and 1 at the infinities. */
double sow_score_of_elo(double elo);

/** Limits of a score as Elo differences; may be infinite. */
struct sow_interval sow_elo_interval(struct sow_interval score);

#endif
