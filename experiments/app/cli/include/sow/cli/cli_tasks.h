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

/**
 * Begins to read the tasks of a plan: finds the commands of `sweep->plan` and their
 * options.
 * @param cli command line of the sweep; must outlive @p sweep
 * @param[in,out] sweep `plan`, `first` and `last` are read, all other fields are set;
 * they have to be zero before. End it with sow_cli_tasks_end, also after a failure.
 * @param[out] err reason of a failure
 * @returns SOW_BAD_DATA, with the line of the plan, if a list is not allowed in a plan;
 *   the failure of sow_sweep_find_commands; SOW_NO_MEMORY
 */
SOW_MUST_USE enum sow_status sow_cli_tasks_begin(const struct sow_cli *cli,
                                                 struct sow_sweep *sweep,
                                                 struct sow_err *err);

/** Frees all that sow_cli_tasks_begin allocated. May be called again. */
void sow_cli_tasks_end(struct sow_sweep *sweep);

/** Returns the function that makes tasks: sow_sweep_make, or that of a struct
 *  sow_cli_host, by which all processes of the program make them together. */
sow_sweep_make_fn *sow_cli_tasks_maker(const struct sow_cli *cli);

#endif
