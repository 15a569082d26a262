/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * Runs of kind "fit": least squares of the final margin on features of positions. The
 * fitted function is a player: it chooses the move whose position it values highest.
 */
#ifndef SOW_EXPERIMENTS_FIT_H
#define SOW_EXPERIMENTS_FIT_H

#include "run.h"
#include "sow/learn/ols.h"

enum { SOW_FEATURE_LIST_MAX = 1023 };

struct sow_fit_options {
    int dataset; /**< number of the run that made the data set */
    char features[SOW_FEATURE_LIST_MAX + 1]; /**< names with commas between them */
    struct sow_ols_options ols;
};

/** What the constant term is called among the coefficients. */
#define SOW_INTERCEPT "intercept"

/** Rows for what to fit on; how to fit is sow_ols_params. */
extern const struct sow_param_table sow_fit_params;
extern const struct sow_run_kind sow_fit_kind;

struct sow_store;
struct sow_variant;

/** The rules a data set was made by. */
SOW_MUST_USE enum sow_status sow_fit_variant(struct sow_store *store, int64_t dataset,
                                             struct sow_variant *variant,
                                             struct sow_err *err);

#endif
