/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * Characters of UTF-8, and the columns they take on a terminal: libunistring's tables,
 * whatever the locale.
 */
#ifndef SOW_EXPERIMENTS_UTF8_H
#define SOW_EXPERIMENTS_UTF8_H

#include <stddef.h>
#include <stdint.h>

/** What stands for a byte that is not UTF-8. */
enum { SOW_UTF8_REPLACEMENT = 0xfffd };

/** Takes the next code point of @p *text (not at its end) and moves on; a byte that is
 *  not part of valid UTF-8 gives SOW_UTF8_REPLACEMENT. */
uint32_t sow_utf8_next(const char **text);

/** Columns of a terminal that the first @p length bytes of @p text take. */
int sow_utf8_columns(const char *text, size_t length);

/** Columns of a terminal that @p text takes. */
int sow_utf8_width(const char *text);

/** How many bytes at the start of @p text take at most @p columns, no character in part;
 *  stores what they take in @p taken. */
size_t sow_utf8_fit(const char *text, int columns, int *taken);

#endif
