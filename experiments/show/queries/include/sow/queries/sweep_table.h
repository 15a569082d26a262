/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * What the tasks of a sweep came to, over the lists of its plan.
 */
#ifndef SOW_EXPERIMENTS_SWEEP_TABLE_H
#define SOW_EXPERIMENTS_SWEEP_TABLE_H

#include "sow/store/store.h"
#include "sow/sweeps/sweep_plan.h"

struct sow_report;

/** A task and the run that it is. */
struct sow_sweep_place {
    int64_t id; /**< 0: there is none */
    enum sow_run_presence presence;
};

/** Adds the table "tasks": the numbers and values of tasks @p first to @p last, and their
 *  runs in @p places, which begins with that of the first. */
void sow_sweep_list_tasks(const struct sow_sweep_plan *plan, size_t first, size_t last,
                          const struct sow_sweep_place *places,
                          struct sow_report *report);

/**
 * Adds the table "results": a row for each combination of values but those of `seed`,
 * with what its runs that are done measure (view run_measures): their mean with
 * Student's 95 % interval between runs, or the run's own interval where there is one run.
 * A run that is several tasks counts once a row. Kinds of run without a measure, and
 * @p places (one a task) without a run that is done, add nothing.
 */
SOW_MUST_USE enum sow_status sow_sweep_results(const struct sow_sweep_plan *plan,
                                               const struct sow_sweep_place *places,
                                               struct sow_store *store,
                                               struct sow_report *report,
                                               struct sow_err *err);

#endif
