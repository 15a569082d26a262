/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * Helpers for the suites of the database file: files made or changed without the store,
 * and refusals that name them.
 */
#ifndef SOW_TESTS_STORE_FILE_SUPPORT_H
#define SOW_TESTS_STORE_FILE_SUPPORT_H

#include "file_support.h"
#include "store_private.h"
#include "store_support.h"

#include <sys/stat.h>

static inline long file_size(const char *path)
{
    struct stat status;
    ck_assert_int_eq(stat(path, &status), 0);
    return (long)status.st_size;
}

/** Changes a file as another SQLite program would. */
static inline void alter_file(const char *path, const char *sql)
{
    sqlite3 *db;
    ck_assert_int_eq(sqlite3_open(path, &db), SQLITE_OK);
    ck_assert_msg(sqlite3_exec(db, sql, NULL, NULL, NULL) == SQLITE_OK, "%s",
                  sqlite3_errmsg(db));
    ck_assert_int_eq(sqlite3_close(db), SQLITE_OK);
}

static inline void make_store(const char *path)
{
    OWNED(store) struct sow_store *store = open_store(path, SOW_STORE_WRITE);
    (void)add_evolution(store);
}

static inline void check_refused(const char *path, enum sow_store_mode mode,
                                 enum sow_status status, const char *words)
{
    struct sow_err err;
    struct sow_store *store = (struct sow_store *)&err;
    ck_fails(sow_store_open(path, mode, &store, &err), status, words);
    ck_assert_ptr_null(store);
    ck_assert_msg(strstr(err.text, path) != NULL, "'%s' does not name '%s'", err.text,
                  path);
}

static inline void check_refused_both(const char *path, enum sow_status status,
                                      const char *words)
{
    check_refused(path, SOW_STORE_READ, status, words);
    check_refused(path, SOW_STORE_WRITE, status, words);
}

#endif
