/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * The tasks of a plan as runs: checks them, finds their runs in a database, makes those
 * that are missing.
 *
 * The options of a command belong to the program, which resolves a task to a run by the
 * functions of a struct sow_sweep_reader.
 *
 * Ownership: a sweep owns its plan and borrows everything else.
 */
#ifndef SOW_EXPERIMENTS_SWEEP_TASKS_H
#define SOW_EXPERIMENTS_SWEEP_TASKS_H

#include "sow/base/parallel.h"
#include "sow/runs/run.h"
#include "sow/sweeps/sweep_plan.h"

struct sow_sweep;

/** Functions by which a program tells what the tasks of a plan ask for. One thread at a
 *  time calls them. */
struct sow_sweep_reader {
    /**
     * Checks the values of a task. Makes nothing.
     * @param[out] mark  hash of what the run would record. Tasks with the same mark are
     *                   the same run.
     * @returns SOW_USAGE, SOW_BAD_DATA and other errors of options; the option at fault
     * is blamed in @p err (sow_err_blame) if it is known.
     */
    enum sow_status (*check)(const struct sow_sweep *sweep, size_t task, uint64_t *mark,
                             struct sow_err *err);
    /**
     * Resolves a task to the run that it asks for.
     * @param[out] request  receives kind, rules, options, label and random seed
     * @param[out] made     receives the owner of everything that @p request borrows, also
     *                      after a failure; free it with `drop`
     */
    enum sow_status (*resolve)(const struct sow_sweep *sweep, size_t task,
                               struct sow_store *store, struct sow_run_request *request,
                               void **made, struct sow_err *err);
    /** Frees @p made, which may be NULL. */
    void (*drop)(void *made);
    /** Shows a person why a task failed while the others go on. */
    void (*complain)(const struct sow_sweep *sweep, const struct sow_err *err);
};

/** A plan and the tasks of it that are asked for. */
struct sow_sweep {
    struct sow_sweep_plan plan; /**< the whole plan; owned */
    /** commands of the ways, or of the plan as commands[0] if it has no ways;
     *  sow_sweep_find_commands */
    const struct sow_command *commands[SOW_SWEEP_WAYS_MAX];
    size_t first;            /**< number of the first task, from 1 on */
    size_t last;             /**< number of the last task */
    struct sow_context with; /**< threads, kernel, stop and progress of all */
    const struct sow_sweep_reader *reader; /**< functions that resolve the tasks */
    void *context;                         /**< data of the reader */
};

/** A task's run. */
struct sow_sweep_place {
    int64_t id;                     /**< number of the run; 0: there is none */
    enum sow_run_presence presence; /**< state of the run */
};

/** Numbers of tasks by their end. */
struct sow_sweep_outcome {
    int made;    /**< made from the beginning */
    int resumed; /**< begun before, and continued to the end */
    int found;   /**< done before */
    int busy;    /**< made by another process at this moment */
    int failed;  /**< ended by a failure */
    int left;    /**< not begun, or interrupted */
    int64_t id;  /**< number of the last task's run; 0: there is none */
};

/** Finds the commands of the plan and stores them in @p sweep. Returns SOW_BAD_DATA, with
 *  the line of the plan, if no kind of run has such a command or a plan cannot have it
 *  (`play`, `dataset import`). The same if it needs operands and the plan gives none. */
SOW_MUST_USE enum sow_status sow_sweep_find_commands(struct sow_sweep *sweep,
                                                     struct sow_err *err);

/** Returns the number of `commands`: that of the ways, or 1 if the plan has none. */
size_t sow_sweep_command_count(const struct sow_sweep *sweep);

/** Returns the command of task @p task, a number from 1: that of its way. */
const struct sow_command *sow_sweep_command(const struct sow_sweep *sweep, size_t task);

/** Checks that runs of each command of the plan have the measure @p measure (struct
 *  sow_run_kind); "" passes. Returns SOW_USAGE, with the measures that there are, if
 *  not. */
SOW_MUST_USE enum sow_status sow_sweep_check_measure(const struct sow_sweep *sweep,
                                                     const char *measure,
                                                     struct sow_err *err);

/** Checks each value that the tasks from `first` to `last` have, in one task each. Makes
 *  nothing. Fails with SOW_BAD_DATA and the line of the list at fault, also if two values
 *  of a list make the same run, as 0.1 and 0.10 do. */
SOW_MUST_USE enum sow_status sow_sweep_check(const struct sow_sweep *sweep,
                                             struct sow_err *err);

/**
 * Finds the runs of tasks without making any (sow_run_locate). A task that is refused
 * counts as missing.
 * @param first         number of the first task, from 1
 * @param last          number of the last task
 * @param store         database to search
 * @param[out] places   room for the runs of these tasks
 * @returns SOW_INTERRUPTED after a stop request, or the error of the database.
 */
SOW_MUST_USE enum sow_status sow_sweep_locate(const struct sow_sweep *sweep, size_t first,
                                              size_t last, struct sow_store *store,
                                              struct sow_sweep_place *places,
                                              struct sow_err *err);

/** A function that makes tasks, as sow_sweep_make does. */
typedef enum sow_status sow_sweep_make_fn(const struct sow_sweep *sweep, size_t first,
                                          size_t last, struct sow_store *store,
                                          struct sow_sweep_outcome *outcome,
                                          struct sow_err *err);

/**
 * Makes the runs of tasks that @p store does not have, side by side (sow_series_execute),
 * and continues those that were interrupted. A task that fails is reported by
 * `complain` if there are several tasks; the others go on.
 * @param first            number of the first task, from 1
 * @param last             number of the last task
 * @param store            database that receives the runs
 * @param[in,out] outcome  counts, to which the tasks are added
 * @returns the status of the first task that failed, or SOW_INTERRUPTED.
 */
SOW_MUST_USE enum sow_status sow_sweep_make(const struct sow_sweep *sweep, size_t first,
                                            size_t last, struct sow_store *store,
                                            struct sow_sweep_outcome *outcome,
                                            struct sow_err *err);

#endif
