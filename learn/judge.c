/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Scores and other measures, in and out of sample. Linear methods need only factors; the
 * others take a pass over the rows. */
#include "criterion.h"
#include "elementary.h"

#include <math.h>
#include <stdlib.h>

/* Weighted sums over rows or sets. */
struct tally {
    int64_t observations; /* plain count of rows or sets */
    double weight;        /* sum of the weights */
    double loss;          /* losses: squared errors, or -log p */
    double total;         /* losses of a constant prediction, or of equal probabilities */
    double least;         /* losses of perfect predictions */
    double error;         /* y - prediction */
    double target;        /* y */
    double hits,          /* correct predictions */
        decided;  /* predictions that can be correct, which those of draws cannot */
    double brier; /* squared differences of prediction and outcome */
};

/* ---- Figures of a tally ---- */

/* Returns the root of the weighted mean loss: the root mean squared error of linear
   methods. */
static double root_mean(const struct tally *tally)
{
    return sqrt(tally->loss / tally->weight);
}

/* Returns the loss divided by the sum of weights. */
static double mean_loss(const struct tally *tally)
{
    return tally->loss / tally->weight;
}

/* Returns the share of the total that the predictions explain, 1 - loss / total; NaN if
 * the total is 0. */
static double explained(const struct tally *tally)
{
    return tally->total > 0 ? 1 - tally->loss / tally->total : (double)NAN;
}

/* Returns the weighted mean of y - prediction: the sum of errors divided by the sum of
   weights. */
static double mean_error(const struct tally *tally)
{
    return tally->error / tally->weight;
}

/* Returns the weighted share of correct predictions among those that are decided; NaN if
   none is. */
static double accuracy(const struct tally *tally)
{
    return tally->decided > 0 ? tally->hits / tally->decided : (double)NAN;
}

/* Returns the Brier score divided by the sum of weights. */
static double mean_brier(const struct tally *tally)
{
    return tally->brier / tally->weight;
}

/* Returns NaN: the figure of a link that lacks it. */
static double undefined(const struct tally *tally)
{
    (void)tally;
    return (double)NAN;
}

/* A figure of a tally, with its name in the model. */
struct figure {
    const char *name;                        /* name of the measure; static */
    double (*of)(const struct tally *tally); /* returns the figure of a tally */
};

/* Largest number of figures of a link, with the NULL name at the end. */
enum { FIGURES_MAX = 7 };

/* Figures by link. Each list ends with a NULL name. Its first figure is the score, and
 * its second is r2 of the folds. */
static const struct figure FIGURES[][FIGURES_MAX] = {
    [SOW_LINK_IDENTITY] = {{"score", root_mean},
                           {"r2", explained},
                           {"rmse", root_mean},
                           {"bias", mean_error},
                           {NULL, undefined}},
    [SOW_LINK_LOGIT] = {{"score", mean_loss},
                        {"pseudo_r2", explained},
                        {"log_loss", mean_loss},
                        {"accuracy", accuracy},
                        {"brier", mean_brier},
                        {"bias", mean_error},
                        {NULL, undefined}},
    [SOW_LINK_CHOICE] = {{"score", mean_loss},
                         {"pseudo_r2", explained},
                         {"log_loss", mean_loss},
                         {"accuracy", accuracy},
                         {"brier", mean_brier},
                         {NULL, undefined}},
};

/* ---- Tallies ---- */

/* Returns y log(1 / share) + (1 - y) log(1 / (1 - share)). A part whose logarithm would
 * be infinite counts 0. */
static double entropy(double y, double share)
{
    double loss = 0;
    if (y > 0 && share > 0)
        loss -= y * sow_log_of(share);
    if (y < 1 && share < 1)
        loss -= (1 - y) * sow_log_of(1 - share);
    return loss;
}

/* Adds one row of logistic with the linear predictor @p eta: loss, hits, Brier score and
 * error. The total comes later, from close_tally. */
static void add_class(struct tally *tally, const struct sow_observation *seen, double eta)
{
    double y = seen->y[0];
    double p = sow_probability(eta);
    double weight = seen->weight;
    bool is_draw = !(y > 0.5 || y < 0.5);
    bool is_even = !(p > 0.5 || p < 0.5);
    bool is_hit = (p > 0.5) == (y > 0.5);
    tally->loss += weight * sow_cross_entropy(eta, y);
    tally->least += weight * entropy(y, y);
    tally->error += weight * (y - p);
    tally->target += weight * y;
    tally->brier += weight * (y - p) * (y - p);
    tally->decided += is_draw ? 0 : weight;
    if (!is_draw)
        tally->hits += is_even ? weight / 2 : (is_hit ? weight : 0);
}

/* Adds one choice set, whose linear predictors are in scratch->eta: loss, total, hits and
 * Brier score. Overwrites pull and gap of scratch. */
static void add_choice(struct tally *tally, const struct sow_observation *seen,
                       struct sow_scratch *scratch)
{
    double *p = scratch->pull;
    double *q = scratch->gap;
    double weight = seen->weight;
    double preferred = 0;
    double top = 0;
    double top_preferred = 0;
    double most = -INFINITY;
    tally->loss += weight * sow_choice_fill(seen, scratch->eta, p, q);
    for (size_t i = 0; i < seen->count; i++) {
        most = scratch->eta[i] > most ? scratch->eta[i] : most;
        preferred += seen->y[i];
        tally->brier += weight * (p[i] - q[i]) * (p[i] - q[i]);
    }
    for (size_t i = 0; i < seen->count; i++)
        if (scratch->eta[i] >= most) {
            top++;
            top_preferred += seen->y[i];
        }
    tally->total += weight * sow_log_of((double)seen->count / preferred);
    tally->decided += weight;
    tally->hits += weight * top_preferred / top;
}

/* Predicts an observation of a class method by @p estimate and adds it to a tally, with
 * its weight. Overwrites @p scratch. The total of logistic is left to close_tally. */
static void add_observation(struct tally *tally, const struct sow_fitting *work,
                            const struct sow_observation *seen,
                            const struct sow_estimate *estimate,
                            struct sow_scratch *scratch)
{
    sow_eta_fill(seen, estimate->b, work->columns, scratch->eta);
    tally->observations++;
    tally->weight += seen->weight;
    if (work->method->has_sets)
        add_choice(tally, seen, scratch);
    else
        add_class(tally, seen, scratch->eta[0]);
}

/* Fills weight, loss, error and total of a tally from a factor of [1 x y] and
 * coefficients b. Does not count observations. */
static void tally_factor(const struct sow_fitting *work, const struct sow_triangle *rows,
                         const double *b, struct tally *tally)
{
    size_t target = work->terms;
    double bias = 0;
    tally->weight = sow_triangle_squares(rows, 0, 0, 1);
    tally->loss = sow_triangle_errors(rows, b, &bias);
    tally->error = bias * tally->weight;
    size_t first = work->options.intercept ? 1 : 0;
    tally->total = sow_triangle_squares(rows, target, first, target + 1);
}

/* Adds each number of @p part to @p sum. */
static void add_tally(struct tally *sum, const struct tally *part)
{
    sum->observations += part->observations;
    sum->weight += part->weight;
    sum->loss += part->loss;
    sum->total += part->total;
    sum->least += part->least;
    sum->error += part->error;
    sum->target += part->target;
    sum->hits += part->hits;
    sum->decided += part->decided;
    sum->brier += part->brier;
}

/* Fills the total of logistic: the loss of a constant prediction, which is the mean y.
 * Changes nothing for other methods. */
static void close_tally(const struct sow_fitting *work, struct tally *tally)
{
    double mean = tally->target / tally->weight;
    if (work->method->link == SOW_LINK_LOGIT)
        tally->total = tally->weight * entropy(mean, mean);
}

/* ---- All of them ---- */

/* A pass that fills the tallies of a class method; in is filled only if whole_too is
 * true. */
struct judging {
    struct sow_fitting *work;         /* the finished fit */
    bool whole_too;                   /* true to fill `in` too */
    struct tally in, out;             /* all rows, in sample and out of sample */
    struct tally fold[SOW_FOLDS_MAX]; /* rows of each fold, out of sample */
    struct sow_scratch scratch;       /* room for one observation */
};

/* Adds an observation to the tally of its fold and, if whole_too, to that of all rows.
 * Never fails. A sow_observation_fn whose @p taker is a struct judging. */
static enum sow_status take_judging(void *taker, const struct sow_observation *seen,
                                    struct sow_err *err)
{
    (void)err;
    struct judging *judging = taker;
    const struct sow_fitting *work = judging->work;
    int folds = work->options.folds;
    if (judging->whole_too)
        add_observation(&judging->in, work, seen, &work->whole, &judging->scratch);
    if (folds == 0)
        return SOW_OK;
    int fold = sow_fold_of_group(seen->group, folds);
    add_observation(&judging->fold[fold], work, seen, &work->folds[fold],
                    &judging->scratch);
    return SOW_OK;
}

/* Fills the tallies of linear methods. The total of a fold is about the fold's own mean.
 * The total of all rows is about the mean of all rows. */
static void judge_linear(struct judging *judging)
{
    struct sow_fitting *work = judging->work;
    tally_factor(work, &work->all, work->whole.b, &judging->in);
    judging->in.observations = work->rows;
    for (int i = 0; i < work->options.folds; i++) {
        tally_factor(work, &work->parts.part[i], work->folds[i].b, &judging->fold[i]);
        judging->fold[i].observations = work->fold_rows[i];
        add_tally(&judging->out, &judging->fold[i]);
    }
    judging->out.total = judging->in.total;
}

/* Fills the tallies of logistic or preference in one pass. On failure, returns the status
 * of the pass; the tallies are then incomplete. */
static enum sow_status judge_classes(struct judging *judging, struct sow_err *err)
{
    struct sow_fitting *work = judging->work;
    enum sow_status status =
        sow_observe(work->source, work->method, take_judging, judging, NULL, err);
    for (int i = 0; i < work->options.folds; i++) {
        close_tally(work, &judging->fold[i]);
        add_tally(&judging->out, &judging->fold[i]);
    }
    close_tally(work, &judging->in);
    close_tally(work, &judging->out);
    return status;
}

/* Returns the standard error of a figure out of sample: that of the mean of its values in
   the folds. */
static double figure_error(const struct judging *judging, const struct figure *figure)
{
    double values[SOW_FOLDS_MAX];
    int folds = judging->work->options.folds;
    for (int i = 0; i < folds; i++)
        values[i] = figure->of(&judging->fold[i]);
    return sow_spread_of_mean(values, folds);
}

enum sow_status sow_fitting_score(struct sow_fitting *work, double *score,
                                  double *standard_error, struct sow_err *err)
{
    struct judging *judging = calloc(1, sizeof *judging);
    if (judging == NULL)
        return sow_err_no_memory(err);
    judging->work = work;
    enum sow_status status = SOW_OK;
    if (work->method->link == SOW_LINK_IDENTITY)
        judge_linear(judging);
    else
        status = judge_classes(judging, err);
    const struct figure *figure = FIGURES[work->method->link];
    *score = figure->of(&judging->out);
    *standard_error = figure_error(judging, figure);
    free(judging);
    return status;
}

/* ---- Into the model ---- */

/* Largest number of measures of a model. */
enum { MEASURES_MAX = 40 };

/* Appends a measure to the model, which has room for MEASURES_MAX. */
static void add_measure(struct sow_model *model, enum sow_rows_seen sample,
                        const char *name, double value, double standard_error)
{
    model->measures[model->measure_count++] = (struct sow_model_measure){
        .sample = sample, .name = name, .value = value, .standard_error = standard_error};
}

/* Appends a measure in sample, without a standard error. */
static void add_in(struct sow_model *model, const char *name, double value)
{
    add_measure(model, SOW_SAMPLE_IN, name, value, (double)NAN);
}

/* Appends the measures that every method has, all in sample: rows, groups, rank, freedom,
 * condition, iterations and converged. */
static void add_common(const struct sow_fitting *work)
{
    struct sow_model *model = work->model;
    add_in(model, "rows", (double)model->rows);
    add_in(model, "groups", (double)model->groups);
    add_in(model, "rank", model->rank);
    add_in(model, "freedom", model->freedom);
    add_in(model, "condition", work->ols->condition);
    add_in(model, "iterations", model->iterations);
    add_in(model, "converged", model->converged ? 1 : 0);
}

/* Appends the measures of one linear method alone. The residual deviation of ridge is by
   rows minus effective parameters. Appends nothing for classes. */
static void add_linear(const struct sow_fitting *work, const struct tally *in)
{
    struct sow_model *model = work->model;
    double n = (double)model->rows;
    switch ((enum sow_method_id)(work->method - sow_methods)) {
    case SOW_METHOD_LEAST_SQUARES:
        add_in(model, "residual_sd", work->ols->residual_sd);
        add_in(model, "adjusted_r2", work->ols->adjusted_r2);
        add_in(model, "f", work->ols->f);
        add_in(model, "f_p", work->ols->f_p);
        break;
    case SOW_METHOD_RIDGE:
        add_in(model, "residual_sd", sqrt(in->loss / (n - work->effective)));
        add_in(model, "penalty", work->penalty);
        add_in(model, "effective", work->effective);
        break;
    case SOW_METHOD_ROBUST:
        add_in(model, "scale", work->whole.scale);
        break;
    case SOW_METHOD_LOGISTIC:
    case SOW_METHOD_PREFERENCE:
    case SOW_METHODS:
        break;
    }
}

/* Appends deviances and, for preference, counts of sets. Appends nothing for linear
 * methods. */
static void add_classes(const struct sow_fitting *work, const struct tally *in)
{
    struct sow_model *model = work->model;
    if (work->method->link == SOW_LINK_IDENTITY)
        return;
    add_in(model, "deviance", 2 * (in->loss - in->least));
    add_in(model, "null_deviance", 2 * (in->total - in->least));
    add_in(model, "null_log_loss", in->total / in->weight);
    if (!work->method->has_sets)
        return;
    add_in(model, "sets", (double)work->census.sets);
    add_in(model, "sets_single", (double)work->census.single);
    add_in(model, "sets_all_preferred", (double)work->census.all_preferred);
}

/* Appends the figures of FIGURES in sample and, with folds, out of sample, and the number
 * of folds. */
static void add_figures(const struct judging *judging)
{
    struct sow_model *model = judging->work->model;
    int folds = judging->work->options.folds;
    const struct figure *figure = FIGURES[model->method->link];
    for (; figure->name != NULL; figure++) {
        add_in(model, figure->name, figure->of(&judging->in));
        if (folds > 0)
            add_measure(model, SOW_SAMPLE_OUT, figure->name, figure->of(&judging->out),
                        figure_error(judging, figure));
    }
    if (folds > 0)
        add_measure(model, SOW_SAMPLE_OUT, "folds", folds, (double)NAN);
}

/* Fills the model's list of folds, which has room for all, from the tallies of the
   folds. */
static void fill_folds(const struct judging *judging)
{
    const struct sow_fitting *work = judging->work;
    struct sow_model *model = work->model;
    const struct figure *figure = FIGURES[model->method->link];
    bool is_choice = work->method->has_sets;
    for (int i = 0; i < work->options.folds; i++) {
        const struct tally *tally = &judging->fold[i];
        model->folds[i] =
            (struct sow_model_fold){.fold = i,
                                    .groups = work->fold_groups[i],
                                    .observations = tally->observations,
                                    .score = figure[0].of(tally),
                                    .r2 = figure[1].of(tally),
                                    .bias = is_choice ? (double)NAN : mean_error(tally)};
    }
    model->fold_count = work->options.folds;
}

enum sow_status sow_fitting_judge(struct sow_fitting *work, struct sow_err *err)
{
    struct sow_model *model = work->model;
    struct judging *judging = calloc(1, sizeof *judging);
    model->measures = calloc(MEASURES_MAX, sizeof *model->measures);
    model->folds = calloc((size_t)work->options.folds + 1, sizeof *model->folds);
    enum sow_status status = SOW_OK;
    if (judging == NULL || model->measures == NULL || model->folds == NULL) {
        status = sow_err_no_memory(err);
        goto done;
    }
    judging->work = work;
    judging->whole_too = true;
    if (work->method->link == SOW_LINK_IDENTITY)
        judge_linear(judging);
    else
        status = judge_classes(judging, err);
    if (status != SOW_OK)
        goto done;
    add_common(work);
    add_linear(work, &judging->in);
    add_classes(work, &judging->in);
    add_figures(judging);
    fill_folds(judging);
done:
    free(judging);
    return status;
}
