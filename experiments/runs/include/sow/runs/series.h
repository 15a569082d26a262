/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * Runs that differ in nothing but their seeds.
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

/** One of them. */
struct sow_series_run {
    int64_t id;             /**< 0: nothing was recorded */
    enum sow_status status; /**< SOW_INTERRUPTED also where it was not begun */
};

/** What to execute; everything is borrowed. */
struct sow_series {
    struct sow_store *store; /**< whose file the runs go to */
    const struct sow_run_request
        *request;                /**< of the first; the next has the next seed */
    int count;                   /**< of runs, >= 1 */
    struct sow_series_run *runs; /**< filled: `count` */
    /** Called after each run that was done, by one thread at a time; may be NULL.
     *  @p done counts them. */
    void (*ended)(const struct sow_series *series, int64_t id, int done);
    const void *context; /**< for it */
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
