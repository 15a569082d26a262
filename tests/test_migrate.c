/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Upgrades of databases with an earlier schema: the stored runs stay as they were, even
   if the upgrade is disturbed. The steps lead to the present schema. The tests make the
   first schema of a database of the last. */
#include "scale.h"
#include "store_private.h"
#include "store_support.h"

#include "sow/base/embedded.h"

#include <signal.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>

FIXTURE(ANY, enter_folder, leave_folder)

extern const struct sow_embedded sow_schema_files[];

enum { OLD_SCHEMA = 1, NEWEST_SCHEMA = 8 };

/* Result rows of each run of old_file: an evolution that ended, one that did not, a data
   set, a fit of it, and a run with a match list. */
static const int64_t ROWS[] = {3 + 12 + 2 + 1 + 2, 2 * 4, 4 + 2 + 2,
                               3 + 2 + 3 + 1 + 2 + 1 + 1, 21};

enum { RUNS = sizeof ROWS / sizeof ROWS[0] };

/* ---- Files ---- */

/* Reads a whole file. Returns its bytes on the heap. */
static char *read_file(const char *path, size_t *size)
{
    FILE *file = fopen(path, "rb");
    struct stat about;
    ck_assert_ptr_nonnull(file);
    ck_assert_int_eq(fstat(fileno(file), &about), 0);
    *size = (size_t)about.st_size;
    char *bytes = malloc(*size);
    ck_assert_ptr_nonnull(bytes);
    ck_assert_uint_eq(fread(bytes, 1, *size, file), *size);
    (void)fclose(file);
    return bytes;
}

static sqlite3 *open_raw(const char *path)
{
    sqlite3 *db;
    ck_assert_int_eq(sqlite3_open(path, &db), SQLITE_OK);
    return db;
}

static void run_raw(sqlite3 *db, const char *sql)
{
    ck_assert_msg(sqlite3_exec(db, sql, NULL, NULL, NULL) == SQLITE_OK, "%s: %s", sql,
                  sqlite3_errmsg(db));
}

/* Changes the file as any SQLite program can. */
static void alter_file(const char *path, const char *sql)
{
    sqlite3 *db = open_raw(path);
    run_raw(db, sql);
    ck_assert_int_eq(sqlite3_close(db), SQLITE_OK);
}

static int version_of(const char *path)
{
    sqlite3_stmt *statement;
    sqlite3 *db = open_raw(path);
    ck_assert_int_eq(sqlite3_prepare_v2(db, "PRAGMA user_version", -1, &statement, NULL),
                     SQLITE_OK);
    ck_assert_int_eq(sqlite3_step(statement), SQLITE_ROW);
    int version = sqlite3_column_int(statement, 0);
    (void)sqlite3_finalize(statement);
    ck_assert_int_eq(sqlite3_close(db), SQLITE_OK);
    return version;
}

/* Fills b.db with runs of the newest schema. */
static void fill_newest(void)
{
    OWNED(store) struct sow_store *store = open_store(test_path("b.db"), SOW_STORE_WRITE);
    (void)add_evolution(store);
    struct sow_err err;
    struct sow_run_row row = a_run("evolve");
    int64_t id;
    row.parameters = "{\"opponents\": \"h1 random\"}";
    ck_ok(sow_store_add_run(store, &row, &id, &err));
    for (int g = 0; g < 2; g++)
        add_generation(store, id, g, 3);
    (void)add_fit(store, add_dataset(store));
    (void)add_panel(store);
}

/* Makes a.db, the same runs in the first schema: two result columns, one result table and
   the table of players are missing, and one view is different. Returns its path. */
static const char *old_file(void)
{
    static const char *const FILES[] = {"a.db", "a.db-wal", "a.db-shm"};
    for (int i = 0; i < 3; i++)
        (void)remove(test_path(FILES[i]));
    if (access(test_path("b.db"), F_OK) != 0)
        fill_newest();
    char sql[PATH_ROOM + 80];
    (void)snprintf(sql, sizeof sql, "VACUUM INTO '%s'", test_path("a.db"));
    alter_file(test_path("b.db"), sql);
    alter_file(
        test_path("a.db"),
        "PRAGMA journal_mode = WAL;"
        "DROP VIEW convergence; CREATE VIEW convergence AS SELECT 1 AS generation");
    alter_file(test_path("a.db"), TO_FIRST_SCHEMA);
    return test_path("a.db");
}

/* ---- Content of the files ---- */

/* Checks that all stored rows are there and undamaged. */
static void has_all(struct sow_store *store)
{
    struct sow_err err;
    for (int id = 1; id <= RUNS; id++) {
        int64_t rows;
        ck_ok(sow_store_check_run(store, id, &rows, &err));
        ck_assert_int_eq(rows, ROWS[id - 1]);
        ck_ok(sow_store_check_players(store, id, &err));
    }
    ck_assert_double_eq_tol(
        real_of(store, "SELECT count(*) FROM run_players WHERE run_id = 2"), 2, 1e-12);
    ck_assert_double_eq_tol(real_of(store,
                                    "SELECT count(*) FROM positions WHERE label IS NULL"
                                    " AND label_depth = 0"),
                            4, 1e-12);
    ck_assert_double_eq_tol(real_of(store, "SELECT count(*) FROM match_tests"), 0, 1e-12);
    ck_assert_double_eq_tol(
        real_of(store,
                "SELECT mean FROM convergence WHERE run_id = 1 AND generation = 1"),
        0.5, 1e-12);
    ck_ok(sow_store_check_file(store, &err));
}

TEST(content, first_schema_is_the_first)
{
    ck_assert_ptr_nonnull(sow_schema_files[NEWEST_SCHEMA - 1].name);
    ck_assert_ptr_null(sow_schema_files[NEWEST_SCHEMA].name);
    struct sow_store *store = open_scratch();
    ck_assert_double_eq_tol(real_of(store, "SELECT count(*) FROM match_tests"), 0, 1e-12);
    sow_store_close(store);
    ck_assert_int_eq(version_of(old_file()), OLD_SCHEMA);
}

TEST_LOOP(content, old_runs_are_sound, 0, 2)
{
    static const enum sow_store_mode MODES[] = {SOW_STORE_WRITE, SOW_STORE_READ};
    const char *path = old_file();
    struct sow_store *store = open_store(path, MODES[_i]);
    has_all(store);
    sow_store_close(store);
    ck_assert_int_eq(version_of(path), NEWEST_SCHEMA);
    store = open_store(path, SOW_STORE_WRITE);
    has_all(store);
    add_generation(store, 2, 2, 3);
    finish_run(store, 2);
    sow_store_close(store);
}

TEST(kept, guest_is_left_alone)
{
    const char *path = old_file();
    size_t before_size;
    size_t after_size;
    char *before = read_file(path, &before_size);
    struct sow_store *store = open_store(path, SOW_STORE_GUEST);
    has_all(store);
    sow_store_close(store);
    char *after = read_file(path, &after_size);
    ck_assert_uint_eq(after_size, before_size);
    ck_assert_mem_eq(after, before, before_size);
    free(before);
    free(after);
    ck_assert_int_eq(access(test_path("a.db-wal"), F_OK), -1);
}

TEST_LOOP(kept, newer_database_is_refused_and_kept, 0, 3)
{
    static const enum sow_store_mode MODES[] = {SOW_STORE_WRITE, SOW_STORE_READ,
                                                SOW_STORE_GUEST};
    char sql[64];
    const char *path = old_file();
    (void)snprintf(sql, sizeof sql, "PRAGMA user_version = %d", NEWEST_SCHEMA + 1);
    alter_file(path, sql);
    size_t before_size;
    size_t after_size;
    OWNED(text) char *before = read_file(path, &before_size);
    struct sow_store *store;
    ck_fails(sow_store_open(path, MODES[_i], &store, &err), SOW_BAD_DATA,
             "was written by a newer sowlab");
    ck_assert_ptr_nonnull(strstr(err.text, "upgrade sowlab"));
    OWNED(text) char *after = read_file(path, &after_size);
    ck_assert_uint_eq(after_size, before_size);
    ck_assert_mem_eq(after, before, before_size);
}

/* ---- Disturbed upgrades ---- */

/* Starts an upgrade in a process of its own, which cannot write a file longer than
   @p most bytes. That process asserts nothing: Check's own file is under the limit too,
   and half a message in it ends the whole suite. */
static pid_t start_upgrade(const char *path, rlim_t most)
{
    pid_t process = fork();
    ck_assert_int_ge(process, 0);
    if (process != 0)
        return process;
    struct rlimit limit = {most, most};
    if (most != RLIM_INFINITY) {
        (void)signal(SIGXFSZ, SIG_IGN);
        (void)setrlimit(RLIMIT_FSIZE, &limit);
    }
    struct sow_err err;
    struct sow_store *store;
    enum sow_status status = sow_store_open(path, SOW_STORE_WRITE, &store, &err);
    if (status == SOW_OK)
        status = sow_store_check_run(store, 1, NULL, &err);
    sow_store_close(store);
    _exit((int)status);
}

static int outcome_of(pid_t process)
{
    int status;
    ck_assert_int_eq(waitpid(process, &status, 0), process);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

/* Checks that the file has one schema or the other, whole, and that the next upgrade
   succeeds. */
static void recovers(const char *path)
{
    int version = version_of(path);
    ck_assert_msg(version == OLD_SCHEMA || version == NEWEST_SCHEMA, "schema %d",
                  version);
    OWNED(store) struct sow_store *store = open_store(path, SOW_STORE_WRITE);
    has_all(store);
}

TEST(disturbed, killed_upgrade_is_whole_or_nothing)
{
    enum { TIMES = 60, STEP_MICROSECONDS = 250 };
    int killed = 0;
    int times = sow_scaled(TIMES);
    for (int i = 0; i < times; i++) {
        const char *path = old_file();
        pid_t process = start_upgrade(path, RLIM_INFINITY);
        (void)usleep((useconds_t)(i % TIMES * STEP_MICROSECONDS));
        (void)kill(process, SIGKILL);
        killed += outcome_of(process) == -1;
        recovers(path);
    }
    ck_assert_int_gt(killed, 0);
}

/* The limit grows by a page each time, until the upgrade has room enough. */
TEST(disturbed, upgrade_without_room_changes_nothing)
{
    enum { PAGE = 4096, MOST = 400 };
    int failed = 0;
    int outcome = -1;
    for (int i = 0; i < MOST && outcome != 0; i++) {
        const char *path = old_file();
        outcome = outcome_of(start_upgrade(path, (rlim_t)i * PAGE));
        ck_assert_msg(outcome == SOW_IO || outcome == SOW_OK, "outcome %d", outcome);
        failed += outcome != 0;
        recovers(path);
    }
    ck_assert_int_eq(outcome, 0);
    ck_assert_int_gt(failed, 5);
}

TEST_LOOP(disturbed, eight_processes_upgrade_at_once, 0, 5)
{
    enum { PROCESSES = 8 };
    pid_t process[PROCESSES];
    const char *path = old_file();
    for (int i = 0; i < PROCESSES; i++)
        process[i] = start_upgrade(path, RLIM_INFINITY);
    for (int i = 0; i < PROCESSES; i++)
        ck_assert_int_eq(outcome_of(process[i]), SOW_OK);
    ck_assert_int_eq(version_of(path), NEWEST_SCHEMA);
    recovers(path);
}
