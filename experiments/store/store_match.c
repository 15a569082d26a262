/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What is stored of matches beside their results. */
#include "store_private.h"

enum sow_status sow_store_add_match_pairs(struct sow_store *store,
                                          const struct sow_match_pairs_row *row,
                                          struct sow_err *err)
{
    return sow_store_insert(store, SOW_TABLE_MATCH_PAIRS, row, err);
}

enum sow_status sow_store_add_match_test(struct sow_store *store,
                                         const struct sow_match_test_row *row,
                                         struct sow_err *err)
{
    return sow_store_insert(store, SOW_TABLE_MATCH_TESTS, row, err);
}

enum sow_status sow_store_each_match_pairs(struct sow_store *store, int64_t run_id,
                                           sow_match_pairs_fn *take, void *context,
                                           struct sow_err *err)
{
    struct sow_reader reader;
    struct sow_match_pairs_row row;
    enum sow_status status = sow_reader_open(&reader, store, SOW_TABLE_MATCH_PAIRS,
                                             "run_id = ?1", run_id, err);
    while (sow_reader_next(&reader, &row, &status, err))
        status = take(context, &row, err);
    sow_reader_close(&reader);
    return status;
}

enum sow_status sow_store_each_match_test(struct sow_store *store, int64_t run_id,
                                          sow_match_test_fn *take, void *context,
                                          struct sow_err *err)
{
    struct sow_reader reader;
    struct sow_match_test_row row;
    enum sow_status status = sow_reader_open(&reader, store, SOW_TABLE_MATCH_TESTS,
                                             "run_id = ?1", run_id, err);
    while (sow_reader_next(&reader, &row, &status, err))
        status = take(context, &row, err);
    sow_reader_close(&reader);
    return status;
}
