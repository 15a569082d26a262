/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * Names of the genes of an evolution: heuristics of moves, or features of positions.
 * Default references of an evolution.
 */
#ifndef SOW_EXPERIMENTS_EVOLVE_GENES_H
#define SOW_EXPERIMENTS_EVOLVE_GENES_H

#include "sow/evolution/evolve.h"

/**
 * Replaces the typed list of heuristics or of features by all their names, and finds them
 * (evolve_genome.h). Also resolves the search player of the individuals, and brings the
 * bounds of weights into their shortest form. Recorded values stay as they are.
 *
 * The list is read by @p rules. If the options name variants, it is read by the rules of
 * each, and the genes are those of all variants that accept the list, in their order.
 *
 * Returns SOW_OK; SOW_USAGE if no variant accepts the list, or if it gives more than
 * SOW_AGENT_TERMS_MAX genes; SOW_NO_MEMORY. Else it returns the error of the search
 * player or of a bound.
 */
SOW_MUST_USE enum sow_status sow_evolve_genes_resolve(struct sow_evolve_options *options,
                                                      const struct sow_rules *rules,
                                                      struct sow_err *err);

/**
 * Types the default references of the objective "regret": divilly2013, and the best
 * stored champion of each variant, if there is one.
 * @param[in,out] options options of an evolution whose variants are resolved
 * @param source database with the champions
 * @param rules rules of the evolution if the options name no variants
 * @param[out] err reason of a failure
 * @returns SOW_OK, SOW_NO_MEMORY, or the failure of the database
 */
SOW_MUST_USE enum sow_status
sow_evolve_references_type(struct sow_evolve_options *options, struct sow_store *source,
                           const struct sow_rules *rules, struct sow_err *err);

#endif
