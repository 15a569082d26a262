/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "shared_sweep.h"

#include "job_ranks.h"
#include "rank_file.h"
#include "shared_batch.h"
#include "sow/heuristics/batch.h"
#include "sow/support/progress.h"

#include <stdlib.h>
#include <string.h>

/* ---- A task at another rank ---- */

/* Carries out a task in @p store, this rank's copy of rank 0's database, and sets @p
   outcome. Copies the run of the task, as far as it got, into the new database file @p
   alone. Writes no file if the task has no run or failed. Returns the failure of the
   task, also SOW_INTERRUPTED, else that of the copy. */
static enum sow_status make_alone(const struct sow_sweep *sweep, size_t task,
                                  struct sow_store *store, const char *alone,
                                  struct sow_sweep_outcome *outcome, struct sow_err *err)
{
    struct sow_store *target = NULL;
    struct sow_copied copied;
    struct sow_err fault;
    enum sow_status made = sow_sweep_make(sweep, task, task, store, outcome, err);
    if (outcome->id == 0 || (made != SOW_OK && made != SOW_INTERRUPTED))
        return made;
    enum sow_status status = sow_store_open(alone, SOW_STORE_WRITE, &target, &fault);
    if (status == SOW_OK)
        status = sow_store_copy(target, store, outcome->id, &copied, &fault);
    sow_store_close(target);
    return status == SOW_OK ? made : sow_err_set(err, status, "%s", fault.text);
}

/* Carries out the tasks that rank 0 assigns, one after the other, until it assigns none.
   Begins with a message that asks for the first one. Answers each task with its status,
   the reason of a failure, and a database that holds its run, if there is one. */
static void work(const struct sow_sweep *sweep, struct sow_store *store)
{
    struct sow_rank_message message = {.task = 0};
    struct sow_rank_file alone;
    void *bytes = NULL;
    sow_rank_send(0, &message, NULL);
    for (;;) {
        struct sow_sweep_outcome outcome = {.made = 0};
        struct sow_err err = {.status = SOW_OK, .text = ""};
        sow_rank_receive_from(0, &message, &bytes);
        free(bytes);
        if (message.task == 0)
            return;
        enum sow_status status = sow_rank_file_name(&alone, &err);
        if (status == SOW_OK)
            status = make_alone(sweep, (size_t)message.task, store, alone.path, &outcome,
                                &err);
        size_t size = 0;
        unsigned char *image = NULL;
        if ((status == SOW_OK || status == SOW_INTERRUPTED) && outcome.id != 0) {
            struct sow_err fault;
            enum sow_status read = sow_rank_file_read(&alone, &image, &size, &fault);
            if (read != SOW_OK)
                status = sow_err_set(&err, read, "%s", fault.text);
        }
        sow_rank_file_remove(&alone);
        message.status = status;
        message.size = (int64_t)size;
        (void)snprintf(message.text, sizeof message.text, "%.1000s", err.text);
        sow_rank_send(0, &message, image);
        free(image);
    }
}

/* ---- Rank 0 ---- */

/* Tasks `first` to `last` of a sweep, which rank 0 assigns. `places` is owned, the rest
   is borrowed. */
struct desk {
    const struct sow_sweep *sweep;
    struct sow_store *store;
    /* State of the run of each task, before any is assigned. */
    struct sow_sweep_place *places;
    size_t first;
    size_t last;
    /* Next task to assign. */
    size_t next;
    /* Counts of the tasks by what became of them. */
    struct sow_sweep_outcome *outcome;
    enum sow_status status; /* status of the first task that failed */
    struct sow_err *err;
};

/* Returns true if no further task may begin after a task with this status: a fault of
   files, no memory, or a stop. */
static bool is_fatal(enum sow_status status)
{
    return status == SOW_IO || status == SOW_NO_MEMORY || status == SOW_INTERRUPTED;
}

/* Returns the number of the next task to carry out, which has no finished run. Returns 0
   if there is none, or after a stop request or a fatal failure. Counts the tasks that it
   passes over as found (done) or busy (another process makes them). */
static int64_t next_task(struct desk *desk)
{
    bool stopped = sow_stop_requested(desk->sweep->with.stop) || is_fatal(desk->status);
    while (!stopped && desk->places != NULL && desk->next <= desk->last) {
        size_t task = desk->next++;
        enum sow_run_presence presence = desk->places[task - desk->first].presence;
        if (presence == SOW_RUN_ABSENT || presence == SOW_RUN_LEFT)
            return (int64_t)task;
        desk->outcome->found += presence == SOW_RUN_DONE;
        desk->outcome->busy += presence == SOW_RUN_BUSY;
        sow_progress_advance(desk->sweep->with.progress, 1, NULL);
    }
    return 0;
}

/* Copies run 1 of @p from to rank 0's database. Tries up to 12 times while another
   process holds the lock; otherwise hours of work would be lost. Returns the status of
   the last attempt. */
static enum sow_status copy_patiently(struct desk *desk, struct sow_store *from,
                                      struct sow_copied *copied, struct sow_err *err)
{
    enum { ATTEMPTS = 12 };
    enum sow_status status = SOW_IO;
    for (int i = 0; i < ATTEMPTS && status == SOW_IO; i++)
        status = sow_store_copy(desk->store, from, 1, copied, err);
    return status;
}

/* Adds the run of a task to rank 0's database. @p bytes are a database whose only run it
   is, which becomes a temporary file. Deletes the task's unfinished run if the new one
   takes its place. Returns the first failure. */
static enum sow_status take_in(struct desk *desk, size_t task, const void *bytes,
                               size_t size, struct sow_err *err)
{
    const struct sow_sweep_place *place = &desk->places[task - desk->first];
    struct sow_rank_file file;
    struct sow_store *from = NULL;
    struct sow_copied copied;
    enum sow_status status = sow_rank_file_name(&file, err);
    if (status == SOW_OK)
        status = sow_rank_file_write(&file, bytes, size, err);
    if (status == SOW_OK)
        status = sow_store_open(file.path, SOW_STORE_GUEST, &from, err);
    if (status == SOW_OK)
        status = copy_patiently(desk, from, &copied, err);
    if (status == SOW_OK && place->presence == SOW_RUN_LEFT && copied.id != place->id)
        status = sow_store_delete_run(desk->store, place->id, err);
    sow_store_close(from);
    sow_rank_file_remove(&file);
    return status;
}

/* Handles a message of a rank about a finished task. Stores the run, counts the task in
   `outcome` and reports a failure with the number of the task. Keeps the status of the
   first failure; a failure replaces a stop. Ignores a message without a task, by which a
   rank asks for its first one. */
static void note_answer(struct desk *desk, const struct sow_rank_message *message,
                        const void *bytes, int rank)
{
    struct sow_err err = {.status = SOW_OK, .text = ""};
    enum sow_status status = (enum sow_status)message->status;
    if (message->task == 0 || desk->places == NULL)
        return;
    if (message->size > 0) {
        enum sow_status taken =
            take_in(desk, (size_t)message->task, bytes, (size_t)message->size, &err);
        status = taken != SOW_OK ? taken : status;
    }
    if (status != SOW_OK && status == (enum sow_status)message->status)
        (void)sow_err_set(&err, status, "%s", message->text);
    bool resumed =
        desk->places[(size_t)message->task - desk->first].presence == SOW_RUN_LEFT;
    desk->outcome->made += status == SOW_OK && !resumed;
    desk->outcome->resumed += status == SOW_OK && resumed;
    desk->outcome->left += status == SOW_INTERRUPTED;
    desk->outcome->failed += status != SOW_OK && status != SOW_INTERRUPTED;
    sow_progress_advance(desk->sweep->with.progress, 1, NULL);
    if (status == SOW_OK)
        return;
    (void)sow_err_prefix(&err, "task %lld (rank %d)", (long long)message->task, rank);
    if (status != SOW_INTERRUPTED)
        desk->sweep->reader->complain(desk->sweep, &err);
    if (desk->status == SOW_OK || desk->status == SOW_INTERRUPTED)
        desk->status = sow_err_set(desk->err, status, "%s", err.text);
}

/* Assigns tasks to ranks as they ask, and handles their answers, until all ranks have
   been told that there is no more task. Counts the tasks that were not begun as left. If
   there are some and no task failed, the status becomes SOW_INTERRUPTED. */
static void hand_out(struct desk *desk)
{
    int waiting = sow_rank_count() - 1;
    sow_progress_begin(desk->sweep->with.progress, desk->last - desk->first + 1, "tasks");
    while (waiting > 0) {
        struct sow_rank_message message;
        void *bytes;
        int rank = sow_rank_receive(&message, &bytes);
        note_answer(desk, &message, bytes, rank);
        free(bytes);
        struct sow_rank_message order = {.task = next_task(desk)};
        sow_rank_send(rank, &order, NULL);
        waiting -= order.task == 0;
    }
    sow_progress_end(desk->sweep->with.progress);
    size_t unbegun = desk->last + 1 - desk->next;
    desk->outcome->left += (int)unbegun;
    if (unbegun > 0 && desk->status == SOW_OK)
        desk->status = sow_err_set(desk->err, SOW_INTERRUPTED, "stopped on request");
}

/* Makes the tasks as rank 0, which carries out none itself: looks up which runs are
   there and assigns the others. Returns the status of the first failure, or
   SOW_INTERRUPTED. */
static enum sow_status lead(const struct sow_sweep *sweep, size_t first, size_t last,
                            struct sow_store *store, struct sow_sweep_outcome *outcome,
                            struct sow_err *err)
{
    struct desk desk = {.sweep = sweep,
                        .store = store,
                        .places = calloc(last - first + 1, sizeof *desk.places),
                        .first = first,
                        .last = last,
                        .next = first,
                        .outcome = outcome,
                        .err = err};
    desk.status = desk.places != NULL
                      ? sow_sweep_locate(sweep, first, last, store, desk.places, err)
                      : sow_err_no_memory(err);
    /* The other ranks wait for their orders also after a failure here. */
    if (desk.status != SOW_OK)
        desk.next = last + 1;
    hand_out(&desk);
    free(desk.places);
    return desk.status;
}

enum sow_status sow_shared_sweep_make(const struct sow_sweep *sweep, size_t first,
                                      size_t last, struct sow_store *store,
                                      struct sow_sweep_outcome *outcome,
                                      struct sow_err *err)
{
    enum sow_status status = SOW_OK;
    sow_batch_share(NULL);
    sow_ranks_wait_long();
    if (!sow_shared_meet())
        return sow_err_set(err, SOW_INTERRUPTED, "another rank cannot take part");
    if (sow_rank_count() == 1)
        return sow_sweep_make(sweep, first, last, store, outcome, err);
    if (sow_rank_here() == 0)
        status = lead(sweep, first, last, store, outcome, err);
    else
        work(sweep, store);
    return status;
}
