/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The table run_players: rows that follow from the records of runs. No digest covers
   them. An upgrade and a copy of a run derive them again. */
#include "sow/store/tables/run_players.def"
#include "sow/store/tables/runs.def"
#include "store_private.h"

#include <assert.h>
#include <string.h>

/* Function that reads the players of a record. The program sets it once, before it opens
   a database; NULL before. */
static sow_record_players_fn *read_players;

void sow_store_read_players_by(sow_record_players_fn *read)
{
    read_players = read;
}

/* ---- Writing ---- */

/* A run whose rows of run_players are written. */
struct writing {
    struct sow_store *store;
    int64_t run_id;
};

/* Adds a copy of @p row to run_players, with the number of the run in @p context, a
   struct writing. Callback of read_players. */
static enum sow_status write_player(void *context, const struct sow_run_player_row *row,
                                    struct sow_err *err)
{
    const struct writing *writing = context;
    struct sow_run_player_row added = *row;
    added.run_id = writing->run_id;
    return sow_store_add_row(writing->store, SOW_TABLE_RUN_PLAYERS, &added, err);
}

enum sow_status sow_run_players_write(struct sow_store *store, int64_t run_id,
                                      const char *parameters, struct sow_err *err)
{
    assert(read_players != NULL);
    struct writing writing = {store, run_id};
    return read_players(parameters, write_player, &writing, err);
}

/* Writes the rows of the run at which the statement @p runs (id, parameters) stands.
   Skips a run without parameters. */
static enum sow_status write_next(struct sow_store *store, sqlite3_stmt *runs,
                                  struct sow_err *err)
{
    if (sqlite3_column_type(runs, 1) == SQLITE_NULL)
        return SOW_OK;
    const char *parameters = (const char *)sqlite3_column_text(runs, 1);
    if (parameters == NULL)
        return sow_err_no_memory(err);
    return sow_run_players_write(store, sqlite3_column_int64(runs, 0), parameters, err);
}

enum sow_status sow_run_players_renew(struct sow_store *store, struct sow_err *err)
{
    sqlite3_stmt *runs = NULL;
    bool more = false;
    enum sow_status status = sow_store_exec(store, "DELETE FROM run_players", err);
    if (status == SOW_OK)
        status = sow_store_prepare(store, "SELECT id, parameters FROM runs", &runs, err);
    if (status == SOW_OK)
        status = sow_store_step(store, runs, &more, err);
    while (status == SOW_OK && more) {
        status = write_next(store, runs, err);
        if (status == SOW_OK)
            status = sow_store_step(store, runs, &more, err);
    }
    (void)sqlite3_finalize(runs);
    return status;
}

/* ---- Checking ---- */

/* The stored rows of a run while the derived ones come in. */
struct check {
    struct sow_reader reader; /* stored rows of the run in run_players */
    int64_t run_id;
    bool same; /* true if no difference was found so far */
};

/* Returns true if two texts are equal, or both NULL. */
static bool same_text(const char *one, const char *other)
{
    return one == NULL || other == NULL ? one == other : strcmp(one, other) == 0;
}

/* Compares a derived row with the next stored one. Clears @c same of the check in
   @p context if they differ or there is no stored row. A difference is no failure.
   Callback of read_players. */
static enum sow_status check_player(void *context, const struct sow_run_player_row *row,
                                    struct sow_err *err)
{
    struct check *check = context;
    struct sow_run_player_row stored;
    enum sow_status status = SOW_OK;
    check->same =
        check->same && sow_reader_next(&check->reader, &stored, &status, err) &&
        stored.number == row->number && stored.depth == row->depth &&
        same_text(stored.spec, row->spec) && same_text(stored.kind, row->kind) &&
        same_text(stored.evaluator, row->evaluator) &&
        same_text(stored.series, row->series) && same_text(stored.origin, row->origin) &&
        same_text(stored.name, row->name);
    return status;
}

/* Compares the stored rows of a run with those that follow from its record, in order.
   Clears @c same of @p check if a row differs, is missing or is left over. Fails with
   SOW_NOT_FOUND if there is no such run. */
static enum sow_status compare_players(struct sow_store *store, struct check *check,
                                       struct sow_err *err)
{
    struct sow_run_row run;
    struct sow_run_player_row more;
    enum sow_status status = sow_store_read_run(store, check->run_id, &run, err);
    if (status != SOW_OK)
        return status;
    status = sow_reader_open(&check->reader, store, SOW_TABLE_RUN_PLAYERS, "run_id = ?1",
                             check->run_id, err);
    if (status == SOW_OK)
        status = read_players(run.parameters, check_player, check, err);
    if (status == SOW_OK && check->same)
        check->same = !sow_reader_next(&check->reader, &more, &status, err);
    sow_reader_close(&check->reader);
    sow_run_row_release(&run);
    return status;
}

enum sow_status sow_store_check_players(struct sow_store *store, int64_t id,
                                        struct sow_err *err)
{
    assert(read_players != NULL);
    struct check check = {.run_id = id, .same = true};
    bool alone = sqlite3_get_autocommit(store->db) != 0;
    enum sow_status status = alone ? sow_store_exec(store, "BEGIN", err) : SOW_OK;
    if (status != SOW_OK)
        return status;
    status = compare_players(store, &check, err);
    if (alone)
        sow_store_rollback(store);
    if (status != SOW_OK || check.same)
        return status;
    return sow_err_set(
        err, SOW_BAD_DATA,
        "the rows of run %lld in run_players in '%s' do not follow from its record; "
        "'runs import' into a new database makes them anew",
        (long long)id, store->path);
}
