/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * The processes of an MPI job, called ranks: the only part of the program that knows MPI.
 * Who waits for the others does not wait for ever: the job ends with a message after
 * SOWLAB_MPI_SECONDS (600) seconds without an answer.
 *
 * One thread calls these, the first of the process.
 */
#ifndef SOW_EXPERIMENTS_JOB_RANKS_H
#define SOW_EXPERIMENTS_JOB_RANKS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/** Joins the job that mpirun has started, or is a job of one. */
void sow_ranks_begin(int *argc, char ***argv);

/** Leaves it; all ranks have to. */
void sow_ranks_end(void);

/** This one, from 0 on, and how many there are. */
int sow_rank(void);
int sow_rank_count(void);

/** Ends the whole job at once with exit status @p status, after a message. */
_Noreturn void sow_ranks_abort(int status, const char *text);

/** Fills @p all with the @p size bytes of @p mine of every rank, in their order. */
void sow_ranks_gather(const void *mine, size_t size, void *all);

/** @p items has room for all items, @p size bytes each; rank r has filled those from
 *  @p begin[r] to before @p begin[r + 1]. Fills in the others'. */
void sow_ranks_gather_parts(void *items, size_t size, const size_t *begin);

/** Gives all ranks the @p size bytes that rank 0 has in @p bytes. */
void sow_ranks_broadcast(void *bytes, size_t size);

/** A message between rank 0 and another: a task, and the bytes of a database. */
struct sow_rank_message {
    int64_t task;    /**< 0: none */
    int64_t status;  /**< enum sow_status of it */
    int64_t outcome; /**< enum sow_run_presence of it */
    int64_t size;    /**< of the bytes that follow */
    char text[1024]; /**< why it failed */
};

/** Sends @p message, and as many bytes as it says. */
void sow_rank_send(int rank, const struct sow_rank_message *message, const void *bytes);

/** From now on others may take as long as they like, unless SOWLAB_MPI_SECONDS is set. */
void sow_ranks_wait_long(void);

/** Receives from whoever sends next; returns who it was. @p bytes are on the heap, or
 *  NULL. */
int sow_rank_receive(struct sow_rank_message *message, void **bytes);

/** The same from @p rank. */
void sow_rank_receive_from(int rank, struct sow_rank_message *message, void **bytes);

/** What the messages so far have cost this rank. */
struct sow_rank_costs {
    uint64_t exchanges; /**< gathered */
    uint64_t bytes;     /**< received in them */
    double seconds;     /**< waiting for others included */
};
struct sow_rank_costs sow_rank_costs(void);

#endif
