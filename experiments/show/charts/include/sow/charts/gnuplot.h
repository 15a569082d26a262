/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * gnuplot as a process that can draw and nothing else.
 *
 * Ownership: nothing is kept between calls; streams stay the caller's.
 */
#ifndef SOW_CHARTS_GNUPLOT_H
#define SOW_CHARTS_GNUPLOT_H

#include "sow/base/err.h"

#include <stdbool.h>
#include <stdio.h>

/** Function that writes a script of gnuplot's, whose output is standard output. */
typedef void sow_gnuplot_fn(void *context, FILE *script);

/**
 * Runs gnuplot on a script and copies the picture that it makes.
 *
 * The process has no shell, no start-up files, no open files but its own three, and ends
 * with the caller. On Linux it can neither start a program nor open a file for writing
 * nor a socket: the kernel refuses, whatever the script says. Where a kernel has no such
 * filter, gnuplot runs without it.
 *
 * @param write writes the script
 * @param context is handed to @p write
 * @param out gets the picture, unless gnuplot fails
 * @returns SOW_IO if gnuplot is not installed, fails, or @p out cannot be written
 */
SOW_MUST_USE enum sow_status sow_gnuplot_draw(sow_gnuplot_fn *write, void *context,
                                              FILE *out, struct sow_err *err);

/** Writes @p text as a quoted text of gnuplot's, which shows it as it is and obeys none
 * of it. Control characters are shown as escapes, bytes that are not UTF-8 as U+FFFD. */
void sow_gnuplot_quote(FILE *script, const char *text);

/** Writes the first @p size bytes of @p text for use between single quotes, which the
 *  caller writes. @p first is true if nothing is between them yet. */
void sow_gnuplot_put(FILE *script, const char *text, size_t size, bool first);

#endif
