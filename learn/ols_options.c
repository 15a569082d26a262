/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "fitting.h"

const char *const sow_dependent_names[SOW_DEPENDENTS + 1] = {
    [SOW_DEPENDENT_REFUSE] = "refuse",
    [SOW_DEPENDENT_DROP] = "drop",
};

#define AT(field) offsetof(struct sow_ols_options, field)

static const struct sow_param ROWS[] = {
    {"intercept", &sow_param_flag, AT(intercept), 0, 0, NULL, "yes",
     "fit a constant beside the columns"},
    {"dependent", &sow_param_choice, AT(dependent), 0, 0, sow_dependent_names, "drop",
     "what to do about columns that are constant or a linear combination of earlier "
     "ones"},
    {"level", &sow_param_real, AT(level), 0.001, 0.9999, NULL, "0.95",
     "confidence level of the intervals"},
    {"tolerance", &sow_param_real, AT(tolerance), 1e-15, 0.1, NULL, "1e-10",
     "a column is dependent if earlier ones leave at most this share of it unexplained"},
};

const struct sow_param_table sow_ols_params = {ROWS, sizeof ROWS / sizeof ROWS[0]};
