/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sow/base/parallel.h"

#include <assert.h>
#include <omp.h>
#include <stdatomic.h>

/* The request is a global because searches start in many places. A search that did not
   get the request could run on for hours. */
static struct sow_stop *process_stop;

void sow_stop_heed(struct sow_stop *stop)
{
    process_stop = stop;
}

void sow_stop_process(void)
{
    if (process_stop != NULL)
        sow_stop_request(process_stop);
}

bool sow_stopping(void)
{
    return sow_stop_requested(process_stop);
}

int sow_parallel_threads_available(void)
{
    int processors = omp_get_num_procs();
    return processors > 0 ? processors : 1;
}

int sow_parallel_threads(int asked)
{
    assert(asked >= 0);
    return asked > 0 ? asked : sow_parallel_threads_available();
}

bool sow_parallel_inside(void)
{
    return omp_in_parallel() != 0;
}

bool sow_parallel_for(const struct sow_context *with, size_t chunk, size_t count,
                      sow_range_fn *body, void *context)
{
    assert(chunk >= 1);
    size_t chunks = (count + chunk - 1) / chunk;
    atomic_bool complete;
    atomic_init(&complete, true);
#pragma omp parallel for num_threads(sow_parallel_threads(with->threads))                \
    schedule(dynamic, 1)
    for (size_t i = 0; i < chunks; i++) {
        if (sow_stop_requested(with->stop)) {
            atomic_store_explicit(&complete, false, memory_order_relaxed);
            continue;
        }
        size_t begin = i * chunk;
        size_t end = count - begin < chunk ? count : begin + chunk;
        body(context, begin, end);
    }
    return atomic_load_explicit(&complete, memory_order_relaxed);
}
