/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * The generations of an evolution as the players of a tournament: --generations.
 */
#ifndef SOW_EXPERIMENTS_GENERATIONS_H
#define SOW_EXPERIMENTS_GENERATIONS_H

#include "sow/studies/tournament.h"

/** Rows of --generations and --step. */
extern const struct sow_param_table sow_generations_params;

/**
 * Checks --generations and --step as they were typed. A tournament of generations may
 * have no players beside them, and no variant or size that the rules of the evolution
 * would replace.
 * @param tournament options
 * @param words operands of the command line
 * @param[out] err reason of a failure
 * @returns SOW_USAGE if it has
 */
SOW_MUST_USE enum sow_status
sow_generations_check(const struct sow_tournament_options *tournament,
                      const struct sow_words *words, struct sow_err *err);

/**
 * Makes players of an evolution: the best of generation 0, of each step-th one and of the
 * last one. An individual that is the best again later is named once. Without variants,
 * takes those of the evolution. It is the `find` of the kind, which a replay does not
 * call.
 * @param[in,out] options struct sow_tournament_options; without --generations they stay
 * @param source database with the evolution
 * @param rules not used
 * @param with not used
 * @param[out] err reason of a failure
 * @returns SOW_NOT_FOUND if there is no such run; SOW_USAGE if it has fewer than two
 *   players; or the failure of the database
 */
SOW_MUST_USE enum sow_status sow_generations_find(void *options, struct sow_store *source,
                                                  const struct sow_rules *rules,
                                                  const struct sow_context *with,
                                                  struct sow_err *err);

#endif
