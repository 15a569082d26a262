/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * The inside of a report, for the files that build and print it. The file report.c builds
 * it. The files report_print.c, report_text.c, report_markdown.c and report_html.c write
 * its formats. The file report_shown.c decides how a value looks. The file report_names.c
 * finds names of players. The file report_layout.c chooses which columns are shown and
 * how wide.
 */
#ifndef SOW_EXPERIMENTS_REPORT_PRIVATE_H
#define SOW_EXPERIMENTS_REPORT_PRIVATE_H

#include "sow/sections/report.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/** Kinds of values. */
enum sow_cell_kind {
    SOW_CELL_NULL,
    SOW_CELL_TEXT,
    SOW_CELL_INT,
    SOW_CELL_REAL,
    SOW_CELL_JSON
};

/** A value. */
struct sow_report_cell {
    enum sow_cell_kind kind;
    int digits;
    char *key; /**< key of the value, NULL in a table */
    char *text;
    union {
        int64_t integer;
        double real;
    };
};

/** A record or a table. */
struct sow_report_section {
    char *name;
    bool is_table;
    char **columns; /**< names of the columns of a table */
    int column_count;
    struct sow_report_cell *cells; /**< values, of a table row by row */
    size_t count;
};

/** Name of a player. */
struct sow_report_alias {
    char *spec;
    char *name;
};

/** A report. */
struct sow_report {
    struct sow_report_section *sections;
    size_t count;
    struct sow_report_alias *aliases;
    size_t alias_count;
    size_t results; /**< number of sections before the remarks; 0: there are no remarks */
    size_t main;    /**< number of the main section, from 1; 0: none is marked */
    bool full;
    bool wide;   /* true if lines of tables may have any length */
    bool failed; /**< true if an allocation failed */
};

/** Returns the number of rows of a table. */
size_t sow_report_rows(const struct sow_report_section *table);

/** Returns true if a value is a number. */
bool sow_report_is_number(const struct sow_report_cell *cell);

/**
 * Returns true if a column holds numbers, apart from missing values. It is aligned right.
 */
bool sow_report_is_right(const struct sow_report_section *table, int column);

/* ---- How values are shown (text and Markdown) ---- */

/** Names of the players in a report. */
struct sow_report_names;

/**
 * Finds names for all players in a report, or returns NULL without memory. The caller
 * frees them before the report.
 */
struct sow_report_names *sow_report_names_new(const struct sow_report *report);
/** Frees names; NULL is allowed. */
void sow_report_names_free(struct sow_report_names *names);

/**
 * Returns the name of a player, valid as long as @p names and the report are.
 * @param names the names
 * @param spec the spec of the player
 * @param length the bytes of @p spec
 * @returns NULL if the spec itself is the name, or is not a player; always NULL for the
 *     names of a full report.
 */
const char *sow_report_name_of(const struct sow_report_names *names, const char *spec,
                               size_t length);

/** A section as it is shown: titles and values as text. */
struct sow_report_shown {
    char *text;          /**< memory of all texts */
    const char **titles; /**< titles of columns, or keys of a record */
    const char **cells;  /**< values in the order of the section's cells */
};

/**
 * Makes the texts of a section.
 * @param section the section
 * @param names the names of players
 * @param[out] shown receives the texts; release it in any case
 * @returns false without memory.
 */
bool sow_report_show(const struct sow_report_section *section,
                     const struct sow_report_names *names,
                     struct sow_report_shown *shown);
/** Frees the texts of a section. */
void sow_report_shown_release(struct sow_report_shown *shown);

/** Returns true if a value is empty: text does not show it in a record. */
bool sow_report_is_empty(const struct sow_report_cell *cell);

/* ---- Layout of tables in text ---- */

/** Blanks between two columns. */
enum { SOW_REPORT_GAP = 2 };

/** A column of a table in text. Its widths are in terminal columns. */
struct sow_report_lane {
    int column;
    int title;   /**< width of the title */
    int content; /**< width of the widest value */
    int word;    /**< width of the longest part of a text that cannot be broken */
    int piece;   /**< width of the longest part of the title that cannot be broken */
    int width;   /**< width that the column gets */
    bool right;  /**< true for a column of numbers, which is aligned right */
};

/** Columns of a table in text, in blocks. */
struct sow_report_layout {
    struct sow_report_lane *lanes; /**< the columns that are shown */
    int count;
    int keys;      /**< number of the first columns that every block repeats */
    int *left_out; /**< indices of columns that are left out */
    int left_out_count;
};

/**
 * Lays out a table of at least one column.
 * @param table the table
 * @param shown its texts
 * @param width the width of the terminal
 * @param full true if no column is left out
 * @param[out] layout receives the columns; release it in any case
 * @returns false without memory.
 */
bool sow_report_lay_out(const struct sow_report_section *table,
                        const struct sow_report_shown *shown, int width, bool full,
                        struct sow_report_layout *layout);
/** Frees a layout. */
void sow_report_layout_release(struct sow_report_layout *layout);

/**
 * Returns the number of columns of a block, at least 1.
 * @param layout the layout
 * @param first the first column of the block after the repeated ones
 * @param width the width of the terminal
 */
int sow_report_block(const struct sow_report_layout *layout, int first, int width);

/**
 * Breaks a text into lines.
 * @param text the rest of a text
 * @param width the width of a line
 * @param[out] next the beginning of the next line
 * @returns the bytes of the first line.
 */
size_t sow_report_break(const char *text, int width, const char **next);

/* ---- Formats: write the report to a stream; return false without memory ---- */

bool sow_report_print_text(const struct sow_report *report, FILE *out);
bool sow_report_print_markdown(const struct sow_report *report, FILE *out);
bool sow_report_print_html(const struct sow_report *report, FILE *out);

#endif
