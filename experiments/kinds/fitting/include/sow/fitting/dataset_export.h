/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * Export of data sets as CSV files, with which other programs can repeat a fit. A file
 * has the rows and columns that `fit` reads, and every number is exact. Lines above the
 * rows start with '#'. They say where the data come from, what each column means and how
 * R reads the file.
 *
 * Rows of positions have game, ply, fold, position, viewpoint, the features, margin and
 * result. There is no margin if the data set's outcomes are results. With labels by
 * search, there are also label and label_depth.
 *
 * For choices, each legal move of a position with at least two moves is a row. The rows
 * have set, game, ply, fold, position, move, the features and chosen.
 */
#ifndef SOW_EXPERIMENTS_DATASET_EXPORT_H
#define SOW_EXPERIMENTS_DATASET_EXPORT_H

#include "sow/base/err.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

struct sow_progress;
struct sow_store;

/** Options of an export. */
struct sow_dataset_export {
    int64_t id;                    /**< number of the data set */
    const char *features;          /**< list as for sow_fit_columns_resolve */
    int folds;                     /**< number of folds */
    bool choices;                  /**< true for choices, false for positions */
    bool to_move;                  /**< true if the player to move sees each position */
    struct sow_progress *progress; /**< progress line; may be NULL */
};

/**
 * Writes a data set row by row. The file is incomplete if this fails after the first row.
 * @param store the database.
 * @param wanted the options.
 * @param out the stream to write to.
 * @param[out] err receives the reason of a failure; may be NULL.
 * @returns SOW_OK, SOW_USAGE if the data set has no rows of the requested kind,
 * SOW_BAD_DATA if its stored results are damaged, SOW_IO if writing fails, or a status of
 * sow_dataset_require or sow_fit_columns_resolve.
 */
SOW_MUST_USE enum sow_status sow_dataset_export(struct sow_store *store,
                                                const struct sow_dataset_export *wanted,
                                                FILE *out, struct sow_err *err);

/**
 * Writes positions with exact labels and best moves, for `dataset import --format maia`.
 * The columns are those of FairKalah's MAIA data (import_columns.h), then game and ply.
 * @param store the database.
 * @param id number of the data set.
 * @param out the stream to write to.
 * @param[out] err receives the reason of a failure; may be NULL.
 * @returns a status as sow_dataset_export. SOW_USAGE also if the labels are not exact, or
 * if best moves are missing.
 */
SOW_MUST_USE enum sow_status sow_dataset_export_maia(struct sow_store *store, int64_t id,
                                                     FILE *out, struct sow_err *err);

#endif
