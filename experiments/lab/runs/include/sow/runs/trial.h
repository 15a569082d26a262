/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * Trials: runs inside a run. An experiment that needs, for example, an evolution executes
 * it in memory and keeps some of its results. These results depend on kind, rules,
 * options and random seed only, as with any run. The `sowlab` command with the same
 * settings stores the same results, bit for bit.
 *
 * Ownership: a trial borrows all it points to.
 */
#ifndef SOW_EXPERIMENTS_TRIAL_H
#define SOW_EXPERIMENTS_TRIAL_H

#include "sow/runs/run.h"

/** A run to execute inside another run. */
struct sow_trial {
    const struct sow_run_kind *kind; /**< kind of the run */
    const char *variant;             /**< name of the rules */
    const struct sow_rules *rules;   /**< rules of its games */
    const void *options;             /**< options struct of the kind, not changed */
    uint64_t seed;                   /**< random seed, at most INT64_MAX */
    struct sow_context with;         /**< context; its progress is not used */
};

/**
 * Opens a store in memory for trials. Trials in one store may refer to each other's runs,
 * and to no others. Several threads may each have a store for the same run.
 * @param run the outer run; commits to the store show other processes that it is alive
 * @param[out] trials the store; close it. NULL on failure
 * @param[out] err reason of a failure
 * @returns SOW_OK, or the failure of opening the store
 */
SOW_MUST_USE enum sow_status sow_trial_store(const struct sow_run *run,
                                             struct sow_store **trials,
                                             struct sow_err *err);

/**
 * Executes a trial: records it in the store, executes it and records how it ended. The
 * trial leaves out what the kind does after a run (`after`), such as to measure its
 * player.
 * @param trials a store of sow_trial_store
 * @param trial the trial
 * @param[out] id number of the trial's run in @p trials
 * @param[out] err reason of a failure
 * @returns as sow_run_execute
 */
SOW_MUST_USE enum sow_status sow_trial_execute(struct sow_store *trials,
                                               const struct sow_trial *trial, int64_t *id,
                                               struct sow_err *err);

#endif
