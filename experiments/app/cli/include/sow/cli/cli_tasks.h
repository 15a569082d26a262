/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * The tasks of a sweep as runs: what a plan's words ask for, where it is, making it.
 */
#ifndef SOW_EXPERIMENTS_CLI_TASKS_H
#define SOW_EXPERIMENTS_CLI_TASKS_H

#include "sow/cli/cli.h"
#include "sow/queries/sweep_table.h"
#include "sow/runs/series.h"
#include "sow/sweeps/sweep_plan.h"

/** A plan and the program that carries it out. */
struct sow_cli_sweep {
    const struct sow_cli *cli; /**< of the command `sweep` */
    struct sow_sweep_plan plan;
    const struct sow_command *command; /**< of the tasks */
    size_t first;                      /**< task of those asked for, from 1 on */
    size_t last;
};

/** Checks that the plan's command records runs, and takes every value that the tasks
 *  asked for have; SOW_BAD_DATA with the line of the plan. */
SOW_MUST_USE enum sow_status sow_cli_tasks_check(struct sow_cli_sweep *sweep,
                                                 struct sow_err *err);

/** Finds the runs of tasks @p first to @p last in @p store; @p places has room for them.
 * A task that cannot be a run there counts as one that is missing. */
SOW_MUST_USE enum sow_status sow_cli_tasks_locate(const struct sow_cli_sweep *sweep,
                                                  size_t first, size_t last,
                                                  struct sow_store *store,
                                                  struct sow_sweep_place *places,
                                                  struct sow_err *err);

/** What became of tasks. */
struct sow_cli_outcome {
    int made;
    int resumed;
    int found; /**< done before */
    int busy;
    int failed;
    int left;   /**< not begun, or interrupted */
    int64_t id; /**< of the last task's run; 0: there is none */
};

/** As sow_cli_tasks_make, by this process alone. */
SOW_MUST_USE enum sow_status sow_cli_tasks_make_here(const struct sow_cli_sweep *sweep,
                                                     size_t first, size_t last,
                                                     struct sow_store *store,
                                                     struct sow_cli_outcome *outcome,
                                                     struct sow_err *err);

/** Makes tasks @p first to @p last as far as they are not in @p store, and counts in
 *  @p outcome. What fails is told on stderr; the status is that of the first task that
 *  failed, or SOW_INTERRUPTED. */
SOW_MUST_USE enum sow_status sow_cli_tasks_make(const struct sow_cli_sweep *sweep,
                                                size_t first, size_t last,
                                                struct sow_store *store,
                                                struct sow_cli_outcome *outcome,
                                                struct sow_err *err);

#endif
