/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * Reader for the reference tables in tests/data. A table has plain comma-separated lines
 * below one line of headings. A missing file, or a row with another number of fields,
 * fails the test.
 */
#ifndef SOW_TESTS_CSV_H
#define SOW_TESTS_CSV_H

#include <check.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/** Largest number of fields of a row, and bytes of a line. */
enum { CSV_FIELDS_MAX = 20, CSV_LINE_MAX = 1024 };

/** State of reading a table. */
struct csv {
    FILE *in;
    int rows;  /**< rows read so far */
    int count; /**< fields of the present row */
    char *field[CSV_FIELDS_MAX];
    char line[CSV_LINE_MAX];
};

/** Opens a table and skips its headings. */
static inline void csv_open(struct csv *csv, const char *path)
{
    *csv = (struct csv){.in = fopen(path, "r")};
    ck_assert_msg(csv->in != NULL, "cannot open '%s'", path);
    ck_assert(fgets(csv->line, sizeof csv->line, csv->in) != NULL);
}

/** Reads the next row. At the end of the table, closes it and returns false. */
static inline bool csv_next(struct csv *csv, int fields)
{
    if (fgets(csv->line, sizeof csv->line, csv->in) == NULL) {
        (void)fclose(csv->in);
        return false;
    }
    csv->line[strcspn(csv->line, "\r\n")] = '\0';
    csv->count = 0;
    for (char *at = csv->line; at != NULL && csv->count < CSV_FIELDS_MAX;) {
        csv->field[csv->count++] = at;
        at = strchr(at, ',');
        if (at != NULL)
            *at++ = '\0';
    }
    csv->rows++;
    ck_assert_msg(csv->count == fields, "row %d has %d fields", csv->rows, csv->count);
    return true;
}

/** Returns a field of the present row as a number. */
static inline long csv_integer(const struct csv *csv, int field)
{
    char *end;
    long value = strtol(csv->field[field], &end, 10);
    ck_assert_msg(end != csv->field[field] && *end == '\0', "'%s' in row %d",
                  csv->field[field], csv->rows);
    return value;
}

#endif
