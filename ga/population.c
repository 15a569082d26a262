/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sow/ga/population.h"

#include <math.h>
#include <stdlib.h>

/* Returns the standard deviation of @p count values, every @p stride-th one of @p value,
   and fills @p mean. Two passes: the square of a difference loses no digits where a
   difference of squares would. */
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

void sow_generation_stats_compute(const struct sow_population *population,
                                  const double *fitness,
                                  struct sow_generation_stats *stats)
{
    *stats = (struct sow_generation_stats){.best = fitness[0], .worst = fitness[0]};
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

/* Compares two struct sow_ranked for qsort: greater fitness comes first, and lower index
   among equals. Never returns 0 for different individuals. */
static int by_merit(const void *a, const void *b)
{
    const struct sow_ranked *first = a;
    const struct sow_ranked *second = b;
    if (first->fitness > second->fitness)
        return -1;
    if (first->fitness < second->fitness)
        return 1;
    return (first->index > second->index) - (first->index < second->index);
}

void sow_rank(const double *fitness, int count, struct sow_ranked *order)
{
    for (int i = 0; i < count; i++)
        order[i] = (struct sow_ranked){fitness[i], i};
    qsort(order, (size_t)count, sizeof *order, by_merit);
}
