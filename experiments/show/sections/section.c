/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sow/sections/section.h"

#include "sow/sections/report.h"
#include "sow/support/json.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- Values ---- */

/* Adds a blob as a text of hexadecimal digits. Without memory the report fails
   (sow_report_fail). */
static void add_blob(struct sow_report *report, const char *key,
                     const struct sow_value *value)
{
    static const char DIGITS[] = "0123456789abcdef";
    const unsigned char *blob = value->blob;
    char *hex = malloc(2 * value->bytes + 1);
    if (hex == NULL) {
        sow_report_fail(report);
        return;
    }
    for (size_t i = 0; i < value->bytes; i++) {
        hex[2 * i] = DIGITS[blob[i] >> 4U];
        hex[2 * i + 1] = DIGITS[blob[i] & 15U];
    }
    hex[2 * value->bytes] = '\0';
    sow_report_text(report, key, hex);
    free(hex);
}

/* Adds a value of an answer to the last section. A text becomes JSON if @p column, its
   column, holds JSON (sow_json_is_column). @p key is NULL in a table. */
static void add_value(struct sow_report *report, const char *key, const char *column,
                      const struct sow_value *value)
{
    switch (value->type) {
    case SOW_VALUE_INTEGER:
        sow_report_int(report, key, value->integer);
        break;
    case SOW_VALUE_REAL:
        sow_report_real(report, key, value->real, SOW_REPORT_SHORT);
        break;
    case SOW_VALUE_TEXT:
        if (sow_json_is_column(column, value->text))
            sow_report_json(report, key, value->text);
        else
            sow_report_text(report, key, value->text);
        break;
    case SOW_VALUE_BLOB:
        add_blob(report, key, value);
        break;
    case SOW_VALUE_NULL:
    default:
        sow_report_null(report, key);
        break;
    }
}

/* ---- Keys ---- */

/* Returns true if @p name is one of the first @p count names. */
static bool is_taken(char *const *names, int count, const char *name)
{
    for (int i = 0; i < count; i++)
        if (strcmp(names[i], name) == 0)
            return true;
    return false;
}

/* Returns a key for a column called @p name that is not among the first @p count names: a
   second "id" becomes "id_2". The caller frees it. Returns NULL without memory. */
static char *unique_name(char *const *names, int count, const char *name)
{
    enum { NUMBER_MAX = 12 };
    size_t room = strlen(name) + NUMBER_MAX;
    char *unique = malloc(room);
    if (unique == NULL)
        return NULL;
    (void)snprintf(unique, room, "%s", name);
    for (int copy = 2; is_taken(names, count, unique); copy++)
        (void)snprintf(unique, room, "%s_%d", name, copy);
    return unique;
}

/* Frees a list that ends with NULL, and its texts. The list may be NULL. */
static void free_names(char **names)
{
    for (int i = 0; names != NULL && names[i] != NULL; i++)
        free(names[i]);
    free(names);
}

/* Returns the keys of an answer's columns, each different, in a list that ends with NULL.
   The caller frees them with free_names. Returns NULL without memory. */
static char **column_names(const struct sow_answer_row *row)
{
    char **names = calloc((size_t)row->columns + 1, sizeof *names);
    for (int i = 0; names != NULL && i < row->columns; i++) {
        names[i] = unique_name(names, i, row->names[i]);
        if (names[i] == NULL) {
            free_names(names);
            return NULL;
        }
    }
    return names;
}

/* ---- Sections ---- */

/* A section that is being filled with the rows of an answer. */
struct filling {
    const struct sow_section *section; /* name, and whether it is a record */
    struct sow_report *report;
    char **names; /* keys of the columns */
    bool started; /* true if the report has the section */
};

/* Adds the record or the table of the section, without values, to the report. */
static void start_section(struct filling *filling, int columns)
{
    const struct sow_section *section = filling->section;
    if (section->record)
        sow_report_record(filling->report, section->name);
    else
        sow_report_table(filling->report, section->name,
                         (const char *const *)filling->names, columns);
    filling->started = true;
}

/* Adds a row of an answer. A row without values comes first and has the names of the
   columns. The section starts with the first row of values. The only failure is
   SOW_NO_MEMORY. @p context is a struct filling. Callback of sow_store_rows. */
static enum sow_status add_row(void *context, const struct sow_answer_row *row,
                               struct sow_err *err)
{
    struct filling *filling = context;
    if (row->values == NULL) {
        filling->names = column_names(row);
        return filling->names != NULL ? SOW_OK : sow_err_no_memory(err);
    }
    if (!filling->started)
        start_section(filling, row->columns);
    for (int i = 0; i < row->columns; i++)
        add_value(filling->report, filling->section->record ? filling->names[i] : NULL,
                  row->names[i], &row->values[i]);
    return SOW_OK;
}

/* Adds a row like add_row, but starts the section with the names: so a table is added
   even if it stays without rows. @p context is a struct filling. Callback of
   sow_store_ask. */
static enum sow_status add_row_of_table(void *context, const struct sow_answer_row *row,
                                        struct sow_err *err)
{
    enum sow_status status = add_row(context, row, err);
    if (status == SOW_OK && row->values == NULL)
        start_section(context, row->columns);
    return status;
}

enum sow_status sow_section_add(struct sow_store *store,
                                const struct sow_section *section, int64_t id,
                                struct sow_report *report, struct sow_err *err)
{
    struct filling filling = {.section = section, .report = report};
    enum sow_status status = sow_store_rows(
        store, section->sql, SOW_VALUES(sow_integer(id)), add_row, &filling, err);
    free_names(filling.names);
    return status;
}

enum sow_status sow_section_ask(struct sow_store *store,
                                const struct sow_section *section,
                                const struct sow_query_limits *limits,
                                struct sow_report *report, struct sow_err *err)
{
    struct filling filling = {.section = section, .report = report};
    enum sow_status status =
        sow_store_ask(store, section->sql, limits, add_row_of_table, &filling, err);
    free_names(filling.names);
    return status;
}

/* Gives the report @p context a name (sow_report_alias) from a row of a spec and a name.
   Never fails. Callback of sow_store_answer. */
static enum sow_status add_alias(void *context, const struct sow_cells *cells,
                                 struct sow_err *err)
{
    (void)err;
    sow_report_alias(context, cells->text[0], cells->text[1]);
    return SOW_OK;
}

enum sow_status sow_section_names(struct sow_store *store, const char *sql, int64_t id,
                                  const char *players, struct sow_report *report,
                                  struct sow_err *err)
{
    return sow_store_answer(store, sql, SOW_VALUES(sow_integer(id), sow_text(players)),
                            add_alias, report, err);
}
