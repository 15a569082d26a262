/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * Writing JSON values, with every digit of a real, and the UTF-8 this needs.
 */
#ifndef SOW_EXPERIMENTS_JSON_H
#define SOW_EXPERIMENTS_JSON_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

/** What stands for a byte that is not UTF-8. */
enum { SOW_UTF8_REPLACEMENT = 0xfffd };

/** Takes the next code point of @p *text (not at its end) and moves on; a byte that is
 *  not part of valid UTF-8 gives SOW_UTF8_REPLACEMENT. */
uint32_t sow_utf8_next(const char **text);

/** Columns a terminal needs for the code point: 0, 1 or 2. */
int sow_utf8_columns(uint32_t point);

/** Columns of a terminal that @p text takes. */
int sow_utf8_width(const char *text);

/** How many bytes at the start of @p text take at most @p columns, no character in part;
 *  stores what they take in @p taken. */
size_t sow_utf8_fit(const char *text, int columns, int *taken);

/** Writes @p text as a JSON string; invalid UTF-8 becomes U+FFFD, what a terminal would
 *  obey (visible.h) an escape. */
void sow_json_write_text(FILE *out, const char *text);

/** Writes @p json, a JSON value, as it is but for what a terminal would obey. */
void sow_json_write_value(FILE *out, const char *json);

/** Writes the shortest number that reads back to the same bits, the sign of zero
 *  included; null for what is not finite. */
void sow_json_write_real(FILE *out, double value);

/** True if column @p name of the store holds JSON values and @p text is one. */
bool sow_json_is_column(const char *name, const char *text);

#endif
