/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * Tables of the store. `struct sow_match_row` is a row of table `matches`. Its members
 * are the columns of the table, in their order; "sow/store/tables/matches.def" declares
 * it. docs/reference/schema.md explains each column. A real column that is NULL is NaN in
 * the struct, a text column that is NULL is a NULL pointer. Texts and weights are
 * borrowed (store.h).
 */
#ifndef SOW_EXPERIMENTS_STORE_TABLES_H
#define SOW_EXPERIMENTS_STORE_TABLES_H

#include "sow/base/err.h"

#include <stdint.h>
#include <stdio.h>

/** Most weights of a vector. */
enum { SOW_WEIGHTS_MAX = 256 };

/** Vector of weights. It is stored as a JSON array that reads back to the same bits. */
struct sow_weights {
    const double *value; /**< the weights, borrowed */
    int count;           /**< 1..SOW_WEIGHTS_MAX */
};

/** Types of columns, and of the members of rows. */
enum sow_field_type {
    SOW_FIELD_ID,           /**< number of a run; 0 lets SQLite choose it */
    SOW_FIELD_INT,          /**< whole number, int in the struct */
    SOW_FIELD_INT64,        /**< whole number, int64_t in the struct */
    SOW_FIELD_RUN,          /**< number of another run */
    SOW_FIELD_REAL,         /**< finite real number */
    SOW_FIELD_REAL_OR_NULL, /**< real number, or NULL, which is NaN in the struct */
    SOW_FIELD_TEXT,         /**< text */
    SOW_FIELD_TEXT_OR_NULL, /**< text or NULL */
    SOW_FIELD_DIGEST,  /**< text or NULL: digest of content, not covered by digests */
    SOW_FIELD_WEIGHTS, /**< JSON array, struct sow_weights in the struct */
    SOW_FIELD_COMPUTED /**< computed by SQLite; the struct has no such member */
};

/* C types of the members. */
#define SOW_MEMBER_ID int64_t
#define SOW_MEMBER_INT int
#define SOW_MEMBER_INT64 int64_t
#define SOW_MEMBER_RUN int64_t
#define SOW_MEMBER_REAL double
#define SOW_MEMBER_REAL_OR_NULL double
#define SOW_MEMBER_TEXT const char *
#define SOW_MEMBER_TEXT_OR_NULL const char *
#define SOW_MEMBER_DIGEST const char *
#define SOW_MEMBER_WEIGHTS struct sow_weights

/* clang-format off */

/* Rows: struct sow_run_row and all others, which the definitions of the tables declare. */
#define TABLE(ID, name, word, KIND) struct sow_##word##_row;
#include "sow/store/tables/tables.def"

/** Tables, in the order in which content is digested. A digest covers no table
 *  without rows, so that tables may be added, also between others. */
enum sow_table_id {
#define TABLE(ID, name, word, KIND) SOW_TABLE_##ID, sow_table_of_##word = SOW_TABLE_##ID,
#include "sow/store/tables/tables.def"
    SOW_TABLES_COUNT
};

/* Functions that take the rows of a table one by one, sow_match_fn and all others. A
   status other than SOW_OK ends the sequence and is returned. */
#define TABLE(ID, name, word, KIND) \
    typedef enum sow_status sow_##word##_fn( \
        void *context, const struct sow_##word##_row *row, struct sow_err *err);
#include "sow/store/tables/tables.def"

/* clang-format on */

/** Returns the name of a table in the database. */
const char *sow_table_name(enum sow_table_id id);

/** Writes a row in Markdown for each column of a table, computed ones too: name, type,
 *  unit, meaning (with "key; " before it for a column of the key). */
void sow_table_describe(enum sow_table_id id, FILE *out);

#endif
