/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The digest of a run while a transaction adds rows to it. */
#include "sow/store/tables/generations.def"
#include "sow/store/tables/individuals.def"
#include "sow/store/tables/runs.def"
#include "store_private.h"

#include <math.h>

/* Begins the chain with the stored digest of run @p run_id, as another process may have
   added rows since the last transaction. Fails with SOW_BAD_DATA if the stored text is
   not a digest, with SOW_NOT_FOUND if there is no such run. */
static enum sow_status chain_begin(struct sow_store *store, int64_t run_id,
                                   struct sow_err *err)
{
    struct sow_run_row run;
    enum sow_status status = sow_store_read_run(store, run_id, &run, err);
    if (status != SOW_OK)
        return status;
    store->chain = (struct sow_row_chain){.run_id = run_id, .generation = -1};
    if (run.digest == NULL || !sow_digest_parse(run.digest, &store->chain.digest))
        status =
            sow_err_set(err, SOW_BAD_DATA, "run %lld is damaged: its digest is not one",
                        (long long)run_id);
    sow_run_row_release(&run);
    return status;
}

/* Returns the generation to which a row belongs; -1 for tables without generations. */
static int generation_of(enum sow_table_id id, const void *row)
{
    if (id == SOW_TABLE_GENERATIONS)
        return ((const struct sow_generation_row *)row)->generation;
    if (id == SOW_TABLE_INDIVIDUALS)
        return ((const struct sow_individual_row *)row)->generation;
    return -1;
}

enum sow_status sow_row_chain_add(struct sow_store *store, enum sow_table_id id,
                                  int64_t run_id, const void *row, struct sow_err *err)
{
    enum sow_status status = sow_row_in_order(store, id, row, err);
    if (status != SOW_OK)
        return status;
    int generation = generation_of(id, row);
    bool other = store->chain.run_id != run_id;
    bool next = store->chain.generation >= 0 && store->chain.generation != generation;
    if (store->chain.run_id != 0 && (other || next))
        status = sow_row_chain_seal(store, err);
    if (status == SOW_OK && (other || store->chain.run_id == 0))
        status = chain_begin(store, run_id, err);
    if (status != SOW_OK)
        return status;
    store->chain.generation = generation;
    sow_digest_add(&store->chain.digest, &sow_tables[id], row);
    return SOW_OK;
}

/* Stores @p digest in the row of the chain's generation in the table generations. */
static enum sow_status seal_generation(struct sow_store *store, const char *digest,
                                       struct sow_err *err)
{
    return sow_store_change(
        store, "UPDATE generations SET digest = ?3 WHERE run_id = ?1 AND generation = ?2",
        SOW_VALUES(sow_integer(store->chain.run_id), sow_integer(store->chain.generation),
                   sow_text(digest)),
        err);
}

/* Stores @p digest in the chain's run. If this store has claimed the run, renews its
   heartbeat and seconds. Otherwise the run must have no owner. If it has another owner or
   is missing, the error is that of sow_claim_lost. */
static enum sow_status seal_run(struct sow_store *store, const char *digest,
                                struct sow_err *err)
{
    int64_t id = store->chain.run_id;
    bool claimed = store->claim.run_id == id;
    enum sow_status status = sow_store_change(
        store,
        "UPDATE runs SET digest = ?2, heartbeat = CASE WHEN owner IS NOT"
        " NULL THEN strftime('%Y-%m-%dT%H:%M:%SZ', 'now') END,"
        " seconds = coalesce(?4, seconds)"
        " WHERE id = ?1 AND owner IS ?3",
        SOW_VALUES(sow_integer(id), sow_text(digest),
                   sow_text(claimed ? store->claim.owner : NULL),
                   sow_real(claimed ? sow_claim_seconds(store) : (double)NAN)),
        err);
    if (status == SOW_OK && sqlite3_changes(store->db) == 0)
        return sow_claim_lost(store, id, err);
    return status;
}

enum sow_status sow_row_chain_seal(struct sow_store *store, struct sow_err *err)
{
    if (store->chain.run_id == 0)
        return SOW_OK;
    char digest[SOW_DIGEST_TEXT];
    (void)sow_digest_format(&store->chain.digest, digest);
    enum sow_status status = seal_run(store, digest, err);
    if (status == SOW_OK && store->chain.generation >= 0)
        status = seal_generation(store, digest, err);
    store->chain.run_id = 0;
    return status;
}
