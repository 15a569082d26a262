/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * Rates of units that come in clusters. For example, a rate per move: the moves of one
 * game depend on each other, but games are independent. Here a game is a cluster and a
 * move is a unit.
 */
#ifndef SOW_EXPERIMENTS_STATISTICS_CLUSTERS_H
#define SOW_EXPERIMENTS_STATISTICS_CLUSTERS_H

#include "sow/statistics/statistics.h"

#include <stddef.h>

/** Sums over clusters. Each cluster has `count` units, whose values have the sum `total`.
 *  All fields are 0 at the start. */
struct sow_clusters {
    int64_t clusters;                              /**< number of clusters */
    int64_t filled;                                /**< number of clusters with units */
    double count, total;                           /**< sums over the clusters */
    double count_squares, total_squares, products; /**< sums of squares and products */
};

/** Adds a cluster of @p count units, whose values have the sum @p total. */
void sow_clusters_add(struct sow_clusters *sums, double count, double total);

/** A sample of clusters from a stratum. If it has all clusters of the stratum, it causes
 *  no sampling error. */
struct sow_cluster_stratum {
    const struct sow_clusters *seen; /**< sums over the sampled clusters; borrowed */
    double size; /**< number of clusters in the stratum. If it is the only stratum, and a
                      sample, any number above 0 */
    bool whole;  /**< true if the sample has all clusters of the stratum */
};

/** Estimate of a rate. */
struct sow_cluster_rate {
    double rate;           /**< total / count, where each stratum counts by its size */
    double standard_error; /**< NaN if a sampled stratum has units in only one cluster */
    double freedom;   /**< degrees of freedom: sampled clusters with units, less strata */
    int64_t clusters; /**< number of clusters in the samples */
};

/**
 * Estimates a rate by the ratio estimator of stratified samples, and its error by
 * linearisation (Cochran 1977, "Sampling Techniques", section 6.11).
 * @param strata samples from the strata.
 * @param count number of strata.
 * @returns the estimate; NaN without units.
 */
struct sow_cluster_rate sow_cluster_rate_of(const struct sow_cluster_stratum *strata,
                                            size_t count);

/** Computes Student's confidence interval of a rate, with a lower bound of at least 0. It
 * is NaN for samples without any variance, because these say nothing about the clusters
 *  that were not sampled. */
struct sow_interval sow_cluster_interval(const struct sow_cluster_rate *rate,
                                         double level);

/** Computes the confidence interval of a share, 0 to 1: sow_interval_score for the number
 *  of trials that gives the same standard error. For samples without any variance, it
 * uses the number of clusters with units. */
struct sow_interval sow_cluster_share_interval(const struct sow_cluster_rate *rate,
                                               double level);

#endif
