/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * Rates of what comes in clusters: so much a move, where the moves of one game are not
 * independent, but games are.
 */
#ifndef SOW_EXPERIMENTS_STATISTICS_CLUSTERS_H
#define SOW_EXPERIMENTS_STATISTICS_CLUSTERS_H

#include "sow/statistics/statistics.h"

#include <stddef.h>

/** Sums over clusters, of which each has `count` units that come to `total`; all zeros to
 *  begin with. */
struct sow_clusters {
    int64_t clusters;
    int64_t filled; /**< those with units */
    double count, total;
    double count_squares, total_squares, products;
};

void sow_clusters_add(struct sow_clusters *sums, double count, double total);

/** Clusters drawn from @c size ones; if all of them were looked at, there is no error. */
struct sow_cluster_stratum {
    const struct sow_clusters *seen;
    double size; /**< any number above 0 if there is only one stratum that was drawn */
    bool whole;  /**< all were looked at */
};

struct sow_cluster_rate {
    double rate; /**< total / count, each stratum by its size */
    double
        standard_error; /**< NaN if of a stratum that was drawn one cluster has units */
    double freedom;     /**< clusters drawn that have units, less strata */
    int64_t clusters;   /**< seen */
};

/** The ratio estimator of stratified samples (Cochran 1977, Sampling Techniques, 6.11),
 *  its error by linearisation. NaN without units. */
struct sow_cluster_rate sow_cluster_rate_of(const struct sow_cluster_stratum *strata,
                                            size_t count);

/** Student's interval for a rate that is at least 0. NaN where it was
 *  drawn and nothing was seen to differ, which says nothing of what was not seen. */
struct sow_interval sow_cluster_interval(const struct sow_cluster_rate *rate,
                                         double level);

/** The same for a share: sow_interval_score for as many trials as have that error, and,
 *  where nothing was seen to differ, as there are clusters with units. */
struct sow_interval sow_cluster_share_interval(const struct sow_cluster_rate *rate,
                                               double level);

#endif
