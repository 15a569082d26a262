/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * Charts of pages: how they are drawn first, and how a script asks for another drawing.
 */
#ifndef SOW_SERVE_SERVED_CHARTS_H
#define SOW_SERVE_SERVED_CHARTS_H

#include "request.h"
#include "sow/reports/html.h"

/** Charts of a page as it is first sent. */
extern const struct sow_html_charts sow_served_charts;

/**
 * Reads how a chart is to be drawn: the arguments `width` and `spots`.
 * @param request the request
 * @param[out] charts receives the options
 * @param err receives the reason of a failure
 * @returns SOW_USAGE for a bad width.
 */
SOW_MUST_USE enum sow_status sow_request_drawing(const struct sow_request *request,
                                                 struct sow_html_charts *charts,
                                                 struct sow_err *err);

/** Answers /api/chart for the sweep in the argument `label` with the chart in `chart`, by
 *  the measure in `measure`. Fails with SOW_USAGE for a bad argument, SOW_NOT_FOUND if
 *  there is no such sweep or chart, or as the database does. */
SOW_MUST_USE enum sow_status sow_sweep_answer_chart(struct sow_request *request,
                                                    FILE *out, struct sow_err *err);

/**
 * Writes a link to the sweep of a run; nothing if fewer than SOW_SWEEP_RUNS_LEAST runs
 * have its label.
 * @param store the database
 * @param id number of the run
 * @param out receives the HTML
 * @param err receives the reason of a failure
 * @returns the failure of the database.
 */
SOW_MUST_USE enum sow_status sow_sweep_put_link(struct sow_store *store, int64_t id,
                                                FILE *out, struct sow_err *err);

#endif
