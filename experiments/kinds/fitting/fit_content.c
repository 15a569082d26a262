/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Storing of a fitted model in the tables of its run. */
#include "sow/fitting/fit_content.h"

#include "sow/fitting/fit_rows.h"
#include "sow/players/fit_columns.h"
#include "sow/runs/run.h"
#include "sow/store/store.h"
#include "sow/store/tables/coefficients.def"
#include "sow/store/tables/fit_bins.def"
#include "sow/store/tables/fit_folds.def"
#include "sow/store/tables/fit_measures.def"
#include "sow/store/tables/fit_steps.def"
#include "sow/store/tables/fits.def"
#include "sow/store/tables/term_diagnostics.def"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* A run, and the model to store in it. */
struct storing {
    const struct sow_run *run;
    const struct sow_model *model;
};

/* Replaces infinities by NaN, because the database has no infinities. */
static double if_finite(double value)
{
    return isfinite(value) ? value : (double)NAN;
}

/* Adds a row to table `coefficients` for each term of the model. Terms that were left out
   have no row, and the others are numbered from 0. Returns an error of the database. */
static enum sow_status store_terms(const struct storing *storing, struct sow_err *err)
{
    const struct sow_model *model = storing->model;
    enum sow_status status = SOW_OK;
    int position = 0;
    for (int i = 0; status == SOW_OK && i < model->term_count; i++) {
        const struct sow_ols_term *term = &model->terms[i];
        if (term->state == SOW_TERM_LEFT_OUT)
            continue;
        struct sow_coefficient_row row = {
            .run_id = storing->run->id,
            .term = position++,
            .feature = i == 0 ? SOW_INTERCEPT : term->name,
            .value = term->estimate,
            .standard_error = if_finite(term->standard_error),
            .t = if_finite(term->t),
            .p = if_finite(term->p),
            .low = if_finite(term->low),
            .high = if_finite(term->high),
            .note = term->note,
        };
        status = sow_store_add(storing->run->sink, coefficient, &row, err);
    }
    return status;
}

/* Adds a row to table `term_diagnostics` with variance inflation, mean and standard
   deviation of each term, with the same numbers as store_terms. Returns an error of the
   database. */
static enum sow_status store_term_diagnostics(const struct storing *storing,
                                              struct sow_err *err)
{
    const struct sow_model *model = storing->model;
    enum sow_status status = SOW_OK;
    int position = 0;
    for (int i = 0; status == SOW_OK && i < model->term_count; i++) {
        const struct sow_ols_term *term = &model->terms[i];
        if (term->state == SOW_TERM_LEFT_OUT)
            continue;
        struct sow_term_diagnostics_row row = {.run_id = storing->run->id,
                                               .term = position++,
                                               .vif = if_finite(term->vif),
                                               .mean = if_finite(term->mean),
                                               .sd = if_finite(term->sd)};
        status = sow_store_add(storing->run->sink, term_diagnostics, &row, err);
    }
    return status;
}

/* Compares measures in the order of the table's key, for qsort: by sample, then by
   name. */
static int compare_measures(const void *a, const void *b)
{
    const struct sow_model_measure *first = a;
    const struct sow_model_measure *second = b;
    int samples = (int)first->sample - (int)second->sample;
    return samples != 0 ? samples : strcmp(first->name, second->name);
}

/* Adds a row to table `fit_measures` for each measure, sorted by their key. Fails with
   SOW_NO_MEMORY or a status of the database. */
static enum sow_status store_measures(const struct storing *storing, struct sow_err *err)
{
    const struct sow_model *model = storing->model;
    size_t count = (size_t)model->measure_count;
    struct sow_model_measure *sorted = calloc(count + 1, sizeof *sorted);
    if (sorted == NULL)
        return sow_err_no_memory(err);
    memcpy(sorted, model->measures, count * sizeof *sorted);
    qsort(sorted, count, sizeof *sorted, compare_measures);
    enum sow_status status = SOW_OK;
    for (size_t i = 0; status == SOW_OK && i < count; i++) {
        struct sow_fit_measure_row row = {.run_id = storing->run->id,
                                          .sample = sow_sample_names[sorted[i].sample],
                                          .measure = sorted[i].name,
                                          .value = if_finite(sorted[i].value),
                                          .standard_error =
                                              if_finite(sorted[i].standard_error)};
        status = sow_store_add(storing->run->sink, fit_measure, &row, err);
    }
    free(sorted);
    return status;
}

/* Adds a row to table `fit_folds` for each fold; without folds adds nothing. Returns an
   error of the database. */
static enum sow_status store_folds(const struct storing *storing, struct sow_err *err)
{
    const struct sow_model *model = storing->model;
    enum sow_status status = SOW_OK;
    for (int i = 0; status == SOW_OK && i < model->fold_count; i++) {
        const struct sow_model_fold *fold = &model->folds[i];
        struct sow_fit_fold_row row = {.run_id = storing->run->id,
                                       .fold = fold->fold,
                                       .games = fold->groups,
                                       .observations = fold->observations,
                                       .score = if_finite(fold->score),
                                       .r2 = if_finite(fold->r2),
                                       .bias = if_finite(fold->bias)};
        status = sow_store_add(storing->run->sink, fit_fold, &row, err);
    }
    return status;
}

/* Adds a row to table `fit_steps` for each step of the selection of features or of the
   penalty, in the order in which they were tried. Returns an error of the database. */
static enum sow_status store_steps(const struct storing *storing, struct sow_err *err)
{
    const struct sow_model *model = storing->model;
    enum sow_status status = SOW_OK;
    for (int i = 0; status == SOW_OK && i < model->step_count; i++) {
        const struct sow_model_step *step = &model->steps[i];
        struct sow_fit_step_row row = {
            .run_id = storing->run->id,
            .step = i,
            .action = sow_step_names[step->action],
            .feature = step->column < 0 ? NULL : model->terms[step->column + 1].name,
            .penalty = if_finite(step->penalty),
            .score = step->score,
            .standard_error = if_finite(step->standard_error),
            .chosen = step->chosen};
        status = sow_store_add(storing->run->sink, fit_step, &row, err);
    }
    return status;
}

/* Adds a row to table `fit_bins`. The limits of a phase (a stratum, fit_rows.h) are
   numbers of seeds on the board. Returns an error of the database. */
static enum sow_status store_bin(const struct storing *storing,
                                 const struct sow_model_bin *bin, struct sow_err *err)
{
    static const char *const KINDS[] = {[SOW_BIN_CALIBRATION] = "calibration",
                                        [SOW_BIN_STRATUM] = "phase",
                                        [SOW_BIN_RESIDUAL] = "residual"};
    bool phase = bin->kind == SOW_BIN_STRATUM;
    struct sow_fit_bin_row row = {.run_id = storing->run->id,
                                  .kind = KINDS[bin->kind],
                                  .sample = sow_sample_names[bin->sample],
                                  .bin = bin->bin,
                                  .low = phase ? sow_fit_phase_low(bin->bin) : bin->low,
                                  .high =
                                      phase ? sow_fit_phase_high(bin->bin) : bin->high,
                                  .observations = bin->observations,
                                  .predicted = bin->predicted,
                                  .observed = bin->observed,
                                  .score = if_finite(bin->score)};
    return sow_store_add(storing->run->sink, fit_bin, &row, err);
}

/* Stores the bins in the order of the table's key: calibration in sample, out of sample,
   then phases, then residuals. */
static enum sow_status store_bins(const struct storing *storing, struct sow_err *err)
{
    const struct sow_model *model = storing->model;
    enum sow_status status = SOW_OK;
    for (int part = 0; part < SOW_BIN_KINDS * SOW_SAMPLES; part++)
        for (int i = 0; status == SOW_OK && i < model->bin_count; i++)
            if ((int)model->bins[i].kind == part / SOW_SAMPLES &&
                (int)model->bins[i].sample == part % SOW_SAMPLES)
                status = store_bin(storing, &model->bins[i], err);
    return status;
}

/* Adds the row of table `fits`. Its observations are choices if the method has them, else
   rows. Returns an error of the database. */
static enum sow_status store_summary(const struct storing *storing, int64_t dataset,
                                     struct sow_err *err)
{
    const struct sow_model *model = storing->model;
    struct sow_fit_row row = {
        .run_id = storing->run->id,
        .dataset_id = dataset,
        .method = model->method->name,
        .observations = model->method->has_sets ? model->sets : model->rows,
        .terms = model->rank,
        .r2 = if_finite(sow_model_measure(model, SOW_SAMPLE_IN, "r2")),
        .adjusted_r2 = if_finite(sow_model_measure(model, SOW_SAMPLE_IN, "adjusted_r2")),
        .rmse = if_finite(sow_model_measure(model, SOW_SAMPLE_IN, "rmse")),
    };
    return sow_store_add(storing->run->sink, fit, &row, err);
}

/* Type of functions that store a part of a model. */
typedef enum sow_status store_fn(const struct storing *storing, struct sow_err *err);

enum sow_status sow_fit_content_store(const struct sow_run *run, int64_t dataset,
                                      const struct sow_model *model, struct sow_err *err)
{
    static store_fn *const PARTS[] = {store_terms,    store_term_diagnostics,
                                      store_measures, store_folds,
                                      store_steps,    store_bins};
    enum { COUNT = sizeof PARTS / sizeof PARTS[0] };
    struct storing storing = {.run = run, .model = model};
    enum sow_status status = sow_store_begin(run->sink, err);
    if (status != SOW_OK)
        return status;
    status = store_summary(&storing, dataset, err);
    for (int i = 0; status == SOW_OK && i < COUNT; i++)
        status = PARTS[i](&storing, err);
    return sow_store_end(run->sink, status, err);
}
