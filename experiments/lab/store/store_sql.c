/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Statements of SQLite, and errors in words of the user. */
#include "store_private.h"

#include "sow/base/parallel.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

/* Source of the further explanation behind a message: none, advice which file to name,
   SQLite's message, or the system's. */
enum detail { DETAIL_NONE, DETAIL_ADVICE, DETAIL_SQLITE, DETAIL_SYSTEM };

/* A primary result code of SQLite, with its meaning for the user. */
struct fault {
    int code;               /* SQLITE_.. */
    enum sow_status status; /* status of the error */
    enum detail detail;     /* explanation that is added */
    const char *text;       /* end of the sentence that begins with the database */
};

static const struct fault FAULTS[] = {
    {SQLITE_BUSY, SOW_IO, DETAIL_NONE,
     "is locked by another process for too long; try again when that is done"},
    {SQLITE_LOCKED, SOW_IO, DETAIL_NONE,
     "is locked by this process; close other uses first"},
    {SQLITE_FULL, SOW_IO, DETAIL_NONE,
     "cannot grow: the disk is full; free some space, what was stored is kept"},
    {SQLITE_READONLY, SOW_IO, DETAIL_NONE,
     "cannot be written; check the permissions of the file and of its folder"},
    {SQLITE_CANTOPEN, SOW_IO, DETAIL_SYSTEM,
     "cannot be opened; check the path and the permissions of its folder"},
    {SQLITE_PERM, SOW_IO, DETAIL_SYSTEM, "cannot be opened; check its permissions"},
    {SQLITE_IOERR, SOW_IO, DETAIL_SYSTEM, "cannot be read or written; check the disk"},
    {SQLITE_NOTADB, SOW_BAD_DATA, DETAIL_ADVICE, "is not a database"},
    {SQLITE_CORRUPT, SOW_BAD_DATA, DETAIL_SQLITE,
     "is damaged; go back to a copy, or rescue what is readable with sqlite3's .recover"},
    {SQLITE_CONSTRAINT, SOW_BAD_DATA, DETAIL_SQLITE,
     "refuses a row that breaks its rules"},
    {SQLITE_MISMATCH, SOW_BAD_DATA, DETAIL_SQLITE, "refuses a value of the wrong type"},
    {SQLITE_TOOBIG, SOW_BAD_DATA, DETAIL_SQLITE, "refuses a value that is too long"},
    {SQLITE_SCHEMA, SOW_IO, DETAIL_NONE, "was changed by another process; try again"},
};

/* Returns the explanation of the latest failure: by the system if @p detail is
   DETAIL_SYSTEM and it has one, else by SQLite. The text is borrowed. */
static const char *detail_of(const struct sow_store *store, enum detail detail)
{
    int system = sqlite3_system_errno(store->db);
    return detail == DETAIL_SYSTEM && system != 0 ? strerror(system)
                                                  : sqlite3_errmsg(store->db);
}

/* Returns the entry for the primary part of result code @p code; NULL if there is
   none. */
static const struct fault *find_fault(int code)
{
    for (size_t i = 0; i < sizeof FAULTS / sizeof FAULTS[0]; i++)
        if (FAULTS[i].code == (code & 0xff))
            return &FAULTS[i];
    return NULL;
}

const char *sow_store_advice(const struct sow_store *store)
{
    return store->mode == SOW_STORE_GUEST ? "name another file"
                                          : "name another file with --db";
}

/* Returns true if a table has used the greatest row number, so that no run can be added.
   False also if this cannot be asked. SQLite reports a full disk in this case, too. */
static bool has_no_number_left(const struct sow_store *store)
{
    sqlite3_stmt *statement = NULL;
    bool none =
        sqlite3_prepare_v2(store->db, "SELECT 1 FROM sqlite_sequence WHERE seq >= ?1", -1,
                           &statement, NULL) == SQLITE_OK &&
        sqlite3_bind_int64(statement, 1, INT64_MAX) == SQLITE_OK &&
        sqlite3_step(statement) == SQLITE_ROW;
    (void)sqlite3_finalize(statement);
    return none;
}

enum sow_status sow_store_fail(const struct sow_store *store, int code,
                               struct sow_err *err)
{
    if ((code & 0xff) == SQLITE_NOMEM)
        return sow_err_no_memory(err);
    if ((code & 0xff) == SQLITE_INTERRUPT)
        return sow_err_set(err, SOW_INTERRUPTED, "stopped on request");
    if ((code & 0xff) == SQLITE_FULL && has_no_number_left(store))
        return sow_err_set(err, SOW_BAD_DATA,
                           "database '%s' has no number left for another run, so it is "
                           "damaged; go back to a copy, or name another file",
                           store->path);
    const struct fault *fault = find_fault(code);
    if (fault == NULL)
        return sow_err_set(err, SOW_BAD_DATA, "database '%s' does not work: %s",
                           store->path, sqlite3_errmsg(store->db));
    if (fault->detail == DETAIL_NONE)
        return sow_err_set(err, fault->status, "database '%s' %s", store->path,
                           fault->text);
    if (fault->detail == DETAIL_ADVICE)
        return sow_err_set(err, fault->status, "database '%s' %s; %s", store->path,
                           fault->text, sow_store_advice(store));
    return sow_err_set(err, fault->status, "database '%s' %s (%s)", store->path,
                       fault->text, detail_of(store, fault->detail));
}

enum sow_status sow_store_run(struct sow_store *store, sqlite3_stmt *statement,
                              struct sow_err *err)
{
    int code = sqlite3_step(statement);
    enum sow_status status =
        code == SQLITE_DONE ? SOW_OK : sow_store_fail(store, code, err);
    (void)sqlite3_reset(statement);
    (void)sqlite3_clear_bindings(statement);
    return status;
}

enum sow_status sow_sheet_insert(struct sow_store *store, struct sow_err *err)
{
    struct sow_sheet *sheet = &store->sheet;
    int rows = sheet->rows;
    sheet->used = 0;
    if (rows == 0)
        return SOW_OK;
    sqlite3_stmt *statement = store->sheets[sheet->id];
    sheet->rows = 0;
    (void)sqlite3_bind_int(statement, sqlite3_bind_parameter_count(statement), rows);
    return sow_store_run(store, statement, err);
}

enum sow_status sow_store_prepare(struct sow_store *store, const char *sql,
                                  sqlite3_stmt **statement, struct sow_err *err)
{
    *statement = NULL;
    enum sow_status status = sow_sheet_insert(store, err);
    if (status != SOW_OK)
        return status;
    int code = sqlite3_prepare_v2(store->db, sql, -1, statement, NULL);
    return code == SQLITE_OK ? SOW_OK : sow_store_fail(store, code, err);
}

enum sow_status sow_store_prepare_format(struct sow_store *store,
                                         sqlite3_stmt **statement, struct sow_err *err,
                                         const char *format, ...)
{
    *statement = NULL;
    va_list arguments;
    va_start(arguments, format);
    char *sql = sqlite3_vmprintf(format, arguments);
    va_end(arguments);
    if (sql == NULL)
        return sow_err_no_memory(err);
    enum sow_status status = sow_store_prepare(store, sql, statement, err);
    sqlite3_free(sql);
    return status;
}

enum sow_status sow_store_exec(struct sow_store *store, const char *sql,
                               struct sow_err *err)
{
    enum sow_status status = sow_sheet_insert(store, err);
    if (status != SOW_OK)
        return status;
    int code = sqlite3_exec(store->db, sql, NULL, NULL, NULL);
    return code == SQLITE_OK ? SOW_OK : sow_store_fail(store, code, err);
}

enum sow_status sow_store_step(struct sow_store *store, sqlite3_stmt *statement,
                               bool *row, struct sow_err *err)
{
    int code = sqlite3_step(statement);
    *row = code == SQLITE_ROW;
    return code == SQLITE_ROW || code == SQLITE_DONE ? SOW_OK
                                                     : sow_store_fail(store, code, err);
}

/* Binds @p value to one parameter, counted from 1; does nothing if the statement has no
   such parameter. Any type but integer and real is bound as text. Texts are borrowed
   until the statement is finalized. */
static void bind_value(sqlite3_stmt *statement, int parameter,
                       const struct sow_value *value)
{
    /* Out of range if the statement has no such parameter: nothing to bind then. */
    if (value->type == SOW_VALUE_INTEGER)
        (void)sqlite3_bind_int64(statement, parameter, value->integer);
    else if (value->type == SOW_VALUE_REAL)
        (void)sqlite3_bind_double(statement, parameter, value->real);
    else
        (void)sqlite3_bind_text(statement, parameter, value->text, -1, SQLITE_STATIC);
}

void sow_store_bind(sqlite3_stmt *statement, const struct sow_value *values)
{
    for (int i = 0; values[i].type != SOW_VALUE_NULL; i++)
        bind_value(statement, i + 1, &values[i]);
}

/* Prepares a statement as sow_store_prepare does, and binds @p values. The caller
   finalizes it. */
static enum sow_status ask(struct sow_store *store, const char *sql,
                           const struct sow_value *values, sqlite3_stmt **statement,
                           struct sow_err *err)
{
    enum sow_status status = sow_store_prepare(store, sql, statement, err);
    if (status == SOW_OK)
        sow_store_bind(*statement, values);
    return status;
}

enum sow_status sow_store_change(struct sow_store *store, const char *sql,
                                 const struct sow_value *values, struct sow_err *err)
{
    sqlite3_stmt *statement;
    bool row;
    enum sow_status status = ask(store, sql, values, &statement, err);
    if (status == SOW_OK)
        status = sow_store_step(store, statement, &row, err);
    (void)sqlite3_finalize(statement);
    return status;
}

enum sow_status sow_store_text(struct sow_store *store, const char *sql,
                               const struct sow_value *values, char **text,
                               struct sow_err *err)
{
    sqlite3_stmt *statement;
    bool row = false;
    *text = NULL;
    enum sow_status status = ask(store, sql, values, &statement, err);
    if (status == SOW_OK)
        status = sow_store_step(store, statement, &row, err);
    if (status == SOW_OK && row && sqlite3_column_type(statement, 0) != SQLITE_NULL) {
        *text = sqlite3_mprintf("%s", sqlite3_column_text(statement, 0));
        if (*text == NULL)
            status = sow_err_no_memory(err);
    }
    (void)sqlite3_finalize(statement);
    return status;
}

enum sow_status sow_store_number(struct sow_store *store, const char *sql,
                                 const struct sow_value *values, int64_t *number,
                                 struct sow_err *err)
{
    sqlite3_stmt *statement;
    bool row = false;
    enum sow_status status = ask(store, sql, values, &statement, err);
    if (status == SOW_OK)
        status = sow_store_step(store, statement, &row, err);
    *number = status == SOW_OK && row ? sqlite3_column_int64(statement, 0) : 0;
    (void)sqlite3_finalize(statement);
    return status;
}

enum sow_status sow_store_integer(struct sow_store *store, const char *sql, int64_t id,
                                  int64_t *value, struct sow_err *err)
{
    return sow_store_number(store, sql, SOW_VALUES(sow_integer(id)), value, err);
}

enum sow_status sow_state_note(struct sow_store *store, int64_t id,
                               struct sow_state *state, struct sow_err *err)
{
    *state = (struct sow_state){.run = id, .changes = sqlite3_total_changes(store->db)};
    return sow_store_integer(store, "PRAGMA data_version", 0, &state->version, err);
}

bool sow_state_same(const struct sow_state *a, const struct sow_state *b)
{
    return a->run == b->run && a->version == b->version && a->changes == b->changes;
}

enum sow_status sow_store_require_run(struct sow_store *store, int64_t id,
                                      struct sow_err *err)
{
    int64_t found;
    enum sow_status status = sow_store_integer(
        store, "SELECT count(*) FROM runs WHERE id = ?1", id, &found, err);
    if (status != SOW_OK || found > 0)
        return status;
    return sow_err_set(
        err, SOW_NOT_FOUND,
        "database '%s' has no run %lld; 'sowlab runs list' shows those it has",
        store->path, (long long)id);
}

enum sow_status sow_store_look(const struct sow_store *store, struct sow_err *err)
{
    return sow_stop_requested(store->stop)
               ? sow_err_set(err, SOW_INTERRUPTED, "stopped on request")
               : SOW_OK;
}

/* Returns SOW_IO if another process moved, removed or replaced the file of a store that
   writes: further changes would be lost. The error explains how to rescue the latest
   changes, which are in the log beside the old name. SOW_OK for other stores. */
enum sow_status sow_store_refuse_moved(const struct sow_store *store, struct sow_err *err)
{
    int moved = 0;
    if (store->mode != SOW_STORE_WRITE ||
        sqlite3_file_control(store->db, "main", SQLITE_FCNTL_HAS_MOVED, &moved) !=
            SQLITE_OK ||
        moved == 0)
        return SOW_OK;
    return sow_err_set(
        err, SOW_IO,
        "another process moved, removed or replaced database '%s' during this command, "
        "which stops and stores nothing more. The latest changes are in '%s-wal': put "
        "the database back beside it, under its name, before any program opens either. "
        "Then continue with 'sowlab resume'",
        store->path, store->path);
}

enum sow_status sow_store_bytes(struct sow_store *store, unsigned char **bytes,
                                size_t *size, struct sow_err *err)
{
    sqlite3_int64 length = 0;
    unsigned char *image = sqlite3_serialize(store->db, "main", &length, 0);
    *bytes = image != NULL ? malloc((size_t)length + 1) : NULL;
    *size = (size_t)length;
    if (*bytes != NULL)
        memcpy(*bytes, image, (size_t)length);
    sqlite3_free(image);
    return *bytes != NULL ? SOW_OK : sow_err_no_memory(err);
}
