/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Opens, upgrades and closes databases. */
#include "store_private.h"

#include "sow/base/parallel.h"
#include "sow/support/progress.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* "SOWL": tells our files from other programs' databases. */
enum { APPLICATION_ID = 0x534f574c };

/* Sleep between two tries to get a lock. */
enum { RETRY_MILLISECONDS = 10 };

/* Longest wait for a lock after a stop request: enough to store how a run ended. */
static const double STOPPED_WAIT_SECONDS = 0.5;

/* Facts read from a file before it is trusted. */
struct identity {
    int64_t application; /* mark of the program; APPLICATION_ID in sowlab's files */
    int64_t version;     /* number of the schema; 0 in a fresh file */
    int64_t objects;     /* number of tables, views, indices and triggers */
};

/* Returns the number of the schema that this program writes: the number of schema
   files. */
static int64_t newest_version(void)
{
    int64_t version = 0;
    while (sow_schema_files[version].name != NULL)
        version++;
    return version;
}

const char *sow_store_path(const struct sow_store *store)
{
    return store->path;
}

int sow_store_look_at_stop(void *context)
{
    const struct sow_store *store = context;
    return sow_stop_requested(store->stop);
}

/* Returns true for the two modes of reading: the file must exist, and its rows are not
   changed. */
static bool reads_only(const struct sow_store *store)
{
    return store->mode == SOW_STORE_READ || store->mode == SOW_STORE_GUEST;
}

/* Sets or removes the progress callback of the connection. Only reading is interrupted by
   SQLite. A writer looks at the stop request at places of its own, and can then store
   how the run ended. */
void sow_store_heed(struct sow_store *store)
{
    bool heeds = reads_only(store) && store->stop != NULL;
    sqlite3_progress_handler(store->db, heeds ? SOW_STEPS_PER_LOOK : 0,
                             heeds ? sow_store_look_at_stop : NULL, store);
}

void sow_store_watch(struct sow_store *store, const struct sow_stop *stop)
{
    store->stop = stop;
    sow_store_heed(store);
}

/* Waits for a lock that another process holds. Sleeps 10 ms and returns 1 (try again), or
   returns 0 after the longest wait, which a stop request shortens. There were @p calls
   tries so far; @p context is a struct sow_store. Busy handler of SQLite. SQLite's own
   ignores stop requests and sleeps longer and longer, so the writer that has waited
   longest would be the least likely to come next. */
static int wait_for_lock(void *context, int calls)
{
    struct sow_store *store = context;
    double now = sow_clock_seconds();
    if (calls == 0)
        store->wait_begun = now;
    double waited = now - store->wait_begun;
    if (waited > (sow_stop_requested(store->stop) ? STOPPED_WAIT_SECONDS
                                                  : (double)SOW_STORE_WAIT_SECONDS))
        return 0;
    (void)sqlite3_sleep(RETRY_MILLISECONDS);
    return 1;
}

/* Finalizes statements, closes the connection and frees the store. */
static void store_free(struct sow_store *store)
{
    for (int i = 0; i < SOW_TABLES_COUNT; i++) {
        (void)sqlite3_finalize(store->inserts[i]);
        (void)sqlite3_finalize(store->sheets[i]);
    }
    for (int i = 0; i < SOW_KEPT_STATEMENTS; i++)
        (void)sqlite3_finalize(store->kept[i]);
    (void)sqlite3_close(store->db);
    free(store->path);
    free(store);
}

void sow_store_close(struct sow_store *store)
{
    if (store == NULL)
        return;
    sow_store_rollback(store);
    store_free(store);
}

/* Reads application, version and number of objects of the file into @p found, in one
   transaction. */
static enum sow_status identify(struct sow_store *store, struct identity *found,
                                struct sow_err *err)
{
    /* One transaction: another process may be writing the schema at this moment. */
    enum sow_status status = sow_store_exec(store, "BEGIN", err);
    if (status != SOW_OK)
        return status;
    status = sow_store_integer(store, "SELECT count(*) FROM sqlite_schema", 0,
                               &found->objects, err);
    if (status == SOW_OK)
        status = sow_store_integer(store, "PRAGMA application_id", 0, &found->application,
                                   err);
    if (status == SOW_OK)
        status = sow_store_integer(store, "PRAGMA user_version", 0, &found->version, err);
    if (status != SOW_OK) {
        sow_store_rollback(store);
        return status;
    }
    return sow_store_exec(store, "COMMIT", err);
}

/* Returns true if the file is an empty database. */
static bool is_fresh(const struct identity *found)
{
    return found->application == 0 && found->version == 0 && found->objects == 0;
}

/* Returns SOW_BAD_DATA if the file belongs to another program or to a newer sowlab, has
   a negative version, or is empty although it is only read. */
static enum sow_status accept_identity(const struct sow_store *store,
                                       const struct identity *found, struct sow_err *err)
{
    if (is_fresh(found)) {
        if (!reads_only(store))
            return SOW_OK;
        return sow_err_set(err, SOW_BAD_DATA,
                           "database '%s' is empty; store a run in it first, or %s",
                           store->path, sow_store_advice(store));
    }
    if (found->application != APPLICATION_ID)
        return sow_err_set(err, SOW_BAD_DATA, "'%s' is a database of another program; %s",
                           store->path, sow_store_advice(store));
    if (found->version < 0)
        return sow_err_set(err, SOW_BAD_DATA,
                           "database '%s' is damaged: its schema has the number %lld; "
                           "go back to a copy, or %s",
                           store->path, (long long)found->version,
                           sow_store_advice(store));
    if (found->version > newest_version())
        return sow_err_set(err, SOW_BAD_DATA,
                           "database '%s' was written by a newer sowlab (schema %lld); "
                           "this one knows schema %lld: upgrade sowlab, or %s",
                           store->path, (long long)found->version,
                           (long long)newest_version(), sow_store_advice(store));
    return SOW_OK;
}

/* Switches the file to WAL mode (a log beside the file). Retries while another process
   holds the lock, for SOW_STORE_WAIT_SECONDS; a stop request does not shorten this.
   SQLite does not wait here, and processes that meet on a fresh file would fail at
   random. */
static enum sow_status enter_wal(struct sow_store *store, struct sow_err *err)
{
    double deadline = sow_clock_seconds() + SOW_STORE_WAIT_SECONDS;
    for (;;) {
        int code = sqlite3_exec(store->db, "PRAGMA journal_mode = WAL", NULL, NULL, NULL);
        if (code == SQLITE_OK)
            return SOW_OK;
        if ((code & 0xff) != SQLITE_BUSY || sow_clock_seconds() > deadline)
            return sow_store_fail(store, code, err);
        (void)sqlite3_sleep(RETRY_MILLISECONDS);
    }
}

/* Brings a schema of @p version (0: an empty file) to the newest version, in the open
   transaction. Changes older tables step by step, makes missing ones and all views, and
   stamps the file with the version. In an older file it derives the rows of run_players
   again, but only after the check of the schema: a wrong schema may have columns that
   compute without end. */
static enum sow_status run_scripts(struct sow_store *store, int64_t version,
                                   struct sow_err *err)
{
    enum sow_status status = SOW_OK;
    bool upgraded = version > 0;
    for (; version > 0 && version < newest_version() && status == SOW_OK; version++)
        status = sow_store_exec(store, sow_schema_files[version].text, err);
    if (status == SOW_OK)
        status = sow_store_make_tables(store, err);
    if (status == SOW_OK)
        status = sow_store_exec(store, sow_schema_files[0].text, err);
    if (status == SOW_OK && store->mode != SOW_STORE_SCRATCH)
        status = sow_store_check_schema(store, err);
    if (status == SOW_OK && upgraded)
        status = sow_run_players_renew(store, err);
    if (status != SOW_OK)
        return status;
    char stamp[96];
    (void)snprintf(stamp, sizeof stamp,
                   "PRAGMA application_id = %d; PRAGMA user_version = %lld",
                   APPLICATION_ID, (long long)newest_version());
    return sow_store_exec(store, stamp, err);
}

/* Brings the schema up to date in one transaction, or checks it if another process has
   done so while this one waited for the lock. A scratch store is not checked. */
static enum sow_status migrate(struct sow_store *store, struct sow_err *err)
{
    enum sow_status status = enter_wal(store, err);
    if (status == SOW_OK)
        status = sow_store_begin(store, err);
    if (status != SOW_OK)
        return status;
    int64_t version;
    status = sow_store_integer(store, "PRAGMA user_version", 0, &version, err);
    if (status == SOW_OK && version < newest_version())
        status = run_scripts(store, version, err);
    else if (status == SOW_OK && store->mode != SOW_STORE_SCRATCH)
        status = sow_store_check_schema(store, err);
    return sow_store_end(store, status, err);
}

/* Applies the settings of the store's mode. In WAL mode, NORMAL keeps every commit when
   the process dies, and never damages the file. A power cut may lose the latest
   generations, which a run computes again bit for bit. FULL would cost a disk flush per
   generation for nothing more. */
static enum sow_status configure(struct sow_store *store, struct sow_err *err)
{
    static const char *const SETTINGS[] = {
        [SOW_STORE_WRITE] = "PRAGMA foreign_keys = ON; PRAGMA synchronous = NORMAL;"
                            "PRAGMA journal_size_limit = 4194304;"
                            "PRAGMA cell_size_check = ON",
        [SOW_STORE_READ] = "PRAGMA query_only = ON; PRAGMA cell_size_check = ON",
        [SOW_STORE_GUEST] = "PRAGMA query_only = ON; PRAGMA cell_size_check = ON",
        [SOW_STORE_SCRATCH] = "PRAGMA foreign_keys = OFF",
    };
    return sow_store_exec(store, SETTINGS[store->mode], err);
}

/* Returns true if there is a log of SQLite (PATH-wal) beside the file; false also without
   memory. */
static bool has_wal(const char *path)
{
    char *name = sqlite3_mprintf("%s-wal", path);
    bool exists = name != NULL && access(name, F_OK) == 0;
    sqlite3_free(name);
    return exists;
}

/* Returns true if this process may write to the folder of the file; false also without
   memory. */
static bool folder_is_writable(const char *path)
{
    const char *slash = strrchr(path, '/');
    char *folder = slash == NULL ? sqlite3_mprintf(".")
                                 : sqlite3_mprintf("%.*s", (int)(slash - path) + 1, path);
    bool writable = folder != NULL && faccessat(AT_FDCWD, folder, W_OK, AT_EACCESS) == 0;
    sqlite3_free(folder);
    return writable;
}

/* Returns the name that SQLite opens, for sqlite3_free; NULL without memory. It is
   `:memory:` for a scratch store, and a URI for SQLite to read an unchanging file if
   @p immutable. A name that begins with "file:" gets "./" in front, else SQLite would
   read it as a URI. */
static char *address_of(const struct sow_store *store, bool immutable)
{
    if (store->mode == SOW_STORE_SCRATCH)
        return sqlite3_mprintf(":memory:");
    if (!immutable)
        return sqlite3_mprintf("%s%s", strncmp(store->path, "file:", 5) == 0 ? "./" : "",
                               store->path);
    sqlite3_str *uri = sqlite3_str_new(NULL);
    sqlite3_str_appendall(uri, "file:");
    for (const char *at = store->path; *at != '\0'; at++) {
        if (strchr("%?#", *at) != NULL)
            sqlite3_str_appendf(uri, "%%%02x", *at);
        else
            sqlite3_str_appendchar(uri, 1, *at);
    }
    sqlite3_str_appendall(uri, "?immutable=1");
    return sqlite3_str_finish(uri);
}

/* Sets what all connections need: extended result codes, waiting for locks, the program's
   SQL functions. As defences it switches off triggers, attached files and changes to
   SQLite's internals. */
static enum sow_status prepare_connection(struct sow_store *store, struct sow_err *err)
{
    (void)sqlite3_extended_result_codes(store->db, 1);
    (void)sqlite3_busy_handler(store->db, wait_for_lock, store);
    (void)sqlite3_db_config(store->db, SQLITE_DBCONFIG_DEFENSIVE, 1, (int *)NULL);
    /* The schema has none: a trigger in a file that somebody hands in is not ours. */
    (void)sqlite3_db_config(store->db, SQLITE_DBCONFIG_ENABLE_TRIGGER, 0, (int *)NULL);
    (void)sqlite3_limit(store->db, SQLITE_LIMIT_ATTACHED, 0);
    int code = sow_store_add_functions(store);
    return code == SQLITE_OK ? SOW_OK : sow_store_fail(store, code, err);
}

/* Closes the store's connection, if there is one, and opens another one to its file;
   read-only if @p immutable. Sets the new connection up by prepare_connection. */
static enum sow_status connect_file(struct sow_store *store, bool immutable,
                                    struct sow_err *err)
{
    static const int FLAGS[] = {
        [SOW_STORE_WRITE] = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE,
        /* Not READONLY: the last reader of a WAL file must be able to tidy up. */
        [SOW_STORE_READ] = SQLITE_OPEN_READWRITE,
        [SOW_STORE_GUEST] = SQLITE_OPEN_READWRITE,
        [SOW_STORE_SCRATCH] = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE,
    };
    int flags = immutable ? SQLITE_OPEN_READONLY | SQLITE_OPEN_URI : FLAGS[store->mode];
    flags |= SQLITE_OPEN_NOMUTEX; /* a store belongs to one thread */
    char *address = address_of(store, immutable);
    if (address == NULL)
        return sow_err_no_memory(err);
    (void)sqlite3_close(store->db);
    int code = sqlite3_open_v2(address, &store->db, flags, NULL);
    sqlite3_free(address);
    return code == SQLITE_OK ? prepare_connection(store, err)
                             : sow_store_fail(store, code, err);
}

/* Connects to the file and reads its identity into @p found. If that fails with SOW_IO
   for a store that only reads, in a folder that this process cannot write, it opens the
   file as "immutable". That is right only if there is no log, as then no process writes;
   with a log, SOW_IO stays. */
static enum sow_status connect_and_identify(struct sow_store *store,
                                            struct identity *found, struct sow_err *err)
{
    enum sow_status status = connect_file(store, false, err);
    if (status == SOW_OK)
        status = identify(store, found, err);
    if (status != SOW_IO || !reads_only(store) || folder_is_writable(store->path) ||
        has_wal(store->path))
        return status;
    status = connect_file(store, true, err);
    return status != SOW_OK ? status : identify(store, found, err);
}

/* Upgrades the file through a second store that may write, which is closed again. Returns
   the failure of opening that. */
static enum sow_status upgrade_for_reading(struct sow_store *store, struct sow_err *err)
{
    struct sow_store *writer;
    enum sow_status status = sow_store_open(store->path, SOW_STORE_WRITE, &writer, err);
    sow_store_close(writer);
    return status;
}

/* Copies the whole database of @p store to the connection @p copy, whose content it
   replaces. Returns the failure of SQLite as sow_store_fail does. */
static enum sow_status copy_pages(struct sow_store *store, sqlite3 *copy,
                                  struct sow_err *err)
{
    enum { ALL_PAGES = -1 };
    sqlite3_backup *backup = sqlite3_backup_init(copy, "main", store->db, "main");
    if (backup == NULL)
        return sow_store_fail(store, sqlite3_errcode(copy), err);
    (void)sqlite3_backup_step(backup, ALL_PAGES);
    int code = sqlite3_backup_finish(backup);
    return code == SQLITE_OK ? SOW_OK : sow_store_fail(store, code, err);
}

/* Copies the database to a temporary file, upgrades the copy and makes it the store's
   connection. The user's file stays as it is. The temporary file disappears when the
   store is closed; only what exceeds the cache reaches the disk. */
static enum sow_status upgrade_copy(struct sow_store *store, struct sow_err *err)
{
    sqlite3 *copy = NULL;
    int code =
        sqlite3_open_v2("", &copy, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, NULL);
    enum sow_status status = code == SQLITE_OK ? copy_pages(store, copy, err)
                                               : sow_store_fail(store, code, err);
    if (status != SOW_OK) {
        (void)sqlite3_close(copy);
        return status;
    }
    (void)sqlite3_close(store->db);
    store->db = copy;
    status = prepare_connection(store, err);
    return status == SOW_OK ? migrate(store, err) : status;
}

/* Upgrades the database file, through a second store if it is only read. Upgrades a copy
   instead if the file is another person's (SOW_STORE_GUEST), or if reading cannot write
   it (locked, write-protected, hard links, full disk). */
static enum sow_status upgrade(struct sow_store *store, struct sow_err *err)
{
    if (!reads_only(store))
        return migrate(store, err);
    enum sow_status status =
        store->mode == SOW_STORE_READ ? upgrade_for_reading(store, err) : SOW_IO;
    return status == SOW_IO ? upgrade_copy(store, err) : status;
}

/* Returns SOW_USAGE for the name :memory:, and SOW_IO for a folder, pipe or device, or
   if a file to be written has hard links. SQLite would lose data, damage the file or
   wait for ever. A missing file passes. */
static enum sow_status refuse_no_file(const struct sow_store *store, struct sow_err *err)
{
    struct stat file;
    if (store->mode == SOW_STORE_SCRATCH)
        return SOW_OK;
    if (strcmp(store->path, ":memory:") == 0)
        return sow_err_set(err, SOW_USAGE,
                           "a database '%s' would be lost at the end of this "
                           "command; %s",
                           store->path, sow_store_advice(store));
    if (stat(store->path, &file) != 0)
        return SOW_OK;
    /* SQLite keeps a log for each name, and two of them destroy the file. */
    if (S_ISREG(file.st_mode) && file.st_nlink > 1 && !reads_only(store))
        return sow_err_set(err, SOW_IO,
                           "'%s' has other names (hard links), by which another process "
                           "could damage it: remove them, or work with a copy",
                           store->path);
    if (S_ISREG(file.st_mode))
        return SOW_OK;
    return sow_err_set(err, SOW_IO, "'%s' is %s, which cannot hold a database; %s",
                       store->path,
                       S_ISDIR(file.st_mode)    ? "a folder"
                       : S_ISFIFO(file.st_mode) ? "a pipe"
                                                : "a device",
                       sow_store_advice(store));
}

/* Returns SOW_BAD_DATA if the file is not empty but has less than 512 bytes, too few for
   a database. SQLite would take it for an empty one and write over it. A missing file
   passes. */
static enum sow_status refuse_scrap(const struct sow_store *store, struct sow_err *err)
{
    enum { LEAST_BYTES = 512 };
    struct stat file;
    if (store->mode == SOW_STORE_SCRATCH || stat(store->path, &file) != 0 ||
        !S_ISREG(file.st_mode) || file.st_size == 0 || file.st_size >= LEAST_BYTES)
        return SOW_OK;
    return sow_store_fail(store, SQLITE_NOTADB, err);
}

/* Returns SOW_IO if the file is to be read only and does not exist or is out of reach. */
static enum sow_status refuse_missing(const struct sow_store *store, struct sow_err *err)
{
    if (!reads_only(store) || access(store->path, F_OK) == 0)
        return SOW_OK;
    return sow_err_set(
        err, SOW_IO,
        "cannot open database '%s': %s; a command that runs something makes it, "
        "or name another file with --db",
        store->path, strerror(errno));
}

/* Checks the file's name, connects, upgrades or checks the schema, and applies the
   settings of the mode. After a failure the caller frees the store. */
static enum sow_status establish(struct sow_store *store, struct sow_err *err)
{
    struct identity found;
    enum sow_status status = refuse_no_file(store, err);
    if (status == SOW_OK)
        status = refuse_missing(store, err);
    if (status == SOW_OK)
        status = refuse_scrap(store, err);
    if (status == SOW_OK)
        status = connect_and_identify(store, &found, err);
    if (status == SOW_OK)
        status = accept_identity(store, &found, err);
    /* An upgrade checks what it comes out with. */
    if (status == SOW_OK && found.version < newest_version())
        status = upgrade(store, err);
    else if (status == SOW_OK)
        status = sow_store_check_schema(store, err);
    return status != SOW_OK ? status : configure(store, err);
}

enum sow_status sow_store_open(const char *path, enum sow_store_mode mode,
                               struct sow_store **store, struct sow_err *err)
{
    *store = NULL;
    if (mode == SOW_STORE_SCRATCH)
        path = "memory";
    if (path[0] == '\0')
        return sow_err_set(err, SOW_USAGE,
                           "the database's file name is empty; name one with --db");
    struct sow_store *made = calloc(1, sizeof *made);
    if (made == NULL)
        return sow_err_no_memory(err);
    made->mode = mode;
    made->path = strdup(path);
    enum sow_status status =
        made->path == NULL ? sow_err_no_memory(err) : establish(made, err);
    if (status == SOW_OK)
        *store = made;
    else
        store_free(made);
    return status;
}
