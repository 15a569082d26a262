/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * What stands above the rows of an exported data set: where they come from, what the
 * columns mean, how R reads them, and the names of the columns.
 */
#ifndef SOW_EXPERIMENTS_DATASET_EXPORT_HEAD_H
#define SOW_EXPERIMENTS_DATASET_EXPORT_HEAD_H

#include "sow/fitting/dataset.h"
#include "sow/players/fit_columns.h"
#include "sow/store/store.h"

/** An export; everything is borrowed. */
struct sow_export_head {
    const struct sow_run_row *run;
    const struct sow_dataset_facts *facts;
    const struct sow_fit_columns *columns;
    int folds;
    bool choices;
};

/** Writes the lines above the rows. */
void sow_export_head_write(const struct sow_export_head *head, FILE *out);

#endif
