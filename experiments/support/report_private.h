/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * A report from inside, for the two files that build and print it.
 */
#ifndef SOW_EXPERIMENTS_REPORT_PRIVATE_H
#define SOW_EXPERIMENTS_REPORT_PRIVATE_H

#include "report.h"

#include <stdbool.h>
#include <stddef.h>

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

struct sow_report {
    struct sow_report_section *sections;
    size_t count;
    size_t room;
    size_t results; /**< sections before the remarks; 0: all */
    bool failed;    /**< an allocation failed */
};

#endif
