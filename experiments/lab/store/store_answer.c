/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Answers: the rows of a statement, handed on one by one. */
#include "store_private.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- Rows of any width ---- */

enum sow_status sow_answer_begin(struct sow_answer *answer, struct sow_err *err)
{
    int columns = sqlite3_column_count(answer->statement);
    answer->row.columns = columns;
    answer->names = calloc((size_t)columns + 1, sizeof *answer->names);
    answer->values = calloc((size_t)columns + 1, sizeof *answer->values);
    if (answer->names == NULL || answer->values == NULL)
        return sow_err_no_memory(err);
    for (int i = 0; i < columns; i++) {
        answer->names[i] = sqlite3_column_name(answer->statement, i);
        if (answer->names[i] == NULL)
            return sow_err_no_memory(err);
    }
    answer->row.names = answer->names;
    return answer->take(answer->context, &answer->row, err);
}

/* Returns a column of the current row as a value of the type that it has in SQLite. Texts
   and blobs are borrowed from @p statement. */
static struct sow_value value_of(sqlite3_stmt *statement, int column)
{
    switch (sqlite3_column_type(statement, column)) {
    case SQLITE_INTEGER:
        return sow_integer(sqlite3_column_int64(statement, column));
    case SQLITE_FLOAT:
        return sow_real(sqlite3_column_double(statement, column));
    case SQLITE_TEXT:
        return sow_text((const char *)sqlite3_column_text(statement, column));
    case SQLITE_BLOB:
        return (struct sow_value){.type = SOW_VALUE_BLOB,
                                  .blob = sqlite3_column_blob(statement, column),
                                  .bytes =
                                      (size_t)sqlite3_column_bytes(statement, column)};
    default:
        return (struct sow_value){.type = SOW_VALUE_NULL};
    }
}

enum sow_status sow_answer_hand_on(struct sow_answer *answer, struct sow_err *err)
{
    for (int i = 0; i < answer->row.columns; i++) {
        answer->names[i] = sqlite3_column_name(answer->statement, i);
        answer->values[i] = value_of(answer->statement, i);
    }
    answer->row.values = answer->values;
    return answer->take(answer->context, &answer->row, err);
}

void sow_answer_end(struct sow_answer *answer)
{
    (void)sqlite3_finalize(answer->statement);
    free(answer->names);
    free(answer->values);
}

enum sow_status sow_store_rows(struct sow_store *store, const char *sql,
                               const struct sow_value *values, sow_row_taker *take,
                               void *context, struct sow_err *err)
{
    struct sow_answer answer = {.take = take, .context = context};
    enum sow_status status = sow_store_prepare(store, sql, &answer.statement, err);
    if (status == SOW_OK) {
        sow_store_bind(answer.statement, values);
        status = sow_answer_begin(&answer, err);
    }
    for (bool more = true; status == SOW_OK && more;) {
        status = sow_store_step(store, answer.statement, &more, err);
        if (status == SOW_OK && more)
            status = sow_answer_hand_on(&answer, err);
    }
    sow_answer_end(&answer);
    return status;
}

/* ---- Rows of a few cells ---- */

/* Reads all columns of the current row as text and number. The number of a text, blob or
   NULL is NaN. Texts are borrowed from @p statement. */
static void read_cells(sqlite3_stmt *statement, struct sow_cells *cells)
{
    cells->count = sqlite3_column_count(statement);
    for (int i = 0; i < cells->count; i++) {
        int type = sqlite3_column_type(statement, i);
        cells->number[i] = type == SQLITE_INTEGER || type == SQLITE_FLOAT
                               ? sqlite3_column_double(statement, i)
                               : (double)NAN;
        cells->text[i] = (const char *)sqlite3_column_text(statement, i);
    }
}

/* Takes the kept statement with the text @p sql from a store. Returns NULL if there is
   none, or if it is in use. */
static sqlite3_stmt *take_kept(struct sow_store *store, const char *sql)
{
    for (int i = 0; i < SOW_KEPT_STATEMENTS; i++) {
        sqlite3_stmt *statement = store->kept[i];
        if (statement != NULL && strcmp(sqlite3_sql(statement), sql) == 0) {
            store->kept[i] = NULL;
            return statement;
        }
    }
    return NULL;
}

/* Keeps a statement for the next question with the same text: parsing one on a view takes
   longer than its answer. A store that is written finalizes it instead, and so is the
   statement whose place is needed. */
static void keep(struct sow_store *store, sqlite3_stmt *statement)
{
    size_t place = 0;
    if (store->mode != SOW_STORE_READ) {
        (void)sqlite3_finalize(statement);
        return;
    }
    (void)sqlite3_reset(statement);
    (void)sqlite3_clear_bindings(statement);
    while (place < SOW_KEPT_STATEMENTS && store->kept[place] != NULL)
        place++;
    if (place == SOW_KEPT_STATEMENTS) {
        place = store->next_kept++ % SOW_KEPT_STATEMENTS;
        (void)sqlite3_finalize(store->kept[place]);
    }
    store->kept[place] = statement;
}

enum sow_status sow_store_answer(struct sow_store *store, const char *sql,
                                 const struct sow_value *values, sow_cells_fn *take,
                                 void *context, struct sow_err *err)
{
    enum sow_status status = SOW_OK;
    sqlite3_stmt *statement = take_kept(store, sql);
    if (statement == NULL)
        status = sow_store_prepare(store, sql, &statement, err);
    if (status != SOW_OK)
        return status;
    assert(sqlite3_column_count(statement) <= SOW_CELLS_MAX);
    sow_store_bind(statement, values);
    for (bool more = true; status == SOW_OK && more;) {
        struct sow_cells cells = {.count = 0};
        status = sow_store_step(store, statement, &more, err);
        if (status != SOW_OK || !more)
            continue;
        read_cells(statement, &cells);
        status = take(context, &cells, err);
    }
    keep(store, statement);
    return status;
}

enum sow_status sow_store_written(struct sow_store *store, const char *sql, int64_t id,
                                  char **text, struct sow_err *err)
{
    char *answer;
    *text = NULL;
    enum sow_status status =
        sow_store_text(store, sql, SOW_VALUES(sow_integer(id)), &answer, err);
    if (status == SOW_OK && answer != NULL) {
        *text = strdup(answer);
        status = *text != NULL ? SOW_OK : sow_err_no_memory(err);
    }
    sqlite3_free(answer);
    return status;
}
