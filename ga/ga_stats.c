/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sow/ga/ga.h"

#include <math.h>

/* Every stride-th value, count of them. Two passes: the square of a difference loses
   nothing where the difference of squares would. */
static double standard_deviation(const double *value, int count, int stride, double *mean)
{
    double sum = 0.0;
    for (int i = 0; i < count; i++)
        sum += value[(ptrdiff_t)i * stride];
    *mean = sum / count;
    double squares = 0.0;
    for (int i = 0; i < count; i++) {
        double deviation = value[(ptrdiff_t)i * stride] - *mean;
        squares += deviation * deviation;
    }
    return sqrt(squares / count);
}

void sow_ga_stats_compute(const struct sow_ga_population *population,
                          const double *fitness, struct sow_ga_stats *stats)
{
    *stats = (struct sow_ga_stats){.best = fitness[0], .worst = fitness[0]};
    for (int i = 1; i < population->count; i++) {
        if (fitness[i] > stats->best) {
            stats->best = fitness[i];
            stats->best_index = i;
        }
        if (fitness[i] < stats->worst)
            stats->worst = fitness[i];
    }
    stats->sd = standard_deviation(fitness, population->count, 1, &stats->mean);
    double sum = 0.0;
    for (int k = 0; k < population->length; k++) {
        double mean;
        sum += standard_deviation(population->genes + k, population->count,
                                  population->length, &mean);
    }
    stats->spread = sum / population->length;
}
