/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * Crossover and mutation of single children.
 *
 * Ownership: everything is borrowed.
 */
#ifndef SOW_GA_BREEDING_H
#define SOW_GA_BREEDING_H

#include "sow/base/pcg.h"
#include "sow/ga/ga.h"
#include "sow/ga/genome.h"

/** Settings and random stream of the operators. */
struct sow_breeding {
    const struct sow_genome_spec *spec;   /**< values that genes may have */
    const struct sow_ga_options *options; /**< checked options */
    struct sow_pcg *rng;                  /**< stream of the island's generation */
    double sigma; /**< standard deviation of Gaussian mutation in this generation */
};

/** Crosses two copies of parents in place with probability crossover_rate; else leaves
 * them as they are. Vectors use the option `crossover`, permutations `order_crossover`.
 * Draws from the stream. */
void sow_breeding_cross(const struct sow_breeding *breeding, double *one, double *other);

/** Mutates each gene of a child in place with probability mutation_rate, first gene
 * first. Vectors use the option `mutation`, permutations `order_mutation`. Draws from the
 *  stream. */
void sow_breeding_mutate(const struct sow_breeding *breeding, double *genes);

#endif
