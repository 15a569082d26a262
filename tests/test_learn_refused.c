/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Models: rows, requests and sources that are refused, and the messages. */
#include "learn_rows.h"

static const char *const NAMES[] = {"stores", "mobility", "seeds", "free"};

enum { WIDTH = 4 };

/* Fills a table with random columns in 40 groups of equal size. */
static void fill_noise(struct table *table, int rows, int columns, const char *target)
{
    init_table(table, NAMES, columns, target);
    struct sow_pcg rng;
    sow_pcg_seed(&rng, 31, 1);
    for (int i = 0; i < rows; i++) {
        double x[WIDTH] = {0};
        for (int j = 0; j < columns; j++)
            x[j] = sow_pcg_normal(&rng);
        add_row(table, x, sow_pcg_below(&rng, 2))->group = i * 40 / rows;
    }
}

/* Fills a table with sets of three. The first or the second row is preferred, equally
   often. */
static void fill_choices(struct table *table, int sets, int columns)
{
    init_table(table, NAMES, columns, "best");
    struct sow_pcg rng;
    sow_pcg_seed(&rng, 32, 1);
    for (int s = 0; s < sets; s++) {
        int best = (int)sow_pcg_below(&rng, 2);
        for (int i = 0; i < 3; i++) {
            double x[WIDTH] = {0};
            for (int j = 0; j < columns; j++)
                x[j] = sow_pcg_normal(&rng);
            struct sow_row *row = add_row(table, x, i == best ? 1 : 0);
            row->set = s;
            row->group = s / 2;
        }
    }
}

/* --- rows --- */

/* A change to one row of a good table, and the message it causes. */
static const struct bad_row {
    enum sow_method_id method;
    int at;
    struct sow_row row; /* changed row, without its x; if y is NaN, column 1 is made NaN
                           instead */
    const char *text;
} BAD_ROWS[] = {
    {SOW_METHOD_LEAST_SQUARES,
     6,
     {NULL, (double)INFINITY, 1, 6, 0, -1},
     "row 7: column 'won' is inf; give a finite number"},
    {SOW_METHOD_LEAST_SQUARES,
     6,
     {NULL, (double)NAN, 1, 6, 0, -1},
     "row 7: column 'mobility' is nan; give a finite number"},
    {SOW_METHOD_LOGISTIC,
     39,
     {NULL, 1, -0.5, 39, 0, -1},
     "row 40: the weight is -0.5; give a finite number, at least 0"},
    {SOW_METHOD_LEAST_SQUARES,
     3,
     {NULL, 1, 1, -2, 0, -1},
     "row 4: the group is -2; number groups from 0"},
    {SOW_METHOD_ROBUST,
     3,
     {NULL, 1, 1, 1, 0, -1},
     "row 4: group 1 comes after group 2; sort the rows by group"},
    {SOW_METHOD_RIDGE,
     3,
     {NULL, 1, 1, 3, 0, 64},
     "row 4: the stratum is 64; give 0 to 63, or -1 for none"},
    {SOW_METHOD_LOGISTIC,
     3,
     {NULL, 1.5, 1, 3, 0, -1},
     "row 4: target 'won' is 1.5; method logistic needs 0 to 1"},
    {SOW_METHOD_LOGISTIC,
     3,
     {NULL, -1, 0, 3, 0, -1},
     "row 4: target 'won' is -1; method logistic needs 0 to 1"},
};

TEST_EACH(rows, bad_rows_are_named, BAD_ROWS)
{
    const struct bad_row *bad = &BAD_ROWS[_i];
    OWNED(table) struct table table;
    fill_noise(&table, 40, 3, "won");
    table.row[bad->at] = bad->row;
    if (isnan(bad->row.y)) {
        table.row[bad->at].y = 0;
        table.x[bad->at][1] = (double)NAN;
    }
    struct sow_model_options options = default_model(bad->method);
    expect_model_refused(&table, &options, SOW_BAD_DATA, bad->text);
}

static const struct bad_set {
    int at;
    struct sow_row row;
    const char *text;
} BAD_SETS[] = {
    {4,
     {NULL, 0.5, 1, 0, 1, -1},
     "row 5: target 'best' is 0.5; method preference needs 1 (preferred) or 0"},
    {4,
     {NULL, 0, 1, 1, 1, -1},
     "row 5: choice set 1 has rows with another group; all alternatives of a set "
     "share it"},
    {4,
     {NULL, 0, 2, 0, 1, -1},
     "row 5: choice set 1 has rows with another weight; all alternatives of a set "
     "share it"},
    {6,
     {NULL, 1, 1, 1, 0, -1},
     "row 7: choice set 0 comes after set 1; number sets upwards and keep their rows "
     "together"},
};

TEST_EACH(rows, bad_sets_are_named, BAD_SETS)
{
    OWNED(table) struct table table;
    fill_choices(&table, 60, 2);
    table.row[BAD_SETS[_i].at] = BAD_SETS[_i].row;
    struct sow_model_options options = default_model(SOW_METHOD_PREFERENCE);
    expect_model_refused(&table, &options, SOW_BAD_DATA, BAD_SETS[_i].text);
}

TEST(rows, sets_without_a_preferred_alternative)
{
    OWNED(table) struct table table;
    fill_choices(&table, 60, 2);
    for (int i = 177; i < 180; i++)
        table.row[i].y = 0;
    struct sow_model_options options = default_model(SOW_METHOD_PREFERENCE);
    expect_model_refused(
        &table, &options, SOW_BAD_DATA,
        "choice set 59 has no preferred alternative; give target 'best' 1 "
        "in one row at least, or leave the set out");
}

TEST(rows, sets_that_never_end)
{
    static const double X[] = {1, 2};
    OWNED(table) struct table table;
    init_table(&table, NAMES, 2, "best");
    for (int i = 0; i <= SOW_SET_MAX; i++)
        add_row(&table, X, i % 2)->set = 7;
    struct sow_model_options options = default_model(SOW_METHOD_PREFERENCE);
    expect_model_refused(&table, &options, SOW_BAD_DATA,
                         "choice set 7 has more than 1024 alternatives; split it");
}

/* --- data --- */

TEST(data, nothing_to_fit)
{
    for (int method = 0; method < SOW_METHODS; method++) {
        bool has_sets = sow_methods[method].has_sets;
        OWNED(table) struct table table;
        fill_noise(&table, 40, 2, "won");
        for (int i = 0; i < table.count; i++) {
            table.row[i].weight = has_sets ? 1 : 0;
            table.row[i].y = 1;
            table.row[i].set = i < 20 ? i : 20 + i / 10;
            table.row[i].group = i / 10;
        }
        struct sow_model_options options = default_model((enum sow_method_id)method);
        expect_model_refused(&table, &options, SOW_BAD_DATA,
                             has_sets
                                 ? "no choice set has information: 20 have one "
                                   "alternative, 2 have all preferred; give sets with "
                                   "a choice"
                                 : "no rows of weight above 0; give some to fit");
    }
}

TEST(data, targets_that_never_vary)
{
    OWNED(table) struct table table;
    fill_noise(&table, 80, 2, "won");
    for (int i = 0; i < table.count; i++)
        table.row[i].y = 1;
    for (int method = 0; method <= SOW_METHOD_LOGISTIC; method++) {
        bool is_class = method == SOW_METHOD_LOGISTIC;
        struct sow_model_options options = default_model((enum sow_method_id)method);
        options.folds = method == SOW_METHOD_RIDGE ? 5 : 0;
        const char *text =
            is_class ? "target 'won' is 1 in every row; give rows of both classes"
                     : "target 'won' is 1 in every row; give rows in which it varies";
        expect_model_refused(&table, &options, SOW_BAD_DATA, text);
        options.intercept = false;
        if (is_class)
            expect_model_refused(&table, &options, SOW_BAD_DATA, text);
    }
}

TEST(data, too_little_data)
{
    struct table table;
    fill_noise(&table, 4, 4, "won");
    for (int method = 0; method <= SOW_METHOD_LOGISTIC; method++) {
        struct sow_model_options options = default_model((enum sow_method_id)method);
        options.folds = 2;
        expect_model_refused(
            &table, &options, SOW_BAD_DATA,
            "too few rows: 4 for 5 coefficients; give more rows or fewer columns");
    }
    release_table(&table);
    fill_choices(&table, 3, 3);
    struct sow_model_options options = default_model(SOW_METHOD_PREFERENCE);
    options.folds = 0;
    expect_model_refused(
        &table, &options, SOW_BAD_DATA,
        "too few choice sets: 3 for 3 coefficients; give more sets or fewer columns");
    release_table(&table);
}

TEST(data, too_few_groups)
{
    OWNED(table) struct table table;
    fill_noise(&table, 80, 2, "won");
    struct sow_model_options options = default_model(SOW_METHOD_LEAST_SQUARES);
    for (int i = 0; i < table.count; i++)
        table.row[i].group = i / 10;
    expect_model_refused(
        &table, &options, SOW_BAD_DATA,
        "fold 4 of 10 has no rows: there are only 8 groups, and groups 2k "
        "and 2k + 1 stay together; ask for fewer folds or give more "
        "groups");
    for (int i = 0; i < table.count; i++)
        table.row[i].group = 3;
    options.folds = 0;
    expect_model_refused(&table, &options, SOW_BAD_DATA,
                         "all rows are of one group, and errors clustered by group "
                         "need 2; give more groups or ask for classical errors");
    options.errors = SOW_ERRORS_CLASSICAL;
    sow_model_free(fit_table(&table, &options));
}

TEST(data, numbers_beyond_squaring)
{
    for (int method = 0; method < SOW_METHODS; method++) {
        OWNED(table) struct table table;
        if (sow_methods[method].has_sets)
            fill_choices(&table, 60, 3);
        else
            fill_noise(&table, 80, 3, "won");
        for (int i = 0; i < table.count; i++)
            table.x[i][1] *= 1e160;
        struct sow_model_options options = default_model((enum sow_method_id)method);
        expect_model_refused(
            &table, &options, SOW_BAD_DATA,
            "column 'mobility': its numbers are too large to be squared; rescale it");
    }
}

TEST(data, columns_that_tell_nothing)
{
    struct table table;
    fill_noise(&table, 80, 3, "won");
    struct sow_model_options options = default_model(SOW_METHOD_RIDGE);
    options.dependent = SOW_DEPENDENT_REFUSE;
    for (int i = 0; i < table.count; i++)
        table.x[i][1] = 4;
    expect_model_refused(&table, &options, SOW_BAD_DATA,
                         "column 'mobility' is 4 in every row; leave it out or ask for "
                         "such columns to be dropped");
    options.method = SOW_METHOD_LOGISTIC;
    expect_model_refused(&table, &options, SOW_BAD_DATA,
                         "column 'mobility' is 4 in every row; leave such columns out or "
                         "ask for them to be dropped");
    release_table(&table);
    fill_choices(&table, 80, 3);
    for (int i = 0; i < table.count; i++)
        table.x[i][1] = 0.1 * (double)table.row[i].set;
    options.method = SOW_METHOD_PREFERENCE;
    expect_model_refused(
        &table, &options, SOW_BAD_DATA,
        "column 'mobility' is the same for all alternatives of every set; "
        "leave it out or ask for such columns to be dropped");
    for (int i = 0; i < table.count; i++)
        table.x[i][1] += 2 * table.x[i][0];
    expect_model_refused(&table, &options, SOW_BAD_DATA,
                         "column 'mobility' is a linear combination of stores; leave it "
                         "out or ask for such columns to be dropped");
    release_table(&table);
}

/* If no column varies, only the intercept can be fitted, or nothing without an
   intercept. */
TEST_LOOP(data, all_columns_tell_nothing, 0, SOW_METHODS)
{
    OWNED(table) struct table table;
    if (sow_methods[_i].has_sets)
        fill_choices(&table, 80, 2);
    else
        fill_noise(&table, 80, 2, "won");
    for (int i = 0; i < table.count; i++) {
        if (_i == SOW_METHOD_ROBUST)
            table.row[i].y = table.x[i][0];
        table.x[i][0] = table.x[i][1] = 0;
    }
    struct sow_model_options options = default_model((enum sow_method_id)_i);
    options.penalty = 1;
    if (sow_methods[_i].has_intercept) {
        struct sow_model *model = fit_table(&table, &options);
        ck_assert_int_eq(model->rank, 1);
        sow_model_free(model);
        options.intercept = false;
    }
    expect_model_refused(&table, &options, SOW_BAD_DATA,
                         sow_methods[_i].has_sets
                             ? "no column is left: column 'stores' is the same for all "
                               "alternatives of every set; give columns that vary"
                             : "no column is left: column 'stores' is 0 in every row; "
                               "give columns that vary");
}

TEST(data, exact_rows_have_no_scale)
{
    OWNED(table) struct table table;
    fill_noise(&table, 81, 2, "won");
    for (int i = 0; i < table.count; i++)
        table.row[i].y = 1 + 3 * table.x[i][0] + (i % 9 == 0 ? i : 0);
    struct sow_model_options options = default_model(SOW_METHOD_ROBUST);
    expect_model_refused(&table, &options, SOW_BAD_DATA,
                         "at least half of the rows are fitted exactly, so there is no "
                         "scale for the others; use method least-squares");
}

/* --- separation --- */

static const char *const SEPARATED =
    "columns 'mobility' separate the classes of 'won', so their coefficients grow "
    "without limit; give more rows or leave out a column";

TEST(separation, classes_apart)
{
    OWNED(table) struct table table;
    fill_noise(&table, 200, 3, "won");
    for (int i = 0; i < table.count; i++)
        table.row[i].y = table.x[i][1] > 0.3 ? 1 : 0;
    struct sow_model_options options = default_model(SOW_METHOD_LOGISTIC);
    struct sow_model *model = NULL;
    struct sow_rows rows = rows_of(&table);
    /* The message may name further columns: only its beginning and end are certain. */
    ck_assert_int_eq(sow_model_fit(&rows, NULL, &options, &model, &err), SOW_BAD_DATA);
    ck_assert_ptr_nonnull(strstr(err.text, "'mobility'"));
    ck_assert_ptr_nonnull(strstr(err.text, "separate the classes of 'won'"));
}

/* A column separates the classes in part of the rows: where it is not 0, the game is
   won. */
TEST(separation, classes_apart_in_part_of_the_rows)
{
    OWNED(table) struct table table;
    fill_noise(&table, 200, 3, "won");
    for (int i = 0; i < table.count; i++) {
        table.x[i][1] = i % 20 == 0 ? 1 : 0;
        table.row[i].y = i % 20 == 0 ? 1 : table.row[i].y;
    }
    struct sow_model_options options = default_model(SOW_METHOD_LOGISTIC);
    expect_model_refused(&table, &options, SOW_BAD_DATA, SEPARATED);
    /* One draw makes the fit possible again, if the draw is not left out. */
    table.row[20].y = 0.5;
    options.folds = 0;
    sow_model_free(fit_table(&table, &options));
}

TEST(separation, classes_apart_without_a_fold)
{
    char text[SOW_ERR_TEXT_MAX];
    OWNED(table) struct table table;
    fill_noise(&table, 200, 3, "won");
    for (int i = 0; i < table.count; i++) {
        bool is_met = i % 20 == 0;
        table.x[i][1] = is_met ? 1 : 0;
        table.row[i].y = is_met ? (i == 60 ? 0 : 1) : table.row[i].y;
    }
    int fold = sow_fold_of_group(table.row[60].group, 5);
    struct sow_model_options options = default_model(SOW_METHOD_LOGISTIC);
    options.folds = 5;
    (void)snprintf(text, sizeof text, "leaving out fold %d: %s", fold, SEPARATED);
    expect_model_refused(&table, &options, SOW_BAD_DATA, text);
    options.folds = 0;
    sow_model_free(fit_table(&table, &options));
}

TEST(separation, choices_told_apart)
{
    OWNED(table) struct table table;
    fill_choices(&table, 100, 2);
    for (int i = 0; i < table.count; i++)
        table.x[i][0] = table.row[i].y > 0 ? 3 + i % 2 : i % 3;
    struct sow_model_options options = default_model(SOW_METHOD_PREFERENCE);
    struct sow_model *model = NULL;
    struct sow_rows rows = rows_of(&table);
    ck_assert_int_eq(sow_model_fit(&rows, NULL, &options, &model, &err), SOW_BAD_DATA);
    ck_assert_ptr_nonnull(strstr(err.text, "columns 'stores'"));
    ck_assert_ptr_nonnull(
        strstr(err.text, "single out the preferred alternative ('best')"));
}

/* --- requests --- */

TEST(requests, contradictory_requests)
{
    static const bool NONE[WIDTH] = {false};
    OWNED(table) struct table table;
    fill_noise(&table, 80, 2, "won");
    struct sow_model_options options = default_model(SOW_METHOD_LEAST_SQUARES);
    options.folds = 1;
    expect_model_refused(
        &table, &options, SOW_USAGE,
        "1 fold leaves no rows to fit; ask for 2 folds or more, or 0 for "
        "none");
    options.folds = 0;
    options.select = true;
    expect_model_refused(&table, &options, SOW_USAGE,
                         "selecting columns needs scores out of sample; ask for 2 "
                         "folds or more");
    options.select = false;
    options.method = SOW_METHOD_RIDGE;
    expect_model_refused(&table, &options, SOW_USAGE,
                         "choosing a penalty needs scores out of sample; give a penalty, "
                         "or ask for 2 folds or more");
    options = default_model(SOW_METHOD_LEAST_SQUARES);
    options.intercept = false;
    struct sow_model *model = NULL;
    struct sow_rows rows = rows_of(&table);
    ck_assert_int_eq(sow_model_fit(&rows, NONE, &options, &model, &err), SOW_USAGE);
    ck_assert_str_eq(err.text,
                     "nothing to fit: no columns and no intercept; ask for some");
}

/* --- sources --- */

/* A source that fails in one of its passes, for any purpose. */
struct failing {
    struct table table;
    int good_passes;
};

static enum sow_status fail_late(void *context, sow_row_fn *take, void *taker,
                                 struct sow_err *err)
{
    struct failing *failing = context;
    failing->table.stop_after = failing->good_passes-- > 0 ? 0 : 100;
    return each_row(&failing->table, take, taker, err);
}

TEST_LOOP(source, failures_of_the_source_are_passed_on, 0, SOW_METHODS)
{
    for (int good = 0;; good++) {
        struct failing failing = {.good_passes = good};
        if (sow_methods[_i].has_sets)
            fill_choices(&failing.table, 60, 3);
        else
            fill_noise(&failing.table, 200, 3, "won");
        struct sow_rows rows = {&failing.table.columns, fail_late, &failing};
        struct sow_model_options options = default_model((enum sow_method_id)_i);
        options.folds = 3;
        struct sow_model *model = NULL;
        enum sow_status status = sow_model_fit(&rows, NULL, &options, &model, &err);
        release_table(&failing.table);
        sow_model_free(model);
        if (status == SOW_OK) {
            ck_assert_int_gt(good, 4);
            break;
        }
        ck_assert_int_eq(status, SOW_IO);
        ck_assert_str_eq(err.text, "the source failed");
        ck_assert_ptr_null(model);
    }
}
