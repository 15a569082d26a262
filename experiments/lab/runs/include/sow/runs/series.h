/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * Many runs: those that differ in nothing but their seeds, or the tasks of a sweep.
 *
 * As many as there are threads are executed side by side, each on one thread and with a
 * store of its own: that way the threads wait for each other once a run and not once a
 * generation. What is left over is executed one after the other, each on all threads. The
 * content of a run is the same either way, and so are the numbers of the runs: they
 * follow the seeds.
 */
#ifndef SOW_EXPERIMENTS_SERIES_H
#define SOW_EXPERIMENTS_SERIES_H

#include "sow/runs/run.h"

struct sow_series;

/** One of them. */
struct sow_series_run {
    int64_t id;                     /**< 0: nothing was recorded */
    enum sow_status status;         /**< SOW_INTERRUPTED also where it was not begun */
    enum sow_run_presence presence; /**< of a task: what was there before */
};

/** Runs that are more than one request with seeds that follow: each is made by what its
 *  place asks for, and only if it is not there yet (sow_run_ensure). One that fails does
 *  not keep the others from beginning, unless it is for want of memory or of a place to
 *  write to. */
struct sow_series_tasks {
    /** Fills @p request for task @p index in @p store; what it borrows from is @p made.
     *  One thread at a time. Stop, threads and progress are the series'. */
    enum sow_status (*make)(const struct sow_series *series, int index,
                            struct sow_store *store, struct sow_run_request *request,
                            void **made, struct sow_err *err);
    void (*drop)(void *made); /**< frees it; takes NULL */
    /** Called after each task, one at a time, with what became of it. */
    void (*ended)(const struct sow_series *series, int index, const struct sow_err *err);
};

/** What to execute; everything is borrowed. */
struct sow_series {
    struct sow_store *store; /**< whose file the runs go to */
    /** Of the first; the next has the next seed. Of tasks: what they have in common. */
    const struct sow_run_request *request;
    int count;                            /**< of runs, >= 1 */
    struct sow_series_run *runs;          /**< filled: `count` */
    const struct sow_series_tasks *tasks; /**< or NULL */
    /** Called after each run that was done, by one thread at a time; may be NULL.
     *  @p done counts them. */
    void (*ended)(const struct sow_series *series, int64_t id, int done);
    const void *context; /**< for what is called */
};

/**
 * Executes them. The first failure, or a stop request, keeps what is not begun from
 * beginning; runs beside one that fails go on to their ends. SOW_USAGE if the seeds would
 * pass the greatest one; otherwise the outcome of the first run in order that was not
 * done, with its message.
 */
SOW_MUST_USE enum sow_status sow_series_execute(const struct sow_series *series,
                                                struct sow_err *err);

#endif
