/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * Files that are written whole or not at all. All commands use this to write a file that
 * the user names.
 */
#ifndef SOW_EXPERIMENTS_WHOLE_FILE_H
#define SOW_EXPERIMENTS_WHOLE_FILE_H

#include "sow/base/err.h"

#include <stdbool.h>
#include <stdio.h>

/**
 * A callback that writes the contents of a file.
 * @param context the caller's own data.
 * @param out the stream to write to.
 * @param[out] err receives the reason of a failure; may be NULL.
 * @returns SOW_OK, or a status that sow_whole_file_write returns in turn.
 */
typedef enum sow_status sow_write_fn(void *context, FILE *out, struct sow_err *err);

/** A file to write. */
struct sow_whole_file {
    const char *path; /**< name of the file, as the user gave it; links are followed */
    bool replace;     /**< true if an existing regular file may be replaced */
    const char *database; /**< name of a database that must not be written over, nor the
                               files that SQLite keeps beside it; or NULL */
};

/**
 * Writes a file by a callback.
 *
 * A regular file appears or changes only when all contents are on the disk. It keeps the
 * mode of the file that it replaces, and its owner where the system allows that. After a
 * failure or a kill, everything is as before. If the file system allows it, the new file
 * has no name while it is written; else it has a new name in the same folder.
 *
 * Anything else (a device, a FIFO, a descriptor such as /dev/stdout) is written directly.
 *
 * @param file the file.
 * @param write the callback.
 * @param context first argument of @p write.
 * @param[out] err receives the reason of a failure; may be NULL.
 * @returns SOW_OK, the status of @p write, SOW_USAGE if the file must not be replaced,
 * SOW_INTERRUPTED if a signal interrupts it, or SOW_IO.
 */
SOW_MUST_USE enum sow_status sow_whole_file_write(const struct sow_whole_file *file,
                                                  sow_write_fn *write, void *context,
                                                  struct sow_err *err);

#endif
