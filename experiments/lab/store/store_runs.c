/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Runs are added, taken by a process, end, and are deleted. */
#include "sow/store/tables/runs.def"
#include "store_private.h"

#include <string.h>

/* ---- Adding a run ---- */

/* Inserts a record with the digest of a run without content, and the rows of its players.
   A record with an owner gets its start as the heartbeat. Returns the number of the run
   in @p id. The caller rolls back after a failure. */
static enum sow_status add_record(struct sow_store *store, const struct sow_run_row *row,
                                  int64_t *id, struct sow_err *err)
{
    struct sow_digest digest;
    char text[SOW_DIGEST_TEXT];
    struct sow_run_row added = *row;
    sow_digest_begin(&digest, row);
    added.digest = sow_digest_format(&digest, text);
    added.heartbeat = row->owner != NULL ? row->started : NULL;
    enum sow_status status = sow_store_add_row(store, SOW_TABLE_RUNS, &added, err);
    if (status != SOW_OK)
        return status;
    *id = row->id != 0 ? row->id : sqlite3_last_insert_rowid(store->db);
    return sow_run_players_write(store, *id, row->parameters, err);
}

enum sow_status sow_store_add_run(struct sow_store *store, const struct sow_run_row *row,
                                  int64_t *id, struct sow_err *err)
{
    /* The record and the rows that follow from it go in together. */
    bool alone = sqlite3_get_autocommit(store->db) != 0;
    enum sow_status status = alone ? sow_store_begin(store, err) : SOW_OK;
    if (status != SOW_OK)
        return status;
    status = add_record(store, row, id, err);
    if (alone)
        status = sow_store_end(store, status, err);
    if (status == SOW_OK && row->owner != NULL)
        sow_claim_begin(store, *id, row->owner, 0.0);
    return status;
}

/* ---- Taking a run ---- */

/* Sets the error that a process, named by its number and host, is at work on @p run.
   Returns SOW_BUSY. */
static enum sow_status refuse_busy(const struct sow_run_row *run, struct sow_err *err)
{
    long process = run->owner != NULL ? sow_owner_process(run->owner) : 0;
    return sow_err_set(
        err, SOW_BUSY,
        "process %ld on '%s' is at work on run %lld; stop it first, or let it finish",
        process, run->host, (long long)run->id);
}

/* Checks that a run can be resumed. Returns SOW_NOTHING_LEFT if it is done, SOW_BUSY if
   a process is at work on it or if its digest is not that of @p claim. */
static enum sow_status may_claim(struct sow_store *store, const struct sow_run_row *run,
                                 const struct sow_run_claim *claim, struct sow_err *err)
{
    if (strcmp(run->status, "done") == 0)
        return sow_err_set(err, SOW_NOTHING_LEFT,
                           "run %lld is done: nothing is left to resume",
                           (long long)run->id);
    bool busy;
    enum sow_status status = sow_store_is_busy(store, run->id, &busy, err);
    if (status != SOW_OK)
        return status;
    if (busy)
        return refuse_busy(run, err);
    if (run->digest == NULL || strcmp(run->digest, claim->digest) != 0)
        return sow_err_set(err, SOW_BUSY,
                           "another process has just worked on run %lld; try again",
                           (long long)run->id);
    return SOW_OK;
}

/* Marks the run of @p claim as running, with the owner, kernel, threads and host of
   @p claim and a heartbeat of now. Clears how it ended, and counts one more session. */
static enum sow_status write_claim(struct sow_store *store,
                                   const struct sow_run_claim *claim, struct sow_err *err)
{
    return sow_store_change(
        store,
        "UPDATE runs SET status = 'running', stop_reason = NULL, finished = NULL,"
        " owner = ?2, heartbeat = strftime('%Y-%m-%dT%H:%M:%SZ', 'now'),"
        " resumed = resumed + 1, kernel = ?3, threads = ?4, host = ?5 WHERE id = ?1",
        SOW_VALUES(sow_integer(claim->id), sow_text(claim->owner),
                   sow_text(claim->kernel), sow_integer(claim->threads),
                   sow_text(claim->host)),
        err);
}

/* Deletes the rows of run @p run_id from the table called @p table, in the caller's
   transaction. */
static enum sow_status delete_rows(struct sow_store *store, const char *table,
                                   int64_t run_id, struct sow_err *err)
{
    sqlite3_stmt *statement;
    enum sow_status status = sow_store_prepare_format(
        store, &statement, err, "DELETE FROM \"%w\" WHERE run_id = ?1", table);
    if (status != SOW_OK)
        return status;
    (void)sqlite3_bind_int64(statement, 1, run_id);
    bool more;
    status = sow_store_step(store, statement, &more, err);
    (void)sqlite3_finalize(statement);
    return status;
}

/* Deletes content and provenance rows of a run, and resets its digest to that of a run
   without content. Tables that others refer to go last. The rows of other tables
   stay. */
static enum sow_status drop_content(struct sow_store *store,
                                    const struct sow_run_row *run, struct sow_err *err)
{
    struct sow_digest digest;
    char text[SOW_DIGEST_TEXT];
    enum sow_status status = SOW_OK;
    for (int id = SOW_TABLES_COUNT - 1; id > SOW_TABLE_RUNS && status == SOW_OK; id--)
        if (sow_tables[id].kind == SOW_CONTENT || sow_tables[id].kind == SOW_PROVENANCE)
            status = delete_rows(store, sow_tables[id].name, run->id, err);
    sow_digest_begin(&digest, run);
    return status != SOW_OK
               ? status
               : sow_store_change(store, "UPDATE runs SET digest = ?2 WHERE id = ?1",
                                  SOW_VALUES(sow_integer(run->id),
                                             sow_text(sow_digest_format(&digest, text))),
                                  err);
}

enum sow_status sow_store_claim_run(struct sow_store *store,
                                    const struct sow_run_claim *claim,
                                    struct sow_err *err)
{
    enum sow_status status = sow_store_begin(store, err);
    if (status != SOW_OK)
        return status;
    struct sow_run_row run;
    status = sow_store_read_run(store, claim->id, &run, err);
    double before = run.seconds >= 0 ? run.seconds : 0.0;
    if (status == SOW_OK)
        status = may_claim(store, &run, claim, err);
    if (status == SOW_OK)
        status = write_claim(store, claim, err);
    if (status == SOW_OK)
        status = sow_seal_break(store, claim->id, err);
    if (status == SOW_OK && claim->anew)
        status = drop_content(store, &run, err);
    sow_run_row_release(&run);
    status = sow_store_end(store, status, err);
    if (status == SOW_OK)
        sow_claim_begin(store, claim->id, claim->owner, before);
    return status;
}

/* ---- The end ---- */

/* Writes how a run ended, as in @p row, and removes owner and heartbeat. If @p claimed,
   the run must still be claimed by this store, whose count of seconds is stored. Else it
   must have no owner. Otherwise the error is that of sow_claim_lost. */
static enum sow_status write_end(struct sow_store *store, const struct sow_run_row *row,
                                 bool claimed, struct sow_err *err)
{
    enum sow_status status = sow_store_change(
        store,
        "UPDATE runs SET status = ?2, stop_reason = ?3, kernel = ?4, finished = ?5,"
        " seconds = ?6, owner = NULL, heartbeat = NULL"
        " WHERE id = ?1 AND owner IS ?7",
        SOW_VALUES(sow_integer(row->id), sow_text(row->status),
                   sow_text(row->stop_reason), sow_text(row->kernel),
                   sow_text(row->finished),
                   sow_real(claimed ? sow_claim_seconds(store) : row->seconds),
                   sow_text(claimed ? store->claim.owner : NULL)),
        err);
    if (status == SOW_OK && sqlite3_changes(store->db) == 0)
        status = sow_claim_lost(store, row->id, err);
    return status;
}

enum sow_status sow_store_finish_run(struct sow_store *store,
                                     const struct sow_run_row *row, struct sow_err *err)
{
    bool claimed = store->claim.run_id == row->id;
    enum sow_status status = sow_store_begin(store, err);
    if (status == SOW_OK)
        status = write_end(store, row, claimed, err);
    if (status == SOW_OK)
        status = sow_seal_write(store, row->id, err);
    status = sow_store_end(store, status, err);
    if (claimed)
        store->claim.run_id = 0;
    return status;
}

/* ---- Another label ---- */

/* Sets the label and renews the provenance digest. Does nothing, and returns SOW_OK, if
   that digest is missing or wrong: `runs check` finds this fault, and a new digest would
   hide it. */
static enum sow_status write_label(struct sow_store *store, int64_t id, const char *label,
                                   struct sow_err *err)
{
    bool sealed;
    bool same;
    enum sow_status status = sow_seal_check(store, id, &sealed, &same, err);
    if (status != SOW_OK || !sealed || !same)
        return status;
    status = sow_store_change(store, "UPDATE runs SET label = ?2 WHERE id = ?1",
                              SOW_VALUES(sow_integer(id), sow_text(label)), err);
    return status == SOW_OK ? sow_seal_write(store, id, err) : status;
}

/* Sets @p wanted to true if run @p id is done and has another label than @p label, else
   to false. Fails with SOW_NOT_FOUND if there is no such run. */
static enum sow_status is_to_label(struct sow_store *store, int64_t id, const char *label,
                                   bool *wanted, struct sow_err *err)
{
    struct sow_run_row run;
    enum sow_status status = sow_store_read_run(store, id, &run, err);
    if (status != SOW_OK)
        return status;
    *wanted = strcmp(run.status, "done") == 0 && strcmp(run.label, label) != 0;
    sow_run_row_release(&run);
    return SOW_OK;
}

enum sow_status sow_store_label_run(struct sow_store *store, int64_t id,
                                    const char *label, struct sow_err *err)
{
    bool wanted = false;
    enum sow_status status = is_to_label(store, id, label, &wanted, err);
    if (status != SOW_OK || !wanted)
        return status;
    status = sow_store_begin(store, err);
    if (status != SOW_OK)
        return status;
    /* Another process may have come in between. */
    status = is_to_label(store, id, label, &wanted, err);
    if (status == SOW_OK && wanted)
        status = write_label(store, id, label, err);
    return sow_store_end(store, status, err);
}

/* ---- Deleting a run ---- */

/* Returns SOW_BUSY if a process is at work on run @p id, SOW_OK if none is, or the
   failure of the database. */
static enum sow_status refuse_if_busy(struct sow_store *store, int64_t id,
                                      struct sow_err *err)
{
    bool busy;
    enum sow_status status = sow_store_is_busy(store, id, &busy, err);
    if (status != SOW_OK || !busy)
        return status;
    return sow_err_set(err, SOW_BUSY, "a process is at work on run %lld; stop it first",
                       (long long)id);
}

/* Returns SOW_USAGE if run @p id is the data set of a fit, which would lose it; else
   SOW_OK or the failure of the database. */
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

enum sow_status sow_store_delete_run(struct sow_store *store, int64_t id,
                                     struct sow_err *err)
{
    enum sow_status status = sow_store_begin(store, err);
    if (status != SOW_OK)
        return status;
    status = sow_store_require_run(store, id, err);
    if (status == SOW_OK)
        status = refuse_if_busy(store, id, err);
    if (status == SOW_OK)
        status = refuse_if_used(store, id, err);
    if (status == SOW_OK)
        status = sow_store_change(store, "DELETE FROM runs WHERE id = ?1",
                                  SOW_VALUES(sow_integer(id)), err);
    return sow_store_end(store, status, err);
}
