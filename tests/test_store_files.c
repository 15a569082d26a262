/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The database file: opening, places, full disks, several processes. */
#include "sow/store/tables/generations.def"
#include "sow/store/tables/individuals.def"
#include "sow/store/tables/runs.def"
#include "store_file_support.h"

#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/wait.h>

FIXTURE(ANY, enter_folder, leave_folder)

/* ---- Opening ---- */

TEST(opening, fresh_file_is_made)
{
    const char *path = test_path("a.db");
    make_store(path);
    /* After closing there is one file and nothing beside it. */
    ck_assert_int_eq(access(test_path("a.db-wal"), F_OK), -1);
    ck_assert_int_eq(access(test_path("a.db-shm"), F_OK), -1);
    struct sow_store *store = open_store(path, SOW_STORE_READ);
    ck_assert_str_eq(sow_store_path(store), path);
    sow_store_close(store);
    ck_assert_int_eq(access(test_path("a.db-wal"), F_OK), -1);
}

TEST(opening, reading_writes_nothing)
{
    make_store(test_path("a.db"));
    OWNED(store) struct sow_store *store = open_store(test_path("a.db"), SOW_STORE_READ);
    struct sow_run_row row = a_run("match");
    int64_t id;
    ck_fails(sow_store_add_run(store, &row, &id, &err), SOW_IO, "cannot be written");
    ck_fails(sow_store_delete_run(store, 1, &err), SOW_IO, "cannot be written");
}

TEST(opening, missing_file_is_not_made_by_reading)
{
    check_refused(test_path("a.db"), SOW_STORE_READ, SOW_IO, "No such file");
    ck_assert_int_eq(access(test_path("a.db"), F_OK), -1);
}

/* Statements begun on connections that were opened since count_statements. */
static int statements;

static int count_statement(unsigned type, void *context, void *statement, void *text)
{
    (void)type;
    (void)context;
    (void)statement;
    (void)text;
    statements++;
    return 0;
}

static int trace_connection(sqlite3 *db, const char **message,
                            const struct sqlite3_api_routines *routines)
{
    (void)message;
    (void)routines;
    return sqlite3_trace_v2(db, SQLITE_TRACE_STMT, count_statement, NULL);
}

static int statements_of_opening(const char *path, enum sow_store_mode mode)
{
    statements = 0;
    ck_assert_int_eq(sqlite3_auto_extension((void (*)(void))trace_connection), SQLITE_OK);
    sow_store_close(open_store(path, mode));
    ck_assert_int_eq(sqlite3_cancel_auto_extension((void (*)(void))trace_connection), 1);
    return statements;
}

TEST(opening, few_statements_are_prepared)
{
    /* The identity takes 5, the schema 1 and settings at most 4. A file with objects of
       the user's takes 3 more, and SQLite itself one for each table. */
    enum { MOST = 10, MORE = 3 + SOW_TABLES_COUNT + 2 };
    const char *path = test_path("a.db");
    make_store(path);
    int reading = statements_of_opening(path, SOW_STORE_READ);
    ck_assert_int_gt(reading, 0);
    ck_assert_int_le(reading, MOST);
    ck_assert_int_le(statements_of_opening(path, SOW_STORE_WRITE), MOST);
    alter_file(path, "CREATE TABLE notes (note TEXT)");
    ck_assert_int_le(statements_of_opening(path, SOW_STORE_READ), MOST + MORE);
}

TEST(opening, impossible_paths_are_refused)
{
    struct sow_store *store;
    ck_fails(sow_store_open("", SOW_STORE_WRITE, &store, &err), SOW_USAGE, "empty");
    check_refused_both(test_folder, SOW_IO, "is a folder");
    check_refused_both("/dev/null", SOW_IO, "is a device");
    check_refused_both(":memory:", SOW_USAGE, "would be lost at the end of this command");
    const char *pipe = test_path("a.db");
    ck_assert_int_eq(mkfifo(pipe, 0600), 0);
    check_refused_both(pipe, SOW_IO, "is a pipe");
    check_refused(pipe, SOW_STORE_GUEST, SOW_IO, "name another file");
    check_refused(test_path("none/a.db"), SOW_STORE_WRITE, SOW_IO, "cannot be opened");
    check_refused(test_path("none/a.db"), SOW_STORE_READ, SOW_IO, "No such file");
    check_refused_both("/dev/null/a.db", SOW_IO, "Not a directory");
}

TEST(opening, names_are_not_uris)
{
    char folder[PATH_ROOM];
    ck_assert_ptr_nonnull(getcwd(folder, sizeof folder));
    ck_assert_int_eq(chdir(test_folder), 0);
    sow_store_close(open_store("file:a.db?mode=memory", SOW_STORE_WRITE));
    ck_assert_int_eq(access("file:a.db?mode=memory", F_OK), 0);
    ck_assert_int_eq(remove("file:a.db?mode=memory"), 0);
    ck_assert_int_eq(chdir(folder), 0);
}

TEST(opening, empty_file_is_a_fresh_one)
{
    const char *path = test_path("a.db");
    write_bytes(path, "", 0);
    check_refused(path, SOW_STORE_READ, SOW_BAD_DATA, "is empty");
    ck_assert_int_eq(file_size(path), 0);
    make_store(path);
    sow_store_close(open_store(path, SOW_STORE_READ));
}

/* ---- Files that do not stay where they are ---- */

/* Moves, removes or replaces the file under a run. */
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

TEST_LOOP(moved, database_that_is_moved_away_is_told, 0, 3)
{
    struct sow_store *store = open_store(test_path("a.db"), SOW_STORE_WRITE);
    int64_t id = add_run(store, "evolve");
    add_generation(store, id, 0, 3);
    take_away(_i);
    struct sow_generation_row row = {id, 1, 0.6, 0, 0.5, 0.01, 0.4, 0.25, 25000, NULL};
    ck_fails(sow_store_add(store, generation, &row, &err), SOW_IO,
             "moved, removed or replaced database");
    ck_assert_ptr_nonnull(strstr(err.text, test_path("a.db-wal")));
    struct sow_run_row end = {.id = id,
                              .status = "done",
                              .stop_reason = "x",
                              .kernel = "x",
                              .finished = "2026-01-02T03:05:05Z"};
    ck_fails(sow_store_finish_run(store, &end, &err), SOW_IO, "moved, removed");
    sow_store_close(store);
    if (_i > 0)
        return;
    /* If the file is put back, it has all rows that were acknowledged. */
    ck_assert_int_eq(rename(test_path("b.db"), test_path("a.db")), 0);
    store = open_store(test_path("a.db"), SOW_STORE_WRITE);
    ck_ok(sow_store_check_run(store, id, NULL, &err));
    int64_t rows;
    ck_ok(sow_store_count(store, "individuals", id, &rows, &err));
    ck_assert_int_eq(rows, 3);
    sow_store_close(store);
}

/* The file is moved between the first row of a transaction and its end. */
TEST_LOOP(moved, move_within_a_transaction_is_told, 0, 3)
{
    OWNED(store) struct sow_store *store = open_store(test_path("a.db"), SOW_STORE_WRITE);
    int64_t id = add_run(store, "evolve");
    ck_ok(sow_store_begin(store, &err));
    add_generation(store, id, 0, 3);
    take_away(_i);
    ck_fails(sow_store_end(store, SOW_OK, &err), SOW_IO,
             "moved, removed or replaced database");
}

/* ---- Disks and permissions ---- */

TEST(disk, full_disk_loses_nothing_that_was_kept)
{
    OWNED(store) struct sow_store *store = open_store(test_path("a.db"), SOW_STORE_WRITE);
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
    ck_ok(sow_store_add(store, generation, &row, &err));
    enum sow_status status = SOW_OK;
    for (int i = 0; i < 1000 && status == SOW_OK; i++) {
        struct sow_individual_row individual = {id, 1, i, {SOME_WEIGHTS, 6}, 0.5};
        status = sow_store_add(store, individual, &individual, &err);
    }
    ck_fails(status, SOW_IO, "the disk is full");
    sow_store_rollback(store);
    int64_t rows;
    ck_ok(sow_store_count(store, "individuals", id, &rows, &err));
    ck_assert_int_eq(rows, 50);
    ck_ok(sow_store_exec(store, "PRAGMA max_page_count = 1000000", &err));
    add_generation(store, id, 1, 50);
}

/* SQLite reports this as a full disk. */
TEST(disk, run_without_a_number_is_told)
{
    OWNED(store) struct sow_store *store = open_scratch();
    int64_t id = add_run(store, "match");
    ck_ok(sow_store_exec(store, "UPDATE sqlite_sequence SET seq = 9223372036854775807",
                         &err));
    struct sow_run_row row = a_run("match");
    ck_fails(sow_store_add_run(store, &row, &id, &err), SOW_BAD_DATA, "no number left");
}

TEST(disk, failing_writes_are_reported)
{
    OWNED(store) struct sow_store *store = open_store(test_path("a.db"), SOW_STORE_WRITE);
    int64_t id = add_run(store, "evolve");
    (void)signal(SIGXFSZ, SIG_IGN);
    struct rlimit limit = {(rlim_t)file_size(test_path("a.db-wal")),
                           (rlim_t)file_size(test_path("a.db-wal"))};
    ck_assert_int_eq(setrlimit(RLIMIT_FSIZE, &limit), 0);
    struct sow_generation_row row = {id, 0, 0.6, 0, 0.5, 0.01, 0.4, 0.25, 25000, NULL};
    ck_fails(sow_store_add(store, generation, &row, &err), SOW_IO, "read or written");
}

/* Makes the test's folder read-only for this process, which may have to give up root for
   that. Returns false if it cannot. */
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

TEST(disk, folder_without_write_permission)
{
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

/* ---- Several processes ---- */

TEST(processes, locked_file_is_waited_for_and_told)
{
    OWNED(store) struct sow_store *first = open_store(test_path("a.db"), SOW_STORE_WRITE);
    OWNED(store)
    struct sow_store *second = open_store(test_path("a.db"), SOW_STORE_WRITE);
    (void)sqlite3_busy_timeout(second->db, 20); /* instead of ten seconds */
    ck_ok(sow_store_begin(first, &err));
    int64_t id = add_run(first, "evolve");
    ck_fails(sow_store_begin(second, &err), SOW_IO, "locked by another process");
    struct sow_run_row row;
    ck_fails(sow_store_read_run(second, id, &row, &err), SOW_NOT_FOUND, "no run");
    ck_ok(sow_store_end(first, SOW_OK, &err));
    ck_ok(sow_store_begin(second, &err));
    ck_ok(sow_store_read_run(second, id, &row, &err));
    sow_run_row_release(&row);
}

enum { WRITERS = 6, ROUNDS = 8 };

/* Stores some runs in a process of its own. Returns its exit status: 0 for success. */
static int write_some_runs(const char *path)
{
    struct sow_store *store;
    sow_store_read_players_by(sow_run_players_read);
    if (sow_store_open(path, SOW_STORE_WRITE, &store, NULL) != SOW_OK)
        return 1;
    for (int i = 0; i < 3; i++) {
        struct sow_run_row row = a_run("evolve");
        int64_t id;
        if (sow_store_begin(store, NULL) != SOW_OK ||
            sow_store_add_run(store, &row, &id, NULL) != SOW_OK ||
            sow_store_end(store, SOW_OK, NULL) != SOW_OK)
            return 2;
    }
    sow_store_close(store);
    return 0;
}

TEST(processes, processes_meet_on_a_fresh_file)
{
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
        OWNED(store) struct sow_store *store = open_store(path, SOW_STORE_READ);
        int64_t *ids;
        size_t count;
        ck_ok(sow_store_find_runs(store, NULL, NULL, &ids, &count, &err));
        ck_assert_uint_eq(count, (size_t)WRITERS * 3);
        free(ids);
    }
}

/* Commits generations, and reports each one, until the process is killed. */
static void commit_until_killed(const char *path, int report)
{
    struct sow_err err;
    struct sow_store *store = open_store(path, SOW_STORE_WRITE);
    int64_t id = add_run(store, "evolve");
    for (unsigned char g = 0;; g++) {
        ck_ok(sow_store_begin(store, &err));
        add_generation(store, id, g, 20);
        ck_ok(sow_store_end(store, SOW_OK, &err));
        if (write(report, &g, 1) != 1)
            _exit(1);
    }
}

TEST(processes, killed_writer_loses_nothing_acknowledged)
{
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

    OWNED(store) struct sow_store *store = open_store(path, SOW_STORE_READ);
    int64_t generations;
    int64_t individuals;
    ck_ok(sow_store_count(store, "generations", 1, &generations, &err));
    ck_ok(sow_store_count(store, "individuals", 1, &individuals, &err));
    ck_assert_int_ge(generations, acknowledged + 1);
    ck_assert_int_le(generations, acknowledged + 2);
    ck_assert_int_eq(individuals, 20 * generations);
}
