/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * What the genes of an evolution are: heuristics of moves, or features of positions.
 */
#ifndef SOW_EXPERIMENTS_EVOLVE_GENES_H
#define SOW_EXPERIMENTS_EVOLVE_GENES_H

#include "sow/evolution/evolve.h"

/**
 * Replaces the list of heuristics, or of features, by their names and finds them
 * (evolve_genome.h); names that are recorded are left as they are.
 *
 * The list is read by @p rules, or by those of every variant of the options: then it is
 * what the games that accept it make of it, together, in their order. SOW_USAGE if none
 * does, or if these are more than SOW_AGENT_TERMS_MAX.
 */
SOW_MUST_USE enum sow_status sow_evolve_genes_resolve(struct sow_evolve_options *options,
                                                      const struct sow_rules *rules,
                                                      struct sow_err *err);

#endif
