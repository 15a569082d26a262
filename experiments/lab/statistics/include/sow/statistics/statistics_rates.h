/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * Rates (proportions), such as the number of wins in a number of games: intervals of one
 * rate, and a test of two independent rates.
 *
 * All functions are pure. They return NaN for a rate without trials or with impossible
 * counts.
 */
#ifndef SOW_EXPERIMENTS_STATISTICS_RATES_H
#define SOW_EXPERIMENTS_STATISTICS_RATES_H

#include "sow/statistics/statistics.h"

/** An observed rate. */
struct sow_rate {
    int64_t successes; /**< number of successes, 0 to trials */
    int64_t trials;    /**< number of trials, at least 1 */
};

/** Returns successes / trials. */
double sow_rate_value(const struct sow_rate *rate);

/** Computes the interval to show (sow_interval_score). It is short. Its mean coverage
 * over all rates is right, and its coverage of a single rate is never far from that. */
struct sow_interval sow_rate_interval(const struct sow_rate *rate, double level);

/** Computes the exact interval of Clopper and Pearson (1934), the one to base promises
 * on. It covers every true rate with a probability of at least @p level, and so it is
 *  longer. */
struct sow_interval sow_rate_clopper_pearson(const struct sow_rate *rate, double level);

/**
 * Tests whether two rates differ, by Fisher's (1935) exact test, two-sided as in R's
 * fisher.test. The p value is the probability of all tables with the same margins that
 * are at most as likely as the observed one. Probabilities within 1e-7 count as equal.
 *
 * The p value is never too small, for samples of any size and also for rates of 0 and 1.
 * Therefore verdicts use it. Boschloo's test has more power, but for each table it needs
 * a search over the common rate.
 * @param a one rate.
 * @param b another rate, observed independently.
 * @returns the p value.
 */
double sow_rates_fisher(const struct sow_rate *a, const struct sow_rate *b);

#endif
