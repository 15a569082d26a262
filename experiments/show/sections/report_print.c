/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reports as JSON and CSV, and the choice of the format. */
#include "report_private.h"

#include "sow/support/json.h"

#include <errno.h>
#include <string.h>

/* Returns a cell of a table. Row and column count from 0 and must exist. */
static const struct sow_report_cell *cell_at(const struct sow_report_section *table,
                                             size_t row, int column)
{
    return &table->cells[row * (size_t)table->column_count + (size_t)column];
}

/* ---- JSON ---- */

/* Writes a value as JSON: a JSON value as it is, reals with all digits, a missing value
   as null. */
static void json_cell(const struct sow_report_cell *cell, FILE *out)
{
    if (cell->kind == SOW_CELL_INT)
        (void)fprintf(out, "%lld", (long long)cell->integer);
    else if (cell->kind == SOW_CELL_REAL)
        sow_json_write_real(out, cell->real);
    else if (cell->text == NULL)
        (void)fputs("null", out);
    else if (cell->kind == SOW_CELL_JSON)
        sow_json_write_value(out, cell->text);
    else
        sow_json_write_text(out, cell->text);
}

/* Writes a record as a JSON object, a member on each line. The lines of members have
   @p indent + 2 blanks, the last line @p indent. */
static void json_record(const struct sow_report_section *record, int indent, FILE *out)
{
    (void)fputc('{', out);
    for (size_t i = 0; i < record->count; i++) {
        (void)fprintf(out, "%s\n%*s", i == 0 ? "" : ",", indent + 2, "");
        sow_json_write_text(out, record->cells[i].key);
        (void)fputs(": ", out);
        json_cell(&record->cells[i], out);
    }
    (void)fprintf(out, "\n%*s}", indent, "");
}

/* Writes a table as a JSON array, an object on each line. These lines have @p indent + 2
   blanks, the last line @p indent. A table without rows is "[]". */
static void json_table(const struct sow_report_section *table, int indent, FILE *out)
{
    (void)fputc('[', out);
    for (size_t row = 0; row < sow_report_rows(table); row++) {
        (void)fprintf(out, "%s\n%*s{", row == 0 ? "" : ",", indent + 2, "");
        for (int column = 0; column < table->column_count; column++) {
            (void)fputs(column == 0 ? "" : ", ", out);
            sow_json_write_text(out, table->columns[column]);
            (void)fputs(": ", out);
            json_cell(cell_at(table, row, column), out);
        }
        (void)fputc('}', out);
    }
    if (sow_report_rows(table) > 0)
        (void)fprintf(out, "\n%*s", indent, "");
    (void)fputc(']', out);
}

/* Writes a table or a record as JSON, whose lines after the first begin with @p indent
   blanks or more. */
static void json_section(const struct sow_report_section *section, int indent, FILE *out)
{
    if (section->is_table)
        json_table(section, indent, out);
    else
        json_record(section, indent, out);
}

/* Writes the report as JSON: a single section alone, else an object of sections. Always
   returns true. */
static bool print_json(const struct sow_report *report, FILE *out)
{
    if (report->count == 1) {
        json_section(&report->sections[0], 0, out);
    } else {
        (void)fputc('{', out);
        for (size_t i = 0; i < report->count; i++) {
            (void)fprintf(out, "%s\n  ", i == 0 ? "" : ",");
            sow_json_write_text(out, report->sections[i].name);
            (void)fputs(": ", out);
            json_section(&report->sections[i], 2, out);
        }
        (void)fputs(report->count == 0 ? "}" : "\n}", out);
    }
    (void)fputc('\n', out);
    return true;
}

/* ---- CSV (RFC 4180, lines end in LF) ---- */

/* Writes a text as a field of CSV. It is in quotes if it has a comma, a quote, a line
   break, or a blank at one of its ends. */
static void csv_text(const char *text, FILE *out)
{
    size_t length = strlen(text);
    bool padded = length > 0 && (text[0] == ' ' || text[length - 1] == ' ');
    if (strpbrk(text, ",\"\r\n") == NULL && !padded) {
        (void)fputs(text, out);
        return;
    }
    (void)fputc('"', out);
    for (; *text != '\0'; text++) {
        if (*text == '"')
            (void)fputc('"', out);
        (void)fputc(*text, out);
    }
    (void)fputc('"', out);
}

/* Writes a value as a field of CSV. A missing value is empty. */
static void csv_cell(const struct sow_report_cell *cell, FILE *out)
{
    if (sow_report_is_number(cell))
        json_cell(cell, out);
    else if (cell->text != NULL)
        csv_text(cell->text, out);
}

/* Returns the section that CSV has: the marked one, else the last table before the
   remarks, else the last record before them. Returns NULL for an empty report. */
static const struct sow_report_section *main_section(const struct sow_report *report)
{
    const struct sow_report_section *found = NULL;
    if (report->main > 0)
        return &report->sections[report->main - 1];
    size_t results = report->results > 0 ? report->results : report->count;
    for (size_t i = 0; i < results; i++)
        if (found == NULL || report->sections[i].is_table || !found->is_table)
            found = &report->sections[i];
    return found;
}

/* Writes a record as a line of keys and a line of values. */
static void csv_record(const struct sow_report_section *record, FILE *out)
{
    for (size_t i = 0; i < record->count; i++) {
        (void)fputs(i == 0 ? "" : ",", out);
        csv_text(record->cells[i].key, out);
    }
    (void)fputc('\n', out);
    for (size_t i = 0; i < record->count; i++) {
        (void)fputs(i == 0 ? "" : ",", out);
        csv_cell(&record->cells[i], out);
    }
    (void)fputc('\n', out);
}

/* Writes a table as a line of column names and a line for each row. */
static void csv_table(const struct sow_report_section *table, FILE *out)
{
    for (int column = 0; column < table->column_count; column++) {
        (void)fputs(column == 0 ? "" : ",", out);
        csv_text(table->columns[column], out);
    }
    (void)fputc('\n', out);
    for (size_t row = 0; row < sow_report_rows(table); row++) {
        for (int column = 0; column < table->column_count; column++) {
            (void)fputs(column == 0 ? "" : ",", out);
            csv_cell(cell_at(table, row, column), out);
        }
        (void)fputc('\n', out);
    }
}

/* Writes the main section as CSV; nothing for an empty report. Always returns true. */
static bool print_csv(const struct sow_report *report, FILE *out)
{
    const struct sow_report_section *section = main_section(report);
    if (section != NULL && section->is_table)
        csv_table(section, out);
    else if (section != NULL)
        csv_record(section, out);
    return true;
}

/* ---- All formats ---- */

enum sow_status sow_report_print(const struct sow_report *report, enum sow_format format,
                                 FILE *out, struct sow_err *err)
{
    static bool (*const PRINTERS[])(const struct sow_report *, FILE *) = {
        [SOW_FORMAT_TEXT] = sow_report_print_text,
        [SOW_FORMAT_JSON] = print_json,
        [SOW_FORMAT_CSV] = print_csv,
        [SOW_FORMAT_MARKDOWN] = sow_report_print_markdown,
        [SOW_FORMAT_LATEX] = sow_report_print_latex,
        [SOW_FORMAT_HTML] = sow_report_print_html,
    };
    if (report->failed || !PRINTERS[format](report, out))
        return sow_err_no_memory(err);
    if (fflush(out) != 0 || ferror(out))
        return sow_err_set(err, SOW_IO, "cannot write the answer: %s", strerror(errno));
    return SOW_OK;
}
