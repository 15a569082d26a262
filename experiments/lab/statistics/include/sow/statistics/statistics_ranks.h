/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * Comparison of treatments (settings, learners) by their ranks in blocks: Friedman's
 * test, Nemenyi's critical difference, and the groups of a critical-difference diagram
 * (Demsar 2006). A block has one value of each treatment.
 */
#ifndef SOW_EXPERIMENTS_STATISTICS_RANKS_H
#define SOW_EXPERIMENTS_STATISTICS_RANKS_H

#include "sow/base/err.h"

#include <stdbool.h>
#include <stddef.h>

/** Friedman's test and Nemenyi's critical difference. */
struct sow_ranks {
    double chi_square; /**< Friedman's statistic, corrected for ties; 0 if all are tied */
    double p;          /**< p value of the hypothesis that all treatments are alike */
    double critical;   /**< critical difference: mean ranks that differ by at least this
                            are shown to differ */
};

/**
 * Ranks treatments in each block, tests whether they are alike, and computes the critical
 * difference of their mean ranks. The largest value of a block has rank 1. Values that
 * differ by at most 1e-12 are tied and share their mean rank.
 * @param values finite values: values[treatment * blocks + block]; borrowed
 * @param count number of treatments, at least 2
 * @param blocks number of blocks, at least 1
 * @param alpha probability that any difference is called shown if there is none, such as
 *   0.05
 * @param[out] mean_ranks receives the mean rank of each treatment
 * @param[out] result receives test and critical difference
 * @returns false without memory
 */
SOW_MUST_USE bool sow_ranks_test(const double *values, size_t count, size_t blocks,
                                 double alpha, double *mean_ranks,
                                 struct sow_ranks *result);

/** Group of neighbours in the order of mean ranks that are not shown to differ. */
struct sow_rank_group {
    size_t first; /**< index of the best treatment of the group */
    size_t last;  /**< index of the worst one, above `first` */
};

/**
 * Finds the groups of a critical-difference diagram: all longest runs of two or more
 * treatments whose mean ranks differ by less than the critical difference. Groups may
 * overlap, and none lies inside another.
 * @param ranks mean ranks in ascending order
 * @param count number of mean ranks
 * @param critical the critical difference
 * @param[out] groups receives the groups, the best first; room for @p count
 * @returns the number of groups
 */
size_t sow_ranks_groups(const double *ranks, size_t count, double critical,
                        struct sow_rank_group *groups);

#endif
