/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * Small files that users write: variants and start positions.
 */
#ifndef SOW_VARIANTS_TEXT_FILE_H
#define SOW_VARIANTS_TEXT_FILE_H

#include "sow/base/err.h"

#include <stdbool.h>

/** Is the word a path, or the name of a file that can be opened? */
bool sow_is_path(const char *word);

/**
 * The whole file, free @p text. @p kind says in messages what it is to be. SOW_IO if it
 * cannot be read; SOW_BAD_DATA if it is longer than SOW_VARIANT_FILE_MAX or holds a NUL.
 */
SOW_MUST_USE enum sow_status sow_text_file_read(const char *path, const char *kind,
                                                char **text, struct sow_err *err);

#endif
