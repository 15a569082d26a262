/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Claims of runs by processes, signs of life, and runs whose process is gone. */
#include "store_private.h"

#include "sow/store/tables/runs.def"
#include "sow/support/progress.h"

#include <string.h>

/* Where the process cannot be seen (another container, a boot ago), silence for this long
   means that it is gone; signs of life are given much more often. */
enum { SILENCE_SECONDS = 60 };

/* Least time between two signs of life of one store. */
static const double BEAT_SECONDS = 5.0;

void sow_claim_begin(struct sow_store *store, int64_t run_id, const char *owner,
                     double before)
{
    struct sow_claim *claim = &store->claim;
    *claim = (struct sow_claim){
        .run_id = run_id, .before = before, .begun = sow_clock_seconds()};
    store->latest = store->committed = (struct sow_row_place){.run_id = 0};
    claim->beat = claim->begun;
    (void)snprintf(claim->owner, sizeof claim->owner, "%s", owner);
}

double sow_claim_seconds(const struct sow_store *store)
{
    return store->claim.before + sow_clock_seconds() - store->claim.begun;
}

enum sow_status sow_claim_check(struct sow_store *store, struct sow_err *err)
{
    const struct sow_claim *claim = &store->claim;
    int64_t ours;
    if (claim->run_id == 0)
        return SOW_OK;
    enum sow_status status = sow_store_number(
        store, "SELECT 1 FROM runs WHERE id = ?1 AND owner = ?2",
        SOW_VALUES(sow_integer(claim->run_id), sow_text(claim->owner)), &ours, err);
    return status != SOW_OK || ours ? status : sow_claim_lost(store, claim->run_id, err);
}

enum sow_status sow_claim_lost(struct sow_store *store, int64_t id, struct sow_err *err)
{
    enum sow_status status = sow_store_require_run(store, id, err);
    if (status != SOW_OK)
        return status;
    return sow_err_set(err, SOW_IO,
                       "another process has taken over run %lld; this process stops",
                       (long long)id);
}

/* ---- The status as of now ---- */

/* Returns true if the time @p heartbeat differs from now by more than SILENCE_SECONDS or
   is not a time. A time in the near future counts as a sign of life, because two clocks
   may differ. */
static bool is_silent(const char *heartbeat, sqlite3 *db)
{
    sqlite3_stmt *statement = NULL;
    bool silent = true;
    if (sqlite3_prepare_v2(db,
                           "SELECT abs(strftime('%s', 'now') - strftime('%s', ?1))"
                           " <= ?2",
                           -1, &statement, NULL) == SQLITE_OK) {
        (void)sqlite3_bind_text(statement, 1, heartbeat, -1, SQLITE_STATIC);
        (void)sqlite3_bind_int(statement, 2, SILENCE_SECONDS);
        silent = sqlite3_step(statement) != SQLITE_ROW ||
                 sqlite3_column_int(statement, 0) == 0;
    }
    (void)sqlite3_finalize(statement);
    return silent;
}

/* Returns true if the process @p owner of a running run is gone, or cannot be seen and
   is silent. True also if @p owner or @p heartbeat is NULL. */
static bool is_stale(const char *owner, const char *heartbeat, sqlite3 *db)
{
    if (owner == NULL || heartbeat == NULL)
        return true;
    enum sow_owner_state state = sow_owner_state(owner);
    return state == SOW_OWNER_DEAD ||
           (state == SOW_OWNER_ELSEWHERE && is_silent(heartbeat, db));
}

/* Answers as SQL function sowlab_status (status, owner, heartbeat): "stale" if the status
   is "running" but the process is gone, else the status as it is. Callback of SQLite. */
static void status_function(sqlite3_context *context, int count, sqlite3_value **values)
{
    (void)count;
    const char *status = (const char *)sqlite3_value_text(values[0]);
    if (status != NULL && strcmp(status, "running") == 0 &&
        is_stale((const char *)sqlite3_value_text(values[1]),
                 (const char *)sqlite3_value_text(values[2]),
                 sqlite3_context_db_handle(context)))
        sqlite3_result_text(context, "stale", -1, SQLITE_STATIC);
    else
        sqlite3_result_value(context, values[0]);
}

int sow_store_add_status(sqlite3 *db)
{
    return sqlite3_create_function(db, "sowlab_status", 3,
                                   SQLITE_UTF8 | SQLITE_DIRECTONLY, NULL, status_function,
                                   NULL, NULL);
}

enum sow_status sow_store_find_resumable(struct sow_store *store, int64_t *id,
                                         struct sow_err *err)
{
    return sow_store_integer(store,
                             "SELECT (SELECT id FROM runs WHERE status <> 'done' AND"
                             " sowlab_status(status, owner, heartbeat) <> 'running'"
                             " ORDER BY status = 'failed', id DESC LIMIT 1)",
                             0, id, err);
}

enum sow_status sow_store_is_busy(struct sow_store *store, int64_t id, bool *busy,
                                  struct sow_err *err)
{
    int64_t count = 0;
    enum sow_status status =
        sow_store_integer(store,
                          "SELECT count(*) FROM runs WHERE id = ?1"
                          " AND sowlab_status(status, owner, heartbeat) = 'running'",
                          id, &count, err);
    *busy = count > 0;
    return status;
}

enum sow_status sow_store_note_answer(struct sow_store *store, int64_t id,
                                      const char *option, struct sow_err *err)
{
    return sow_store_change(
        store, "INSERT OR IGNORE INTO run_answers (run_id, option) VALUES (?1, ?2)",
        SOW_VALUES(sow_integer(id), sow_text(option)), err);
}

enum sow_status sow_store_has_answer(struct sow_store *store, int64_t id, bool *noted,
                                     struct sow_err *err)
{
    int64_t count = 0;
    enum sow_status status = sow_store_integer(
        store, "SELECT count(*) FROM run_answers WHERE run_id = ?1", id, &count, err);
    *noted = status == SOW_OK && count > 0;
    return status;
}

enum sow_status sow_store_find_record(struct sow_store *store,
                                      const struct sow_run_row *row, int64_t *id,
                                      enum sow_run_presence *presence,
                                      struct sow_err *err)
{
    /* The state of a run is a digit to the base 4 behind its number. */
    static const char FIND[] =
        "SELECT 4 * id + CASE sowlab_status(status, owner, heartbeat) WHEN 'done' THEN 1"
        " WHEN 'running' THEN 2 ELSE 3 END AS found FROM runs WHERE kind = ?1"
        " AND seed = ?2 AND variant = ?3 AND rules = ?4 AND parameters = ?5"
        " ORDER BY found % 4, id LIMIT 1";
    int64_t found = 0;
    enum sow_status status = sow_store_number(
        store, FIND,
        SOW_VALUES(sow_text(row->kind), sow_integer(row->seed), sow_text(row->variant),
                   sow_text(row->rules), sow_text(row->parameters)),
        &found, err);
    *id = found / 4;
    *presence = (enum sow_run_presence)(found % 4);
    return status;
}

void sow_store_keep_alive(struct sow_store *store, struct sow_store *claimant)
{
    store->claimant = claimant;
}

/* Writes the time and the seconds so far to the record of the claimed run. Returns SOW_OK
   also if another process holds the lock, because a missed beat does no harm. Fails with
   SOW_IO if the file was moved, or as sow_claim_lost if the claim is lost. */
static enum sow_status write_beat(struct sow_store *store, struct sow_err *err)
{
    const struct sow_claim *claim = &store->claim;
    sqlite3_stmt *statement;
    enum sow_status status = sow_store_refuse_moved(store, err);
    if (status != SOW_OK)
        return status;
    status =
        sow_store_prepare(store,
                          "UPDATE runs SET heartbeat = strftime('%Y-%m-%dT%H:%M:%SZ',"
                          " 'now'), seconds = ?3 WHERE id = ?1 AND owner = ?2",
                          &statement, err);
    if (status != SOW_OK)
        return status;
    (void)sqlite3_bind_int64(statement, 1, claim->run_id);
    (void)sqlite3_bind_text(statement, 2, claim->owner, -1, SQLITE_STATIC);
    (void)sqlite3_bind_double(statement, 3, sow_claim_seconds(store));
    int code = sqlite3_step(statement);
    (void)sqlite3_finalize(statement);
    if (code == SQLITE_DONE && sqlite3_changes(store->db) == 0)
        return sow_claim_lost(store, claim->run_id, err);
    return code == SQLITE_DONE || (code & 0xff) == SQLITE_BUSY
               ? SOW_OK
               : sow_store_fail(store, code, err);
}

/* Writes a heartbeat if BEAT_SECONDS have passed since the last one. Passes the call on
   to the claimant if there is one. Does nothing without a claim, or while another thread
   is here: one of several trials is enough. */
enum sow_status sow_store_beat(struct sow_store *store, struct sow_err *err)
{
    if (store->claimant != NULL)
        return sow_store_beat(store->claimant, err);
    struct sow_claim *claim = &store->claim;
    if (claim->run_id == 0 || atomic_flag_test_and_set(&claim->beating))
        return SOW_OK;
    enum sow_status status = SOW_OK;
    double now = sow_clock_seconds();
    if (now - claim->beat >= BEAT_SECONDS) {
        claim->beat = now;
        status = write_beat(store, err);
    }
    atomic_flag_clear(&claim->beating);
    return status;
}
