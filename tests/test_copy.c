/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tests of copying runs from one database to another. */
#include "file_support.h"
#include "sow/base/parallel.h"
#include "sow/store/tables/strengths.def"
#include "store_private.h"
#include "store_support.h"

#include <sys/stat.h>

FIXTURE(ANY, enter_folder, leave_folder)

/* Makes a database with runs 1 to 3: an evolution, a data set, and a fit of it. */
static struct sow_store *source(void)
{
    struct sow_store *store = open_store(test_path("a.db"), SOW_STORE_WRITE);
    (void)add_evolution(store);
    (void)add_fit(store, add_dataset(store));
    return store;
}

/* Makes a database in which the runs have other numbers. */
static struct sow_store *target(void)
{
    struct sow_store *store = open_store(test_path("b.db"), SOW_STORE_WRITE);
    (void)add_run(store, "other");
    return store;
}

static void alter(struct sow_store *store, const char *sql)
{
    struct sow_err err;
    ck_ok(sow_store_exec(store, sql, &err));
}

static int64_t count_of(struct sow_store *store, const char *sql)
{
    struct sow_err err;
    int64_t count;
    ck_ok(sow_store_integer(store, sql, 0, &count, &err));
    return count;
}

static void is_sound(struct sow_store *store, int64_t id)
{
    struct sow_err err;
    bool sealed;
    ck_ok(sow_store_check_run(store, id, NULL, &err));
    ck_ok(sow_store_check_seal(store, id, &sealed, &err));
    ck_assert(sealed);
}

TEST(runs, runs_are_copied)
{
    OWNED(store) struct sow_store *from = source();
    OWNED(store) struct sow_store *to = target();
    for (int64_t id = 1; id <= 3; id++) {
        struct sow_copied copied;
        ck_ok(sow_store_copy(to, from, id, &copied, &err));
        ck_assert(copied.added);
        ck_assert_int_eq(copied.id, id + 1);
        is_sound(to, copied.id);
    }
    for (int id = SOW_TABLE_GENERATIONS; id < SOW_TABLES_COUNT; id++) {
        char sql[80];
        (void)snprintf(sql, sizeof sql, "SELECT count(*) FROM %s", sow_tables[id].name);
        ck_assert_int_eq(count_of(to, sql), count_of(from, sql));
    }
    ck_assert_int_eq(count_of(to, "SELECT dataset_id FROM fits"), 3);
    ck_assert_int_eq(
        count_of(to,
                 "SELECT json_extract(parameters, '$.dataset') FROM runs WHERE id = 4"),
        3);
    ck_ok(sow_store_check_file(to, &err));
}

TEST(runs, what_is_here_is_passed_over)
{
    OWNED(store) struct sow_store *from = source();
    struct sow_store *to = target();
    struct sow_copied copied;
    for (int64_t i = 0; i < 6; i++) {
        ck_ok(sow_store_copy(to, from, i % 3 + 1, &copied, &err));
        ck_assert_int_eq(copied.id, i % 3 + 2);
        ck_assert_int_eq(copied.added, i < 3);
    }
    ck_assert_int_eq(count_of(to, "SELECT count(*) FROM runs"), 4);
    sow_store_close(to);
    /* A run is copied into its own file. */
    to = open_store(test_path("a.db"), SOW_STORE_WRITE);
    for (int64_t id = 1; id <= 3; id++) {
        ck_ok(sow_store_copy(to, from, id, &copied, &err));
        ck_assert(!copied.added);
    }
    ck_assert_int_eq(count_of(to, "SELECT count(*) FROM runs"), 3);
    sow_store_close(to);
}

/* Adds a strength of run @p id, by hand. Returns the openings of the row that stays. */
static int put_strength(struct sow_store *store, int64_t id, int depth, int openings,
                        const char *panel)
{
    struct sow_err err;
    int kept;
    struct sow_strength_row row = {id,  "awari", -1, depth, 0,  panel, openings, 8, 0.5,
                                   0.4, 0.6,     0,  -50,   50, 0,     0,        0, 0};
    ck_ok(sow_store_put_strength(store, &row, &kept, &err));
    return kept;
}

TEST(strengths, more_openings_stay)
{
    OWNED(store) struct sow_store *store = source();
    ck_assert_int_eq(put_strength(store, 1, 1, 50, "awari-1"), 0);
    ck_assert_int_eq(put_strength(store, 1, 1, 49, "awari-1"), 50);
    ck_assert_int_eq(put_strength(store, 1, 1, 50, "awari-1"), 0);
    ck_assert_int_eq(put_strength(store, 1, 2, 49, "awari-1"), 0);
    ck_assert_int_eq(put_strength(store, 1, 1, 250, "awari-1"), 0);
    /* Scores against different panels cannot be compared: the latest counts. */
    ck_assert_int_eq(put_strength(store, 1, 1, 50, "awari-2"), 0);
    ck_assert_int_eq(count_of(store, "SELECT sum(openings) FROM strengths"), 99);
    struct sow_strength_row row = {9,   "awari", -1, 1,   0,  "awari-1", 50, 8, 0.5,
                                   0.4, 0.6,     0,  -50, 50, 0,         0,  0, 0};
    int kept;
    ck_fails(sow_store_put_strength(store, &row, &kept, &err), SOW_NOT_FOUND,
             "run 9 was deleted");
}

/* Run 1 is an evolution, and run 3 a fit, whose twin is found by another way. */
TEST(strengths, runs_that_are_here_get_what_they_lack)
{
    OWNED(store) struct sow_store *from = source();
    OWNED(store) struct sow_store *to = target();
    struct sow_copied copied;
    for (int64_t id = 1; id <= 3; id++)
        ck_ok(sow_store_copy(to, from, id, &copied, &err));
    for (int64_t id = 1; id <= 3; id += 2) {
        (void)put_strength(from, id, 1, 250, "awari-1");
        (void)put_strength(from, id, 2, 50, "awari-1");
        (void)put_strength(from, id, 3, 250, "awari-1");
        (void)put_strength(from, id, 4, 250, "awari-1");
        (void)put_strength(to, id + 1, 2, 250, "awari-1");
        (void)put_strength(to, id + 1, 3, 50, "awari-1");
        (void)put_strength(to, id + 1, 4, 50, "awari-2");
        ck_ok(sow_store_copy(to, from, id, &copied, &err));
        ck_assert(!copied.added);
        ck_assert_int_eq(copied.id, id + 1);
        ck_assert_int_eq(copied.strengths, 2);
        ck_ok(sow_store_copy(to, from, id, &copied, &err));
        ck_assert_int_eq(copied.strengths, 0);
        is_sound(to, copied.id);
    }
    ck_assert_int_eq(count_of(to, "SELECT sum(openings) FROM strengths WHERE depth < 4"),
                     2 * 750);
    ck_assert_int_eq(count_of(to, "SELECT sum(openings) FROM strengths WHERE depth = 4"),
                     2 * 50);
}

/* Changes of the source, and the message for run 3 (a fit), 2 (a data set) or 1. */
static const struct {
    const char *sql;
    int64_t id;
    enum sow_status status;
    const char *words;
} REFUSED[] = {
    {"UPDATE individuals SET fitness = 0.4 WHERE generation = 1", 1, SOW_BAD_DATA,
     "generation 1"},
    {"UPDATE runs SET seed = 1", 1, SOW_BAD_DATA, "damaged"},
    {"UPDATE runs SET digest = replace(digest, substr(digest, 1, 1), 'x')", 1,
     SOW_BAD_DATA, "damaged"},
    {"UPDATE runs SET label = 'x'", 1, SOW_BAD_DATA, "provenance"},
    {"UPDATE generation_times SET seconds = 7", 1, SOW_BAD_DATA, "provenance"},
    {"DELETE FROM choices", 2, SOW_BAD_DATA, "damaged"},
    {"UPDATE fit_bins SET low = 0", 3, SOW_BAD_DATA, "damaged"},
    {"SELECT 1", 3, SOW_BAD_DATA, "import that run first"},
    {"SELECT 1", 9, SOW_NOT_FOUND, "no run 9"},
    {"PRAGMA foreign_keys = OFF; DELETE FROM runs WHERE id = 2", 3, SOW_BAD_DATA,
     "does not say which dataset"},
};

TEST_EACH(runs, unfit_runs_are_refused, REFUSED)
{
    OWNED(store) struct sow_store *from = source();
    OWNED(store) struct sow_store *to = target();
    struct sow_copied copied;
    alter(from, REFUSED[_i].sql);
    ck_fails(sow_store_copy(to, from, REFUSED[_i].id, &copied, &err), REFUSED[_i].status,
             REFUSED[_i].words);
    ck_assert_int_eq(copied.id, 0);
    ck_assert_int_eq(count_of(to, "SELECT count(*) FROM runs"), 1);
}

TEST(runs, stopped_copy_leaves_nothing)
{
    OWNED(store) struct sow_store *from = source();
    OWNED(store) struct sow_store *to = target();
    struct sow_copied copied;
    struct sow_stop stop = {.requested = true};
    sow_store_watch(to, &stop);
    ck_assert_int_eq(sow_store_copy(to, from, 1, &copied, &err), SOW_INTERRUPTED);
    sow_store_watch(to, NULL);
    sow_store_watch(from, &stop);
    ck_assert_int_eq(sow_store_copy(to, from, 1, &copied, &err), SOW_INTERRUPTED);
    ck_assert_int_eq(count_of(to, "SELECT count(*) FROM runs"), 1);
}

TEST(runs, unfinished_run_is_copied_as_interrupted)
{
    OWNED(store) struct sow_store *from = open_store(test_path("a.db"), SOW_STORE_WRITE);
    OWNED(store) struct sow_store *to = target();
    struct sow_copied copied;
    int64_t id = add_run(from, "evolve");
    add_generation(from, id, 0, 3);
    ck_ok(sow_store_copy(to, from, id, &copied, &err));
    ck_assert_int_eq(
        count_of(to, "SELECT count(*) FROM runs WHERE id = 2 AND status = 'interrupted'"),
        1);
    is_sound(to, copied.id);
    /* A run with more generations is a different run. */
    add_generation(from, id, 1, 3);
    ck_ok(sow_store_copy(to, from, id, &copied, &err));
    ck_assert(copied.added);
}

/* ---- Files ---- */

TEST(files, strange_guests_are_refused)
{
    struct sow_store *store;
    const char *path = test_path("a.db");
    char page[1024] = "SQLite format 3";
    ck_fails(sow_store_open(path, SOW_STORE_GUEST, &store, &err), SOW_IO, "cannot open");
    ck_assert_int_eq(access(path, F_OK), -1);
    write_bytes(path, page, 16);
    ck_fails(sow_store_open(path, SOW_STORE_GUEST, &store, &err), SOW_BAD_DATA,
             "is not a database");
    write_bytes(path, page, sizeof page);
    ck_fails(sow_store_open(path, SOW_STORE_GUEST, &store, &err), SOW_BAD_DATA, "");
    write_bytes(path, "", 0);
    ck_fails(sow_store_open(path, SOW_STORE_GUEST, &store, &err), SOW_BAD_DATA,
             "is empty");
    ck_assert_int_eq(remove(path), 0);
    struct sow_store *ours = source();
    alter(ours, "PRAGMA application_id = 1");
    sow_store_close(ours);
    ck_fails(sow_store_open(path, SOW_STORE_GUEST, &store, &err), SOW_BAD_DATA,
             "another program");
}
