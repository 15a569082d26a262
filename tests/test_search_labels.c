/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tests of labels by search: they are the values of plain minimax in both views, for any
   number of threads. */
#include "dataset_support.h"
#include "sample.h"

#include "sow/players/search_label.h"

FIXTURE(ANY, enter_folder, leave_folder)

#define EVALUATOR "eval=[state:store_difference=1,h3=0.25]"

/* Sets the options of a small data set with labels by @p target. */
static void labelled(struct sow_dataset_options *options, const char *target, int view)
{
    struct sow_err err;
    dataset_defaults(options);
    options->games = 4;
    options->random_plies = (struct sow_plies){0, 9};
    options->epsilon = 0.2;
    options->sample = 0.5;
    options->view = view;
    ck_ok(sow_param_set_named(&sow_dataset_params, options, "target", target, &err));
}

/* State while rows are compared with minimax. */
struct comparison {
    struct sow_rules rules;
    struct sow_labeller minimax;
    int view;
    int depth;
    int rows;
    int fractions;
};

static enum sow_status compare_label(void *context, const struct sow_position_row *row,
                                     struct sow_err *unused)
{
    struct comparison *comparison = context;
    struct sow_err err;
    (void)unused;
    struct sow_game game;
    struct sow_board board;
    ck_ok(sow_board_parse(row->position, comparison->rules.pits,
                          (enum sow_direction)comparison->rules.direction, &board, &err));
    sow_game_init(&game, &comparison->rules, &board);
    int seat = row->viewpoint[0] == 's' ? SOW_SOUTH : SOW_NORTH;
    struct sow_label label = sow_labeller_value(&comparison->minimax, &game, seat);
    ck_assert_double_eq_tol(row->label, label.value, 1e-12);
    ck_assert_int_le(row->label_depth, comparison->depth);
    if (comparison->view == SOW_VIEW_TO_MOVE)
        ck_assert_int_eq(seat, board.side);
    comparison->rows++;
    comparison->fractions += fabs(row->label - nearbyint(row->label)) > 0.1;
    return SOW_OK;
}

static const char *const VARIANTS[] = {"kalah", "awari", "erherhe", "vai-lung-thlan"};

TEST_LOOP(labels, labels_are_minimax_values, 0, 8)
{
    OWNED(store) struct sow_store *store = open_scratch();
    struct sow_dataset_options options;
    struct sow_agent minimax;
    struct comparison comparison = {.view = _i % 2, .depth = 3};
    sample_variant(VARIANTS[_i / 2], &comparison.rules);
    ck_ok(sow_target_read("search:minimax:depth=3," EVALUATOR, SOW_TARGET_SPEC, &minimax,
                          &err));
    sow_labeller_init(&comparison.minimax, &minimax);
    labelled(&options, "search:alphabeta:depth=3,hash=1," EVALUATOR, comparison.view);
    int64_t id = make_dataset(store, VARIANTS[_i / 2], &options);
    ck_ok(sow_store_each(store, position, id, compare_label, &comparison, &err));
    ck_assert_int_gt(comparison.rows, 40);
    ck_assert_int_gt(comparison.fractions, 5);
}

/* The search changes no game, and threads change nothing. */
TEST(labels, games_and_threads)
{
    OWNED(store) struct sow_store *store = open_scratch();
    struct sow_dataset_options options;
    labelled(&options, "search:alphabeta:depth=2,hash=0," EVALUATOR, SOW_VIEW_OWN);
    int64_t one = make_dataset(store, "kalah", &options);
    test_threads = 4;
    int64_t four = make_dataset(store, "kalah", &options);
    ck_same_digest(store, one, four);
    labelled(&options, SOW_TARGET_OUTCOME, SOW_VIEW_OWN);
    int64_t plain = make_dataset(store, "kalah", &options);
    struct test_rows with = read_positions(store, one);
    struct test_rows without = read_positions(store, plain);
    ck_same_rows(&with, &without);
    free(with.row);
    free(without.row);
    int64_t labels;
    int64_t positions;
    ck_ok(sow_store_count_positions(store, one, &positions, &labels, &err));
    ck_assert_int_eq(positions, (int64_t)with.count);
    ck_assert_int_eq(labels, (int64_t)with.count);
    ck_ok(sow_store_count_positions(store, plain, &positions, &labels, &err));
    ck_assert_int_eq(positions, (int64_t)without.count);
    ck_assert_int_eq(labels, 0);
}

TEST(options, random_plies)
{
    static const char *const WRONG[] = {"", "x", "3..", "..3", "5..2", "-1", "0..1001"};
    struct sow_plies plies;
    ck_assert(sow_plies_read("4", &plies) && plies.least == 4 && plies.most == 4);
    ck_assert(sow_plies_read("0..12", &plies) && plies.least == 0 && plies.most == 12);
    for (int i = 0; i < COUNT(WRONG); i++)
        ck_assert_msg(!sow_plies_read(WRONG[i], &plies), "%s", WRONG[i]);
}
