/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * Evolutions as a part of another run: the same number under each of several settings,
 * with the same seeds under each, so that settings differ by what they are and not by
 * their luck at the start. Each is a trial (trial.h): `sowlab evolve` with the same
 * settings and seed has the same champion, bit for bit.
 *
 * They are made side by side, one on each thread of the run.
 *
 * What came of them is the first part of the run's content (table `evolutions`), stored
 * one transaction each: a run that was interrupted goes on after the last stored one.
 */
#ifndef SOW_EXPERIMENTS_EVOLUTIONS_H
#define SOW_EXPERIMENTS_EVOLUTIONS_H

#include "sow/evolution/evolve.h"
#include "sow/runs/run.h"

/** By which rules and options to evolve. Everything is borrowed. */
struct sow_evolution_setting {
    const char *name;    /**< a few words, not empty; names need not differ */
    const char *variant; /**< name of the rules */
    const struct sow_rules *rules;
    const char *rules_text; /**< the same as recorded */
    /** Of weights or orders of heuristics, whose genes were found (evolve_genome.h).
     * Start from sow_run_kind_defaults of sow_evolve_kind. References to stored runs and
     * `references` left empty with the objective "regret" find no runs. */
    const struct sow_evolve_options *options;
};

/** What to evolve. */
struct sow_evolution_plan {
    const struct sow_evolution_setting *settings;
    size_t setting_count;
    int evolutions; /**< of each setting, >= 1 */
};

/** The champion of an evolution. */
struct sow_evolution {
    struct sow_agent agent;
    double genes[SOW_AGENT_TERMS_MAX]; /**< as many as its options ask for */
    double fitness;                    /**< in the last generation */
    double score;                      /**< of the games it was chosen by */
};

/** The seed of evolution @p index of every setting: the run's, the next one, ..; 0
 *  follows the greatest. */
uint64_t sow_evolution_seed(const struct sow_run *run, int index);

/**
 * Makes and stores what is not stored yet. @p results, which has room for evolutions x
 * settings, then holds all champions, those of a setting together in the order of their
 * seeds.
 * @returns SOW_INTERRUPTED after a stop request: every evolution that was finished before
 * the first unfinished one is stored; SOW_USAGE for options that do not fit together;
 * SOW_BAD_DATA if the stored evolutions are not those of the plan.
 */
SOW_MUST_USE enum sow_status sow_evolutions_make(struct sow_run *run,
                                                 const struct sow_evolution_plan *plan,
                                                 struct sow_evolution *results,
                                                 struct sow_err *err);

#endif
