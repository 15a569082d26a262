/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * Populations and generations: the individuals that are evaluated together, their fitness
 * and its statistics. Greater fitness is better.
 *
 * Ownership: all pointers are borrowed. The functions are thread-safe.
 */
#ifndef SOW_GA_POPULATION_H
#define SOW_GA_POPULATION_H

#include "sow/base/err.h"

#include <stddef.h>

SOW_C_BEGIN

/** Greatest number of individuals in a population. */
enum { SOW_INDIVIDUALS_MAX = 100000 };

/** A population to evaluate. */
struct sow_population {
    int generation; /**< number of its generation, from 0 */
    int count;      /**< number of individuals */
    int length;     /**< number of genes in each individual */
    const double
        *genes; /**< count x length genes, one genome after the other; borrowed */
};

/**
 * Returns the genome of an individual.
 * @param population the population
 * @param index number of the individual, from 0 to count - 1
 * @returns `length` genes, borrowed from @p population
 */
static inline const double *sow_population_genome(const struct sow_population *population,
                                                  int index)
{
    return population->genes + (ptrdiff_t)index * population->length;
}

/** Statistics of an evaluated population. */
struct sow_generation_stats {
    double best;    /**< greatest fitness */
    int best_index; /**< first individual with the greatest fitness */
    double worst;   /**< least fitness */
    double mean;    /**< mean fitness */
    double sd;      /**< standard deviation of the fitness (divisor: count) */
    double spread;  /**< diversity: the standard deviation of a gene over the population,
                         averaged over the genes, in units of the gene */
};

/** An evaluated population. */
struct sow_generation {
    struct sow_population population;  /**< the individuals */
    const double *fitness;             /**< one value for each individual; borrowed */
    struct sow_generation_stats stats; /**< statistics of the fitness and the genes */
};

/**
 * Computes the statistics of the fitness and the genes of a population. The sums are
 * serial in index order, so that the same input gives the same bits.
 * @param population the population, of one individual or more
 * @param fitness one value for each individual, of size up to SOW_FITNESS_SIZE_MAX
 * @param[out] stats receives the statistics
 */
void sow_generation_stats_compute(const struct sow_population *population,
                                  const double *fitness,
                                  struct sow_generation_stats *stats);

/** Greatest size of a fitness: sums of squares cannot overflow. */
#define SOW_FITNESS_SIZE_MAX 1e100

/** An individual in a ranking. */
struct sow_ranked {
    double fitness; /**< fitness of the individual */
    int index;      /**< number of the individual, from 0 */
};

/**
 * Ranks individuals by fitness, the greatest first. Among equals the lower number is
 * first.
 * @param fitness @p count values
 * @param count number of individuals
 * @param[out] order receives @p count entries
 */
void sow_rank(const double *fitness, int count, struct sow_ranked *order);

SOW_C_END

#endif
