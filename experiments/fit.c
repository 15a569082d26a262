/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "fit.h"

#include "progress.h"
#include "sow/heuristics/agent.h"
#include "sow/heuristics/state_features.h"
#include "sow/variants/variant.h"
#include "store.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

#define AT(field) offsetof(struct sow_fit_options, field)

/* Both rows, both stores and an intercept always add up: the opponent's row is left out
   of what is fitted by default. */
static const char DEFAULT_FEATURES[] =
    "h1,h2,h3,h4,h5,h6,opponent_h1,opponent_h3,opponent_h5,to_move";

static const struct sow_param DATASET_ROWS[] = {
    {"dataset", &sow_param_integer, AT(dataset), 1, INT_MAX, NULL, "1",
     "number of the run that made the data set"},
};

static const struct sow_param_table DATASET_PARAMS = {DATASET_ROWS, 1};

static const struct sow_param ROWS[] = {
    {"features", &sow_param_text, AT(features), 0, SOW_FEATURE_LIST_MAX, NULL,
     DEFAULT_FEATURES, "features of a position to fit on, with commas between them"},
};

const struct sow_param_table sow_fit_params = {ROWS, sizeof ROWS / sizeof ROWS[0]};

/* The columns of a fit. */
struct columns {
    int count;
    int feature[SOW_AGENT_TERMS_MAX];
    const char *names[SOW_AGENT_TERMS_MAX];
};

static enum sow_status add_column(struct columns *columns, const char *name,
                                  struct sow_err *err)
{
    int feature = -1;
    enum sow_status status = sow_state_feature_named(name, &feature, err);
    if (status != SOW_OK)
        return status;
    for (int i = 0; i < columns->count; i++)
        if (columns->feature[i] == feature)
            return sow_err_set(err, SOW_USAGE, "feature '%s' is named twice", name);
    if (columns->count == SOW_AGENT_TERMS_MAX)
        return sow_err_set(err, SOW_USAGE, "too many features: at most %d",
                           SOW_AGENT_TERMS_MAX);
    columns->feature[columns->count] = feature;
    columns->names[columns->count++] = sow_state_features.rows[feature].name;
    return SOW_OK;
}

static enum sow_status parse_columns(const char *list, struct columns *columns,
                                     struct sow_err *err)
{
    char room[SOW_FEATURE_LIST_MAX + 1];
    (void)snprintf(room, sizeof room, "%s", list);
    columns->count = 0;
    enum sow_status status = SOW_OK;
    char *at = room;
    while (status == SOW_OK && at != NULL) {
        char *name = at;
        at = strchr(at, ',');
        if (at != NULL)
            *at++ = '\0';
        status = add_column(columns, name, err);
    }
    return status;
}

static enum sow_status prepare(void *options, struct sow_store *source,
                               const struct sow_rules *rules, struct sow_err *err)
{
    (void)rules;
    const struct sow_fit_options *fit = options;
    struct columns columns;
    enum sow_status status = parse_columns(fit->features, &columns, err);
    if (status != SOW_OK)
        return status;
    struct sow_run_row row;
    status = sow_store_read_run(source, fit->dataset, &row, err);
    if (status != SOW_OK)
        return status;
    if (strcmp(row.kind, "dataset") != 0)
        status = sow_err_set(
            err, SOW_USAGE,
            "run %d is of kind '%s', not a data set; make one with 'dataset make'",
            fit->dataset, row.kind);
    /* What it will hold in the end is not there yet. */
    else if (strcmp(row.status, "done") != 0)
        status = sow_err_set(err, SOW_USAGE,
                             "data set %d is not finished (its status is '%s'); 'sowlab "
                             "resume %d' goes on with it",
                             fit->dataset, row.status, fit->dataset);
    sow_run_row_release(&row);
    return status;
}

/* A fit while its data set is read. */
struct reading {
    const struct sow_run *run;
    const struct columns *columns;
    struct sow_design *design;
};

static enum sow_status take_position(void *context, const struct sow_position_row *row,
                                     struct sow_err *err)
{
    const struct reading *reading = context;
    const struct sow_rules *rules = reading->run->rules;
    struct sow_board board;
    enum sow_status status = sow_board_parse(
        row->position, rules->pits, (enum sow_direction)rules->direction, &board, err);
    if (status != SOW_OK)
        return sow_err_prefix(err, "data set %lld, game %lld, ply %d",
                              (long long)row->run_id, (long long)row->game, row->ply);
    if (sow_stop_requested(reading->run->stop))
        return sow_err_set(err, SOW_INTERRUPTED, "stopped on request");
    int own = row->viewpoint[0] == 's' ? SOW_SOUTH : SOW_NORTH;
    double x[SOW_AGENT_TERMS_MAX];
    for (int i = 0; i < reading->columns->count; i++)
        x[i] = sow_state_features.rows[reading->columns->feature[i]].value(rules, &board,
                                                                           own);
    return sow_design_add(reading->design, x, row->margin, 1.0, err);
}

static enum sow_status store_terms(const struct sow_run *run, const struct sow_ols *ols,
                                   struct sow_err *err)
{
    enum sow_status status = SOW_OK;
    int position = 0;
    for (int i = 0; status == SOW_OK && i < ols->term_count; i++) {
        const struct sow_ols_term *term = &ols->terms[i];
        if (term->state == SOW_TERM_LEFT_OUT)
            continue;
        struct sow_coefficient_row row = {
            .run_id = run->id,
            .term = position++,
            .feature = i == 0 ? SOW_INTERCEPT : term->name,
            .value = term->estimate,
            .standard_error = term->standard_error,
            .t = term->t,
            .p = term->p,
            .low = term->low,
            .high = term->high,
            .note = term->note,
        };
        status = sow_store_add_coefficient(run->sink, &row, err);
    }
    return status;
}

static enum sow_status store_fit(const struct sow_run *run, int dataset,
                                 const struct sow_ols *ols, struct sow_err *err)
{
    struct sow_fit_row row = {
        .run_id = run->id,
        .dataset_id = dataset,
        .method = "least-squares",
        .observations = ols->rows,
        .terms = ols->rank,
        .r2 = ols->r2,
        .adjusted_r2 = ols->adjusted_r2,
        .rmse = ols->rmse,
    };
    enum sow_status status = sow_store_begin(run->sink, err);
    if (status != SOW_OK)
        return status;
    status = sow_store_add_fit(run->sink, &row, err);
    if (status == SOW_OK)
        status = store_terms(run, ols, err);
    if (status == SOW_OK)
        status = sow_store_commit(run->sink, err);
    sow_store_rollback(run->sink);
    return status;
}

static enum sow_status execute(struct sow_run *run, const void *options,
                               struct sow_err *err)
{
    const struct sow_fit_options *fit = options;
    struct columns columns;
    enum sow_status status = parse_columns(fit->features, &columns, err);
    if (status != SOW_OK)
        return status;
    struct sow_design_columns names = {
        .count = columns.count, .names = columns.names, .target = "margin"};
    struct sow_ols *ols = NULL;
    struct reading reading = {.run = run, .columns = &columns};
    status = sow_design_new(&reading.design, &names, err);
    if (status == SOW_OK)
        status = sow_store_check_run(run->source, fit->dataset, NULL, err);
    if (status == SOW_OK)
        status = sow_store_each_position(run->source, fit->dataset, take_position,
                                         &reading, err);
    if (status == SOW_OK)
        status = sow_ols_fit(reading.design, NULL, &fit->ols, &ols, err);
    if (status == SOW_OK)
        status = store_fit(run, fit->dataset, ols, err);
    run->kernel_used = "none";
    run->stop_reason = "fitted";
    sow_ols_free(ols);
    sow_design_free(reading.design);
    return status;
}

enum sow_status sow_fit_variant(struct sow_store *store, int64_t dataset,
                                struct sow_variant *variant, struct sow_err *err)
{
    struct sow_run_row row;
    enum sow_status status = sow_store_read_run(store, dataset, &row, err);
    if (status != SOW_OK)
        return status;
    status = sow_variant_read_text(row.rules, row.variant, variant, err);
    if (status == SOW_OK)
        (void)snprintf(variant->name, sizeof variant->name, "%s", row.variant);
    sow_run_row_release(&row);
    return status;
}

static const char *const CONTENT[] = {"fits", "coefficients", NULL};

const struct sow_run_kind sow_fit_kind = {
    .name = "fit",
    .summary = "least squares of the margin on features of positions",
    .groups = {{&DATASET_PARAMS, 0, NULL},
               {&sow_fit_params, 0, NULL},
               {&sow_ols_params, offsetof(struct sow_fit_options, ols), "Least squares"}},
    .options_size = sizeof(struct sow_fit_options),
    .prepare = prepare,
    .execute = execute,
    .content = CONTENT,
};
