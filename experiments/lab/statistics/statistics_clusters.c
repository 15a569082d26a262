/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sow/statistics/statistics_clusters.h"

#include <math.h>

#define MATHLIB_STANDALONE
#include <Rmath.h>

void sow_clusters_add(struct sow_clusters *sums, double count, double total)
{
    sums->clusters++;
    sums->filled += count > 0.0;
    sums->count += count;
    sums->total += total;
    sums->count_squares += count * count;
    sums->total_squares += total * total;
    sums->products += count * total;
}

/* Returns the sum of squares of total - rate * count of the clusters, about its mean; at
   least 0. */
static double squares_about(const struct sow_clusters *seen, double rate)
{
    double sum = seen->total - rate * seen->count;
    double squares = seen->total_squares - 2.0 * rate * seen->products +
                     rate * rate * seen->count_squares;
    double rest = squares - sum * sum / (double)seen->clusters;
    /* If all clusters are equal, the rest is only rounding. */
    return rest > 1e-12 * squares ? rest : 0.0;
}

struct sow_cluster_rate sow_cluster_rate_of(const struct sow_cluster_stratum *strata,
                                            size_t count)
{
    struct sow_cluster_rate rate = {.clusters = 0};
    double units = 0.0;
    double total = 0.0;
    double variance = 0.0;
    for (size_t i = 0; i < count; i++) {
        double weight = strata[i].size / (double)strata[i].seen->clusters;
        units += weight * strata[i].seen->count;
        total += weight * strata[i].seen->total;
        rate.clusters += strata[i].seen->clusters;
    }
    rate.rate = total / units;
    for (size_t i = 0; i < count; i++) {
        double seen = (double)strata[i].seen->clusters;
        double weight = strata[i].size / seen;
        int64_t filled = strata[i].seen->filled;
        if (strata[i].whole)
            continue;
        if (filled == 1)
            variance = NAN;
        variance += weight * weight * seen / (seen - 1.0) *
                    squares_about(strata[i].seen, rate.rate);
        rate.freedom += fmax((double)filled - 1.0, 0.0);
    }
    rate.standard_error = sqrt(variance) / units;
    return rate;
}

struct sow_interval sow_cluster_interval(const struct sow_cluster_rate *rate,
                                         double level)
{
    double reach = rate->standard_error;
    if (rate->freedom > 0.0)
        reach = reach > 0.0 ? reach * qt((1.0 + level) / 2.0, rate->freedom, true, false)
                            : (double)NAN;
    double low = rate->rate - reach;
    return (struct sow_interval){low < 0.0 ? 0.0 : low, rate->rate + reach};
}

struct sow_interval sow_cluster_share_interval(const struct sow_cluster_rate *rate,
                                               double level)
{
    double error = rate->standard_error;
    if (!(rate->freedom > 0.0) || isnan(error))
        return (struct sow_interval){rate->rate - error, rate->rate + error};
    double trials = error > 0.0 ? rate->rate * (1.0 - rate->rate) / (error * error)
                                : rate->freedom + 1.0;
    return sow_interval_score(rate->rate, trials, level);
}
