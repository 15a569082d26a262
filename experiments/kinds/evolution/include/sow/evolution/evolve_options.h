/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * The options of an evolution beyond the command line's, and their checks.
 */
#ifndef SOW_EXPERIMENTS_EVOLVE_OPTIONS_H
#define SOW_EXPERIMENTS_EVOLVE_OPTIONS_H

#include "sow/evolution/evolve.h"

/** Opponents of an individual, by where they come from. */
enum sow_evolve_part { SOW_PART_POPULATION, SOW_PART_PANEL, SOW_PART_HALL, SOW_PARTS };

/** Rows for what is typed and not recorded, and for what is only recorded. */
extern const struct sow_param_table sow_evolve_typed_params;
extern const struct sow_param_table sow_evolve_recorded_params;

/** What of its options needs what, its take and its prepare function (run.h). */
extern const struct sow_param_need sow_evolve_needs[];
SOW_MUST_USE enum sow_status sow_evolve_take(void *options, const struct sow_words *words,
                                             struct sow_err *err);
SOW_MUST_USE enum sow_status sow_evolve_prepare(void *options, struct sow_store *source,
                                                const struct sow_rules *rules,
                                                struct sow_err *err);

/** The weight of a part in the fitness; 0: it is not met. */
double sow_evolve_share(const struct sow_evolve_options *options,
                        enum sow_evolve_part part);

/** How many are replayed to choose the champion. */
int sow_evolve_candidates(const struct sow_evolve_options *options);

/** The pairs within the population in the greatest round, for each of its individuals: an
 *  individual's for its fitness, or how many candidates meet it. */
int sow_evolve_most_met(const struct sow_evolve_options *options);

/** Fitness games in each seat against each opponent in a generation. */
int sow_evolve_games(const struct sow_evolve_options *options, int generation);

#endif
