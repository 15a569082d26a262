/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Runs from another database. */
#include "store_private.h"

#include <string.h>

/* The digest of the run that @p row was made of; NULL or text for sqlite3_free. */
static enum sow_status digest_of_reference(struct sow_store *from,
                                           const struct sow_run_row *row, char **digest,
                                           struct sow_err *err)
{
    *digest = NULL;
    const struct sow_reference *reference = sow_reference_of(row->kind);
    if (reference == NULL)
        return SOW_OK;
    sqlite3_stmt *statement;
    enum sow_status status =
        sow_store_prepare(from,
                          "SELECT d.digest FROM runs r JOIN runs d ON d.id ="
                          " json_extract(r.parameters, '$.' || ?2) WHERE r.id = ?1",
                          &statement, err);
    if (status != SOW_OK)
        return status;
    (void)sqlite3_bind_int64(statement, 1, row->id);
    (void)sqlite3_bind_text(statement, 2, reference->parameter, -1, SQLITE_STATIC);
    bool found;
    status = sow_store_step(from, statement, &found, err);
    if (status == SOW_OK && found)
        *digest = sqlite3_mprintf("%s", sqlite3_column_text(statement, 0));
    (void)sqlite3_finalize(statement);
    return status;
}

/* A run here with the digest of run @p id, which may be here itself; 0 if there is none.
 */
static enum sow_status find_twin(struct sow_store *store, const char *digest, int64_t id,
                                 int64_t *twin, struct sow_err *err)
{
    *twin = 0;
    sqlite3_stmt *statement;
    enum sow_status status = sow_store_prepare(
        store, "SELECT min(id) FROM runs WHERE digest = ?1 AND id <> ?2", &statement,
        err);
    if (status != SOW_OK)
        return status;
    (void)sqlite3_bind_text(statement, 1, digest, -1, SQLITE_STATIC);
    (void)sqlite3_bind_int64(statement, 2, id);
    bool found;
    status = sow_store_step(store, statement, &found, err);
    if (status == SOW_OK && found)
        *twin = sqlite3_column_int64(statement, 0);
    (void)sqlite3_finalize(statement);
    return status;
}

static enum sow_status copy_rows(struct sow_arrival *arrival, struct sow_store *from,
                                 int64_t id, struct sow_err *err)
{
    struct sow_walk walk;
    enum sow_table_id table;
    enum sow_status status = SOW_OK;
    const union sow_any_row *row;
    sow_walk_begin(&walk, from, id);
    while ((row = sow_walk_next(&walk, &table, &status, err)) != NULL) {
        union sow_any_row copy = *row;
        status = sow_arrival_add(arrival, table, &copy, err);
    }
    sow_walk_end(&walk);
    return status;
}

static enum sow_status copy_table(struct sow_arrival *arrival, struct sow_store *from,
                                  enum sow_table_id table, int64_t id,
                                  struct sow_err *err)
{
    struct sow_reader reader;
    union sow_any_row row;
    enum sow_status status =
        sow_reader_open(&reader, from, table, "run_id = ?1", id, err);
    while (sow_reader_next(&reader, &row, &status, err))
        status = sow_arrival_add(arrival, table, &row, err);
    sow_reader_close(&reader);
    return status;
}

static enum sow_status copy_aside(struct sow_arrival *arrival, struct sow_store *from,
                                  int64_t id, struct sow_err *err)
{
    enum sow_status status = SOW_OK;
    for (int table = 0; table < SOW_TABLES_COUNT && status == SOW_OK; table++)
        if (sow_tables[table].kind == SOW_PROVENANCE)
            status = copy_table(arrival, from, (enum sow_table_id)table, id, err);
    return status;
}

static enum sow_status copy_run(struct sow_arrival *arrival, struct sow_store *from,
                                const struct sow_run_row *run, struct sow_err *err)
{
    char *reference;
    enum sow_status status = digest_of_reference(from, run, &reference, err);
    if (status == SOW_OK)
        status = sow_arrival_begin(arrival, run, reference, err);
    sqlite3_free(reference);
    if (status == SOW_OK)
        status = copy_rows(arrival, from, run->id, err);
    if (status == SOW_OK)
        status = copy_aside(arrival, from, run->id, err);
    return status == SOW_OK ? sow_arrival_end(arrival, err) : status;
}

/* A fit has another digest where its data set has another number, so that it has to be
   copied before it can be told whether it is here already. */
static enum sow_status keep_unless_twin(struct sow_arrival *arrival,
                                        struct sow_copied *copied, struct sow_err *err)
{
    struct sow_run_row run;
    enum sow_status status = sow_row_chain_seal(arrival->store, err);
    if (status == SOW_OK)
        status = sow_store_read_run(arrival->store, arrival->id, &run, err);
    if (status != SOW_OK)
        return status;
    status = find_twin(arrival->store, run.digest, arrival->id, &copied->id, err);
    sow_run_row_release(&run);
    if (status != SOW_OK || copied->id != 0)
        return status;
    copied->id = arrival->id;
    copied->added = true;
    return sow_store_commit(arrival->store, err);
}

static enum sow_status add_copy(struct sow_store *store, struct sow_store *from,
                                const struct sow_run_row *run, struct sow_copied *copied,
                                struct sow_err *err)
{
    struct sow_arrival arrival = {.store = store};
    enum sow_status status = sow_store_begin(store, err);
    if (status != SOW_OK)
        return status;
    if (sow_reference_of(run->kind) == NULL)
        status = find_twin(store, run->digest, 0, &copied->id, err);
    if (status == SOW_OK && copied->id == 0) {
        status = copy_run(&arrival, from, run, err);
        if (status == SOW_OK)
            status = keep_unless_twin(&arrival, copied, err);
    }
    sow_store_rollback(store);
    return status;
}

static enum sow_status copy_checked(struct sow_store *store, struct sow_store *from,
                                    int64_t id, struct sow_copied *copied,
                                    struct sow_err *err)
{
    struct sow_run_row run;
    bool sealed;
    enum sow_status status = sow_store_check_run(from, id, NULL, err);
    if (status == SOW_OK)
        status = sow_store_check_seal(from, id, &sealed, err);
    if (status == SOW_OK)
        status = sow_store_read_run(from, id, &run, err);
    if (status != SOW_OK)
        return status;
    status = add_copy(store, from, &run, copied, err);
    sow_run_row_release(&run);
    return status;
}

enum sow_status sow_store_copy(struct sow_store *store, struct sow_store *from,
                               int64_t id, struct sow_copied *copied, struct sow_err *err)
{
    *copied = (struct sow_copied){.id = 0};
    /* What is checked is what is copied, whoever writes meanwhile. */
    enum sow_status status = sow_store_exec(from, "BEGIN", err);
    if (status != SOW_OK)
        return status;
    status = copy_checked(store, from, id, copied, err);
    sow_store_rollback(from);
    if (status != SOW_OK)
        *copied = (struct sow_copied){.id = 0};
    return status;
}
