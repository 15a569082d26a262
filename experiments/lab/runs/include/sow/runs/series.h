/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * Series of runs: runs that differ in their random seeds only, or the tasks of a sweep.
 *
 * With T threads, T runs at a time are executed side by side, each on one thread and with
 * its own connection to the store. So threads wait for each other once per run instead of
 * once per generation. The remaining runs are executed one after the other, each on all
 * threads. The results of a run are the same either way. So are the numbers of the runs:
 * they follow the order of the seeds.
 *
 * Ownership: a series borrows all it points to.
 */
#ifndef SOW_EXPERIMENTS_SERIES_H
#define SOW_EXPERIMENTS_SERIES_H

#include "sow/runs/run.h"

struct sow_series;

/** One run of a series. */
struct sow_series_run {
    int64_t id;             /**< number of the run; 0: nothing was recorded */
    enum sow_status status; /**< result; SOW_INTERRUPTED also if the run was not begun */
    enum sow_run_presence presence; /**< state of a task's run before the series */
};

/** Tasks, for a series whose runs differ in more than the seed. Each task has a request
 *  of its own. A run that exists already is left alone (sow_run_ensure). A task that
 *  fails does not stop the others, unless memory is short or the output cannot be
 *  written. */
struct sow_series_tasks {
    /** Fills @p request for task @p index in @p store. @p made receives the data that the
     *  request borrows. Only one thread at a time calls it. The series sets stop flag,
     *  threads and progress. */
    enum sow_status (*make)(const struct sow_series *series, int index,
                            struct sow_store *store, struct sow_run_request *request,
                            void **made, struct sow_err *err);
    void (*drop)(void *made); /**< frees the data that `make` returned; accepts NULL */
    /** Called after each task with its result, by one thread at a time. */
    void (*ended)(const struct sow_series *series, int index, const struct sow_err *err);
};

/** A series to execute. */
struct sow_series {
    struct sow_store *store; /**< store; the runs go to its file */
    /** Request of the first run; each further run has the next seed. For tasks: the
     *  settings that all share. */
    const struct sow_run_request *request;
    int count;                   /**< number of runs, at least 1 */
    struct sow_series_run *runs; /**< room for `count` entries; receives the results */
    const struct sow_series_tasks *tasks; /**< NULL: runs that differ in their seeds */
    /** Called after each finished run, by one thread at a time. @p done is the number of
     *  finished runs. May be NULL. */
    void (*ended)(const struct sow_series *series, int64_t id, int done);
    const void *context; /**< data for the callbacks */
};

/**
 * Executes a series. After a failure that ends the series, or a stop request, no further
 * run begins. Runs in progress beside a failed one continue to their end.
 * @param series the series; its `runs` are filled
 * @param[out] err message of the failure that is returned
 * @returns SOW_USAGE if a seed would exceed INT64_MAX; else the status of the first run
 *   in order that failed, or of the first that was interrupted if none failed
 */
SOW_MUST_USE enum sow_status sow_series_execute(const struct sow_series *series,
                                                struct sow_err *err);

#endif
