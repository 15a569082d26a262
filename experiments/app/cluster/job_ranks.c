/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "job_ranks.h"

#include "sow/base/err.h"
#include "sow/base/text.h"

#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

/* State of this process as a rank of the job. */
static struct {
    int rank;
    int count;
    double patience; /* longest wait in seconds */
    bool asked;      /* true if the user has set the longest wait */
    struct sow_rank_costs costs;
} self = {.count = 1};

void sow_ranks_begin(int *argc, char ***argv)
{
    enum { DEFAULT_SECONDS = 600 };
    int provided;
    const char *seconds = getenv("SOWLAB_MPI_SECONDS");
    (void)MPI_Init_thread(argc, argv, MPI_THREAD_FUNNELED, &provided);
    (void)MPI_Comm_rank(MPI_COMM_WORLD, &self.rank);
    (void)MPI_Comm_size(MPI_COMM_WORLD, &self.count);
    self.asked =
        seconds != NULL && sow_text_to_real(seconds, &self.patience) && self.patience > 0;
    if (!self.asked)
        self.patience = DEFAULT_SECONDS;
}

void sow_ranks_wait_long(void)
{
    static const double FOR_EVER = 1e12;
    if (!self.asked)
        self.patience = FOR_EVER;
}

void sow_ranks_end(void)
{
    (void)MPI_Finalize();
}

int sow_rank_here(void)
{
    return self.rank;
}

int sow_rank_count(void)
{
    return self.count;
}

_Noreturn void sow_ranks_abort(int status, const char *text)
{
    (void)fprintf(stderr, "sowlab-mpi: rank %d: %s\n", self.rank, text);
    (void)fflush(stderr);
    /* mpirun passes the message on. It drops what it has not read when the job ends. */
    static const struct timespec PAUSE = {.tv_nsec = 500000000};
    (void)nanosleep(&PAUSE, NULL);
    (void)MPI_Abort(MPI_COMM_WORLD, status);
    exit(status);
}

/* Pauses between two polls, after @p waited seconds of waiting. It returns at once in
   the first millisecond, since most answers take microseconds. Later it sleeps for 50
   microseconds, so that others can use the processor. */
static void rest(double waited)
{
    static const struct timespec NAP = {.tv_nsec = 50000};
    if (waited > 0.001)
        (void)nanosleep(&NAP, NULL);
}

/* Ends the job with a message, because other ranks have not answered within the time
   limit. */
static void lose_patience(void)
{
    char text[160];
    (void)snprintf(text, sizeof text,
                   "no answer from other ranks for %.0f s (SOWLAB_MPI_SECONDS); "
                   "finished results are stored; continue with 'sowlab resume' or the "
                   "same sweep",
                   self.patience);
    sow_ranks_abort(SOW_IO, text);
}

/* Waits until an MPI request is complete and adds the time to the costs. Ends the job
   after the time limit. */
static void await(MPI_Request *request)
{
    double begun = MPI_Wtime();
    for (int done = 0; !done;) {
        (void)MPI_Test(request, &done, MPI_STATUS_IGNORE);
        double waited = MPI_Wtime() - begun;
        if (!done)
            rest(waited);
        if (waited > self.patience && !done)
            lose_patience();
    }
    self.costs.seconds += MPI_Wtime() - begun;
}

void sow_ranks_gather(const void *mine, size_t size, void *all)
{
    MPI_Request request;
    (void)MPI_Iallgather(mine, (int)size, MPI_BYTE, all, (int)size, MPI_BYTE,
                         MPI_COMM_WORLD, &request);
    await(&request);
    self.costs.exchanges++;
    self.costs.bytes += size * (uint64_t)(self.count - 1);
}

void sow_ranks_gather_parts(void *items, size_t size, const size_t *begin)
{
    MPI_Request request;
    MPI_Datatype item;
    int *counts = calloc(2 * (size_t)self.count, sizeof *counts);
    if (counts == NULL)
        sow_ranks_abort(SOW_NO_MEMORY, "out of memory");
    int *places = counts + self.count;
    for (int r = 0; r < self.count; r++) {
        counts[r] = (int)(begin[r + 1] - begin[r]);
        places[r] = (int)begin[r];
    }
    (void)MPI_Type_contiguous((int)size, MPI_BYTE, &item);
    (void)MPI_Type_commit(&item);
    (void)MPI_Iallgatherv(MPI_IN_PLACE, 0, MPI_DATATYPE_NULL, items, counts, places, item,
                          MPI_COMM_WORLD, &request);
    await(&request);
    (void)MPI_Type_free(&item);
    self.costs.exchanges++;
    self.costs.bytes +=
        size * (begin[self.count] - (begin[self.rank + 1] - begin[self.rank]));
    free(counts);
}

/* Largest number of bytes in one message, since MPI counts by int. */
enum { PIECE = 1 << 30 };

void sow_ranks_broadcast(void *bytes, size_t size)
{
    for (size_t done = 0; done < size;) {
        MPI_Request request;
        size_t piece = size - done < PIECE ? size - done : PIECE;
        (void)MPI_Ibcast((char *)bytes + done, (int)piece, MPI_BYTE, 0, MPI_COMM_WORLD,
                         &request);
        await(&request);
        done += piece;
    }
}

/* ---- Messages ---- */

/* Tags of MPI messages: a struct sow_rank_message, and the bytes behind it. */
enum { TAG_MESSAGE, TAG_BYTES };

void sow_rank_send(int rank, const struct sow_rank_message *message, const void *bytes)
{
    MPI_Request request;
    (void)MPI_Isend(message, (int)sizeof *message, MPI_BYTE, rank, TAG_MESSAGE,
                    MPI_COMM_WORLD, &request);
    await(&request);
    for (size_t done = 0; done < (size_t)message->size;) {
        size_t left = (size_t)message->size - done;
        size_t piece = left < PIECE ? left : PIECE;
        (void)MPI_Isend((const char *)bytes + done, (int)piece, MPI_BYTE, rank, TAG_BYTES,
                        MPI_COMM_WORLD, &request);
        await(&request);
        done += piece;
    }
}

void sow_rank_receive_from(int rank, struct sow_rank_message *message, void **bytes)
{
    MPI_Request request;
    *bytes = NULL;
    (void)MPI_Irecv(message, (int)sizeof *message, MPI_BYTE, rank, TAG_MESSAGE,
                    MPI_COMM_WORLD, &request);
    await(&request);
    if (message->size == 0)
        return;
    *bytes = malloc((size_t)message->size);
    if (*bytes == NULL)
        sow_ranks_abort(SOW_NO_MEMORY, "out of memory");
    for (size_t done = 0; done < (size_t)message->size;) {
        size_t left = (size_t)message->size - done;
        size_t piece = left < PIECE ? left : PIECE;
        (void)MPI_Irecv((char *)*bytes + done, (int)piece, MPI_BYTE, rank, TAG_BYTES,
                        MPI_COMM_WORLD, &request);
        await(&request);
        done += piece;
    }
}

int sow_rank_receive(struct sow_rank_message *message, void **bytes)
{
    MPI_Status found;
    double begun = MPI_Wtime();
    for (int there = 0; !there;) {
        (void)MPI_Iprobe(MPI_ANY_SOURCE, TAG_MESSAGE, MPI_COMM_WORLD, &there, &found);
        double waited = MPI_Wtime() - begun;
        if (!there)
            rest(waited);
        if (!there && waited > self.patience)
            lose_patience();
    }
    sow_rank_receive_from(found.MPI_SOURCE, message, bytes);
    return found.MPI_SOURCE;
}

struct sow_rank_costs sow_rank_costs(void)
{
    return self.costs;
}
