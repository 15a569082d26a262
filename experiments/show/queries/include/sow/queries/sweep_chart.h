/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * Charts of a sweep: the results and comparisons of its tables.
 */
#ifndef SOW_EXPERIMENTS_SWEEP_CHART_H
#define SOW_EXPERIMENTS_SWEEP_CHART_H

#include "sow/charts/chart.h"
#include "sow/queries/sweep_table.h"

/** Charts of a sweep. The last entry has a NULL name. They have no query. A NULL label of
 *  axis x is the measure. */
extern const struct sow_chart sow_sweep_charts[];

/** Returns true for the chart of learning curves, which sow_learning_fill fills
 *  (learning_chart.h) and not sow_sweep_chart_fill. @p chart is an entry of
 *  sow_sweep_charts. */
bool sow_sweep_chart_is_learning(const struct sow_chart *chart);

/** Returns the chart called @p name, or NULL. */
const struct sow_chart *sow_sweep_chart_find(const char *name);

/**
 * Fills a chart of a sweep from its finished runs.
 * @param plan plan of the sweep
 * @param places runs of all tasks, in order
 * @param measures measures of all tasks
 * @param chart an entry of sow_sweep_charts
 * @param[in,out] frame `{.chart = ...}`, where the chart may be a copy of @p chart with
 * other labels; release it in any case. It stays empty without finished runs, and if they
 * have no measure in common
 * @param[out] err reason of a failure
 * @returns the failures of sow_frame_add, or SOW_NO_MEMORY
 */
SOW_MUST_USE enum sow_status sow_sweep_chart_fill(
    const struct sow_sweep_plan *plan, const struct sow_sweep_place *places,
    const struct sow_sweep_measures *measures, const struct sow_chart *chart,
    struct sow_frame *frame, struct sow_err *err);

#endif
