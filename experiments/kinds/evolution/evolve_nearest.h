/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * The word `nearest` among the initial players of an evolution: the champion of the most
 * similar other variant in the database.
 */
#ifndef SOW_EXPERIMENTS_EVOLVE_NEAREST_H
#define SOW_EXPERIMENTS_EVOLVE_NEAREST_H

#include "sow/evolution/evolve.h"

/** Most bytes of the text of sow_evolve_find_nearest in the options. */
enum { SOW_NEAREST_TEXT_MAX = 63 };

/**
 * Replaces the word `nearest` in the option `initial`, which is not resolved yet, by
 * `run:ID`, and writes that and the distance to the option `nearest`. Does nothing
 * without that word; else resolves the genes. It is the `find` of the kind.
 *
 * The run is an evolution of one variant, with the best validation of its rules, whose
 * rules are nearest to those of this evolution and not the same. Its champion fits the
 * heuristics and the bounds of this evolution. The distance is that of
 * statistics_distances.h. Its profiles are those of `tournament heuristics random
 * divilly2013 --games 150 --random-plies 2 --seed 1`.
 * @param[in,out] options options of the evolution (struct sow_evolve_options)
 * @param store database with the evolutions
 * @param rules rules of the evolution
 * @param with number of threads, and the stop request
 * @param[out] err reason of a failure
 * @returns SOW_USAGE for several variants or for genes that are no weights of heuristics
 *   without search, SOW_NOT_FOUND without such a run, SOW_BAD_DATA for a damaged record,
 *   SOW_INTERRUPTED after a stop request, SOW_NO_MEMORY, or an error of the database
 */
SOW_MUST_USE enum sow_status sow_evolve_find_nearest(void *options,
                                                     struct sow_store *store,
                                                     const struct sow_rules *rules,
                                                     const struct sow_context *with,
                                                     struct sow_err *err);

/** Refuses the word `nearest` in a plan: the runs that a plan makes would change its
 *  meaning. It is the `refuse_in_plan` of the kind. Returns SOW_USAGE. */
SOW_MUST_USE enum sow_status sow_evolve_refuse_nearest(const void *options,
                                                       struct sow_err *err);

#endif
