/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * What a command prints: a report of named sections, each a record (one value per key)
 * or a table, written as text for people, JSON, or CSV.
 *
 * Text shows every section under its title, the only section of a report without one;
 * control characters are shown as escapes. JSON is one object with a member per
 * section (a record is an object, a table an array of objects); a report of a single
 * section is that section's value alone. CSV has the report's main section only: the
 * last table, or else the last record, before the remarks. Keys are the store's column
 * names.
 *
 * Ownership: a report copies every text it is given; sow_report_free releases it. A
 * failed allocation is remembered and reported by sow_report_print.
 */
#ifndef SOW_EXPERIMENTS_REPORT_H
#define SOW_EXPERIMENTS_REPORT_H

#include "sow/base/err.h"

#include <stdint.h>
#include <stdio.h>

enum sow_format { SOW_FORMAT_TEXT, SOW_FORMAT_JSON, SOW_FORMAT_CSV };

struct sow_report;

struct sow_report *sow_report_new(void);
void sow_report_free(struct sow_report *report);

/** Starts a record; the following values each name their key. */
void sow_report_record(struct sow_report *report, const char *name);

/** Starts a table with the given columns; values then fill it row by row. */
void sow_report_table(struct sow_report *report, const char *name,
                      const char *const *columns, int count);

/** What follows are remarks on what is there: of no report that has anything else are
 * they the main section. */
void sow_report_remarks(struct sow_report *report);

/** Adds a value: in a record under @p key; in a table @p key must be NULL. */
void sow_report_text(struct sow_report *report, const char *key, const char *value);
void sow_report_int(struct sow_report *report, const char *key, int64_t value);
/** As @p digits: up to six significant ones. */
enum { SOW_REPORT_SHORT = -1 };

/** @p digits after the point in text form; JSON and CSV keep every digit. What is not
 *  finite is null. */
void sow_report_real(struct sow_report *report, const char *key, double value,
                     int digits);
void sow_report_null(struct sow_report *report, const char *key);
/** A value that is already JSON (an array or object); shown as it is in text. */
void sow_report_json(struct sow_report *report, const char *key, const char *json);

/** Writes the report; I/O errors (a full disk, a closed pipe) are SOW_IO. */
SOW_MUST_USE enum sow_status sow_report_print(const struct sow_report *report,
                                              enum sow_format format, FILE *out,
                                              struct sow_err *err);

#endif
