/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * The lines above the rows of an exported data set. They say where the data come from,
 * what the columns mean and how R reads them. The last one has the names of the columns.
 */
#ifndef SOW_EXPERIMENTS_DATASET_EXPORT_HEAD_H
#define SOW_EXPERIMENTS_DATASET_EXPORT_HEAD_H

#include "sow/fitting/dataset.h"
#include "sow/players/fit_columns.h"
#include "sow/store/store.h"

/** Facts about an export. All pointers are borrowed. */
struct sow_export_head {
    const struct sow_run_row *run;         /**< run of the data set */
    const struct sow_dataset_facts *facts; /**< facts about the data set */
    const struct sow_fit_columns *columns; /**< features */
    int folds;                             /**< number of folds */
    bool choices;                          /**< true for choices, false for positions */
};

/** Writes the lines above the rows. */
void sow_export_head_write(const struct sow_export_head *head, FILE *out);

#endif
