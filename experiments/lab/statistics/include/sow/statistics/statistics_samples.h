/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * Samples of a quantity: the mean of one, and whether two are of the same kind.
 */
#ifndef SOW_EXPERIMENTS_STATISTICS_SAMPLES_H
#define SOW_EXPERIMENTS_STATISTICS_SAMPLES_H

#include "sow/base/err.h"
#include "sow/statistics/statistics.h"

#include <stdbool.h>
#include <stddef.h>

/** Observed values, finite. */
struct sow_sample {
    const double *values;
    size_t count; /**< >= 1 */
};

/** The mean, and Student's interval (1908) for it: right for normal values, and nearly so
 *  for some twenty that are not too lopsided. NaN limits for a single value; of equal
 *  values it is no longer than a point, which says nothing of values not seen. */
double sow_sample_mean(const struct sow_sample *sample, double level,
                       struct sow_interval *interval);

/** Samples of both sizes below this are tested exactly, as in R. */
enum { SOW_RANK_SUM_EXACT_BELOW = 50 };

/** What the rank sum test says. */
struct sow_rank_sum {
    double w;    /**< pairs (a, b) with a > b, equal ones counting half; R's W */
    double p;    /**< two-sided */
    bool exact;  /**< p is exact */
    double ties; /**< sum of t^3 - t over groups of t equal values */
};

/**
 * Do two samples differ in where they lie? Wilcoxon 1945, Mann and Whitney 1947. Exact if
 * both are small: of all ways to divide the values the share by which W lies as far from
 * its mean. DEVIATION: R's wilcox.test turns to the normal approximation as soon as two
 * values are equal; here the ranks that the values really have are counted out (the
 * permutation test of midranks), which for values without ties is the same. Larger
 * samples: normal approximation with the corrections for ties and continuity. Values that
 * are all equal do not differ: p 1.
 * @returns SOW_BAD_DATA for an empty sample or a value that is not finite, SOW_NO_MEMORY.
 */
SOW_MUST_USE enum sow_status sow_rank_sum_test(const struct sow_sample *a,
                                               const struct sow_sample *b,
                                               struct sow_rank_sum *result,
                                               struct sow_err *err);

#endif
