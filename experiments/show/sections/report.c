/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reports as data: sections of values. */
#include "report_private.h"

#include "sow/base/array.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

struct sow_report *sow_report_new(void)
{
    return calloc(1, sizeof(struct sow_report));
}

/* Frees what a section owns, but not the section. */
static void section_release(struct sow_report_section *section)
{
    for (size_t i = 0; i < section->count; i++) {
        free(section->cells[i].key);
        free(section->cells[i].text);
    }
    for (int i = 0; i < section->column_count; i++)
        free(section->columns[i]);
    free(section->columns);
    free(section->cells);
    free(section->name);
}

void sow_report_free(struct sow_report *report)
{
    if (report == NULL)
        return;
    for (size_t i = 0; i < report->count; i++)
        section_release(&report->sections[i]);
    for (size_t i = 0; i < report->alias_count; i++) {
        free(report->aliases[i].spec);
        free(report->aliases[i].name);
    }
    free(report->aliases);
    free(report->sections);
    free(report);
}

size_t sow_report_rows(const struct sow_report_section *table)
{
    return table->column_count == 0 ? 0 : table->count / (size_t)table->column_count;
}

bool sow_report_is_number(const struct sow_report_cell *cell)
{
    return cell->kind == SOW_CELL_INT || cell->kind == SOW_CELL_REAL;
}

bool sow_report_is_right(const struct sow_report_section *table, int column)
{
    for (size_t i = (size_t)column; i < table->count; i += (size_t)table->column_count)
        if (!sow_report_is_number(&table->cells[i]) &&
            table->cells[i].kind != SOW_CELL_NULL)
            return false;
    return true;
}

void sow_report_fail(struct sow_report *report)
{
    report->failed = true;
}

/* Returns a copy of a text, which the caller frees; NULL for NULL. Returns NULL without
   memory and notes this in the report. */
static char *copy_text(struct sow_report *report, const char *text)
{
    if (text == NULL)
        return NULL;
    char *copy = strdup(text);
    report->failed |= copy == NULL;
    return copy;
}

/* Adds a section without columns or values and returns it; the address holds until the
   next one. Returns NULL without memory and notes this in the report. */
static struct sow_report_section *add_section(struct sow_report *report, const char *name,
                                              bool is_table)
{
    struct sow_report_section *sections =
        sow_array_grow(report->sections, report->count, sizeof *sections);
    if (sections == NULL) {
        report->failed = true;
        return NULL;
    }
    report->sections = sections;
    struct sow_report_section *section = &sections[report->count++];
    *section = (struct sow_report_section){.is_table = is_table};
    section->name = copy_text(report, name);
    return section;
}

void sow_report_record(struct sow_report *report, const char *name)
{
    (void)add_section(report, name, false);
}

void sow_report_remarks(struct sow_report *report)
{
    report->results = report->count;
}

size_t sow_report_sections(const struct sow_report *report)
{
    return report->count;
}

void sow_report_main(struct sow_report *report)
{
    if (report->main == 0)
        report->main = report->count;
}

void sow_report_wide(struct sow_report *report)
{
    report->wide = true;
}

void sow_report_full(struct sow_report *report)
{
    report->full = true;
}

void sow_report_alias(struct sow_report *report, const char *spec, const char *name)
{
    struct sow_report_alias *aliases =
        sow_array_grow(report->aliases, report->alias_count, sizeof *aliases);
    if (aliases == NULL) {
        report->failed = true;
        return;
    }
    report->aliases = aliases;
    struct sow_report_alias *alias = &aliases[report->alias_count++];
    alias->spec = copy_text(report, spec);
    alias->name = copy_text(report, name);
}

void sow_report_table(struct sow_report *report, const char *name,
                      const char *const *columns, int count)
{
    assert(count > 0);
    struct sow_report_section *section = add_section(report, name, true);
    if (section == NULL)
        return;
    section->columns = calloc((size_t)count, sizeof *section->columns);
    if (section->columns == NULL) {
        report->failed = true;
        return;
    }
    section->column_count = count;
    for (int i = 0; i < count; i++)
        section->columns[i] = copy_text(report, columns[i]);
}

/* Adds a value without content to the last section and returns it. Returns NULL without
   memory, which is noted in the report: it then takes no more values. */
static struct sow_report_cell *add_cell(struct sow_report *report, const char *key,
                                        enum sow_cell_kind kind)
{
    if (report->failed)
        return NULL;
    assert(report->count > 0);
    struct sow_report_section *section = &report->sections[report->count - 1];
    assert(section->is_table == (key == NULL));
    struct sow_report_cell *cells =
        sow_array_grow(section->cells, section->count, sizeof *cells);
    if (cells == NULL) {
        report->failed = true;
        return NULL;
    }
    section->cells = cells;
    struct sow_report_cell *cell = &cells[section->count++];
    *cell = (struct sow_report_cell){.kind = kind};
    cell->key = copy_text(report, key);
    return cell;
}

/* Adds a text of kind @p kind (text or JSON) to the last section. NULL is kept as a
   missing value. */
static void add_text(struct sow_report *report, const char *key, const char *text,
                     enum sow_cell_kind kind)
{
    struct sow_report_cell *cell = add_cell(report, key, kind);
    if (cell != NULL)
        cell->text = copy_text(report, text);
}

void sow_report_text(struct sow_report *report, const char *key, const char *value)
{
    add_text(report, key, value, SOW_CELL_TEXT);
}

void sow_report_json(struct sow_report *report, const char *key, const char *json)
{
    add_text(report, key, json, SOW_CELL_JSON);
}

void sow_report_int(struct sow_report *report, const char *key, int64_t value)
{
    struct sow_report_cell *cell = add_cell(report, key, SOW_CELL_INT);
    if (cell != NULL)
        cell->integer = value;
}

void sow_report_real(struct sow_report *report, const char *key, double value, int digits)
{
    if (!isfinite(value)) {
        sow_report_null(report, key);
        return;
    }
    struct sow_report_cell *cell = add_cell(report, key, SOW_CELL_REAL);
    if (cell != NULL) {
        cell->real = value;
        cell->digits = digits;
    }
}

void sow_report_null(struct sow_report *report, const char *key)
{
    (void)add_cell(report, key, SOW_CELL_NULL);
}
