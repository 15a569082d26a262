/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sow/learn/model.h"

#include "criterion.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Functions that fit, by enum sow_method_id. */
static enum sow_status (*const ESTIMATES[SOW_METHODS])(struct sow_fitting *,
                                                       struct sow_err *) = {
    [SOW_METHOD_LEAST_SQUARES] = sow_fit_least_squares,
    [SOW_METHOD_RIDGE] = sow_fit_ridge,
    [SOW_METHOD_ROBUST] = sow_fit_robust,
    [SOW_METHOD_LOGISTIC] = sow_fit_newton,
    [SOW_METHOD_PREFERENCE] = sow_fit_newton,
};

/* Functions to minimise, by enum sow_method_id. */
static const struct sow_criterion *const CRITERIA[SOW_METHODS] = {
    &sow_criterion_linear,   &sow_criterion_linear,     &sow_criterion_robust,
    &sow_criterion_logistic, &sow_criterion_preference,
};

void sow_model_free(struct sow_model *model)
{
    if (model == NULL)
        return;
    for (int j = 0; j < model->term_count; j++)
        free(model->terms[j].note);
    free(model->terms);
    free(model->measures);
    free(model->folds);
    free(model->steps);
    free(model->bins);
    free(model);
}

double sow_model_eta(const struct sow_model *model, const double *x)
{
    double eta = model->terms[0].estimate;
    for (int j = 1; j < model->term_count; j++)
        eta += model->terms[j].estimate * x[j - 1];
    return eta;
}

double sow_model_predict(const struct sow_model *model, const double *x)
{
    double eta = sow_model_eta(model, x);
    return model->method->link == SOW_LINK_LOGIT ? sow_probability(eta) : eta;
}

double sow_model_measure(const struct sow_model *model, enum sow_rows_seen sample,
                         const char *name)
{
    for (int i = 0; i < model->measure_count; i++)
        if (model->measures[i].sample == sample &&
            strcmp(model->measures[i].name, name) == 0)
            return model->measures[i].value;
    return (double)NAN;
}

/* ---- Fitting ---- */

/* Asserts that all options are within the ranges of sow_model_params. */
static void check_options(const struct sow_model_options *options)
{
    assert(options->method >= 0 && options->method < SOW_METHODS);
    assert(options->dependent >= 0 && options->dependent < SOW_DEPENDENTS);
    assert(options->errors >= 0 && options->errors < SOW_ERRORS);
    assert(options->rule >= 0 && options->rule < SOW_RULES);
    assert(options->loss >= 0 && options->loss < SOW_LOSSES);
    assert(options->folds >= 0 && options->folds <= SOW_FOLDS_MAX);
    assert(options->level > 0 && options->level < 1);
    assert(options->tolerance > 0 && options->tolerance < 1);
    assert(options->penalty >= 0 && options->tuning >= 0);
    assert(options->select_most >= 0 && options->iterations >= 1);
    (void)options;
}

enum sow_status sow_model_check(const struct sow_model_options *options,
                                struct sow_err *err)
{
    check_options(options);
    if (options->folds == 1)
        return sow_err_blame(
            err,
            sow_err_set(
                err, SOW_USAGE,
                "1 fold leaves no rows to fit; ask for 2 folds or more, or 0 for none"),
            "folds");
    if (options->folds > 0)
        return SOW_OK;
    if (options->select)
        return sow_err_blame(
            err,
            sow_err_set(
                err, SOW_USAGE,
                "selecting columns needs scores out of sample; ask for 2 folds or more"),
            "select");
    if (options->method == SOW_METHOD_RIDGE && !(options->penalty > 0))
        return sow_err_blame(
            err,
            sow_err_set(
                err, SOW_USAGE,
                "choosing a penalty needs scores out of sample; give a penalty, or ask "
                "for 2 folds or more"),
            "penalty");
    return SOW_OK;
}

/* Allocates the arrays of a fit and copies the flags @p use, where NULL means all
 * columns. After SOW_NO_MEMORY, the caller frees what was allocated. */
static enum sow_status allocate_work(struct sow_fitting *work, const bool *use,
                                     struct sow_err *err)
{
    size_t folds = (size_t)work->options.folds;
    work->model = calloc(1, sizeof *work->model);
    work->use = calloc(work->columns + 1, sizeof *work->use);
    work->mean = calloc(2 * work->terms, sizeof *work->mean);
    work->fold_groups = calloc(2 * (folds + 1), sizeof *work->fold_groups);
    if (work->model == NULL || work->use == NULL || work->mean == NULL ||
        work->fold_groups == NULL)
        return sow_err_no_memory(err);
    work->sd = work->mean + work->terms;
    work->fold_rows = work->fold_groups + folds + 1;
    for (size_t j = 0; j < work->columns; j++)
        work->use[j] = use == NULL || use[j];
    return sow_estimate_init(&work->whole, work->terms, SOW_NOTHING_LEFT_OUT, err);
}

/* Copies the facts about a finished fit into work->model, except terms, measures and
 * lists. */
static void describe_model(const struct sow_fitting *work)
{
    struct sow_model *model = work->model;
    model->method = work->method;
    model->target = work->source->columns->target;
    model->intercept = work->options.intercept;
    model->exact = work->method->link == SOW_LINK_IDENTITY && work->ols->exact;
    model->converged = work->whole.converged;
    model->errors = work->options.errors;
    model->level = work->options.level;
    model->rows = work->rows;
    model->groups = work->groups;
    model->sets = work->census.sets;
    model->rank = (int)work->whole.count;
    model->iterations = work->whole.iterations;
    model->penalty = work->penalty;
}

/* Runs all steps of a fit: first pass, selection if asked for, estimates, terms, measures
 * and bins. Fails with the first failure of a step. */
static enum sow_status fit_model(struct sow_fitting *work, struct sow_err *err)
{
    enum sow_status status = sow_fitting_survey(work, err);
    if (status == SOW_OK && work->options.select)
        status = sow_fitting_select(work, err);
    work->options.select = false;
    if (status == SOW_OK)
        status = work->estimate(work, err);
    if (status != SOW_OK)
        return status;
    describe_model(work);
    status = sow_fitting_terms(work, err);
    if (status == SOW_OK)
        status = sow_fitting_judge(work, err);
    if (status == SOW_OK)
        status = sow_fitting_bins(work, err);
    return status;
}

enum sow_status sow_model_fit(const struct sow_rows *rows, const bool *use,
                              const struct sow_model_options *options,
                              struct sow_model **model, struct sow_err *err)
{
    const struct sow_method *method = &sow_methods[options->method];
    size_t columns = (size_t)rows->columns->count;
    struct sow_fitting work = {.source = rows,
                               .method = method,
                               .estimate = ESTIMATES[options->method],
                               .criterion = CRITERIA[options->method],
                               .options = *options,
                               .penalty = (double)NAN,
                               .columns = columns,
                               .terms = columns + 1};
    work.options.intercept = options->intercept && method->has_intercept;
    enum sow_status status = sow_model_check(options, err);
    if (status != SOW_OK)
        return status;
    status = allocate_work(&work, use, err);
    if (status == SOW_OK)
        status = fit_model(&work, err);
    if (status == SOW_OK) {
        *model = work.model;
        work.model = NULL;
    }
    sow_fitting_rewind(&work);
    sow_parts_release(&work.parts);
    sow_triangle_release(&work.all);
    sow_design_free(work.design);
    sow_model_free(work.model);
    free(work.use);
    free(work.mean);
    free(work.fold_groups);
    return status;
}
