/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "store_private.h"

#include <stdlib.h>

/* "INSERT INTO table (a, b) VALUES (?, ?)", prepared once per connection. */
static enum sow_status prepare_insert(struct sow_store *store, enum sow_table_id id,
                                      struct sow_err *err)
{
    const struct sow_table *table = &sow_tables[id];
    char *sql = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&sql, &size);
    if (out == NULL)
        return sow_err_no_memory(err);
    (void)fprintf(out, "INSERT INTO %s (", table->name);
    sow_table_columns(table, out);
    (void)fputs(") VALUES (", out);
    for (int i = 0; table->fields[i].column != NULL; i++)
        (void)fputs(i == 0 ? "?" : ", ?", out);
    (void)fputc(')', out);
    enum sow_status status =
        fclose(out) != 0 ? sow_err_no_memory(err)
                         : sow_store_prepare(store, sql, &store->inserts[id], err);
    free(sql);
    return status;
}

static enum sow_status insert(struct sow_store *store, enum sow_table_id id,
                              const void *row, struct sow_err *err)
{
    enum sow_status status = SOW_OK;
    if (store->inserts[id] == NULL)
        status = prepare_insert(store, id, err);
    if (status != SOW_OK)
        return status;
    sqlite3_stmt *statement = store->inserts[id];
    status = sow_row_bind(store, &sow_tables[id], row, statement, err);
    bool more;
    if (status == SOW_OK)
        status = sow_store_step(store, statement, &more, err);
    (void)sqlite3_reset(statement);
    (void)sqlite3_clear_bindings(statement);
    return status;
}

enum sow_status sow_store_add_run(struct sow_store *store, const struct sow_run_row *row,
                                  int64_t *id, struct sow_err *err)
{
    enum sow_status status = insert(store, SOW_TABLE_RUNS, row, err);
    if (status == SOW_OK)
        *id = sqlite3_last_insert_rowid(store->db);
    return status;
}

enum sow_status sow_store_finish_run(struct sow_store *store,
                                     const struct sow_run_row *row, struct sow_err *err)
{
    sqlite3_stmt *statement;
    enum sow_status status = sow_store_prepare(
        store,
        "UPDATE runs SET status = ?2, stop_reason = ?3, kernel = ?4, finished = ?5,"
        " seconds = ?6 WHERE id = ?1",
        &statement, err);
    if (status != SOW_OK)
        return status;
    (void)sqlite3_bind_int64(statement, 1, row->id);
    (void)sqlite3_bind_text(statement, 2, row->status, -1, SQLITE_STATIC);
    (void)sqlite3_bind_text(statement, 3, row->stop_reason, -1, SQLITE_STATIC);
    (void)sqlite3_bind_text(statement, 4, row->kernel, -1, SQLITE_STATIC);
    (void)sqlite3_bind_text(statement, 5, row->finished, -1, SQLITE_STATIC);
    (void)sqlite3_bind_double(statement, 6, row->seconds);
    bool more;
    status = sow_store_step(store, statement, &more, err);
    (void)sqlite3_finalize(statement);
    if (status == SOW_OK && sqlite3_changes(store->db) == 0)
        return sow_store_require_run(store, row->id, err);
    return status;
}

/* Deleting a data set would leave the fits made of it without their ground. */
static enum sow_status refuse_if_used(struct sow_store *store, int64_t id,
                                      struct sow_err *err)
{
    int64_t user;
    enum sow_status status = sow_store_integer(
        store, "SELECT min(run_id) FROM fits WHERE dataset_id = ?1", id, &user, err);
    if (status != SOW_OK || user == 0)
        return status;
    return sow_err_set(err, SOW_USAGE,
                       "run %lld is the data set of fit %lld; delete that first",
                       (long long)id, (long long)user);
}

static enum sow_status delete_row(struct sow_store *store, int64_t id,
                                  struct sow_err *err)
{
    sqlite3_stmt *statement;
    enum sow_status status =
        sow_store_prepare(store, "DELETE FROM runs WHERE id = ?1", &statement, err);
    if (status != SOW_OK)
        return status;
    (void)sqlite3_bind_int64(statement, 1, id);
    bool more;
    status = sow_store_step(store, statement, &more, err);
    (void)sqlite3_finalize(statement);
    return status;
}

enum sow_status sow_store_delete_run(struct sow_store *store, int64_t id,
                                     struct sow_err *err)
{
    enum sow_status status = sow_store_begin(store, err);
    if (status != SOW_OK)
        return status;
    status = sow_store_require_run(store, id, err);
    if (status == SOW_OK)
        status = refuse_if_used(store, id, err);
    if (status == SOW_OK)
        status = delete_row(store, id, err);
    if (status == SOW_OK)
        return sow_store_commit(store, err);
    sow_store_rollback(store);
    return status;
}

enum sow_status sow_store_add_generation(struct sow_store *store,
                                         const struct sow_generation_row *row,
                                         struct sow_err *err)
{
    return insert(store, SOW_TABLE_GENERATIONS, row, err);
}

enum sow_status sow_store_add_generation_times(struct sow_store *store,
                                               const struct sow_generation_times_row *row,
                                               struct sow_err *err)
{
    return insert(store, SOW_TABLE_GENERATION_TIMES, row, err);
}

enum sow_status sow_store_add_individual(struct sow_store *store,
                                         const struct sow_individual_row *row,
                                         struct sow_err *err)
{
    return insert(store, SOW_TABLE_INDIVIDUALS, row, err);
}

enum sow_status sow_store_add_candidate(struct sow_store *store,
                                        const struct sow_candidate_row *row,
                                        struct sow_err *err)
{
    return insert(store, SOW_TABLE_CANDIDATES, row, err);
}

enum sow_status sow_store_add_champion(struct sow_store *store,
                                       const struct sow_champion_row *row,
                                       struct sow_err *err)
{
    return insert(store, SOW_TABLE_CHAMPIONS, row, err);
}

enum sow_status sow_store_add_match(struct sow_store *store,
                                    const struct sow_match_row *row, struct sow_err *err)
{
    return insert(store, SOW_TABLE_MATCHES, row, err);
}

enum sow_status sow_store_add_position(struct sow_store *store,
                                       const struct sow_position_row *row,
                                       struct sow_err *err)
{
    return insert(store, SOW_TABLE_POSITIONS, row, err);
}

enum sow_status sow_store_add_fit(struct sow_store *store, const struct sow_fit_row *row,
                                  struct sow_err *err)
{
    return insert(store, SOW_TABLE_FITS, row, err);
}

enum sow_status sow_store_add_coefficient(struct sow_store *store,
                                          const struct sow_coefficient_row *row,
                                          struct sow_err *err)
{
    return insert(store, SOW_TABLE_COEFFICIENTS, row, err);
}
