/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * What all pages have in common, and the files that are compiled into the program.
 */
#ifndef SOW_SERVE_WEBPAGE_H
#define SOW_SERVE_WEBPAGE_H

#include <stdio.h>

/** The embedded file called @p name, which is there. */
const char *sow_serve_file(const char *name);

/** Writes a page's beginning: title, navigation, and the modules `NAME.js` (NULL: none).
 *  sow_html_end ends it. */
void sow_page_begin(FILE *out, const char *title, const char *module);

#endif
