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

/**
 * The least difference of two rates, in either direction, from which on Fisher's exact
 * test has p below @p critical, whatever rate of so many trials @p ours had come to;
 * 0..1. The greater one of both directions, of those that are possible; NaN if none is.
 */
double sow_rates_visible(const struct sow_rate *theirs, int64_t ours, double critical);

/**
 * The least difference of means from which on the rank sum test has p below @p critical,
 * if the values of @p ours, 0..@p greatest, all lay so much higher, or lower, stopping at
 * the ends. As above otherwise.
 */
SOW_MUST_USE enum sow_status sow_means_visible(const struct sow_sample *theirs,
                                               const struct sow_sample *ours,
                                               double greatest, double critical,
                                               double *visible, struct sow_err *err);

#endif
