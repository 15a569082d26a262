/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Populations and champions of stored evolutions. */
#include "sow/store/tables/champions.def"
#include "sow/store/tables/individuals.def"
#include "sow/store/tables/runs.def"
#include "store_private.h"

#include <stdlib.h>
#include <string.h>

/* Sets @c count to the number of individuals of the generation that @p population names.
   Fails with SOW_NOT_FOUND if there is no such run, with SOW_BAD_DATA if the generation
   has no individual or too many. */
static enum sow_status measure_population(struct sow_store *store, int64_t run_id,
                                          struct sow_stored_population *population,
                                          struct sow_err *err)
{
    int64_t count = 0;
    enum sow_status status = sow_store_require_run(store, run_id, err);
    if (status == SOW_OK)
        status = sow_store_number(
            store,
            "SELECT count(*) FROM individuals WHERE run_id = ?1 AND generation = ?2",
            SOW_VALUES(sow_integer(run_id), sow_integer(population->generation)), &count,
            err);
    if (status != SOW_OK)
        return status;
    if (count == 0 || count > INT32_MAX / SOW_WEIGHTS_MAX)
        return sow_err_set(err, SOW_BAD_DATA, "run %lld has no stored population %d",
                           (long long)run_id, population->generation);
    population->count = (int)count;
    return SOW_OK;
}

/* Copies weights and fitness of the row of individual @p index into the population; index
   0 allocates its arrays. Returns SOW_BAD_DATA if the row has another number than
   @p index, or another number of weights than the first; else SOW_NO_MEMORY or SOW_OK. */
static enum sow_status take_individual(struct sow_stored_population *population,
                                       int index, const struct sow_individual_row *row,
                                       struct sow_err *err)
{
    if (index == 0) {
        population->genes = row->weights.count;
        size_t cells = (size_t)population->count * (size_t)population->genes;
        population->weights = malloc(cells * sizeof(double));
        population->fitness = malloc((size_t)population->count * sizeof(double));
        if (population->weights == NULL || population->fitness == NULL)
            return sow_err_no_memory(err);
    }
    if (index >= population->count || row->individual != index ||
        row->weights.count != population->genes)
        return sow_err_set(err, SOW_BAD_DATA,
                           "generation %d of run %lld is damaged at individual %d",
                           row->generation, (long long)row->run_id, index);
    memcpy(population->weights + (size_t)index * (size_t)population->genes,
           row->weights.value, (size_t)population->genes * sizeof(double));
    population->fitness[index] = row->fitness;
    return SOW_OK;
}

enum sow_status sow_store_read_population(struct sow_store *store, int64_t run_id,
                                          int generation,
                                          struct sow_stored_population *population,
                                          struct sow_err *err)
{
    char where[64];
    (void)snprintf(where, sizeof where, "run_id = ?1 AND generation = %d", generation);
    *population = (struct sow_stored_population){.generation = generation};
    enum sow_status status = measure_population(store, run_id, population, err);
    if (status != SOW_OK)
        return status;
    struct sow_reader reader;
    status = sow_reader_open(&reader, store, SOW_TABLE_INDIVIDUALS, where, run_id, err);
    struct sow_individual_row row;
    for (int index = 0; sow_reader_next(&reader, &row, &status, err); index++)
        status = take_individual(population, index, &row, err);
    sow_reader_close(&reader);
    if (status != SOW_OK)
        sow_stored_population_release(population);
    return status;
}

void sow_stored_population_release(struct sow_stored_population *population)
{
    free(population->weights);
    free(population->fitness);
    *population = (struct sow_stored_population){.count = 0};
}

/* Sets the error for a run without a champion. Returns SOW_USAGE, with a message that
   names kind and status of the run. If the run cannot be read, returns the failure of
   sow_store_read_run, such as SOW_NOT_FOUND. Never returns SOW_OK. */
static enum sow_status no_champion(struct sow_store *store, int64_t run_id,
                                   struct sow_err *err)
{
    struct sow_run_row run;
    enum sow_status status = sow_store_read_run(store, run_id, &run, err);
    if (status == SOW_OK)
        status = sow_err_set(
            err, SOW_USAGE,
            "run %lld has no champion: it is a run of kind '%s' with status '%s'; "
            "'sowlab runs list' shows the others",
            (long long)run_id, run.kind, run.status);
    sow_run_row_release(&run);
    return status;
}

/* Copies weights to a new array in @p weights, which the caller frees, and their number
   to @p count. Without memory @p count is unchanged and @p weights is NULL. */
static enum sow_status copy_weights(const struct sow_weights *from, double **weights,
                                    int *count, struct sow_err *err)
{
    size_t size = (size_t)from->count * sizeof(double);
    *weights = malloc(size);
    if (*weights == NULL)
        return sow_err_no_memory(err);
    memcpy(*weights, from->value, size);
    *count = from->count;
    return SOW_OK;
}

enum sow_status sow_store_visit_champion(struct sow_store *store, int64_t run_id,
                                         sow_champion_fn *take, void *context,
                                         struct sow_err *err)
{
    struct sow_reader reader;
    struct sow_champion_row row;
    enum sow_status status =
        sow_reader_open(&reader, store, SOW_TABLE_CHAMPIONS, "run_id = ?1", run_id, err);
    if (sow_reader_next(&reader, &row, &status, err))
        status = take(context, &row, err);
    else if (status == SOW_OK)
        status = no_champion(store, run_id, err);
    sow_reader_close(&reader);
    return status;
}

/* Outputs for a champion's weights, borrowed. */
struct weights_room {
    double **weights; /* gets an array on the heap */
    int *count;       /* gets their number */
};

/* Copies the weights of a champion to the outputs in @p context, a struct weights_room.
   Callback of sow_store_visit_champion. The only failure is SOW_NO_MEMORY. */
static enum sow_status keep_weights(void *context, const struct sow_champion_row *row,
                                    struct sow_err *err)
{
    const struct weights_room *room = context;
    return copy_weights(&row->weights, room->weights, room->count, err);
}

enum sow_status sow_store_read_champion(struct sow_store *store, int64_t run_id,
                                        double **weights, int *count, struct sow_err *err)
{
    *weights = NULL;
    *count = 0;
    struct weights_room room = {weights, count};
    return sow_store_visit_champion(store, run_id, keep_weights, &room, err);
}

/* Sets the error for a run without generation @p generation: it names the last one, or
   says that there is none. Returns SOW_USAGE, or SOW_NOT_FOUND if the run is missing.
   Never returns SOW_OK. */
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
        if (*weights != NULL) {
            memcpy(*weights, row.weights.value, size);
            *count = row.weights.count;
        } else {
            status = sow_err_no_memory(err);
        }
    }
    sow_reader_close(&reader);
    return status;
}

enum sow_status sow_store_best_champion(struct sow_store *store, const char *rules,
                                        int64_t *run_id, struct sow_err *err)
{
    return sow_store_number(
        store,
        "SELECT c.run_id FROM champion_players c JOIN runs r ON r.id = c.run_id"
        " WHERE c.genome = 'weights' AND r.rules = ?1 AND c.validation IS NOT NULL"
        " AND json_extract(r.parameters, '$.player') IS NULL AND NOT EXISTS"
        " (SELECT 1 FROM match_variants v WHERE v.run_id = c.run_id"
        " AND v.rules <> r.rules)"
        " ORDER BY c.validation DESC, c.run_id LIMIT 1",
        SOW_VALUES(sow_text(rules)), run_id, err);
}
