/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * Files that are written whole or not at all: the one way in which a command writes a
 * file that the user names.
 */
#ifndef SOW_EXPERIMENTS_WHOLE_FILE_H
#define SOW_EXPERIMENTS_WHOLE_FILE_H

#include "sow/base/err.h"

#include <stdbool.h>
#include <stdio.h>

/** Writes what the file is to hold to @p out. */
typedef enum sow_status sow_write_fn(void *context, FILE *out, struct sow_err *err);

/** What is to be written. */
struct sow_whole_file {
    const char *path;     /**< the user's name for it; links are followed */
    bool replace;         /**< a regular file that is there already may be replaced */
    const char *database; /**< neither it nor what SQLite keeps beside it is ever written
                               to; or NULL */
};

/**
 * Lets @p write fill a file. A regular file appears or changes only when all is on the
 * disk; it keeps the mode (and, where that is allowed, the owner) of the one it replaces.
 * After a failure, which is that of @p write, SOW_USAGE (not to be replaced) or SOW_IO,
 * and after a kill, everything is as it was: what is being written has no name as long as
 * the file system can do without, else a fresh one in the same folder.
 *
 * What is no regular file (a device, a FIFO, a descriptor such as /dev/stdout) is written
 * to directly.
 */
SOW_MUST_USE enum sow_status sow_whole_file_write(const struct sow_whole_file *file,
                                                  sow_write_fn *write, void *context,
                                                  struct sow_err *err);

#endif
