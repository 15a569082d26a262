/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * Samples of a quantity: the mean of one sample, and a test of the difference of two.
 */
#ifndef SOW_EXPERIMENTS_STATISTICS_SAMPLES_H
#define SOW_EXPERIMENTS_STATISTICS_SAMPLES_H

#include "sow/base/err.h"
#include "sow/statistics/statistics.h"

#include <stdbool.h>
#include <stddef.h>

/** Observed values. */
struct sow_sample {
    const double *values; /**< finite values; borrowed */
    size_t count;         /**< number of values, at least 1 */
};

/**
 * Computes the mean of a sample, and Student's (1908) confidence interval.
 *
 * The interval is right for normal values. It is nearly right for about twenty values or
 * more that are not too skewed. If all values are equal, it is a single point, which says
 * nothing about values that were not observed.
 * @param sample the values.
 * @param level confidence level.
 * @param[out] interval receives the interval; NaN bounds for a single value.
 * @returns the mean.
 */
double sow_sample_mean(const struct sow_sample *sample, double level,
                       struct sow_interval *interval);

/**
 * Returns a quantile of a sample: the linear interpolation between the two nearest values
 * (R's type 7).
 * @param sorted the values, in ascending order.
 * @param level share of the values below the quantile, from 0 to 1; 0.5 is the median.
 */
double sow_sample_quantile(const struct sow_sample *sorted, double level);

/**
 * Computes a confidence interval of a quantile of the population that a sample is of. It
 * is right for every distribution.
 *
 * The ends are values of the sample (David and Nagaraja 2003, section 7.1). The number of
 * values below the quantile is binomial, and an end leaves out the numbers that are too
 * unlikely. With few values, an end may not be known: even the lowest of five values is
 * more often above the 10 % quantile than below it.
 * @param sorted the values, in ascending order.
 * @param level share of the population below the quantile, above 0 and below 1.
 * @param confidence confidence level.
 * @returns the interval; -INFINITY and INFINITY are ends that are not known.
 */
struct sow_interval sow_sample_quantile_limits(const struct sow_sample *sorted,
                                               double level, double confidence);

/** Size of samples from which the rank sum test is no longer exact, as in R. */
enum {
    SOW_RANK_SUM_EXACT_BELOW = 50 /**< the test is exact if both sizes are smaller */
};

/** Result of the rank sum test. */
struct sow_rank_sum {
    double w;   /**< number of pairs (a, b) with a > b, where equal values count half; R's
                     W */
    double p;   /**< two-sided p value */
    bool exact; /**< true if p is exact */
    double ties; /**< sum of t^3 - t over the groups of t equal values */
};

/**
 * Tests whether two samples differ in location by the rank sum test (Wilcoxon 1945; Mann
 * and Whitney 1947).
 *
 * The test is exact if both samples are small: p is the share of all divisions of the
 * values in which W is at least as far from its mean. For larger samples it uses the
 * normal approximation with corrections for ties and continuity. If all values are equal,
 * p is 1.
 *
 * DEVIATION: R's wilcox.test uses the normal approximation as soon as two values are
 * equal. This function counts the divisions of the actual midranks (a permutation test),
 * which is the same for values without ties.
 *
 * @param a one sample.
 * @param b another sample.
 * @param[out] result receives the result.
 * @param[out] err receives the reason of a failure; may be NULL.
 * @returns SOW_OK, SOW_NO_MEMORY, or SOW_BAD_DATA if a sample is empty or a value is not
 * finite.
 */
SOW_MUST_USE enum sow_status sow_rank_sum_test(const struct sow_sample *a,
                                               const struct sow_sample *b,
                                               struct sow_rank_sum *result,
                                               struct sow_err *err);

#endif
