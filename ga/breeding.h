/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * Crossover and mutation of single children. Everything is borrowed.
 */
#ifndef SOW_GA_BREEDING_H
#define SOW_GA_BREEDING_H

#include "sow/base/pcg.h"
#include "sow/ga/ga.h"
#include "sow/ga/genome.h"

/** What the operators work with. */
struct sow_breeding {
    const struct sow_genome_spec *spec;
    const struct sow_ga_options *options;
    struct sow_pcg *rng;
    double sigma; /**< of Gaussian mutation in this generation */
};

/** With probability crossover_rate, crosses two copies of parents in place. */
void sow_breeding_cross(const struct sow_breeding *breeding, double *one, double *other);

/** Mutates each gene with probability mutation_rate. */
void sow_breeding_mutate(const struct sow_breeding *breeding, double *genes);

/* What permutations have instead (permutation.c). */

void sow_permutation_cross(const struct sow_breeding *breeding, double *one,
                           double *other);
/** Mutates one place. */
void sow_permutation_mutate(const struct sow_breeding *breeding, double *genes,
                            int place);

#endif
