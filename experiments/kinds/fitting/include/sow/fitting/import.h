/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * Runs of kind "import": a data set (dataset.h) read from a CSV file. The file's SHA-256
 * is part of the record, so the content is a function of the record: a replay reads the
 * file again if it is still there and still the same.
 */
#ifndef SOW_EXPERIMENTS_IMPORT_H
#define SOW_EXPERIMENTS_IMPORT_H

#include "sow/fitting/import_rows.h"

enum { SOW_IMPORT_PATH_MAX = 1023, SOW_IMPORT_MAP_MAX = 1023 };

struct sow_import_options {
    char file[SOW_IMPORT_PATH_MAX + 1];   /**< as given */
    char sha256[SOW_SHA256_TEXT];         /**< of its bytes; "" = not read yet */
    int records;                          /**< in the file; 0 = not read yet */
    int format;                           /**< enum sow_import_format */
    char columns[SOW_IMPORT_MAP_MAX + 1]; /**< column map, or "" */
    int record;                           /**< enum sow_dataset_record */
    int duplicates;                       /**< enum sow_dataset_duplicates */
    int label;                            /**< enum sow_dataset_label */
    bool any_total;                       /**< seeds need not add up to the game's */
};

/** Rows for all but the file, its SHA-256 and its length. */
extern const struct sow_param_table sow_import_params;
extern const struct sow_run_kind sow_import_kind;

/** Reads the file that @p options name and writes its SHA-256 and length into them; what
 *  was found is in @p data, to be released. Fails as sow_import_read. */
SOW_MUST_USE enum sow_status sow_import_survey(struct sow_import_options *options,
                                               const struct sow_rules *rules,
                                               const struct sow_stop *stop,
                                               struct sow_import_data *data,
                                               struct sow_err *err);

#endif
