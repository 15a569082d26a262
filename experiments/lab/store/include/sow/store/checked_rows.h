/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * Rows of a run that are checked while they are read: one reading of a large run instead
 * of two.
 */
#ifndef SOW_EXPERIMENTS_CHECKED_ROWS_H
#define SOW_EXPERIMENTS_CHECKED_ROWS_H

#include "sow/store/store.h"

/** Checks a run like sow_store_check_run, and hands over its rows of a table like
 *  sow_store_each, in one reading. See sow_store_check_each_row. */
#define sow_store_check_each(store, word, run_id, take, context, err)                    \
    sow_store_check_each_row((store), sow_table_of_##word, (run_id),                     \
                             (sow_any_fn *)(sow_##word##_fn *){take}, (context), (err))

/**
 * Checks a run and hands over its rows of a table, without a check of the function's
 * type. Rows are handed over before the digest of the whole run is known: they count
 * only if this returns SOW_OK.
 * @param store the store, to which @p take must not write
 * @param table a table of content
 * @param run_id number of the run
 * @param take a function of the table's callback type. After its first failure it gets
 * no more rows
 * @param context first argument of @p take
 * @param[out] err reason of a failure; may be NULL
 * @returns the failure of sow_store_check_run, or of @p take. If the run is damaged and
 * @p take fails with SOW_BAD_DATA, the error is that of the damage
 */
SOW_MUST_USE enum sow_status sow_store_check_each_row(struct sow_store *store,
                                                      enum sow_table_id table,
                                                      int64_t run_id, sow_any_fn *take,
                                                      void *context, struct sow_err *err);

#endif
