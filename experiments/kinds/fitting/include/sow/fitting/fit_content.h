/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * Storage of a fitted model as results of its run.
 */
#ifndef SOW_EXPERIMENTS_FIT_CONTENT_H
#define SOW_EXPERIMENTS_FIT_CONTENT_H

#include "sow/learn/model.h"

struct sow_run;

/**
 * Stores a model in one transaction: the fit, its coefficients and all its other figures.
 * Figures that are not finite are stored as undefined.
 * @param run the run.
 * @param dataset number of the data set.
 * @param model the model.
 * @param[out] err receives the reason of a failure; may be NULL.
 * @returns SOW_OK, SOW_NO_MEMORY or a status of the database.
 */
SOW_MUST_USE enum sow_status sow_fit_content_store(const struct sow_run *run,
                                                   int64_t dataset,
                                                   const struct sow_model *model,
                                                   struct sow_err *err);

#endif
