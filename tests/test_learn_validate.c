/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Models out of sample: folds, bins, penalties and forward selection. They are compared
   with direct computations, and have properties for any data. */
#include "learn_rows.h"

static const char *const NAMES[] = {"a", "b", "c", "d", "e"};

enum { WIDTH = 5, GAMES = 60, GAME_ROWS = 8, SET_ROWS = 4, FOLDS = 5 };

static const double SAME_BITS = 0;

/* Effects of the columns: c has none, and e almost none. */
static const double EFFECT[WIDTH] = {1, -0.6, 0, 0.5, 0.02};

static double logistic_noise(struct sow_pcg *rng)
{
    double u = (sow_pcg_unit(rng) + 1e-9) / (1 + 2e-9);
    return log(u / (1 - u));
}

static double target_of(enum sow_method_id method, double eta, struct sow_pcg *rng)
{
    if (method != SOW_METHOD_LOGISTIC)
        return eta + 1.5 * logistic_noise(rng);
    double seen = eta + logistic_noise(rng);
    return fabs(seen) < 0.2 ? 0.5 : (seen > 0 ? 1 : 0);
}

static void prefer_best(struct table *table, const double *utility, bool two)
{
    int first = table->count - SET_ROWS;
    for (int i = 0; i < SET_ROWS; i++) {
        int better = 0;
        for (int k = 0; k < SET_ROWS; k++)
            better += utility[k] > utility[i] ? 1 : 0;
        table->row[first + i].y = better < (two ? 2 : 1) ? 1 : 0;
    }
}

/* Fills a table with games of rows or of sets. Every third set has two preferred
   alternatives. */
static void fill_games(struct table *table, enum sow_method_id method, uint64_t seed)
{
    struct sow_pcg rng;
    sow_pcg_seed(&rng, seed, 1);
    init_table(table, NAMES, WIDTH, "y");
    double utility[SET_ROWS];
    for (int i = 0; i < GAMES * GAME_ROWS; i++) {
        double x[WIDTH];
        double eta = 0;
        for (int j = 0; j < WIDTH; j++) {
            x[j] = sow_pcg_normal(&rng) + 0.3 * (j > 0 ? x[j - 1] : 0);
            eta += EFFECT[j] * x[j];
        }
        struct sow_row *row = add_row(table, x, target_of(method, eta, &rng));
        row->group = i / GAME_ROWS;
        row->set = i / SET_ROWS;
        row->stratum = i % GAME_ROWS / SET_ROWS * 3;
        row->weight = method == SOW_METHOD_PREFERENCE ? 1 : 1 + i % 3;
        utility[i % SET_ROWS] = eta + logistic_noise(&rng);
        if (method == SOW_METHOD_PREFERENCE && i % SET_ROWS == SET_ROWS - 1)
            prefer_best(table, utility, i / SET_ROWS % 3 == 0);
    }
}

static struct sow_model_options small_options(enum sow_method_id method)
{
    struct sow_model_options options = default_model(method);
    options.folds = FOLDS;
    options.penalty = method == SOW_METHOD_RIDGE ? 0.1 : 0;
    return options;
}

/* --- folds --- */

static void keep_rows(struct table *table, int fold, bool inside)
{
    int kept = 0;
    for (int i = 0; i < table->count; i++) {
        if ((sow_fold_of_group(table->row[i].group, FOLDS) == fold) != inside)
            continue;
        memcpy(table->x[kept], table->x[i], sizeof table->x[i]);
        table->row[kept++] = table->row[i];
    }
    table->count = kept;
}

/* Computes a set's part of the loss from the model's public functions. */
static double loss_of_set(const struct sow_model *model, const struct table *table, int i)
{
    double all = 0;
    double preferred = 0;
    for (int k = i; k < i + SET_ROWS; k++) {
        double odds = exp(sow_model_eta(model, table->x[k]));
        all += odds;
        preferred += table->row[k].y * odds;
    }
    return -log(preferred / all);
}

static double loss_of_row(const struct sow_model *model, const struct table *table, int i)
{
    double y = table->row[i].y;
    double p = sow_model_predict(model, table->x[i]);
    if (model->method->link == SOW_LINK_IDENTITY)
        return (y - p) * (y - p);
    return -y * log(p) - (1 - y) * log(1 - p);
}

static double score_on(const struct sow_model *model, const struct table *table)
{
    double loss = 0;
    double weight = 0;
    int step = model->method->has_sets ? SET_ROWS : 1;
    for (int i = 0; i < table->count; i += step) {
        double w = table->row[i].weight;
        loss += w * (step > 1 ? loss_of_set : loss_of_row)(model, table, i);
        weight += w;
    }
    bool is_squared = model->method->link == SOW_LINK_IDENTITY;
    return is_squared ? sqrt(loss / weight) : loss / weight;
}

TEST_LOOP(folds, folds_are_fits_on_the_other_rows, 0, SOW_METHODS)
{
    enum sow_method_id method = (enum sow_method_id)_i;
    OWNED(table) struct table table;
    fill_games(&table, method, 1);
    struct sow_model_options options = small_options(method);
    OWNED(model) struct sow_model *model = fit_table(&table, &options);
    ck_assert_int_eq(model->fold_count, FOLDS);
    expect_close(sow_model_measure(model, SOW_SAMPLE_IN, "score"),
                 score_on(model, &table), 1e-11);
    options.folds = 0;
    for (int fold = 0; fold < FOLDS; fold++) {
        OWNED(table) struct table train;
        OWNED(table) struct table test;
        fill_games(&train, method, 1);
        fill_games(&test, method, 1);
        keep_rows(&train, fold, false);
        keep_rows(&test, fold, true);
        OWNED(model) struct sow_model *part = fit_table(&train, &options);
        expect_close(model->folds[fold].score, score_on(part, &test), 1e-9);
        ck_assert_int_eq(model->folds[fold].groups, GAMES / FOLDS);
    }
}

TEST_LOOP(folds, no_folds_no_figures_out_of_sample, 0, SOW_METHODS)
{
    OWNED(table) struct table table;
    fill_games(&table, (enum sow_method_id)_i, 2);
    struct sow_model_options options = small_options((enum sow_method_id)_i);
    options.folds = 0;
    OWNED(model) struct sow_model *model = fit_table(&table, &options);
    ck_assert_int_eq(model->fold_count, 0);
    ck_assert_double_nan(sow_model_measure(model, SOW_SAMPLE_OUT, "score"));
    for (int i = 0; i < model->bin_count; i++)
        ck_assert_int_eq(model->bins[i].sample, SOW_SAMPLE_IN);
}

/* A column that varies in one fold only has no information if that fold is left out. */
TEST_LOOP(folds, columns_of_one_fold_only, 0, SOW_METHODS)
{
    OWNED(table) struct table table;
    fill_games(&table, (enum sow_method_id)_i, 3);
    for (int i = 0; i < table.count; i++)
        if (sow_fold_of_group(table.row[i].group, FOLDS) != 2)
            table.x[i][3] = 0;
    struct sow_model_options options = small_options((enum sow_method_id)_i);
    OWNED(model) struct sow_model *model = fit_table(&table, &options);
    options.folds = 0;
    OWNED(table) struct table train;
    OWNED(table) struct table test;
    fill_games(&train, (enum sow_method_id)_i, 3);
    fill_games(&test, (enum sow_method_id)_i, 3);
    keep_rows(&train, 2, false);
    keep_rows(&test, 2, true);
    for (int i = 0; i < train.count; i++)
        train.x[i][3] = 0;
    OWNED(model) struct sow_model *part = fit_table(&train, &options);
    ck_assert_int_eq(part->terms[4].state, SOW_TERM_CONSTANT);
    ck_assert_int_eq(model->terms[4].state, SOW_TERM_FITTED);
    expect_close(model->folds[2].score, score_on(part, &test), 1e-9);
}

static void expect_same_model(const struct sow_model *a, const struct sow_model *b,
                              double tolerance)
{
    ck_assert_int_eq(a->rows, b->rows);
    ck_assert_int_eq(a->groups, b->groups);
    for (int j = 0; j < a->term_count; j++) {
        expect_close(a->terms[j].estimate, b->terms[j].estimate, tolerance);
        expect_close(a->terms[j].standard_error, b->terms[j].standard_error, tolerance);
    }
    if (tolerance > SAME_BITS)
        return;
    ck_assert_int_eq(a->measure_count, b->measure_count);
    ck_assert_int_eq(a->bin_count, b->bin_count);
    for (int i = 0; i < a->measure_count; i++)
        expect_close(a->measures[i].value, b->measures[i].value, tolerance);
    for (int i = 0; i < a->bin_count; i++)
        expect_close(a->bins[i].predicted, b->bins[i].predicted, tolerance);
}

TEST_LOOP(folds, same_rows_same_bits, 0, SOW_METHODS)
{
    OWNED(table) struct table table;
    fill_games(&table, (enum sow_method_id)_i, 4);
    struct sow_model_options options = small_options((enum sow_method_id)_i);
    options.penalty = 0;
    options.select = true;
    OWNED(model) struct sow_model *a = fit_table(&table, &options);
    OWNED(model) struct sow_model *b = fit_table(&table, &options);
    expect_same_model(a, b, SAME_BITS);
}

TEST_LOOP(folds, weightless_rows_leave_no_trace, 0, SOW_METHODS)
{
    enum sow_method_id method = (enum sow_method_id)_i;
    OWNED(table) struct table plain;
    OWNED(table) struct table disturbed;
    fill_games(&plain, method, 5);
    fill_games(&disturbed, method, 5);
    int last = plain.count - GAME_ROWS;
    for (int i = last; i < plain.count; i++)
        disturbed.row[i].weight = 0;
    plain.count = last;
    struct sow_model_options options = small_options(method);
    OWNED(model) struct sow_model *a = fit_table(&plain, &options);
    OWNED(model) struct sow_model *b = fit_table(&disturbed, &options);
    expect_same_model(a, b, SAME_BITS);
}

/* --- bins --- */

static void expect_stratum(const struct sow_model *model, const struct table *table,
                           const struct sow_model_bin *bin)
{
    double predicted = 0;
    double observed = 0;
    double weight = 0;
    int64_t rows = 0;
    for (int i = 0; i < table->count; i++) {
        if (table->row[i].stratum != bin->bin)
            continue;
        rows++;
        weight += table->row[i].weight;
        observed += table->row[i].weight * table->row[i].y;
        predicted += table->row[i].weight * sow_model_predict(model, table->x[i]);
    }
    ck_assert_int_eq(bin->observations, rows);
    expect_close(bin->predicted, predicted / weight, 1e-11);
    expect_close(bin->observed, observed / weight, 1e-11);
}

TEST_LOOP(bins, bins_hold_what_they_say, 0, SOW_METHODS)
{
    OWNED(table) struct table table;
    fill_games(&table, (enum sow_method_id)_i, 6);
    struct sow_model_options options = small_options((enum sow_method_id)_i);
    OWNED(model) struct sow_model *model = fit_table(&table, &options);
    int64_t rows[SOW_BIN_KINDS][SOW_SAMPLES] = {{0}};
    double high = 0;
    int residuals = 0;
    for (int i = 0; i < model->bin_count; i++) {
        const struct sow_model_bin *bin = &model->bins[i];
        rows[bin->kind][bin->sample] += bin->observations;
        if (bin->kind == SOW_BIN_STRATUM) {
            if (bin->sample == SOW_SAMPLE_IN && !model->method->has_sets)
                expect_stratum(model, &table, bin);
            continue;
        }
        if (bin->kind == SOW_BIN_RESIDUAL) {
            residuals++;
            ck_assert_double_ge(bin->observed - bin->predicted, bin->low - 1e-12);
            ck_assert_double_le(bin->observed - bin->predicted, bin->high + 1e-12);
            continue;
        }
        ck_assert_int_eq(bin->observations, table.count / SOW_CALIBRATION_BINS);
        ck_assert_double_ge(bin->predicted, bin->low);
        ck_assert_double_le(bin->predicted, bin->high);
        if (bin->bin > 0)
            ck_assert_double_eq_tol(bin->low, high, 1e-300);
        high = bin->high;
    }
    int64_t strata = table.count / (model->method->has_sets ? SET_ROWS : 1);
    for (int sample = 0; sample < SOW_SAMPLES; sample++) {
        ck_assert_int_eq(rows[SOW_BIN_CALIBRATION][sample], table.count);
        ck_assert_int_eq(rows[SOW_BIN_RESIDUAL][sample], table.count);
        ck_assert_int_eq(rows[SOW_BIN_STRATUM][sample], strata);
    }
    ck_assert_int_gt(residuals, SOW_SAMPLES);
    ck_assert_int_eq(model->bin_count - residuals,
                     SOW_SAMPLES * (SOW_CALIBRATION_BINS + 2));
}

/* The predictions of a column with three values fall into three bins. */
TEST(bins, equal_predictions_share_a_bin)
{
    static const bool ONE[WIDTH] = {true};
    OWNED(table) struct table table;
    fill_games(&table, SOW_METHOD_LOGISTIC, 7);
    for (int i = 0; i < table.count; i++)
        table.x[i][0] = i % 3;
    struct sow_model_options options = small_options(SOW_METHOD_LOGISTIC);
    options.folds = 0;
    OWNED(model) struct sow_model *model = fit_columns(&table, ONE, &options);
    int bins = 0;
    for (int i = 0; i < model->bin_count; i++)
        if (model->bins[i].kind == SOW_BIN_CALIBRATION) {
            ck_assert_int_eq(model->bins[i].bin, bins++);
            ck_assert_int_eq(model->bins[i].observations, table.count / 3);
        }
    ck_assert_int_eq(bins, 3);
}

/* --- penalty --- */

TEST(penalty, penalties_ascend)
{
    expect_close(sow_penalty_at(0), 1e-7, 1e-15);
    expect_close(sow_penalty_at(SOW_PENALTIES - 1), 100, 1e-15);
    for (int i = 1; i < SOW_PENALTIES; i++)
        expect_close(sow_penalty_at(i) / sow_penalty_at(i - 1),
                     pow(10, 1.0 / SOW_PENALTIES_A_DECADE), 1e-14);
}

TEST(penalty, penalty_between_least_squares_and_nothing)
{
    OWNED(table) struct table table;
    fill_games(&table, SOW_METHOD_RIDGE, 8);
    struct sow_model_options options = small_options(SOW_METHOD_LEAST_SQUARES);
    OWNED(model) struct sow_model *plain = fit_table(&table, &options);
    options.method = SOW_METHOD_RIDGE;
    options.penalty = 1e-13;
    OWNED(model) struct sow_model *free_of_it = fit_table(&table, &options);
    expect_same_model(free_of_it, plain, 1e-9);
    options.penalty = 1e12;
    OWNED(model) struct sow_model *bound = fit_table(&table, &options);
    for (int j = 1; j <= WIDTH; j++)
        ck_assert_double_lt(fabs(bound->terms[j].estimate), 1e-10);
    expect_close(sow_model_measure(bound, SOW_SAMPLE_IN, "effective"), 1, 1e-9);
}

/* If a column occurs twice, ridge shares the effect and least squares drops the second
   one. */
TEST(penalty, dependent_columns_share)
{
    OWNED(table) struct table table;
    fill_games(&table, SOW_METHOD_RIDGE, 9);
    for (int i = 0; i < table.count; i++)
        table.x[i][4] = table.x[i][0];
    struct sow_model_options options = small_options(SOW_METHOD_RIDGE);
    OWNED(model) struct sow_model *model = fit_table(&table, &options);
    ck_assert_int_eq(model->rank, WIDTH + 1);
    ck_assert_double_infinite(model->terms[1].vif);
    ck_assert_double_infinite(model->terms[5].vif);
    ck_assert_double_lt(model->terms[2].vif, 2);
    ck_assert_str_eq(model->terms[5].note, "is a linear combination of a");
    expect_close(model->terms[5].estimate, model->terms[1].estimate, 1e-10);
    options.method = SOW_METHOD_LEAST_SQUARES;
    OWNED(model) struct sow_model *plain = fit_table(&table, &options);
    ck_assert_int_eq(plain->rank, WIDTH);
    ck_assert_int_eq(plain->terms[5].state, SOW_TERM_DEPENDENT);
}

TEST(penalty, penalty_is_chosen_by_the_rule)
{
    OWNED(table) struct table table;
    fill_games(&table, SOW_METHOD_RIDGE, 10);
    struct sow_model_options options = small_options(SOW_METHOD_RIDGE);
    options.penalty = 0;
    OWNED(model) struct sow_model *best = fit_table(&table, &options);
    options.rule = SOW_RULE_ONE_ERROR;
    OWNED(model) struct sow_model *simple = fit_table(&table, &options);
    ck_assert_int_eq(best->step_count, SOW_PENALTIES);
    double least = (double)INFINITY;
    double allowed = 0;
    for (int i = 0; i < SOW_PENALTIES; i++)
        if (best->steps[i].score < least) {
            least = best->steps[i].score;
            allowed = least + best->steps[i].standard_error;
        }
    for (int i = 0; i < SOW_PENALTIES; i++) {
        if (best->steps[i].chosen)
            expect_close(best->steps[i].penalty, best->penalty, SAME_BITS);
        if (simple->steps[i].penalty > simple->penalty)
            ck_assert_double_gt(simple->steps[i].score, allowed);
    }
    expect_close(sow_model_measure(best, SOW_SAMPLE_OUT, "score"), least, 1e-12);
    ck_assert_double_le(sow_model_measure(simple, SOW_SAMPLE_OUT, "score"), allowed);
    ck_assert_double_gt(simple->penalty, best->penalty);
}

/* --- selection --- */

/* Finds the column whose addition gives the lowest score, by fitting all of them. */
static int best_addition(struct table *table, bool *use,
                         const struct sow_model_options *options)
{
    int best = -1;
    double least = (double)INFINITY;
    for (int j = 0; j < WIDTH; j++) {
        if (use[j])
            continue;
        use[j] = true;
        struct sow_model *model = fit_columns(table, use, options);
        double score = sow_model_measure(model, SOW_SAMPLE_OUT, "score");
        if (score < least) {
            least = score;
            best = j;
        }
        sow_model_free(model);
        use[j] = false;
    }
    return best;
}

TEST_LOOP(selection, selection_adds_the_best_column, 0, SOW_METHODS)
{
    OWNED(table) struct table table;
    fill_games(&table, (enum sow_method_id)_i, 11);
    struct sow_model_options options = small_options((enum sow_method_id)_i);
    struct sow_model_options each = options;
    options.select = true;
    OWNED(model) struct sow_model *model = fit_table(&table, &options);
    bool use[WIDTH] = {false};
    ck_assert_int_eq(model->steps[0].action, SOW_STEP_START);
    ck_assert(model->steps[0].chosen);
    for (int i = 1; i < model->step_count; i++) {
        const struct sow_model_step *step = &model->steps[i];
        ck_assert_int_eq(step->action, SOW_STEP_ADD);
        /* Among columns with little effect, the approximation may prefer another one. */
        if (i <= 3)
            ck_assert_int_eq(step->column, best_addition(&table, use, &each));
        use[step->column] = true;
        struct sow_model *part = fit_columns(&table, use, &each);
        expect_close(step->score, sow_model_measure(part, SOW_SAMPLE_OUT, "score"), 1e-9);
        sow_model_free(part);
        ck_assert_int_eq(step->chosen,
                         model->terms[1 + step->column].state == SOW_TERM_FITTED);
    }
    ck_assert(use[0] && use[1] && use[3]);
    ck_assert_int_eq(model->terms[1].state, SOW_TERM_FITTED);
    ck_assert_int_eq(model->terms[4].state, SOW_TERM_FITTED);
}

TEST_LOOP(selection, selection_stops_where_told, 0, SOW_METHODS)
{
    OWNED(table) struct table table;
    fill_games(&table, (enum sow_method_id)_i, 12);
    struct sow_model_options options = small_options((enum sow_method_id)_i);
    options.select = true;
    options.select_most = 2;
    OWNED(model) struct sow_model *two = fit_table(&table, &options);
    options.select_most = 0;
    options.rule = SOW_RULE_ONE_ERROR;
    OWNED(model) struct sow_model *simple = fit_table(&table, &options);
    options.rule = SOW_RULE_BEST;
    OWNED(model) struct sow_model *best = fit_table(&table, &options);
    int intercept = two->intercept ? 1 : 0;
    ck_assert_int_eq(two->rank, 2 + intercept);
    ck_assert_int_eq(two->step_count, 3);
    ck_assert_int_le(simple->rank, best->rank);
    ck_assert_int_ge(best->rank, 3 + intercept);
}

TEST(selection, selection_may_find_nothing)
{
    OWNED(table) struct table table;
    fill_games(&table, SOW_METHOD_PREFERENCE, 13);
    struct sow_pcg rng;
    sow_pcg_seed(&rng, 14, 1);
    for (int i = 0; i < table.count; i++)
        for (int j = 0; j < WIDTH; j++)
            table.x[i][j] = sow_pcg_normal(&rng);
    struct sow_model_options options = small_options(SOW_METHOD_PREFERENCE);
    options.select = true;
    options.rule = SOW_RULE_ONE_ERROR;
    expect_model_refused(
        &table, &options, SOW_BAD_DATA,
        "no column improves the prediction of 'y'; try other columns, or "
        "fit without selection");
    options.method = SOW_METHOD_LEAST_SQUARES;
    OWNED(model) struct sow_model *model = fit_table(&table, &options);
    ck_assert_int_eq(model->rank, 1);
}

TEST_LOOP(selection, constant_columns_are_no_candidates, 0, SOW_METHODS)
{
    OWNED(table) struct table table;
    fill_games(&table, (enum sow_method_id)_i, 15);
    for (int i = 0; i < table.count; i++)
        table.x[i][2] = 0.1 * (double)(sow_methods[_i].has_sets ? i / SET_ROWS : 1);
    struct sow_model_options options = small_options((enum sow_method_id)_i);
    options.select = true;
    OWNED(model) struct sow_model *model = fit_table(&table, &options);
    for (int i = 0; i < model->step_count; i++)
        ck_assert_int_ne(model->steps[i].column, 2);
}
