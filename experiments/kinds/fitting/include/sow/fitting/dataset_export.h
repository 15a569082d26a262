/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * Data sets as CSV files that a fit can be done again from elsewhere: the rows and
 * columns that `fit` reads, every number exact, below lines that start with '#' and say
 * where the data come from, what each column means and how R reads them.
 *
 * Positions: game, ply, fold, position, viewpoint, the features, margin (unless the data
 * set's labels are results) and result. Choices, a row for every legal move of a position
 * with at least two: set, game, ply, fold, position, move, the features, chosen.
 */
#ifndef SOW_EXPERIMENTS_DATASET_EXPORT_H
#define SOW_EXPERIMENTS_DATASET_EXPORT_H

#include "sow/base/err.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

struct sow_progress;
struct sow_store;

/** What to write. */
struct sow_dataset_export {
    int64_t id;           /**< of the data set */
    const char *features; /**< list as for sow_fit_columns_resolve */
    int folds;
    bool choices;                  /**< choices instead of positions */
    struct sow_progress *progress; /**< may be NULL */
};

/** Writes the data set to @p out, row by row. Fails as sow_dataset_require and
 *  sow_fit_columns_resolve; SOW_USAGE if it has none of the rows that are wanted,
 *  SOW_BAD_DATA if what is stored is damaged, SOW_IO if it cannot be written. */
SOW_MUST_USE enum sow_status sow_dataset_export(struct sow_store *store,
                                                const struct sow_dataset_export *wanted,
                                                FILE *out, struct sow_err *err);

/** Writes positions with exact labels and best moves in the columns of FairKalah's MAIA
 *  data (import_columns.h), then game and ply, for `dataset import --format maia`. Fails
 *  as sow_dataset_export; SOW_USAGE also if labels are not exact or best moves are
 *  missing. */
SOW_MUST_USE enum sow_status sow_dataset_export_maia(struct sow_store *store, int64_t id,
                                                     FILE *out, struct sow_err *err);

#endif
