/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Functions that look at a database after a fault, without the program's own store. */
#include "faults.h"

#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static sqlite3_stmt *ask(const char *path, const char *sql, sqlite3 **db)
{
    sqlite3_stmt *statement = NULL;
    (void)sqlite3_open_v2(path, db, SQLITE_OPEN_READWRITE, NULL);
    (void)sqlite3_prepare_v2(*db, sql, -1, &statement, NULL);
    return statement;
}

int64_t fault_query(const char *path, const char *sql)
{
    sqlite3 *db;
    sqlite3_stmt *statement = ask(path, sql, &db);
    bool row = statement != NULL && sqlite3_step(statement) == SQLITE_ROW;
    int64_t value = row ? sqlite3_column_int64(statement, 0) : -1;
    (void)sqlite3_finalize(statement);
    (void)sqlite3_close(db);
    return value;
}

const char *fault_inspect(const char *path)
{
    static char finding[256];
    FILE *file = fopen(path, "rb");
    if (file == NULL)
        return NULL;
    (void)fclose(file);
    sqlite3 *db;
    sqlite3_stmt *statement = ask(path, "PRAGMA integrity_check", &db);
    const char *text = sqlite3_errmsg(db);
    if (statement != NULL && sqlite3_step(statement) == SQLITE_ROW)
        text = (const char *)sqlite3_column_text(statement, 0);
    (void)snprintf(finding, sizeof finding, "%s", text);
    (void)sqlite3_finalize(statement);
    (void)sqlite3_close(db);
    return strcmp(finding, "ok") == 0 ? NULL : finding;
}

/* ---- The whole contents ---- */

/* Writes a value as bytes, because SQLite's text of a real number has fewer digits than
   the number. */
static void write_value(sqlite3_stmt *statement, int column, FILE *out)
{
    int type = sqlite3_column_type(statement, column);
    double real = sqlite3_column_double(statement, column);
    const unsigned char *byte = (const unsigned char *)&real;
    int count = (int)sizeof real;
    if (type != SQLITE_FLOAT) {
        byte = sqlite3_column_blob(statement, column);
        count = sqlite3_column_bytes(statement, column);
    }
    (void)fprintf(out, "%d:", type);
    for (int i = 0; i < count; i++)
        (void)fprintf(out, "%02x", byte[i]);
}

static bool write_answer(sqlite3 *db, const char *name, const char *sql, FILE *out)
{
    sqlite3_stmt *statement = NULL;
    if (sqlite3_prepare_v2(db, sql, -1, &statement, NULL) != SQLITE_OK)
        return false;
    int code;
    while ((code = sqlite3_step(statement)) == SQLITE_ROW)
        for (int i = 0; i < sqlite3_column_count(statement); i++) {
            (void)fprintf(out, "%s.%s ", name, sqlite3_column_name(statement, i));
            write_value(statement, i, out);
            (void)fputc('\n', out);
        }
    (void)sqlite3_finalize(statement);
    return code == SQLITE_DONE;
}

static bool write_tables(sqlite3 *db, FILE *out)
{
    sqlite3_stmt *tables = NULL;
    int code = sqlite3_prepare_v2(db,
                                  "SELECT name FROM sqlite_schema WHERE type = 'table'"
                                  " ORDER BY name",
                                  -1, &tables, NULL);
    bool whole = code == SQLITE_OK;
    while (whole && (code = sqlite3_step(tables)) == SQLITE_ROW) {
        const char *name = (const char *)sqlite3_column_text(tables, 0);
        char *sql = sqlite3_mprintf("SELECT * FROM \"%w\"", name);
        whole = sql != NULL && write_answer(db, name, sql, out);
        sqlite3_free(sql);
    }
    (void)sqlite3_finalize(tables);
    return whole && code == SQLITE_DONE;
}

char *fault_contents(const char *path)
{
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    if (out == NULL)
        return NULL;
    sqlite3 *db;
    bool whole = sqlite3_open_v2(path, &db, SQLITE_OPEN_READWRITE, NULL) == SQLITE_OK &&
                 write_answer(db, "file", "PRAGMA application_id", out) &&
                 write_answer(db, "file", "PRAGMA user_version", out) &&
                 write_answer(db, "schema",
                              "SELECT type, name, tbl_name, sql"
                              " FROM sqlite_schema",
                              out) &&
                 write_tables(db, out);
    (void)sqlite3_close(db);
    if (fclose(out) == 0 && whole)
        return text;
    free(text);
    return NULL;
}
