/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * Questions about data sets: what `sowlab dataset list` and `dataset show` answer. Every
 * answer is added to a report; after a failure the report is to be dropped.
 */
#ifndef SOW_EXPERIMENTS_DATASET_REPORT_H
#define SOW_EXPERIMENTS_DATASET_REPORT_H

#include "sow/store/store.h"

struct sow_report;

/** Adds the table "datasets": all that hold a row, finished or not. */
SOW_MUST_USE enum sow_status sow_dataset_report_list(struct sow_store *store,
                                                     struct sow_report *report,
                                                     struct sow_err *err);

/** Adds what there is to know of data set @p id: its record "dataset", "settings",
 *  "contents", "labels" (if it has positions) and "phases", by seeds on the board as a
 *  fit's phases. A run that is no data set is SOW_USAGE. */
SOW_MUST_USE enum sow_status sow_dataset_report_show(struct sow_store *store, int64_t id,
                                                     struct sow_report *report,
                                                     struct sow_err *err);

#endif
