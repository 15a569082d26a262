/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Least squares and ridge, for all rows and with folds left out, from factors alone. */
#include "fitting.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- Beginning of every method ---- */

void sow_fitting_pick(struct sow_fitting *work)
{
    struct sow_estimate *whole = &work->whole;
    whole->count = 0;
    if (work->options.intercept)
        whole->chosen[whole->count++] = 0;
    for (size_t j = 0; j < work->columns; j++)
        if (work->use[j])
            whole->chosen[whole->count++] = 1 + j;
}

/* Returns SOW_BAD_DATA for logistic if all rows have the same target, else SOW_OK. */
static enum sow_status check_classes(const struct sow_fitting *work, struct sow_err *err)
{
    double value = sow_design_constant(work->design, work->terms);
    if (work->method->link != SOW_LINK_LOGIT || isnan(value))
        return SOW_OK;
    return sow_err_set(err, SOW_BAD_DATA,
                       "target '%s' is %g in every row; give rows of both classes",
                       work->source->columns->target, value);
}

/* Returns true if the method of the fit is ridge. */
static bool is_ridge(const struct sow_fitting *work)
{
    return work->method == &sow_methods[SOW_METHOD_RIDGE];
}

/* Rewrites for preference the notes on constant columns; does nothing for other methods.
 * Least squares has seen differences within sets, so its own note would be wrong for the
 * set. Returns SOW_OK, or SOW_NO_MEMORY with a NULL note. */
static enum sow_status reword_constant(struct sow_fitting *work, struct sow_err *err)
{
    for (size_t j = 0; work->method->has_sets && j < work->terms; j++) {
        struct sow_ols_term *term = &work->ols->terms[j];
        if (term->state != SOW_TERM_CONSTANT)
            continue;
        free(term->note);
        term->note = strdup("is the same for all alternatives of every set");
        if (term->note == NULL)
            return sow_err_no_memory(err);
    }
    return SOW_OK;
}

/* Returns true if least squares may refuse columns itself, because its reasons are those
 * of the method. */
static bool refuses_itself(const struct sow_fitting *work)
{
    return !is_ridge(work) && !work->method->has_sets;
}

/* Returns SOW_BAD_DATA with the first constant or dependent column if the options ask to
 * refuse such columns, else SOW_OK. */
static enum sow_status refuse_columns(const struct sow_fitting *work, struct sow_err *err)
{
    if (work->options.dependent != SOW_DEPENDENT_REFUSE)
        return SOW_OK;
    for (size_t j = 0; j < work->terms; j++) {
        const struct sow_ols_term *term = &work->ols->terms[j];
        if (term->state == SOW_TERM_CONSTANT || term->state == SOW_TERM_DEPENDENT)
            return sow_err_set(
                err, SOW_BAD_DATA,
                "column '%s' %s; leave it out or ask for such columns to be dropped",
                term->name, term->note);
    }
    return SOW_OK;
}

/* Computes the variance inflation (`vif`) of each chosen column again, as dependent
 * columns are kept. It is infinite for a dependent column and for the columns on which it
 * depends. Each column in turn is put last, to measure the part that the others do not
 * explain. Returns SOW_OK or SOW_NO_MEMORY. */
static enum sow_status inflate(struct sow_fitting *work, struct sow_err *err)
{
    struct sow_estimate *whole = &work->whole;
    size_t first = work->options.intercept ? 1 : 0;
    for (size_t at = first; at < whole->count; at++) {
        size_t last = whole->chosen[at];
        size_t others = 0;
        struct sow_triangle model;
        size_t *columns = malloc((whole->count + 1) * sizeof *columns);
        if (columns == NULL)
            return sow_err_no_memory(err);
        for (size_t i = 0; i < whole->count; i++)
            if (i != at)
                columns[others++] = whole->chosen[i];
        columns[others] = last;
        enum sow_status status = sow_triangle_choose(
            &work->all, columns, &others, work->options.tolerance, &model, err);
        free(columns);
        if (status != SOW_OK)
            return status;
        double rest = sow_triangle_squares(&model, others, others, others + 1);
        double length = sow_triangle_squares(&model, others, first, others + 1);
        double share = sqrt(rest / length);
        work->ols->terms[last].vif =
            share <= work->options.tolerance ? (double)INFINITY : length / rest;
        sow_triangle_release(&model);
    }
    return SOW_OK;
}

/* Chooses the fitted terms of work->ols in work->whole. For ridge it also makes dependent
 * columns fitted terms, and computes the variance inflation again. Returns SOW_OK or
 * SOW_NO_MEMORY. */
static enum sow_status keep_dependent(struct sow_fitting *work, struct sow_err *err)
{
    struct sow_estimate *whole = &work->whole;
    bool any = false;
    for (size_t j = 0; j < work->terms; j++) {
        struct sow_ols_term *term = &work->ols->terms[j];
        bool is_kept = is_ridge(work) && term->state == SOW_TERM_DEPENDENT;
        if (is_kept)
            term->state = SOW_TERM_FITTED;
        any = any || is_kept;
        if (term->state == SOW_TERM_FITTED)
            whole->chosen[whole->count++] = j;
    }
    return any ? inflate(work, err) : SOW_OK;
}

/* Makes an empty estimate for each fold in work->folds; without folds it leaves NULL.
 * After SOW_NO_MEMORY, sow_fitting_rewind frees what was made. */
static enum sow_status begin_folds(struct sow_fitting *work, struct sow_err *err)
{
    size_t folds = (size_t)work->options.folds;
    if (folds == 0)
        return SOW_OK;
    work->folds = calloc(folds, sizeof *work->folds);
    if (work->folds == NULL)
        return sow_err_no_memory(err);
    enum sow_status status = SOW_OK;
    for (size_t i = 0; status == SOW_OK && i < folds; i++)
        status = sow_estimate_init(&work->folds[i], work->terms, (int)i, err);
    return status;
}

/* Returns SOW_BAD_DATA with the reason of the first dropped column if no term is left,
 * else SOW_OK. */
static enum sow_status check_left(const struct sow_fitting *work, struct sow_err *err)
{
    if (work->whole.count > 0)
        return SOW_OK;
    size_t j = 0;
    while (work->ols->terms[j].note == NULL)
        j++;
    return sow_err_set(err, SOW_BAD_DATA,
                       "no column is left: column '%s' %s; give columns that vary",
                       work->ols->terms[j].name, work->ols->terms[j].note);
}

/* Returns SOW_BAD_DATA for preference if there are not more informative sets than
 * coefficients, else SOW_OK. */
static enum sow_status check_sets(const struct sow_fitting *work, struct sow_err *err)
{
    if (!work->method->has_sets || work->census.sets > (int64_t)work->whole.count)
        return SOW_OK;
    return sow_err_set(
        err, SOW_BAD_DATA,
        "too few choice sets: %lld for %zu coefficients; give more sets or fewer columns",
        (long long)work->census.sets, work->whole.count);
}

/* Fits the columns in use into work->ols and chooses those to fit in work->whole. Returns
 * the statuses of sow_ols_fit and of the checks above. */
static enum sow_status begin_columns(struct sow_fitting *work, struct sow_err *err)
{
    struct sow_ols_options options = {.intercept = work->options.intercept,
                                      .dependent = refuses_itself(work)
                                                       ? work->options.dependent
                                                       : (int)SOW_DEPENDENT_DROP,
                                      .level = work->options.level,
                                      .tolerance = work->options.tolerance};
    enum sow_status status =
        sow_ols_fit(work->design, work->use, &options, &work->ols, err);
    if (status == SOW_OK)
        status = reword_constant(work, err);
    if (status == SOW_OK)
        status = keep_dependent(work, err);
    if (status == SOW_OK)
        status = refuse_columns(work, err);
    if (status == SOW_OK)
        status = check_left(work, err);
    if (status == SOW_OK)
        status = check_sets(work, err);
    return status;
}

enum sow_status sow_fitting_begin(struct sow_fitting *work, struct sow_err *err)
{
    sow_fitting_rewind(work);
    enum sow_status status =
        sow_estimate_init(&work->whole, work->terms, SOW_NOTHING_LEFT_OUT, err);
    if (status == SOW_OK)
        status = begin_folds(work, err);
    if (status == SOW_OK)
        status = check_classes(work, err);
    if (status != SOW_OK)
        return status;
    sow_fitting_pick(work);
    bool is_empty = work->whole.count == 0;
    work->whole.count = 0;
    /* Without an intercept, selection starts from a model without terms. */
    if (!is_empty || !work->options.select)
        status = begin_columns(work, err);
    struct sow_estimate *whole = &work->whole;
    whole->chosen[whole->count] = work->terms;
    if (status == SOW_OK)
        status = sow_triangle_select(&work->all, whole->chosen, whole->count + 1,
                                     &whole->factor, err);
    return status;
}

void sow_fitting_rewind(struct sow_fitting *work)
{
    for (int i = 0; work->folds != NULL && i < work->options.folds; i++)
        sow_estimate_release(&work->folds[i]);
    free(work->folds);
    work->folds = NULL;
    sow_estimate_release(&work->whole);
    sow_ols_free(work->ols);
    work->ols = NULL;
}

/* ---- Solving ---- */

/* Removes from the chosen terms of @p estimate the columns that are constant in the rows
 * of the factor @p from, though not in all rows. Their standard deviation is 0, so they
 * cannot be standardised. */
static void drop_constant(const struct sow_fitting *work, const struct sow_triangle *from,
                          struct sow_estimate *estimate)
{
    size_t first = work->options.intercept ? 1 : 0;
    size_t kept = 0;
    for (size_t i = 0; i < estimate->count; i++) {
        size_t j = estimate->chosen[i];
        double varying = sow_triangle_squares(from, j, j > 0 ? first : 0, j + 1);
        double length = sow_triangle_squares(from, j, 0, j + 1);
        if (sqrt(varying) > work->options.tolerance * sqrt(length))
            estimate->chosen[kept++] = j;
    }
    estimate->count = kept;
    estimate->chosen[kept] = work->terms;
}

/* Makes the factor of a ridge fit in estimate->factor, after drop_constant. Ridge is
 * least squares with one more row for each coefficient, which says that the coefficient
 * is 0. The weight of that row is the penalty times the column's sum of squares. Returns
 * SOW_OK or SOW_NO_MEMORY. */
static enum sow_status select_penalised(const struct sow_fitting *work,
                                        const struct sow_triangle *from, double penalty,
                                        struct sow_estimate *estimate,
                                        struct sow_err *err)
{
    drop_constant(work, from, estimate);
    size_t width = estimate->count + 1;
    size_t first = work->options.intercept ? 1 : 0;
    double *rows = calloc(width * width, sizeof *rows);
    if (rows == NULL)
        return sow_err_no_memory(err);
    enum sow_status status =
        sow_triangle_select(from, estimate->chosen, width, &estimate->factor, err);
    if (status == SOW_OK) {
        for (size_t i = first; i < estimate->count; i++) {
            size_t j = estimate->chosen[i];
            double squares = sow_triangle_squares(from, j, first, j + 1);
            rows[i * width + i] = sqrt(penalty * squares);
        }
        sow_triangle_fold(&estimate->factor, rows, width);
    }
    free(rows);
    return status;
}

/* Fits the coefficients of an estimate by least squares or ridge to the rows of the
 * factor @p from of [1 x y]. The terms are those of work->whole. Without a penalty (0),
 * dependent ones are left out; a penalty makes them estimable. Fills chosen, count,
 * factor and b. Returns SOW_OK or SOW_NO_MEMORY. */
static enum sow_status solve(const struct sow_fitting *work,
                             const struct sow_triangle *from, double penalty,
                             struct sow_estimate *estimate, struct sow_err *err)
{
    sow_triangle_release(&estimate->factor);
    const struct sow_estimate *whole = &work->whole;
    memmove(estimate->chosen, whole->chosen, whole->count * sizeof *whole->chosen);
    estimate->count = whole->count;
    estimate->chosen[estimate->count] = work->terms;
    enum sow_status status =
        penalty > 0
            ? select_penalised(work, from, penalty, estimate, err)
            : sow_triangle_choose(from, estimate->chosen, &estimate->count,
                                  work->options.tolerance, &estimate->factor, err);
    if (status != SOW_OK)
        return status;
    double *solution = estimate->step;
    sow_triangle_solve(&estimate->factor, estimate->count, estimate->count, solution);
    memset(estimate->b, 0, work->terms * sizeof *estimate->b);
    for (size_t i = 0; i < estimate->count; i++)
        estimate->b[estimate->chosen[i]] = solution[i];
    estimate->converged = true;
    return SOW_OK;
}

/* ---- Out of sample ---- */

enum sow_status sow_linear_score(struct sow_fitting *work, const struct sow_parts *parts,
                                 double penalty, double *score, double *standard_error,
                                 struct sow_err *err)
{
    double squares = 0;
    double weight = 0;
    double scores[SOW_FOLDS_MAX];
    for (int i = 0; i < parts->count; i++) {
        struct sow_estimate *fold = &work->folds[i];
        enum sow_status status = solve(work, &parts->train[i], penalty, fold, err);
        if (status != SOW_OK)
            return status;
        double bias = 0;
        double of_fold = sow_triangle_errors(&parts->part[i], fold->b, &bias);
        double in_fold = sow_triangle_squares(&parts->part[i], 0, 0, 1);
        scores[i] = sqrt(of_fold / in_fold);
        squares += of_fold;
        weight += in_fold;
    }
    *score = sqrt(squares / weight);
    *standard_error = sow_spread_of_mean(scores, parts->count);
    return SOW_OK;
}

enum sow_status sow_fit_least_squares(struct sow_fitting *work, struct sow_err *err)
{
    enum sow_status status = sow_fitting_begin(work, err);
    if (status != SOW_OK)
        return status;
    for (size_t j = 0; j < work->terms && work->ols != NULL; j++)
        work->whole.b[j] = work->ols->terms[j].estimate;
    work->whole.converged = true;
    for (int i = 0; status == SOW_OK && i < work->options.folds; i++)
        status = solve(work, &work->parts.train[i], 0, &work->folds[i], err);
    return status;
}

/* ---- The penalty ---- */

double sow_penalty_at(int index)
{
    /* 10^0, 10^(1/4), 10^(2/4) and 10^(3/4) */
    static const double STEPS[SOW_PENALTIES_A_DECADE] = {
        1, 1.7782794100389228, 3.1622776601683795, 5.6234132519034908};
    static const double DECADES[] = {1e-7, 1e-6, 1e-5, 1e-4, 1e-3,
                                     1e-2, 1e-1, 1,    10,   100};
    return DECADES[index / SOW_PENALTIES_A_DECADE] *
           STEPS[index % SOW_PENALTIES_A_DECADE];
}

/* Scores out of sample of all penalties, by index. */
struct penalties {
    double score[SOW_PENALTIES];
    double standard_error[SOW_PENALTIES];
};

/* Returns the index of the chosen penalty: the largest with the lowest score or, by
 * SOW_RULE_ONE_ERROR, the largest within one standard error of it. */
static int choose_penalty(const struct penalties *tried, int rule)
{
    int best = 0;
    for (int i = 1; i < SOW_PENALTIES; i++)
        if (tried->score[i] <= tried->score[best])
            best = i;
    double allowed = tried->score[best] + tried->standard_error[best];
    int chosen = best;
    for (int i = best; rule == SOW_RULE_ONE_ERROR && i < SOW_PENALTIES; i++)
        if (tried->score[i] <= allowed)
            chosen = i;
    return chosen;
}

/* Appends a step for each penalty tried to the model. On failure, returns SOW_NO_MEMORY
 * and keeps the steps appended so far. */
static enum sow_status record_penalties(struct sow_fitting *work,
                                        const struct penalties *tried, int chosen,
                                        struct sow_err *err)
{
    enum sow_status status = SOW_OK;
    for (int i = 0; status == SOW_OK && i < SOW_PENALTIES; i++) {
        struct sow_model_step step = {.action = SOW_STEP_PENALTY,
                                      .column = -1,
                                      .penalty = sow_penalty_at(i),
                                      .score = tried->score[i],
                                      .standard_error = tried->standard_error[i],
                                      .chosen = i == chosen};
        status = sow_fitting_record(work, &step, err);
    }
    return status;
}

enum sow_status sow_ridge_choose(struct sow_fitting *work, bool record, double *penalty,
                                 double *score, double *standard_error,
                                 struct sow_err *err)
{
    struct penalties tried;
    for (int i = 0; i < SOW_PENALTIES; i++) {
        enum sow_status status =
            sow_linear_score(work, &work->parts, sow_penalty_at(i), &tried.score[i],
                             &tried.standard_error[i], err);
        if (status != SOW_OK)
            return status;
    }
    int chosen = choose_penalty(&tried, work->options.rule);
    *penalty = sow_penalty_at(chosen);
    *score = tried.score[chosen];
    *standard_error = tried.standard_error[chosen];
    return record ? record_penalties(work, &tried, chosen, err) : SOW_OK;
}

enum sow_status sow_fit_ridge(struct sow_fitting *work, struct sow_err *err)
{
    enum sow_status status = sow_fitting_begin(work, err);
    double score = 0;
    double standard_error = 0;
    work->penalty = work->options.penalty;
    if (status == SOW_OK && !(work->penalty > 0))
        status =
            sow_ridge_choose(work, true, &work->penalty, &score, &standard_error, err);
    if (status == SOW_OK)
        status = solve(work, &work->all, work->penalty, &work->whole, err);
    for (int i = 0; status == SOW_OK && i < work->options.folds; i++)
        status = solve(work, &work->parts.train[i], work->penalty, &work->folds[i], err);
    return status;
}
