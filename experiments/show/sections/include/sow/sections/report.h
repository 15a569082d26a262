/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * A report: the answer of a command. A report consists of named sections. A section is a
 * record (one value per key) or a table. sow_report_print writes it in one of these
 * formats:
 *
 * - Text is for people. Each section has its title, unless it is the only one. Control
 *   characters are shown as escapes. Players have short names. All reals of a column have
 *   the same number of decimals. Optional columns and values that nobody gave are not
 *   shown.
 * - Markdown is the same as text, with tables of any width.
 * - LaTeX has the same tables, for the package booktabs. Names of sections are comments.
 * - HTML is a part of a page. Long tables are folded into `details`. Columns of numbers
 *   have the class "n", and tables are in blocks of the class "scroll".
 * - JSON is an object with a member for each section. A record is an object, and a table
 *   is an array of objects. A report of a single section is that section's value alone.
 *   Keys are column names of the database.
 * - CSV has the main section only. It is the section marked by sow_report_main, else the
 *   last table before the remarks, else the last record before them.
 *
 * Tables of text fit the width of the terminal. First titles and texts are broken into
 * lines. Then less important columns are left out, which a line below the table reports.
 * A table that is still too wide is printed in blocks of columns, which repeat its first
 * columns.
 *
 * Ownership: a report copies every text it is given; sow_report_free releases it. A
 * failed allocation is remembered and reported by sow_report_print. A report is for one
 * thread.
 */
#ifndef SOW_EXPERIMENTS_REPORT_H
#define SOW_EXPERIMENTS_REPORT_H

#include "sow/base/err.h"

#include <stdint.h>
#include <stdio.h>

/** Formats of a printed report. */
enum sow_format {
    SOW_FORMAT_TEXT,
    SOW_FORMAT_JSON,
    SOW_FORMAT_CSV,
    SOW_FORMAT_MARKDOWN,
    SOW_FORMAT_LATEX,
    SOW_FORMAT_HTML
};

/** A report. */
struct sow_report;

/** Returns an empty report, or NULL without memory. */
struct sow_report *sow_report_new(void);
/** Frees a report; NULL is allowed. */
void sow_report_free(struct sow_report *report);

/** Starts a record, a section with one value for each key. The values that follow belong
 *  to it, and each of them names its key. The name of the section is its title and its
 *  key in JSON. */
void sow_report_record(struct sow_report *report, const char *name);

/**
 * Starts a table. The values that follow fill it row by row, from the first column to the
 * last.
 * @param report the report
 * @param name the name of the section
 * @param columns the names of the columns
 * @param count the number of columns, at least 1
 */
void sow_report_table(struct sow_report *report, const char *name,
                      const char *const *columns, int count);

/**
 * Marks the sections that follow as remarks. A remark is the main section only in a
 * report of nothing but remarks.
 */
void sow_report_remarks(struct sow_report *report);

/** Returns the number of sections so far. */
size_t sow_report_sections(const struct sow_report *report);

/** Marks the last section as the main one, which CSV has, unless a section is marked
 *  already. */
void sow_report_main(struct sow_report *report);

/** Gives the player with the spec @p spec a name. Text, Markdown, LaTeX and
 *  HTML then show @p name wherever the spec is a word, unless the report is full. The
 * first name of a spec counts. */
void sow_report_alias(struct sow_report *report, const char *spec, const char *name);

/**
 * Lists players whose specs are numbers (`weights:..` and `state:..`, alone or inside
 * another spec) in the texts and column names of a report.
 * @param report the report
 * @param[out] count receives the number of different players, which are all listed;
 *     SOW_REPORT_PLAYERS_MAX + 1 if there are more, of which the first are listed
 * @returns a JSON array on the heap, which the caller frees, or NULL without memory
 */
char *sow_report_players(const struct sow_report *report, size_t *count);

/** Most players that sow_report_players lists. */
enum { SOW_REPORT_PLAYERS_MAX = 100 };

/** Makes text show all columns, and players by their specs. */
void sow_report_full(struct sow_report *report);

/** Makes text print each row of a table in one line, however long. */
void sow_report_wide(struct sow_report *report);

/** Adds a text to the last section; NULL is a missing value. @p key names it in a record
 *  and must be NULL in a table. This holds for all functions that add a value. */
void sow_report_text(struct sow_report *report, const char *key, const char *value);
/** Adds an integer to the last section. */
void sow_report_int(struct sow_report *report, const char *key, int64_t value);
/** Value of `digits` of sow_report_real: as many decimals as suit the column. */
enum { SOW_REPORT_SHORT = -1 };

/**
 * Adds a real number. NaN and infinities become null.
 * @param report the report
 * @param key the key in a record, NULL in a table
 * @param value the number
 * @param digits decimals shown in text, or SOW_REPORT_SHORT; JSON and CSV keep every
 *     digit
 */
void sow_report_real(struct sow_report *report, const char *key, double value,
                     int digits);
/** Adds a missing value to the last section: null in JSON, empty in CSV, "-"
 *  elsewhere. */
void sow_report_null(struct sow_report *report, const char *key);
/** Notes that the caller had no memory for a value: sow_report_print then fails. */
void sow_report_fail(struct sow_report *report);
/** Adds a value that is JSON already (an array or object). Text shows it unchanged. */
void sow_report_json(struct sow_report *report, const char *key, const char *json);

/**
 * Writes the report.
 * @param report the report
 * @param format the format
 * @param out receives the report and is flushed
 * @param err receives the reason of a failure
 * @returns SOW_IO if writing fails (a full disk, a closed pipe), SOW_NO_MEMORY.
 */
SOW_MUST_USE enum sow_status sow_report_print(const struct sow_report *report,
                                              enum sow_format format, FILE *out,
                                              struct sow_err *err);

#endif
