/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * Runs of kind "sensitivity": what does a single rule change? A player is replayed under
 * rules and under each of their flips (flips.h): its score against a panel of opponents,
 * and what the first move is worth when it plays itself. Then weights are evolved again
 * under each, with the same seeds: how they change, and what that gains.
 *
 * All evolutions of a run have the same settings; those of one seed are compared with
 * each other.
 */
#ifndef SOW_EXPERIMENTS_SENSITIVITY_H
#define SOW_EXPERIMENTS_SENSITIVITY_H

#include "sow/matches/study.h"
#include "sow/players/evolve_genome.h"

enum sow_refit { SOW_REFIT_NONE, SOW_REFIT_EVOLVE };

enum {
    SOW_FLIP_OPTIONS_MAX = 511,
    SOW_FLIPS_TEXT_MAX = 64 * 1024,
    SOW_REFIT_EVOLUTIONS_MAX = 100
};

struct sow_sensitivity_options {
    struct sow_study_options study; /**< one player; sow_sensitivity_take fills in the
                                         rules, then the flips to play */
    char options[SOW_FLIP_OPTIONS_MAX + 1]; /**< of the rules, to flip; "" = all */
    int refit;                              /**< enum sow_refit */
    bool refit_slow; /**< also where the fast kernels do not play */
    int evolutions;  /**< under each rules */
    int generations; /**< of an evolution, as what follows */
    int population;
    int fitness_games;
    int fitness; /**< enum sow_evolve_fitness: population or panel */
    int elitism;
    double mutation_sigma;
    char heuristics[SOW_HEURISTIC_LIST_MAX + 1]; /**< as in sow_evolve_reading */
    bool list; /**< typed: show the changes and play nothing */
    /** What sow_sensitivity_take fills in. */
    char *flips;                          /**< a line each: option, old and new value
                                               and why it is left out, with tabs between
                                               them; first those to play */
    char refits[SOW_VARIANT_SET_MAX + 1]; /**< of each of the choice, 1: evolve; 0 */
};

/** Rows for what can be typed, but for the player. */
extern const struct sow_param_table sow_sensitivity_params;
extern const struct sow_param_table sow_refit_params;
extern const struct sow_run_kind sow_sensitivity_kind;

/** Lists the flips of a variant and settles which of them are played and refitted. The
 *  run's rules have to be the variant's. SOW_USAGE for options that cannot be flipped,
 *  and for settings of evolutions that are not to be made. */
SOW_MUST_USE enum sow_status sow_sensitivity_take(struct sow_sensitivity_options *options,
                                                  const struct sow_variant *base,
                                                  struct sow_err *err);

#endif
