/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * A fitted model as content of its run.
 */
#ifndef SOW_EXPERIMENTS_FIT_CONTENT_H
#define SOW_EXPERIMENTS_FIT_CONTENT_H

#include "sow/learn/model.h"

struct sow_run;

/** Stores the fit, its coefficients and all else that the model says of itself in one
 *  transaction. Figures that are not finite are stored as undefined. */
SOW_MUST_USE enum sow_status sow_fit_content_store(const struct sow_run *run,
                                                   int64_t dataset,
                                                   const struct sow_model *model,
                                                   struct sow_err *err);

#endif
