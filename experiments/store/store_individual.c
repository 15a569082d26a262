/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "store_private.h"

#include <stdlib.h>
#include <string.h>

static enum sow_status no_generation(struct sow_store *store, int64_t run_id,
                                     int generation, struct sow_err *err)
{
    int64_t generations;
    enum sow_status status = sow_store_require_run(store, run_id, err);
    if (status == SOW_OK)
        status = sow_store_count(store, "generations", run_id, &generations, err);
    if (status != SOW_OK)
        return status;
    if (generations == 0)
        return sow_err_set(err, SOW_USAGE, "run %lld has no generations",
                           (long long)run_id);
    return sow_err_set(err, SOW_USAGE,
                       "run %lld has no generation %d: its last one is %lld",
                       (long long)run_id, generation, (long long)generations - 1);
}

enum sow_status sow_store_read_best_individual(struct sow_store *store, int64_t run_id,
                                               int generation, double **weights,
                                               int *count, struct sow_err *err)
{
    *weights = NULL;
    *count = 0;
    char where[200];
    (void)snprintf(where, sizeof where,
                   "run_id = ?1 AND generation = %d AND individual ="
                   " (SELECT best_individual FROM generations WHERE run_id = ?1"
                   " AND generation = %d)",
                   generation, generation);
    struct sow_reader reader;
    struct sow_individual_row row;
    enum sow_status status =
        sow_reader_open(&reader, store, SOW_TABLE_INDIVIDUALS, where, run_id, err);
    if (!sow_reader_next(&reader, &row, &status, err)) {
        if (status == SOW_OK)
            status = no_generation(store, run_id, generation, err);
    } else {
        size_t size = (size_t)row.weights.count * sizeof(double);
        *weights = malloc(size);
        *count = row.weights.count;
        if (*weights != NULL)
            memcpy(*weights, row.weights.value, size);
        else
            status = sow_err_no_memory(err);
    }
    sow_reader_close(&reader);
    return status;
}
