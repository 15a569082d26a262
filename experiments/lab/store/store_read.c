/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads rows and records, and counts rows. */
#include "store_walk.h"

#include "sow/base/array.h"
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

/* Returns the address of the text pointer that @p field has in @p row; NULL if the
   column is no text or the text is NULL. */
static const char **text_member(struct sow_run_row *row, const struct sow_field *field)
{
    bool is_text = field->type == SOW_FIELD_TEXT ||
                   field->type == SOW_FIELD_TEXT_OR_NULL ||
                   field->type == SOW_FIELD_DIGEST;
    const char **text = (const char **)(void *)((char *)row + field->offset);
    return is_text && *text != NULL ? text : NULL;
}

/* Copies the borrowed texts of a record into one block, which the row owns in @c
   storage. Without memory the row is unchanged. */
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

/* Kinds of runs that are made of another run. */
static const struct sow_reference REFERENCES[] = {{"fit", "dataset"}};

const struct sow_reference *sow_reference_of(const char *kind)
{
    for (size_t i = 0; i < sizeof REFERENCES / sizeof REFERENCES[0]; i++)
        if (strcmp(REFERENCES[i].kind, kind) == 0)
            return &REFERENCES[i];
    return NULL;
}

enum sow_status sow_store_find_reference(struct sow_store *store, int64_t id,
                                         const struct sow_reference **reference,
                                         char **digest, struct sow_err *err)
{
    struct sow_run_row run;
    *digest = NULL;
    enum sow_status status = sow_store_read_run(store, id, &run, err);
    *reference = run.kind != NULL ? sow_reference_of(run.kind) : NULL;
    sow_run_row_release(&run);
    if (*reference == NULL)
        return status;
    return sow_store_text(store,
                          "SELECT d.digest FROM runs r JOIN runs d ON d.id ="
                          " json_extract(r.parameters, '$.' || ?2) WHERE r.id = ?1",
                          SOW_VALUES(sow_integer(id), sow_text((*reference)->parameter)),
                          digest, err);
}

/* Appends the numbers in the first column of @p statement to the heap array @p ids, which
   may move, and counts them in @p count. After a failure the caller frees the array. */
static enum sow_status collect_ids(struct sow_store *store, sqlite3_stmt *statement,
                                   int64_t **ids, size_t *count, struct sow_err *err)
{
    for (;;) {
        bool more;
        enum sow_status status = sow_store_step(store, statement, &more, err);
        if (status != SOW_OK || !more)
            return status;
        int64_t *longer = sow_array_grow(*ids, *count, sizeof *longer);
        if (longer == NULL)
            return sow_err_no_memory(err);
        *ids = longer;
        longer[(*count)++] = sqlite3_column_int64(statement, 0);
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

enum sow_status sow_row_hand_over(enum sow_table_id id, sow_any_fn *take, void *context,
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
        status = sow_row_hand_over(id, take, context, &row, err);
    sow_reader_close(&reader);
    return status;
}

enum sow_status sow_store_count_games(struct sow_store *store, int64_t run_id,
                                      int64_t *games, struct sow_err *err)
{
    return sow_store_integer(
        store,
        "SELECT coalesce(max(games), 0) FROM (SELECT max(game) + 1 AS"
        " games FROM positions WHERE run_id = ?1 UNION ALL"
        " SELECT max(game) + 1 FROM choices WHERE run_id = ?1"
        " UNION ALL SELECT max(game) + 1 FROM unsolved WHERE run_id"
        " = ?1)",
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

/* Counts the rows of a run in @p table into @p counts[0], and computes @p aggregate, SQL,
   of them into @p counts[1]. Both are 0 on failure. */
static enum sow_status count_rows(struct sow_store *store, const char *table,
                                  const char *aggregate, int64_t run_id,
                                  int64_t counts[2], struct sow_err *err)
{
    counts[0] = 0;
    counts[1] = 0;
    sqlite3_stmt *statement;
    enum sow_status status = sow_store_prepare_format(
        store, &statement, err, "SELECT count(*), %s FROM \"%w\" WHERE run_id = ?1",
        aggregate, table);
    bool more;
    if (status == SOW_OK) {
        (void)sqlite3_bind_int64(statement, 1, run_id);
        status = sow_store_step(store, statement, &more, err);
    }
    if (status == SOW_OK && more) {
        counts[0] = sqlite3_column_int64(statement, 0);
        counts[1] = sqlite3_column_int64(statement, 1);
    }
    (void)sqlite3_finalize(statement);
    return status;
}

enum sow_status sow_store_count(struct sow_store *store, const char *table,
                                int64_t run_id, int64_t *rows, struct sow_err *err)
{
    int64_t counts[2];
    enum sow_status status = count_rows(store, table, "0", run_id, counts, err);
    *rows = counts[0];
    return status;
}

enum sow_status sow_store_count_positions(struct sow_store *store, int64_t run_id,
                                          int64_t *positions, int64_t *labels,
                                          struct sow_err *err)
{
    int64_t counts[2];
    enum sow_status status =
        count_rows(store, "positions", "count(label)", run_id, counts, err);
    *positions = counts[0];
    *labels = counts[1];
    return status;
}
