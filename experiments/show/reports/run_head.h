/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * The head of a run's page, below the result in words: settings, actions and links.
 */
#ifndef SOW_EXPERIMENTS_RUN_HEAD_H
#define SOW_EXPERIMENTS_RUN_HEAD_H

#include "sow/reports/html.h"

struct sow_run_row;

/** Runs of a report, and how their charts are drawn. */
struct showing {
    struct sow_store *store;
    const int64_t *ids; /**< numbers of all runs of the report */
    size_t count;       /**< number of runs */
    const struct sow_html_charts *charts;
};

/**
 * Writes the settings that are not defaults, the actions, the command that makes the run
 * again, and the links of a run.
 * @param showing the report
 * @param row the record of the run
 * @param out receives the HTML
 * @param err receives the reason of a failure
 * @returns the failure of the database
 */
SOW_MUST_USE enum sow_status sow_run_head_put(const struct showing *showing,
                                              const struct sow_run_row *row, FILE *out,
                                              struct sow_err *err);

#endif
