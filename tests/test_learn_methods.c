/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Models, method by method: properties that follow from their definitions. */
#include "learn_rows.h"

static const char *const NAMES[] = {"a", "b", "c"};

enum { WIDTH = 3, ROWS = 240, SET_ROWS = 4 };

/* Fills a table with games of 8 rows. The target is 1 or 0; in every tenth row it is
   0.5. */
static void fill_results(struct table *table, uint64_t seed)
{
    struct sow_pcg rng;
    sow_pcg_seed(&rng, seed, 2);
    init_table(table, NAMES, WIDTH, "won");
    for (int i = 0; i < ROWS; i++) {
        double x[WIDTH];
        for (int j = 0; j < WIDTH; j++)
            x[j] = sow_pcg_normal(&rng);
        double eta = 0.3 + x[0] - x[1] + 2 * sow_pcg_normal(&rng);
        add_row(table, x, i % 10 == 0 ? 0.5 : (eta > 0 ? 1 : 0))->group = i / 8;
    }
}

static void fill_numbers(struct table *table, uint64_t seed)
{
    fill_results(table, seed);
    struct sow_pcg rng;
    sow_pcg_seed(&rng, seed, 3);
    for (int i = 0; i < ROWS; i++)
        table->row[i].y = 2 + 3 * table->x[i][0] - table->x[i][2] + sow_pcg_normal(&rng);
}

/* Fills a table with sets of four. The row with the highest noisy utility is
   preferred. */
static void fill_choices(struct table *table, uint64_t seed)
{
    fill_results(table, seed);
    struct sow_pcg rng;
    sow_pcg_seed(&rng, seed, 4);
    for (int i = 0; i < ROWS; i += SET_ROWS) {
        int best = i;
        double most = (double)-INFINITY;
        for (int k = i; k < i + SET_ROWS; k++) {
            double utility = table->x[k][0] + sow_pcg_normal(&rng);
            best = utility > most ? k : best;
            most = utility > most ? utility : most;
        }
        for (int k = i; k < i + SET_ROWS; k++) {
            table->row[k].y = k == best ? 1 : 0;
            table->row[k].set = i / SET_ROWS;
        }
    }
}

static void expect_same_terms(const struct sow_model *a, const struct sow_model *b,
                              double sign, double tolerance)
{
    for (int j = 0; j < a->term_count; j++) {
        ck_assert_int_eq(a->terms[j].state, b->terms[j].state);
        if (a->terms[j].state != SOW_TERM_FITTED)
            continue;
        ck_assert_double_eq_tol(a->terms[j].estimate, sign * b->terms[j].estimate,
                                tolerance);
        ck_assert_double_eq_tol(a->terms[j].standard_error, b->terms[j].standard_error,
                                tolerance);
    }
}

static double measure_in(const struct sow_model *model, const char *name)
{
    return sow_model_measure(model, SOW_SAMPLE_IN, name);
}

/* --- options --- */

TEST(options, options_fit_the_table_of_methods)
{
    struct sow_model_options options = default_model(SOW_METHOD_LEAST_SQUARES);
    ck_assert_int_eq(options.method, SOW_METHOD_LEAST_SQUARES);
    ck_assert(options.intercept && !options.select);
    ck_assert_int_eq(options.errors, SOW_ERRORS_CLUSTERED);
    ck_assert_int_eq(options.dependent, SOW_DEPENDENT_DROP);
    ck_assert_int_eq(options.folds, 10);
    ck_assert_int_eq(options.iterations, 100);
    for (int i = 0; i < SOW_METHODS; i++) {
        ck_assert_int_eq(sow_param_set_named(&sow_model_params, &options, "method",
                                             sow_methods[i].name, NULL),
                         SOW_OK);
        ck_assert_int_eq(options.method, i);
        ck_assert(sow_methods[i].has_intercept || sow_methods[i].has_sets);
    }
}

TEST(options, absent_measures_are_nan)
{
    OWNED(table) struct table table;
    fill_numbers(&table, 1);
    struct sow_model_options options = default_model(SOW_METHOD_LEAST_SQUARES);
    OWNED(model) struct sow_model *model = fit_table(&table, &options);
    ck_assert_double_nan(measure_in(model, "log_loss"));
    ck_assert_double_nan(sow_model_measure(model, SOW_SAMPLE_OUT, "rows"));
    ck_assert_double_eq_tol(measure_in(model, "rows"), ROWS, 1e-12);
    ck_assert_double_eq_tol(measure_in(model, "converged"), 1, 1e-12);
    ck_assert_double_nan(model->penalty);
    sow_model_free(NULL);
}

/* A fit that needs more iterations than allowed reports that it did not converge. */
TEST_LOOP(options, iterations_that_do_not_suffice, SOW_METHOD_ROBUST, SOW_METHODS)
{
    static void (*const FILL[])(struct table *, uint64_t) = {
        [SOW_METHOD_ROBUST] = fill_numbers,
        [SOW_METHOD_LOGISTIC] = fill_results,
        [SOW_METHOD_PREFERENCE] = fill_choices,
    };
    OWNED(table) struct table table;
    FILL[_i](&table, 2);
    struct sow_model_options options = default_model((enum sow_method_id)_i);
    options.iterations = 1;
    struct sow_model *model = fit_table(&table, &options);
    ck_assert(!model->converged);
    ck_assert_int_eq(model->iterations, 1);
    ck_assert_double_eq_tol(measure_in(model, "converged"), 0, 1e-12);
    sow_model_free(model);
    options.iterations = 100;
    model = fit_table(&table, &options);
    ck_assert(model->converged);
    ck_assert_int_lt(model->iterations, 40);
    sow_model_free(model);
}

TEST(options, exact_relations_are_flagged)
{
    OWNED(table) struct table table;
    fill_numbers(&table, 3);
    for (int i = 0; i < ROWS; i++)
        table.row[i].y = 2 + 3 * table.x[i][0];
    struct sow_model_options options = default_model(SOW_METHOD_LEAST_SQUARES);
    OWNED(model) struct sow_model *model = fit_table(&table, &options);
    ck_assert(model->exact);
    ck_assert_double_eq_tol(model->terms[1].estimate, 3, 1e-13);
    ck_assert_double_eq_tol(sow_model_measure(model, SOW_SAMPLE_OUT, "r2"), 1, 1e-13);
}

/* --- robust --- */

TEST_LOOP(robust, outliers_hardly_count, 0, SOW_LOSSES)
{
    OWNED(table) struct table table;
    fill_numbers(&table, 4);
    struct sow_model_options options = default_model(SOW_METHOD_ROBUST);
    options.loss = _i;
    OWNED(model) struct sow_model *clean = fit_table(&table, &options);
    for (int i = 0; i < ROWS; i += 20)
        table.row[i].y += 1e6;
    OWNED(model) struct sow_model *dirty = fit_table(&table, &options);
    for (int j = 0; j <= WIDTH; j++)
        ck_assert_double_eq_tol(dirty->terms[j].estimate, clean->terms[j].estimate, 0.2);
    ck_assert_double_lt(measure_in(dirty, "scale"), 1.5 * measure_in(clean, "scale"));
}

TEST_LOOP(robust, without_outliers_it_is_least_squares, 0, SOW_LOSSES)
{
    OWNED(table) struct table table;
    fill_numbers(&table, 5);
    struct sow_model_options options = default_model(SOW_METHOD_ROBUST);
    options.loss = _i;
    options.tuning = 1e6;
    OWNED(model) struct sow_model *robust = fit_table(&table, &options);
    options.method = SOW_METHOD_LEAST_SQUARES;
    OWNED(model) struct sow_model *plain = fit_table(&table, &options);
    expect_same_terms(robust, plain, 1, 1e-9);
}

/* --- logistic --- */

TEST(logistic, classes_may_change_sides)
{
    OWNED(table) struct table table;
    fill_results(&table, 6);
    struct sow_model_options options = default_model(SOW_METHOD_LOGISTIC);
    OWNED(model) struct sow_model *won = fit_table(&table, &options);
    for (int i = 0; i < ROWS; i++)
        table.row[i].y = 1 - table.row[i].y;
    OWNED(model) struct sow_model *lost = fit_table(&table, &options);
    expect_same_terms(won, lost, -1, 1e-12);
    expect_close(measure_in(won, "deviance"), measure_in(lost, "deviance"), 1e-12);
    expect_close(sow_model_predict(won, table.x[0]) + sow_model_predict(lost, table.x[0]),
                 1, 1e-13);
}

TEST(logistic, draws_are_half_a_win_and_half_a_loss)
{
    OWNED(table) struct table draws;
    OWNED(table) struct table halves;
    fill_results(&draws, 7);
    init_table(&halves, NAMES, WIDTH, "won");
    for (int i = 0; i < ROWS; i++) {
        bool is_draw = i % 10 == 0;
        for (int k = 0; k < (is_draw ? 2 : 1); k++) {
            struct sow_row *row =
                add_row(&halves, draws.x[i], is_draw ? k : draws.row[i].y);
            row->weight = is_draw ? 0.5 : 1;
            row->group = draws.row[i].group;
        }
    }
    struct sow_model_options options = default_model(SOW_METHOD_LOGISTIC);
    options.errors = SOW_ERRORS_CLASSICAL;
    OWNED(model) struct sow_model *a = fit_table(&draws, &options);
    OWNED(model) struct sow_model *b = fit_table(&halves, &options);
    expect_same_terms(a, b, 1, 1e-12);
    expect_close(measure_in(a, "log_loss"), measure_in(b, "log_loss"), 1e-12);
    expect_close(sow_model_measure(a, SOW_SAMPLE_OUT, "log_loss"),
                 sow_model_measure(b, SOW_SAMPLE_OUT, "log_loss"), 1e-10);
}

TEST(logistic, intercept_alone_is_the_share_won)
{
    static const bool NONE[WIDTH] = {false};
    OWNED(table) struct table table;
    fill_results(&table, 8);
    double share = 0;
    for (int i = 0; i < ROWS; i++)
        share += table.row[i].y / ROWS;
    struct sow_model_options options = default_model(SOW_METHOD_LOGISTIC);
    options.errors = SOW_ERRORS_CLASSICAL;
    OWNED(model) struct sow_model *model = fit_columns(&table, NONE, &options);
    expect_close(model->terms[0].estimate, log(share / (1 - share)), 1e-12);
    expect_close(model->terms[0].standard_error, 1 / sqrt(ROWS * share * (1 - share)),
                 1e-12);
    ck_assert_double_eq_tol(measure_in(model, "pseudo_r2"), 0, 1e-12);
    expect_close(measure_in(model, "null_log_loss"), measure_in(model, "log_loss"),
                 1e-12);
}

/* Rows whose probability is almost 0 or 1 do not disturb the fit of other rows. */
TEST(logistic, certain_rows_do_no_harm)
{
    OWNED(table) struct table table;
    fill_results(&table, 9);
    struct sow_model_options options = default_model(SOW_METHOD_LOGISTIC);
    OWNED(model) struct sow_model *before = fit_table(&table, &options);
    for (int i = 0; i < 16; i++) {
        double x[WIDTH] = {i % 2 == 0 ? 1e4 : -1e4, 0, 0};
        ck_assert_int_eq(table.columns.count, WIDTH);
        add_row(&table, x, i % 2 == 0 ? 1 : 0)->group = ROWS / 8 + i / 4;
    }
    OWNED(model) struct sow_model *after = fit_table(&table, &options);
    ck_assert(after->converged);
    for (int j = 0; j <= WIDTH; j++)
        ck_assert_double_eq_tol(after->terms[j].estimate, before->terms[j].estimate,
                                1e-9);
    double x[WIDTH] = {-1e4, 0, 0};
    ck_assert_double_eq_tol(sow_model_predict(after, x), 0, 1e-300);
}

/* A row that is far on the wrong side does not stop the fit: its steps are shortened. */
TEST(logistic, absurd_rows_are_lived_with)
{
    OWNED(table) struct table table;
    fill_results(&table, 10);
    table.x[5][0] = 300;
    table.row[5].y = 0;
    table.x[6][0] = -300;
    table.row[6].y = 1;
    struct sow_model_options options = default_model(SOW_METHOD_LOGISTIC);
    options.folds = 0;
    OWNED(model) struct sow_model *model = fit_table(&table, &options);
    ck_assert(model->converged);
    double slope = 0;
    for (int i = 0; i < ROWS; i++)
        slope += table.x[i][0] * (table.row[i].y - sow_model_predict(model, table.x[i]));
    ck_assert_double_eq_tol(slope, 0, 1e-8);
}

/* --- preference --- */

TEST(preference, only_differences_within_a_set_matter)
{
    OWNED(table) struct table table;
    fill_choices(&table, 11);
    struct sow_model_options options = default_model(SOW_METHOD_PREFERENCE);
    OWNED(model) struct sow_model *before = fit_table(&table, &options);
    ck_assert_int_eq(before->terms[0].state, SOW_TERM_LEFT_OUT);
    for (int i = 0; i < ROWS; i++)
        for (int j = 0; j < WIDTH; j++)
            table.x[i][j] += (double)(table.row[i].set % 7) * (j + 1);
    OWNED(model) struct sow_model *after = fit_table(&table, &options);
    expect_same_terms(after, before, 1, 1e-11);
    ck_assert_double_gt(after->terms[1].mean, 1);
    ck_assert_double_lt(fabs(before->terms[1].mean), 1);
}

TEST(preference, sets_that_tell_nothing_are_counted)
{
    static const double X[WIDTH] = {50, -3, 7};
    static const double Z[WIDTH] = {-5, 1, 0};
    OWNED(table) struct table table;
    fill_choices(&table, 12);
    struct sow_model_options options = default_model(SOW_METHOD_PREFERENCE);
    OWNED(model) struct sow_model *before = fit_table(&table, &options);
    OWNED(table) struct table more;
    init_table(&more, NAMES, WIDTH, "won");
    for (int i = 0; i < ROWS; i++) {
        struct sow_row *row = add_row(&more, table.x[i], table.row[i].y);
        row->group = table.row[i].group;
        row->set = 3 * table.row[i].set;
        bool is_end = i % SET_ROWS == SET_ROWS - 1;
        for (int k = 0; is_end && k < 3; k++) {
            row = add_row(&more, k == 1 ? X : Z, 1);
            row->group = table.row[i].group;
            row->set = 3 * table.row[i].set + (k == 0 ? 1 : 2);
        }
    }
    OWNED(model) struct sow_model *after = fit_table(&more, &options);
    expect_same_terms(after, before, 1, 1e-300);
    ck_assert_int_eq(after->sets, ROWS / SET_ROWS);
    expect_close(measure_in(after, "sets_single"), (double)after->sets, 1e-12);
    expect_close(measure_in(after, "sets_all_preferred"), (double)after->sets, 1e-12);
    ck_assert_int_eq(after->rows, ROWS);
}

/* A choice between two alternatives is a logistic regression on their difference. */
TEST(preference, choices_of_two_are_logistic)
{
    OWNED(table) struct table sets;
    OWNED(table) struct table rows;
    fill_results(&sets, 13);
    init_table(&rows, NAMES, WIDTH, "won");
    struct sow_pcg rng;
    sow_pcg_seed(&rng, 14, 1);
    for (int i = 0; i < ROWS; i += 2) {
        double x[WIDTH];
        double difference = sow_pcg_normal(&rng);
        for (int j = 0; j < WIDTH; j++)
            x[j] = sets.x[i][j] - sets.x[i + 1][j];
        sets.row[i].y = x[0] + 2 * difference > 0 ? 1 : 0;
        sets.row[i + 1].y = 1 - sets.row[i].y;
        sets.row[i].set = sets.row[i + 1].set = i;
        add_row(&rows, x, sets.row[i].y)->group = sets.row[i].group;
    }
    struct sow_model_options options = default_model(SOW_METHOD_PREFERENCE);
    OWNED(model) struct sow_model *preference = fit_table(&sets, &options);
    options.method = SOW_METHOD_LOGISTIC;
    options.intercept = false;
    OWNED(model) struct sow_model *logistic = fit_table(&rows, &options);
    expect_same_terms(preference, logistic, 1, 1e-11);
    expect_close(measure_in(preference, "log_loss"), measure_in(logistic, "log_loss"),
                 1e-12);
    expect_close(measure_in(preference, "accuracy"), measure_in(logistic, "accuracy"),
                 1e-12);
    expect_close(sow_model_measure(preference, SOW_SAMPLE_OUT, "log_loss"),
                 sow_model_measure(logistic, SOW_SAMPLE_OUT, "log_loss"), 1e-10);
}
