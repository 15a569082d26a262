/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * Text from outside the program in a page. The page must show this text and not interpret
 * it. All text that is not a constant of the program passes through here on its way into
 * HTML or SVG.
 */
#ifndef SOW_EXPERIMENTS_HTML_TEXT_H
#define SOW_EXPERIMENTS_HTML_TEXT_H

#include <stdio.h>

/** Writes @p text in a form that can stand between tags, or between the quotes of an
 *  attribute. Newlines stay as they are. Other control characters and marks of direction
 *  become escapes ("\x1b"), and bytes that are not UTF-8 become U+FFFD (visible.h). */
void sow_html_write(FILE *out, const char *text);

/** Writes @p text as the value of an argument of an address. Bytes other than ASCII
 *  letters and digits become %XX. */
void sow_html_write_argument(FILE *out, const char *text);

#endif
