/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * Strict reading of numbers; words whatever their case, and suggestions for misspelt
 * ones.
 */
#ifndef SOW_BASE_TEXT_H
#define SOW_BASE_TEXT_H

#include "sow/base/err.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

SOW_C_BEGIN

/** The whole of @p text as a decimal integer: no blanks, no sign but '-', no rest. */
bool sow_text_to_int(const char *text, int64_t *value);

/** The whole of @p text as a finite real in the C locale's notation, whatever the
 *  process locale: no blanks, no rest, no hexadecimal, no nan or inf. */
bool sow_text_to_real(const char *text, double *value);

/** Enough room for any double written by sow_text_from_real. */
enum { SOW_REAL_TEXT_MAX = 32 };

/** Writes @p value with as many of 15 to 17 digits as read back to the same bits, less
 *  trailing zeros; for a normal number no shorter text would do. */
void sow_text_from_real(double value, char text[SOW_REAL_TEXT_MAX]);

/** True if the words differ in nothing but the case of ASCII letters. */
bool sow_text_same(const char *a, const char *b);

/** Makes the ASCII capitals of @p text small. */
void sow_text_lower(char *text);

/** Number of single-character edits (insert, delete, replace, swap neighbours) that
 *  turn @p a into @p b, whatever the case of ASCII letters; words over 63 characters
 *  count as far apart. */
int sow_text_distance(const char *a, const char *b);

/** Keeps the best match while candidates are offered one by one. */
struct sow_nearest {
    const char *word; /**< what was typed */
    const char *best; /**< borrowed from the candidates, or NULL */
    int distance;
};

/** Starts a search for the candidate closest to @p word. */
void sow_nearest_init(struct sow_nearest *nearest, const char *word);

/** Offers a candidate, which must outlive the search. */
void sow_nearest_offer(struct sow_nearest *nearest, const char *candidate);

/** Writes "; did you mean 'x'?" if something close was offered, else "". */
const char *sow_nearest_hint(const struct sow_nearest *nearest, char *room, size_t size);

/** Reads a line into @p room as fgets does, @p nul telling whether a NUL is in it: which
 *  functions of strings take for its end. False at the end of the file. */
bool sow_text_line(char *room, int size, FILE *in, bool *nul);

SOW_C_END

#endif
