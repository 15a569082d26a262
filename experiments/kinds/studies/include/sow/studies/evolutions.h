/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * Evolutions as a part of another run: several settings, and the same number of
 * evolutions with the same random seeds for each setting. So settings do not differ by
 * the luck of their random seeds. Each evolution is a trial (trial.h): `sowlab evolve`
 * with the same settings and random seed gives the same champion, bit for bit.
 *
 * Evolutions run in parallel, one on each thread of the run.
 *
 * The evolutions are the first part of the results of the run (table `evolutions`). Each
 * is stored in a transaction of its own, so a resumed run continues after the last stored
 * one.
 */
#ifndef SOW_EXPERIMENTS_EVOLUTIONS_H
#define SOW_EXPERIMENTS_EVOLUTIONS_H

#include "sow/evolution/evolve.h"
#include "sow/runs/run.h"

/** Rules and options of evolutions. Everything is borrowed. */
struct sow_evolution_setting {
    const char *name;    /**< label of the setting, not empty; labels may be equal */
    const char *variant; /**< the name of the variant */
    const struct sow_rules *rules;
    const char *rules_text; /**< the rules as recorded */
    /** Options of an evolution of weights or orders of heuristics. Their genes must be
     *  resolved (evolve_genome.h). Begin with sow_run_kind_defaults of
     *  sow_evolve_kind. The evolution finds no stored runs: neither by references, nor
     *  for an empty `references` with the objective "regret". */
    const struct sow_evolve_options *options;
};

/** List of the evolutions to make. */
struct sow_evolution_plan {
    const struct sow_evolution_setting *settings;
    size_t setting_count; /**< number of settings */
    int evolutions;       /**< number of evolutions for each setting, at least 1 */
};

/** The champion of an evolution. */
struct sow_evolution {
    struct sow_agent agent;
    /** Weights or order, as many numbers as the options have genes. */
    double genes[SOW_AGENT_TERMS_MAX];
    double fitness; /**< fitness in the last generation */
    double score;   /**< score in the games by which it was chosen */
};

/**
 * Returns the random seed of evolution @p index of every setting: the random seed of the
 * run plus @p index, where 0 follows the greatest random seed.
 */
uint64_t sow_evolution_seed(const struct sow_run *run, int index);

/**
 * Makes and stores the evolutions that are not stored yet.
 * @param[in,out] run the run
 * @param plan the evolutions to make
 * @param[out] results has room for settings x evolutions; receives all champions, ordered
 *     by setting and then by random seed
 * @param err receives the reason of a failure
 * @returns SOW_INTERRUPTED after a stop request: all evolutions before the first
 *     unfinished one are stored. SOW_USAGE for options that do not fit together.
 *     SOW_BAD_DATA if the stored evolutions are not those of the plan.
 */
SOW_MUST_USE enum sow_status sow_evolutions_make(struct sow_run *run,
                                                 const struct sow_evolution_plan *plan,
                                                 struct sow_evolution *results,
                                                 struct sow_err *err);

#endif
