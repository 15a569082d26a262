/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * Tables of a sweep: its tasks, and the results of their runs.
 */
#ifndef SOW_EXPERIMENTS_SWEEP_TABLE_H
#define SOW_EXPERIMENTS_SWEEP_TABLE_H

#include "sow/store/store.h"
#include "sow/sweeps/sweep_tasks.h"

struct sow_report;

/**
 * Adds the table "tasks": the numbers and values of tasks, and their runs.
 * @param plan plan of the sweep
 * @param first first task to list, from 1 on
 * @param last last task to list
 * @param places runs of these tasks; places[0] belongs to @p first
 * @param[in,out] report receives the table
 */
void sow_sweep_list_tasks(const struct sow_sweep_plan *plan, size_t first, size_t last,
                          const struct sow_sweep_place *places,
                          struct sow_report *report);

/**
 * Adds the table "results": a row for each combination of values except `seed`. A row has
 * the mean of the measure of its finished runs (view run_measures). With several runs the
 * interval is Student's 95 % interval between runs. With one run it is the run's own
 * interval. A run that belongs to several tasks of a row counts once. Adds nothing if the
 * kind of run has no measure, or if no run is done.
 * @param plan plan of the sweep
 * @param places runs of all tasks, in order
 * @param store database with the runs
 * @param[in,out] report receives the table
 * @param[out] err reason of a failure
 * @returns SOW_OK, or the failure of the database
 */
SOW_MUST_USE enum sow_status sow_sweep_results(const struct sow_sweep_plan *plan,
                                               const struct sow_sweep_place *places,
                                               struct sow_store *store,
                                               struct sow_report *report,
                                               struct sow_err *err);

#endif
