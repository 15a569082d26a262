/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * Functions that write JSON values. Reals keep every digit.
 */
#ifndef SOW_EXPERIMENTS_JSON_H
#define SOW_EXPERIMENTS_JSON_H

#include "sow/base/err.h"

#include <stdbool.h>
#include <stdio.h>

struct json_error_t;

/** Writes @p text as a JSON string. Bytes that are not UTF-8 become U+FFFD, and
 * characters that a terminal obeys (visible.h) become escapes. */
void sow_json_write_text(FILE *out, const char *text);

/** Writes the text @p json, a JSON value, as it is, except for characters that a
 *  terminal obeys. They become escapes, or blanks between values. Does not check the
 *  value. */
void sow_json_write_value(FILE *out, const char *json);

/** Writes the shortest number that reads back to the same bits, including the sign of
 *  zero. Writes null for a value that is not finite. */
void sow_json_write_real(FILE *out, double value);

/** Returns true if the database column @p name ("weights" or "parameters") holds JSON
 *  values and @p text is a valid one, with at most 16 levels of brackets. */
bool sow_json_is_column(const char *name, const char *text);

/** Returns true if @p fault of Jansson means that memory ran out. */
bool sow_json_lacks_memory(const struct json_error_t *fault);

#endif
