/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * Helpers for the suites about fits: small data sets and fits, made as runs.
 */
#ifndef SOW_TESTS_FIT_SUPPORT_H
#define SOW_TESTS_FIT_SUPPORT_H

#include "run_support.h"
#include "sow/fitting/dataset.h"
#include "sow/fitting/fit.h"
#include "sow/queries/query.h"
#include "sow/store/tables/coefficients.def"

static inline struct sow_variant a_variant(const char *name)
{
    struct sow_err err;
    struct sow_variant variant;
    ck_ok(sow_variant_builtin(name, &variant, &err));
    return variant;
}

/**
 * Makes a data set of 2 x @p games games with positions and choices. No weights of H1 to
 * H6 play like its two players. Returns the number of the run.
 */
static inline int64_t make_dataset(struct sow_store *store, const char *variant_name,
                                   int games)
{
    struct sow_err err;
    static struct sow_dataset_options options;
    sow_params_release(sow_dataset_kind.groups, &options);
    sow_run_kind_defaults(&sow_dataset_kind, &options);
    ck_ok(sow_contestants_take(&options.contestants, "order:h4,h1,h6", "divilly2013",
                               &err));
    options.games = games;
    options.record = SOW_RECORD_BOTH;
    const struct asked asked = {.kind = &sow_dataset_kind,
                                .rules = variant_name,
                                .options = &options,
                                .seed = 11};
    return make_run(store, &asked);
}

/** Returns options for a small fit, with 4 folds and 20 games per seat and opponent. */
static inline struct sow_fit_options *small_fit(int64_t dataset, int method)
{
    static struct sow_fit_options options;
    sow_params_release(sow_fit_kind.groups, &options);
    sow_run_kind_defaults(&sow_fit_kind, &options);
    options.dataset = (int)dataset;
    options.comparison_games = 20;
    options.model.method = method;
    options.model.folds = 4;
    return &options;
}

static inline enum sow_status try_fit(struct sow_store *store,
                                      const struct sow_fit_options *options, int threads,
                                      int64_t *id, struct sow_err *err)
{
    struct sow_variant variant;
    enum sow_status status = sow_fit_variant(store, options, &variant, err);
    if (status != SOW_OK)
        return status;
    struct sow_run_request request = {.kind = &sow_fit_kind,
                                      .variant = variant.name,
                                      .rules = &variant.rules,
                                      .options = options,
                                      .label = "",
                                      .seed = 11,
                                      .with.threads = threads,
                                      .with.kernel = "auto"};
    return sow_run_execute(store, &request, id, err);
}

static inline int64_t make_fit(struct sow_store *store,
                               const struct sow_fit_options *options)
{
    struct sow_err err;
    int64_t id = 0;
    ck_ok(try_fit(store, options, 1, &id, &err));
    return id;
}

/* Coefficient to find, and whether the fit has it. */
struct wanted {
    const char *feature;
    double value;
    bool found;
};

static inline enum sow_status
find_feature(void *context, const struct sow_coefficient_row *row, struct sow_err *err)
{
    (void)err;
    struct wanted *wanted = context;
    if (strcmp(row->feature, wanted->feature) == 0) {
        wanted->value = row->value;
        wanted->found = true;
    }
    return SOW_OK;
}

static inline double coefficient(struct sow_store *store, int64_t id, const char *feature)
{
    struct sow_err err;
    struct wanted wanted = {.feature = feature};
    ck_ok(sow_store_each(store, coefficient, id, find_feature, &wanted, &err));
    ck_assert_msg(wanted.found, "no coefficient of '%s'", feature);
    return wanted.value;
}

static inline char *shown(struct sow_store *store, int64_t id, enum sow_format format)
{
    struct sow_err err;
    struct sow_report *report = sow_report_new();
    ck_ok(sow_query_show(store, id, report, &err));
    char *text = print_report(report, format);
    sow_report_free(report);
    return text;
}

static inline void says(const char *text, const char *words)
{
    ck_assert_msg(strstr(text, words) != NULL, "no '%s' in\n%s", words, text);
}

#endif
