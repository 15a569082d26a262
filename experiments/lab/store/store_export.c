/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Writes a run with all its rows as a JSON document. */
#include "store_private.h"

#include "sow/support/json.h"

#include <errno.h>
#include <string.h>

/* Writes a column of the current row as JSON. A text is written as the JSON that it holds
   if its column is one of JSON (sow_json_is_column). Writes null for NULL and blobs. */
static void write_value(FILE *out, sqlite3_stmt *statement, int column)
{
    const char *name = sqlite3_column_name(statement, column);
    const char *text;
    switch (sqlite3_column_type(statement, column)) {
    case SQLITE_INTEGER:
        (void)fprintf(out, "%lld", (long long)sqlite3_column_int64(statement, column));
        break;
    case SQLITE_FLOAT:
        sow_json_write_real(out, sqlite3_column_double(statement, column));
        break;
    case SQLITE_TEXT:
        text = (const char *)sqlite3_column_text(statement, column);
        if (sow_json_is_column(name, text))
            sow_json_write_value(out, text);
        else
            sow_json_write_text(out, text);
        break;
    default:
        (void)fputs("null", out);
        break;
    }
}

/* Writes the current row as a JSON object with a member for each column. */
static void write_row(FILE *out, sqlite3_stmt *statement)
{
    for (int i = 0; i < sqlite3_column_count(statement); i++) {
        (void)fputs(i == 0 ? "{" : ", ", out);
        sow_json_write_text(out, sqlite3_column_name(statement, i));
        (void)fputs(": ", out);
        write_value(out, statement, i);
    }
    (void)fputc('}', out);
}

/* Writes the rows of one table in which column @p key is @p id, as a member of the
   document: a comma, the name, an array of objects. Writes nothing if there are none. */
static enum sow_status write_table(struct sow_store *store, const char *table,
                                   const char *key, int64_t id, FILE *out,
                                   struct sow_err *err)
{
    sqlite3_stmt *statement;
    enum sow_status status = sow_store_prepare_format(
        store, &statement, err, "SELECT * FROM \"%w\" WHERE \"%w\" = ?1", table, key);
    if (status != SOW_OK)
        return status;
    (void)sqlite3_bind_int64(statement, 1, id);
    bool started = false;
    while (status == SOW_OK) {
        bool more;
        status = sow_store_step(store, statement, &more, err);
        if (status != SOW_OK || !more)
            break;
        if (!started)
            (void)fprintf(out, ",\n  \"%s\": [\n    ", table);
        else
            (void)fputs(",\n    ", out);
        started = true;
        write_row(out, statement);
    }
    (void)fputs(started ? "\n  ]" : "", out);
    (void)sqlite3_finalize(statement);
    return status;
}

/* Writes all tables with a column run_id by write_table, in the order of their creation.
   It asks the schema for them, so that a new table is exported without a change here. */
static enum sow_status write_tables(struct sow_store *store, int64_t id, FILE *out,
                                    struct sow_err *err)
{
    sqlite3_stmt *tables;
    enum sow_status status = sow_store_prepare(
        store,
        "SELECT s.name FROM sqlite_schema s, pragma_table_info(s.name) c"
        " WHERE s.type = 'table' AND c.name = 'run_id' ORDER BY s.rowid",
        &tables, err);
    if (status != SOW_OK)
        return status;
    bool more = true;
    while (status == SOW_OK) {
        status = sow_store_step(store, tables, &more, err);
        if (status != SOW_OK || !more)
            break;
        status = write_table(store, (const char *)sqlite3_column_text(tables, 0),
                             "run_id", id, out, err);
    }
    (void)sqlite3_finalize(tables);
    return status;
}

/* Writes the member "references" with the digest of the run that run @p id was made of,
   after a comma, because numbers of runs mean nothing elsewhere. Writes nothing if there
   is none. */
static enum sow_status write_reference(struct sow_store *store, int64_t id, FILE *out,
                                       struct sow_err *err)
{
    char *digest;
    const struct sow_reference *reference;
    enum sow_status status =
        sow_store_find_reference(store, id, &reference, &digest, err);
    if (digest != NULL) {
        (void)fprintf(out, ",\n  \"references\": {\"%s\": ", reference->parameter);
        sow_json_write_text(out, digest);
        (void)fputc('}', out);
    }
    sqlite3_free(digest);
    return status;
}

/* Writes the whole document: format and schema, the reference, the record, all other
   tables. Fails with SOW_NOT_FOUND, with nothing written, if there is no run @p id. After
   other failures the document is incomplete. */
static enum sow_status write_document(struct sow_store *store, int64_t id, FILE *out,
                                      struct sow_err *err)
{
    int64_t schema;
    enum sow_status status = sow_store_require_run(store, id, err);
    if (status == SOW_OK)
        status = sow_store_integer(store, "PRAGMA user_version", 0, &schema, err);
    if (status != SOW_OK)
        return status;
    (void)fprintf(out, "{\n  \"format\": \"sowlab run\",\n  \"schema\": %lld",
                  (long long)schema);
    status = write_reference(store, id, out, err);
    if (status == SOW_OK)
        status = write_table(store, "runs", "id", id, out, err);
    if (status == SOW_OK)
        status = write_tables(store, id, out, err);
    (void)fputs("\n}\n", out);
    return status;
}

enum sow_status sow_store_export(struct sow_store *store, int64_t id, FILE *out,
                                 struct sow_err *err)
{
    /* A transaction shows one state of the database, even if another process writes. */
    enum sow_status status = sow_store_exec(store, "BEGIN", err);
    if (status != SOW_OK)
        return status;
    status = write_document(store, id, out, err);
    sow_store_rollback(store);
    if (status == SOW_OK && (fflush(out) != 0 || ferror(out)))
        status = sow_err_set(err, SOW_IO, "cannot write run %lld: %s", (long long)id,
                             strerror(errno));
    return status;
}
