/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * The word `nearest` among the initial players of an evolution: the champion of the most
 * similar other variant in the database.
 */
#ifndef SOW_EXPERIMENTS_EVOLVE_NEAREST_H
#define SOW_EXPERIMENTS_EVOLVE_NEAREST_H

#include "sow/evolution/evolve.h"

/**
 * Replaces the word `nearest` in the option `initial`, which is not resolved yet, by
 * `run:ID`. Does nothing without that word. The genes must be resolved.
 *
 * The run is the evolution of one variant, with the best validation of its rules, whose
 * rules are nearest to those of this evolution and not the same. Its champion weighs no
 * heuristic that is not evolved here. The distance is that of statistics_distances.h. Its
 * profiles are those of `tournament heuristics random divilly2013 --games 150
 * --random-plies 2 --seed 1`.
 * @param[in,out] options options of the evolution
 * @param store database with the evolutions
 * @param rules rules of the evolution
 * @param[out] err reason of a failure
 * @returns SOW_USAGE for several variants or for genes that are no weights of heuristics
 *   without search, SOW_NOT_FOUND without such a run, SOW_BAD_DATA for a damaged record,
 *   SOW_NO_MEMORY, or an error of the database
 */
SOW_MUST_USE enum sow_status sow_evolve_name_nearest(struct sow_evolve_options *options,
                                                     struct sow_store *store,
                                                     const struct sow_rules *rules,
                                                     struct sow_err *err);

#endif
