/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * Runs within a run: an experiment that needs another one, an evolution say, has it
 * executed in memory and takes from its content what it wants to keep. Its content
 * is a function of its kind, rules, options and seed, as with any run: `sowlab` with the
 * same settings stores the same, bit for bit.
 */
#ifndef SOW_EXPERIMENTS_TRIAL_H
#define SOW_EXPERIMENTS_TRIAL_H

#include "sow/runs/run.h"

struct sow_trial {
    const struct sow_run_kind *kind;
    const char *variant; /**< the rules' name */
    const struct sow_rules *rules;
    const void *options; /**< a struct of the kind's options_size */
    uint64_t seed;
    int threads; /**< 0 = those of the run */
};

/** A store in memory for trials of @p run, which is kept alive by them; close it. Trials
 *  in one store may refer to each other's runs, and to no others. Several threads may
 *  each have one of the same run. */
SOW_MUST_USE enum sow_status sow_trial_store(const struct sow_run *run,
                                             struct sow_store **trials,
                                             struct sow_err *err);

/** Executes a trial in @p trials, where @p id is its run, by the kernel of @p run,
 *  until that is asked to stop (SOW_INTERRUPTED). */
SOW_MUST_USE enum sow_status sow_trial_execute(const struct sow_run *run,
                                               struct sow_store *trials,
                                               const struct sow_trial *trial, int64_t *id,
                                               struct sow_err *err);

#endif
