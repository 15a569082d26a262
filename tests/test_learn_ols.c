/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Least squares: special fits, scores, and columns or data that are dropped or
   refused. */
#include "learn_support.h"

/* --- fits --- */

TEST(fits, fallbacks)
{
    struct sow_ols_options options = default_ols();
    ck_assert(options.intercept);
    ck_assert_int_eq(options.dependent, SOW_DEPENDENT_DROP);
    ck_assert_double_eq_tol(options.level, 0.95, 1e-15);
    ck_assert_double_eq_tol(options.tolerance, 1e-10, 1e-20);
}

TEST(fits, exact_relations_are_found_and_flagged)
{
    OWNED(design) struct sow_design *design = new_design(&THREE);
    for (int i = 0; i < 500; i++) {
        double x[] = {i % 7, i % 11, i % 13};
        add(design, x, 2 + 3 * x[0] - 0.25 * x[2]);
    }
    static const double EXPECTED[] = {2, 3, 0, -0.25};
    OWNED(ols) struct sow_ols *fit = fit_all(design);
    ck_assert(fit->exact);
    ck_assert_double_eq_tol(fit->r2, 1, 1e-15);
    for (int j = 0; j < 4; j++)
        ck_assert_double_eq_tol(fit->terms[j].estimate, EXPECTED[j], 1e-12);
}

TEST(fits, intercept_alone_is_the_mean)
{
    static const struct sow_design_columns NONE = {0, NULL, "margin"};
    OWNED(design) struct sow_design *design = new_design(&NONE);
    for (int i = 1; i <= 5; i++)
        add(design, NULL, i);
    OWNED(ols) struct sow_ols *fit = fit_all(design);
    ck_assert_int_eq(fit->rank, 1);
    ck_assert_int_eq(fit->freedom, 4);
    ck_assert_double_eq_tol(fit->terms[0].estimate, 3, 1e-14);
    ck_assert_double_eq_tol(fit->terms[0].standard_error, sqrt(0.5), 1e-14);
    ck_assert_double_eq_tol(fit->target_sd, sqrt(2.5), 1e-14);
    ck_assert_double_eq_tol(fit->r2, 0, 1e-14);
    ck_assert_double_eq_tol(fit->condition, 1, 1e-14);
    ck_assert_double_nan(fit->f);
    ck_assert_double_nan(fit->f_p);
    ck_assert(!fit->exact);
}

TEST(fits, chosen_columns_fit_as_if_alone)
{
    static const bool USE[COLUMNS] = {true, true, true, false, false};
    OWNED(sample) struct sample sample;
    fill_sample(&sample, 400, 7);
    OWNED(design) struct sow_design *all = design_of(&sample);
    OWNED(design) struct sow_design *alone = new_design(&THREE);
    add_rows(alone, &sample, 0, sample.rows);
    struct sow_ols_options options = default_ols();
    OWNED(ols) struct sow_ols *some = fit_with(all, USE, &options);
    OWNED(ols) struct sow_ols *expected = fit_all(alone);
    ck_assert_int_eq(some->rank, 4);
    expect_close(some->r2, expected->r2, 1e-12);
    expect_close(some->condition, expected->condition, 1e-12);
    for (int j = 0; j < expected->term_count; j++) {
        expect_close(some->terms[j].estimate, expected->terms[j].estimate, 1e-11);
        expect_close(some->terms[j].p, expected->terms[j].p, 1e-9);
    }
    for (int j = 4; j < some->term_count; j++) {
        ck_assert_int_eq(some->terms[j].state, SOW_TERM_LEFT_OUT);
        ck_assert_double_eq_tol(some->terms[j].estimate, 0, 1e-300);
        ck_assert_double_nan(some->terms[j].standard_error);
        ck_assert_double_nan(some->terms[j].vif);
    }
}

TEST(fits, columns_are_described)
{
    OWNED(design) struct sow_design *design = new_design(&THREE);
    for (int i = 0; i < 10; i++) {
        double x[] = {i, i * i % 7, 1e6 + i % 2};
        add(design, x, i % 3);
    }
    OWNED(ols) struct sow_ols *fit = fit_all(design);
    ck_assert_double_eq_tol(fit->terms[0].mean, 1, 1e-15);
    ck_assert_double_eq_tol(fit->terms[0].sd, 0, 1e-15);
    ck_assert_double_eq_tol(fit->terms[1].mean, 4.5, 1e-13);
    ck_assert_double_eq_tol(fit->terms[1].sd, sqrt(82.5 / 9), 1e-13);
    ck_assert_double_eq_tol(fit->terms[3].mean, 1e6 + 0.5, 1e-8);
    ck_assert_double_eq_tol(fit->terms[3].sd, sqrt(2.5 / 9), 1e-8);
    ck_assert_str_eq(fit->terms[0].name, "(intercept)");
    ck_assert_str_eq(fit->terms[3].name, "stores");
    ck_assert_str_eq(fit->target, "margin");
}

/* --- columns without information --- */

static void expect_refused(const struct sow_design *design, bool intercept,
                           enum sow_status status, const char *text)
{
    struct sow_err err;
    struct sow_ols *fit = NULL;
    struct sow_ols_options options = default_ols();
    options.intercept = intercept;
    options.dependent = SOW_DEPENDENT_REFUSE;
    ck_assert_int_eq(sow_ols_fit(design, NULL, &options, &fit, &err), status);
    ck_assert_str_eq(err.text, text);
    ck_assert_ptr_null(fit);
}

/* Makes positions of a game with 48 seeds: rows and stores add up, and no player has free
   moves. */
static struct sow_design *seed_counts(int rows)
{
    struct sow_design *design = new_design(&FIVE);
    struct sow_pcg rng;
    sow_pcg_seed(&rng, 48, 1);
    for (int i = 0; i < rows; i++) {
        double own = sow_pcg_below(&rng, 25);
        double opponent = sow_pcg_below(&rng, 24);
        double x[] = {own, opponent, 48 - own - opponent, 0, sow_pcg_below(&rng, 7)};
        add(design, x, own - opponent + sow_pcg_normal(&rng));
    }
    return design;
}

TEST(dependent, constant_and_dependent_columns_are_named)
{
    OWNED(design) struct sow_design *design = seed_counts(20000);
    expect_refused(design, true, SOW_BAD_DATA,
                   "column 'stores' is a linear combination of (intercept), own_row, "
                   "opponent_row; column 'free' is 0 in every row; leave such columns "
                   "out or ask for them to be dropped");
    expect_refused(design, false, SOW_BAD_DATA,
                   "column 'free' is 0 in every row; leave such columns out or ask for "
                   "them to be dropped");
}

TEST(dependent, dropping_is_leaving_out)
{
    static const bool USE[COLUMNS] = {true, true, false, false, true};
    OWNED(design) struct sow_design *design = seed_counts(3000);
    struct sow_ols_options options = default_ols();
    OWNED(ols) struct sow_ols *expected = fit_with(design, USE, &options);
    options.dependent = SOW_DEPENDENT_DROP;
    OWNED(ols) struct sow_ols *fit = fit_with(design, NULL, &options);
    expect_same_fit(fit, expected, 1e-11);
    ck_assert_int_eq(fit->rank, 4);
    ck_assert_int_eq(fit->terms[3].state, SOW_TERM_DEPENDENT);
    ck_assert_str_eq(fit->terms[3].note,
                     "is a linear combination of (intercept), own_row, opponent_row");
    ck_assert_int_eq(fit->terms[4].state, SOW_TERM_CONSTANT);
    ck_assert_str_eq(fit->terms[4].note, "is 0 in every row");
    ck_assert_ptr_null(fit->terms[5].note);
    ck_assert_double_nan(fit->terms[3].p);
}

TEST(dependent, constant_column_serves_where_no_intercept_is)
{
    OWNED(design) struct sow_design *design = new_design(&THREE);
    for (int i = 0; i < 30; i++) {
        double x[] = {4, i % 5, 8};
        add(design, x, 1 + i % 3);
    }
    expect_refused(design, true, SOW_BAD_DATA,
                   "column 'own_row' is 4 in every row; column 'stores' is 8 in every "
                   "row; leave such columns out or ask for them to be dropped");
    expect_refused(design, false, SOW_BAD_DATA,
                   "column 'stores' is a linear combination of own_row; leave such "
                   "columns out or ask for them to be dropped");
}

TEST(dependent, nearly_dependent_columns_are_fitted)
{
    OWNED(design) struct sow_design *design = new_design(&THREE);
    struct sow_pcg rng;
    sow_pcg_seed(&rng, 12, 1);
    for (int i = 0; i < 1000; i++) {
        double a = sow_pcg_normal(&rng);
        double x[] = {a, sow_pcg_normal(&rng), a + 1e-7 * sow_pcg_normal(&rng)};
        add(design, x, a + sow_pcg_normal(&rng));
    }
    OWNED(ols) struct sow_ols *fit = fit_all(design);
    ck_assert_double_gt(fit->terms[3].vif, 1e13);
    ck_assert_double_lt(fit->terms[2].vif, 1.1);
    ck_assert_double_gt(fit->condition, 1e6);
}

/* A column that is the sum of twelve others, and its double, are dropped. The note that
   names the sum is cut short. */
TEST(dependent, long_combinations_are_cut_short)
{
    enum { MANY = 15 };
    static const char *const LETTERS[MANY] = {"a", "b", "c", "d", "e", "f", "g", "h",
                                              "i", "j", "k", "l", "m", "n", "o"};
    static const struct sow_design_columns COLUMNS_A_TO_O = {MANY, LETTERS, "margin"};
    OWNED(design) struct sow_design *design = new_design(&COLUMNS_A_TO_O);
    struct sow_pcg rng;
    sow_pcg_seed(&rng, 13, 1);
    for (int i = 0; i < 100; i++) {
        double x[MANY] = {0};
        for (int j = 0; j < 12; j++) {
            x[j] = sow_pcg_below(&rng, 13);
            x[12] += x[j];
        }
        x[13] = 2 * x[12];
        x[14] = 7;
        add(design, x, sow_pcg_normal(&rng));
    }
    expect_refused(design, true, SOW_BAD_DATA,
                   "column 'm' is a linear combination of a, b, c, d, e, f and 6 more; "
                   "column 'n' is a linear combination of a, b, c, d, e, f and 6 more; "
                   "and 1 more; leave such columns out or ask for them to be dropped");
}

/* --- data that cannot be fitted --- */

TEST(refused, too_few_rows)
{
    static const bool USE[COLUMNS] = {true};
    OWNED(sample) struct sample sample;
    fill_sample(&sample, 6, 14);
    OWNED(design) struct sow_design *design = new_design(&FIVE);
    expect_refused(design, true, SOW_BAD_DATA,
                   "too few rows: 0 for 6 coefficients; give more rows or fewer columns");
    add_rows(design, &sample, 0, 6);
    expect_refused(design, true, SOW_BAD_DATA,
                   "too few rows: 6 for 6 coefficients; give more rows or fewer columns");
    struct sow_ols_options options = default_ols();
    OWNED(ols) struct sow_ols *fit = fit_with(design, USE, &options);
    ck_assert_int_eq(fit->freedom, 4);
}

TEST(refused, target_that_says_nothing)
{
    OWNED(sample) struct sample sample;
    fill_sample(&sample, 50, 15);
    OWNED(design) struct sow_design *same = new_design(&FIVE);
    OWNED(design) struct sow_design *zero = new_design(&FIVE);
    for (int i = 0; i < sample.rows; i++) {
        add(same, sample.x[i], 0.1);
        add(zero, sample.x[i], 0);
    }
    expect_refused(same, true, SOW_BAD_DATA,
                   "target 'margin' is 0.1 in every row; give rows in which it varies");
    expect_refused(zero, true, SOW_BAD_DATA,
                   "target 'margin' is 0 in every row; give rows in which it varies");
    expect_refused(zero, false, SOW_BAD_DATA,
                   "target 'margin' is 0 in every row; give rows in which it varies");
    struct sow_ols_options options = default_ols();
    options.intercept = false;
    sow_ols_free(fit_with(same, NULL, &options));
}

TEST(refused, numbers_beyond_squaring)
{
    static const struct {
        double unit;
        const char *text;
    } CASES[] = {
        {1e160,
         "column 'opponent_row': its numbers are too large to be squared; rescale it"},
        {1e-160,
         "column 'opponent_row': its numbers are too small to be squared; rescale it"},
    };
    OWNED(sample) struct sample sample;
    fill_sample(&sample, 50, 16);
    for (size_t k = 0; k < sizeof CASES / sizeof CASES[0]; k++) {
        OWNED(design) struct sow_design *design = new_design(&THREE);
        for (int i = 0; i < sample.rows; i++) {
            double x[] = {sample.x[i][0], CASES[k].unit * sample.x[i][1], sample.x[i][2]};
            add(design, x, sample.y[i]);
        }
        expect_refused(design, true, SOW_BAD_DATA, CASES[k].text);
    }
}

TEST(refused, nothing_asked_for)
{
    static const bool USE[COLUMNS] = {false};
    OWNED(sample) struct sample sample;
    fill_sample(&sample, 50, 17);
    OWNED(design) struct sow_design *design = design_of(&sample);
    struct sow_ols_options options = default_ols();
    options.intercept = false;
    struct sow_ols *fit = NULL;
    ck_assert_int_eq(sow_ols_fit(design, USE, &options, &fit, &err), SOW_USAGE);
    ck_assert_str_eq(err.text,
                     "nothing to fit: no columns and no intercept; ask for some");
}
