/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * Any chart of a sweep with its data, named for what it shows.
 *
 * Ownership: release a drawing; it may not move before.
 */
#ifndef SOW_EXPERIMENTS_SWEEP_DRAWING_H
#define SOW_EXPERIMENTS_SWEEP_DRAWING_H

#include "sow/queries/learning_chart.h"
#include "sow/queries/run_measure.h"
#include "sow/queries/sweep_chart.h"

/** Chart of a sweep with its data. */
struct sow_sweep_drawing {
    struct sow_chart named; /**< the chart, with the title and axis of this sweep */
    char title[160];        /**< title, if it is not the chart's own */
    char measure[SOW_MEASURE_WORDS_MAX + 1]; /**< measure in words */
    struct sow_frame frame;       /**< data; no point if there is nothing to draw */
    struct sow_learning learning; /**< facts about learning curves */
};

/** Data for the charts of a sweep. All is borrowed. */
struct sow_sweep_data {
    const struct sow_sweep_plan *plan;         /**< plan of the sweep */
    const struct sow_sweep_place *places;      /**< runs of all tasks, in order */
    const struct sow_sweep_measures *measures; /**< measures of all tasks */
    struct sow_store *store;                   /**< database with the runs */
    int depth; /**< depth of learning curves; 0: chosen by the runs */
};

/**
 * Fills a chart of a sweep and names it.
 * @param data the sweep
 * @param chart an entry of sow_sweep_charts
 * @param[out] drawing receives the chart; release it by sow_sweep_drawing_release, also
 *   after a failure
 * @param[out] err reason of a failure
 * @returns the failures of sow_sweep_chart_fill and sow_learning_fill
 */
SOW_MUST_USE enum sow_status sow_sweep_draw(const struct sow_sweep_data *data,
                                            const struct sow_chart *chart,
                                            struct sow_sweep_drawing *drawing,
                                            struct sow_err *err);

/** Frees the data of a drawing. */
void sow_sweep_drawing_release(struct sow_sweep_drawing *drawing);

#endif
