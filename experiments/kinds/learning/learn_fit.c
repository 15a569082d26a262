/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Fits weights to the labelled positions of a round. */
#include "learn_fit.h"

#include "learn_options.h"

#include "sow/learn/lstd.h"
#include "sow/learn/model.h"
#include "sow/players/fit_columns.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Most folds of the cross-validation. */
enum { FOLDS_MOST = 10 };

/* Returns the number of folds for at least one row: at most FOLDS_MOST, and at most one
   for each pair of games. Returns 0, which gives no figures out of sample, if there is
   only one pair. */
static int folds_of(const struct learn_rows *rows)
{
    int64_t pairs = rows->row[rows->count - 1].game / 2 + 1;
    return pairs >= FOLDS_MOST ? FOLDS_MOST : pairs >= 2 ? (int)pairs : 0;
}

/* ---- Targets ---- */

/* A fit that is being made. */
struct work {
    const struct learn_fitting *fitting;
    const struct sow_model *link; /* result by value of a search, for logistic; or NULL */
};

/* Returns the result of a margin: 1 for a margin above 0, 0.5 for 0, and 0 below. */
static double result_of(int margin)
{
    return margin > 0 ? 1 : margin < 0 ? 0 : 0.5;
}

/* Returns the final margin of the game of a row, in seeds, for the player to move: the
   outcome as a value for ridge. */
static double margin_seeds(const struct work *work, const struct learn_row *row)
{
    (void)work;
    return row->margin;
}

/* Returns the result of the game of a row for the player to move, 1, 0.5 or 0: the
   outcome as a value for logistic. */
static double margin_result(const struct work *work, const struct learn_row *row)
{
    (void)work;
    return result_of(row->margin);
}

/* Returns the value by search of a row for the player to move, in seeds, for ridge. */
static double search_seeds(const struct work *work, const struct learn_row *row)
{
    (void)work;
    return row->searched;
}

/* Returns the probability of a win, which the link predicts from the value by search of a
   row, for logistic. There must be a link. */
static double search_result(const struct work *work, const struct learn_row *row)
{
    return sow_model_predict(work->link, &row->searched);
}

/* Returns the margin of a row under perfect play for the player to move, in seeds, for
   ridge. The row must be solved. */
static double exact_seeds(const struct work *work, const struct learn_row *row)
{
    (void)work;
    return row->exact;
}

/* Returns the result of a row under perfect play for the player to move, 1, 0.5 or 0, for
   logistic. The row must be solved. */
static double exact_result(const struct work *work, const struct learn_row *row)
{
    (void)work;
    return result_of(row->exact);
}

/* Functions that give the value of a row, by source and method. */
static double (*const VALUES[LEARN_SOURCES][SOW_LEARN_METHODS])(
    const struct work *,
    const struct learn_row *) = {[LEARN_OUTCOME] = {margin_seeds, margin_result},
                                 [LEARN_SEARCH] = {search_seeds, search_result},
                                 [LEARN_EXACT] = {exact_seeds, exact_result}};

/* Returns the target of a row: the values of the first and the second source, mixed by
   the share of the second. With a single source that counts alone, and so does the other
   source for a row without an exact value. */
static double target_of(const struct work *work, const struct learn_row *row)
{
    const struct learn_targets *targets = work->fitting->targets;
    int method = work->fitting->options->method;
    double share = targets->share;
    if (targets->source[0] == targets->source[1] ||
        (targets->source[1] == LEARN_EXACT && !row->solved))
        share = 0;
    if (targets->source[0] == LEARN_EXACT && !row->solved)
        share = 1;
    double second = share > 0 ? VALUES[targets->source[1]][method](work, row) : 0;
    double first = share < 1 ? VALUES[targets->source[0]][method](work, row) : 0;
    return share * second + (1 - share) * first;
}

/* ---- Rows ---- */

/* Writes the features of a row as numbers to @p x, which has room for fitting->count of
   them. */
static void fill_features(const struct learn_fitting *fitting,
                          const struct learn_row *row, double *x)
{
    for (int k = 0; k < fitting->count; k++)
        x[k] = row->value[k];
}

/* Returns a row for a model, with the target @p y and weight 1; its group is the game. It
   borrows the columns @p x. */
static struct sow_row row_of(const struct learn_row *row, const double *x, double y)
{
    return (struct sow_row){
        .x = x, .y = y, .weight = 1, .group = row->game, .stratum = SOW_NO_STRATUM};
}

/* Hands every row, with its features and its target, to @p take until that fails (`each`
   of struct sow_rows). @p context is a struct work. Returns the status of @p take. */
static enum sow_status each_row(void *context, sow_row_fn *take, void *taker,
                                struct sow_err *err)
{
    const struct work *work = context;
    const struct learn_rows *rows = work->fitting->rows;
    enum sow_status status = SOW_OK;
    for (size_t i = 0; i < rows->count && status == SOW_OK; i++) {
        double x[SOW_AGENT_TERMS_MAX];
        fill_features(work->fitting, &rows->row[i], x);
        struct sow_row row = row_of(&rows->row[i], x, target_of(work, &rows->row[i]));
        status = take(taker, &row, err);
    }
    return status;
}

/* Hands every row to @p take until that fails (`each` of struct sow_rows, for the link).
   The only column is the value by search, and the target is the result of the game. The
   context is a struct work. Returns the status of @p take. */
static enum sow_status each_result(void *context, sow_row_fn *take, void *taker,
                                   struct sow_err *err)
{
    const struct work *work = context;
    const struct learn_rows *rows = work->fitting->rows;
    enum sow_status status = SOW_OK;
    for (size_t i = 0; i < rows->count && status == SOW_OK; i++) {
        const struct learn_row *from = &rows->row[i];
        struct sow_row row = row_of(from, &from->searched, result_of(from->margin));
        status = take(taker, &row, err);
    }
    return status;
}

/* Hands every row to @p take as a step of the chain of its game, with the margin and the
   side to move (`each` of struct sow_lstd_rows). The context is a struct work. */
static void each_step(void *context, sow_lstd_row_fn *take, void *taker)
{
    const struct work *work = context;
    const struct learn_rows *rows = work->fitting->rows;
    for (size_t i = 0; i < rows->count; i++) {
        const struct learn_row *from = &rows->row[i];
        double x[SOW_AGENT_TERMS_MAX];
        fill_features(work->fitting, from, x);
        struct sow_lstd_row row = {x, from->margin, from->south ? 1 : -1, from->game};
        take(taker, &row);
    }
}

/* ---- Fits ---- */

/* Weights of a fit, in seeds. */
struct weights {
    double intercept;
    double feature[SOW_AGENT_TERMS_MAX]; /* weights in the order of the columns */
    double r2, rmse;                     /* out of sample; NaN if not defined */
};

/* Makes the evaluator of a fit, seen by the player to move; the intercept becomes the
   weight of `to_move`. Leaves out features whose weight is 0 or not finite. Fails with
   SOW_BAD_DATA if none is left. */
static enum sow_status make_agent(const struct learn_fitting *fitting,
                                  const struct weights *weights, struct sow_agent *agent,
                                  struct sow_err *err)
{
    int feature[SOW_AGENT_TERMS_MAX];
    double weight[SOW_AGENT_TERMS_MAX];
    int to_move = sow_state_feature_find("to_move");
    int count = 0;
    for (int k = 0; k < fitting->count; k++) {
        /* Ridge also fits columns that depend on others. */
        if (!isfinite(weights->feature[k]) || weights->feature[k] == 0 ||
            fitting->features[k] == to_move)
            continue;
        feature[count] = fitting->features[k];
        weight[count++] = weights->feature[k];
    }
    if (count == 0)
        return sow_err_set(err, SOW_BAD_DATA,
                           "no feature varies in the positions: raise --positions or "
                           "name other --features");
    sow_fit_columns_of_mover(agent, feature, weight, count, weights->intercept);
    return SOW_OK;
}

/* Copies the intercept, the weights of @p count features, and the R squared and root mean
   squared error out of sample of a model to @p weights. */
static void take_model(const struct sow_model *model, int count, struct weights *weights)
{
    weights->intercept = model->terms[0].estimate;
    for (int k = 0; k < count; k++)
        weights->feature[k] = model->terms[1 + k].estimate;
    weights->r2 = sow_model_measure(model, SOW_SAMPLE_OUT, "r2");
    weights->rmse = sow_model_measure(model, SOW_SAMPLE_OUT, "rmse");
}

/* Fits a model of the targets with the features as its columns, with the option `ridge`
   as its penalty and cross-validation; the caller frees @p model. Fails as
   sow_model_fit. */
static enum sow_status fit_features(struct work *work, enum sow_method_id method,
                                    struct sow_model **model, struct sow_err *err)
{
    const struct learn_fitting *fitting = work->fitting;
    const char *names[SOW_AGENT_TERMS_MAX];
    for (int k = 0; k < fitting->count; k++)
        names[k] = sow_state_features.rows[fitting->features[k]].name;
    struct sow_design_columns columns = {fitting->count, names, "target"};
    struct sow_rows rows = {&columns, each_row, work};
    struct sow_model_options options;
    sow_param_defaults(&sow_model_params, &options);
    options.method = (int)method;
    options.penalty = fitting->options->ridge;
    options.errors = SOW_ERRORS_CLASSICAL;
    options.folds = folds_of(fitting->rows);
    return sow_model_fit(&rows, NULL, &options, model, err);
}

/* Fits targets in seeds by ridge regression, or by least squares if the penalty is 0, and
   writes the weights. Fails as fit_features. */
static enum sow_status fit_ridge(struct work *work, struct weights *weights,
                                 struct sow_err *err)
{
    const struct learn_fitting *fitting = work->fitting;
    struct sow_model *model = NULL;
    enum sow_status status = fit_features(
        work, fitting->options->ridge > 0 ? SOW_METHOD_RIDGE : SOW_METHOD_LEAST_SQUARES,
        &model, err);
    if (status == SOW_OK)
        take_model(model, fitting->count, weights);
    sow_model_free(model);
    return status;
}

/* Fits the link: the results of games by their values by search, in a logistic regression
   without an intercept, so that equal chances have the value 0. The caller frees @p link.
   Fails as sow_model_fit. */
static enum sow_status fit_link(struct work *work, struct sow_model **link,
                                struct sow_err *err)
{
    static const char *const NAMES[] = {"value by search"};
    static const struct sow_design_columns COLUMNS = {1, NAMES, "result"};
    struct sow_rows rows = {&COLUMNS, each_result, work};
    struct sow_model_options options;
    sow_param_defaults(&sow_model_params, &options);
    options.method = SOW_METHOD_LOGISTIC;
    options.intercept = false;
    options.errors = SOW_ERRORS_CLASSICAL;
    options.folds = 0;
    return sow_model_fit(&rows, NULL, &options, link, err);
}

/* Sets @p seeds to the seeds that one unit of log odds is worth: the least-squares slope,
   through 0, of final margins over the log odds that the model predicts. Fails with
   SOW_BAD_DATA if the slope is not above 0. */
static enum sow_status measure_unit(const struct learn_fitting *fitting,
                                    const struct sow_model *model, double *seeds,
                                    struct sow_err *err)
{
    double products = 0;
    double squares = 0;
    for (size_t i = 0; i < fitting->rows->count; i++) {
        const struct learn_row *row = &fitting->rows->row[i];
        double x[SOW_AGENT_TERMS_MAX];
        fill_features(fitting, row, x);
        double odds = sow_model_eta(model, x);
        products += odds * row->margin;
        squares += odds * odds;
    }
    *seeds = products / squares;
    return squares > 0 && products > 0
               ? SOW_OK
               : sow_err_set(err, SOW_BAD_DATA,
                             "fitted results do not rise with the final margins: raise "
                             "--positions");
}

/* Fits results by logistic regression, and turns the weights from log odds into seeds. If
   a search is a source, first fits the link and keeps it in @p work during the fit. Fails
   as fit_link, fit_features and measure_unit. */
static enum sow_status fit_logistic(struct work *work, struct weights *weights,
                                    struct sow_err *err)
{
    const struct learn_fitting *fitting = work->fitting;
    struct sow_model *link = NULL;
    struct sow_model *model = NULL;
    double seeds = 1;
    enum sow_status status =
        fitting->targets->template != NULL ? fit_link(work, &link, err) : SOW_OK;
    work->link = link;
    if (status == SOW_OK) {
        struct sow_err fault;
        status = fit_features(work, SOW_METHOD_LOGISTIC, &model, &fault);
        if (status != SOW_OK)
            status = sow_err_set(err, status, "%s%s", fault.text,
                                 status == SOW_BAD_DATA ? " (--features all,-NAME)" : "");
    }
    if (status == SOW_OK)
        status = measure_unit(fitting, model, &seeds, err);
    if (status == SOW_OK) {
        take_model(model, fitting->count, weights);
        weights->intercept *= seeds;
        for (int k = 0; k < fitting->count; k++)
            weights->feature[k] *= seeds;
    }
    sow_model_free(link);
    sow_model_free(model);
    return status;
}

/* Fits the games by LSTD(lambda), with the option `ridge` as its penalty, and writes the
   weights. Fails as sow_lstd_fit. */
static enum sow_status fit_chains(struct work *work, double lambda,
                                  struct weights *weights, struct sow_err *err)
{
    const struct learn_fitting *fitting = work->fitting;
    struct sow_lstd_rows rows = {fitting->count, each_step, work};
    struct sow_lstd_options options = {.lambda = lambda,
                                       .penalty = fitting->options->ridge,
                                       .folds = folds_of(fitting->rows)};
    struct sow_lstd_fit fit;
    enum sow_status status = sow_lstd_fit(&rows, &options, &fit, err);
    if (status != SOW_OK)
        return status;
    weights->intercept = fit.intercept;
    memcpy(weights->feature, fit.weights, (size_t)fitting->count * sizeof *fit.weights);
    weights->r2 = fit.r2;
    weights->rmse = fit.rmse;
    sow_lstd_release(&fit);
    return SOW_OK;
}

enum sow_status sow_learn_fit(const struct learn_fitting *fitting,
                              struct learn_fitted *fitted, struct sow_err *err)
{
    static enum sow_status (*const FITS[SOW_LEARN_METHODS])(
        struct work *, struct weights *, struct sow_err *) = {
        [SOW_LEARN_RIDGE] = fit_ridge, [SOW_LEARN_LOGISTIC] = fit_logistic};
    struct work work = {.fitting = fitting};
    struct weights weights;
    struct sow_agent agent;
    double lambda;
    (void)sow_learn_lambda_read(fitting->options, &lambda);
    enum sow_status status = isnan(lambda)
                                 ? FITS[fitting->options->method](&work, &weights, err)
                                 : fit_chains(&work, lambda, &weights, err);
    if (status == SOW_OK)
        status = make_agent(fitting, &weights, &agent, err);
    if (status == SOW_OK)
        *fitted = (struct learn_fitted){agent, weights.r2, weights.rmse};
    return status;
}
