/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sow/learn/ols.h"

#include "sow/base/stream.h"
#include "sow/learn/tails.h"
#include "triangle.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

/* Largest length of residuals that are rounding errors, as a share of the target's
 * length. */
static const double EXACT_FIT = 1e-12;

/* Range of sums of squares. Figures computed from sums outside this range could overflow
 * or become 0. */
static const double LEAST_SQUARES_SUM = 1e-250;
static const double MOST_SQUARES_SUM = 1e250;

/* Least share in a linear combination that a message names. Smaller ones are rounding
 * errors. */
static const double NEGLIGIBLE_SHARE = 1e-6;

/* Limits that keep messages short: parts named of a combination, and columns named with
 * their reason. */
enum { PARTS_MAX = 6, REASONS_MAX = 2 };

/* State of one fit. Columns and terms are numbered as in [1 x y]. */
struct fitting {
    const struct sow_design *design; /* the rows */
    const bool *use;                 /* for each column, true to fit it; NULL means all */
    const struct sow_ols_options *options; /* options of the caller */
    struct sow_triangle all;               /* factor of [1 x y] */
    struct sow_triangle model;             /* factor of the chosen columns and y */
    size_t target;       /* column of y in all; also the number of terms */
    size_t *chosen;      /* columns of all that are in model, y last */
    size_t count;        /* number chosen without y; also column of y in model */
    double *solution;    /* room for target numbers */
    double *inverse;     /* room for target * (target + 3) numbers */
    struct sow_ols *fit; /* the result, owned until it is handed out */
};

void sow_ols_free(struct sow_ols *fit)
{
    if (fit == NULL)
        return;
    for (int j = 0; j < fit->term_count && fit->terms != NULL; j++)
        free(fit->terms[j].note);
    free(fit->terms);
    free(fit);
}

/* ---- What can be fitted ---- */

/* Returns the name of a column of [1 x y], by its index there. The fit owns it. */
static const char *column_name(const struct fitting *work, size_t column)
{
    return column == work->target ? work->fit->target : work->fit->terms[column].name;
}

/* Chooses the intercept and columns that the caller asks for, then y, and sets the states
 * of all terms. */
static void choose_wanted(struct fitting *work)
{
    for (size_t j = 0; j < work->target; j++) {
        bool wanted =
            j == 0 ? work->options->intercept : work->use == NULL || work->use[j - 1];
        work->fit->terms[j].state = wanted ? SOW_TERM_FITTED : SOW_TERM_LEFT_OUT;
        if (wanted)
            work->chosen[work->count++] = j;
    }
    work->chosen[work->count] = work->target;
}

/* Returns SOW_USAGE if nothing is chosen, SOW_BAD_DATA if there are not more rows than
 * coefficients, else SOW_OK. */
static enum sow_status check_wanted(const struct fitting *work, struct sow_err *err)
{
    if (work->count == 0)
        return sow_err_set(err, SOW_USAGE,
                           "nothing to fit: no columns and no intercept; ask for some");
    long long rows = (long long)work->fit->rows;
    if (rows > (long long)work->count)
        return SOW_OK;
    return sow_err_set(
        err, SOW_BAD_DATA,
        "too few rows: %lld for %zu coefficients; give more rows or fewer columns", rows,
        work->count);
}

/* Returns true if a column can have no coefficient: with an intercept, if it is constant;
   without one, if it is 0 in every row. */
static bool is_trivial(const struct fitting *work, size_t column)
{
    double value = sow_design_constant(work->design, column);
    return work->options->intercept ? !isnan(value) : fpclassify(value) == FP_ZERO;
}

/* Returns SOW_BAD_DATA with the first chosen column, or target, whose sum of squares is
 * out of range. Trivial columns are not checked. */
static enum sow_status check_scale(const struct fitting *work, struct sow_err *err)
{
    for (size_t i = 0; i <= work->count; i++) {
        size_t j = work->chosen[i];
        double squares = sow_triangle_squares(&work->all, j, 0, j + 1);
        if ((squares >= LEAST_SQUARES_SUM && squares <= MOST_SQUARES_SUM) ||
            is_trivial(work, j))
            continue;
        return sow_err_set(
            err, SOW_BAD_DATA,
            "column '%s': its numbers are too %s to be squared; rescale it",
            column_name(work, j), squares < 1 ? "small" : "large");
    }
    return SOW_OK;
}

/* Returns SOW_BAD_DATA if the target is constant or, without an intercept, always 0. */
static enum sow_status check_target(const struct fitting *work, struct sow_err *err)
{
    double value = sow_design_constant(work->design, work->target);
    if (!is_trivial(work, work->target))
        return SOW_OK;
    return sow_err_set(err, SOW_BAD_DATA,
                       "target '%s' is %g in every row; give rows in which it varies",
                       work->fit->target, value);
}

/* ---- Columns without information of their own ---- */

/* Writes to @p out which columns make up the dependent column at position @p at of the
 * model: up to PARTS_MAX names, then the number of the others. */
static void print_combination(const struct fitting *work, size_t at, FILE *out)
{
    const struct sow_triangle *model = &work->model;
    sow_triangle_solve(model, at, at, work->solution);
    double length = sqrt(sow_triangle_squares(model, at, 0, at + 1));
    int parts = 0;
    fputs("is a linear combination of", out);
    for (size_t i = 0; i < at; i++) {
        double share = fabs(work->solution[i]) *
                       sqrt(sow_triangle_squares(model, i, 0, i + 1)) / length;
        if (share > NEGLIGIBLE_SHARE && ++parts <= PARTS_MAX)
            fprintf(out, "%s %s", parts > 1 ? "," : "",
                    work->fit->terms[work->chosen[i]].name);
    }
    if (parts > PARTS_MAX)
        fprintf(out, " and %d more", parts - PARTS_MAX);
}

/* Sets state and note of the term at position @p at of the model, which is to be dropped
 * because it is constant or else dependent. Returns SOW_OK or SOW_NO_MEMORY. */
static enum sow_status note_reason(struct fitting *work, size_t at, struct sow_err *err)
{
    struct sow_ols_term *term = &work->fit->terms[work->chosen[at]];
    bool constant = is_trivial(work, work->chosen[at]);
    size_t size = 0;
    FILE *out = sow_stream_open(&term->note, &size);
    if (out == NULL)
        return sow_err_no_memory(err);
    term->state = constant ? SOW_TERM_CONSTANT : SOW_TERM_DEPENDENT;
    if (constant)
        fprintf(out, "is %g in every row",
                sow_design_constant(work->design, work->chosen[at]));
    else
        print_combination(work, at, out);
    return fclose(out) == 0 ? SOW_OK : sow_err_no_memory(err);
}

/* Removes the column at position @p at, counted from 0, from the chosen ones. */
static void unchoose(struct fitting *work, size_t at)
{
    for (size_t i = at; i < work->count; i++)
        work->chosen[i] = work->chosen[i + 1];
    work->count--;
}

/* Makes work->model, without constant and dependent columns; their terms say why. Removes
 * one column at a time. The unexplained rest of a dependent column is noise, and later
 * columns could seem to depend on it by accident. Returns SOW_OK or SOW_NO_MEMORY. */
static enum sow_status select_columns(struct fitting *work, struct sow_err *err)
{
    for (;;) {
        sow_triangle_release(&work->model);
        enum sow_status status = sow_triangle_select(&work->all, work->chosen,
                                                     work->count + 1, &work->model, err);
        if (status != SOW_OK)
            return status;
        size_t at =
            sow_triangle_dependent(&work->model, work->count, work->options->tolerance);
        if (at == work->count)
            return SOW_OK;
        status = note_reason(work, at, err);
        if (status != SOW_OK)
            return status;
        unchoose(work, at);
    }
}

/* Writes to @p out name and note of up to REASONS_MAX dropped columns, then the number of
 * the others. Writes nothing if none was dropped. */
static void print_reasons(const struct fitting *work, FILE *out)
{
    int reasons = 0;
    for (size_t j = 0; j < work->target; j++) {
        const struct sow_ols_term *term = &work->fit->terms[j];
        if (term->note != NULL && ++reasons <= REASONS_MAX)
            fprintf(out, "column '%s' %s; ", term->name, term->note);
    }
    if (reasons > REASONS_MAX)
        fprintf(out, "and %d more; ", reasons - REASONS_MAX);
}

/* Returns SOW_BAD_DATA with the reasons if any column was dropped, SOW_NO_MEMORY, else
 * SOW_OK. */
static enum sow_status refuse_dropped(const struct fitting *work, struct sow_err *err)
{
    char *reasons = NULL;
    size_t size = 0;
    FILE *out = sow_stream_open(&reasons, &size);
    if (out == NULL)
        return sow_err_no_memory(err);
    print_reasons(work, out);
    enum sow_status status = SOW_OK;
    if (fclose(out) != 0)
        status = sow_err_no_memory(err);
    else if (size > 0)
        status = sow_err_set(err, SOW_BAD_DATA,
                             "%sleave such columns out or ask for them to be dropped",
                             reasons);
    free(reasons);
    return status;
}

/* ---- The figures ---- */

/* Computes the weighted mean and standard deviation of a column of [1 x y]. A constant
 * column has a deviation of exactly 0. */
static void describe_column(const struct fitting *work, size_t column, double *mean,
                            double *sd)
{
    const struct sow_triangle *all = &work->all;
    double weight = sow_triangle_squares(all, 0, 0, 1);
    double rows = (double)work->fit->rows;
    double squares = sow_triangle_squares(all, column, 1, column + 1);
    double constant = sow_design_constant(work->design, column);
    bool varies = isnan(constant);
    *mean =
        varies ? sow_triangle_at(all, 0, column) / sow_triangle_at(all, 0, 0) : constant;
    *sd = varies ? sqrt(squares / weight * (rows / (rows - 1))) : 0;
}

/* Fills the figures about the whole fit, except condition, from the two factors. `rows`,
   `freedom` and the chosen columns are set before. */
static void fill_summary(struct fitting *work)
{
    struct sow_ols *fit = work->fit;
    size_t count = work->count;
    size_t first = fit->intercept ? 1 : 0;
    double explained_ss = sow_triangle_squares(&work->model, count, first, count);
    double length = sqrt(sow_triangle_squares(&work->model, count, 0, count + 1));
    double freedom = (double)fit->freedom;
    double weight = sow_triangle_squares(&work->all, 0, 0, 1);

    fit->residual_ss = sow_triangle_squares(&work->model, count, count, count + 1);
    fit->total_ss = explained_ss + fit->residual_ss;
    fit->exact = sqrt(fit->residual_ss) <= EXACT_FIT * length;
    fit->r2 = 1 - fit->residual_ss / fit->total_ss;
    fit->adjusted_r2 = 1 - (1 - fit->r2) * ((double)fit->rows - (double)first) / freedom;
    fit->rmse = sqrt(fit->residual_ss / weight);
    fit->residual_sd = sqrt(fit->residual_ss / freedom);
    fit->f_freedom = (int)(count - first);
    fit->f = explained_ss / fit->f_freedom / (fit->residual_ss / freedom);
    fit->f_p = sow_tail_fisher(fit->f, fit->f_freedom, freedom);
    describe_column(work, work->target, &fit->target_mean, &fit->target_sd);
}

/* Fills the figures of the term at position @p at of the model, from `solution` and
 * `inverse`. The standard error is residual_sd times the length of the term's row of the
 * inverse. @p quantile is that of the confidence intervals. The intercept gets no vif. */
static void fill_term(struct fitting *work, size_t at, double quantile)
{
    struct sow_ols *fit = work->fit;
    struct sow_ols_term *term = &fit->terms[work->chosen[at]];
    size_t first = fit->intercept ? 1 : 0;
    double spread = 0;
    for (size_t j = at; j < work->count; j++) {
        double value = work->inverse[at * work->count + j];
        spread += value * value;
    }
    term->estimate = work->solution[at];
    term->standard_error = fit->residual_sd * sqrt(spread);
    term->t = term->estimate / term->standard_error;
    term->p = sow_tail_student(term->t, (double)fit->freedom);
    term->low = term->estimate - quantile * term->standard_error;
    term->high = term->estimate + quantile * term->standard_error;
    if (at >= first)
        term->vif = spread * sow_triangle_squares(&work->model, at, first, at + 1);
}

/* Fills the figures of all terms, and condition. Terms that were not fitted get mean and
 * sd only. */
static void fill_terms(struct fitting *work)
{
    struct sow_ols *fit = work->fit;
    double quantile = sow_quantile_student(fit->level, (double)fit->freedom);
    sow_triangle_solve(&work->model, work->count, work->count, work->solution);
    fit->condition = sow_triangle_condition(&work->model, work->count, work->inverse);
    sow_triangle_invert(&work->model, work->count, work->inverse);
    for (size_t j = 0; j < work->target; j++)
        describe_column(work, j, &fit->terms[j].mean, &fit->terms[j].sd);
    for (size_t i = 0; i < work->count; i++)
        fill_term(work, i, quantile);
}

/* ---- A fit from start to end ---- */

/* Makes the empty result in work->fit: names, and NaN for the figures of terms. After
 * SOW_NO_MEMORY, sow_ols_free frees what was made. */
static enum sow_status new_fit(struct fitting *work, struct sow_err *err)
{
    const struct sow_design_columns *columns = sow_design_columns(work->design);
    struct sow_ols *fit = calloc(1, sizeof *fit);
    work->fit = fit;
    if (fit == NULL)
        return sow_err_no_memory(err);
    fit->target = columns->target;
    fit->intercept = work->options->intercept;
    fit->level = work->options->level;
    fit->rows = sow_design_rows(work->design);
    fit->terms = calloc(work->target, sizeof *fit->terms);
    if (fit->terms == NULL)
        return sow_err_no_memory(err);
    fit->term_count = (int)work->target;
    for (size_t j = 0; j < work->target; j++) {
        struct sow_ols_term *term = &fit->terms[j];
        term->name = j == 0 ? "(intercept)" : columns->names[j - 1];
        term->standard_error = term->t = term->p = (double)NAN;
        term->low = term->high = term->vif = (double)NAN;
    }
    return SOW_OK;
}

/* Allocates result and working storage, chooses the columns that the caller asks for, and
 * makes the factor of all rows. After SOW_NO_MEMORY, the caller frees what was made. */
static enum sow_status set_up_fit(struct fitting *work, struct sow_err *err)
{
    size_t terms = work->target;
    enum sow_status status = new_fit(work, err);
    if (status != SOW_OK)
        return status;
    work->chosen = calloc(terms + 1, sizeof *work->chosen);
    work->solution = calloc(terms * (terms + 4), sizeof *work->solution);
    if (work->chosen == NULL || work->solution == NULL)
        return sow_err_no_memory(err);
    work->inverse = work->solution + terms;
    choose_wanted(work);
    return sow_design_reduce(work->design, &work->all, err);
}

/* Checks what the caller asks for and the data, then makes work->model without dropped
 * columns. Fails as the functions that it calls. */
static enum sow_status check_data(struct fitting *work, struct sow_err *err)
{
    enum sow_status status = check_wanted(work, err);
    if (status == SOW_OK)
        status = check_target(work, err);
    if (status == SOW_OK)
        status = check_scale(work, err);
    if (status == SOW_OK)
        status = select_columns(work, err);
    if (status == SOW_OK && work->options->dependent == SOW_DEPENDENT_REFUSE)
        status = refuse_dropped(work, err);
    return status;
}

enum sow_status sow_ols_fit(const struct sow_design *design, const bool *use,
                            const struct sow_ols_options *options, struct sow_ols **fit,
                            struct sow_err *err)
{
    assert(options->dependent >= 0 && options->dependent < SOW_DEPENDENTS);
    assert(options->level > 0 && options->level < 1);
    assert(options->tolerance > 0 && options->tolerance < 1);
    struct fitting work = {.design = design, .use = use, .options = options};
    work.target = (size_t)sow_design_columns(design)->count + 1;
    enum sow_status status = set_up_fit(&work, err);
    if (status != SOW_OK)
        goto done;
    status = check_data(&work, err);
    if (status != SOW_OK)
        goto done;
    work.fit->rank = (int)work.count;
    work.fit->freedom = work.fit->rows - (int64_t)work.count;
    fill_summary(&work);
    fill_terms(&work);
    *fit = work.fit;
    work.fit = NULL;
done:
    sow_ols_free(work.fit);
    sow_triangle_release(&work.all);
    sow_triangle_release(&work.model);
    free(work.chosen);
    free(work.solution);
    return status;
}
