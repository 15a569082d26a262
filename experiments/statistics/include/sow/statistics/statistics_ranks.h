/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * Wilcoxon's signed rank test of paired differences, with the Hodges-Lehmann estimate of
 * their centre and its interval: what R's wilcox.test(x, conf.int = TRUE) computes.
 */
#ifndef SOW_EXPERIMENTS_STATISTICS_RANKS_H
#define SOW_EXPERIMENTS_STATISTICS_RANKS_H

#include "sow/base/err.h"
#include "sow/statistics/statistics.h"

#include <stddef.h>

/** Differences up to which the distribution of V is counted out rather than approximated,
 *  if there are neither ties nor zeros. */
enum { SOW_SIGNED_RANK_EXACT_MAX = 49 };

struct sow_signed_rank {
    int64_t used;  /**< differences other than 0; all that follows is of these */
    int64_t zeros; /**< dropped */
    bool exact;    /**< p and interval are */
    double v;      /**< sum of the ranks of the positive ones; ties share mean ranks */
    double p; /**< two-sided, of the hypothesis that they lie symmetrically about 0 */
    double median; /**< pseudo-median: the median of the means of all pairs of
                      differences, each with itself included (Hodges and Lehmann 1963) */
    struct sow_interval interval; /**< for the pseudo-median */
    double level; /**< of the interval: in exact tests that reached, which is at least the
                     one asked for unless there are too few differences; then the interval
                     is the longest there is, from the least difference to the greatest */
};

/**
 * Wilcoxon 1945. Without ties and zeros and with at most SOW_SIGNED_RANK_EXACT_MAX
 * differences exact; otherwise zeros are dropped, and the normal approximation has the
 * corrections for ties and continuity. p, median and interval are NaN if every difference
 * is 0. DEVIATION: R finds the median and the limits of the approximate test by a search
 * to 1e-4; here they are the means of pairs that the search closes in on. R also lowers
 * the level where the greatest or least difference is a frequent one; that is not needed.
 * @param level of the interval, ]0, 1[
 * @returns SOW_BAD_DATA if a difference is not finite (its place is named),
 * SOW_NO_MEMORY.
 */
SOW_MUST_USE enum sow_status sow_signed_rank_test(const double *differences, size_t count,
                                                  double level,
                                                  struct sow_signed_rank *result,
                                                  struct sow_err *err);

#endif
