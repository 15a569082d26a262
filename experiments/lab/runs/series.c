/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Executes several runs, side by side or one after the other. */
#include "sow/runs/series.h"

#include "sow/store/store.h"
#include "sow/support/progress.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

/* A series in progress. The fields below `lock`, and the idle stores, are only changed
   while it is held. */
struct execution {
    const struct sow_series *series; /* runs, settings and callbacks; borrowed */
    int together;            /* number of runs executed side by side: the first ones */
    struct sow_store **idle; /* open stores without a run; room for one per thread */
    int idle_count;          /* number of idle stores */
    pthread_mutex_t making;  /* held while a request is made */
    pthread_mutex_t lock;
    /* condition that is signalled when another run has got its number, or will never get
     * one */
    pthread_cond_t turn;
    /* number of first runs that have got their number, or never will */
    int numbered;
    int done;           /* number of runs that succeeded */
    bool failed;        /* true if no further run is to begin */
    int fault;          /* run with the message in `why`; -1: no run has failed */
    struct sow_err why; /* failure that the series returns */
};

/* One run of the series, as context of its request. */
struct turn {
    struct execution *execution;
    int index; /* number of the run in the series, from 0 */
};

/* Notes that run @p index has its number in the database, or will never get one, and
   wakes the runs that wait for it. A second call for the same run changes nothing. */
static void pass_turn(struct execution *execution, int index)
{
    (void)pthread_mutex_lock(&execution->lock);
    if (execution->numbered == index)
        execution->numbered = index + 1;
    (void)pthread_cond_broadcast(&execution->turn);
    (void)pthread_mutex_unlock(&execution->lock);
}

/* Waits until the run before run @p index has its number in the database. Returns true if
   run @p index is to begin: false after a fatal failure or a stop request. Runs are
   assigned to threads in order, so another thread has begun the run before. */
static bool await_turn(struct execution *execution, int index)
{
    (void)pthread_mutex_lock(&execution->lock);
    while (execution->numbered < index)
        (void)pthread_cond_wait(&execution->turn, &execution->lock);
    bool failed = execution->failed;
    (void)pthread_mutex_unlock(&execution->lock);
    return !failed && !sow_stop_requested(execution->series->request->with.stop);
}

/* Passes the turn on when a run has been recorded, after the callback of the series' own
   request, which sees the first run. Callback `prepared` of a request. */
static void note_number(const struct sow_run_request *request, const struct sow_run *run,
                        const void *options)
{
    const struct turn *turn = request->context;
    const struct sow_run_request *first = turn->execution->series->request;
    if (turn->index == 0 && first->prepared != NULL)
        first->prepared(first, run, options);
    pass_turn(turn->execution, turn->index);
}

/* Keeps the message of the failed run that comes first in the series. A failure takes
   precedence over a run that was stopped or not begun. The caller holds the lock. */
static void keep_fault(struct execution *execution, int index, const struct sow_err *err)
{
    bool better = execution->fault < 0 || index < execution->fault;
    if (execution->fault >= 0 &&
        (err->status == SOW_INTERRUPTED) != (execution->why.status == SOW_INTERRUPTED))
        better = err->status != SOW_INTERRUPTED;
    if (!better)
        return;
    execution->fault = index;
    execution->why = *err;
}

/* Returns true if no further run is to begin. Another task may succeed after one has
   failed, but not without memory or a place to write to. */
static bool is_fatal(const struct sow_series *series, enum sow_status status)
{
    return series->tasks == NULL || status == SOW_INTERRUPTED || status == SOW_IO ||
           status == SOW_NO_MEMORY;
}

/* Notes the result of run @p index, whose message is in @p err, and calls the callbacks
   `ended` of the series. Advances the progress by one task, or shows the number of runs
   done. A fatal failure keeps further runs from beginning. */
static void note_end(struct execution *execution, int index, const struct sow_err *err)
{
    const struct sow_series *series = execution->series;
    struct sow_progress *progress = series->request->with.progress;
    char note[64];
    (void)pthread_mutex_lock(&execution->lock);
    if (series->runs[index].status != SOW_OK) {
        execution->failed |= is_fatal(series, err->status);
        keep_fault(execution, index, err);
    } else {
        execution->done++;
        if (series->ended != NULL)
            series->ended(series, series->runs[index].id, execution->done);
    }
    if (series->tasks != NULL) {
        series->tasks->ended(series, index, err);
        sow_progress_advance(progress, 1, NULL);
    } else if (index < execution->together) {
        (void)snprintf(note, sizeof note, "%d of %d runs done", execution->done,
                       series->count);
        sow_progress_advance(progress, 0, note);
    }
    (void)pthread_mutex_unlock(&execution->lock);
}

/* Returns the number of threads of a run: one for runs side by side, all for the
   others. */
static int share_of_threads(const struct execution *execution, int index)
{
    return index < execution->together ? 1 : execution->series->request->with.threads;
}

/* Executes run @p index of a series without tasks, with the seed of the request plus
   @p index. The series gets its number. The status is that of sow_run_execute. */
static enum sow_status execute(struct execution *execution, int index,
                               struct sow_store *store, struct sow_err *err)
{
    const struct sow_series *series = execution->series;
    struct turn turn = {execution, index};
    struct sow_run_request request = *series->request;
    struct sow_progress *part = NULL;
    request.seed += (uint64_t)index;
    request.prepared = note_number;
    request.context = &turn;
    request.with.threads = share_of_threads(execution, index);
    if (index < execution->together)
        request.with.progress = part =
            sow_progress_part(series->request->with.progress, execution->together);
    enum sow_status status =
        sow_run_execute(store, &request, &series->runs[index].id, err);
    sow_progress_free(part);
    return status;
}

/* Makes the request of task @p index and ensures its run (sow_run_ensure). Its number and
   its presence before go to the series. The status is that of `make` or
   sow_run_ensure. */
static enum sow_status execute_task(struct execution *execution, int index,
                                    struct sow_store *store, struct sow_err *err)
{
    const struct sow_series *series = execution->series;
    struct sow_series_run *run = &series->runs[index];
    struct turn turn = {execution, index};
    struct sow_run_request request;
    void *made = NULL;
    (void)pthread_mutex_lock(&execution->making);
    enum sow_status status =
        series->tasks->make(series, index, store, &request, &made, err);
    (void)pthread_mutex_unlock(&execution->making);
    if (status == SOW_OK) {
        request.prepared = note_number;
        request.context = &turn;
        request.with.stop = series->request->with.stop;
        request.with.threads = share_of_threads(execution, index);
        /* The progress of several tasks counts the tasks, not their games. */
        request.with.progress =
            series->count == 1 ? series->request->with.progress : NULL;
        status = sow_run_ensure(store, &request, &run->id, &run->presence, err);
    }
    series->tasks->drop(made);
    return status;
}

/* Takes an idle store for one run, which no other run uses at the same time. Opens
   another one on the series' file if none is idle. On failure @p store, which is NULL
   before, stays NULL. */
static enum sow_status borrow_store(struct execution *execution, struct sow_store **store,
                                    struct sow_err *err)
{
    (void)pthread_mutex_lock(&execution->lock);
    if (execution->idle_count > 0)
        *store = execution->idle[--execution->idle_count];
    (void)pthread_mutex_unlock(&execution->lock);
    return *store != NULL ? SOW_OK
                          : sow_store_open(sow_store_path(execution->series->store),
                                           SOW_STORE_WRITE, store, err);
}

/* Adds a store that a run has borrowed to the idle ones, for the next run; NULL is
   ignored. */
static void return_store(struct execution *execution, struct sow_store *store)
{
    if (store == NULL)
        return;
    (void)pthread_mutex_lock(&execution->lock);
    execution->idle[execution->idle_count++] = store;
    (void)pthread_mutex_unlock(&execution->lock);
}

/* Executes run @p index when its turn comes, and notes its result. If @p store is NULL,
   as for runs side by side, the run borrows one. A run that may not begin gets
   SOW_INTERRUPTED. */
static void execute_next(struct execution *execution, int index, struct sow_store *store)
{
    const struct sow_series *series = execution->series;
    struct sow_series_run *run = &series->runs[index];
    struct sow_err err = {.status = SOW_OK};
    bool borrowed = store == NULL;
    run->status = SOW_OK;
    if (!await_turn(execution, index))
        run->status = sow_err_set(&err, SOW_INTERRUPTED, "stopped on request");
    if (run->status == SOW_OK && borrowed)
        run->status = borrow_store(execution, &store, &err);
    if (run->status == SOW_OK)
        run->status = series->tasks != NULL ? execute_task(execution, index, store, &err)
                                            : execute(execution, index, store, &err);
    /* The returned status counts. The status beside the message may be that of an inner
       call. */
    err.status = run->status;
    pass_turn(execution, index);
    note_end(execution, index, &err);
    if (borrowed)
        return_store(execution, store);
}

/* Executes the runs from @p begin to before @p end. Body of a parallel loop; @p context
   is the execution. */
static void execute_each(void *context, size_t begin, size_t end)
{
    for (size_t i = begin; i < end; i++)
        execute_next(context, (int)i, NULL);
}

/* Executes first the runs side by side, in a parallel loop, then the remaining ones one
   after the other on all threads. Shows one progress of tasks, or of the games of runs
   side by side. */
static void execute_all(struct execution *execution)
{
    const struct sow_series *series = execution->series;
    struct sow_progress *progress = series->request->with.progress;
    bool tasks = series->tasks != NULL && series->count > 1;
    /* Runs side by side share one progress of games. Each of the remaining runs has its
       own. */
    if (tasks)
        sow_progress_begin(progress, (uint64_t)series->count, "tasks");
    if (execution->together > 0) {
        struct sow_context with = {.threads = series->request->with.threads};
        if (!tasks)
            sow_progress_begin(progress, 0, "games");
        (void)sow_parallel_for(&with, 1, (size_t)execution->together, execute_each,
                               execution);
        if (!tasks)
            sow_progress_end(progress);
    }
    for (int i = execution->together; i < series->count; i++)
        execute_next(execution, i, series->store);
    if (tasks)
        sow_progress_end(progress);
}

enum sow_status sow_series_execute(const struct sow_series *series, struct sow_err *err)
{
    uint64_t seed = series->request->seed;
    if (series->tasks == NULL && seed > (uint64_t)(INT64_MAX - series->count + 1))
        return sow_err_set(
            err, SOW_USAGE,
            "the random seeds of %d runs would exceed the largest, %lld; start with "
            "a lower --seed",
            series->count, (long long)INT64_MAX);
    int threads = sow_parallel_threads(series->request->with.threads);
    struct execution execution = {
        .series = series,
        .together = threads > 1 ? series->count / threads * threads : 0,
        .making = PTHREAD_MUTEX_INITIALIZER,
        .lock = PTHREAD_MUTEX_INITIALIZER,
        .turn = PTHREAD_COND_INITIALIZER,
        .fault = -1,
    };
    execution.idle = calloc((size_t)threads, sizeof(struct sow_store *));
    if (execution.idle == NULL)
        return sow_err_no_memory(err);
    for (int i = 0; i < series->count; i++)
        series->runs[i] = (struct sow_series_run){.id = 0};
    execute_all(&execution);
    for (int i = 0; i < execution.idle_count; i++)
        sow_store_close(execution.idle[i]);
    free(execution.idle);
    if (execution.fault < 0)
        return SOW_OK;
    if (err != NULL)
        *err = execution.why;
    return execution.why.status;
}
