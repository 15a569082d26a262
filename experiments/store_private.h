/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * What the store's own files share: the connection, errors, statements, and the tables'
 * columns as data. No other file includes this header.
 */
#ifndef SOW_EXPERIMENTS_STORE_PRIVATE_H
#define SOW_EXPERIMENTS_STORE_PRIVATE_H

#include "store.h"

#include <sqlite3.h>

/** Tables that rows are written to or read from as structs. */
enum sow_table_id {
    SOW_TABLE_RUNS,
    SOW_TABLE_GENERATIONS,
    SOW_TABLE_GENERATION_TIMES,
    SOW_TABLE_INDIVIDUALS,
    SOW_TABLE_CANDIDATES,
    SOW_TABLE_CHAMPIONS,
    SOW_TABLE_MATCHES,
    SOW_TABLE_POSITIONS,
    SOW_TABLE_FITS,
    SOW_TABLE_COEFFICIENTS,
    SOW_TABLES_COUNT
};

struct sow_store {
    sqlite3 *db;
    char *path;
    enum sow_store_mode mode;
    sqlite3_stmt *inserts[SOW_TABLES_COUNT]; /**< prepared when first needed */
};

/** How a struct member lies in a column. */
enum sow_field_type {
    SOW_FIELD_ID,           /**< int64_t; 0 = let SQLite choose */
    SOW_FIELD_INT,          /**< int */
    SOW_FIELD_INT64,        /**< int64_t */
    SOW_FIELD_REAL,         /**< double, finite */
    SOW_FIELD_REAL_OR_NULL, /**< double; NaN is NULL */
    SOW_FIELD_TEXT,         /**< const char * */
    SOW_FIELD_TEXT_OR_NULL,
    SOW_FIELD_WEIGHTS /**< struct sow_weights as a JSON array */
};

struct sow_field {
    const char *column;
    enum sow_field_type type;
    size_t offset; /**< in the row's struct */
};

enum { SOW_FIELDS_MAX = 20 };

struct sow_table {
    const char *name;
    const char *order; /**< columns of the key after run_id, or "" */
    struct sow_field fields[SOW_FIELDS_MAX]; /**< up to a NULL column */
};

/** By enum sow_table_id. */
extern const struct sow_table sow_tables[SOW_TABLES_COUNT];

/** Turns the connection's last failure @p code into a status and a text. */
enum sow_status sow_store_fail(const struct sow_store *store, int code,
                               struct sow_err *err);

/** Prepares one trusted statement; sqlite3_finalize it (NULL is fine). */
SOW_MUST_USE enum sow_status sow_store_prepare(struct sow_store *store, const char *sql,
                                               sqlite3_stmt **statement,
                                               struct sow_err *err);

/** As sow_store_prepare, with sqlite3_mprintf's format (%w for identifiers). */
SOW_MUST_USE enum sow_status sow_store_prepare_format(struct sow_store *store,
                                                      sqlite3_stmt **statement,
                                                      struct sow_err *err,
                                                      const char *format, ...);

/** Runs trusted statements that give no rows. */
SOW_MUST_USE enum sow_status sow_store_exec(struct sow_store *store, const char *sql,
                                            struct sow_err *err);

/** Steps; @p row says whether there is one. */
SOW_MUST_USE enum sow_status sow_store_step(struct sow_store *store,
                                            sqlite3_stmt *statement, bool *row,
                                            struct sow_err *err);

/** The integer in the first column of the first row of @p sql, `?1` being @p id. */
SOW_MUST_USE enum sow_status sow_store_integer(struct sow_store *store, const char *sql,
                                               int64_t id, int64_t *value,
                                               struct sow_err *err);

/** Binds @p row to the parameters of an INSERT of its table's columns. */
SOW_MUST_USE enum sow_status sow_row_bind(struct sow_store *store,
                                          const struct sow_table *table, const void *row,
                                          sqlite3_stmt *statement, struct sow_err *err);

/** Takes a row of a SELECT of its table's columns; every value is checked. Texts are
 *  borrowed from the statement, weights from @p room. */
SOW_MUST_USE enum sow_status sow_row_load(struct sow_store *store,
                                          const struct sow_table *table,
                                          sqlite3_stmt *statement,
                                          double room[SOW_WEIGHTS_MAX], void *row,
                                          struct sow_err *err);

/** Writes the table's columns with commas between them. */
void sow_table_columns(const struct sow_table *table, FILE *out);

#endif
