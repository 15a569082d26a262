/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * Drawing with gnuplot, in a process that can draw and nothing else.
 *
 * Ownership: nothing is kept between calls; the caller owns the streams.
 */
#ifndef SOW_CHARTS_GNUPLOT_H
#define SOW_CHARTS_GNUPLOT_H

#include "sow/base/err.h"

#include <stdbool.h>
#include <stdio.h>

/** A function that writes a gnuplot script. The script must draw to standard output. */
typedef void sow_gnuplot_fn(void *context, FILE *script);

/**
 * Runs gnuplot on a script and copies the picture that it makes.
 *
 * The process has no shell, no start-up files, no open files but its own three, and ends
 * with the caller. On Linux it can neither start a program nor open a file for writing
 * nor a socket: the kernel refuses, whatever the script does. A kernel without such
 * filters runs gnuplot without this protection.
 *
 * @param write writes the script
 * @param context first argument of @p write
 * @param out receives the picture, unless gnuplot fails
 * @param err receives the reason of a failure
 * @returns SOW_IO if gnuplot is not installed, fails, or @p out cannot be written;
 *     SOW_NO_MEMORY.
 */
SOW_MUST_USE enum sow_status sow_gnuplot_draw(sow_gnuplot_fn *write, void *context,
                                              FILE *out, struct sow_err *err);

/**
 * Writes a text as a quoted gnuplot string that is shown literally. Control characters
 * become escapes, and bytes that are not UTF-8 become U+FFFD.
 * @param script receives the string
 * @param text the text
 */
void sow_gnuplot_quote(FILE *script, const char *text);

/**
 * Writes a part of a text for use between single quotes, which the caller writes. It is
 * shown literally, as by sow_gnuplot_quote.
 * @param script receives the text
 * @param text the text
 * @param size the bytes of @p text to write
 * @param first true if nothing has been written between the quotes yet
 */
void sow_gnuplot_put(FILE *script, const char *text, size_t size, bool first);

#endif
