/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * Databases of this rank alone: temporary files.
 */
#ifndef SOW_EXPERIMENTS_RANK_FILE_H
#define SOW_EXPERIMENTS_RANK_FILE_H

#include "sow/base/err.h"

#include <stddef.h>

/** A name in a folder of its own, in TMPDIR or /tmp. */
struct sow_rank_file {
    char folder[512];
    char path[528];
};

/** Makes the folder. Remove it, also after a failure. */
SOW_MUST_USE enum sow_status sow_rank_file_name(struct sow_rank_file *file,
                                                struct sow_err *err);

/** Fills the file. */
SOW_MUST_USE enum sow_status sow_rank_file_write(const struct sow_rank_file *file,
                                                 const void *bytes, size_t size,
                                                 struct sow_err *err);

/** The bytes of the database in it; free them. */
SOW_MUST_USE enum sow_status sow_rank_file_read(const struct sow_rank_file *file,
                                                unsigned char **bytes, size_t *size,
                                                struct sow_err *err);

/** Removes the file with what SQLite keeps beside it, and the folder. */
void sow_rank_file_remove(struct sow_rank_file *file);

#endif
