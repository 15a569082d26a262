/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * Rows of the store: `struct sow_match_row` is a row of table `matches`, its members the
 * table's columns, in their order. tables.def defines them all and says what each means;
 * docs/schema.md shows the same. A real that may be NULL is NaN here, a text NULL. Texts
 * and weights are borrowed, see store.h.
 */
#ifndef SOW_EXPERIMENTS_STORE_TABLES_H
#define SOW_EXPERIMENTS_STORE_TABLES_H

#include "sow/base/err.h"

#include <stdint.h>
#include <stdio.h>

enum { SOW_WEIGHTS_MAX = 256 };

/** A vector of weights; stored as a JSON array that reads back to the same bits. */
struct sow_weights {
    const double *value;
    int count; /**< 1..SOW_WEIGHTS_MAX */
};

/** How a member of a row lies in a column. */
enum sow_field_type {
    SOW_FIELD_ID,           /**< the number of a run; 0 = let SQLite choose */
    SOW_FIELD_INT,          /**< a whole number */
    SOW_FIELD_INT64,        /**< a whole number */
    SOW_FIELD_RUN,          /**< the number of another run */
    SOW_FIELD_REAL,         /**< finite */
    SOW_FIELD_REAL_OR_NULL, /**< NaN is NULL */
    SOW_FIELD_TEXT,
    SOW_FIELD_TEXT_OR_NULL,
    SOW_FIELD_DIGEST,  /**< text or NULL: of the content, not part of it */
    SOW_FIELD_WEIGHTS, /**< a JSON array */
    SOW_FIELD_COMPUTED /**< by SQLite; no member */
};

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

/* The rows: struct sow_run_row and all others. */
#define TABLE(ID, name, word, KIND) struct sow_##word##_row {
#define COLUMN(member, TYPE, constraints, unit, meaning) SOW_MEMBER_##TYPE member;
#define MEMBER(type, member, meaning) type member;
#define END(constraints) };
#include "sow/store/tables/tables.def"

/** A row of any table. */
union sow_any_row {
#define TABLE(ID, name, word, KIND) struct sow_##word##_row word;
#include "sow/store/tables/tables.def"
};

/** The tables, in the order in which content is digested. A digest covers no table
 *  without rows, so that tables may be added, also between others. */
enum sow_table_id {
#define TABLE(ID, name, word, KIND) SOW_TABLE_##ID, sow_table_of_##word = SOW_TABLE_##ID,
#include "sow/store/tables/tables.def"
    SOW_TABLES_COUNT
};

/* What takes the rows of a table one by one, sow_match_fn and all others; anything but
   SOW_OK ends the sequence and is returned. */
#define TABLE(ID, name, word, KIND) \
    typedef enum sow_status sow_##word##_fn( \
        void *context, const struct sow_##word##_row *row, struct sow_err *err);
#include "sow/store/tables/tables.def"

/* clang-format on */

/** The name of a table. */
const char *sow_table_name(enum sow_table_id id);

/** Writes its columns as the rows of a table in Markdown: name, type, unit, meaning. */
void sow_table_describe(enum sow_table_id id, FILE *out);

#endif
