/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * Parallel loops and the request to stop. The only part of the program that knows
 * OpenMP. Each job writes its own slot; nothing is reduced in parallel, so results are
 * the same for every number of threads.
 */
#ifndef SOW_BASE_PARALLEL_H
#define SOW_BASE_PARALLEL_H

#include "sow/base/err.h"

#include <stdbool.h>
#include <stddef.h>

SOW_C_BEGIN

/** A request to stop, shared by a signal handler and the loops it stops. */
struct sow_stop {
    bool requested; /**< set and read by the two functions below only: atomically, in
                       words that C++ knows too */
};

/** Async-signal-safe. */
static inline void sow_stop_request(struct sow_stop *stop)
{
    __atomic_store_n(&stop->requested, true, __ATOMIC_RELAXED);
}

/** @p stop may be NULL: then never. */
static inline bool sow_stop_requested(const struct sow_stop *stop)
{
    return stop != NULL && __atomic_load_n(&stop->requested, __ATOMIC_RELAXED);
}

/** Makes @p stop the request to stop of the whole process: every search, and whoever
 * waits for a program outside, gives up as soon as it is made (sow_stopping). For a
 * program's main, before there are threads. @param stop borrowed; NULL: none. */
void sow_stop_heed(const struct sow_stop *stop);

/** True if the process has been asked to stop (sow_stop_heed). A search then ends with
 *  any legal move: what has been found out since is worth nothing, and whoever stores
 *  results of searches asks before storing them. Takes no time. */
bool sow_stopping(void);

/** One job: the indices [begin, end) of a loop. */
typedef void sow_range_fn(void *context, size_t begin, size_t end);

/** The number of processors this process may use, at least 1. */
int sow_parallel_threads_available(void);

/** The threads that @p asked stands for: as many, or all available if it is 0. */
int sow_parallel_threads(int asked);

/** Whether the caller is one of several threads of a loop. */
bool sow_parallel_inside(void);

struct sow_progress;

/** What a computation runs with, whatever it computes: made once by the program and
 *  passed on whole. No result depends on it. All zero: every processor, in silence, until
 *  it is done. */
struct sow_context {
    int threads;                   /**< 0 = all available */
    const char *kernel;            /**< name of the code path that plays batches of games
                                        (sow_kernels); NULL: "auto" */
    const struct sow_stop *stop;   /**< request that ends it early; NULL: none */
    struct sow_progress *progress; /**< told how far it is, by whoever knows how
                                        (experiments/lab/support); NULL: silent */
};

/**
 * Calls @p body for ranges of @p chunk indices, at least 1, that cover [0, @p count), in
 * any order, on the threads of @p with.
 * @returns true if every index was visited, false if a stop request cut it short.
 */
bool sow_parallel_for(const struct sow_context *with, size_t chunk, size_t count,
                      sow_range_fn *body, void *context);

SOW_C_END

#endif
