/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Checks of stored runs and of the file. */
#include "sow/store/checked_rows.h"

#include "store_walk.h"

#include "sow/base/parallel.h"

#include <string.h>

/* A run's content while it is read in the order in which it was digested. */
struct inspection {
    struct sow_store *store;
    int64_t id;                   /* number of the run */
    int64_t rows;                 /* rows read so far */
    struct sow_digest digest;     /* digest of these rows and of the settings */
    int generation;               /* generation that is being read; -1: none */
    char wanted[SOW_DIGEST_TEXT]; /* stored digest at the end of that generation */
    sow_any_fn *take;             /* receives the rows of a table; NULL: none does */
    void *taker;                  /* first argument of `take` */
    enum sow_table_id table;      /* table whose rows it receives */
    enum sow_status taken;        /* SOW_OK until `take` refuses a row */
};

/* Sets the error that @p place of the run, a phrase for the message, has changed. Returns
   SOW_BAD_DATA. */
static enum sow_status report_damage(const struct inspection *inspection,
                                     const char *place, struct sow_err *err)
{
    return sow_err_set(err, SOW_BAD_DATA,
                       "run %lld is damaged: %s in '%s' has changed; go back to "
                       "a copy of the database, or delete the run",
                       (long long)inspection->id, place, inspection->store->path);
}

/* Ends the generation that is being read. Fails with SOW_BAD_DATA if the digest so far
   differs from the stored digest of that generation; SOW_OK if no generation is being
   read. */
static enum sow_status end_generation(struct inspection *inspection, struct sow_err *err)
{
    char text[SOW_DIGEST_TEXT];
    char place[48];
    int generation = inspection->generation;
    inspection->generation = -1;
    if (generation < 0 ||
        strcmp(inspection->wanted, sow_digest_format(&inspection->digest, text)) == 0)
        return SOW_OK;
    (void)snprintf(place, sizeof place, "generation %d", generation);
    return report_damage(inspection, place, err);
}

/* Notes the generation of @p row as the one that is being read, and its stored digest,
   which the digest of the run must equal after its last individual. */
static void begin_generation(struct inspection *inspection,
                             const struct sow_generation_row *row)
{
    inspection->generation = row->generation;
    (void)snprintf(inspection->wanted, sizeof inspection->wanted, "%s",
                   row->digest != NULL ? row->digest : "");
}

/* Hands a row of table @p id to `take`, if it is to receive rows of that table and has
   refused none. A row that it refuses with SOW_BAD_DATA may be damaged, which is known at
   the end. So this failure is noted only; any other is returned. */
static enum sow_status hand_row(struct inspection *inspection, enum sow_table_id id,
                                const union sow_any_row *row, struct sow_err *err)
{
    if (inspection->take == NULL || id != inspection->table ||
        inspection->taken != SOW_OK)
        return SOW_OK;
    inspection->taken =
        sow_row_hand_over(id, inspection->take, inspection->taker, row, err);
    return inspection->taken == SOW_BAD_DATA ? SOW_OK : inspection->taken;
}

/* Adds a row of table @p id to the digest and counts it. A row that is not an individual
   first ends the generation that is being read, which fails with SOW_BAD_DATA if the
   digest is wrong. An individual of another generation is SOW_BAD_DATA, too. Fails with
   SOW_INTERRUPTED after a stop request, and as hand_row. */
static enum sow_status inspect_row(struct inspection *inspection, enum sow_table_id id,
                                   const union sow_any_row *row, struct sow_err *err)
{
    enum sow_status status = SOW_OK;
    if (id != SOW_TABLE_INDIVIDUALS)
        status = end_generation(inspection, err);
    else if (row->individual.generation != inspection->generation)
        status = report_damage(inspection, "an individual without a generation", err);
    if (status != SOW_OK)
        return status;
    if (id == SOW_TABLE_GENERATIONS)
        begin_generation(inspection, &row->generation);
    sow_digest_add(&inspection->digest, &sow_tables[id], row);
    inspection->rows++;
    status = hand_row(inspection, id, row, err);
    return status == SOW_OK ? sow_store_look(inspection->store, err) : status;
}

/* Reads all content of the run in its order and hands each row to inspect_row, until the
   first failure. Ends the last generation. */
static enum sow_status inspect_rows(struct inspection *inspection, struct sow_err *err)
{
    struct sow_walk walk;
    enum sow_table_id id;
    enum sow_status status = SOW_OK;
    const union sow_any_row *row;
    sow_walk_begin(&walk, inspection->store, inspection->id);
    while ((row = sow_walk_next(&walk, &id, &status, err)) != NULL)
        status = inspect_row(inspection, id, row, err);
    sow_walk_end(&walk);
    return status != SOW_OK ? status : end_generation(inspection, err);
}

/* Computes the digest of the run again, from its record and its content, and compares it
   with the stored one. Fails with SOW_BAD_DATA if it or the digest of a generation
   differs, with SOW_NOT_FOUND if there is no such run. */
static enum sow_status inspect(struct inspection *inspection, struct sow_err *err)
{
    struct sow_run_row run;
    char text[SOW_DIGEST_TEXT];
    enum sow_status status =
        sow_store_read_run(inspection->store, inspection->id, &run, err);
    if (status != SOW_OK)
        return status;
    sow_digest_begin(&inspection->digest, &run);
    status = inspect_rows(inspection, err);
    if (status == SOW_OK &&
        (run.digest == NULL ||
         strcmp(run.digest, sow_digest_format(&inspection->digest, text)) != 0))
        status = report_damage(inspection, "its settings or its results", err);
    sow_run_row_release(&run);
    return status;
}

/* Does the work of sow_store_check_run inside a transaction, with the same errors. Skips
   a run that passed last if nothing has been written since, unless its rows have to be
   counted. `take` then receives the rows without a digest. */
static enum sow_status inspect_once(struct inspection *inspection, bool count,
                                    struct sow_err *err)
{
    struct sow_store *store = inspection->store;
    struct sow_state now;
    enum sow_status status = sow_state_note(store, inspection->id, &now, err);
    if (status != SOW_OK)
        return status;
    if (!count && sow_state_same(&now, &store->sound))
        return inspection->take == NULL
                   ? sow_store_look(store, err)
                   : sow_store_each_row(store, inspection->table, inspection->id,
                                        inspection->take, inspection->taker, err);
    status = inspect(inspection, err);
    if (status == SOW_OK)
        store->sound = now;
    return status == SOW_OK ? inspection->taken : status;
}

/* Does the work of inspect_once in a transaction of its own, unless one is open. */
static enum sow_status inspect_apart(struct inspection *inspection, bool count,
                                     struct sow_err *err)
{
    struct sow_store *store = inspection->store;
    /* A transaction shows one state of the database, even if another process writes. */
    bool alone = sqlite3_get_autocommit(store->db) != 0;
    enum sow_status status = alone ? sow_store_exec(store, "BEGIN", err) : SOW_OK;
    if (status != SOW_OK)
        return status;
    status = inspect_once(inspection, count, err);
    if (alone)
        sow_store_rollback(store);
    return status;
}

enum sow_status sow_store_check_run(struct sow_store *store, int64_t id, int64_t *rows,
                                    struct sow_err *err)
{
    struct inspection inspection = {.store = store, .id = id, .generation = -1};
    enum sow_status status = inspect_apart(&inspection, rows != NULL, err);
    if (rows != NULL)
        *rows = inspection.rows;
    return status;
}

enum sow_status sow_store_check_each_row(struct sow_store *store, enum sow_table_id table,
                                         int64_t id, sow_any_fn *take, void *context,
                                         struct sow_err *err)
{
    struct inspection inspection = {.store = store,
                                    .id = id,
                                    .generation = -1,
                                    .take = take,
                                    .taker = context,
                                    .table = table};
    return inspect_apart(&inspection, false, err);
}

/* Checks run @p id, which has no provenance digest: only a run that is running may lack
   it. Returns SOW_BAD_DATA for any other. */
static enum sow_status inspect_unsealed(struct sow_store *store, int64_t id,
                                        struct sow_err *err)
{
    struct sow_run_row run;
    enum sow_status status = sow_store_read_run(store, id, &run, err);
    if (status != SOW_OK)
        return status;
    if (run.status == NULL || strcmp(run.status, "running") != 0)
        status = sow_err_set(err, SOW_BAD_DATA,
                             "the provenance digest of run %lld in '%s' is missing, "
                             "though the run has ended; another program removed it",
                             (long long)id, store->path);
    sow_run_row_release(&run);
    return status;
}

/* Does the work of sow_store_check_seal inside the caller's transaction, with the same
   errors. */
static enum sow_status inspect_seal(struct sow_store *store, int64_t id, bool *sealed,
                                    struct sow_err *err)
{
    bool same;
    enum sow_status status = sow_store_require_run(store, id, err);
    if (status == SOW_OK)
        status = sow_seal_check(store, id, sealed, &same, err);
    if (status == SOW_OK && !*sealed)
        status = inspect_unsealed(store, id, err);
    if (status != SOW_OK || same)
        return status;
    return sow_err_set(
        err, SOW_BAD_DATA,
        "the provenance of run %lld in '%s' (label, status, times, versions, host) "
        "has changed; its results are checked separately",
        (long long)id, store->path);
}

enum sow_status sow_store_check_seal(struct sow_store *store, int64_t id, bool *sealed,
                                     struct sow_err *err)
{
    *sealed = false;
    bool alone = sqlite3_get_autocommit(store->db) != 0;
    enum sow_status status = alone ? sow_store_exec(store, "BEGIN", err) : SOW_OK;
    if (status != SOW_OK)
        return status;
    status = inspect_seal(store, id, sealed, err);
    if (alone)
        sow_store_rollback(store);
    return status;
}

/* ---- The file ---- */

/* Runs a pragma and looks at its first row. Fails with SOW_BAD_DATA unless the first
   column is @p wanted, or, if @p wanted is NULL, unless there is no row. The message has
   the text of the row, cut at 300 bytes. */
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

/* Returns true if @p table is a table of the schema, or an internal table of SQLite. */
static bool is_ours(const char *table)
{
    for (int id = 0; id < SOW_TABLES_COUNT; id++)
        if (strcmp(sow_tables[id].name, table) == 0)
            return true;
    return strncmp(table, "sqlite_", 7) == 0;
}

/* Sets @p others to true if the file has tables besides those of the schema. Views do
   not count. */
static enum sow_status has_others(struct sow_store *store, bool *others,
                                  struct sow_err *err)
{
    sqlite3_stmt *statement;
    bool row = false;
    *others = false;
    enum sow_status status =
        sow_store_prepare(store, "PRAGMA main.table_list", &statement, err);
    if (status != SOW_OK)
        return status;
    status = sow_store_step(store, statement, &row, err);
    while (status == SOW_OK && row && !*others) {
        *others = strcmp((const char *)sqlite3_column_text(statement, 2), "view") != 0 &&
                  !is_ours((const char *)sqlite3_column_text(statement, 1));
        if (!*others)
            status = sow_store_step(store, statement, &row, err);
    }
    (void)sqlite3_finalize(statement);
    return status;
}

enum sow_status sow_store_check_file(struct sow_store *store, struct sow_err *err)
{
    enum { STEPS_PER_LOOK = 20000, ROOM = 100 };
    char pragma[ROOM];
    bool others = false;
    sqlite3_progress_handler(store->db, STEPS_PER_LOOK, sow_store_look_at_stop, store);
    enum sow_status status = sow_store_check_schema(store, err);
    if (status == SOW_OK)
        status = has_others(store, &others, err);
    if (status == SOW_OK && !others)
        status = check_pragma(store, "PRAGMA integrity_check(1)", "ok", err);
    if (status == SOW_OK && !others)
        status = check_pragma(store, "PRAGMA foreign_key_check", NULL, err);
    /* SQLite would also compute the checks of tables that a user added. */
    for (int id = 0; id < SOW_TABLES_COUNT && status == SOW_OK && others; id++) {
        (void)snprintf(pragma, ROOM, "PRAGMA integrity_check(%s)", sow_tables[id].name);
        status = check_pragma(store, pragma, "ok", err);
        (void)snprintf(pragma, ROOM, "PRAGMA foreign_key_check(%s)", sow_tables[id].name);
        if (status == SOW_OK)
            status = check_pragma(store, pragma, NULL, err);
    }
    sqlite3_progress_handler(store->db, 0, NULL, NULL);
    return sow_stop_requested(store->stop) ? sow_store_look(store, err) : status;
}
