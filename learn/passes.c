/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "criterion.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- Estimates ---- */

enum sow_status sow_estimate_init(struct sow_estimate *estimate, size_t terms,
                                  int left_out, struct sow_err *err)
{
    *estimate = (struct sow_estimate){.left_out = left_out};
    estimate->b = calloc(4 * terms, sizeof *estimate->b);
    estimate->chosen = calloc(terms + 1, sizeof *estimate->chosen);
    if (estimate->b == NULL || estimate->chosen == NULL) {
        sow_estimate_release(estimate);
        return sow_err_no_memory(err);
    }
    estimate->gradient = estimate->b + terms;
    estimate->step = estimate->gradient + terms;
    estimate->previous = estimate->step + terms;
    return SOW_OK;
}

void sow_estimate_release(struct sow_estimate *estimate)
{
    free(estimate->b);
    free(estimate->chosen);
    sow_triangle_release(&estimate->factor);
    *estimate = (struct sow_estimate){0};
}

enum sow_status sow_fitting_blame(const struct sow_estimate *estimate,
                                  enum sow_status status, struct sow_err *err)
{
    if (status == SOW_BAD_DATA && err != NULL &&
        estimate->left_out != SOW_NOTHING_LEFT_OUT)
        return sow_err_prefix(err, "leaving out fold %d", estimate->left_out);
    return status;
}

double sow_spread_of_mean(const double *values, int count)
{
    double mean = 0;
    for (int i = 0; i < count; i++)
        mean += values[i] / count;
    double squares = 0;
    for (int i = 0; i < count; i++)
        squares += (values[i] - mean) * (values[i] - mean);
    return sqrt(squares / (count - 1) / count);
}

double sow_fitting_norm(const struct sow_fitting *work, const double *step)
{
    double squares = 0;
    for (size_t i = 0; i < work->terms; i++) {
        double sum = 0;
        for (size_t j = i; j < work->terms; j++)
            sum += sow_triangle_at(&work->all, i, j) * step[j];
        squares += sum * sum;
    }
    return sqrt(squares / work->weight);
}

/* ---- Rows into factors ---- */

/* A pass that adds reweighted rows to designs. */
struct gathering {
    struct sow_fitting *work;              /* the fit */
    const struct sow_criterion *criterion; /* gives weights and gaps */
    const struct sow_estimate *at;         /* estimate at which rows are reweighted */
    struct sow_design **designs;           /* one for each fold, or a single one */
    bool by_fold;                          /* true if there is one for each fold */
    struct sow_scratch scratch;            /* room for one observation */
};

/* Returns the fold of an observation, counted from 0; 0 without folds. */
static int fold_of(const struct sow_fitting *work, const struct sow_observation *seen)
{
    int folds = work->options.folds;
    return folds > 0 ? sow_fold_of_group(seen->group, folds) : 0;
}

/* Adds the rows of a choice set to a design, less their mean with the weights in scratch.
 * `eta`, `gap` and `weight` of scratch must be filled; `mean` and `row` are overwritten.
 * The response of a row is its eta less the mean eta, plus its gap. Its weight is that of
 * the set times its own. Fails as sow_design_add does. */
static enum sow_status gather_set(struct gathering *gathering,
                                  const struct sow_observation *seen,
                                  struct sow_design *design, struct sow_err *err)
{
    struct sow_scratch *scratch = &gathering->scratch;
    size_t columns = gathering->work->columns;
    double *mean = scratch->mean;
    double mean_eta = 0;
    memset(mean, 0, columns * sizeof *mean);
    for (size_t i = 0; i < seen->count; i++) {
        mean_eta += scratch->weight[i] * scratch->eta[i];
        for (size_t j = 0; j < columns; j++)
            mean[j] += scratch->weight[i] * seen->x[i * columns + j];
    }
    for (size_t i = 0; i < seen->count; i++) {
        for (size_t j = 0; j < columns; j++)
            scratch->row[j] = seen->x[i * columns + j] - mean[j];
        double y = scratch->eta[i] - mean_eta + scratch->gap[i];
        enum sow_status status = sow_design_add(design, scratch->row, y,
                                                seen->weight * scratch->weight[i], err);
        if (status != SOW_OK)
            return status;
    }
    return SOW_OK;
}

/* Adds an observation to a design, with the weights and responses that the criterion
 * gives at the estimate gathering->at. The response of a row is its eta plus its gap.
 * Fails as sow_design_add does. */
static enum sow_status gather(struct gathering *gathering,
                              const struct sow_observation *seen,
                              struct sow_design *design, struct sow_err *err)
{
    const struct sow_fitting *work = gathering->work;
    struct sow_scratch *scratch = &gathering->scratch;
    sow_eta_fill(seen, gathering->at->b, work->columns, scratch->eta);
    gathering->criterion->reweigh(work, gathering->at, seen, scratch->eta,
                                  scratch->weight, scratch->gap);
    if (work->method->has_sets)
        return gather_set(gathering, seen, design, err);
    return sow_design_add(design, seen->x, scratch->eta[0] + scratch->gap[0],
                          seen->weight * scratch->weight[0], err);
}

/* Adds an observation to the design of its fold or, without by_fold, to the single one.
 * The single one gets no observation of the fold that the estimate leaves out. Fails as
 * gather does. A sow_observation_fn whose @p taker is a struct gathering. */
static enum sow_status take_gathering(void *taker, const struct sow_observation *seen,
                                      struct sow_err *err)
{
    struct gathering *gathering = taker;
    int fold = fold_of(gathering->work, seen);
    if (!gathering->by_fold && fold == gathering->at->left_out)
        return SOW_OK;
    return gather(gathering, seen, gathering->designs[gathering->by_fold ? fold : 0],
                  err);
}

/* Frees an array of designs; both the array and its entries may be NULL. */
static void free_designs(struct sow_design **designs, int count)
{
    for (int i = 0; designs != NULL && i < count; i++)
        sow_design_free(designs[i]);
    free(designs);
}

/* Makes an array of @p count empty designs, which the caller frees. Leaves @p designs
 * unchanged on SOW_NO_MEMORY. */
static enum sow_status new_designs(const struct sow_fitting *work, int count,
                                   struct sow_design ***designs, struct sow_err *err)
{
    struct sow_design **made = calloc((size_t)count, sizeof(struct sow_design *));
    if (made == NULL)
        return sow_err_no_memory(err);
    enum sow_status status = SOW_OK;
    for (int i = 0; status == SOW_OK && i < count; i++)
        status = sow_design_new(&made[i], work->source->columns, err);
    if (status != SOW_OK)
        free_designs(made, count);
    else
        *designs = made;
    return status;
}

/* ---- Folds ---- */

void sow_parts_release(struct sow_parts *parts)
{
    for (int i = 0; i < parts->count; i++) {
        sow_triangle_release(&parts->part[i]);
        sow_triangle_release(&parts->train[i]);
    }
    free(parts->part);
    free(parts->train);
    *parts = (struct sow_parts){0};
}

/* Adds all parts but one to the training factor of that one. Returns SOW_OK or
 * SOW_NO_MEMORY. */
static enum sow_status join_train(struct sow_parts *parts, int left_out,
                                  struct sow_err *err)
{
    size_t width = parts->part[0].width;
    double *rows = malloc(width * width * sizeof *rows);
    if (rows == NULL)
        return sow_err_no_memory(err);
    for (int i = 0; i < parts->count; i++)
        if (i != left_out) {
            memcpy(rows, parts->part[i].cell, width * width * sizeof *rows);
            sow_triangle_fold(&parts->train[left_out], rows, width);
        }
    free(rows);
    return SOW_OK;
}

/* Makes the factors of each fold from the designs of the folds. The caller releases
 * them, also after SOW_NO_MEMORY. */
static enum sow_status make_parts(struct sow_parts *parts, struct sow_design **designs,
                                  int count, struct sow_err *err)
{
    parts->part = calloc((size_t)count, sizeof *parts->part);
    parts->train = calloc((size_t)count, sizeof *parts->train);
    if (parts->part == NULL || parts->train == NULL) {
        free(parts->part);
        free(parts->train);
        *parts = (struct sow_parts){0};
        return sow_err_no_memory(err);
    }
    parts->count = count;
    enum sow_status status = SOW_OK;
    for (int i = 0; status == SOW_OK && i < count; i++)
        status = sow_design_reduce(designs[i], &parts->part[i], err);
    for (int i = 0; status == SOW_OK && i < count; i++)
        status = sow_triangle_init(&parts->train[i], parts->part[0].width, err);
    for (int i = 0; status == SOW_OK && i < count; i++)
        status = join_train(parts, i, err);
    return status;
}

enum sow_status sow_fitting_reweigh(struct sow_fitting *work,
                                    const struct sow_estimate *at,
                                    struct sow_parts *parts, struct sow_err *err)
{
    int folds = work->options.folds;
    struct gathering *gathering = malloc(sizeof *gathering);
    if (gathering == NULL)
        return sow_err_no_memory(err);
    *gathering = (struct gathering){
        .work = work, .criterion = work->criterion, .at = at, .by_fold = true};
    enum sow_status status = new_designs(work, folds, &gathering->designs, err);
    if (status == SOW_OK)
        status =
            sow_observe(work->source, work->method, take_gathering, gathering, NULL, err);
    if (status == SOW_OK)
        status = make_parts(parts, gathering->designs, folds, err);
    free_designs(gathering->designs, folds);
    free(gathering);
    return status;
}

enum sow_status sow_fitting_refactor(struct sow_fitting *work,
                                     const struct sow_estimate *at,
                                     struct sow_triangle *factor, struct sow_err *err)
{
    struct gathering *gathering = malloc(sizeof *gathering);
    if (gathering == NULL)
        return sow_err_no_memory(err);
    *gathering = (struct gathering){.work = work, .criterion = work->criterion, .at = at};
    enum sow_status status = new_designs(work, 1, &gathering->designs, err);
    if (status == SOW_OK)
        status =
            sow_observe(work->source, work->method, take_gathering, gathering, NULL, err);
    if (status == SOW_OK)
        status = sow_design_reduce(gathering->designs[0], factor, err);
    free_designs(gathering->designs, 1);
    free(gathering);
    return status;
}

/* ---- The first pass ---- */

/* State of the first pass. */
struct survey {
    struct gathering gathering; /* designs of the folds */
    int64_t group;              /* group of the last observation */
    double weight;              /* sum of the alternatives' weights */
    double *squares;            /* sums of squares of the columns about their means */
};

/* Adds the alternatives of a choice set to the means and sums of squares of the columns.
 * Each has the weight of the set. The method is West's (1979, "Updating Mean and Variance
 * Estimates: An Improved Method"). */
static void describe_alternatives(struct survey *survey,
                                  const struct sow_observation *seen)
{
    struct sow_fitting *work = survey->gathering.work;
    for (size_t i = 0; i < seen->count; i++) {
        double before = survey->weight;
        survey->weight += seen->weight;
        double share = seen->weight / survey->weight;
        for (size_t j = 0; j < work->columns; j++) {
            double difference = seen->raw[i * work->columns + j] - work->mean[j];
            work->mean[j] += difference * share;
            survey->squares[j] += difference * difference * share * before;
        }
    }
}

/* Counts an observation of the first pass and adds it to the design of its fold. Fails as
 * gather does. A sow_observation_fn whose @p taker is a struct survey. */
static enum sow_status take_survey(void *taker, const struct sow_observation *seen,
                                   struct sow_err *err)
{
    struct survey *survey = taker;
    struct sow_fitting *work = survey->gathering.work;
    int fold = fold_of(work, seen);
    if (seen->group != survey->group) {
        work->groups++;
        work->fold_groups[fold]++;
    }
    survey->group = seen->group;
    work->rows += (int64_t)seen->count;
    work->fold_rows[fold] += (int64_t)seen->count;
    work->weight += seen->weight;
    if (work->method->has_sets)
        describe_alternatives(survey, seen);
    return gather(&survey->gathering, seen, survey->gathering.designs[fold], err);
}

/* Returns SOW_BAD_DATA if there are no observations, if clustered errors have fewer than
 * 2 groups, or if a fold has no group. */
static enum sow_status check_survey(const struct sow_fitting *work, struct sow_err *err)
{
    int folds = work->options.folds;
    const struct sow_census *census = &work->census;
    if (work->rows == 0 && work->method->has_sets)
        return sow_err_set(
            err, SOW_BAD_DATA,
            "no choice set has information: %lld have one alternative, %lld have all "
            "preferred; give sets with a choice",
            (long long)census->single, (long long)census->all_preferred);
    if (work->rows == 0)
        return sow_err_set(err, SOW_BAD_DATA,
                           "no rows of weight above 0; give some to fit");
    if (work->options.errors == SOW_ERRORS_CLUSTERED && work->groups < 2)
        return sow_err_set(err, SOW_BAD_DATA,
                           "all rows are of one group, and errors clustered by group "
                           "need 2; give more groups or ask for classical errors");
    for (int i = 0; i < folds; i++)
        if (work->fold_groups[i] == 0)
            return sow_err_set(
                err, SOW_BAD_DATA,
                "fold %d of %d has no rows: there are only %lld groups, and groups 2k and 2k + 1 stay together; "
                "ask for fewer folds or give more groups",
                i, folds, (long long)work->groups);
    return SOW_OK;
}

/* Fills work->sd with the standard deviations of the columns of alternatives. Without
 * choice sets they have no meaning. */
static void finish_description(const struct survey *survey)
{
    struct sow_fitting *work = survey->gathering.work;
    double rows = (double)work->rows;
    for (size_t j = 0; j < work->columns; j++)
        work->sd[j] = sqrt(survey->squares[j] / survey->weight * (rows / (rows - 1)));
}

/* Checks the counts, then merges the designs of the folds and makes all factors of the
 * first pass. Fails as check_survey does, or with SOW_NO_MEMORY. */
static enum sow_status finish_survey(struct survey *survey, struct sow_err *err)
{
    struct sow_fitting *work = survey->gathering.work;
    int folds = work->options.folds;
    enum sow_status status = check_survey(work, err);
    if (status == SOW_OK)
        status = sow_design_new(&work->design, work->source->columns, err);
    if (status != SOW_OK)
        return status;
    finish_description(survey);
    for (int i = 0; i < (folds > 0 ? folds : 1); i++)
        sow_design_merge(work->design, survey->gathering.designs[i]);
    status = sow_design_reduce(work->design, &work->all, err);
    if (status == SOW_OK && folds > 0)
        status = make_parts(&work->parts, survey->gathering.designs, folds, err);
    return status;
}

enum sow_status sow_fitting_survey(struct sow_fitting *work, struct sow_err *err)
{
    int count = work->options.folds > 0 ? work->options.folds : 1;
    struct survey *survey = calloc(1, sizeof *survey);
    if (survey == NULL)
        return sow_err_no_memory(err);
    bool has_sets = work->method->has_sets;
    survey->group = -1;
    survey->gathering.work = work;
    survey->gathering.at = &work->whole;
    survey->gathering.criterion = has_sets ? work->criterion : &sow_criterion_linear;
    survey->squares = calloc(work->columns + 1, sizeof *survey->squares);
    enum sow_status status = survey->squares == NULL ? sow_err_no_memory(err) : SOW_OK;
    if (status == SOW_OK)
        status = new_designs(work, count, &survey->gathering.designs, err);
    if (status == SOW_OK)
        status = sow_observe(work->source, work->method, take_survey, survey,
                             &work->census, err);
    if (status == SOW_OK)
        status = finish_survey(survey, err);
    free_designs(survey->gathering.designs, count);
    free(survey->squares);
    free(survey);
    return status;
}

/* ---- Gradients ---- */

/* A pass that computes losses and gradients. */
struct descent {
    struct sow_fitting *work;       /* the fit */
    struct sow_estimate *estimates; /* estimates that receive loss and gradient */
    size_t count;                   /* number of estimates */
    struct sow_scratch scratch;     /* room for one observation */
};

/* Adds the loss of an observation, and minus the gradient of the loss for every term, to
 * an estimate. Both are multiplied by the observation's weight. */
static void add_gradient(struct descent *descent, struct sow_estimate *estimate,
                         const struct sow_observation *seen)
{
    const struct sow_fitting *work = descent->work;
    struct sow_scratch *scratch = &descent->scratch;
    sow_eta_fill(seen, estimate->b, work->columns, scratch->eta);
    double loss =
        work->criterion->pull(work, estimate, seen, scratch->eta, scratch->pull);
    estimate->loss += seen->weight * loss;
    for (size_t i = 0; i < seen->count; i++) {
        double pull = seen->weight * scratch->pull[i];
        const double *x = seen->x + i * work->columns;
        estimate->gradient[0] += pull;
        for (size_t j = 0; j < work->columns; j++)
            estimate->gradient[1 + j] += pull * x[j];
    }
}

/* Adds an observation to each active estimate that does not leave out its fold. Never
 * fails. A sow_observation_fn whose @p taker is a struct descent. */
static enum sow_status take_descent(void *taker, const struct sow_observation *seen,
                                    struct sow_err *err)
{
    (void)err;
    struct descent *descent = taker;
    int fold = fold_of(descent->work, seen);
    for (size_t k = 0; k < descent->count; k++) {
        struct sow_estimate *estimate = &descent->estimates[k];
        if (estimate->active && estimate->left_out != fold)
            add_gradient(descent, estimate, seen);
    }
    return SOW_OK;
}

enum sow_status sow_fitting_gradient(struct sow_fitting *work,
                                     struct sow_estimate *estimates, size_t count,
                                     struct sow_err *err)
{
    struct descent *descent = malloc(sizeof *descent);
    if (descent == NULL)
        return sow_err_no_memory(err);
    descent->work = work;
    descent->estimates = estimates;
    descent->count = count;
    for (size_t k = 0; k < count; k++)
        if (estimates[k].active) {
            estimates[k].loss = 0;
            memset(estimates[k].gradient, 0, work->terms * sizeof(double));
        }
    enum sow_status status =
        sow_observe(work->source, work->method, take_descent, descent, NULL, err);
    free(descent);
    return status;
}

/* ---- Steps ---- */

enum sow_status sow_fitting_record(struct sow_fitting *work,
                                   const struct sow_model_step *step, struct sow_err *err)
{
    struct sow_model *model = work->model;
    size_t count = (size_t)model->step_count + 1;
    struct sow_model_step *steps = realloc(model->steps, count * sizeof *steps);
    if (steps == NULL)
        return sow_err_no_memory(err);
    steps[model->step_count++] = *step;
    model->steps = steps;
    return SOW_OK;
}
