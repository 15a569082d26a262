/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * Statistics of several matches: mean scores over strata, differences, and the lowest win
 * rate. A stratum is a group of games of one kind (struct sow_stratum).
 */
#ifndef SOW_EXPERIMENTS_STATISTICS_STRATA_H
#define SOW_EXPERIMENTS_STATISTICS_STRATA_H

#include "sow/statistics/statistics_samples.h"
#include "sow/statistics/statistics_variety.h"

#include <stddef.h>

/**
 * Returns @p value rounded to ten significant digits. NaN and infinities stay as they
 * are, and a number too small for a normal double becomes 0.
 *
 * Figures that use the platform's log and exp are stored in this form. Their last bits
 * differ from one mathematics library to another and must not get into the results.
 */
double sow_settled(double value);

/** A mean score. */
struct sow_mean_score {
    int64_t games;                /**< number of games */
    double mean;                  /**< mean points per game, 0 to 1 */
    double standard_error;        /**< standard error of the mean */
    struct sow_interval interval; /**< confidence interval of the mean */
};

/**
 * Sums that give a mean score over independent strata (opponents, seats, variants). All
 * strata have the same weight, for any number of games. The error is that of luck within
 * the strata; differences between the strata are not an error.
 *
 * The interval is sow_interval_score for the equivalent number of games
 * (statistics_scores.h). If a stratum has repeated games, the interval is computed from
 * those of the strata by the method for sums of Zou and Donner (2008). Each of these is
 * for the stratum's effective number of games. The standard error of such a stratum is
 * that of a normal interval of the same length.
 */
struct sow_score_sum {
    double level;    /**< level of the confidence interval; the caller sets it, and all
                          other fields to 0 */
    size_t count;    /**< number of strata */
    int64_t games;   /**< number of games */
    double mean;     /**< sum of the mean scores */
    double variance; /**< sum of the squared standard errors */
    double below;    /**< sum of the squared distances from mean to lower bound */
    double above;    /**< sum of the squared distances from mean to upper bound */
    bool repeats;    /**< true if a stratum has repeated games */
};

/** Adds a score to the sums. Its games count for @p effective games: if that is fewer,
 *  its error and interval are those of fewer games. */
void sow_score_sum_add(struct sow_score_sum *sum, const struct sow_match_score *one,
                       double effective);

/** Adds a stratum to the sums. */
void sow_score_sum_stratum(struct sow_score_sum *sum, const struct sow_stratum *stratum);

/** Returns the mean score over the strata added, of which there is at least one. */
struct sow_mean_score sow_score_sum_mean(const struct sow_score_sum *sum);

/** Returns the mean score over @p count strata, at least one. */
struct sow_mean_score sow_score_of_strata(const struct sow_stratum *strata, size_t count,
                                          double level);

/**
 * Returns the mean score of games that come in pairs from one opening, which may have
 * given both games the same result. The error is that of half as many games. It is never
 * too small, however similar the games of a pair are, if the first and the second games
 * have the same rates of wins and losses.
 */
struct sow_mean_score sow_score_of_twins(const struct sow_tally *tally, double level);

/** Bound below which a difference is only rounding; it is then stored as 0. */
#define SOW_ROUNDING 1e-12

/** A difference of two figures. A value or bound that is only rounding is 0. */
struct sow_difference {
    double value;                 /**< the difference */
    struct sow_interval interval; /**< confidence interval of the difference */
    double p; /**< two-sided p value of the hypothesis that the difference is 0 */
};

/**
 * Computes the difference of two independent mean scores.
 *
 * The interval is computed from those of the scores as in Newcombe's (1998) method 10 for
 * rates (Zou and Donner 2008). The p value is that of a normal error, as large as the
 * bound nearer to 0 implies. So p < 1 - level exactly where the interval excludes 0.
 * @param a one score. A fixed score has an interval of length 0.
 * @param b the score to subtract.
 * @param level level of the confidence interval, the same as that of both scores.
 * @returns the difference @p a - @p b.
 */
struct sow_difference sow_scores_difference(const struct sow_mean_score *a,
                                            const struct sow_mean_score *b, double level);

/**
 * Compares the mean of a sample with an expected value by Student's t test, as R's t.test
 * does.
 *
 * If all n values are equal, t is not defined. The p value is then that of the sign test:
 * 2^(1 - n), or 1 if the values are as expected.
 * @param sample the values. A single value has neither an interval nor a p value.
 * @param expected the expected mean.
 * @param level level of the confidence interval.
 * @returns the mean less @p expected.
 */
struct sow_difference sow_sample_difference(const struct sow_sample *sample,
                                            double expected, double level);

/** Returns the level that each of @p count intervals must have, so that all of them hold
 *  together with at least @p level (Bonferroni). They may depend on each other. */
double sow_level_of_each(double level, size_t count);

/** Computes the exact interval (Clopper and Pearson 1934) of the win rate of a stratum,
 * for its effective number of games. */
struct sow_interval sow_win_limits(const struct sow_stratum *stratum, double level);

/**
 * Computes an interval of the lowest true win rate of several strata (Bonferroni). The
 * lower bound is the lowest of the strata's lower bounds, and no true rate is below it.
 * The upper bound is the lowest of the upper bounds.
 * @param strata the strata.
 * @param count number of strata, at least 1.
 * @param level confidence level for all strata together.
 * @returns the interval.
 */
struct sow_interval sow_least_win_rate(const struct sow_stratum *strata, size_t count,
                                       double level);

/** Returns the p value of the hypothesis that two players are equally strong, by the
 * exact two-sided sign test of wins against losses. Draws are ignored. Returns 1 without
 *  decided games. */
double sow_tally_sign_test(const struct sow_tally *tally);

#endif
