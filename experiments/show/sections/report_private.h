/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * The inside of a report, for the files that build and print it. The file report.c builds
 * it. The files report_print.c, report_text.c, report_markup.c and report_html.c write
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
    enum sow_cell_kind kind; /**< which of the members below has the value */
    int digits;              /**< decimals of a real; SOW_REPORT_SHORT: by its column */
    char *key;               /**< key of the value, NULL in a table; owned */
    char *text; /**< text or JSON, owned; NULL: a missing text, or another kind */
    union {
        int64_t integer;
        double real;
    };
};

/** A record or a table. */
struct sow_report_section {
    char *name;                    /**< title and key in JSON */
    bool is_table;                 /**< false for a record */
    char **columns;                /**< names of the columns of a table */
    int column_count;              /**< number of columns; 0 for a record */
    struct sow_report_cell *cells; /**< values, of a table row by row */
    size_t count;                  /**< number of values */
};

/** Name of a player. */
struct sow_report_alias {
    char *spec; /**< spec of the player; owned */
    char *name; /**< name that is shown instead; owned */
};

/** A report. */
struct sow_report {
    struct sow_report_section *sections; /**< sections in their order; owned */
    size_t count;                        /**< number of sections */
    struct sow_report_alias *aliases;    /**< names of players; owned */
    size_t alias_count;                  /**< number of names */
    size_t results; /**< number of sections before the remarks; 0: there are no remarks */
    size_t main;    /**< number of the main section, from 1; 0: none is marked */
    bool full;      /**< true if all columns are shown, and players by their specs */
    bool wide;      /**< true if lines of tables may have any length */
    bool failed;    /**< true if an allocation failed */
};

/** Returns the number of rows of a table. */
size_t sow_report_rows(const struct sow_report_section *table);

/** Returns true if a value is a number. */
bool sow_report_is_number(const struct sow_report_cell *cell);

/**
 * Returns true if a column holds numbers only, apart from missing values, so that it is
 * aligned right. True for a table without rows.
 */
bool sow_report_is_right(const struct sow_report_section *table, int column);

/* ---- How values are shown (text, Markdown, LaTeX) ---- */

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
 * Makes the texts of a section: its titles and values, with decimals by the column, names
 * of players, and escapes for control characters. A missing value is "-".
 * @param section the section
 * @param names the names of players
 * @param[out] shown receives the texts; release it in any case
 * @returns false without memory.
 */
bool sow_report_show(const struct sow_report_section *section,
                     const struct sow_report_names *names,
                     struct sow_report_shown *shown);
/** Frees the texts that sow_report_show made. */
void sow_report_shown_release(struct sow_report_shown *shown);

/** Returns true if a value is a missing one or an empty text. False for all numbers. */
bool sow_report_is_empty(const struct sow_report_cell *cell);

/* ---- Layout of tables in text ---- */

/** Blanks between two columns. */
enum { SOW_REPORT_GAP = 2 };

/** Lane: a column of a table that is shown as text. Widths are in terminal columns. */
struct sow_report_lane {
    int column;  /**< index of the column in the table */
    int title;   /**< width of the title */
    int content; /**< width of the widest value */
    int word;    /**< width of the longest part of a text that cannot be broken */
    int piece;   /**< width of the longest part of the title that cannot be broken */
    int width;   /**< width that the column gets */
    bool right;  /**< true for a column of numbers, which is aligned right */
};

/** Columns of a table in text. A table that is too wide is printed in several blocks, one
 *  below the other: each has the key columns and then some of the others. */
struct sow_report_layout {
    struct sow_report_lane *lanes; /**< the columns that are shown */
    int count;                     /**< number of lanes */
    int keys;      /**< number of first lanes that every block repeats; 0: one block */
    int *left_out; /**< indices of columns that are left out for lack of room */
    int left_out_count; /**< number of these columns */
};

/**
 * Lays out a table of at least one column. Leaves out optional columns that are empty. If
 * the table is too wide, breaks titles and texts, and leaves out less important columns.
 * If it is too wide even so, keeps all columns and divides it into blocks.
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
 * Returns the number of lanes of a block besides the repeated ones: as many as fit, at
 * least 1 if any is left.
 * @param layout the layout
 * @param first index of the first lane of the block after the repeated ones
 * @param width the width of the terminal
 */
int sow_report_block(const struct sow_report_layout *layout, int first, int width);

/**
 * Finds the first line of a text that is broken after a blank, a comma or '_', or in a
 * word if there is none of these.
 * @param text the rest of a text
 * @param width the width of a line in terminal columns
 * @param[out] next the beginning of the next line; the end of @p text after the last
 * @returns the bytes of the first line, without blanks at its end; 0 for "".
 */
size_t sow_report_break(const char *text, int width, const char **next);

/* ---- Formats ---- */

/** Writes a report as text that fits the terminal. Returns false without memory. */
bool sow_report_print_text(const struct sow_report *report, FILE *out);
/** Writes a report as Markdown. Returns false without memory. */
bool sow_report_print_markdown(const struct sow_report *report, FILE *out);
/** Writes a report as LaTeX tables. Returns false without memory. */
bool sow_report_print_latex(const struct sow_report *report, FILE *out);
/** Writes a report as HTML tables. Returns false without memory. */
bool sow_report_print_html(const struct sow_report *report, FILE *out);

#endif
