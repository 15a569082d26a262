/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "store_private.h"

#include "sow/base/stream.h"

#include <stdlib.h>
#include <string.h>

enum sow_status sow_reader_open(struct sow_reader *reader, struct sow_store *store,
                                enum sow_table_id id, const char *where, int64_t run_id,
                                struct sow_err *err)
{
    reader->store = store;
    reader->table = &sow_tables[id];
    reader->statement = NULL;
    char *sql = NULL;
    size_t size = 0;
    FILE *out = sow_stream_open(&sql, &size);
    if (out == NULL)
        return sow_err_no_memory(err);
    (void)fputs("SELECT ", out);
    sow_table_columns(reader->table, out);
    (void)fprintf(out, " FROM %s WHERE %s", reader->table->name, where);
    const struct sow_field *fields = reader->table->fields();
    for (int i = 1; i < sow_table_keys(reader->table); i++)
        (void)fprintf(out, "%s%s", i == 1 ? " ORDER BY " : ", ", fields[i].column);
    enum sow_status status = fclose(out) != 0
                                 ? sow_err_no_memory(err)
                                 : sow_store_prepare(store, sql, &reader->statement, err);
    free(sql);
    if (status == SOW_OK)
        (void)sqlite3_bind_int64(reader->statement, 1, run_id);
    return status;
}

bool sow_reader_next(struct sow_reader *reader, void *row, enum sow_status *status,
                     struct sow_err *err)
{
    bool more = false;
    if (*status == SOW_OK)
        *status = sow_store_step(reader->store, reader->statement, &more, err);
    if (*status == SOW_OK && more)
        *status = sow_row_load(reader->store, reader->table, reader->statement,
                               reader->weights, row, err);
    return *status == SOW_OK && more;
}

void sow_reader_close(struct sow_reader *reader)
{
    (void)sqlite3_finalize(reader->statement);
}

/* The text of a row that a column has, or NULL: it is none. */
static const char **text_member(struct sow_run_row *row, const struct sow_field *field)
{
    bool is_text = field->type == SOW_FIELD_TEXT ||
                   field->type == SOW_FIELD_TEXT_OR_NULL ||
                   field->type == SOW_FIELD_DIGEST;
    const char **text = (const char **)(void *)((char *)row + field->offset);
    return is_text && *text != NULL ? text : NULL;
}

/* Moves the borrowed texts into one block that the row owns. */
static enum sow_status keep_texts(struct sow_run_row *row, struct sow_err *err)
{
    const struct sow_field *fields = sow_tables[SOW_TABLE_RUNS].fields();
    size_t size = 1;
    for (const struct sow_field *field = fields; sow_field_is_stored(field); field++)
        if (text_member(row, field) != NULL)
            size += strlen(*text_member(row, field)) + 1;
    char *block = malloc(size);
    if (block == NULL)
        return sow_err_no_memory(err);
    row->storage = block;
    for (const struct sow_field *field = fields; sow_field_is_stored(field); field++) {
        const char **text = text_member(row, field);
        if (text == NULL)
            continue;
        size_t length = strlen(*text) + 1;
        memcpy(block, *text, length);
        *text = block;
        block += length;
    }
    return SOW_OK;
}

enum sow_status sow_store_read_run(struct sow_store *store, int64_t id,
                                   struct sow_run_row *row, struct sow_err *err)
{
    *row = (struct sow_run_row){.id = id};
    struct sow_reader reader;
    enum sow_status status =
        sow_reader_open(&reader, store, SOW_TABLE_RUNS, "id = ?1", id, err);
    if (sow_reader_next(&reader, row, &status, err))
        status = keep_texts(row, err);
    else if (status == SOW_OK)
        status = sow_store_require_run(store, id, err);
    sow_reader_close(&reader);
    if (status != SOW_OK)
        *row = (struct sow_run_row){.id = id};
    return status;
}

void sow_run_row_release(struct sow_run_row *row)
{
    free(row->storage);
    *row = (struct sow_run_row){.storage = NULL};
}

static enum sow_status collect_ids(struct sow_store *store, sqlite3_stmt *statement,
                                   int64_t **ids, size_t *count, struct sow_err *err)
{
    size_t room = 0;
    for (;;) {
        bool more;
        enum sow_status status = sow_store_step(store, statement, &more, err);
        if (status != SOW_OK || !more)
            return status;
        if (*count == room) {
            room = room == 0 ? 16 : 2 * room;
            int64_t *longer = realloc(*ids, room * sizeof *longer);
            if (longer == NULL)
                return sow_err_no_memory(err);
            *ids = longer;
        }
        (*ids)[(*count)++] = sqlite3_column_int64(statement, 0);
    }
}

enum sow_status sow_store_find_runs(struct sow_store *store, const char *kind,
                                    const char *status_word, int64_t **ids, size_t *count,
                                    struct sow_err *err)
{
    *ids = NULL;
    *count = 0;
    sqlite3_stmt *statement;
    enum sow_status status =
        sow_store_prepare(store,
                          "SELECT id FROM runs WHERE kind = coalesce(?1, kind)"
                          " AND status = coalesce(?2, status) ORDER BY id",
                          &statement, err);
    if (status != SOW_OK)
        return status;
    (void)sqlite3_bind_text(statement, 1, kind, -1, SQLITE_STATIC);
    (void)sqlite3_bind_text(statement, 2, status_word, -1, SQLITE_STATIC);
    status = collect_ids(store, statement, ids, count, err);
    (void)sqlite3_finalize(statement);
    if (status != SOW_OK) {
        free(*ids);
        *ids = NULL;
    }
    return status;
}

/* The shape of a run's last generation. */
static enum sow_status measure_population(struct sow_store *store, int64_t run_id,
                                          struct sow_stored_population *population,
                                          struct sow_err *err)
{
    enum sow_status status = sow_store_require_run(store, run_id, err);
    int64_t generation = 0;
    int64_t count = 0;
    if (status == SOW_OK)
        status = sow_store_integer(
            store, "SELECT max(generation) FROM generations WHERE run_id = ?1", run_id,
            &generation, err);
    if (status == SOW_OK)
        status = sow_store_integer(
            store,
            "SELECT count(*) FROM individuals WHERE run_id = ?1 AND generation ="
            " (SELECT max(generation) FROM generations WHERE run_id = ?1)",
            run_id, &count, err);
    if (status != SOW_OK)
        return status;
    if (count == 0 || count > INT32_MAX / SOW_WEIGHTS_MAX)
        return sow_err_set(err, SOW_BAD_DATA, "run %lld has no stored population",
                           (long long)run_id);
    population->generation = (int)generation;
    population->count = (int)count;
    return SOW_OK;
}

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

enum sow_status sow_store_read_last_population(struct sow_store *store, int64_t run_id,
                                               struct sow_stored_population *population,
                                               struct sow_err *err)
{
    *population = (struct sow_stored_population){.count = 0};
    enum sow_status status = measure_population(store, run_id, population, err);
    if (status != SOW_OK)
        return status;
    struct sow_reader reader;
    status =
        sow_reader_open(&reader, store, SOW_TABLE_INDIVIDUALS,
                        "run_id = ?1 AND generation ="
                        " (SELECT max(generation) FROM generations WHERE run_id = ?1)",
                        run_id, err);
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

static enum sow_status no_champion(struct sow_store *store, int64_t run_id,
                                   struct sow_err *err)
{
    struct sow_run_row run;
    enum sow_status status = sow_store_read_run(store, run_id, &run, err);
    if (status == SOW_OK)
        status = sow_err_set(err, SOW_USAGE,
                             "run %lld has no champion: it is a run of kind '%s' with "
                             "status '%s'; 'sowlab runs list' shows the others",
                             (long long)run_id, run.kind, run.status);
    sow_run_row_release(&run);
    return status;
}

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

/* Where a champion's weights go. */
struct weights_room {
    double **weights;
    int *count;
};

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

/* The call of a function of the table's own type. */
static enum sow_status hand_over(enum sow_table_id id, sow_any_fn *take, void *context,
                                 const union sow_any_row *row, struct sow_err *err)
{
    switch (id) {
        /* clang-format off */
#define TABLE(ID, name, word, KIND) \
    case SOW_TABLE_##ID: \
        return ((sow_##word##_fn *)take)(context, &row->word, err);
#include "sow/store/tables/tables.def"
        /* clang-format on */
    case SOW_TABLES_COUNT:
        break;
    }
    return SOW_OK;
}

enum sow_status sow_store_each_row(struct sow_store *store, enum sow_table_id id,
                                   int64_t run_id, sow_any_fn *take, void *context,
                                   struct sow_err *err)
{
    struct sow_reader reader;
    union sow_any_row row;
    enum sow_status status =
        sow_reader_open(&reader, store, id, "run_id = ?1", run_id, err);
    while (sow_reader_next(&reader, &row, &status, err))
        status = hand_over(id, take, context, &row, err);
    sow_reader_close(&reader);
    return status;
}

enum sow_status sow_store_count_games(struct sow_store *store, int64_t run_id,
                                      int64_t *games, struct sow_err *err)
{
    return sow_store_integer(store,
                             "SELECT max(coalesce((SELECT max(game) + 1 FROM positions"
                             " WHERE run_id = ?1), 0), coalesce((SELECT max(game) + 1"
                             " FROM choices WHERE run_id = ?1), 0))",
                             run_id, games, err);
}

enum sow_status sow_store_count_folds(struct sow_store *store, const char *table,
                                      int64_t run_id, int folds, int *found,
                                      struct sow_err *err)
{
    sqlite3_stmt *statement;
    bool more = false;
    *found = 0;
    enum sow_status status =
        sow_store_prepare_format(store, &statement, err,
                                 "SELECT count(*) FROM (SELECT DISTINCT game / 2 %% ?2"
                                 " FROM \"%w\" WHERE run_id = ?1 LIMIT ?2)",
                                 table);
    if (status == SOW_OK) {
        (void)sqlite3_bind_int64(statement, 1, run_id);
        (void)sqlite3_bind_int(statement, 2, folds);
        status = sow_store_step(store, statement, &more, err);
    }
    if (status == SOW_OK && more)
        *found = sqlite3_column_int(statement, 0);
    (void)sqlite3_finalize(statement);
    return status;
}

enum sow_status sow_store_count(struct sow_store *store, const char *table,
                                int64_t run_id, int64_t *rows, struct sow_err *err)
{
    *rows = 0;
    sqlite3_stmt *statement;
    enum sow_status status = sow_store_prepare_format(
        store, &statement, err, "SELECT count(*) FROM \"%w\" WHERE run_id = ?1", table);
    bool more;
    if (status == SOW_OK) {
        (void)sqlite3_bind_int64(statement, 1, run_id);
        status = sow_store_step(store, statement, &more, err);
    }
    if (status == SOW_OK && more)
        *rows = sqlite3_column_int64(statement, 0);
    (void)sqlite3_finalize(statement);
    return status;
}
