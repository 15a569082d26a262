/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * What the genomes of an evolution stand for.
 */
#ifndef SOW_EXPERIMENTS_EVOLVE_GENOME_H
#define SOW_EXPERIMENTS_EVOLVE_GENOME_H

#include "sow/ga/ga.h"
#include "sow/heuristics/agent.h"

/** What is evolved. */
enum sow_evolve_genome {
    SOW_EVOLVE_WEIGHTS, /**< weights of H1..H6: a `weights:` player */
    SOW_EVOLVE_ORDER,   /**< a permutation of 1..6, the heuristics' numbers: an `order:`
                             player */
    SOW_EVOLVE_GENOMES
};

/** How genes are read. */
struct sow_evolve_reading {
    int genome; /**< enum sow_evolve_genome */
    int order;  /**< enum sow_order_reading, of a permutation */
    double weight_min;
    double weight_max;
};

/** What genomes may be: six weights that players represent exactly, or a permutation of
 *  1..6. */
struct sow_genome_spec sow_evolve_genome_spec(const struct sow_evolve_reading *reading);

/** The player that a genome of six genes stands for. */
void sow_evolve_agent(const struct sow_evolve_reading *reading, const double *genes,
                      struct sow_agent *agent);

/** The same of stored genes, by the recorded parameters of their run; SOW_BAD_DATA if
 *  they are none. */
SOW_MUST_USE enum sow_status sow_evolve_stored_agent(const char *parameters,
                                                     const double *genes, int count,
                                                     struct sow_agent *agent,
                                                     struct sow_err *err);

/** True if both are the same to the last bit. */
bool sow_evolve_same_agent(const struct sow_agent *one, const struct sow_agent *other);

#endif
