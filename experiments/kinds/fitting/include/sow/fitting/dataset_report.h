/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * The reports of `sowlab dataset list` and `dataset show`. Each function adds tables to a
 * report. After a failure, drop the report.
 */
#ifndef SOW_EXPERIMENTS_DATASET_REPORT_H
#define SOW_EXPERIMENTS_DATASET_REPORT_H

#include "sow/store/store.h"

struct sow_report;

/** Adds the table "datasets": one row for each data set with at least one position or
 *  choice, whether its run has finished or not. Also gives the report the names that
 *  replace player specs. Returns the status of the database. */
SOW_MUST_USE enum sow_status sow_dataset_report_list(struct sow_store *store,
                                                     struct sow_report *report,
                                                     struct sow_err *err);

/** Adds the tables about data set @p id: "dataset", "settings", "contents", "labels"
 *  (if it has positions) and "phases". Phases are by seeds on the board, as those of
 *  fits. Returns SOW_USAGE if the run is not a data set, SOW_BAD_DATA if it is
 *  damaged, or a status of the database. */
SOW_MUST_USE enum sow_status sow_dataset_report_show(struct sow_store *store, int64_t id,
                                                     struct sow_report *report,
                                                     struct sow_err *err);

#endif
