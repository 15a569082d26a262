/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Is what the file holds what was put into it? */
#include "store_private.h"

#include "sow/base/parallel.h"

#include <string.h>

/* A run's content while it is read in the order in which it was digested. */
struct inspection {
    struct sow_store *store;
    int64_t id;
    int64_t rows;
    struct sow_digest digest;
    struct sow_reader individuals; /* walked beside the generations */
    struct sow_individual_row individual;
    bool more; /* `individual` holds a row not digested yet */
};

static enum sow_status report_damage(const struct inspection *inspection,
                                     const char *place, struct sow_err *err)
{
    return sow_err_set(err, SOW_BAD_DATA,
                       "run %lld is damaged: %s in '%s' is not what was stored; go back "
                       "to a copy of the database, or delete the run",
                       (long long)inspection->id, place, inspection->store->path);
}

static enum sow_status next_individual(struct inspection *inspection, struct sow_err *err)
{
    enum sow_status status = SOW_OK;
    inspection->more =
        sow_reader_next(&inspection->individuals, &inspection->individual, &status, err);
    return status;
}

/* The individuals that follow generation @p row, then its own digest. */
static enum sow_status inspect_generation(struct inspection *inspection,
                                          const struct sow_generation_row *row,
                                          struct sow_err *err)
{
    enum sow_status status = SOW_OK;
    while (status == SOW_OK && inspection->more &&
           inspection->individual.generation == row->generation) {
        sow_digest_add(&inspection->digest, &sow_tables[SOW_TABLE_INDIVIDUALS],
                       &inspection->individual);
        inspection->rows++;
        status = next_individual(inspection, err);
    }
    if (status != SOW_OK)
        return status;
    char text[SOW_DIGEST_TEXT];
    (void)sow_digest_format(&inspection->digest, text);
    if (row->digest != NULL && strcmp(row->digest, text) == 0)
        return SOW_OK;
    char place[48];
    (void)snprintf(place, sizeof place, "generation %d", row->generation);
    return report_damage(inspection, place, err);
}

static enum sow_status inspect_table(struct inspection *inspection, enum sow_table_id id,
                                     struct sow_err *err)
{
    struct sow_reader reader;
    union sow_any_row row;
    enum sow_status status = sow_reader_open(&reader, inspection->store, id,
                                             "run_id = ?1", inspection->id, err);
    while (sow_reader_next(&reader, &row, &status, err)) {
        sow_digest_add(&inspection->digest, &sow_tables[id], &row);
        inspection->rows++;
        if (id == SOW_TABLE_GENERATIONS)
            status = inspect_generation(inspection, &row.generation, err);
        if (status == SOW_OK)
            status = sow_store_look(inspection->store, err);
    }
    sow_reader_close(&reader);
    return status;
}

static enum sow_status inspect_tables(struct inspection *inspection, struct sow_err *err)
{
    enum sow_status status =
        sow_reader_open(&inspection->individuals, inspection->store,
                        SOW_TABLE_INDIVIDUALS, "run_id = ?1", inspection->id, err);
    if (status == SOW_OK)
        status = next_individual(inspection, err);
    for (int id = 0; id < SOW_TABLES_COUNT && status == SOW_OK; id++)
        if (sow_tables[id].is_content && id != SOW_TABLE_INDIVIDUALS)
            status = inspect_table(inspection, (enum sow_table_id)id, err);
    if (status == SOW_OK && inspection->more)
        status = report_damage(inspection, "an individual without a generation", err);
    sow_reader_close(&inspection->individuals);
    return status;
}

static enum sow_status inspect(struct inspection *inspection, struct sow_err *err)
{
    struct sow_run_row run;
    char text[SOW_DIGEST_TEXT];
    enum sow_status status =
        sow_store_read_run(inspection->store, inspection->id, &run, err);
    if (status != SOW_OK)
        return status;
    sow_digest_begin(&inspection->digest, &run);
    status = inspect_tables(inspection, err);
    if (status == SOW_OK &&
        (run.digest == NULL ||
         strcmp(run.digest, sow_digest_format(&inspection->digest, text)) != 0))
        status = report_damage(inspection, "its record or its content", err);
    sow_run_row_release(&run);
    return status;
}

enum sow_status sow_store_check_run(struct sow_store *store, int64_t id, int64_t *rows,
                                    struct sow_err *err)
{
    struct inspection inspection = {.store = store, .id = id};
    /* One view of the database, whoever writes meanwhile. */
    bool alone = sqlite3_get_autocommit(store->db) != 0;
    enum sow_status status = alone ? sow_store_exec(store, "BEGIN", err) : SOW_OK;
    if (status != SOW_OK)
        return status;
    status = inspect(&inspection, err);
    if (alone)
        sow_store_rollback(store);
    if (rows != NULL)
        *rows = inspection.rows;
    return status;
}

/* ---- The file ---- */

/* A pragma that answers with @p wanted, or with nothing if that is NULL. */
static enum sow_status check_pragma(struct sow_store *store, const char *pragma,
                                    const char *wanted, struct sow_err *err)
{
    sqlite3_stmt *statement;
    enum sow_status status = sow_store_prepare(store, pragma, &statement, err);
    if (status != SOW_OK)
        return status;
    bool row;
    status = sow_store_step(store, statement, &row, err);
    const char *text =
        status == SOW_OK && row ? (const char *)sqlite3_column_text(statement, 0) : NULL;
    if (status == SOW_OK && (row || wanted != NULL) &&
        (text == NULL || wanted == NULL || strcmp(text, wanted) != 0))
        status = sow_err_set(err, SOW_BAD_DATA, "database '%s' is damaged: %s%.300s",
                             store->path,
                             wanted == NULL ? "a row refers to nothing in table " : "",
                             text == NULL ? "" : text);
    (void)sqlite3_finalize(statement);
    return status;
}

static const char SCHEMA_ROWS[] =
    "SELECT type, name, tbl_name, sql FROM sqlite_schema WHERE name NOT LIKE 'sqlite_%'"
    " ORDER BY type, name";

static bool same_text(sqlite3_stmt *a, sqlite3_stmt *b, int column)
{
    const char *first = (const char *)sqlite3_column_text(a, column);
    const char *second = (const char *)sqlite3_column_text(b, column);
    return first != NULL && second != NULL && strcmp(first, second) == 0;
}

static enum sow_status compare_schemas(struct sow_store *store, sqlite3_stmt *found,
                                       struct sow_store *fresh, sqlite3_stmt *wanted,
                                       struct sow_err *err)
{
    bool more = true;
    while (more) {
        bool has;
        bool should;
        enum sow_status status = sow_store_step(store, found, &has, err);
        if (status == SOW_OK)
            status = sow_store_step(fresh, wanted, &should, err);
        if (status != SOW_OK)
            return status;
        bool same = has == should;
        for (int i = 0; same && has && i < 4; i++)
            same = same_text(found, wanted, i);
        if (!same)
            return sow_err_set(
                err, SOW_BAD_DATA,
                "database '%s' is damaged: its schema is not sowlab's at '%.100s'",
                store->path,
                has ? (const char *)sqlite3_column_text(found, 1) : "the end");
        more = has;
    }
    return SOW_OK;
}

static enum sow_status check_schema(struct sow_store *store, struct sow_err *err)
{
    struct sow_store *fresh = NULL;
    sqlite3_stmt *found = NULL;
    sqlite3_stmt *wanted = NULL;
    enum sow_status status = sow_store_open("", SOW_STORE_SCRATCH, &fresh, err);
    if (status == SOW_OK)
        status = sow_store_prepare(store, SCHEMA_ROWS, &found, err);
    if (status == SOW_OK)
        status = sow_store_prepare(fresh, SCHEMA_ROWS, &wanted, err);
    if (status == SOW_OK)
        status = compare_schemas(store, found, fresh, wanted, err);
    (void)sqlite3_finalize(found);
    (void)sqlite3_finalize(wanted);
    sow_store_close(fresh);
    return status;
}

static int look_for_stop(void *context)
{
    const struct sow_store *store = context;
    return sow_stop_requested(store->stop);
}

enum sow_status sow_store_check_file(struct sow_store *store, struct sow_err *err)
{
    enum { STEPS_PER_LOOK = 20000 };
    sqlite3_progress_handler(store->db, STEPS_PER_LOOK, look_for_stop, store);
    enum sow_status status = check_schema(store, err);
    if (status == SOW_OK)
        status = check_pragma(store, "PRAGMA integrity_check(1)", "ok", err);
    if (status == SOW_OK)
        status = check_pragma(store, "PRAGMA foreign_key_check", NULL, err);
    sqlite3_progress_handler(store->db, 0, NULL, NULL);
    return sow_stop_requested(store->stop) ? sow_store_look(store, err) : status;
}
