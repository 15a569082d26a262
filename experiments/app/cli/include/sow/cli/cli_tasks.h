/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * The tasks of a sweep as requests of the command line: each list of a plan gives values
 * to one option. sow/sweeps/sweep_tasks.h checks, finds and makes the tasks.
 */
#ifndef SOW_EXPERIMENTS_CLI_TASKS_H
#define SOW_EXPERIMENTS_CLI_TASKS_H

#include "sow/cli/cli.h"
#include "sow/sweeps/sweep_tasks.h"

/** Begins to read the tasks of a plan: finds the command of `sweep->plan` and its
 * options, and sets all other fields of @p sweep but `first` and `last`. SOW_BAD_DATA
 * with the line of the plan if a list cannot be one of a plan. End it with
 * sow_cli_tasks_end, also after a failure. @p cli must outlive it. */
SOW_MUST_USE enum sow_status sow_cli_tasks_begin(const struct sow_cli *cli,
                                                 struct sow_sweep *sweep,
                                                 struct sow_err *err);

/** Frees everything that sow_cli_tasks_begin allocated. */
void sow_cli_tasks_end(struct sow_sweep *sweep);

/** Makes tasks (sow_sweep_make), together with other processes if the program has a
 *  struct sow_cli_host. */
SOW_MUST_USE enum sow_status
sow_cli_tasks_make(const struct sow_cli *cli, const struct sow_sweep *sweep, size_t first,
                   size_t last, struct sow_store *store,
                   struct sow_sweep_outcome *outcome, struct sow_err *err);

#endif
