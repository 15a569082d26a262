/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * The least difference that a test would have shown. Figures that a test does not tell
 * apart need not be the same.
 */
#ifndef SOW_EXPERIMENTS_COMPARISON_VISIBLE_H
#define SOW_EXPERIMENTS_COMPARISON_VISIBLE_H

#include "sow/statistics/statistics_rates.h"
#include "sow/statistics/statistics_samples.h"

/** Returns the least difference of two rates from which on Fisher's exact test has p
 *  below @p critical, for every rate of @p ours trials (0..1). It takes the greater
 *  of the possible differences in the two directions; NaN if neither is possible. */
double sow_rates_visible(const struct sow_rate *theirs, int64_t ours, double critical);

/** Computes the least difference of means from which on the rank sum test has p below @p
 *  critical. For this all values of @p ours (0..@p greatest) are moved up or down by one
 *  amount, but not beyond the ends. Directions and NaN are as in sow_rates_visible.
 *  Returns SOW_NO_MEMORY or an error of sow_rank_sum_test. */
SOW_MUST_USE enum sow_status sow_means_visible(const struct sow_sample *theirs,
                                               const struct sow_sample *ours,
                                               double greatest, double critical,
                                               double *visible, struct sow_err *err);

#endif
