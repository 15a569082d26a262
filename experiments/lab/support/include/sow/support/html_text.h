/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * Text from elsewhere in a page, which must show it and not obey it. Whatever is no
 * constant of the program's goes through here on its way into HTML or SVG.
 */
#ifndef SOW_EXPERIMENTS_HTML_TEXT_H
#define SOW_EXPERIMENTS_HTML_TEXT_H

#include <stdio.h>

/** Writes @p text for between tags, or between the quotes of an attribute. Lines stay
 *  lines; other control characters and marks of direction become escapes ("\x1b"), what
 *  is not UTF-8 U+FFFD (visible.h). */
void sow_html_write(FILE *out, const char *text);

#endif
