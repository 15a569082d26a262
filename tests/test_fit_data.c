/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tests of the input of fits: lists of features, and data sets that cannot be fitted. */
#include "fit_support.h"
#include "sow/fitting/fit_rows.h"
#include "sow/store/tables/choices.def"
#include "sow/store/tables/positions.def"
#include "sow/store/tables/runs.def"
#include "store_private.h"

FIXTURE(bad_data, enter_folder, leave_folder)

/* ---- Features ---- */

static const struct {
    const char *list;
    bool preference;
    enum sow_status status;
    const char *words; /* resolved list, or words of the message */
} LISTS[] = {
    {"h4,h6", false, SOW_OK, "h4,h6"},
    {"h6", true, SOW_OK, "h6"},
    {"auto", true, SOW_OK, "move_h1,move_h2,move_h3,move_h4,move_h5,move_h6"},
    {"heuristics", true, SOW_OK, "move_h1,move_h2,move_h3,move_h4,move_h5,move_h6"},
    {"move_h6,move_h1", true, SOW_OK, "move_h6,move_h1"},
    {"heuristics", false, SOW_USAGE, "'--method preference'"},
    {"move_h1", false, SOW_USAGE, "heuristic of a move"},
    {"h4,move_h1", true, SOW_USAGE, "one player cannot use both"},
    {"heuristics,-move_h1", true, SOW_USAGE, "name each, as in move_h1,move_h2"},
    {"move_h1,move_h9", true, SOW_USAGE, "'move_h1,move_h9' is not a list"},
    {"h1,-all-heuristics", true, SOW_USAGE, "only 'heuristics' or 'all-heuristics'"},
    {"h4,h6,h4", false, SOW_USAGE, "'h4' is named twice"},
    {"move_h4,move_h4", true, SOW_USAGE, "'move_h4' is named twice"},
    {"h4,hh6", false, SOW_USAGE, "hh6"},
    {"", false, SOW_USAGE, ""},
    {"h4,,h6", false, SOW_USAGE, ""},
};

TEST_EACH(features, lists_are_resolved, LISTS)
{
    struct sow_variant variant = a_variant("awari");
    OWNED(text) char *list = strdup(LISTS[_i].list);
    enum sow_status status =
        sow_fit_columns_resolve(&list, LISTS[_i].preference, &variant.rules, &err);
    ck_assert_msg(status == LISTS[_i].status, "%s: %s", LISTS[_i].list, err.text);
    if (status != SOW_OK)
        ck_assert_msg(strstr(err.text, LISTS[_i].words) != NULL, "%s", err.text);
    else
        ck_assert_str_eq(list, LISTS[_i].words);
}

/* A resolved group is a plain list, so resolving it again changes nothing. */
TEST_LOOP(features, resolved_lists_stay, 0, 4)
{
    static const char *const GROUPS[] = {"auto", "default", "all", "all,-h4"};
    struct sow_variant variant = a_variant("kalah");
    OWNED(text) char *list = strdup(GROUPS[_i]);
    ck_ok(sow_fit_columns_resolve(&list, false, &variant.rules, &err));
    ck_assert_ptr_nonnull(strchr(list, ','));
    OWNED(text) char *again = strdup(list);
    ck_ok(sow_fit_columns_resolve(&again, false, &variant.rules, &err));
    ck_assert_str_eq(again, list);
}

/* ---- Bad data ---- */

/* Makes a finished data set of @p positions from @p games games. The label is the same in
   every row, or it varies. */
static int64_t plain_dataset(struct sow_store *store, int games, int positions,
                             bool varies, const char *position)
{
    struct sow_err err;
    struct sow_variant variant = a_variant("awari");
    char *rules = NULL;
    char *parameters = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&rules, &size);
    sow_rules_write(&variant.rules, out);
    (void)fclose(out);
    size_t length = 0;
    out = open_memstream(&parameters, &length);
    (void)fputs("{\"player\":\"random\",\"opponent\":\"random\",\"games\":1,"
                "\"random_plies\":0,\"record\":\"positions\",\"duplicates\":\"keep\","
                "\"starts\":\"standard\",\"label\":\"margin\"}",
                out);
    (void)fclose(out);
    struct sow_run_row row = a_run("dataset");
    row.variant = "awari";
    row.rules = rules;
    row.parameters = parameters;
    int64_t id = 0;
    ck_ok(sow_store_add_run(store, &row, &id, &err));
    for (int i = 0; i < positions; i++) {
        struct sow_position_row made = {
            id,  (int64_t)i * games / positions, i,           position,
            "s", varies ? i % 7 - 3 : 5,         (double)NAN, 0};
        ck_ok(sow_store_add(store, position, &made, &err));
    }
    finish_run(store, id);
    free(rules);
    free(parameters);
    return id;
}

static const char START_POSITION[] = "4,4,4,4,4,4,0/4,4,4,4,4,4,0:n";

static const struct {
    int games;
    int positions;
    bool varies;
    bool recorded; /* true if the failed run is stored */
    const char *position;
    int method;
    enum sow_status status;
    const char *words;
} BAD[] = {
    {20, 60, false, true, START_POSITION, SOW_METHOD_LEAST_SQUARES, SOW_BAD_DATA,
     "'margin' is 5 in every row"},
    {20, 60, false, true, START_POSITION, SOW_METHOD_LOGISTIC, SOW_BAD_DATA, "class"},
    {2, 60, true, false, START_POSITION, SOW_METHOD_LEAST_SQUARES, SOW_BAD_DATA,
     "the games of data set 1 fill only 1 of 4 folds"},
    {8, 8, true, true, "4,4,4,4,4,0/4,4,4,4,4,4,0:n", SOW_METHOD_LEAST_SQUARES,
     SOW_BAD_DATA, "data set 1, game 0, ply 0"},
    {6, 60, true, false, START_POSITION, SOW_METHOD_PREFERENCE, SOW_USAGE,
     "--record choices"},
};

TEST_EACH(bad_data, bad_data_are_refused, BAD)
{
    OWNED(store) struct sow_store *store = open_store(test_path("a.db"), SOW_STORE_WRITE);
    int64_t dataset = plain_dataset(store, BAD[_i].games, BAD[_i].positions,
                                    BAD[_i].varies, BAD[_i].position);
    struct sow_fit_options *options = small_fit(dataset, BAD[_i].method);
    int64_t id = 0;
    ck_fails(try_fit(store, options, 1, &id, &err), BAD[_i].status, BAD[_i].words);
    /* Faults that are found before the fit starts leave no run. */
    ck_assert_int_eq(id != 0, BAD[_i].recorded);
}

/* In a data set of duplicates, only the mean can be fitted, and no player can use it. */
TEST(bad_data, duplicates_alone_fit_their_mean)
{
    OWNED(store) struct sow_store *store = open_store(test_path("a.db"), SOW_STORE_WRITE);
    int64_t dataset = plain_dataset(store, 50, 5000, true, START_POSITION);
    int64_t id = make_fit(store, small_fit(dataset, SOW_METHOD_LEAST_SQUARES));
    double mean = coefficient(store, id, SOW_INTERCEPT);
    ck_assert_double_eq_tol(mean, 0, 1e-2);
    char *text = shown(store, id, SOW_FORMAT_TEXT);
    says(text, "the fit plays nothing");
    ck_assert_ptr_null(strstr(text, "\ncomparison\n"));
    free(text);
}

TEST(bad_data, what_is_no_data_set_is_refused)
{
    int64_t id = 0;
    OWNED(store) struct sow_store *store = open_store(test_path("a.db"), SOW_STORE_WRITE);
    int64_t evolution = add_evolution(store);
    struct sow_fit_options *options = small_fit(evolution, SOW_METHOD_LEAST_SQUARES);
    ck_fails(try_fit(store, options, 1, &id, &err), SOW_USAGE, "evolve");
    options->dataset = 99;
    ck_fails(try_fit(store, options, 1, &id, &err), SOW_NOT_FOUND, "no run 99");
    options->dataset = (int)plain_dataset(store, 2, 2, true, START_POSITION);
    ck_ok(sow_store_exec(store, "UPDATE runs SET status = 'interrupted' WHERE id = 2",
                         &err));
    ck_fails(try_fit(store, options, 1, &id, &err), SOW_USAGE, "resume");
}

/* Rows are used before the data set is known to be sound. A damaged one is refused all
   the same, with the damage as the reason. */
TEST_LOOP(bad_data, damaged_data_are_refused, 0, 3)
{
    static const char *const DAMAGES[] = {"position = 'x'", "margin = 1 - margin",
                                          "ply = ply + 50"};
    OWNED(store) struct sow_store *store = open_store(test_path("a.db"), SOW_STORE_WRITE);
    int64_t dataset = plain_dataset(store, 20, 60, true, START_POSITION);
    struct sow_fit_options *options = small_fit(dataset, SOW_METHOD_LEAST_SQUARES);
    char sql[128];
    int64_t id = 0;
    int64_t fits;
    (void)snprintf(sql, sizeof sql, "UPDATE positions SET %s WHERE game = 7",
                   DAMAGES[_i]);
    ck_ok(sow_store_exec(store, sql, &err));
    ck_fails(try_fit(store, options, 1, &id, &err), SOW_BAD_DATA, "is damaged");
    ck_ok(sow_store_count(store, "fits", id, &fits, &err));
    ck_assert_int_eq(fits, 0);
}

/* Preferred moves that do not exist are refused: an empty pit, a pit beyond the board,
   and one far beyond it. */
TEST_LOOP(bad_data, impossible_choices_are_refused, 0, 3)
{
    static const char *const MOVES[] = {"2", "7", "1,99999999999999999999"};
    OWNED(store) struct sow_store *store = open_store(test_path("a.db"), SOW_STORE_WRITE);
    int64_t dataset = add_run(store, "dataset");
    struct sow_choice_row choice = {dataset, 3, 4, "4,0,4,4,4,4,4/4,4,4,4,4,4,0:s",
                                    MOVES[_i]};
    ck_ok(sow_store_add(store, choice, &choice, &err));
    struct sow_variant variant = a_variant("awari");
    struct sow_run run = {
        .source = store, .sink = store, .rules = &variant.rules, .with.threads = 1};
    struct sow_fit_columns columns;
    ck_ok(sow_fit_columns_read(&columns, "move_h1,move_h2", &err));
    struct sow_fit_reading reading = {
        .dataset = dataset, .columns = &columns, .target = SOW_TARGET_CHOICE};
    struct sow_fit_rows *rows = NULL;
    ck_fails(sow_fit_rows_read(&rows, &run, &reading, &err), SOW_BAD_DATA,
             "data set 1, game 3, ply 4: a preferred move is not legal");
    ck_assert_ptr_null(rows);
}
