/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Files that sowlab did not make, or that were changed since: other programs' files,
   other schemas, damage, and intrusions. */
#include "sow/store/tables/runs.def"
#include "store_file_support.h"

FIXTURE(ANY, enter_folder, leave_folder)

/* ---- Files that are not ours ---- */

#define LINE "1,0.5,0.25,0.125,0.0625,0.03125,0.015625,0.0078125,0.00390625,0.00195\n"
#define LINES LINE LINE LINE LINE

static const char *const GARBAGE[] = {
    "x",
    "id,fitness\n1,0.5\n",
    "SQLite format 3", /* the NUL that ends it is missing */
    (LINES LINES),     /* longer than the smallest database */
    ("SQLite format 3 " LINES LINES),
};

TEST_EACH(foreign, garbage_is_refused_and_kept, GARBAGE)
{
    const char *path = test_path("a.db");
    write_bytes(path, GARBAGE[_i], strlen(GARBAGE[_i]));
    check_refused_both(path, SOW_BAD_DATA, "is not a database");
    ck_assert_int_eq(file_size(path), (long)strlen(GARBAGE[_i]));
}

static const char *const FOREIGN[] = {
    "CREATE TABLE bookmarks (url TEXT)",
    "PRAGMA application_id = 252006675; CREATE TABLE t (x)",
    "PRAGMA user_version = 1; CREATE TABLE runs (id INTEGER)",
};

TEST_EACH(foreign, foreign_database_is_refused_and_kept, FOREIGN)
{
    const char *path = test_path("a.db");
    alter_file(path, FOREIGN[_i]);
    long size = file_size(path);
    check_refused_both(path, SOW_BAD_DATA, "another program");
    ck_assert_int_eq(file_size(path), size);
}

static int64_t newest_schema(void)
{
    struct sow_err err;
    struct sow_store *store = open_scratch();
    int64_t version;
    ck_ok(sow_store_integer(store, "PRAGMA user_version", 0, &version, &err));
    sow_store_close(store);
    return version;
}

TEST(foreign, newer_schema_is_refused)
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

TEST_LOOP(foreign, negative_schema_is_damage, 0, 2)
{
    static const char *const SQL[] = {"PRAGMA user_version = -1",
                                      "PRAGMA user_version = -2147483648"};
    const char *path = test_path("a.db");
    make_store(path);
    alter_file(path, SQL[_i]);
    check_refused_both(path, SOW_BAD_DATA, "is damaged: its schema has the number -");
    check_refused(path, SOW_STORE_GUEST, SOW_BAD_DATA, "is damaged");
}

TEST(foreign, older_schema_is_upgraded_for_reading)
{
    /* Schema 0 is a file with our mark and no tables yet. */
    const char *path = test_path("a.db");
    alter_file(path, "PRAGMA application_id = 1397708620");
    OWNED(store) struct sow_store *store = open_store(path, SOW_STORE_READ);
    int64_t version;
    ck_ok(sow_store_integer(store, "PRAGMA user_version", 0, &version, &err));
    ck_assert_int_eq(version, newest_schema());
    ck_ok(sow_store_integer(store, "SELECT count(*) FROM runs", 0, &version, &err));
}

TEST(foreign, failed_upgrade_leaves_no_trace)
{
    const char *path = test_path("a.db");
    alter_file(path, "PRAGMA application_id = 1397708620; CREATE TABLE positions (x)");
    check_refused(path, SOW_STORE_WRITE, SOW_BAD_DATA, "is not as expected");
    sqlite3 *db;
    ck_assert_int_eq(sqlite3_open(path, &db), SQLITE_OK);
    ck_assert_int_eq(sqlite3_exec(db, "CREATE TABLE runs (x)", NULL, NULL, NULL),
                     SQLITE_OK);
    (void)sqlite3_close(db);
}

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

TEST(damaged, damaged_pages_are_reported)
{
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

/* Values that sowlab never stores, written by other means. */
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

TEST_EACH(damaged, altered_population_is_reported, ALTERATIONS)
{
    const char *path = test_path("a.db");
    make_store(path);
    char sql[256];
    (void)snprintf(sql, sizeof sql, "PRAGMA ignore_check_constraints = ON; %s",
                   ALTERATIONS[_i]);
    alter_file(path, sql);
    OWNED(store) struct sow_store *store = open_store(path, SOW_STORE_READ);
    struct sow_stored_population population;
    ck_assert_int_eq(sow_store_read_population(store, 1, 2, &population, &err),
                     SOW_BAD_DATA);
    ck_assert_ptr_null(population.weights);
}

/* Changes that a foreign database may contain. */
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
    /* Blanks inside a text are part of its meaning. */
    {"PRAGMA writable_schema = ON; UPDATE sqlite_schema SET"
     " sql = replace(sql, '''player''', '''play er''') WHERE name = 'kept_games'",
     "view 'kept_games'"},
    {"CREATE VIRTUAL TABLE json_each USING fts4(key, value, type, atom)",
     "table 'json_each"},
    {"CREATE VIRTUAL TABLE notes USING fts4(note)", "table 'notes'"},
    {"CREATE VIEW Json_Each AS SELECT 1 AS key, 2 AS value", "view 'Json_Each'"},
    {"CREATE TABLE pragma_table_info (name, pk)", "table 'pragma_table_info'"},
    {"CREATE INDEX slow ON runs (length(printf('%.99999999c', label)))",
     "a computed index of 'runs'"},
    {"CREATE INDEX slow ON runs (label) WHERE length(label) > 0",
     "a computed index of 'runs'"},
};

TEST_EACH(damaged, changed_schema_is_refused, INTRUSIONS)
{
    const char *path = test_path("a.db");
    make_store(path);
    alter_file(path, INTRUSIONS[_i].sql);
    check_refused_both(path, SOW_BAD_DATA, INTRUSIONS[_i].what);
    check_refused(path, SOW_STORE_GUEST, SOW_BAD_DATA, "is not as expected");
}

TEST(damaged, what_the_user_adds_is_no_damage)
{
    const char *path = test_path("a.db");
    make_store(path);
    alter_file(path, "CREATE TABLE notes (run_number INTEGER, note TEXT);"
                     "CREATE TRIGGER dated AFTER INSERT ON notes BEGIN SELECT 1; END;"
                     "CREATE VIEW best AS SELECT * FROM champions;"
                     "CREATE TABLE less (x CHECK (x > 2));"
                     "PRAGMA ignore_check_constraints = ON;"
                     "INSERT INTO less VALUES (1);"
                     "CREATE INDEX by_label ON runs (label)");
    OWNED(store) struct sow_store *store = open_store(path, SOW_STORE_WRITE);
    (void)add_evolution(store);
    ck_ok(sow_store_check_file(store, &err));
}

/* ---- */
