/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sow/runs/series.h"

#include "sow/store/store.h"
#include "sow/support/progress.h"

#include <pthread.h>
#include <stdlib.h>

/* A series on its way. What is below the lock changes under it alone. */
struct execution {
    const struct sow_series *series;
    int together; /* runs that are executed side by side */
    struct sow_err *errs;
    pthread_mutex_t lock;
    pthread_cond_t turn; /* another run has its number, or will never have one */
    int numbered;        /* runs of which that is so: the first ones */
    int done;
    bool failed;
};

/* One run of it, as its request knows it. */
struct turn {
    struct execution *execution;
    int index;
};

static void pass_turn(struct execution *execution, int index)
{
    (void)pthread_mutex_lock(&execution->lock);
    if (execution->numbered == index)
        execution->numbered = index + 1;
    (void)pthread_cond_broadcast(&execution->turn);
    (void)pthread_mutex_unlock(&execution->lock);
}

/* Returns whether the run is to begin. The run before it was begun by another thread, for
   runs are handed out in their order. */
static bool await_turn(struct execution *execution, int index)
{
    (void)pthread_mutex_lock(&execution->lock);
    while (execution->numbered < index)
        (void)pthread_cond_wait(&execution->turn, &execution->lock);
    bool failed = execution->failed;
    (void)pthread_mutex_unlock(&execution->lock);
    return !failed && !sow_stop_requested(execution->series->request->stop);
}

static void note_number(const struct sow_run_request *request, const struct sow_run *run,
                        const void *options)
{
    (void)run;
    (void)options;
    const struct turn *turn = request->context;
    pass_turn(turn->execution, turn->index);
}

static void note_end(struct execution *execution, int index)
{
    const struct sow_series *series = execution->series;
    char note[64];
    (void)pthread_mutex_lock(&execution->lock);
    if (series->runs[index].status != SOW_OK)
        execution->failed = true;
    else {
        execution->done++;
        if (series->ended != NULL)
            series->ended(series, series->runs[index].id, execution->done);
    }
    (void)snprintf(note, sizeof note, "%d of %d runs done", execution->done,
                   series->count);
    if (index < execution->together)
        sow_progress_advance(series->request->progress, 0, note);
    (void)pthread_mutex_unlock(&execution->lock);
}

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
    if (index < execution->together) {
        part = sow_progress_part(series->request->progress, execution->together);
        request.progress = part;
        request.threads = 1;
    }
    enum sow_status status =
        sow_run_execute(store, &request, &series->runs[index].id, err);
    sow_progress_free(part);
    return status;
}

static void execute_next(struct execution *execution, int index, struct sow_store *store)
{
    struct sow_series_run *run = &execution->series->runs[index];
    struct sow_err *err = &execution->errs[index];
    struct sow_store *own = NULL;
    run->status = SOW_OK;
    if (!await_turn(execution, index))
        run->status = sow_err_set(err, SOW_INTERRUPTED, "stopped on request");
    if (run->status == SOW_OK && store == NULL)
        run->status = sow_store_open(sow_store_path(execution->series->store),
                                     SOW_STORE_WRITE, &own, err);
    if (run->status == SOW_OK)
        run->status = execute(execution, index, store != NULL ? store : own, err);
    pass_turn(execution, index);
    note_end(execution, index);
    sow_store_close(own);
}

static void execute_each(void *context, size_t begin, size_t end)
{
    for (size_t i = begin; i < end; i++)
        execute_next(context, (int)i, NULL);
}

static void execute_all(struct execution *execution)
{
    const struct sow_series *series = execution->series;
    if (execution->together > 0) {
        struct sow_parallel shape = {.threads = series->request->threads, .chunk = 1};
        sow_progress_begin(series->request->progress, 0, "games");
        (void)sow_parallel_for(&shape, (size_t)execution->together, execute_each,
                               execution);
        sow_progress_end(series->request->progress);
    }
    for (int i = execution->together; i < series->count; i++)
        execute_next(execution, i, series->store);
}

static enum sow_status first_fault(const struct execution *execution, struct sow_err *err)
{
    const struct sow_series *series = execution->series;
    int found = -1;
    /* A run that failed says more than one that was not begun for it. */
    for (int i = 0; i < series->count; i++) {
        enum sow_status status = series->runs[i].status;
        if (status != SOW_OK &&
            (found < 0 || (status != SOW_INTERRUPTED &&
                           series->runs[found].status == SOW_INTERRUPTED)))
            found = i;
    }
    return found < 0 ? SOW_OK
                     : sow_err_set(err, series->runs[found].status, "%s",
                                   execution->errs[found].text);
}

enum sow_status sow_series_execute(const struct sow_series *series, struct sow_err *err)
{
    uint64_t seed = series->request->seed;
    if (seed > (uint64_t)(INT64_MAX - series->count + 1))
        return sow_err_set(
            err, SOW_USAGE,
            "the seeds of %d runs would pass the greatest one, %lld; start with a lower --seed",
            series->count, (long long)INT64_MAX);
    int threads = sow_parallel_threads(series->request->threads);
    struct execution execution = {
        .series = series,
        .together = threads > 1 ? series->count / threads * threads : 0,
        .errs = calloc((size_t)series->count, sizeof *execution.errs),
        .lock = PTHREAD_MUTEX_INITIALIZER,
        .turn = PTHREAD_COND_INITIALIZER,
    };
    if (execution.errs == NULL)
        return sow_err_no_memory(err);
    for (int i = 0; i < series->count; i++)
        series->runs[i] = (struct sow_series_run){.id = 0};
    execute_all(&execution);
    enum sow_status status = first_fault(&execution, err);
    free(execution.errs);
    return status;
}
