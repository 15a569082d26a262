/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * Comparison of treatments (settings, learners) over blocks. A block is a random seed: it
 * has a value of each treatment. Values of one block share its luck, so treatments are
 * compared inside blocks, and the blocks are the sample.
 *
 * Callers pass complete blocks only. All functions but those that may lack memory are
 * pure; results do not depend on threads or time.
 */
#ifndef SOW_EXPERIMENTS_STATISTICS_BLOCKS_H
#define SOW_EXPERIMENTS_STATISTICS_BLOCKS_H

#include "sow/base/err.h"
#include "sow/statistics/statistics.h"

#include <stdbool.h>
#include <stddef.h>

/** Limits of the sign-flip test. */
enum {
    SOW_FLIP_EXACT_MAX =
        16, /**< largest number of blocks for which all subsets are used */
    SOW_FLIP_SUBSETS = 65535, /**< number of subsets: the largest exact one, and that of
                                   random subsets for more blocks */
    SOW_FLIP_TESTS_MAX = 1638 /**< largest number of tests of which one can still be
                                   significant at 5 % after Holm's adjustment */
};

/** Largest difference of two scores that counts as equivalent. */
#define SOW_EQUIVALENT 0.02

/** Paired differences, a block each, in summary. A result that is not defined is NaN. */
struct sow_paired {
    size_t blocks;                /**< number of blocks */
    double mean;                  /**< mean difference */
    double sd;                    /**< standard deviation of the differences; NaN for
                                       fewer than 2 blocks */
    struct sow_interval interval; /**< 95 % interval of the mean difference; NaN for fewer
                                       than 6 blocks */
    double p;    /**< two-sided p value of the hypothesis that the difference is 0 */
    double wins; /**< share of blocks with a difference above 0; 0 counts half */
};

/**
 * Tests paired differences by flipping their signs, and computes the interval that
 * belongs to the test.
 *
 * If there is no difference, each d has either sign with the same probability. Flipping
 * the signs of a subset changes the sum of all d by twice the sum of the subset. So the
 * test counts the subsets with a mean of at most 0, and those with a mean of at least 0.
 * If c is the smaller count, and N the number of subsets, p = 2 (c + 1) / (N + 1).
 *
 * The means of the subsets are typical values of the true difference (Hartigan 1969). So
 * the bounds of the interval are order statistics of the same means. The interval
 * excludes 0 exactly where p < 0.05. It takes d to be symmetric around the true
 * difference.
 *
 * Equal differences other than 0 get neither p nor interval: the blocks are copies of
 * each other, as where a random seed changes nothing.
 *
 * Up to SOW_FLIP_EXACT_MAX blocks, the subsets are all but the empty one. For more blocks
 * they are SOW_FLIP_SUBSETS random subsets, the same at every call.
 * @param differences finite differences, one for each block; borrowed
 * @param blocks number of blocks
 * @param[out] result receives the summary
 * @param[out] err reason of a failure; may be NULL
 * @returns SOW_OK, SOW_NO_MEMORY, or SOW_BAD_DATA if a difference is not finite
 */
SOW_MUST_USE enum sow_status sow_paired_test(const double *differences, size_t blocks,
                                             struct sow_paired *result,
                                             struct sow_err *err);

/** Verdict about a treatment beside another one. */
enum sow_verdict {
    SOW_VERDICT_UNDECIDED,
    SOW_VERDICT_BETTER,
    SOW_VERDICT_WORSE,
    SOW_VERDICT_EQUIVALENT /**< the interval lies within a margin around 0 */
};

/** Words by enum sow_verdict; NULL-terminated. */
extern const char *const sow_verdict_names[];

/**
 * Judges a difference. Better and worse come first: a difference that is shown is never
 * called equivalent, however small it is.
 * @param paired the difference
 * @param p_adjusted p value, adjusted for all comparisons made; NaN gives undecided
 * @param lower_is_better true if small values are good
 * @param equivalent largest difference that counts as none, in the unit of the values; 0
 *   if no difference does
 * @returns the verdict
 */
enum sow_verdict sow_paired_verdict(const struct sow_paired *paired, double p_adjusted,
                                    bool lower_is_better, double equivalent);

/**
 * Returns the true difference that a comparison shows with a probability of 80 %, at 5 %
 * after Bonferroni's correction (normal approximation).
 * @param sd standard deviation of the differences
 * @param blocks number of blocks
 * @param tests number of comparisons, at least 1
 */
double sow_detectable_difference(double sd, size_t blocks, size_t tests);

/** Returns the number of blocks that a verdict needs: the smallest one with which one of
 *  @p tests comparisons can be significant at 5 % after Holm's adjustment. This is
 *  1 + log2(tests / 0.05), rounded up. 0 tests count as 1. */
size_t sow_blocks_needed(size_t tests);

/** Values of a full factorial experiment, with one value for each cell of each block. */
struct sow_factorial {
    const double *values; /**< finite values: block by block, the last factor fastest;
                               borrowed */
    size_t blocks;        /**< number of blocks, at least 1 */
    const size_t *strata; /**< stratum of each block, from 0; NULL: all are in one */
    size_t stratum_count; /**< number of strata, at least 1 */
    const size_t *levels; /**< number of levels of each factor, at least 1 */
    size_t factors;       /**< number of factors */
};

/** Sources of variance. */
enum sow_effect_kind {
    SOW_EFFECT_MAIN,        /**< one factor, or the strata */
    SOW_EFFECT_INTERACTION, /**< two factors together, or one and the strata */
    SOW_EFFECT_BLOCK,       /**< differences between blocks of one stratum */
    SOW_EFFECT_REST         /**< everything else */
};

/** Share of the variance with a source. */
struct sow_effect {
    enum sow_effect_kind kind; /**< kind of the source */
    size_t first;   /**< factor of a main effect or interaction; `factors` = the strata */
    size_t second;  /**< second factor of an interaction; `factors` = the strata */
    size_t freedom; /**< degrees of freedom */
    double share;   /**< share of the total sum of squares; NaN if all values are equal */
};

/** Returns the number of effects that sow_factorial_effects computes. */
size_t sow_factorial_count(const struct sow_factorial *factorial);

/**
 * Splits the total sum of squares into main effects, two-way interactions, blocks and the
 * rest. Strata may have different numbers of blocks. The parts are orthogonal, because
 * each block has every cell; their shares add up to 1.
 * @param factorial the values
 * @param[out] effects room for sow_factorial_count effects: main effects in the order of
 *   the factors, the strata if there are several, interactions, blocks, the rest
 * @param[out] err reason of a failure; may be NULL
 * @returns SOW_OK or SOW_NO_MEMORY
 */
SOW_MUST_USE enum sow_status sow_factorial_effects(const struct sow_factorial *factorial,
                                                   struct sow_effect *effects,
                                                   struct sow_err *err);

#endif
