/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * Messages between the processes of an MPI job, which are called ranks. Only this part of
 * the program knows MPI. No rank waits for ever: the job ends with a message after
 * SOWLAB_MPI_SECONDS (600) seconds without an answer. A value that is not a positive
 * number is ignored. All functions end the whole job if memory is short or MPI fails.
 *
 * Only the first thread of a process may call these functions.
 */
#ifndef SOW_EXPERIMENTS_JOB_RANKS_H
#define SOW_EXPERIMENTS_JOB_RANKS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/** Joins the job that mpirun has started, and reads the longest wait from
 *  SOWLAB_MPI_SECONDS. Without mpirun it is a job of one rank. MPI may change @p argc
 *  and @p argv, which are those of main. Call it before all other functions. */
void sow_ranks_begin(int *argc, char ***argv);

/** Leaves the job. All ranks have to call it. */
void sow_ranks_end(void);

/** Returns the number of this rank, from 0 on. */
int sow_rank_here(void);
/** Returns the number of ranks in the job. */
int sow_rank_count(void);

/** Writes the number of this rank and @p text to stderr and ends all ranks at once, with
 *  exit status @p status. */
_Noreturn void sow_ranks_abort(int status, const char *text);

/**
 * Collects bytes from all ranks. All ranks call it.
 * @param mine bytes of this rank
 * @param size number of bytes; the same in all ranks
 * @param[out] all the bytes of every rank, in the order of the ranks
 */
void sow_ranks_gather(const void *mine, size_t size, void *all);

/**
 * Completes an array of which each rank has filled a part. All ranks call it with the
 * same @p size and @p begin.
 * @param[in,out] items room for all items; this rank's part is filled
 * @param size bytes of one item
 * @param begin rank r has the items from begin[r] to before begin[r + 1]; one entry more
 *   than there are ranks
 */
void sow_ranks_gather_parts(void *items, size_t size, const size_t *begin);

/**
 * Sends bytes of rank 0 to all ranks. All ranks call it.
 * @param[in,out] bytes the bytes of rank 0; in other ranks room for them
 * @param size number of bytes; the same in all ranks
 */
void sow_ranks_broadcast(void *bytes, size_t size);

/** Message between rank 0 and another rank: an order to carry out a task, or the answer
 *  with the bytes of a database. */
struct sow_rank_message {
    int64_t task;    /**< number of the task in the sweep, from 1 on; 0: none */
    int64_t status;  /**< enum sow_status of the task */
    int64_t outcome; /**< enum sow_run_presence of the task */
    int64_t size;    /**< number of bytes that follow */
    char text[1024]; /**< reason if the task failed, else "" */
};

/** Sends @p message to @p rank, then message->size bytes from @p bytes. NULL is allowed
 *  if the size is 0. Returns when both may be changed again. */
void sow_rank_send(int rank, const struct sow_rank_message *message, const void *bytes);

/** Removes the time limit of waiting, unless the user has set SOWLAB_MPI_SECONDS. */
void sow_ranks_wait_long(void);

/**
 * Waits for the next message of any rank and receives it.
 * @param[out] message the message
 * @param[out] bytes the bytes that follow, or NULL if there are none; the caller frees
 * them
 * @returns the rank that sent it
 */
int sow_rank_receive(struct sow_rank_message *message, void **bytes);

/** Waits for the next message of @p rank and receives it, with the bytes that follow,
 *  like sow_rank_receive. */
void sow_rank_receive_from(int rank, struct sow_rank_message *message, void **bytes);

/** Costs of the exchanges of this rank. */
struct sow_rank_costs {
    uint64_t exchanges; /**< calls of the gather functions */
    uint64_t bytes;     /**< bytes received in these calls */
    double seconds;     /**< seconds of all calls, waiting for other ranks included */
};
/** Returns the costs so far. */
struct sow_rank_costs sow_rank_costs(void);

#endif
