/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sow/statistics/statistics_ranks.h"

#include <math.h>
#include <stdlib.h>

#define MATHLIB_STANDALONE
#include <Rmath.h>

/* Greatest difference of two values that are tied. */
static const double TIED = 1e-12;

/* Value of a treatment in a block, to be sorted. */
struct placed {
    double value;     /* the value */
    size_t treatment; /* number of the treatment */
};

/* Compares two values for qsort, the largest first. */
static int by_value(const void *a, const void *b)
{
    const struct placed *x = a;
    const struct placed *y = b;
    return (x->value < y->value) - (x->value > y->value);
}

/* Adds the rank of each treatment in a block to @p sums. Sorts @p placed. Returns the sum
   of t^3 - t over the groups of t tied values. */
static double rank_block(struct placed *placed, size_t count, double *sums)
{
    double ties = 0;
    qsort(placed, count, sizeof *placed, by_value);
    for (size_t first = 0, end; first < count; first = end) {
        for (end = first + 1; end < count; end++)
            if (placed[end - 1].value - placed[end].value > TIED)
                break;
        double tied = (double)(end - first);
        for (size_t i = first; i < end; i++)
            sums[placed[i].treatment] += (double)(first + 1 + end) / 2;
        ties += tied * tied * tied - tied;
    }
    return ties;
}

bool sow_ranks_test(const double *values, size_t count, size_t blocks, double alpha,
                    double *mean_ranks, struct sow_ranks *result)
{
    double k = (double)count;
    double n = (double)blocks;
    double ties = 0;
    double squares = 0;
    struct placed *placed = calloc(count, sizeof *placed);
    if (placed == NULL)
        return false;
    for (size_t i = 0; i < count; i++)
        mean_ranks[i] = 0;
    for (size_t block = 0; block < blocks; block++) {
        for (size_t i = 0; i < count; i++)
            placed[i] = (struct placed){values[i * blocks + block], i};
        ties += rank_block(placed, count, mean_ranks);
    }
    free(placed);
    for (size_t i = 0; i < count; i++) {
        mean_ranks[i] /= n;
        squares += (mean_ranks[i] - (k + 1) / 2) * (mean_ranks[i] - (k + 1) / 2);
    }
    double spread = n * k * (k + 1) - ties / (k - 1);
    result->chi_square = spread > 0 ? 12 * n * n * squares / spread : 0;
    result->p = pchisq(result->chi_square, k - 1, false, false);
    result->critical = qtukey(alpha, 1, k, INFINITY, false, false) / sqrt(2) *
                       sqrt(k * (k + 1) / (6 * n));
    return true;
}

size_t sow_ranks_groups(const double *ranks, size_t count, double critical,
                        struct sow_rank_group *groups)
{
    size_t found = 0;
    size_t reached = 0;
    for (size_t first = 0; first < count; first++) {
        size_t last = first;
        while (last + 1 < count && ranks[last + 1] - ranks[first] < critical)
            last++;
        if (last > first && last > reached)
            groups[found++] = (struct sow_rank_group){first, last};
        reached = last > reached ? last : reached;
    }
    return found;
}
