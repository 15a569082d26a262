/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Users' SQL: refusals, answers, and limits. */
#include "sow/base/parallel.h"
#include "sow/queries/query.h"
#include "sow/sections/section.h"
#include "store_support.h"

#include <stdlib.h>

FIXTURE(ANY, enter_folder, leave_folder)

/* ---- The guard around users' SQL ---- */

static const char *const HARMFUL[] = {
    "DELETE FROM runs",
    "INSERT INTO runs (kind) VALUES ('x')",
    "UPDATE runs SET label = 'x'",
    "UPDATE sqlite_schema SET sql = ''",
    "DELETE FROM sqlite_master",
    "DROP TABLE individuals",
    "CREATE TABLE t (x)",
    "CREATE TEMP TABLE t (x)",
    "CREATE TEMP VIEW v AS SELECT 1",
    "CREATE TEMP TRIGGER t AFTER INSERT ON runs BEGIN SELECT 1; END",
    "CREATE VIRTUAL TABLE temp.t USING fts5(x)",
    "ALTER TABLE runs ADD COLUMN x",
    "ATTACH 'b.db' AS b",
    "DETACH main",
    "VACUUM",
    "VACUUM INTO 'b.db'",
    "REINDEX",
    "ANALYZE",
    "BEGIN",
    "COMMIT",
    "SAVEPOINT s",
    "PRAGMA query_only = OFF",
    "PRAGMA user_version = 9",
    "PRAGMA journal_mode = DELETE",
    "PRAGMA writable_schema = ON",
    "PRAGMA wal_checkpoint",
    "PRAGMA database_list",
    "SELECT load_extension('x')",
    "SELECT * FROM pragma_database_list",
    "SELECT fts3_tokenizer('simple')",
    "WITH gone AS (SELECT 1) DELETE FROM runs",
    "EXPLAIN DELETE FROM runs",
};

TEST_EACH(guard, harm_is_refused, HARMFUL)
{
    /* The store may write, so the guard alone must prevent it. */
    OWNED(store) struct sow_store *store = open_store(test_path("a.db"), SOW_STORE_WRITE);
    int64_t id = add_evolution(store);
    struct sow_report *report = sow_report_new();
    ck_fails(sow_query_sql(store, HARMFUL[_i], &sow_query_limits_default, report, &err),
             SOW_USAGE, "");
    sow_report_free(report);
    int64_t rows;
    ck_ok(sow_store_count(store, "individuals", id, &rows, &err));
    ck_assert_int_eq(rows, 12);
    ck_assert_int_eq(access(test_path("b.db"), F_OK), -1);
    ck_assert_int_eq(access("b.db", F_OK), -1);
    ck_assert_int_eq(add_run(store, "evolve"), id + 1);
}

static const struct {
    const char *sql;
    const char *words;
} WRONG[] = {
    {"", "empty"},
    {"  -- nothing\n", "empty"},
    {";", "empty"},
    {"SELEC 1", "syntax error"},
    {"SELECT 1; SELECT 2", "more than one statement"},
    {"SELECT 1; ; SELECT 2", "more than one statement"},
    {"SELECT 1; nonsense", "more than one statement"},
    {"SELECT fitnes FROM individuals", "no such column: fitnes"},
    {"SELECT * FROM nowhere", "no such table"},
    {"SELECT zeroblob(2000000)", "longer than allowed"},
};

TEST_EACH(guard, mistakes_are_explained, WRONG)
{
    OWNED(store) struct sow_store *store = open_scratch();
    OWNED(report) struct sow_report *report = sow_report_new();
    ck_fails(sow_query_sql(store, WRONG[_i].sql, &sow_query_limits_default, report, &err),
             SOW_USAGE, WRONG[_i].words);
}

static const struct {
    const char *sql;
    const char *csv;
} ANSWERS[] = {
    {"SELECT 1; -- and no more", "1\n1\n"},
    {"SELECT count(*) AS n FROM runs;;", "n\n1\n"},
    {"SELECT id, id, id AS id_2 FROM runs", "id,id_2,id_2_2\n1,1,1\n"},
    {"WITH RECURSIVE n (i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n LIMIT 3)"
     " SELECT sum(i) AS s FROM n",
     "s\n6\n"},
    {"VALUES ('a,b', NULL)", "column1,column2\n\"a,b\",\n"},
    {"SELECT x'00ff' AS bytes, 0.1 + 0.2 AS sum",
     "bytes,sum\n00ff,0.30000000000000004\n"},
    {"PRAGMA page_size", "page_size\n4096\n"},
    {"SELECT name FROM pragma_table_info('champions') WHERE pk = 1", "name\nrun_id\n"},
    {"SELECT e.value AS w FROM champions c, json_each(c.weights) e WHERE e.key = 5",
     "w\n0.565937\n"},
    {"SELECT round(sqrt(2), 3) AS r, upper('x') AS u", "r,u\n1.414,X\n"},
    {"SELECT label FROM runs WHERE 0", "label\n"},
};

TEST_EACH(guard, questions_are_answered, ANSWERS)
{
    struct sow_store *store = open_store(test_path("a.db"), SOW_STORE_WRITE);
    (void)add_evolution(store);
    sow_store_close(store);
    store = open_store(test_path("a.db"), SOW_STORE_READ);
    OWNED(text) char *csv = csv_of(store, ANSWERS[_i].sql);
    ck_assert_str_eq(csv, ANSWERS[_i].csv);
    sow_store_close(store);
}

static const char ENDLESS[] =
    "WITH RECURSIVE n (i) AS (VALUES (1) UNION ALL SELECT i + 1 "
    "FROM n) SELECT ";

TEST(limits, limits_hold)
{
    OWNED(store) struct sow_store *store = open_scratch();
    struct sow_report *report = sow_report_new();
    char sql[256];
    (void)snprintf(sql, sizeof sql, "%s count(*) FROM n", ENDLESS);
    struct sow_query_limits limits = {100, 0.05, 256};
    ck_fails(sow_query_sql(store, sql, &limits, report, &err), SOW_USAGE, "0.05 s");
    (void)snprintf(sql, sizeof sql, "%s i FROM n", ENDLESS);
    limits.seconds = 30;
    ck_fails(sow_query_sql(store, sql, &limits, report, &err), SOW_USAGE, "100 rows");
    (void)snprintf(sql, sizeof sql, "%s printf('%%1000000d', i) FROM n", ENDLESS);
    limits.rows = 1000000;
    ck_fails(sow_query_sql(store, sql, &limits, report, &err), SOW_USAGE, "64 MiB");
    struct sow_stop stop = {.requested = true};
    sow_store_watch(store, &stop);
    (void)snprintf(sql, sizeof sql, "%s count(*) FROM n", ENDLESS);
    ck_fails(sow_query_sql(store, sql, &limits, report, &err), SOW_INTERRUPTED,
             "stopped");
    sow_report_free(report);
    sow_store_watch(store, NULL);
    /* The guard is removed after the question. */
    (void)add_evolution(store);
}

/* Long questions: a head, a piece repeated `count` times, and a tail. */
static const struct {
    const char *head;
    const char *piece;
    int count;
    const char *tail;
    const char *words;
} BIG[] = {
    {"SELECT 1", "+1", 300, "", "Expression tree is too large"},
    {"SELECT 1", ",1", 600, "", "too many columns"},
    {"SELECT 1", " UNION ALL SELECT 1", 150, "", "too many terms in compound SELECT"},
    {"SELECT max(1", ",1", 110, ")", "too many arguments"},
    {"SELECT 'x' LIKE '", "%x", 150, "'", "pattern too complex"},
    {"SELECT '", "x", 100000, "'", "longer than allowed"},
    {"SELECT length('", "x", 90000, "')", NULL},
    {"SELECT 1", "+1", 150, "", NULL},
};

TEST_EACH(limits, sizes_are_limited, BIG)
{
    OWNED(store) struct sow_store *store = open_scratch();
    OWNED(report) struct sow_report *report = sow_report_new();
    OWNED(text) char *sql = calloc(1, 200000);
    ck_assert_ptr_nonnull(sql);
    char *end = stpcpy(sql, BIG[_i].head);
    for (int i = 0; i < BIG[_i].count; i++)
        end = stpcpy(end, BIG[_i].piece);
    (void)stpcpy(end, BIG[_i].tail);
    enum sow_status status =
        sow_query_sql(store, sql, &sow_query_limits_default, report, &err);
    ck_assert_int_eq(status, BIG[_i].words == NULL ? SOW_OK : SOW_USAGE);
    if (BIG[_i].words != NULL)
        ck_assert_msg(strstr(err.text, BIG[_i].words) != NULL, "%s", err.text);
}

/* Writes a question in which each common table expression is twice the one before: 2^20
   SELECTs. */
static void doubling_question(char *sql, size_t size)
{
    enum { DOUBLINGS = 20 };
    size_t length = (size_t)snprintf(sql, size, "WITH c0 AS (SELECT 1 AS x)");
    for (int i = 1; i <= DOUBLINGS; i++)
        length += (size_t)snprintf(sql + length, size - length,
                                   ", c%d AS (SELECT * FROM c%d UNION ALL SELECT * FROM "
                                   "c%d)",
                                   i, i - 1, i - 1);
    (void)snprintf(sql + length, size - length, " SELECT count(*) FROM c%d", DOUBLINGS);
}

TEST(limits, memory_is_limited)
{
    OWNED(store) struct sow_store *store = open_scratch();
    OWNED(report) struct sow_report *report = sow_report_new();
    char sql[2048];
    struct sow_query_limits limits = {1000, 30, 16};
    doubling_question(sql, sizeof sql);
    ck_fails(sow_query_sql(store, sql, &limits, report, &err), SOW_USAGE,
             "more than the 16 MiB of memory");
    /* If it could be sorted on the disk, this would succeed. */
    (void)snprintf(sql, sizeof sql,
                   "%s max(length(b)) FROM (SELECT zeroblob(1000000 + i %% 7) AS b"
                   " FROM (SELECT i FROM n LIMIT 100) ORDER BY b LIMIT 50)",
                   ENDLESS);
    ck_fails(sow_query_sql(store, sql, &limits, report, &err), SOW_USAGE,
             "more than the 16 MiB of memory");
    limits.memory = 256;
    ck_ok(sow_query_sql(store, sql, &limits, report, &err));
    /* The program's own questions have no such limits. */
    static const struct sow_section LONG = {"long", true,
                                            "SELECT length(zeroblob(50000000)) AS n"};
    ck_ok(sow_section_add(store, &LONG, 0, report, &err));
}

/* A view in a foreign file may be endless. */
TEST(limits, own_questions_can_be_stopped)
{
    struct sow_store *store = open_store(test_path("a.db"), SOW_STORE_WRITE);
    (void)add_evolution(store);
    sow_store_close(store);
    store = open_store(test_path("a.db"), SOW_STORE_READ);
    char sql[256];
    (void)snprintf(sql, sizeof sql, "%s count(*) FROM n WHERE ?1", ENDLESS);
    const struct sow_section endless = {"endless", false, sql};
    OWNED(report) struct sow_report *report = sow_report_new();
    struct sow_stop stop = {.requested = true};
    sow_store_watch(store, &stop);
    ck_fails(sow_section_add(store, &endless, 1, report, &err), SOW_INTERRUPTED,
             "stopped on request");
    /* The stop works also after a user's question. */
    ck_ok(sow_query_sql(store, "SELECT 1", &sow_query_limits_default, report, &err));
    ck_fails(sow_section_add(store, &endless, 1, report, &err), SOW_INTERRUPTED,
             "stopped on request");
    sow_store_close(store);
}

TEST(limits, exact_limit_is_allowed)
{
    OWNED(store) struct sow_store *store = open_scratch();
    OWNED(report) struct sow_report *report = sow_report_new();
    struct sow_query_limits limits = {3, 30, 256};
    ck_ok(sow_query_sql(store, "VALUES (1), (2), (3)", &limits, report, &err));
}
