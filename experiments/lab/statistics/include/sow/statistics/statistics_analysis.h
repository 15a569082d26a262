/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * Analyses of samples, with the results of R's wilcox.test, shapiro.test, bartlett.test,
 * aov and TukeyHSD.
 *
 * All values must be finite. A result that is not defined is NaN. The functions may be
 * called from several threads.
 */
#ifndef SOW_EXPERIMENTS_STATISTICS_ANALYSIS_H
#define SOW_EXPERIMENTS_STATISTICS_ANALYSIS_H

#include "sow/statistics/statistics_samples.h"

/** Result of the signed rank test. */
struct sow_signed_rank {
    double v;      /**< sum of the ranks of the positive values */
    double p;      /**< p value of the hypothesis that values are symmetric about 0 */
    double median; /**< pseudo-median (Hodges and Lehmann 1963) */
    struct sow_interval interval; /**< confidence interval of the pseudo-median */
};

/**
 * Tests one sample by signed ranks (Wilcoxon 1945), as R's wilcox.test(x, conf.int =
 * TRUE, exact = FALSE) does. Zeros are left out. The test uses the normal approximation
 * with corrections for ties and continuity; the pseudo-median has no correction for
 * continuity.
 *
 * DEVIATION: if a whole range of values fits equally well, R returns any of them, and
 * this function returns its middle. If the values are too few for an interval of the
 * level, R lowers the level, and here the interval reaches from the least to the greatest
 * value.
 *
 * @param sample the values.
 * @param level level of the confidence interval.
 * @param[out] result receives the result. If all values are 0, p is 1, and the
 * pseudo-median and its interval are NaN.
 * @param[out] err receives the reason of a failure; may be NULL.
 * @returns SOW_OK or SOW_NO_MEMORY.
 */
SOW_MUST_USE enum sow_status sow_signed_rank_test(const struct sow_sample *sample,
                                                  double level,
                                                  struct sow_signed_rank *result,
                                                  struct sow_err *err);

/**
 * Tests whether a sample is normal (Shapiro and Wilk 1965), by Royston's algorithm (1995,
 * AS R94).
 * @param sample 3 to 5,000 values that are not all equal.
 * @param[out] w receives the statistic W; NaN for other samples.
 * @param[out] p receives the p value of the hypothesis of a normal distribution; NaN for
 * other samples.
 * @param[out] err receives the reason of a failure; may be NULL.
 * @returns SOW_OK or SOW_NO_MEMORY.
 */
SOW_MUST_USE enum sow_status sow_shapiro_wilk(const struct sow_sample *sample, double *w,
                                              double *p, struct sow_err *err);

/** Tests whether groups have equal variances (Bartlett 1937). Each of the @p count
 *  groups, at least two, has at least two values. Returns the p value. */
double sow_bartlett_test(const struct sow_sample *groups, size_t count);

/** One-way analysis of variance. */
struct sow_anova {
    double f;        /**< F statistic */
    double p;        /**< p value of the hypothesis that all groups have the same mean */
    double between;  /**< degrees of freedom between groups */
    double within;   /**< degrees of freedom within groups */
    double variance; /**< mean square within groups */
};

/** Analyses the variance of @p count groups (one-way ANOVA), as R's aov does. With one
 *  group, or one value in each group, f and p are NaN. */
struct sow_anova sow_anova(const struct sow_sample *groups, size_t count);

/**
 * Tests the difference of two groups by the method of Tukey and Kramer, as R's TukeyHSD
 * does.
 * @param anova the analysis of all groups.
 * @param groups the groups.
 * @param count number of groups.
 * @param a index of one group.
 * @param b index of the other group.
 * @returns the p value, adjusted for all pairs of groups.
 */
double sow_tukey(const struct sow_anova *anova, const struct sow_sample *groups,
                 size_t count, size_t a, size_t b);

#endif
