/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * Common parts of all pages, and the files that are compiled into the program.
 */
#ifndef SOW_SERVE_WEBPAGE_H
#define SOW_SERVE_WEBPAGE_H

#include <stdio.h>

/** Returns the text of the embedded file called @p name, which must exist; "report" is
 *  the style sheet of reports. The text is static. */
const char *sow_serve_file(const char *name);

/**
 * Writes the beginning of a page without a heading: title, navigation and script. The
 * parameters are those of sow_page_begin.
 */
void sow_page_open(FILE *out, const char *title, const char *module);

/**
 * Writes the beginning of a page: title, navigation, script and heading. End it with
 * sow_html_end.
 * @param out receives the HTML
 * @param title the title
 * @param module the name of the script without `.js`, or NULL
 */
void sow_page_begin(FILE *out, const char *title, const char *module);

#endif
