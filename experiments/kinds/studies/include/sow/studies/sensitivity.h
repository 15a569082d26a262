/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * Runs of kind "sensitivity": what does a single rule change (flips.h) do? Under the
 * given rules and under each change, a player plays against a panel of opponents and
 * against itself. The first gives its score, the second the advantage of the first move.
 * Then weights can be evolved again under each change, with the same random seeds. This
 * shows how the weights change, and how much the new weights gain.
 *
 * All evolutions of a run have the same settings. Evolutions with the same random seed
 * are compared with each other.
 */
#ifndef SOW_EXPERIMENTS_SENSITIVITY_H
#define SOW_EXPERIMENTS_SENSITIVITY_H

#include "sow/matches/study.h"
#include "sow/players/evolve_genome.h"

/** Ways to find weights for changed rules again. */
enum sow_refit { SOW_REFIT_NONE, SOW_REFIT_EVOLVE };

/**
 * Most characters of the options to change and of the recorded changes, and most
 * evolutions under each rules.
 */
enum {
    SOW_FLIP_OPTIONS_MAX = 511,
    SOW_FLIPS_TEXT_MAX = 64 * 1024,
    SOW_REFIT_EVOLUTIONS_MAX = 100
};

/** Options of a sensitivity run. */
struct sow_sensitivity_options {
    /** Options of the study, with one player; sow_sensitivity_take adds the rules and
     *  their changes as variants. */
    struct sow_study_options study;
    /** Keys of the rule options to change; "" = all. */
    char options[SOW_FLIP_OPTIONS_MAX + 1];
    int refit; /**< enum sow_refit */
    /** True if weights are also evolved under rules that only the plain kernel plays. */
    bool refit_slow;
    int evolutions; /**< number of evolutions under each rules */
    /** Generations of an evolution; the fields below are settings of evolutions, too. */
    int generations;
    /** Individuals in a generation. */
    int population;
    /** Fitness games in each seat against every opponent. */
    int fitness_games;
    int fitness; /**< enum sow_evolve_fitness: population or panel */
    /** Best individuals that are kept from generation to generation. */
    int elitism;
    /** Standard deviation of a mutation. */
    double mutation_sigma;
    /** Heuristics to evolve, as in struct sow_evolve_reading; "" until prepared: the
     *  default list. */
    char heuristics[SOW_HEURISTIC_LIST_MAX + 1];
    /** True if the changes are only listed and nothing is played; not recorded. */
    bool list;
    /** True if the rules are measured as by a survey, too (sow/survey/survey.h). */
    bool measures;
    int measure_games; /**< games in each seat of the survey; not recorded */
    /** Recorded games of the survey, 0 without one; set by sow_sensitivity_take. */
    int surveyed;
    /** Rule changes, one a line: option, old value, new value and the reason why it is
     *  not played, with tabs between them. Changes that are played are first. Set by
     *  sow_sensitivity_take; owned. */
    char *flips;
    /** For each variant of the study: '1' if weights are evolved, else '0'. Set by
     *  sow_sensitivity_take. */
    char refits[SOW_VARIANT_SET_MAX + 1];
};

/** Rows of the options that can be typed, but for the player and the evolutions. */
extern const struct sow_param_table sow_sensitivity_params;
/** Rows of the options of the evolutions. */
extern const struct sow_param_table sow_refit_params;
/** The kind "sensitivity". */
extern const struct sow_run_kind sow_sensitivity_kind;

/**
 * Lists the rule changes of a variant, and decides which of them are played and under
 * which weights are evolved. Plays nothing.
 * @param[in,out] options the options that were typed. On success the variants of the
 *   study are the base and the changes that are played, and `flips` and `refits` are
 *   set.
 * @param base the variant; its rules must be the rules of the run
 * @param err receives the reason of a failure
 * @returns SOW_USAGE for options that cannot be changed, too many changes, or heuristics
 *   that make no sense; SOW_NO_MEMORY.
 */
SOW_MUST_USE enum sow_status sow_sensitivity_take(struct sow_sensitivity_options *options,
                                                  const struct sow_variant *base,
                                                  struct sow_err *err);

#endif
