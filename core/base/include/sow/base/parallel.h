/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * Parallel loops and requests to stop.
 *
 * No other part of the program uses OpenMP. Each job writes a slot of its own and no sum
 * is formed in parallel. So results are the same for every number of threads. Ownership:
 * all structs are storage of the caller.
 */
#ifndef SOW_BASE_PARALLEL_H
#define SOW_BASE_PARALLEL_H

#include "sow/base/err.h"

#include <stdbool.h>
#include <stddef.h>

SOW_C_BEGIN

/** Request to stop, shared by a signal handler and the loops that it ends. */
struct sow_stop {
    bool requested; /**< true once a stop is requested. Only the two functions below
                         access this field. They use atomic built-ins, because C++ cannot
                         read a C atomic type. */
};

/**
 * Requests a stop. Async-signal-safe and thread-safe.
 * @param[out] stop request to set; not NULL
 */
static inline void sow_stop_request(struct sow_stop *stop)
{
    __atomic_store_n(&stop->requested, true, __ATOMIC_RELAXED);
}

/**
 * Returns true if a stop has been requested. Thread-safe.
 * @param stop request to read; NULL means never
 * @returns true if a stop has been requested
 */
static inline bool sow_stop_requested(const struct sow_stop *stop)
{
    return stop != NULL && __atomic_load_n(&stop->requested, __ATOMIC_RELAXED);
}

/**
 * Chooses the stop request that sow_stopping() reads and sow_stop_process() sets, for the
 * whole process. A program's main calls this function before it starts threads.
 * @param stop borrowed until replaced; NULL for none
 */
void sow_stop_heed(struct sow_stop *stop);

/**
 * Requests a stop of the whole process, as a signal does. Does nothing if no request was
 * chosen with sow_stop_heed(). Thread-safe.
 */
void sow_stop_process(void);

/**
 * Returns true if the process has been asked to stop. Every search, and every wait for an
 * outside program, then gives up. A stopped search returns any legal move. So code that
 * stores results of searches calls this function before storing them. The call takes
 * almost no time and is thread-safe.
 * @returns true if the request chosen with sow_stop_heed() is set
 */
bool sow_stopping(void);

/**
 * Body of a loop.
 * @param context the value given to sow_parallel_for()
 * @param begin first index of the range
 * @param end one more than the last index
 */
typedef void sow_range_fn(void *context, size_t begin, size_t end);

/**
 * Returns the number of processors that this process may use.
 * @returns at least 1
 */
int sow_parallel_threads_available(void);

/**
 * Returns the number of threads that a setting stands for.
 * @param asked number of threads; 0 means all available
 * @returns @p asked, or sow_parallel_threads_available() for 0
 */
int sow_parallel_threads(int asked);

/**
 * Returns true if the caller runs inside a loop of several threads.
 * @returns true inside a parallel loop
 */
bool sow_parallel_inside(void);

struct sow_progress;

/**
 * Resources for a computation. The program makes one context and passes it on whole. No
 * result depends on it. All zero means: use every processor, report nothing, stop only
 * when done.
 */
struct sow_context {
    int threads;                   /**< number of threads; 0 = all available */
    const char *kernel;            /**< name of the code that plays batches of games
                                        (sow_kernels); NULL = "auto" */
    const struct sow_stop *stop;   /**< request that ends the work early; NULL = none */
    struct sow_progress *progress; /**< receives reports of progress
                                        (experiments/lab/support); NULL = no reports */
};

/**
 * Calls @p body for ranges that together cover [0, @p count), and returns when all calls
 * have ended. Ranges come in any order, on several threads. After a stop request no
 * further range begins, but ranges that have begun are completed.
 * @param with gives the number of threads and the stop request
 * @param chunk indices in a range, at least 1; the last range may be shorter
 * @param count number of indices
 * @param body function to call; must be thread-safe
 * @param[in,out] context value passed to @p body
 * @returns true if every index was visited; false if a stop request ended the loop
 */
bool sow_parallel_for(const struct sow_context *with, size_t chunk, size_t count,
                      sow_range_fn *body, void *context);

SOW_C_END

#endif
