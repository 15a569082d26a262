/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Designs and least squares: properties for any data, and requests that are refused. */
#include "learn_support.h"

/* Tolerance of figures that must agree to the last bit. */
static const double SAME_BITS = 0;

/* --- design --- */

static void expect_refused_row(struct sow_design *design, const double *x, double y,
                               double weight, const char *text)
{
    struct sow_err err;
    int64_t rows = sow_design_rows(design);
    ck_assert_int_eq(sow_design_add(design, x, y, weight, &err), SOW_BAD_DATA);
    ck_assert_str_eq(err.text, text);
    ck_assert_int_eq(sow_design_rows(design), rows);
}

TEST(design, bad_numbers_are_named)
{
    static const double GOOD[] = {1, 2, 3};
    static const double BAD[] = {1, (double)NAN, 3};
    OWNED(design) struct sow_design *design = new_design(&THREE);
    add(design, GOOD, 4);
    expect_refused_row(design, BAD, 4, 1,
                       "row 2: column 'opponent_row' is nan; give a finite number");
    expect_refused_row(design, GOOD, (double)-INFINITY, 1,
                       "row 3: column 'margin' is -inf; give a finite number");
    expect_refused_row(design, GOOD, 4, -1,
                       "row 4: the weight is -1; give a finite number, at least 0");
    expect_refused_row(design, GOOD, 4, (double)NAN,
                       "row 5: the weight is nan; give a finite number, at least 0");
    expect_refused_row(design, BAD, 4, 0,
                       "row 6: column 'opponent_row' is nan; give a finite number");
}

TEST(design, refused_and_weightless_rows_leave_no_trace)
{
    OWNED(sample) struct sample sample;
    fill_sample(&sample, 700, 1);
    OWNED(design) struct sow_design *plain = design_of(&sample);
    OWNED(design) struct sow_design *disturbed = new_design(&FIVE);
    for (int i = 0; i < sample.rows; i++) {
        double bad[COLUMNS] = {1e9, 1e9, 1e9, 1e9, (double)NAN};
        ck_assert_int_eq(sow_design_add(disturbed, bad, 0, 1, NULL), SOW_BAD_DATA);
        bad[COLUMNS - 1] = 1e9;
        add_weighted(disturbed, bad, -1e9, 0);
        add(disturbed, sample.x[i], sample.y[i]);
    }
    OWNED(ols) struct sow_ols *a = fit_all(plain);
    OWNED(ols) struct sow_ols *b = fit_all(disturbed);
    expect_same_fit(a, b, SAME_BITS);
}

/* A fit must not move the block boundaries of later rows. */
TEST(design, fits_in_between_change_nothing)
{
    OWNED(sample) struct sample sample;
    fill_sample(&sample, 700, 2);
    OWNED(design) struct sow_design *plain = design_of(&sample);
    OWNED(design) struct sow_design *disturbed = new_design(&FIVE);
    add_rows(disturbed, &sample, 0, 300);
    sow_ols_free(fit_all(disturbed));
    add_rows(disturbed, &sample, 300, 700);
    OWNED(ols) struct sow_ols *a = fit_all(plain);
    OWNED(ols) struct sow_ols *b = fit_all(disturbed);
    expect_same_fit(a, b, SAME_BITS);
}

TEST(design, weights_stand_for_repeated_rows)
{
    OWNED(sample) struct sample sample;
    fill_sample(&sample, 90, 3);
    OWNED(design) struct sow_design *weighted = new_design(&FIVE);
    OWNED(design) struct sow_design *repeated = new_design(&FIVE);
    for (int i = 0; i < sample.rows; i++) {
        add_weighted(weighted, sample.x[i], sample.y[i], i % 4);
        for (int k = 0; k < i % 4; k++)
            add(repeated, sample.x[i], sample.y[i]);
    }
    OWNED(ols) struct sow_ols *a = fit_all(weighted);
    OWNED(ols) struct sow_ols *b = fit_all(repeated);
    for (int j = 0; j < a->term_count; j++)
        expect_close(a->terms[j].estimate, b->terms[j].estimate, 1e-11);
    expect_close(a->r2, b->r2, 1e-12);
    expect_close(a->rmse, b->rmse, 1e-12);
    expect_close(a->target_mean, b->target_mean, 1e-12);
    ck_assert_int_lt(a->rows, b->rows);
}

/* --- factor --- */

/* Columns of the matrix [A I c], where A b = c are the normal equations for TERMS
   coefficients b. */
enum { TERMS = COLUMNS + 1, INVERSE = TERMS, RIGHT = 2 * TERMS, WIDTH };

/* Solution by Gauss-Jordan elimination in long double: the inverse of A, and b. */
struct direct {
    long double cell[TERMS][WIDTH];
    double residual_ss;
};

static long double entry(const struct sample *sample, int row, int column)
{
    return column == 0 ? 1 : (long double)sample->x[row][column - 1];
}

static void eliminate(struct direct *direct, int pivot)
{
    long double scale = direct->cell[pivot][pivot];
    for (int k = 0; k < WIDTH; k++)
        direct->cell[pivot][k] /= scale;
    for (int j = 0; j < TERMS; j++) {
        long double factor = direct->cell[j][pivot];
        for (int k = 0; k < WIDTH && j != pivot; k++)
            direct->cell[j][k] -= factor * direct->cell[pivot][k];
    }
}

static void set_up_equations(const struct sample *sample, struct direct *direct)
{
    *direct = (struct direct){0};
    for (int j = 0; j < TERMS; j++)
        direct->cell[j][INVERSE + j] = 1;
    for (int i = 0; i < sample->rows; i++)
        for (int j = 0; j < TERMS; j++) {
            for (int k = 0; k < TERMS; k++)
                direct->cell[j][k] += entry(sample, i, j) * entry(sample, i, k);
            direct->cell[j][RIGHT] += entry(sample, i, j) * (long double)sample->y[i];
        }
}

static void solve_directly(const struct sample *sample, struct direct *direct)
{
    set_up_equations(sample, direct);
    for (int j = 0; j < TERMS; j++)
        eliminate(direct, j);
    long double sum = 0;
    for (int i = 0; i < sample->rows; i++) {
        long double error = (long double)sample->y[i];
        for (int j = 0; j < TERMS; j++)
            error -= entry(sample, i, j) * direct->cell[j][RIGHT];
        sum += error * error;
    }
    direct->residual_ss = (double)sum;
}

/* Numbers of rows: one more than the terms; below, at and above the size of a block. */
static const int ROWS[] = {7, 8, 40, 255, 256, 257, 512, 3000};

TEST_EACH(factor, agrees_with_direct_solution, ROWS)
{
    OWNED(sample) struct sample sample;
    fill_sample(&sample, ROWS[_i], 10 + (uint64_t)_i);
    struct direct direct;
    solve_directly(&sample, &direct);
    OWNED(design) struct sow_design *design = design_of(&sample);
    OWNED(ols) struct sow_ols *fit = fit_all(design);
    expect_close(fit->residual_ss, direct.residual_ss, 1e-10);
    for (int j = 0; j < TERMS; j++) {
        double variance = (double)direct.cell[j][INVERSE + j];
        double error = sqrt(variance * direct.residual_ss / (double)fit->freedom);
        expect_close(fit->terms[j].estimate, (double)direct.cell[j][RIGHT], 1e-10);
        expect_close(fit->terms[j].standard_error, error, 1e-10);
    }
}

TEST(factor, order_of_rows_is_immaterial)
{
    OWNED(sample) struct sample sample;
    fill_sample(&sample, 2000, 4);
    OWNED(design) struct sow_design *forward = design_of(&sample);
    OWNED(design) struct sow_design *backward = new_design(&FIVE);
    for (int i = sample.rows; i-- > 0;)
        add(backward, sample.x[i], sample.y[i]);
    OWNED(ols) struct sow_ols *a = fit_all(forward);
    OWNED(ols) struct sow_ols *b = fit_all(backward);
    expect_same_fit(a, b, 1e-10);
}

TEST(factor, merged_parts_are_the_whole)
{
    static const int CUTS[] = {0, 5, 5, 300, 812, 1500};
    static const int ORDER[] = {3, 0, 4, 1, 2};
    enum { PARTS = 5 };
    OWNED(sample) struct sample sample;
    fill_sample(&sample, CUTS[PARTS], 5);
    OWNED(design) struct sow_design *whole = design_of(&sample);
    OWNED(design) struct sow_design *merged = new_design(&FIVE);
    for (int k = 0; k < PARTS; k++) {
        OWNED(design) struct sow_design *part = new_design(&FIVE);
        add_rows(part, &sample, CUTS[ORDER[k]], CUTS[ORDER[k] + 1]);
        sow_design_merge(merged, part);
    }
    OWNED(ols) struct sow_ols *a = fit_all(whole);
    OWNED(ols) struct sow_ols *b = fit_all(merged);
    expect_same_fit(a, b, 1e-10);
}

TEST(factor, units_of_columns_are_immaterial)
{
    static const double UNIT[COLUMNS] = {1e6, 1e-6, 1, 3e40, 7e-50};
    OWNED(sample) struct sample sample;
    fill_sample(&sample, 600, 6);
    OWNED(design) struct sow_design *plain = design_of(&sample);
    OWNED(design) struct sow_design *scaled = new_design(&FIVE);
    for (int i = 0; i < sample.rows; i++) {
        double x[COLUMNS];
        for (int j = 0; j < COLUMNS; j++)
            x[j] = UNIT[j] * sample.x[i][j];
        add(scaled, x, 1e12 * sample.y[i]);
    }
    OWNED(ols) struct sow_ols *a = fit_all(plain);
    OWNED(ols) struct sow_ols *b = fit_all(scaled);
    expect_close(b->r2, a->r2, 1e-11);
    expect_close(b->condition, a->condition, 1e-11);
    for (int j = 0; j < TERMS; j++) {
        double unit = 1e12 / (j == 0 ? 1 : UNIT[j - 1]);
        expect_close(b->terms[j].estimate, unit * a->terms[j].estimate, 1e-11);
        expect_close(b->terms[j].standard_error, unit * a->terms[j].standard_error,
                     1e-11);
        expect_close(b->terms[j].vif, a->terms[j].vif, 1e-11);
    }
}
