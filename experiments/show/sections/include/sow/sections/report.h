/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * What a command prints: a report of named sections, each a record (one value per key)
 * or a table, written as text for people, Markdown, HTML, JSON, or CSV.
 *
 * Text shows every section under its title, the only section of a report without one;
 * control characters are shown as escapes. It fits the columns of the terminal: titles,
 * then texts are broken into lines; columns of lesser weight are left out, which a line
 * below the table says; a table that is still too wide comes in blocks of columns that
 * repeat the first ones. The reals of a column have one number of decimals, players are
 * called by short names, and what is empty in every row is not shown. Markdown is the
 * same in tables of any width; HTML is, too, a part of a page in which tables of many
 * rows are folded away (`details`), columns of numbers have the class "n" and tables
 * stand in blocks of the class "scroll". JSON is one object with a member per section (a
 * record is an object, a table an array of objects); a report of a single section is that
 * section's value alone. CSV has the report's main section only: the one named so, else
 * the last table, or else the last record, before the remarks. Keys are the store's
 * column names.
 *
 * Ownership: a report copies every text it is given; sow_report_free releases it. A
 * failed allocation is remembered and reported by sow_report_print.
 */
#ifndef SOW_EXPERIMENTS_REPORT_H
#define SOW_EXPERIMENTS_REPORT_H

#include "sow/base/err.h"

#include <stdint.h>
#include <stdio.h>

enum sow_format {
    SOW_FORMAT_TEXT,
    SOW_FORMAT_JSON,
    SOW_FORMAT_CSV,
    SOW_FORMAT_MARKDOWN,
    SOW_FORMAT_HTML
};

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

/** Sections so far. */
size_t sow_report_sections(const struct sow_report *report);

/** The last section is the main one, if none was named so before. */
void sow_report_main(struct sow_report *report);

/** Text and Markdown call player @p spec, wherever it stands as a word, @p name. */
void sow_report_alias(struct sow_report *report, const char *spec, const char *name);

/** Writes the players in texts and column names of @p report that are given by their
 *  numbers (`weights:..`, `state:..`, alone or inside another player), each once, as a
 *  JSON array. @p count is their number; above SOW_REPORT_PLAYERS_MAX only so many are
 *  written. Returns a text on the heap (free it), or NULL without memory. */
char *sow_report_players(const struct sow_report *report, size_t *count);

enum { SOW_REPORT_PLAYERS_MAX = 100 };

/** Text leaves no column out for want of width, and players are called by their specs. */
void sow_report_full(struct sow_report *report);

/** Makes the lines of tables in text as long as it takes, so that each row is one line.
 */
void sow_report_wide(struct sow_report *report);

/** Adds a value: in a record under @p key; in a table @p key must be NULL. */
void sow_report_text(struct sow_report *report, const char *key, const char *value);
void sow_report_int(struct sow_report *report, const char *key, int64_t value);
/** As @p digits: what suits the column. */
enum { SOW_REPORT_SHORT = -1 };

/** @p digits after the point in text; JSON and CSV keep every digit. What is not
 *  finite is null. */
void sow_report_real(struct sow_report *report, const char *key, double value,
                     int digits);
void sow_report_null(struct sow_report *report, const char *key);
/** A value that the caller had no memory for: sow_report_print fails. */
void sow_report_fail(struct sow_report *report);
/** A value that is already JSON (an array or object); shown as it is in text. */
void sow_report_json(struct sow_report *report, const char *key, const char *json);

/** Writes the report; I/O errors (a full disk, a closed pipe) are SOW_IO. */
SOW_MUST_USE enum sow_status sow_report_print(const struct sow_report *report,
                                              enum sow_format format, FILE *out,
                                              struct sow_err *err);

#endif
