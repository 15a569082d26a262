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

/** Returns the least difference between the printed rate and ours (0 to 1) at which
 *  Fisher's exact test has p below @p critical. Our rate may be any number of successes
 *  in @p ours trials. There is one such difference below the printed rate and one above;
 *  the greater of both counts. Returns NaN if no rate of ours has such a p. */
double sow_rates_visible(const struct sow_rate *theirs, int64_t ours, double critical);

/** Computes the least difference of the means of two samples at which the rank sum test
 *  has p below @p critical. For this all values of @p ours are moved by one amount, but
 *  not below 0 or beyond @p greatest. There is one such difference for moves down and
 *  one for moves up; @p visible receives the greater of both, or NaN if there is
 *  neither. Both samples have values. Returns SOW_NO_MEMORY or an error of
 *  sow_rank_sum_test. */
SOW_MUST_USE enum sow_status sow_means_visible(const struct sow_sample *theirs,
                                               const struct sow_sample *ours,
                                               double greatest, double critical,
                                               double *visible, struct sow_err *err);

#endif
