/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * Writing JSON values, with every digit of a real.
 */
#ifndef SOW_EXPERIMENTS_JSON_H
#define SOW_EXPERIMENTS_JSON_H

#include "sow/base/err.h"

#include <stdbool.h>
#include <stdio.h>

struct json_error_t;

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

/** Was it for want of memory that Jansson gave no value, but @p fault? */
bool sow_json_lacks_memory(const struct json_error_t *fault);

#endif
