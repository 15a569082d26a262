/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tests of digests, which find every change, and of export and import, which change
   nothing. */
#include "sow/queries/query.h"
#include "sow/store/tables/flips.def"
#include "sow/store/tables/runs.def"
#include "store_private.h"
#include "store_support.h"

#include <stdlib.h>

FIXTURE(ANY, enter_folder, leave_folder)

/* Makes a database with runs 1 to 3: an evolution, a data set, and a fit of it. */
static struct sow_store *filled(const char *name)
{
    struct sow_store *store = open_store(test_path(name), SOW_STORE_WRITE);
    (void)add_evolution(store);
    (void)add_fit(store, add_dataset(store));
    return store;
}

static void alter(struct sow_store *store, const char *sql)
{
    struct sow_err err;
    ck_ok(sow_store_exec(store, sql, &err));
}

static char *digest_of(struct sow_store *store, int64_t id)
{
    struct sow_err err;
    struct sow_run_row row;
    ck_ok(sow_store_read_run(store, id, &row, &err));
    char *digest = strdup(row.digest);
    sow_run_row_release(&row);
    return digest;
}

TEST(digests, stored_runs_are_sound)
{
    static const int64_t ROWS[] = {3 + 12 + 2 + 1 + 2, 4 + 2 + 2,
                                   3 + 2 + 3 + 1 + 2 + 1 + 1};
    OWNED(store) struct sow_store *store = filled("a.db");
    for (int64_t id = 1; id <= 3; id++) {
        int64_t rows;
        ck_ok(sow_store_check_run(store, id, &rows, &err));
        ck_assert_int_eq(rows, ROWS[id - 1]);
    }
    ck_ok(sow_store_check_file(store, &err));
    ck_fails(sow_store_check_run(store, 9, NULL, &err), SOW_NOT_FOUND, "no run 9");
}

static const struct {
    int64_t id;
    const char *sql;
} ALTERATIONS[] = {
    {1, "UPDATE runs SET parameters = '{}' WHERE id = 1"},
    {1, "UPDATE runs SET rules = rules || ' '"},
    {1, "UPDATE runs SET seed = 1"},
    {1, "UPDATE runs SET variant = 'awari'"},
    {1, "UPDATE runs SET kind = 'match'"},
    {1, "UPDATE generations SET best = 0.7 WHERE generation = 2"},
    {1, "UPDATE generations SET games = games + 1 WHERE generation = 0"},
    {1, "UPDATE generations SET digest = NULL WHERE generation = 1"},
    {1, "UPDATE individuals SET weights = replace(weights, '-0.0', '0')"},
    {1, "UPDATE individuals SET fitness = fitness + 1e-16"},
    {1, "DELETE FROM individuals WHERE generation = 2 AND individual = 3"},
    {1, "DELETE FROM champions"},
    {1, "UPDATE champions SET score = 0.5"},
    {1, "UPDATE candidates SET wins = wins - 1, losses = losses + 1 WHERE candidate = 1"},
    {1, "UPDATE matches SET opponent = 'h5' WHERE match = 1"},
    {1, "UPDATE matches SET margin = 3"},
    {2, "UPDATE positions SET margin = 0"},
    {2, "UPDATE positions SET viewpoint = 'n'"},
    {2, "DELETE FROM positions WHERE game = 1 AND ply = 1"},
    {2, "INSERT INTO positions VALUES (2, 7, 0, 'x', 's', 0, NULL, 0)"},
    {3, "UPDATE fits SET adjusted_r2 = 0"},
    {3, "UPDATE coefficients SET value = -value WHERE term = 0"},
    {3, "UPDATE coefficients SET note = NULL"},
    {3, "UPDATE coefficients SET feature = 'h5' WHERE term = 1"},
    {2, "UPDATE choices SET moves = '4' WHERE game = 0"},
    {2, "UPDATE choices SET position = 'x' WHERE game = 1"},
    {2, "DELETE FROM choices"},
    {3, "UPDATE term_diagnostics SET vif = 0 WHERE term = 1"},
    {3, "UPDATE fit_measures SET value = 1 WHERE sample = 'in'"},
    {3, "UPDATE fit_measures SET measure = 'rsq' WHERE measure = 'r2'"},
    {3, "UPDATE fit_folds SET r2 = 0"},
    {3, "UPDATE fit_steps SET chosen = 1"},
    {3, "UPDATE fit_bins SET kind = 'calibration'"},
    {3, "UPDATE fit_bins SET score = NULL"},
};

TEST_EACH(digests, alterations_are_told, ALTERATIONS)
{
    OWNED(store) struct sow_store *store = filled("a.db");
    alter(store, ALTERATIONS[_i].sql);
    ck_assert_int_gt(sqlite3_changes(store->db), 0);
    ck_fails(sow_store_check_run(store, ALTERATIONS[_i].id, NULL, &err), SOW_BAD_DATA,
             "is damaged");
}

TEST(digests, a_run_found_sound_is_read_again_after_a_change)
{
    OWNED(store) struct sow_store *store = filled("a.db");
    struct sow_store *other = open_store(test_path("a.db"), SOW_STORE_WRITE);
    ck_ok(sow_store_check_run(store, 1, NULL, &err));
    ck_ok(sow_store_check_run(store, 1, NULL, &err));
    alter(other, "UPDATE champions SET score = 0.5");
    sow_store_close(other);
    ck_fails(sow_store_check_run(store, 1, NULL, &err), SOW_BAD_DATA, "is damaged");
}

/* Counts the statements that a connection begins. Callback of sqlite3_trace_v2. */
static int count_statement(unsigned type, void *context, void *statement, void *text)
{
    (void)type;
    (void)statement;
    (void)text;
    ++*(int *)context;
    return 0;
}

TEST(digests, an_unchanged_run_is_read_once)
{
    OWNED(store) struct sow_store *store = filled("a.db");
    int first = 0;
    int second = 0;
    sqlite3_trace_v2(store->db, SQLITE_TRACE_STMT, count_statement, &first);
    ck_ok(sow_store_check_run(store, 1, NULL, &err));
    sqlite3_trace_v2(store->db, SQLITE_TRACE_STMT, count_statement, &second);
    ck_ok(sow_store_check_run(store, 1, NULL, &err));
    ck_assert_int_gt(first, 10);
    ck_assert_int_le(second, 3);
}

TEST(seals, provenance_is_not_digested)
{
    bool sealed;
    OWNED(store) struct sow_store *store = filled("a.db");
    ck_ok(sow_store_check_seal(store, 1, &sealed, &err));
    ck_assert(sealed);
    alter(store, "UPDATE runs SET label = 'x', host = 'y', threads = 9, seconds = 1,"
                 " resumed = 3, compiler = 'z'; UPDATE generation_times SET seconds = 9");
    ck_ok(sow_store_check_run(store, 1, NULL, &err));
    ck_fails(sow_store_check_seal(store, 1, &sealed, &err), SOW_BAD_DATA,
             "provenance of run 1");
}

static const char *const REWRITTEN[] = {
    "UPDATE runs SET label = 'x'",
    "UPDATE runs SET status = 'failed'",
    "UPDATE runs SET stop_reason = 'tired'",
    "UPDATE runs SET version = '0.0.1'",
    "UPDATE runs SET revision = 'x'",
    "UPDATE runs SET compiler = 'x'",
    "UPDATE runs SET build_type = 'x'",
    "UPDATE runs SET kernel = 'x'",
    "UPDATE runs SET threads = 1",
    "UPDATE runs SET host = 'x'",
    "UPDATE runs SET started = '2026-01-02T03:04:06Z'",
    "UPDATE runs SET finished = '2026-01-02T03:04:06Z'",
    "UPDATE runs SET seconds = seconds + 1e-9",
    "UPDATE runs SET resumed = 1",
    "UPDATE generation_times SET seconds = 1 WHERE generation = 1",
    "UPDATE generation_times SET store_seconds = 1 WHERE generation = 2",
    "DELETE FROM generation_times WHERE generation = 0",
    "UPDATE run_seals SET digest = replace(digest, substr(digest, 1, 1), 'x')",
};

TEST_EACH(seals, rewritten_provenance_is_told, REWRITTEN)
{
    bool sealed;
    OWNED(store) struct sow_store *store = filled("a.db");
    alter(store, REWRITTEN[_i]);
    ck_assert_int_gt(sqlite3_changes(store->db), 0);
    ck_fails(sow_store_check_seal(store, 1, &sealed, &err), SOW_BAD_DATA, "provenance");
    ck_ok(sow_store_check_run(store, 1, NULL, &err));
}

/* Three rows that would be the same text if NULL were left out. */
TEST(digests, null_has_its_place)
{
    static const struct sow_flip_row ROWS[] = {
        {.option = NULL, .old_value = "x", .new_value = "y"},
        {.option = "x", .old_value = NULL, .new_value = "y"},
        {.option = "x", .old_value = "y", .new_value = NULL},
    };
    char text[3][SOW_DIGEST_TEXT];
    for (int i = 0; i < 3; i++) {
        struct sow_digest digest = {.byte = {0}};
        sow_digest_add(&digest, &sow_tables[SOW_TABLE_FLIPS], &ROWS[i]);
        (void)sow_digest_format(&digest, text[i]);
    }
    ck_assert_str_ne(text[0], text[1]);
    ck_assert_str_ne(text[1], text[2]);
    ck_assert_str_ne(text[0], text[2]);
}

static bool is_sealed(struct sow_store *store, int64_t id)
{
    struct sow_err err;
    bool sealed;
    ck_ok(sow_store_check_seal(store, id, &sealed, &err));
    return sealed;
}

/* A row with columns that a later schema added. */
struct later_row {
    int64_t run_id;
    int games;
    int count;
    double share;
    const char *word;
    struct sow_weights weights;
};

/* Returns the columns of later_row: two of the first schema, then added ones. */
static const struct sow_field *later_fields(void)
{
#define ADDED(member, TYPE)                                                              \
    {                                                                                    \
#member, SOW_FIELD_##TYPE, false, true, offsetof(struct later_row, member), "",  \
            "", ""                                                                       \
    }
    static const struct sow_field FIELDS[] = {
        {"run_id", SOW_FIELD_ID, false, false, 0, "", "", ""},
        {"games", SOW_FIELD_INT, false, false, offsetof(struct later_row, games), "", "",
         ""},
        ADDED(count, INT),
        ADDED(share, REAL_OR_NULL),
        ADDED(word, TEXT),
        ADDED(weights, WEIGHTS),
        {NULL, SOW_FIELD_COMPUTED, false, false, 0, "", NULL, NULL}};
#undef ADDED
    return FIELDS;
}

/* Returns the columns of later_row that the first schema has. */
static const struct sow_field *first_fields(void)
{
    static struct sow_field fields[3];
    memcpy(fields, later_fields(), sizeof fields);
    fields[2] = later_fields()[6];
    return fields;
}

/* Writes the digest of @p row in a table with these columns to @p text. */
static void digest_row(const struct sow_field *(*fields)(void),
                       const struct later_row *row, char text[SOW_DIGEST_TEXT])
{
    struct sow_table table = {"later", SOW_CONTENT, fields};
    struct sow_digest digest = {.byte = {0}};
    sow_digest_add(&digest, &table, row);
    (void)sow_digest_format(&digest, text);
}

/* A column that a schema adds leaves the digest of older rows as it was, and every value
   in it has a digest of its own. */
TEST(digests, added_columns_count_by_value)
{
    double one[] = {1.0};
    const struct later_row ROWS[] = {
        {.games = 7, .share = NAN, .word = ""},
        {.games = 7, .share = NAN, .word = "", .count = 1},
        {.games = 7, .share = NAN, .word = "", .count = 2},
        {.games = 7, .share = 0, .word = ""},
        {.games = 7, .share = 1, .word = ""},
        {.games = 7, .share = NAN, .word = "a"},
        {.games = 7, .share = NAN, .word = "", .weights = {.count = 1, .value = one}}};
    enum { COUNT = sizeof ROWS / sizeof ROWS[0] };
    char text[COUNT + 1][SOW_DIGEST_TEXT];
    digest_row(first_fields, &ROWS[0], text[COUNT]);
    for (int i = 0; i < COUNT; i++) {
        digest_row(later_fields, &ROWS[i], text[i]);
        for (int j = 0; j < i; j++)
            ck_assert_str_ne(text[i], text[j]);
    }
    ck_assert_str_eq(text[0], text[COUNT]);
}

/* A run has a provenance digest from its end to its next session. */
TEST(seals, seals_come_and_go)
{
    OWNED(store) struct sow_store *store = open_store(test_path("a.db"), SOW_STORE_WRITE);
    int64_t id = add_run(store, "evolve");
    add_generation(store, id, 0, 3);
    ck_assert(!is_sealed(store, id));
    struct sow_run_row end = {.id = id,
                              .status = "interrupted",
                              .stop_reason = "stop requested",
                              .kernel = "plain",
                              .finished = "2026-01-02T03:05:05Z",
                              .seconds = 1};
    ck_ok(sow_store_finish_run(store, &end, &err));
    ck_assert(is_sealed(store, id));
    OWNED(text) char *digest = digest_of(store, id);
    struct sow_run_claim claim = {.id = id,
                                  .owner = "1 2 3 4 5",
                                  .digest = digest,
                                  .kernel = "plain",
                                  .threads = 1,
                                  .host = "there"};
    ck_ok(sow_store_claim_run(store, &claim, &err));
    ck_assert(!is_sealed(store, id));
    add_generation(store, id, 1, 3);
    end.status = "done";
    ck_ok(sow_store_finish_run(store, &end, &err));
    ck_assert(is_sealed(store, id));
}

TEST(seals, ended_runs_need_a_seal)
{
    OWNED(store) struct sow_store *store = filled("a.db");
    alter(store, "DELETE FROM run_seals");
    ck_ok(sow_store_check_run(store, 1, NULL, &err));
    bool sealed;
    ck_fails(sow_store_check_seal(store, 1, &sealed, &err), SOW_BAD_DATA,
             "provenance digest of run 1 in");
    ck_assert(!sealed);
    ck_fails(sow_store_check_seal(store, 9, &sealed, &err), SOW_NOT_FOUND, "no run 9");
}

TEST_LOOP(digests, file_damage_is_told, 0, 3)
{
    static const struct {
        const char *sql;
        const char *words;
    } FAULTS[] = {
        {"DROP VIEW validations", "view 'validations' is not as expected"},
        {"DROP INDEX fits_dataset", "index 'fits_dataset' is not as expected"},
        {"PRAGMA foreign_keys = OFF; DELETE FROM runs WHERE id = 2", "refers to nothing"},
    };
    OWNED(store) struct sow_store *store = filled("a.db");
    alter(store, FAULTS[_i].sql);
    ck_fails(sow_store_check_file(store, &err), SOW_BAD_DATA, FAULTS[_i].words);
}
