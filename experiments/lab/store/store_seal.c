/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Provenance digests (table run_seals) of ended runs. The digest of the content does not
   cover the provenance. */
#include "store_walk.h"

#include <string.h>

/* Adds all rows of run @p run_id in table @p id to @p digest, in the order of the
   table's key. */
static enum sow_status add_table(struct sow_store *store, int64_t run_id,
                                 enum sow_table_id id, struct sow_digest *digest,
                                 struct sow_err *err)
{
    struct sow_reader reader;
    union sow_any_row row;
    enum sow_status status =
        sow_reader_open(&reader, store, id, "run_id = ?1", run_id, err);
    while (sow_reader_next(&reader, &row, &status, err))
        sow_digest_add(digest, &sow_tables[id], &row);
    sow_reader_close(&reader);
    return status;
}

/* Adds the rows of run @p run_id in all tables of provenance to @p digest. */
static enum sow_status add_tables(struct sow_store *store, int64_t run_id,
                                  struct sow_digest *digest, struct sow_err *err)
{
    enum sow_status status = SOW_OK;
    for (int id = 0; id < SOW_TABLES_COUNT && status == SOW_OK; id++)
        if (sow_tables[id].kind == SOW_PROVENANCE)
            status = add_table(store, run_id, (enum sow_table_id)id, digest, err);
    return status;
}

/* Computes the provenance digest of a run from its record and its provenance tables, and
   writes it to @p text. Fails with SOW_NOT_FOUND if the run is missing. */
static enum sow_status compute(struct sow_store *store, int64_t run_id,
                               char text[SOW_DIGEST_TEXT], struct sow_err *err)
{
    struct sow_run_row run;
    struct sow_digest digest;
    enum sow_status status = sow_store_read_run(store, run_id, &run, err);
    if (status != SOW_OK)
        return status;
    sow_digest_begin_provenance(&digest, &run);
    sow_run_row_release(&run);
    status = add_tables(store, run_id, &digest, err);
    (void)sow_digest_format(&digest, text);
    return status;
}

enum sow_status sow_seal_write(struct sow_store *store, int64_t run_id,
                               struct sow_err *err)
{
    char text[SOW_DIGEST_TEXT];
    struct sow_run_seal_row row = {.run_id = run_id, .digest = text};
    enum sow_status status = sow_seal_break(store, run_id, err);
    if (status == SOW_OK)
        status = compute(store, run_id, text, err);
    return status == SOW_OK ? sow_store_add_row(store, SOW_TABLE_RUN_SEALS, &row, err)
                            : status;
}

enum sow_status sow_seal_break(struct sow_store *store, int64_t run_id,
                               struct sow_err *err)
{
    int64_t none;
    return sow_store_integer(store, "DELETE FROM run_seals WHERE run_id = ?1", run_id,
                             &none, err);
}

/* Computes the provenance digest of a run again, and sets @p same to true if it equals
   the stored one, which the caller hands over (NULL: none). Sets @p same to false also on
   failure. */
static enum sow_status seal_matches(struct sow_store *store, int64_t run_id,
                                    const char *seal, bool *same, struct sow_err *err)
{
    char text[SOW_DIGEST_TEXT];
    enum sow_status status = compute(store, run_id, text, err);
    *same = status == SOW_OK && seal != NULL && strcmp(seal, text) == 0;
    return status;
}

enum sow_status sow_seal_check(struct sow_store *store, int64_t run_id, bool *sealed,
                               bool *same, struct sow_err *err)
{
    struct sow_reader reader;
    struct sow_run_seal_row row;
    *same = true;
    enum sow_status status =
        sow_reader_open(&reader, store, SOW_TABLE_RUN_SEALS, "run_id = ?1", run_id, err);
    *sealed = sow_reader_next(&reader, &row, &status, err);
    if (*sealed)
        status = seal_matches(store, run_id, row.digest, same, err);
    sow_reader_close(&reader);
    return status;
}
