/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Begins, commits and rolls back transactions. */
#include "store_private.h"

enum sow_status sow_store_begin(struct sow_store *store, struct sow_err *err)
{
    enum sow_status status = sow_store_exec(store, "BEGIN IMMEDIATE", err);
    if (status != SOW_OK)
        return status;
    status = sow_store_refuse_moved(store, err);
    if (status == SOW_OK)
        status = sow_claim_check(store, err);
    if (status != SOW_OK)
        sow_store_rollback(store);
    return status;
}

enum sow_status sow_store_begin_reading(struct sow_store *store, struct sow_err *err)
{
    return sow_store_exec(store, "BEGIN", err);
}

void sow_store_guard(struct sow_store *store, enum sow_status (*guard)(struct sow_err *))
{
    store->guard = guard;
}

/* Asks the guard, writes the digest of the added rows to their run and commits. Then
   notes in @p store how far the content has got. Nothing is committed after a failure,
   unless it comes from the claimant's heartbeat, which follows the commit. */
static enum sow_status commit(struct sow_store *store, struct sow_err *err)
{
    enum sow_status status = store->guard != NULL ? store->guard(err) : SOW_OK;
    if (status == SOW_OK)
        status = sow_sheet_insert(store, err);
    if (status == SOW_OK)
        status = sow_row_chain_seal(store, err);
    if (status == SOW_OK)
        status = sow_store_refuse_moved(store, err);
    if (status == SOW_OK)
        status = sow_store_exec(store, "COMMIT", err);
    if (status != SOW_OK)
        return status;
    store->committed = store->latest;
    store->expected.left -= store->expected.pending;
    store->expected.pending = 0;
    return store->claimant != NULL ? sow_store_beat(store->claimant, err) : SOW_OK;
}

enum sow_status sow_store_end(struct sow_store *store, enum sow_status status,
                              struct sow_err *err)
{
    if (status == SOW_OK)
        status = commit(store, err);
    if (status != SOW_OK)
        sow_store_rollback(store);
    return status;
}

void sow_store_rollback(struct sow_store *store)
{
    store->chain.run_id = 0;
    store->latest = store->committed;
    store->expected.pending = 0;
    store->sheet.rows = 0;
    store->sheet.used = 0;
    store->tally.state.run = 0;
    if (store->db != NULL && sqlite3_get_autocommit(store->db) == 0)
        (void)sqlite3_exec(store->db, "ROLLBACK", NULL, NULL, NULL);
}
