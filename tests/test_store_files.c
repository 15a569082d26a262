/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The store's file: other programs' files, damage, full disks, several processes. */
#include "store_private.h"
#include "store_support.h"

#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>

static void write_file(const char *path, const char *bytes, size_t length)
{
    FILE *file = fopen(path, "w");
    ck_assert_ptr_nonnull(file);
    ck_assert_uint_eq(fwrite(bytes, 1, length, file), length);
    ck_assert_int_eq(fclose(file), 0);
}

static long file_size(const char *path)
{
    struct stat status;
    ck_assert_int_eq(stat(path, &status), 0);
    return (long)status.st_size;
}

/* What another SQLite program does to a file. */
static void alter_file(const char *path, const char *sql)
{
    sqlite3 *db;
    ck_assert_int_eq(sqlite3_open(path, &db), SQLITE_OK);
    ck_assert_msg(sqlite3_exec(db, sql, NULL, NULL, NULL) == SQLITE_OK, "%s",
                  sqlite3_errmsg(db));
    ck_assert_int_eq(sqlite3_close(db), SQLITE_OK);
}

static void make_store(const char *path)
{
    struct sow_store *store = open_store(path, SOW_STORE_WRITE);
    (void)add_evolution(store);
    sow_store_close(store);
}

static void check_refused(const char *path, enum sow_store_mode mode,
                          enum sow_status status, const char *words)
{
    struct sow_err err;
    struct sow_store *store = (struct sow_store *)&err;
    ck_fails(sow_store_open(path, mode, &store, &err), status, words);
    ck_assert_ptr_null(store);
    ck_assert_msg(strstr(err.text, path) != NULL, "'%s' does not name '%s'", err.text,
                  path);
}

static void check_refused_both(const char *path, enum sow_status status,
                               const char *words)
{
    check_refused(path, SOW_STORE_READ, status, words);
    check_refused(path, SOW_STORE_WRITE, status, words);
}

/* ---- Opening ---- */

START_TEST(fresh_file_is_made)
{
    const char *path = test_path("a.db");
    make_store(path);
    /* Closed properly: one file, nothing beside it. */
    ck_assert_int_eq(access(test_path("a.db-wal"), F_OK), -1);
    ck_assert_int_eq(access(test_path("a.db-shm"), F_OK), -1);
    struct sow_store *store = open_store(path, SOW_STORE_READ);
    ck_assert_str_eq(sow_store_path(store), path);
    sow_store_close(store);
    ck_assert_int_eq(access(test_path("a.db-wal"), F_OK), -1);
}
END_TEST

START_TEST(reading_writes_nothing)
{
    struct sow_err err;
    make_store(test_path("a.db"));
    struct sow_store *store = open_store(test_path("a.db"), SOW_STORE_READ);
    struct sow_run_row row = a_run("match");
    int64_t id;
    ck_fails(sow_store_add_run(store, &row, &id, &err), SOW_IO, "cannot be written");
    ck_fails(sow_store_delete_run(store, 1, &err), SOW_IO, "cannot be written");
    sow_store_close(store);
}
END_TEST

START_TEST(missing_file_is_not_made_by_reading)
{
    check_refused(test_path("a.db"), SOW_STORE_READ, SOW_IO, "No such file");
    ck_assert_int_eq(access(test_path("a.db"), F_OK), -1);
}
END_TEST

START_TEST(impossible_paths_are_refused)
{
    struct sow_err err;
    struct sow_store *store;
    ck_fails(sow_store_open("", SOW_STORE_WRITE, &store, &err), SOW_USAGE, "empty");
    check_refused_both(test_folder, SOW_IO, "is a folder");
    check_refused_both("/dev/null", SOW_IO, "is a device");
    check_refused_both(":memory:", SOW_USAGE, "gone with this command");
    const char *pipe = test_path("a.db");
    ck_assert_int_eq(mkfifo(pipe, 0600), 0);
    check_refused_both(pipe, SOW_IO, "is a pipe");
    check_refused(pipe, SOW_STORE_GUEST, SOW_IO, "name another file");
    check_refused(test_path("none/a.db"), SOW_STORE_WRITE, SOW_IO, "cannot be opened");
    check_refused(test_path("none/a.db"), SOW_STORE_READ, SOW_IO, "No such file");
    check_refused_both("/dev/null/a.db", SOW_IO, "Not a directory");
}
END_TEST

START_TEST(names_are_not_uris)
{
    char folder[PATH_ROOM];
    ck_assert_ptr_nonnull(getcwd(folder, sizeof folder));
    ck_assert_int_eq(chdir(test_folder), 0);
    sow_store_close(open_store("file:a.db?mode=memory", SOW_STORE_WRITE));
    ck_assert_int_eq(access("file:a.db?mode=memory", F_OK), 0);
    ck_assert_int_eq(remove("file:a.db?mode=memory"), 0);
    ck_assert_int_eq(chdir(folder), 0);
}
END_TEST

START_TEST(empty_file_is_a_fresh_one)
{
    const char *path = test_path("a.db");
    write_file(path, "", 0);
    check_refused(path, SOW_STORE_READ, SOW_BAD_DATA, "is empty");
    ck_assert_int_eq(file_size(path), 0);
    make_store(path);
    sow_store_close(open_store(path, SOW_STORE_READ));
}
END_TEST

/* ---- Files that are not ours ---- */

#define LINE "1,0.5,0.25,0.125,0.0625,0.03125,0.015625,0.0078125,0.00390625,0.00195\n"
#define LINES LINE LINE LINE LINE

static const char *const GARBAGE[] = {
    "x",
    "id,fitness\n1,0.5\n",
    "SQLite format 3", /* the NUL that ends it is missing */
    (LINES LINES),     /* longer than the least database */
    ("SQLite format 3 " LINES LINES),
};

START_TEST(garbage_is_refused_and_kept)
{
    const char *path = test_path("a.db");
    write_file(path, GARBAGE[_i], strlen(GARBAGE[_i]));
    check_refused_both(path, SOW_BAD_DATA, "is not a database");
    ck_assert_int_eq(file_size(path), (long)strlen(GARBAGE[_i]));
}
END_TEST

static const char *const FOREIGN[] = {
    "CREATE TABLE bookmarks (url TEXT)",
    "PRAGMA application_id = 252006675; CREATE TABLE t (x)",
    "PRAGMA user_version = 1; CREATE TABLE runs (id INTEGER)",
};

START_TEST(foreign_database_is_refused_and_kept)
{
    const char *path = test_path("a.db");
    alter_file(path, FOREIGN[_i]);
    long size = file_size(path);
    check_refused_both(path, SOW_BAD_DATA, "another program");
    ck_assert_int_eq(file_size(path), size);
}
END_TEST

static int64_t newest_schema(void)
{
    struct sow_err err;
    struct sow_store *store = open_scratch();
    int64_t version;
    ck_ok(sow_store_integer(store, "PRAGMA user_version", 0, &version, &err));
    sow_store_close(store);
    return version;
}

START_TEST(newer_schema_is_refused)
{
    const char *path = test_path("a.db");
    make_store(path);
    char sql[64];
    alter_file(path, "PRAGMA user_version = 99");
    check_refused_both(path, SOW_BAD_DATA, "newer sowlab (schema 99)");
    (void)snprintf(sql, sizeof sql, "PRAGMA user_version = %d", (int)newest_schema());
    alter_file(path, sql);
    sow_store_close(open_store(path, SOW_STORE_READ));
}
END_TEST

START_TEST(negative_schema_is_damage)
{
    static const char *const SQL[] = {"PRAGMA user_version = -1",
                                      "PRAGMA user_version = -2147483648"};
    const char *path = test_path("a.db");
    make_store(path);
    alter_file(path, SQL[_i]);
    check_refused_both(path, SOW_BAD_DATA, "is damaged: its schema has the number -");
    check_refused(path, SOW_STORE_GUEST, SOW_BAD_DATA, "is damaged");
}
END_TEST

START_TEST(older_schema_is_upgraded_for_reading)
{
    /* Schema 0 is a file marked as ours in which nothing was made yet. */
    struct sow_err err;
    const char *path = test_path("a.db");
    alter_file(path, "PRAGMA application_id = 1397708620");
    struct sow_store *store = open_store(path, SOW_STORE_READ);
    int64_t version;
    ck_ok(sow_store_integer(store, "PRAGMA user_version", 0, &version, &err));
    ck_assert_int_eq(version, newest_schema());
    ck_ok(sow_store_integer(store, "SELECT count(*) FROM runs", 0, &version, &err));
    sow_store_close(store);
}
END_TEST

START_TEST(failed_upgrade_leaves_no_trace)
{
    const char *path = test_path("a.db");
    alter_file(path, "PRAGMA application_id = 1397708620; CREATE TABLE positions (x)");
    check_refused(path, SOW_STORE_WRITE, SOW_BAD_DATA, "positions already exists");
    sqlite3 *db;
    ck_assert_int_eq(sqlite3_open(path, &db), SQLITE_OK);
    ck_assert_int_eq(sqlite3_exec(db, "CREATE TABLE runs (x)", NULL, NULL, NULL),
                     SQLITE_OK);
    (void)sqlite3_close(db);
}
END_TEST

/* ---- Damage ---- */

/* Overwrites every page but the first, which identifies the file. */
static void damage(const char *path)
{
    enum { PAGE = 4096 };
    long pages = file_size(path) / PAGE;
    ck_assert_int_gt(pages, 2);
    FILE *file = fopen(path, "r+");
    ck_assert_ptr_nonnull(file);
    char noise[PAGE];
    memset(noise, 0x5a, sizeof noise);
    for (long page = 1; page < pages; page++) {
        ck_assert_int_eq(fseek(file, page * PAGE, SEEK_SET), 0);
        ck_assert_uint_eq(fwrite(noise, 1, sizeof noise, file), sizeof noise);
    }
    ck_assert_int_eq(fclose(file), 0);
}

START_TEST(damaged_pages_are_reported)
{
    struct sow_err err;
    const char *path = test_path("a.db");
    make_store(path);
    damage(path);
    struct sow_store *store;
    struct sow_run_row row = {.storage = NULL};
    enum sow_status status = sow_store_open(path, SOW_STORE_READ, &store, &err);
    if (status == SOW_OK)
        status = sow_store_read_run(store, 1, &row, &err);
    ck_assert_int_eq(status, SOW_BAD_DATA);
    ck_assert_msg(strstr(err.text, "is damaged") != NULL, "%s", err.text);
    sow_run_row_release(&row);
    sow_store_close(store);
}
END_TEST

/* Values no sowlab stores, put there behind its back. */
static const char *const ALTERATIONS[] = {
    "UPDATE individuals SET weights = '[0.1,\"x\"]'",
    "UPDATE individuals SET weights = '{\"a\":1}'",
    "UPDATE individuals SET weights = '[0.1,0.2'",
    "UPDATE individuals SET weights = '[]'",
    "UPDATE individuals SET weights = '[1,2,3]' WHERE individual = 2",
    "UPDATE individuals SET fitness = 9e999",
    "UPDATE individuals SET individual = 9 WHERE individual = 1",
    "UPDATE individuals SET individual = 5000000000 WHERE individual = 3",
    "DELETE FROM individuals",
};

START_TEST(altered_population_is_reported)
{
    struct sow_err err;
    const char *path = test_path("a.db");
    make_store(path);
    char sql[256];
    (void)snprintf(sql, sizeof sql, "PRAGMA ignore_check_constraints = ON; %s",
                   ALTERATIONS[_i]);
    alter_file(path, sql);
    struct sow_store *store = open_store(path, SOW_STORE_READ);
    struct sow_stored_population population;
    ck_assert_int_eq(sow_store_read_last_population(store, 1, &population, &err),
                     SOW_BAD_DATA);
    ck_assert_ptr_null(population.weights);
    sow_store_close(store);
}
END_TEST

/* What somebody who hands in a database may have put into it. */
static const struct {
    const char *sql;
    const char *what;
} INTRUSIONS[] = {
    {"DROP VIEW runs_overview;"
     "CREATE VIEW runs_overview AS WITH RECURSIVE r (id) AS (SELECT 1 UNION ALL"
     " SELECT id + 1 FROM r) SELECT * FROM r",
     "view 'runs_overview'"},
    {"DROP VIEW match_scores", "view 'match_scores'"},
    {"DROP VIEW match_scores; CREATE TABLE match_scores (x)", "view 'match_scores'"},
    {"ALTER TABLE matches ADD COLUMN more TEXT", "table 'matches'"},
    {"DROP INDEX fits_dataset; CREATE INDEX fits_dataset ON fits (method)",
     "index 'fits_dataset'"},
    {"CREATE TRIGGER trap AFTER INSERT ON runs BEGIN DELETE FROM matches; END",
     "a trigger of 'runs'"},
    {"CREATE TRIGGER trap INSTEAD OF INSERT ON Match_Scores BEGIN SELECT 1; END",
     "a trigger of 'match_scores'"},
};

START_TEST(changed_schema_is_refused)
{
    const char *path = test_path("a.db");
    make_store(path);
    alter_file(path, INTRUSIONS[_i].sql);
    check_refused_both(path, SOW_BAD_DATA, INTRUSIONS[_i].what);
    check_refused(path, SOW_STORE_GUEST, SOW_BAD_DATA, "is not as sowlab made it");
}
END_TEST

START_TEST(what_the_user_adds_is_no_damage)
{
    struct sow_err err;
    const char *path = test_path("a.db");
    make_store(path);
    alter_file(path, "CREATE TABLE notes (run_number INTEGER, note TEXT);"
                     "CREATE TRIGGER dated AFTER INSERT ON notes BEGIN SELECT 1; END;"
                     "CREATE VIEW best AS SELECT * FROM champions;"
                     "CREATE INDEX by_label ON runs (label)");
    struct sow_store *store = open_store(path, SOW_STORE_WRITE);
    (void)add_evolution(store);
    ck_ok(sow_store_check_file(store, &err));
    sow_store_close(store);
}
END_TEST

/* ---- Files that do not stay where they are ---- */

/* What becomes of the file under a run. */
static void take_away(int way)
{
    struct stat status;
    if (way == 0)
        ck_assert_int_eq(rename(test_path("a.db"), test_path("b.db")), 0);
    else
        ck_assert_int_eq(remove(test_path("a.db")), 0);
    if (way == 2)
        alter_file(test_path("b.db"), "CREATE TABLE t (x)");
    if (way == 2)
        ck_assert_int_eq(rename(test_path("b.db"), test_path("a.db")), 0);
    ck_assert_int_eq(stat(test_path("a.db"), &status), way == 2 ? 0 : -1);
}

START_TEST(database_that_is_moved_away_is_told)
{
    struct sow_err err;
    struct sow_store *store = open_store(test_path("a.db"), SOW_STORE_WRITE);
    int64_t id = add_run(store, "evolve");
    add_generation(store, id, 0, 3);
    take_away(_i);
    struct sow_generation_row row = {id, 1, 0.6, 0, 0.5, 0.01, 0.4, 0.25, 25000, NULL};
    ck_fails(sow_store_add_generation(store, &row, &err), SOW_IO,
             "was moved, removed or replaced");
    ck_assert_ptr_nonnull(strstr(err.text, test_path("a.db-wal")));
    struct sow_run_row end = {.id = id,
                              .status = "done",
                              .stop_reason = "x",
                              .kernel = "x",
                              .finished = "2026-01-02T03:05:05Z"};
    ck_fails(sow_store_finish_run(store, &end, &err), SOW_IO, "was moved");
    sow_store_close(store);
    if (_i > 0)
        return;
    /* Put back, it has all that was acknowledged. */
    ck_assert_int_eq(rename(test_path("b.db"), test_path("a.db")), 0);
    store = open_store(test_path("a.db"), SOW_STORE_WRITE);
    ck_ok(sow_store_check_run(store, id, NULL, &err));
    int64_t rows;
    ck_ok(sow_store_count(store, "individuals", id, &rows, &err));
    ck_assert_int_eq(rows, 3);
    sow_store_close(store);
}
END_TEST

/* Between the first row of a transaction and its end. */
START_TEST(move_within_a_transaction_is_told)
{
    struct sow_err err;
    struct sow_store *store = open_store(test_path("a.db"), SOW_STORE_WRITE);
    int64_t id = add_run(store, "evolve");
    ck_ok(sow_store_begin(store, &err));
    add_generation(store, id, 0, 3);
    take_away(_i);
    ck_fails(sow_store_commit(store, &err), SOW_IO, "was moved, removed or replaced");
    sow_store_close(store);
}
END_TEST

/* ---- Disks and permissions ---- */

START_TEST(full_disk_loses_nothing_that_was_kept)
{
    struct sow_err err;
    struct sow_store *store = open_store(test_path("a.db"), SOW_STORE_WRITE);
    int64_t id = add_run(store, "evolve");
    add_generation(store, id, 0, 50);
    int64_t pages;
    ck_ok(sow_store_integer(store, "PRAGMA page_count", 0, &pages, &err));
    char limit[64];
    (void)snprintf(limit, sizeof limit, "PRAGMA max_page_count = %lld",
                   (long long)pages + 1);
    ck_ok(sow_store_exec(store, limit, &err));

    ck_ok(sow_store_begin(store, &err));
    struct sow_generation_row row = {id, 1, 0.6, 0, 0.5, 0.01, 0.4, 0.25, 25000, NULL};
    ck_ok(sow_store_add_generation(store, &row, &err));
    enum sow_status status = SOW_OK;
    for (int i = 0; i < 1000 && status == SOW_OK; i++) {
        struct sow_individual_row individual = {id, 1, i, {SOME_WEIGHTS, 6}, 0.5};
        status = sow_store_add_individual(store, &individual, &err);
    }
    ck_fails(status, SOW_IO, "the disk is full");
    sow_store_rollback(store);
    int64_t rows;
    ck_ok(sow_store_count(store, "individuals", id, &rows, &err));
    ck_assert_int_eq(rows, 50);
    ck_ok(sow_store_exec(store, "PRAGMA max_page_count = 1000000", &err));
    add_generation(store, id, 1, 50);
    sow_store_close(store);
}
END_TEST

START_TEST(failing_writes_are_reported)
{
    struct sow_err err;
    struct sow_store *store = open_store(test_path("a.db"), SOW_STORE_WRITE);
    int64_t id = add_run(store, "evolve");
    (void)signal(SIGXFSZ, SIG_IGN);
    struct rlimit limit = {(rlim_t)file_size(test_path("a.db-wal")),
                           (rlim_t)file_size(test_path("a.db-wal"))};
    ck_assert_int_eq(setrlimit(RLIMIT_FSIZE, &limit), 0);
    struct sow_generation_row row = {id, 0, 0.6, 0, 0.5, 0.01, 0.4, 0.25, 25000, NULL};
    ck_fails(sow_store_add_generation(store, &row, &err), SOW_IO, "read or written");
    sow_store_close(store);
}
END_TEST

/* Makes the test's folder unwritable for this process, which may have to stop being
   root for that; false if it cannot. */
static bool lock_folder(void)
{
    enum { NOBODY = 65534 };
    if (chmod(test_folder, 0555) != 0)
        return false;
    return geteuid() != 0 || seteuid(NOBODY) == 0;
}

static void unlock_folder(void)
{
    if (getuid() == 0)
        ck_assert_int_eq(seteuid(0), 0);
    ck_assert_int_eq(chmod(test_folder, 0755), 0);
}

START_TEST(folder_without_write_permission)
{
    struct sow_err err;
    const char *path = test_path("a.db");
    make_store(path);
    ck_assert_int_eq(chmod(path, 0444), 0);
    ck_assert(lock_folder());
    check_refused(test_path("b.db"), SOW_STORE_WRITE, SOW_IO, "cannot be opened");
    check_refused(path, SOW_STORE_WRITE, SOW_IO, "permissions");
    struct sow_store *store = open_store(path, SOW_STORE_READ);
    int64_t rows;
    ck_ok(sow_store_count(store, "individuals", 1, &rows, &err));
    ck_assert_int_eq(rows, 12);
    sow_store_close(store);
    unlock_folder();
}
END_TEST

/* ---- Several processes ---- */

START_TEST(locked_file_is_waited_for_and_told)
{
    struct sow_err err;
    struct sow_store *first = open_store(test_path("a.db"), SOW_STORE_WRITE);
    struct sow_store *second = open_store(test_path("a.db"), SOW_STORE_WRITE);
    (void)sqlite3_busy_timeout(second->db, 20); /* in place of ten seconds */
    ck_ok(sow_store_begin(first, &err));
    int64_t id = add_run(first, "evolve");
    ck_fails(sow_store_begin(second, &err), SOW_IO, "locked by another process");
    struct sow_run_row row;
    ck_fails(sow_store_read_run(second, id, &row, &err), SOW_NOT_FOUND, "no run");
    ck_ok(sow_store_commit(first, &err));
    ck_ok(sow_store_begin(second, &err));
    ck_ok(sow_store_read_run(second, id, &row, &err));
    sow_run_row_release(&row);
    sow_store_close(first);
    sow_store_close(second);
}
END_TEST

enum { WRITERS = 6, ROUNDS = 8 };

/* A process of its own: the exit status says whether all went well. */
static int write_some_runs(const char *path)
{
    struct sow_store *store;
    if (sow_store_open(path, SOW_STORE_WRITE, &store, NULL) != SOW_OK)
        return 1;
    for (int i = 0; i < 3; i++) {
        struct sow_run_row row = a_run("evolve");
        int64_t id;
        if (sow_store_begin(store, NULL) != SOW_OK ||
            sow_store_add_run(store, &row, &id, NULL) != SOW_OK ||
            sow_store_commit(store, NULL) != SOW_OK)
            return 2;
    }
    sow_store_close(store);
    return 0;
}

START_TEST(processes_meet_on_a_fresh_file)
{
    struct sow_err err;
    const char *path = test_path("a.db");
    for (int round = 0; round < ROUNDS; round++) {
        (void)remove(path);
        pid_t writers[WRITERS];
        for (int i = 0; i < WRITERS; i++) {
            writers[i] = fork();
            ck_assert_int_ge(writers[i], 0);
            if (writers[i] == 0)
                _exit(write_some_runs(path));
        }
        for (int i = 0; i < WRITERS; i++) {
            int status;
            ck_assert_int_eq(waitpid(writers[i], &status, 0), writers[i]);
            ck_assert(WIFEXITED(status));
            ck_assert_int_eq(WEXITSTATUS(status), 0);
        }
        struct sow_store *store = open_store(path, SOW_STORE_READ);
        int64_t *ids;
        size_t count;
        ck_ok(sow_store_find_runs(store, NULL, NULL, &ids, &count, &err));
        ck_assert_uint_eq(count, (size_t)WRITERS * 3);
        free(ids);
        sow_store_close(store);
    }
}
END_TEST

/* Commits generations and reports each until it is killed. */
static void commit_until_killed(const char *path, int report)
{
    struct sow_err err;
    struct sow_store *store = open_store(path, SOW_STORE_WRITE);
    int64_t id = add_run(store, "evolve");
    for (unsigned char g = 0;; g++) {
        ck_ok(sow_store_begin(store, &err));
        add_generation(store, id, g, 20);
        ck_ok(sow_store_commit(store, &err));
        if (write(report, &g, 1) != 1)
            _exit(1);
    }
}

START_TEST(killed_writer_loses_nothing_acknowledged)
{
    struct sow_err err;
    const char *path = test_path("a.db");
    int ends[2];
    ck_assert_int_eq(pipe(ends), 0);
    pid_t writer = fork();
    ck_assert_int_ge(writer, 0);
    if (writer == 0)
        commit_until_killed(path, ends[1]);
    (void)close(ends[1]);
    unsigned char acknowledged = 0;
    for (int i = 0; i < 20; i++)
        ck_assert_int_eq(read(ends[0], &acknowledged, 1), 1);
    ck_assert_int_eq(kill(writer, SIGKILL), 0);
    ck_assert_int_eq(waitpid(writer, NULL, 0), writer);
    while (read(ends[0], &acknowledged, 1) == 1)
        continue;
    (void)close(ends[0]);

    struct sow_store *store = open_store(path, SOW_STORE_READ);
    int64_t generations;
    int64_t individuals;
    ck_ok(sow_store_count(store, "generations", 1, &generations, &err));
    ck_ok(sow_store_count(store, "individuals", 1, &individuals, &err));
    ck_assert_int_ge(generations, acknowledged + 1);
    ck_assert_int_le(generations, acknowledged + 2);
    ck_assert_int_eq(individuals, 20 * generations);
    sow_store_close(store);
}
END_TEST

/* ---- */

static TCase *with_folder(TCase *tcase)
{
    tcase_add_checked_fixture(tcase, enter_folder, leave_folder);
    return tcase;
}

#define COUNT(array) ((int)(sizeof(array) / sizeof(array)[0]))

int main(void)
{
    Suite *suite = suite_create("store_files");

    TCase *opening = with_folder(tcase_create("opening"));
    tcase_add_test(opening, fresh_file_is_made);
    tcase_add_test(opening, reading_writes_nothing);
    tcase_add_test(opening, missing_file_is_not_made_by_reading);
    tcase_add_test(opening, impossible_paths_are_refused);
    tcase_add_test(opening, names_are_not_uris);
    tcase_add_test(opening, empty_file_is_a_fresh_one);
    suite_add_tcase(suite, opening);

    TCase *foreign = with_folder(tcase_create("foreign"));
    tcase_add_loop_test(foreign, garbage_is_refused_and_kept, 0, COUNT(GARBAGE));
    tcase_add_loop_test(foreign, foreign_database_is_refused_and_kept, 0, COUNT(FOREIGN));
    tcase_add_test(foreign, newer_schema_is_refused);
    tcase_add_loop_test(foreign, negative_schema_is_damage, 0, 2);
    tcase_add_test(foreign, older_schema_is_upgraded_for_reading);
    tcase_add_test(foreign, failed_upgrade_leaves_no_trace);
    suite_add_tcase(suite, foreign);

    TCase *damaged = with_folder(tcase_create("damaged"));
    tcase_add_test(damaged, damaged_pages_are_reported);
    tcase_add_loop_test(damaged, altered_population_is_reported, 0, COUNT(ALTERATIONS));
    tcase_add_loop_test(damaged, changed_schema_is_refused, 0, COUNT(INTRUSIONS));
    tcase_add_test(damaged, what_the_user_adds_is_no_damage);
    suite_add_tcase(suite, damaged);

    TCase *moved = with_folder(tcase_create("moved"));
    tcase_add_loop_test(moved, database_that_is_moved_away_is_told, 0, 3);
    tcase_add_loop_test(moved, move_within_a_transaction_is_told, 0, 3);
    suite_add_tcase(suite, moved);

    TCase *disk = with_folder(tcase_create("disk"));
    tcase_add_test(disk, full_disk_loses_nothing_that_was_kept);
    tcase_add_test(disk, failing_writes_are_reported);
    tcase_add_test(disk, folder_without_write_permission);
    suite_add_tcase(suite, disk);

    TCase *processes = with_folder(tcase_create("processes"));
    tcase_add_test(processes, locked_file_is_waited_for_and_told);
    tcase_add_test(processes, processes_meet_on_a_fresh_file);
    tcase_add_test(processes, killed_writer_loses_nothing_acknowledged);
    suite_add_tcase(suite, processes);

    return sow_suite_run(suite);
}
