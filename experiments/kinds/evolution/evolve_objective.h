/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * Objectives of an evolution: how results against opponents become one number.
 *
 * A part of the fitness (population, panel or hall) has a value for each individual. It
 * begins at a value of the objective, takes the results of each variant, and is finished
 * when all variants are in it.
 *
 * Ownership: everything is borrowed.
 */
#ifndef SOW_EXPERIMENTS_EVOLVE_OBJECTIVE_H
#define SOW_EXPERIMENTS_EVOLVE_OBJECTIVE_H

#include "sow/evolution/evolve_options.h"
#include "sow/statistics/statistics.h"

/** Results of a player against one opponent, or against the whole population, by seat. */
struct sow_arena_seats {
    struct sow_tally first;  /**< games in which the player moves first */
    struct sow_tally second; /**< games in which the player moves second */
};

/** Results of a player in one part by the rules of one variant. */
struct sow_part_results {
    const struct sow_arena_seats *seats; /**< results against each opponent */
    int count;                           /**< number of opponents, 1 or more */
    double reference; /**< best reference score, if the objective needs it */
};

/** A part of the fitness of one player. */
struct sow_part {
    double sofar;    /**< value of the variants so far */
    double *scores;  /**< score in each variant so far; used if sow_objective_ranks */
    size_t variants; /**< number of variants so far */
};

/** Returns true if the objective ranks the variants, so that a part needs room for a
 * score in each of them. */
bool sow_objective_ranks(const struct sow_evolve_options *options);

/** Sets a part to its value before the first variant: 0 for sums, and infinity where the
 *  objective is a minimum. */
void sow_objective_begin(const struct sow_evolve_options *options, struct sow_part *part);

/** Joins the results of one more variant with a part. */
void sow_objective_join(const struct sow_evolve_options *options, struct sow_part *part,
                        const struct sow_part_results *results);

/** Returns the finished value of a part that had @p count opponents in each variant. Its
 *  scores may be sorted. There must be a variant. */
double sow_objective_finish(const struct sow_evolve_options *options,
                            struct sow_part *part, int count);

#endif
