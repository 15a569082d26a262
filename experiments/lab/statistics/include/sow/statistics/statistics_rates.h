/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * Rates (proportions): wins among games, or any other yes among yes and no. Intervals of
 * one, a test of two that were observed independently.
 *
 * Pure functions; NaN where a rate has no trials or impossible counts.
 */
#ifndef SOW_EXPERIMENTS_STATISTICS_RATES_H
#define SOW_EXPERIMENTS_STATISTICS_RATES_H

#include "sow/statistics/statistics.h"

/** An observed rate. */
struct sow_rate {
    int64_t successes; /**< 0..trials */
    int64_t trials;    /**< >= 1 */
};

/** successes / trials. */
double sow_rate_value(const struct sow_rate *rate);

/** Right on average over rates, never far from it, and short: the one to show
 *  (sow_interval_score). */
struct sow_interval sow_rate_interval(const struct sow_rate *rate, double level);

/** Clopper and Pearson 1934 ("exact"): covers the true rate with at least @p level for
 *  every rate, and is therefore longer. The one to promise by. */
struct sow_interval sow_rate_clopper_pearson(const struct sow_rate *rate, double level);

/**
 * Do two rates differ? p of Fisher's exact test, two-sided as in R's fisher.test: the
 * probability of all tables with the same margins that are no likelier than the one
 * observed (Fisher 1935; ties within 1e-7). Never too small whatever the sample, also for
 * rates of 0 and 1, and therefore what verdicts use; Boschloo's test has more power but
 * needs a search over the common rate for every table.
 */
double sow_rates_fisher(const struct sow_rate *a, const struct sow_rate *b);

#endif
