/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * Options of an evolution: what follows from them, and their checks.
 */
#ifndef SOW_EXPERIMENTS_EVOLVE_OPTIONS_H
#define SOW_EXPERIMENTS_EVOLVE_OPTIONS_H

#include "sow/evolution/evolve.h"

/** Parts of the fitness, by the origin of the opponents. */
enum sow_evolve_part {
    SOW_PART_POPULATION, /**< individuals of the same island */
    SOW_PART_PANEL,      /**< fixed opponents */
    SOW_PART_HALL,       /**< members of the hall of fame */
    SOW_PARTS            /**< number of parts */
};

/** Rows of options that are recorded and not typed. */
extern const struct sow_param_table sow_evolve_recorded_params;

/** Needs of options (`needs` of the kind, run.h). */
extern const struct sow_param_need sow_evolve_needs[];

/** Checks the typed options and notes oddities (`take` of the kind, run.h). For several
 *  runs, resolves the variants. Returns SOW_USAGE for sizes that do not fit. */
SOW_MUST_USE enum sow_status sow_evolve_take(void *options, const struct sow_words *words,
                                             struct sow_err *err);

/** Notes initial players whose weights are scaled down into the bounds (`remark` of the
 *  kind, run.h). */
void sow_evolve_remark(const void *options, const struct sow_words *words);

/** Resolves all names in the options and checks them (`prepare` of the kind, run.h).
 *  Returns SOW_USAGE for options that do not fit together, or the error of a name that
 *  cannot be resolved. */
SOW_MUST_USE enum sow_status sow_evolve_prepare(void *options, struct sow_store *source,
                                                const struct sow_rules *rules,
                                                struct sow_err *err);

/** Returns the weight of a part in the fitness; 0 if individuals do not meet it. */
double sow_evolve_share(const struct sow_evolve_options *options,
                        enum sow_evolve_part part);

/** Returns the number of candidates: `candidates`, or all individuals if they are fewer.
 */
int sow_evolve_candidates(const struct sow_evolve_options *options);

/** Returns the most pairs within the population that one individual has in a round: its
 *  opponents for the fitness, or the candidates that meet it. */
int sow_evolve_most_met(const struct sow_evolve_options *options);

/** Returns the number of fitness games in each seat against each opponent in generation
 *  @p generation. */
int sow_evolve_games(const struct sow_evolve_options *options, int generation);

#endif
