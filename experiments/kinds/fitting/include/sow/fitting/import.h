/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * Runs of kind "import": a data set (dataset.h) from a CSV file. The file's SHA-256 is
 * one of the run's settings, so the settings determine the results. A replay reads the
 * file again, if it still exists and has not changed.
 */
#ifndef SOW_EXPERIMENTS_IMPORT_H
#define SOW_EXPERIMENTS_IMPORT_H

#include "sow/fitting/import_rows.h"

enum {
    SOW_IMPORT_PATH_MAX = 1023, /**< greatest length of a file name */
    SOW_IMPORT_MAP_MAX = 1023   /**< greatest length of a column map */
};

/** Options of kind "import". */
struct sow_import_options {
    char file[SOW_IMPORT_PATH_MAX + 1];   /**< name of the file, as given */
    char sha256[SOW_SHA256_TEXT];         /**< SHA-256 of the file; "" = not read yet */
    int records;                          /**< number of records; 0 = not read yet */
    int format;                           /**< enum sow_import_format */
    char columns[SOW_IMPORT_MAP_MAX + 1]; /**< column map, or "" */
    int record;                           /**< enum sow_dataset_record */
    int duplicates;                       /**< enum sow_dataset_duplicates */
    int label;                            /**< enum sow_dataset_label */
    bool any_total; /**< true if a position may have more or fewer seeds than the game */
};

/** Table of all options but the file, its SHA-256 and its number of records. */
extern const struct sow_param_table sow_import_params;
/** The kind "import". */
extern const struct sow_run_kind sow_import_kind;

/**
 * Reads the file of an import.
 * @param[in,out] options the options; receive the SHA-256 and the number of records, and
 *   are unchanged on failure.
 * @param rules the rules.
 * @param with context, whose stop request ends the reading; may be NULL.
 * @param[out] data receives the rows, which the caller releases on success.
 * @param[out] err receives the reason of a failure; may be NULL.
 * @returns a status of sow_import_read, or SOW_BAD_DATA if no record gives a row.
 */
SOW_MUST_USE enum sow_status sow_import_survey(struct sow_import_options *options,
                                               const struct sow_rules *rules,
                                               const struct sow_context *with,
                                               struct sow_import_data *data,
                                               struct sow_err *err);

#endif
