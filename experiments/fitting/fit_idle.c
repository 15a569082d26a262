/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "fit_idle.h"

#include <stdlib.h>
#include <string.h>

static bool has_intercept(const struct sow_fit_options *options)
{
    return sow_methods[options->model.method].has_intercept;
}

static bool is_ridge(const struct sow_fit_options *options)
{
    return options->model.method == SOW_METHOD_RIDGE;
}

static bool is_robust(const struct sow_fit_options *options)
{
    return options->model.method == SOW_METHOD_ROBUST;
}

static bool iterates(const struct sow_fit_options *options)
{
    return options->model.method != SOW_METHOD_LEAST_SQUARES && !is_ridge(options);
}

static bool selects(const struct sow_fit_options *options)
{
    return options->model.select;
}

static bool chooses(const struct sow_fit_options *options)
{
    return selects(options) || (is_ridge(options) && !(options->model.penalty > 0.0));
}

static bool compares(const struct sow_fit_options *options)
{
    return options->comparison_games > 0;
}

/* An option, when it has an effect, and how to say so. */
static const struct {
    const char *name;
    bool (*counts)(const struct sow_fit_options *options);
    const char *condition;
} CONDITIONS[] = {
    {"intercept", has_intercept, "a --method other than preference"},
    {"penalty", is_ridge, "--method ridge"},
    {"loss", is_robust, "--method robust"},
    {"tuning", is_robust, "--method robust"},
    {"iterations", iterates, "--method robust, logistic or preference"},
    {"select_most", selects, "--select"},
    {"rule", chooses, "--select, or --method ridge without a --penalty"},
    {"random_plies", compares, "--comparison-games above 0"},
    {"opponents", compares, "--comparison-games above 0"},
};

/* The row called @p name and the struct it describes. */
static const struct sow_param *find_row(const struct sow_fit_options *options,
                                        const char *name, const void **described)
{
    const struct sow_param *row = sow_param_find(&sow_fit_params, name);
    *described = row != NULL ? (const void *)options : (const void *)&options->model;
    return row != NULL ? row : sow_param_find(&sow_model_params, name);
}

enum sow_status sow_fit_refuse_idle(const struct sow_fit_options *options,
                                    struct sow_err *err)
{
    for (size_t i = 0; i < sizeof CONDITIONS / sizeof CONDITIONS[0]; i++) {
        if (CONDITIONS[i].counts(options))
            continue;
        const void *described;
        const struct sow_param *row = find_row(options, CONDITIONS[i].name, &described);
        char *value = sow_param_get(row, described);
        if (value == NULL)
            return sow_err_no_memory(err);
        bool idle = strcmp(value, row->fallback) != 0;
        free(value);
        if (idle)
            return sow_err_set(err, SOW_USAGE, "'%s' has no effect here: it needs %s",
                               row->name, CONDITIONS[i].condition);
    }
    return SOW_OK;
}
