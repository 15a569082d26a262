/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * A report from inside, for the files that build and print it: report.c builds,
 * report_print.c writes JSON and CSV, report_text.c text, report_markdown.c Markdown,
 * report_html.c HTML; report_shown.c says how a cell reads, report_names.c how a player
 * is called, and report_layout.c how wide a column is and which may be left out.
 */
#ifndef SOW_EXPERIMENTS_REPORT_PRIVATE_H
#define SOW_EXPERIMENTS_REPORT_PRIVATE_H

#include "sow/sections/report.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

enum sow_cell_kind {
    SOW_CELL_NULL,
    SOW_CELL_TEXT,
    SOW_CELL_INT,
    SOW_CELL_REAL,
    SOW_CELL_JSON
};

struct sow_report_cell {
    enum sow_cell_kind kind;
    int digits;
    char *key; /**< NULL in a table */
    char *text;
    union {
        int64_t integer;
        double real;
    };
};

struct sow_report_section {
    char *name;
    bool is_table;
    char **columns; /**< of a table */
    int column_count;
    struct sow_report_cell *cells; /**< of a table: row by row */
    size_t count;
    size_t room;
};

/** Another name of a player. */
struct sow_report_alias {
    char *spec;
    char *name;
};

struct sow_report {
    struct sow_report_section *sections;
    size_t count;
    size_t room;
    struct sow_report_alias *aliases;
    size_t alias_count;
    size_t alias_room;
    size_t results; /**< sections before the remarks; 0: all */
    size_t main;    /**< number of the main section, from 1; 0: none is named */
    bool full;
    bool wide;   /* no line is too long */
    bool failed; /**< an allocation failed */
};

/** Rows of a table. */
size_t sow_report_rows(const struct sow_report_section *table);

/** A number, so that a column of such stands to the right. */
bool sow_report_is_number(const struct sow_report_cell *cell);

/** A column of numbers, apart from missing ones. */
bool sow_report_is_right(const struct sow_report_section *table, int column);

/* ---- How cells read (text and Markdown) ---- */

struct sow_report_names;

/** What the players in a report are called; NULL without memory. */
struct sow_report_names *sow_report_names_new(const struct sow_report *report);
void sow_report_names_free(struct sow_report_names *names);

/** What the player is called whose spec are the @p length bytes at @p spec; NULL if it is
 *  called by it, or is no player. Valid as long as @p names and the report are. */
const char *sow_report_name_of(const struct sow_report_names *names, const char *spec,
                               size_t length);

/** A section as it reads: titles and cells. */
struct sow_report_shown {
    char *text;          /**< all of it */
    const char **titles; /**< of columns; the keys of a record */
    const char **cells;  /**< in the order of the section's */
};

/** Fills @p shown; false without memory. Release it in any case. */
bool sow_report_show(const struct sow_report_section *section,
                     const struct sow_report_names *names,
                     struct sow_report_shown *shown);
void sow_report_shown_release(struct sow_report_shown *shown);

/** Nothing is in it: no row of text shows it. */
bool sow_report_is_empty(const struct sow_report_cell *cell);

/* ---- Layout of tables in text ---- */

enum { SOW_REPORT_GAP = 2 };

/** A column of a table in text. */
struct sow_report_lane {
    int column;
    int title;   /**< columns its title takes */
    int content; /**< the widest cell */
    int word;    /**< the longest part of a text that is not broken */
    int piece;   /**< the longest part of the title that is not broken */
    int width;   /**< what it gets */
    bool right;  /**< numbers, apart from missing ones */
};

/** The columns of a table in text, in blocks. */
struct sow_report_layout {
    struct sow_report_lane *lanes; /**< those shown */
    int count;
    int keys;      /**< the first ones, which every block repeats */
    int *left_out; /**< columns for which there is no room */
    int left_out_count;
};

/** Lays out a table of at least one column; false without memory. Release it in any
 *  case. @p full: leave nothing out. */
bool sow_report_lay_out(const struct sow_report_section *table,
                        const struct sow_report_shown *shown, int width, bool full,
                        struct sow_report_layout *layout);
void sow_report_layout_release(struct sow_report_layout *layout);

/** How many lanes from @p first on, no key, stand in one block beside the keys; at least
 *  one. */
int sow_report_block(const struct sow_report_layout *layout, int first, int width);

/** Bytes of the first line of @p text in @p width columns; @p *next is where the second
 *  one begins. */
size_t sow_report_break(const char *text, int width, const char **next);

/* ---- Formats; false without memory ---- */

bool sow_report_print_text(const struct sow_report *report, FILE *out);
bool sow_report_print_markdown(const struct sow_report *report, FILE *out);
bool sow_report_print_html(const struct sow_report *report, FILE *out);

#endif
