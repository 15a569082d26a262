/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * Characters in UTF-8, and their width on a terminal. The tables are those of
 * libunistring and do not depend on the locale.
 */
#ifndef SOW_EXPERIMENTS_UTF8_H
#define SOW_EXPERIMENTS_UTF8_H

#include <stddef.h>
#include <stdint.h>

enum { SOW_UTF8_REPLACEMENT = 0xfffd /**< code point for a byte that is not UTF-8 */ };

/** Returns the next code point of @p *text and moves @p *text behind it; @p *text is not
 *  at its end. A byte that is not valid UTF-8 gives SOW_UTF8_REPLACEMENT. */
uint32_t sow_utf8_next(const char **text);

/** Returns the width of the first @p length bytes of @p text, in terminal columns. */
int sow_utf8_columns(const char *text, size_t length);

/** Returns the width of @p text, in terminal columns. */
int sow_utf8_width(const char *text);

/**
 * Finds the part of a text that fits into some columns.
 * @param text the text.
 * @param columns number of columns.
 * @param[out] taken receives the width of the part.
 * @returns the length in bytes of the longest start of @p text that fits, in whole
 * characters.
 */
size_t sow_utf8_fit(const char *text, int columns, int *taken);

#endif
