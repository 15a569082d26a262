/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * Reading small files that users write: variants and start positions.
 */
#ifndef SOW_VARIANTS_TEXT_FILE_H
#define SOW_VARIANTS_TEXT_FILE_H

#include "sow/base/err.h"

#include <stdbool.h>

/** Returns true if a word contains '/' or '.', or is the name of a file that can be
 *  opened. */
bool sow_is_path(const char *word);

/**
 * Reads a whole file into @p text, which the caller frees; unchanged on failure. The text
 * ends with a NUL. @p kind names the kind of file in messages, such as "variant file".
 * Returns SOW_IO if the file cannot be read. Returns SOW_BAD_DATA if it is longer than
 * SOW_VARIANT_FILE_MAX bytes or has a NUL character, or SOW_NO_MEMORY.
 */
SOW_MUST_USE enum sow_status sow_text_file_read(const char *path, const char *kind,
                                                char **text, struct sow_err *err);

#endif
