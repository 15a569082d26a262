/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Bins compare predictions with outcomes: by size of the prediction, by stratum, and by
 * the difference of the two. */
#include "criterion.h"
#include "ranks.h"

#include <math.h>
#include <stdlib.h>

/* Number of edges between the tenths, and of passes that find them. */
enum { EDGES = SOW_CALIBRATION_BINS - 1, EDGE_PASSES = 3 };

/* Weighted sums over the rows of one bin. */
struct bin {
    int64_t observations;                     /* plain count of the rows */
    double weight, predicted, observed, loss; /* sum of the weights; weighted sums of the
                                                 other three */
};

/* The passes that fill the bins. Arrays of SOW_SAMPLES have one entry for each origin of
 * predictions. */
struct binning {
    struct sow_fitting *work;            /* the finished fit */
    struct sow_ranks ranks[SOW_SAMPLES]; /* search for the edges of the tenths */
    struct range {
        double least, most; /* infinity and -infinity before the first number */
    } predictions[SOW_SAMPLES], residuals[SOW_SAMPLES];  /* ranges of both */
    double edge[SOW_SAMPLES][EDGES];                     /* upper edges of the tenths */
    struct bin tenth[SOW_SAMPLES][SOW_CALIBRATION_BINS]; /* calibration bins */
    struct bin stratum[SOW_SAMPLES][SOW_STRATA_MAX];     /* bins of the strata */
    struct bin residual[SOW_SAMPLES][SOW_RESIDUAL_BINS]; /* bins of the residuals */
    double prediction[SOW_SET_MAX]; /* prediction of each row of an observation */
    double outcome[SOW_SET_MAX];    /* outcome of each row, as predict fills it */
    struct sow_scratch scratch;     /* room for one observation */
};

/* Returns the fit that predicts an observation: in sample the one to all rows, out of
 * sample the one that left out the fold of its group. */
static const struct sow_estimate *estimate_for(const struct sow_fitting *work,
                                               const struct sow_observation *seen,
                                               int sample)
{
    if (sample == SOW_SAMPLE_IN)
        return &work->whole;
    return &work->folds[sow_fold_of_group(seen->group, work->options.folds)];
}

/* Returns the number of origins of predictions: 1 without folds (in sample), 2 with folds
   (also out of sample). */
static int samples_of(const struct sow_fitting *work)
{
    return work->options.folds > 0 ? SOW_SAMPLES : SOW_SAMPLE_IN + 1;
}

/* Fills binning->prediction and binning->outcome for each row of an observation. Outcomes
 * of a choice set are probabilities, given that a preferred alternative was chosen.
 * Returns the loss of the whole observation, for weight 1. */
static double predict(struct binning *binning, const struct sow_observation *seen,
                      int sample)
{
    const struct sow_fitting *work = binning->work;
    double *eta = binning->scratch.eta;
    double y = seen->y[0];
    sow_eta_fill(seen, estimate_for(work, seen, sample)->b, work->columns, eta);
    if (work->method->has_sets)
        return sow_choice_fill(seen, eta, binning->prediction, binning->outcome);
    binning->outcome[0] = y;
    if (work->method->link == SOW_LINK_LOGIT) {
        binning->prediction[0] = sow_probability(eta[0]);
        return sow_cross_entropy(eta[0], y);
    }
    binning->prediction[0] = eta[0];
    return (y - eta[0]) * (y - eta[0]);
}

/* ---- Edges ---- */

/* Extends a range so that it holds @p value. */
static void widen(struct range *range, double value)
{
    if (value < range->least)
        range->least = value;
    if (value > range->most)
        range->most = value;
}

/* Offers the predictions of one observation to the ranks, and widens the ranges of
 * predictions and residuals. Never fails. A sow_observation_fn whose @p taker is a struct
 * binning. */
static enum sow_status take_ranking(void *taker, const struct sow_observation *seen,
                                    struct sow_err *err)
{
    (void)err;
    struct binning *binning = taker;
    for (int sample = 0; sample < samples_of(binning->work); sample++) {
        (void)predict(binning, seen, sample);
        for (size_t i = 0; i < seen->count; i++) {
            double value = binning->prediction[i];
            sow_ranks_offer(&binning->ranks[sample], value);
            widen(&binning->predictions[sample], value);
            widen(&binning->residuals[sample], binning->outcome[i] - value);
        }
    }
    return SOW_OK;
}

/* Starts the search for the last prediction of each tenth of the rows but the tenth one,
 * and empties the ranges. The caller releases all ranks, also after SOW_NO_MEMORY. */
static enum sow_status begin_ranking(struct binning *binning, struct sow_err *err)
{
    static const struct range EMPTY = {(double)INFINITY, (double)-INFINITY};
    int64_t rows = binning->work->rows;
    int64_t ranks[EDGES];
    for (int i = 0; i < EDGES; i++) {
        int64_t upto = (rows * (i + 1) + SOW_CALIBRATION_BINS - 1) / SOW_CALIBRATION_BINS;
        ranks[i] = upto - 1;
    }
    enum sow_status status = SOW_OK;
    for (int sample = 0; sample < samples_of(binning->work); sample++) {
        binning->predictions[sample] = EMPTY;
        binning->residuals[sample] = EMPTY;
        if (status == SOW_OK)
            status = sow_ranks_init(&binning->ranks[sample], ranks, EDGES, err);
    }
    return status;
}

/* Finds the upper edges of the first nine tenths into binning->edge, in EDGE_PASSES
 * passes. Fails with the status of a pass, or SOW_NO_MEMORY. */
static enum sow_status find_edges(struct binning *binning, struct sow_err *err)
{
    const struct sow_fitting *work = binning->work;
    int samples = samples_of(work);
    enum sow_status status = begin_ranking(binning, err);
    for (int pass = 0; status == SOW_OK && pass < EDGE_PASSES; pass++) {
        status =
            sow_observe(work->source, work->method, take_ranking, binning, NULL, err);
        for (int sample = 0; sample < samples; sample++)
            sow_ranks_end_pass(&binning->ranks[sample]);
    }
    for (int sample = 0; sample < samples; sample++) {
        for (size_t i = 0; status == SOW_OK && i < EDGES; i++)
            binning->edge[sample][i] = sow_ranks_value(&binning->ranks[sample], i);
        sow_ranks_release(&binning->ranks[sample]);
    }
    return status;
}

/* ---- Filling ---- */

/* Adds one row to a bin. All sums but `observations` are weighted by @p weight. */
static void add_to_bin(struct bin *bin, double weight, double predicted, double observed,
                       double loss)
{
    bin->observations++;
    bin->weight += weight;
    bin->predicted += weight * predicted;
    bin->observed += weight * observed;
    bin->loss += weight * loss;
}

/* Returns the calibration bin of a prediction, from 0. A prediction equal to an edge is
 * in the lower bin. */
static int tenth_of(const struct binning *binning, int sample, double prediction)
{
    int i = 0;
    while (i < EDGES && prediction > binning->edge[sample][i])
        i++;
    return i;
}

/* Returns the number of the bin of a residual, from 0, among bins of equal width; 0 if
 * all residuals are equal. */
static int residual_bin(const struct range *range, double residual)
{
    double part = (residual - range->least) / (range->most - range->least);
    int i = range->least < range->most ? (int)(part * SOW_RESIDUAL_BINS) : 0;
    return i < SOW_RESIDUAL_BINS ? i : SOW_RESIDUAL_BINS - 1;
}

/* Adds an observation, already predicted, to the bin of its stratum, which must not be
 * SOW_NO_STRATUM. A choice set counts as one row: it predicts the total probability of
 * the preferred alternatives, and its outcome is 1. */
static void add_stratum(struct binning *binning, const struct sow_observation *seen,
                        int sample, double loss)
{
    struct bin *bin = &binning->stratum[sample][seen->stratum];
    if (!binning->work->method->has_sets) {
        add_to_bin(bin, seen->weight, binning->prediction[0], binning->outcome[0], loss);
        return;
    }
    double preferred = 0;
    for (size_t i = 0; i < seen->count; i++)
        preferred += seen->y[i] > 0 ? binning->prediction[i] : 0;
    add_to_bin(bin, seen->weight, preferred, 1, loss);
}

/* Adds the rows of one observation to the bins, in sample and out of sample. Strata skip
 * rows without a stratum. Never fails. A sow_observation_fn whose @p taker is a struct
 * binning. */
static enum sow_status take_binning(void *taker, const struct sow_observation *seen,
                                    struct sow_err *err)
{
    (void)err;
    struct binning *binning = taker;
    for (int sample = 0; sample < samples_of(binning->work); sample++) {
        double loss = predict(binning, seen, sample);
        for (size_t i = 0; i < seen->count; i++) {
            double predicted = binning->prediction[i];
            double observed = binning->outcome[i];
            int tenth = tenth_of(binning, sample, predicted);
            int residual =
                residual_bin(&binning->residuals[sample], observed - predicted);
            add_to_bin(&binning->tenth[sample][tenth], seen->weight, predicted, observed,
                       loss);
            add_to_bin(&binning->residual[sample][residual], seen->weight, predicted,
                       observed, loss);
        }
        if (seen->stratum != SOW_NO_STRATUM)
            add_stratum(binning, seen, sample, loss);
    }
    return SOW_OK;
}

/* ---- Into the model ---- */

/* Returns the score of a bin: the root mean squared error of linear methods, else the
 * mean loss. NaN if the bin is empty. */
static double score_of(const struct sow_fitting *work, const struct bin *bin)
{
    double mean = bin->loss / bin->weight;
    return work->method->link == SOW_LINK_IDENTITY ? sqrt(mean) : mean;
}

/* Appends a bin to the model's list: @p as gives kind, edges and score, @p bin the means.
 * Skips an empty bin. */
static void list_bin(struct sow_model *model, struct sow_model_bin as,
                     const struct bin *bin)
{
    if (bin->observations == 0)
        return;
    as.observations = bin->observations;
    as.predicted = bin->predicted / bin->weight;
    as.observed = bin->observed / bin->weight;
    model->bins[model->bin_count++] = as;
}

/* Appends the calibration bins of a sample to the model, numbered from 0 without gaps. A
   bin without rows, such as one between two equal edges, is not listed. The lower edge of
   a bin is the upper edge of the bin listed before. */
static void list_tenths(const struct binning *binning, int sample)
{
    const struct sow_fitting *work = binning->work;
    int listed = 0;
    double low = binning->predictions[sample].least;
    for (int i = 0; i < SOW_CALIBRATION_BINS; i++) {
        const struct bin *bin = &binning->tenth[sample][i];
        if (bin->observations == 0)
            continue;
        double high = binning->predictions[sample].most;
        if (i < EDGES && binning->edge[sample][i] < high)
            high = binning->edge[sample][i];
        struct sow_model_bin as = {.kind = SOW_BIN_CALIBRATION,
                                   .sample = (enum sow_rows_seen)sample,
                                   .bin = listed++,
                                   .low = low,
                                   .high = high,
                                   .score = work->method->has_sets ? (double)NAN
                                                                   : score_of(work, bin)};
        list_bin(work->model, as, bin);
        low = high;
    }
}

/* Appends the bins of the strata that have rows in a sample to the model. */
static void list_strata(const struct binning *binning, int sample)
{
    const struct sow_fitting *work = binning->work;
    for (int i = 0; i < SOW_STRATA_MAX; i++) {
        const struct bin *bin = &binning->stratum[sample][i];
        struct sow_model_bin as = {.kind = SOW_BIN_STRATUM,
                                   .sample = (enum sow_rows_seen)sample,
                                   .bin = i,
                                   .low = i,
                                   .high = i,
                                   .score = score_of(work, bin)};
        list_bin(work->model, as, bin);
    }
}

/* Appends the bins of residuals that have rows in a sample to the model. An exact fit has
 * none, because its residuals are rounding errors. */
static void list_residuals(const struct binning *binning, int sample)
{
    const struct sow_fitting *work = binning->work;
    const struct range *range = &binning->residuals[sample];
    double width = (range->most - range->least) / SOW_RESIDUAL_BINS;
    for (int i = 0; i < SOW_RESIDUAL_BINS && !work->model->exact; i++) {
        const struct bin *bin = &binning->residual[sample][i];
        struct sow_model_bin as = {.kind = SOW_BIN_RESIDUAL,
                                   .sample = (enum sow_rows_seen)sample,
                                   .bin = i,
                                   .low = range->least + width * i,
                                   .high = range->least + width * (i + 1),
                                   .score = (double)NAN};
        list_bin(work->model, as, bin);
    }
}

enum sow_status sow_fitting_bins(struct sow_fitting *work, struct sow_err *err)
{
    static void (*const LIST[])(const struct binning *, int) = {
        [SOW_BIN_CALIBRATION] = list_tenths,
        [SOW_BIN_STRATUM] = list_strata,
        [SOW_BIN_RESIDUAL] = list_residuals,
    };
    size_t most =
        (size_t)SOW_SAMPLES * (SOW_CALIBRATION_BINS + SOW_STRATA_MAX + SOW_RESIDUAL_BINS);
    work->model->bins = calloc(most, sizeof *work->model->bins);
    struct binning *binning = calloc(1, sizeof *binning);
    if (work->model->bins == NULL || binning == NULL) {
        free(binning);
        return sow_err_no_memory(err);
    }
    binning->work = work;
    enum sow_status status = find_edges(binning, err);
    if (status == SOW_OK)
        status =
            sow_observe(work->source, work->method, take_binning, binning, NULL, err);
    for (int kind = 0; status == SOW_OK && kind < SOW_BIN_KINDS; kind++)
        for (int sample = 0; sample < samples_of(work); sample++)
            LIST[kind](binning, sample);
    free(binning);
    return status;
}
