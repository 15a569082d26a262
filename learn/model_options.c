/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "fitting.h"

const struct sow_method sow_methods[SOW_METHODS] = {
    [SOW_METHOD_LEAST_SQUARES] = {"least-squares", "least squared errors of a number",
                                  "rmse", SOW_LINK_IDENTITY, true, false},
    [SOW_METHOD_RIDGE] = {"ridge",
                          "least squares with coefficients shrunk towards "
                          "0, for correlated columns",
                          "rmse", SOW_LINK_IDENTITY, true, false},
    [SOW_METHOD_ROBUST] = {"robust",
                           "least squares in which rows far from the rest count less",
                           "rmse", SOW_LINK_IDENTITY, true, false},
    [SOW_METHOD_LOGISTIC] = {"logistic",
                             "the probability of a result: 1 won, 0.5 drawn, 0 lost",
                             "log_loss", SOW_LINK_LOGIT, true, false},
    [SOW_METHOD_PREFERENCE] =
        {"preference", "which alternative of a set is preferred (conditional logit)",
         "log_loss", SOW_LINK_CHOICE, false, true},
};

const char *const sow_sample_names[SOW_SAMPLES] = {
    [SOW_SAMPLE_IN] = "in",
    [SOW_SAMPLE_OUT] = "out",
};

const char *const sow_step_names[SOW_STEP_ACTIONS] = {
    [SOW_STEP_START] = "start",
    [SOW_STEP_ADD] = "add",
    [SOW_STEP_PENALTY] = "penalty",
};

/* Words of each choice, in the order of its enum in model.h or ols.h. */
static const char *const METHODS[SOW_METHODS + 1] = {
    [SOW_METHOD_LEAST_SQUARES] = "least-squares",
    [SOW_METHOD_RIDGE] = "ridge",
    [SOW_METHOD_ROBUST] = "robust",
    [SOW_METHOD_LOGISTIC] = "logistic",
    [SOW_METHOD_PREFERENCE] = "preference",
};

static const char *const ERRORS[SOW_ERRORS + 1] = {
    [SOW_ERRORS_CLASSICAL] = "classical",
    [SOW_ERRORS_CLUSTERED] = "clustered",
};

static const char *const RULES[SOW_RULES + 1] = {
    [SOW_RULE_BEST] = "best",
    [SOW_RULE_ONE_ERROR] = "one-error",
};

static const char *const LOSSES[SOW_LOSSES + 1] = {
    [SOW_LOSS_HUBER] = "huber",
    [SOW_LOSS_BISQUARE] = "bisquare",
};

/* Offset of a field of the options. */
#define AT(field) offsetof(struct sow_model_options, field)

static const char *const DEPENDENTS[SOW_DEPENDENTS + 1] = {
    [SOW_DEPENDENT_REFUSE] = "refuse",
    [SOW_DEPENDENT_DROP] = "drop",
};

/* Rows of the options, in the order of help. */
static const struct sow_param ROWS[] = {
    {"method", &sow_param_choice, AT(method), 0, 0, METHODS, "least-squares",
     "the kind of model"},
    {"intercept", &sow_param_flag, AT(intercept), 0, 0, NULL, "yes",
     "a fitted constant beside the columns (never with preference)"},
    {"dependent", &sow_param_choice, AT(dependent), 0, 0, DEPENDENTS, "drop",
     "treatment of columns that are constant or a linear combination of earlier ones; "
     "ridge keeps linear combinations"},
    {"level", &sow_param_real, AT(level), 0.001, 0.9999, NULL, "0.95",
     "confidence level of the intervals"},
    {"tolerance", &sow_param_real, AT(tolerance), 1e-15, 0.1, NULL, "1e-10",
     "largest unexplained share of a column that counts as dependent on earlier "
     "columns"},
    {"errors", &sow_param_choice, AT(errors), 0, 0, ERRORS, "clustered",
     "standard errors: for rows that depend on each other within a group (sandwich, "
     "CR1), or for independent rows"},
    {"folds", &sow_param_integer, AT(folds), 0, SOW_FOLDS_MAX, NULL, "10",
     "parts for cross-validation; groups 2k and 2k + 1 stay together; 0 = no "
     "cross-validation"},
    {"penalty", &sow_param_real, AT(penalty), 0, 1e12, NULL, "0",
     "ridge: mean squared error added for coefficients of 1 standard deviation; 0 "
     "= chosen by cross-validation"},
    {"rule", &sow_param_choice, AT(rule), 0, 0, RULES, "best",
     "choice of --select and of ridge without --penalty among models: the lowest "
     "error out of sample, or the simplest model within one standard error of it"},
    {"loss", &sow_param_choice, AT(loss), 0, 0, LOSSES, "huber",
     "robust: loss for rows far from the rest"},
    {"tuning", &sow_param_real, AT(tuning), 0, 1e6, NULL, "0",
     "robust: distance, in scales, from which rows count less (huber) or not at all "
     "(bisquare); 0 = 1.345 or 4.685"},
    {"select", &sow_param_flag, AT(select), 0, 0, NULL, "no",
     "forward selection of columns by their error out of sample"},
    {"select_most", &sow_param_integer, AT(select_most), 0, SOW_DESIGN_COLUMNS_MAX, NULL,
     "0", "largest number of columns selected; 0 = no limit"},
    {"iterations", &sow_param_integer, AT(iterations), 1, 100000, NULL, "100",
     "robust, logistic, preference: largest number of steps"},
};

const struct sow_param_table sow_model_params = {ROWS, sizeof ROWS / sizeof ROWS[0]};
