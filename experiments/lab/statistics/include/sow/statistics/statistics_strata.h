/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * What is made of the results of plans, beyond the statistics of single matches.
 */
#ifndef SOW_EXPERIMENTS_STATISTICS_STRATA_H
#define SOW_EXPERIMENTS_STATISTICS_STRATA_H

#include "sow/statistics/statistics_samples.h"
#include "sow/statistics/statistics_variety.h"

#include <stddef.h>

/**
 * @p value rounded to ten significant digits; NaN and infinities as they are, what is too
 * small for a normal number is 0. Figures that pass through the platform's log and exp
 * are stored like this, so that the last bits, which differ from one mathematics library
 * to another, do not get into content.
 */
double sow_settled(double value);

/** A mean score. */
struct sow_mean_score {
    int64_t games;
    double mean;           /**< points a game, 0..1 */
    double standard_error; /**< of the mean */
    struct sow_interval interval;
};

/**
 * A mean score in the making, over independent strata (opponents, seats, variants), each
 * counted alike however many games it has. Only the luck within strata counts as error:
 * that the strata themselves differ does not. The interval is sow_interval_score for as
 * many games as would tell as much (statistics_scores.h). If games of a stratum repeat
 * each other, it is put together from the intervals of the strata, each for the games
 * that count, by the method for sums of Zou and Donner 2008, and a stratum's error is
 * what makes a normal interval as long as its own.
 */
struct sow_score_sum {
    double level; /**< set by the caller, the rest 0 */
    size_t count;
    int64_t games;
    double mean; /**< sums, of squared errors and distances of limits, too */
    double variance;
    double below;
    double above;
    bool repeats; /**< games of a stratum */
};

/** Adds a score of games or pairs whose games count for @p effective ones. */
void sow_score_sum_add(struct sow_score_sum *sum, const struct sow_match_score *one,
                       double effective);

void sow_score_sum_stratum(struct sow_score_sum *sum, const struct sow_stratum *stratum);

/** Of at least one stratum. */
struct sow_mean_score sow_score_sum_mean(const struct sow_score_sum *sum);

/** The mean over strata of games. */
struct sow_mean_score sow_score_of_strata(const struct sow_stratum *strata, size_t count,
                                          double level);

/**
 * The same for games that come in twos from one opening, which may have made both of them
 * alike: the error is that of half as many games. At least as large as it is, whatever
 * they have in common, if either game of two wins and loses as often.
 */
struct sow_mean_score sow_score_of_twins(const struct sow_tally *tally, double level);

/** Differences nearer 0 than this are the rounding of sums: they are stored as 0. */
#define SOW_ROUNDING 1e-12

/** A difference that is 0 if nothing makes one. Neither value nor limits are rounding. */
struct sow_difference {
    double value;
    struct sow_interval interval;
    double p; /**< two-sided, of the hypothesis that it is 0 */
};

/**
 * Mean score @p a less @p b, which were observed independently. The interval adds their
 * own ones as Newcombe's 1998 method 10 does for rates (Zou and Donner 2008). p is that
 * of a normal error as large as the limit nearer 0 makes it, so that p < 1 - level
 * exactly where the interval leaves out 0. A fixed score has an interval without length.
 */
struct sow_difference sow_scores_difference(const struct sow_mean_score *a,
                                            const struct sow_mean_score *b, double level);

/** The mean of a sample less @p expected, with Student's interval and p (R: t.test). One
 *  value alone has neither. Without variance t says nothing: p is then that of the sign
 *  test, 2^(1 - n) for n values on one side, and 1 for values as expected. */
struct sow_difference sow_sample_difference(const struct sow_sample *sample,
                                            double expected, double level);

/** Level of each of @p count intervals that hold together with at least @p level,
 *  whatever they depend on (Bonferroni). */
double sow_level_of_each(double level, size_t count);

/** Of the win rate of a stratum, by as many games as count: Clopper and Pearson's. */
struct sow_interval sow_win_limits(const struct sow_stratum *stratum, double level);

/** Of the least true win rate of strata, however many and whichever has it (Bonferroni):
 *  no stratum's is below the lowest of their limits, and the least is not above any
 *  stratum's upper one. @p count is at least 1. */
struct sow_interval sow_least_win_rate(const struct sow_stratum *strata, size_t count,
                                       double level);

/** p of the hypothesis that two players are equally strong: the exact two-sided sign test
 *  of wins against losses, which leaves draws out. 1 without decided games. */
double sow_tally_sign_test(const struct sow_tally *tally);

#endif
