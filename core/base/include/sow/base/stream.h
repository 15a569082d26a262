/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * Output streams that write to memory.
 */
#ifndef SOW_BASE_STREAM_H
#define SOW_BASE_STREAM_H

#include "sow/base/err.h"

#include <stddef.h>
#include <stdio.h>

SOW_C_BEGIN

/**
 * Opens a stream that collects a text in memory. It works like POSIX's open_memstream
 * with one difference: if any output was lost because memory ran out, fclose fails. (The
 * fclose of glibc then succeeds with a text that is cut.) The stream cannot be rewound.
 * @param[out] text the text, set by fclose; the caller frees it. NULL until then, and
 *   after a failure
 * @param[out] size bytes of the text without its NUL, set by fclose
 * @returns the stream, or NULL without memory
 */
FILE *sow_stream_open(char **text, size_t *size);

SOW_C_END

#endif
