/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * What the suites of fits share: small data sets and fits, made as runs.
 */
#ifndef SOW_TESTS_FIT_SUPPORT_H
#define SOW_TESTS_FIT_SUPPORT_H

#include "sow/fitting/dataset.h"
#include "sow/fitting/fit.h"
#include "sow/queries/query.h"
#include "store_support.h"

static inline struct sow_variant a_variant(const char *name)
{
    struct sow_err err;
    struct sow_variant variant;
    ck_ok(sow_variant_builtin(name, &variant, &err));
    return variant;
}

static inline void set_defaults(const struct sow_run_kind *kind, void *options)
{
    memset(options, 0, kind->options_size);
    const struct sow_param_group *groups = kind->groups;
    for (int i = 0; groups[i].table != NULL; i++)
        sow_param_defaults(groups[i].table, (char *)options + groups[i].offset);
}

static inline struct sow_run_request a_request(const struct sow_run_kind *kind,
                                               const struct sow_variant *variant,
                                               const void *options)
{
    return (struct sow_run_request){.kind = kind,
                                    .variant = variant->name,
                                    .rules = &variant->rules,
                                    .options = options,
                                    .label = "",
                                    .seed = 11,
                                    .threads = 1,
                                    .kernel = "auto"};
}

/** A data set of 2 x @p games games with positions and choices, from games between two
 *  players that no weights of H1-H6 stand for; returns its number. */
static inline int64_t make_dataset(struct sow_store *store, const char *variant_name,
                                   int games)
{
    struct sow_err err;
    struct sow_variant variant = a_variant(variant_name);
    static struct sow_dataset_options options;
    set_defaults(&sow_dataset_kind, &options);
    ck_ok(sow_contestants_take(&options.contestants, "order:h4,h1,h6", "divilly2013",
                               &err));
    options.games = games;
    options.record = SOW_RECORD_BOTH;
    struct sow_run_request request = a_request(&sow_dataset_kind, &variant, &options);
    int64_t id = 0;
    ck_ok(sow_run_execute(store, &request, &id, &err));
    return id;
}

/** Options of a small fit: 4 folds, 20 games a seat and opponent. */
static inline struct sow_fit_options *small_fit(int64_t dataset, int method)
{
    static struct sow_fit_options options;
    set_defaults(&sow_fit_kind, &options);
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
    struct sow_run_request request = a_request(&sow_fit_kind, &variant, options);
    request.threads = threads;
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

static inline struct sow_run_row the_run(struct sow_store *store, int64_t id)
{
    struct sow_err err;
    struct sow_run_row row;
    ck_ok(sow_store_read_run(store, id, &row, &err));
    return row;
}

/* Coefficient of a feature; fails if the fit has none. */
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
