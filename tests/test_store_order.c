/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Results have one order, in which they are stored, digested and read. Tested with
   choices and with the diagnostics of a fit. */
#include "sow/store/tables/choices.def"
#include "sow/store/tables/fit_bins.def"
#include "sow/store/tables/fit_folds.def"
#include "sow/store/tables/fit_measures.def"
#include "sow/store/tables/fit_steps.def"
#include "sow/store/tables/fits.def"
#include "sow/store/tables/positions.def"
#include "sow/store/tables/term_diagnostics.def"
#include "store_support.h"

FIXTURE(ANY, enter_folder, leave_folder)

static void add_game(struct sow_store *store, int64_t id, int64_t game, int choices)
{
    struct sow_err err;
    for (int ply = 0; ply < 2; ply++) {
        struct sow_position_row row = {id,  game, ply,         "4,0/4,0:s",
                                       "s", 0,    (double)NAN, 0};
        ck_ok(sow_store_add(store, position, &row, &err));
    }
    for (int ply = 0; ply < choices; ply++) {
        struct sow_choice_row row = {id, game, ply, "4,0/4,0:s", "1"};
        ck_ok(sow_store_add(store, choice, &row, &err));
    }
}

/* Games stored one after another, even in several sessions, have the same digest. */
TEST(order, choices_go_with_positions)
{
    struct sow_store *store = open_store(test_path("a.db"), SOW_STORE_WRITE);
    int64_t id = add_run(store, "dataset");
    int64_t rows;
    ck_ok(sow_store_begin(store, &err));
    add_game(store, id, 0, 2);
    add_game(store, id, 1, 0);
    ck_ok(sow_store_end(store, SOW_OK, &err));
    sow_store_close(store);
    store = open_store(test_path("a.db"), SOW_STORE_WRITE);
    add_game(store, id, 2, 1);
    struct sow_choice_row alone = {id, 7, 3, "4,0/4,0:s", "1,2"};
    ck_ok(sow_store_add(store, choice, &alone, &err));
    add_game(store, id, 8, 2);
    ck_ok(sow_store_check_run(store, id, &rows, &err));
    ck_assert_int_eq(rows, 4 + 2 + 3 + 1 + 4);
    ck_ok(sow_store_count_games(store, id, &rows, &err));
    ck_assert_int_eq(rows, 9);
    sow_store_close(store);
}

/* Rows that are inserted many at a time are the rows that were added, also for a reader
   in the middle of the transaction. */
TEST(order, many_rows_come_back)
{
    enum { GAMES = 120 };
    OWNED(store) struct sow_store *store = open_store(test_path("a.db"), SOW_STORE_WRITE);
    int64_t id = add_run(store, "dataset");
    int64_t rows;
    ck_ok(sow_store_begin(store, &err));
    for (int game = 0; game < GAMES; game++) {
        add_game(store, id, game, game % 3);
        ck_ok(
            sow_store_count(store, game % 2 ? "choices" : "positions", id, &rows, &err));
        ck_assert_int_eq(rows, game % 2 ? game / 3 * 3 + game % 3 * (game % 3 + 1) / 2
                                        : 2 * (game + 1));
    }
    ck_ok(sow_store_end(store, SOW_OK, &err));
    ck_ok(sow_store_check_run(store, id, &rows, &err));
    ck_assert_int_eq(rows, 3 * GAMES);
}

/* Each run gets its own number, however many a connection adds. */
TEST(order, many_runs_have_numbers)
{
    OWNED(store) struct sow_store *store = open_store(test_path("a.db"), SOW_STORE_WRITE);
    for (int64_t run = 1; run <= 100; run++)
        ck_assert_int_eq(add_run(store, "match"), run);
}

static enum sow_status take_choice(void *context, const struct sow_choice_row *row,
                                   struct sow_err *err)
{
    int *count = context;
    if (row->game == 1)
        return sow_err_set(err, SOW_USAGE, "enough");
    ck_assert_str_eq(row->moves, "3");
    ck_assert_int_eq(row->ply, 0);
    ++*count;
    return SOW_OK;
}

TEST(order, choices_come_back)
{
    OWNED(store) struct sow_store *store = open_scratch();
    int64_t id = add_dataset(store);
    int count = 0;
    ck_fails(sow_store_each(store, choice, id, take_choice, &count, &err), SOW_USAGE,
             "enough");
    ck_assert_int_eq(count, 1);
    ck_ok(sow_store_each(store, choice, id + 1, take_choice, &count, &err));
    ck_assert_int_eq(count, 1);
}

TEST(order, late_rows_are_refused)
{
    OWNED(store) struct sow_store *store = open_scratch();
    double none = (double)NAN;
    int64_t dataset = add_dataset(store);
    int64_t id = add_fit(store, dataset);
    struct sow_fit_fold_row fold = {id, 1, 2, 4, 1.75, none, -0.25};
    ck_fails(sow_store_add(store, fit_fold, &fold, &err), SOW_BAD_DATA,
             "a row of table 'fit_folds' comes too late");
    ck_ok(sow_store_check_run(store, id, NULL, &err));

    id = add_run(store, "fit");
    struct sow_fit_row fit = {id, dataset, "ols", 4, 2, 0.25, none, 1.5};
    ck_ok(sow_store_add(store, fit, &fit, &err));
    struct sow_fit_measure_row measure = {id, "in", "rmse", 1, none};
    ck_ok(sow_store_add(store, fit_measure, &measure, &err));
    measure.measure = "r2";
    ck_fails(sow_store_add(store, fit_measure, &measure, &err), SOW_BAD_DATA, "too late");

    id = add_run(store, "dataset");
    add_game(store, id, 3, 1);
    struct sow_position_row late = {id, 3, 5, "4,0/4,0:s", "s", 0, (double)NAN, 0};
    ck_fails(sow_store_add(store, position, &late, &err), SOW_BAD_DATA,
             "after one of table 'choices'");
    late.game = 2;
    ck_fails(sow_store_add(store, position, &late, &err), SOW_BAD_DATA, "too late");
    late.game = 4;
    ck_ok(sow_store_add(store, position, &late, &err));
    ck_ok(sow_store_check_run(store, id, NULL, &err));
}

static const struct sow_choice_row BAD_CHOICES[] = {
    {0, -1, 0, "4,0/4,0:s", "1"}, {0, 0, -1, "4,0/4,0:s", "1"},
    {0, 0, 0, "", "1"},           {0, 0, 0, "4,0/4,0:s", ""},
    {0, 0, 0, "4,0/4,0:s", "x"},  {0, 0, 0, "4,0/4,0:s", ",1"},
};

/* A row that breaks the rules of its table drops the whole transaction, wherever it is
   among many. */
TEST_LOOP(refused, one_of_many_is_refused, 0, 100)
{
    OWNED(store) struct sow_store *store = open_scratch();
    int64_t id = add_run(store, "dataset");
    int64_t rows;
    ck_ok(sow_store_begin(store, &err));
    enum sow_status status = SOW_OK;
    for (int ply = 0; ply < 100 && status == SOW_OK; ply++) {
        struct sow_position_row row = {id,  0, ply,         ply == _i ? "" : "4,0/4,0:s",
                                       "s", 0, (double)NAN, 0};
        status = sow_store_add(store, position, &row, &err);
    }
    ck_fails(sow_store_end(store, status, &err), SOW_BAD_DATA, "breaks its rules");
    ck_ok(sow_store_count(store, "positions", id, &rows, &err));
    ck_assert_int_eq(rows, 0);
}

TEST_LOOP(refused, bad_choice_is_refused, 0, 6)
{
    OWNED(store) struct sow_store *store = open_scratch();
    struct sow_choice_row row = BAD_CHOICES[_i];
    row.run_id = add_run(store, "dataset");
    ck_fails(sow_store_add(store, choice, &row, &err), SOW_BAD_DATA, "refuses a row");
}

/* Invalid diagnostics, one of each kind. */
TEST(refused, bad_diagnostics_are_refused)
{
    OWNED(store) struct sow_store *store = open_store(test_path("a.db"), SOW_STORE_WRITE);
    double none = (double)NAN;
    int64_t dataset = add_dataset(store);
    int64_t id = add_run(store, "fit");
    struct sow_fit_row fit = {id, dataset, "ols", 4, 2, 0.25, none, 1.5};
    ck_ok(sow_store_add(store, fit, &fit, &err));
    struct sow_term_diagnostics_row term = {id, 0, 1, 0, 1};
    ck_fails(sow_store_add(store, term_diagnostics, &term, &err), SOW_BAD_DATA,
             "FOREIGN");
    struct sow_fit_measure_row measure = {id, "outer", "rmse", 1, none};
    ck_fails(sow_store_add(store, fit_measure, &measure, &err), SOW_BAD_DATA, "CHECK");
    measure = (struct sow_fit_measure_row){id, "in", "rmse", INFINITY, none};
    ck_fails(sow_store_add(store, fit_measure, &measure, &err), SOW_BAD_DATA, "'value'");
    struct sow_fit_fold_row fold = {id, 0, -2, 4, 1.75, none, -0.25};
    ck_fails(sow_store_add(store, fit_fold, &fold, &err), SOW_BAD_DATA, "CHECK");
    struct sow_fit_step_row step = {id, 0, "add", "h4", none, 1.8, 0.1, 2};
    ck_fails(sow_store_add(store, fit_step, &step, &err), SOW_BAD_DATA, "CHECK");
    step = (struct sow_fit_step_row){id, 0, "add", "h4", none, none, 0.1, 1};
    ck_fails(sow_store_add(store, fit_step, &step, &err), SOW_BAD_DATA, "'score'");
    struct sow_fit_bin_row bin = {id, "phase", "out", 2, 24, 12, 4, 0.5, 0.75, 1.75};
    ck_fails(sow_store_add(store, fit_bin, &bin, &err), SOW_BAD_DATA, "CHECK");
    bin = (struct sow_fit_bin_row){id, "phase", "out", 2, 12, 24, 0, 0.5, 0.75, 1.75};
    ck_fails(sow_store_add(store, fit_bin, &bin, &err), SOW_BAD_DATA, "CHECK");
    ck_ok(sow_store_check_run(store, id, NULL, &err));
}
