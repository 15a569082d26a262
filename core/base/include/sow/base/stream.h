/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * Writing text to memory.
 */
#ifndef SOW_BASE_STREAM_H
#define SOW_BASE_STREAM_H

#include "sow/base/err.h"

#include <stddef.h>
#include <stdio.h>

SOW_C_BEGIN

/**
 * A stream whose text is in @p text, @p size bytes and a NUL, once it is closed; free it.
 * As POSIX's open_memstream, but fclose fails, and leaves @p text NULL, if any of it was
 * lost for want of memory. (glibc's fclose then succeeds with a cut text.) Cannot be
 * rewound. NULL without memory.
 */
FILE *sow_stream_open(char **text, size_t *size);

SOW_C_END

#endif
