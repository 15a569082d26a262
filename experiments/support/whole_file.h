/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * Files that are written whole or not at all.
 */
#ifndef SOW_EXPERIMENTS_WHOLE_FILE_H
#define SOW_EXPERIMENTS_WHOLE_FILE_H

#include "sow/base/err.h"

#include <stdio.h>

/** Writes what the file is to hold to @p out. */
typedef enum sow_status sow_write_fn(void *context, FILE *out, struct sow_err *err);

/** Lets @p write fill file @p path, which is replaced if it exists. After a failure,
 * which is that of @p write or SOW_IO, it is as it was. What is being written is in a
 * file beside it, called `path.part`. */
SOW_MUST_USE enum sow_status sow_whole_file_write(const char *path, sow_write_fn *write,
                                                  void *context, struct sow_err *err);

#endif
