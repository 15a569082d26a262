/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * Samples as R analyses them: wilcox.test, shapiro.test, bartlett.test, aov and TukeyHSD.
 * Values are finite; what cannot be said is NaN. Thread-safe.
 */
#ifndef SOW_EXPERIMENTS_STATISTICS_ANALYSIS_H
#define SOW_EXPERIMENTS_STATISTICS_ANALYSIS_H

#include "sow/statistics/statistics_samples.h"

/** What the signed rank test says. */
struct sow_signed_rank {
    double v;                     /**< sum of the ranks of positive values */
    double p;                     /**< of a distribution symmetric about 0 */
    double median;                /**< pseudo-median: Hodges and Lehmann */
    struct sow_interval interval; /**< for it */
};

/**
 * Wilcoxon 1945 of one sample, as wilcox.test(x, conf.int = TRUE, exact = FALSE) in R:
 * zeros are left out, normal approximation with the corrections for ties and continuity;
 * the estimate without the latter. DEVIATION: where R stops at any point of a range that
 * fits equally well, here it is the middle; and where too few values can have an interval
 * of that level, R lowers the level, and here it reaches from the least to the greatest.
 */
SOW_MUST_USE enum sow_status sow_signed_rank_test(const struct sow_sample *sample,
                                                  double level,
                                                  struct sow_signed_rank *result,
                                                  struct sow_err *err);

/** Shapiro and Wilk 1965, by Royston 1995 (AS R94): p of a normal distribution, and W.
 *  For 3 to 5000 values that are not all equal. */
SOW_MUST_USE enum sow_status sow_shapiro_wilk(const struct sow_sample *sample, double *w,
                                              double *p, struct sow_err *err);

/** Bartlett 1937: p of equal variances, of groups of at least two. */
double sow_bartlett_test(const struct sow_sample *groups, size_t count);

/** One-way analysis of variance. */
struct sow_anova {
    double f;
    double p;
    double between; /**< degrees of freedom */
    double within;
    double variance; /**< mean square within groups */
};

struct sow_anova sow_anova(const struct sow_sample *groups, size_t count);

/** Tukey's test of the difference of two groups of an analysis (Tukey and Kramer): p
 *  among all pairs. */
double sow_tukey(const struct sow_anova *anova, const struct sow_sample *groups,
                 size_t count, size_t a, size_t b);

#endif
