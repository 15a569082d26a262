/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * Report sections and charts of data sets and fits.
 */
#ifndef SOW_EXPERIMENTS_FIT_SECTIONS_H
#define SOW_EXPERIMENTS_FIT_SECTIONS_H

#include "sow/charts/chart.h"
#include "sow/queries/query_sections.h"

/** Report sections of fits. The last entry has a NULL name. */
extern const struct sow_query_section sow_fit_sections[];

/** Report sections of data sets, made and imported. The last entry has a NULL name. */
extern const struct sow_query_section sow_dataset_sections[];

/** Charts of fits. The last entry has a NULL name. */
extern const struct sow_chart sow_fit_charts[];

#endif
