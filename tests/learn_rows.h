/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * Helpers for the suites of the models: rows in memory as a source, and models that must
 * be fitted or refused.
 */
#ifndef SOW_TESTS_LEARN_ROWS_H
#define SOW_TESTS_LEARN_ROWS_H

#include "learn_support.h"
#include "sow/learn/model.h"

enum { TABLE_COLUMNS_MAX = 8 };

/** Rows in memory. Columns without a name are not read. */
struct table {
    struct sow_design_columns columns;
    int count, capacity;
    double (*x)[TABLE_COLUMNS_MAX];
    struct sow_row *row; /**< rows; the pointer x is set when a row is passed on */
    int stop_after;      /**< rows after which the source fails with SOW_IO; 0 = never */
    int passes;
};

static inline void init_table(struct table *table, const char *const *names, int count,
                              const char *target)
{
    *table = (struct table){.columns = {count, names, target}};
}

static inline void release_table(struct table *table)
{
    free(table->x);
    free(table->row);
}

/** Adds a row of weight 1 in group 0 and returns it for changes. */
static inline struct sow_row *add_row(struct table *table, const double *x, double y)
{
    if (table->count == table->capacity) {
        table->capacity = 2 * table->capacity + 64;
        size_t capacity = (size_t)table->capacity;
        table->x = realloc(table->x, capacity * sizeof *table->x);
        table->row = realloc(table->row, capacity * sizeof *table->row);
        ck_assert(table->x != NULL && table->row != NULL);
    }
    for (int j = 0; j < table->columns.count; j++)
        table->x[table->count][j] = x[j];
    struct sow_row *row = &table->row[table->count++];
    *row = (struct sow_row){.y = y, .weight = 1, .stratum = SOW_NO_STRATUM};
    return row;
}

static inline enum sow_status each_row(void *context, sow_row_fn *take, void *taker,
                                       struct sow_err *err)
{
    struct table *table = context;
    table->passes++;
    for (int i = 0; i < table->count; i++) {
        if (table->stop_after > 0 && i == table->stop_after)
            return sow_err_set(err, SOW_IO, "the source failed");
        struct sow_row row = table->row[i];
        row.x = table->x[i];
        enum sow_status status = take(taker, &row, err);
        if (status != SOW_OK)
            return status;
    }
    return SOW_OK;
}

static inline struct sow_rows rows_of(struct table *table)
{
    return (struct sow_rows){&table->columns, each_row, table};
}

static inline struct sow_model_options default_model(enum sow_method_id method)
{
    struct sow_model_options options;
    sow_param_defaults(&sow_model_params, &options);
    options.method = (int)method;
    return options;
}

static inline void release_model(struct sow_model **model)
{
    sow_model_free(*model);
}

static inline struct sow_model *fit_columns(struct table *table, const bool *use,
                                            const struct sow_model_options *options)
{
    struct sow_err err = {0};
    struct sow_model *model = NULL;
    struct sow_rows rows = rows_of(table);
    ck_assert_msg(sow_model_fit(&rows, use, options, &model, &err) == SOW_OK, "%s",
                  err.text);
    return model;
}

static inline struct sow_model *fit_table(struct table *table,
                                          const struct sow_model_options *options)
{
    return fit_columns(table, NULL, options);
}

static inline void expect_model_refused(struct table *table,
                                        const struct sow_model_options *options,
                                        enum sow_status status, const char *text)
{
    struct sow_err err = {0};
    struct sow_model *model = NULL;
    struct sow_rows rows = rows_of(table);
    ck_assert_int_eq(sow_model_fit(&rows, NULL, options, &model, &err), status);
    ck_assert_str_eq(err.text, text);
    ck_assert_ptr_null(model);
}

#endif
