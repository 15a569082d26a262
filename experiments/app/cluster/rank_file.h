/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * Temporary databases of one rank.
 *
 * Ownership: the caller owns the struct, and removes the file it names.
 */
#ifndef SOW_EXPERIMENTS_RANK_FILE_H
#define SOW_EXPERIMENTS_RANK_FILE_H

#include "sow/base/err.h"

#include <stddef.h>

/** Path of a file in a temporary folder of its own, in TMPDIR or /tmp. */
struct sow_rank_file {
    char folder[512]; /**< path of the folder; "": removed */
    /** Path of the file in the folder; "" if the folder could not be made. */
    char path[528];
};

/**
 * Makes the folder and the file's path, but not the file.
 * @param[out] file remove it with sow_rank_file_remove, also after a failure
 * @param[out] err reason of a failure
 * @returns SOW_IO if the folder cannot be made or its path is too long
 */
SOW_MUST_USE enum sow_status sow_rank_file_name(struct sow_rank_file *file,
                                                struct sow_err *err);

/** Writes @p size bytes as the whole content of the file. @returns SOW_IO if the file
 *  cannot be written. */
SOW_MUST_USE enum sow_status sow_rank_file_write(const struct sow_rank_file *file,
                                                 const void *bytes, size_t size,
                                                 struct sow_err *err);

/**
 * Opens the file as a database and copies its bytes.
 * @param file the file
 * @param[out] bytes the bytes of the database; free them
 * @param[out] size number of bytes
 * @param[out] err reason of a failure
 * @returns SOW_OK, or the failure of the database
 */
SOW_MUST_USE enum sow_status sow_rank_file_read(const struct sow_rank_file *file,
                                                unsigned char **bytes, size_t *size,
                                                struct sow_err *err);

/** Removes the folder with the file and SQLite's additional files. Failures are ignored.
 *  Does nothing if the folder is "". */
void sow_rank_file_remove(struct sow_rank_file *file);

#endif
