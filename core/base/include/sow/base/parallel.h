/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * Parallel loops and the request to stop. The only part of the program that knows
 * OpenMP. Each job writes its own slot; nothing is reduced in parallel, so results are
 * the same for every number of threads.
 */
#ifndef SOW_BASE_PARALLEL_H
#define SOW_BASE_PARALLEL_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

/** A request to stop, shared by a signal handler and the loops it stops. */
struct sow_stop {
    atomic_bool requested;
};

/** Async-signal-safe. */
static inline void sow_stop_request(struct sow_stop *stop)
{
    atomic_store_explicit(&stop->requested, true, memory_order_relaxed);
}

/** @p stop may be NULL: then never. */
static inline bool sow_stop_requested(const struct sow_stop *stop)
{
    return stop != NULL && atomic_load_explicit(&stop->requested, memory_order_relaxed);
}

/** One job: the indices [begin, end) of a loop. */
typedef void sow_range_fn(void *context, size_t begin, size_t end);

/** The number of processors this process may use, at least 1. */
int sow_parallel_threads_available(void);

/** The loop's shape. */
struct sow_parallel {
    int threads;                 /**< 0 = all available */
    size_t chunk;                /**< indices a job, at least 1 */
    const struct sow_stop *stop; /**< may be NULL */
};

/**
 * Calls @p body for chunks that cover [0, @p count), in any order, on several threads.
 * @returns true if every index was visited, false if a stop request cut it short.
 */
bool sow_parallel_for(const struct sow_parallel *shape, size_t count, sow_range_fn *body,
                      void *context);

#endif
