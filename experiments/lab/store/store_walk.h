/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * Rows of all tables, and the walk over the content of a run. Only the store's own files
 * include this header. They are compiled again when the columns of any table change.
 */
#ifndef SOW_EXPERIMENTS_STORE_WALK_H
#define SOW_EXPERIMENTS_STORE_WALK_H

#include "store_private.h"

#include "sow/store/tables/all_tables.def"

/* clang-format off */

/** Row of any table. */
union sow_any_row {
#define TABLE(ID, name, word, KIND) struct sow_##word##_row word;
#include "sow/store/tables/tables.def"
};

/* clang-format on */

/** Casts @p take to the callback type of table @p id and calls it with @p row. Returns
 *  its status. */
SOW_MUST_USE enum sow_status sow_row_hand_over(enum sow_table_id id, sow_any_fn *take,
                                               void *context,
                                               const union sow_any_row *row,
                                               struct sow_err *err);

/** Most tables that are read side by side: a leading table and those that go with it. */
enum { SOW_WALK_SIDES = 3 };

/** One of the tables that a walk reads side by side. */
struct sow_walk_side {
    enum sow_table_id id;     /**< the table; SOW_TABLE_RUNS: none */
    struct sow_reader reader; /**< rows of the run of the walk */
    union sow_any_row row;    /**< the next row of the table */
    bool more;                /**< true if `row` holds a row */
};

/** Reader of the content of a run in the order in which it is digested. */
struct sow_walk {
    struct sow_store *store; /**< borrowed */
    int64_t run_id;          /**< the run whose content is read */
    int next;                /**< table to look at when the sides have no more rows */
    struct sow_walk_side sides[SOW_WALK_SIDES]; /**< the leading table is the first */
    struct sow_walk_side *taken; /**< side whose row was returned last; NULL before */
};

/** Begins a walk over run @p run_id, without reading anything. The caller ends it by
 *  sow_walk_end. */
void sow_walk_begin(struct sow_walk *walk, struct sow_store *store, int64_t run_id);

/**
 * Reads the next row of content; sets @p id to its table. Does nothing if *status is not
 * SOW_OK before.
 * @returns a row that is borrowed until the next call; NULL at the end of the content,
 *   and after a failure, which is then in *status
 */
const union sow_any_row *sow_walk_next(struct sow_walk *walk, enum sow_table_id *id,
                                       enum sow_status *status, struct sow_err *err);

/** Ends a walk, also one that failed. */
void sow_walk_end(struct sow_walk *walk);

#endif
