/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sow/fitting/fit_idle.h"

static bool has_intercept(const void *context)
{
    const struct sow_fit_options *options = context;
    return sow_methods[options->model.method].has_intercept;
}

static bool is_ridge(const void *context)
{
    const struct sow_fit_options *options = context;
    return options->model.method == SOW_METHOD_RIDGE;
}

static bool is_robust(const void *context)
{
    const struct sow_fit_options *options = context;
    return options->model.method == SOW_METHOD_ROBUST;
}

static bool iterates(const void *context)
{
    const struct sow_fit_options *options = context;
    return options->model.method != SOW_METHOD_LEAST_SQUARES && !is_ridge(options);
}

static bool selects(const void *context)
{
    const struct sow_fit_options *options = context;
    return options->model.select;
}

static bool chooses(const void *context)
{
    const struct sow_fit_options *options = context;
    return selects(options) || (is_ridge(options) && !(options->model.penalty > 0.0));
}

static bool compares(const void *context)
{
    const struct sow_fit_options *options = context;
    return options->comparison_games > 0;
}

static const struct sow_param_need NEEDS[] = {
    {"intercept", has_intercept, "a --method other than preference"},
    {"penalty", is_ridge, "--method ridge"},
    {"loss", is_robust, "--method robust"},
    {"tuning", is_robust, "--method robust"},
    {"iterations", iterates, "--method robust, logistic or preference"},
    {"select_most", selects, "--select"},
    {"rule", chooses, "--select, or --method ridge without a --penalty"},
    {"random_plies", compares, "--comparison-games above 0"},
    {"opponents", compares, "--comparison-games above 0"},
    {NULL, NULL, NULL},
};

enum sow_status sow_fit_refuse_idle(const struct sow_fit_options *options,
                                    struct sow_err *err)
{
    return sow_param_refuse_idle(sow_fit_kind.groups, NEEDS, options, err);
}
