/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Rates of clusters. With one unit per cluster they equal those of samples; else they are
   compared with explicit sums. */
#include "statistics_support.h"

#include "sow/statistics/statistics_clusters.h"
#include "sow/statistics/statistics_samples.h"

#include <math.h>

static const double VALUES[] = {0.5, 2, 0, 0, 1.25, 3, 0.25};

enum { VALUE_COUNT = sizeof VALUES / sizeof VALUES[0] };

/* Clusters with one unit are a simple sample: they have Student's interval, which is
   compared with R elsewhere. */
TEST(rates, clusters_of_one_are_a_sample)
{
    struct sow_clusters sums = {.clusters = 0};
    for (int i = 0; i < VALUE_COUNT; i++)
        sow_clusters_add(&sums, 1, VALUES[i]);
    struct sow_interval wanted;
    struct sow_sample sample = {VALUES, VALUE_COUNT};
    double mean = sow_sample_mean(&sample, SOW_LEVEL, &wanted);
    struct sow_cluster_stratum stratum = {.seen = &sums, .size = 1};
    struct sow_cluster_rate rate = sow_cluster_rate_of(&stratum, 1);
    struct sow_interval interval = sow_cluster_interval(&rate, SOW_LEVEL);
    expect_near("mean", rate.rate, mean, 1e-14);
    expect_near("low", interval.low, fmax(wanted.low, 0), 1e-12);
    expect_near("high", interval.high, wanted.high, 1e-12);
}

/* The rate and its error equal the definition, term by term. */
TEST(rates, ratio_by_its_definition)
{
    static const double COUNT[] = {3, 1, 0, 2, 5, 4, 1};
    struct sow_clusters sums = {.clusters = 0};
    double counts = 0;
    double totals = 0;
    for (int i = 0; i < VALUE_COUNT; i++) {
        sow_clusters_add(&sums, COUNT[i], VALUES[i] * COUNT[i]);
        counts += COUNT[i];
        totals += VALUES[i] * COUNT[i];
    }
    double squares = 0;
    for (int i = 0; i < VALUE_COUNT; i++)
        squares += pow(VALUES[i] * COUNT[i] - totals / counts * COUNT[i], 2);
    double n = VALUE_COUNT;
    struct sow_cluster_stratum stratum = {.seen = &sums, .size = 1};
    struct sow_cluster_rate rate = sow_cluster_rate_of(&stratum, 1);
    expect_near("rate", rate.rate, totals / counts, 1e-14);
    expect_near("error", rate.standard_error, sqrt(n / (n - 1) * squares) / counts,
                1e-13);
    expect_near("freedom", rate.freedom, n - 2, 0); /* one cluster has no units */
    /* A stratum that was seen completely weighs by its size and adds no error. */
    struct sow_clusters whole = {.clusters = 0};
    sow_clusters_add(&whole, 1, 1);
    struct sow_cluster_stratum two[] = {{&sums, 70, false}, {&whole, 1, true}};
    rate = sow_cluster_rate_of(two, 2);
    double units = 70 / n * counts + 1;
    double mean = (70 / n * totals + 1) / units;
    double sum = totals - mean * counts;
    squares = 0;
    for (int i = 0; i < VALUE_COUNT; i++)
        squares += pow(VALUES[i] * COUNT[i] - mean * COUNT[i] - sum / n, 2);
    expect_near("rate", rate.rate, mean, 1e-14);
    expect_near("error", rate.standard_error,
                70 / n * sqrt(n / (n - 1) * squares) / units, 1e-13);
    rate = sow_cluster_rate_of(&two[1], 1);
    struct sow_interval share = sow_cluster_share_interval(&rate, SOW_LEVEL);
    expect_near("low", share.low, 1, 0);
    expect_near("high", share.high, 1, 0);
}

TEST(rates, nothing_that_differs)
{
    struct sow_clusters sums = {.clusters = 0};
    for (int i = 0; i < 50; i++)
        sow_clusters_add(&sums, i % 3, i % 3);
    struct sow_cluster_stratum stratum = {.seen = &sums, .size = 1};
    struct sow_cluster_rate rate = sow_cluster_rate_of(&stratum, 1);
    struct sow_interval wanted = sow_interval_score(1, 33, SOW_LEVEL);
    struct sow_interval share = sow_cluster_share_interval(&rate, SOW_LEVEL);
    expect_near("error", rate.standard_error, 0, 0);
    expect_near("low", share.low, wanted.low, 0);
    expect_near("high", share.high, wanted.high, 0);
    struct sow_interval mean = sow_cluster_interval(&rate, SOW_LEVEL);
    ck_assert(isnan(mean.low) && isnan(mean.high));
}

/* One game with choices says nothing about the spread, even with others that had none. */
TEST(rates, a_single_one)
{
    static const double COUNT[] = {0, 6, 0};
    struct sow_clusters sums = {.clusters = 0};
    for (int i = 0; i < 3; i++)
        sow_clusters_add(&sums, COUNT[i], COUNT[i] / 2);
    struct sow_cluster_stratum stratum = {.seen = &sums, .size = 1};
    struct sow_cluster_rate rate = sow_cluster_rate_of(&stratum, 1);
    struct sow_interval share = sow_cluster_share_interval(&rate, SOW_LEVEL);
    struct sow_interval mean = sow_cluster_interval(&rate, SOW_LEVEL);
    expect_near("rate", rate.rate, 0.5, 0);
    ck_assert(isnan(share.low) && isnan(share.high));
    ck_assert(isnan(mean.low) && isnan(mean.high));
}
