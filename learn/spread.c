/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Standard errors, tests and confidence intervals of coefficients. */
#include "criterion.h"
#include "sow/learn/tails.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- Clustered ---- */

/* A pass that computes the diagonal of the sandwich. For each coefficient it is the sum,
 * over the groups, of the square of B^-1 u. */
struct clustering {
    struct sow_fitting *work;   /* the finished fit */
    int64_t group;              /* group of u; -1 before the first */
    double *u;                  /* sum of the group's scores, for every term */
    double *z;                  /* B^-1 u, for the chosen terms */
    double *squares;            /* the diagonal, for the chosen terms */
    struct sow_scratch scratch; /* room for one observation */
};

/* Adds the square of B^-1 u to the diagonal for the group collected, and sets u to 0. */
static void close_group(struct clustering *clustering)
{
    const struct sow_fitting *work = clustering->work;
    const struct sow_estimate *whole = &work->whole;
    for (size_t a = 0; a < whole->count; a++)
        clustering->z[a] = clustering->u[whole->chosen[a]];
    sow_triangle_apply_inverse(&whole->factor, whole->count, clustering->z);
    for (size_t a = 0; a < whole->count; a++)
        clustering->squares[a] += clustering->z[a] * clustering->z[a];
    memset(clustering->u, 0, work->terms * sizeof *clustering->u);
}

/* Adds the scores of one observation to its group; closes the group before if it is
 * another one. Never fails. A sow_observation_fn whose @p taker is a struct
 * clustering. */
static enum sow_status take_clustering(void *taker, const struct sow_observation *seen,
                                       struct sow_err *err)
{
    (void)err;
    struct clustering *clustering = taker;
    const struct sow_fitting *work = clustering->work;
    struct sow_scratch *scratch = &clustering->scratch;
    if (seen->group != clustering->group && clustering->group >= 0)
        close_group(clustering);
    clustering->group = seen->group;
    sow_eta_fill(seen, work->whole.b, work->columns, scratch->eta);
    (void)work->criterion->pull(work, &work->whole, seen, scratch->eta, scratch->pull);
    for (size_t i = 0; i < seen->count; i++) {
        double pull = seen->weight * scratch->pull[i];
        const double *x = seen->x + i * work->columns;
        clustering->u[0] += pull;
        for (size_t j = 0; j < work->columns; j++)
            clustering->u[1 + j] += pull * x[j];
    }
    return SOW_OK;
}

/* Writes clustered standard errors of the chosen terms to @p errors, from one pass, and
 * sets the model's freedom. There are at least two groups, and more rows than terms. On
 * failure both are unchanged. */
static enum sow_status cluster(struct sow_fitting *work, double *errors,
                               struct sow_err *err)
{
    struct clustering *clustering = calloc(1, sizeof *clustering);
    double *room = calloc(3 * work->terms, sizeof *room);
    enum sow_status status = SOW_OK;
    if (clustering == NULL || room == NULL) {
        status = sow_err_no_memory(err);
        goto done;
    }
    clustering->work = work;
    clustering->group = -1;
    clustering->u = room;
    clustering->z = room + work->terms;
    clustering->squares = clustering->z + work->terms;
    status =
        sow_observe(work->source, work->method, take_clustering, clustering, NULL, err);
    if (status != SOW_OK)
        goto done;
    close_group(clustering);
    double groups = (double)work->groups;
    double n = (double)(work->method->has_sets ? work->census.sets : work->rows);
    double k = (double)work->whole.count;
    double factor = groups / (groups - 1) * ((n - 1) / (n - k));
    for (size_t a = 0; a < work->whole.count; a++)
        errors[a] = sqrt(factor * clustering->squares[a]);
    work->model->freedom =
        work->method->link == SOW_LINK_IDENTITY ? groups - 1 : (double)NAN;
done:
    free(room);
    free(clustering);
    return status;
}

/* ---- Classical ---- */

/* Computes the square roots of the diagonal of (R'R)^-1 for the chosen terms. Returns
 * SOW_OK or SOW_NO_MEMORY. */
static enum sow_status invert_diagonal(const struct sow_fitting *work, double *roots,
                                       struct sow_err *err)
{
    const struct sow_estimate *whole = &work->whole;
    size_t count = whole->count;
    double *inverse = malloc((count * count + 1) * sizeof *inverse);
    if (inverse == NULL)
        return sow_err_no_memory(err);
    sow_triangle_invert(&whole->factor, count, inverse);
    for (size_t a = 0; a < count; a++) {
        double squares = 0;
        for (size_t b = a; b < count; b++)
            squares += inverse[a * count + b] * inverse[a * count + b];
        roots[a] = sqrt(squares);
    }
    free(inverse);
    return SOW_OK;
}

/* Returns the residual standard error of ridge: sqrt(squared errors / (rows - effective
 * parameters)). */
static double ridge_deviation(const struct sow_fitting *work)
{
    double bias = 0;
    double squares = sow_triangle_errors(&work->all, work->whole.b, &bias);
    return sqrt(squares / ((double)work->rows - work->effective));
}

/* Computes for ridge the square roots of the diagonal of A^-1 F'F A^-1, and the effective
 * parameters: the trace of F A^-1 F'. Here A = X'WX + penalties, and F'F = X'WX. Both are
 * sums over the rows of F. The caller sets @p roots to 0 before. Returns SOW_OK or
 * SOW_NO_MEMORY. */
static enum sow_status spread_ridge(struct sow_fitting *work, double *roots,
                                    struct sow_err *err)
{
    struct sow_estimate *whole = &work->whole;
    size_t count = whole->count;
    struct sow_triangle plain;
    double *z = calloc(count + 1, sizeof *z);
    if (z == NULL)
        return sow_err_no_memory(err);
    enum sow_status status =
        sow_triangle_select(&work->all, whole->chosen, count, &plain, err);
    if (status != SOW_OK) {
        free(z);
        return status;
    }
    work->effective = 0;
    for (size_t i = 0; i < count; i++) {
        const double *row = plain.cell + i * count;
        memcpy(z, row, count * sizeof *z);
        sow_triangle_apply_inverse(&whole->factor, count, z);
        for (size_t a = 0; a < count; a++) {
            roots[a] += z[a] * z[a];
            work->effective += row[a] * z[a];
        }
    }
    for (size_t a = 0; a < count; a++)
        roots[a] = sqrt(roots[a]);
    sow_triangle_release(&plain);
    free(z);
    return SOW_OK;
}

/* Computes classical standard errors of the chosen terms into @p errors, which are 0
 * before, and the degrees of freedom of the model. For robust, this replaces the factor
 * by that of the loss, which the sandwich needs. Returns SOW_OK, SOW_NO_MEMORY or a
 * status of sow_robust_spread. */
static enum sow_status classical(struct sow_fitting *work, double *errors,
                                 struct sow_err *err)
{
    double deviation = 1;
    double n = (double)work->rows;
    enum sow_method_id id = (enum sow_method_id)(work->method - sow_methods);
    enum sow_status status = id == SOW_METHOD_RIDGE ? spread_ridge(work, errors, err)
                                                    : invert_diagonal(work, errors, err);
    if (status != SOW_OK)
        return status;
    work->model->freedom = n - (double)work->whole.count;
    if (id == SOW_METHOD_LEAST_SQUARES) {
        deviation = work->ols->residual_sd;
    } else if (id == SOW_METHOD_RIDGE) {
        work->model->freedom = n - work->effective;
        deviation = ridge_deviation(work);
    } else if (id == SOW_METHOD_ROBUST) {
        status = sow_robust_spread(work, &deviation, err);
    } else {
        work->model->freedom = (double)NAN;
    }
    for (size_t a = 0; a < work->whole.count; a++)
        errors[a] *= deviation;
    return status;
}

/* ---- Terms ---- */

/* Fills a fitted term: estimate, error, t, p and interval, by the t distribution of the
 * model's freedom or by the normal one if that is NaN. */
static void test_term(const struct sow_model *model, struct sow_ols_term *term,
                      double estimate, double standard_error)
{
    bool is_normal = isnan(model->freedom);
    double quantile = is_normal ? sow_quantile_normal(model->level)
                                : sow_quantile_student(model->level, model->freedom);
    term->estimate = estimate;
    term->standard_error = standard_error;
    term->t = estimate / standard_error;
    term->p =
        is_normal ? sow_tail_normal(term->t) : sow_tail_student(term->t, model->freedom);
    term->low = estimate - quantile * standard_error;
    term->high = estimate + quantile * standard_error;
}

/* Moves the terms of the least squares fit into the model, with their notes. Preference
 * gets means and deviations of the alternatives instead of those of differences. */
static void take_terms(struct sow_fitting *work)
{
    struct sow_model *model = work->model;
    model->terms = work->ols->terms;
    model->term_count = work->ols->term_count;
    work->ols->terms = NULL;
    work->ols->term_count = 0;
    for (size_t j = 0; work->method->has_sets && j < work->columns; j++) {
        model->terms[1 + j].mean = work->mean[j];
        model->terms[1 + j].sd = work->sd[j];
    }
}

enum sow_status sow_fitting_terms(struct sow_fitting *work, struct sow_err *err)
{
    double *errors = calloc(work->terms, sizeof *errors);
    if (errors == NULL)
        return sow_err_no_memory(err);
    enum sow_status status = classical(work, errors, err);
    if (status == SOW_OK && work->options.errors == SOW_ERRORS_CLUSTERED)
        status = cluster(work, errors, err);
    if (status == SOW_OK) {
        take_terms(work);
        const struct sow_estimate *whole = &work->whole;
        for (size_t a = 0; a < whole->count; a++)
            test_term(work->model, &work->model->terms[whole->chosen[a]],
                      whole->b[whole->chosen[a]], errors[a]);
    }
    free(errors);
    return status;
}
