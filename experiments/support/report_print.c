/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "report_private.h"

#include "json.h"
#include "sow/base/stream.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* ---- Text ---- */

static const struct sow_report_cell *cell_at(const struct sow_report_section *table,
                                             size_t row, int column)
{
    return &table->cells[row * (size_t)table->column_count + (size_t)column];
}

static size_t row_count(const struct sow_report_section *table)
{
    return table->column_count == 0 ? 0 : table->count / (size_t)table->column_count;
}

static void write_point(FILE *out, const char *bytes, size_t length, uint32_t point)
{
    bool control = point < 0x20 || (point >= 0x7f && point < 0xa0);
    if (point == '\n')
        (void)fputs("\\n", out);
    else if (point == '\t')
        (void)fputs("\\t", out);
    else if (control)
        (void)fprintf(out, "\\x%02x", (unsigned)point);
    else if (point == SOW_UTF8_REPLACEMENT)
        (void)fputs("\xef\xbf\xbd", out);
    else
        (void)fwrite(bytes, 1, length, out);
}

/* Stored texts may hold anything; a terminal must not obey it. */
static void write_visible(FILE *out, const char *text, size_t length)
{
    const char *end = text + length;
    while (text < end) {
        const char *start = text;
        uint32_t point = sow_utf8_next(&text);
        write_point(out, start, (size_t)(text - start), point);
    }
}

static void write_number(FILE *out, const struct sow_report_cell *cell)
{
    if (cell->kind == SOW_CELL_INT)
        (void)fprintf(out, "%lld", (long long)cell->integer);
    else if (cell->digits == SOW_REPORT_SHORT)
        (void)fprintf(out, "%.6g", cell->real);
    else
        (void)fprintf(out, "%.*f", cell->digits, cell->real);
}

static bool is_number(const struct sow_report_cell *cell)
{
    return cell->kind == SOW_CELL_INT || cell->kind == SOW_CELL_REAL;
}

static void write_cell(FILE *out, const struct sow_report_cell *cell)
{
    if (is_number(cell))
        write_number(out, cell);
    else if (cell->text == NULL)
        (void)fputc('-', out);
    else
        write_visible(out, cell->text, strlen(cell->text));
}

/* The cells of a table as they are shown, row by row, a NUL after each; NULL without
   memory. */
static char *show_cells(const struct sow_report_section *table)
{
    char *text = NULL;
    size_t size = 0;
    FILE *out = sow_stream_open(&text, &size);
    if (out == NULL)
        return NULL;
    for (size_t i = 0; i < row_count(table) * (size_t)table->column_count; i++) {
        write_cell(out, &table->cells[i]);
        (void)fputc('\0', out);
    }
    return fclose(out) == 0 ? text : NULL;
}

static const char *next_cell(const char *shown)
{
    return shown + strlen(shown) + 1;
}

static int columns_of(const char *text)
{
    int columns = 0;
    while (*text != '\0')
        columns += sow_utf8_columns(sow_utf8_next(&text));
    return columns;
}

/* How a column is laid out. */
struct layout {
    int width;
    bool right; /* numbers, apart from missing ones */
};

static void measure(const struct sow_report_section *table, const char *shown,
                    struct layout *layout)
{
    for (int column = 0; column < table->column_count; column++)
        layout[column] = (struct layout){columns_of(table->columns[column]), true};
    for (size_t row = 0; row < row_count(table); row++) {
        for (int column = 0; column < table->column_count; column++) {
            const struct sow_report_cell *cell = cell_at(table, row, column);
            int width = columns_of(shown);
            if (width > layout[column].width)
                layout[column].width = width;
            if (!is_number(cell) && cell->kind != SOW_CELL_NULL)
                layout[column].right = false;
            shown = next_cell(shown);
        }
    }
}

/* @p last: no blanks behind the last column. */
static void write_placed(FILE *out, const char *text, const struct layout *layout,
                         bool last)
{
    int blanks = layout->width - columns_of(text);
    if (layout->right)
        (void)fprintf(out, "%*s%s", blanks, "", text);
    else
        (void)fprintf(out, "%s%*s", text, last ? 0 : blanks, "");
    (void)fputs(last ? "\n" : "  ", out);
}

static void place(const struct sow_report_section *table, const char *shown,
                  const struct layout *layout, FILE *out)
{
    int last = table->column_count - 1;
    for (int column = 0; column <= last; column++)
        write_placed(out, table->columns[column], &layout[column], column == last);
    for (size_t row = 0; row < row_count(table); row++) {
        for (int column = 0; column <= last; column++) {
            write_placed(out, shown, &layout[column], column == last);
            shown = next_cell(shown);
        }
    }
}

/* False without memory. */
static bool text_table(const struct sow_report_section *table, FILE *out)
{
    struct layout *layout = calloc((size_t)table->column_count, sizeof *layout);
    char *shown = show_cells(table);
    bool enough = layout != NULL && shown != NULL;
    if (enough) {
        measure(table, shown, layout);
        place(table, shown, layout, out);
    }
    free(layout);
    free(shown);
    return enough;
}

/* Every line of a text under the first. */
static void write_lines(FILE *out, const char *text, int indent)
{
    for (bool first = true;; first = false) {
        size_t length = strcspn(text, "\n");
        if (!first)
            (void)fprintf(out, "\n%*s", length == 0 ? 0 : indent, "");
        write_visible(out, text, length);
        text += length;
        if (*text == '\0' || *++text == '\0')
            break;
    }
}

static void text_record(const struct sow_report_section *record, FILE *out)
{
    int width = 0;
    for (size_t i = 0; i < record->count; i++)
        if (columns_of(record->cells[i].key) > width)
            width = columns_of(record->cells[i].key);
    for (size_t i = 0; i < record->count; i++) {
        const struct sow_report_cell *cell = &record->cells[i];
        (void)fprintf(out, "%s%*s", cell->key, width - columns_of(cell->key) + 2, "");
        if (cell->kind == SOW_CELL_TEXT && cell->text != NULL)
            write_lines(out, cell->text, width + 2);
        else
            write_cell(out, cell);
        (void)fputc('\n', out);
    }
}

static bool print_text(const struct sow_report *report, FILE *out)
{
    bool enough = true;
    for (size_t i = 0; i < report->count && enough; i++) {
        const struct sow_report_section *section = &report->sections[i];
        if (report->count > 1)
            (void)fprintf(out, "%s%s\n", i == 0 ? "" : "\n", section->name);
        if (section->is_table)
            enough = text_table(section, out);
        else
            text_record(section, out);
    }
    return enough;
}

/* ---- JSON ---- */

static void json_cell(const struct sow_report_cell *cell, FILE *out)
{
    if (cell->kind == SOW_CELL_INT)
        (void)fprintf(out, "%lld", (long long)cell->integer);
    else if (cell->kind == SOW_CELL_REAL)
        sow_json_write_real(out, cell->real);
    else if (cell->text == NULL)
        (void)fputs("null", out);
    else if (cell->kind == SOW_CELL_JSON)
        (void)fputs(cell->text, out);
    else
        sow_json_write_text(out, cell->text);
}

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

static void json_table(const struct sow_report_section *table, int indent, FILE *out)
{
    (void)fputc('[', out);
    for (size_t row = 0; row < row_count(table); row++) {
        (void)fprintf(out, "%s\n%*s{", row == 0 ? "" : ",", indent + 2, "");
        for (int column = 0; column < table->column_count; column++) {
            (void)fputs(column == 0 ? "" : ", ", out);
            sow_json_write_text(out, table->columns[column]);
            (void)fputs(": ", out);
            json_cell(cell_at(table, row, column), out);
        }
        (void)fputc('}', out);
    }
    if (row_count(table) > 0)
        (void)fprintf(out, "\n%*s", indent, "");
    (void)fputc(']', out);
}

static void json_section(const struct sow_report_section *section, int indent, FILE *out)
{
    if (section->is_table)
        json_table(section, indent, out);
    else
        json_record(section, indent, out);
}

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

static void csv_cell(const struct sow_report_cell *cell, FILE *out)
{
    if (is_number(cell))
        json_cell(cell, out);
    else if (cell->text != NULL)
        csv_text(cell->text, out);
}

static const struct sow_report_section *main_section(const struct sow_report *report)
{
    const struct sow_report_section *found = NULL;
    size_t results = report->results > 0 ? report->results : report->count;
    for (size_t i = 0; i < results; i++)
        if (found == NULL || report->sections[i].is_table || !found->is_table)
            found = &report->sections[i];
    return found;
}

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

static void csv_table(const struct sow_report_section *table, FILE *out)
{
    for (int column = 0; column < table->column_count; column++) {
        (void)fputs(column == 0 ? "" : ",", out);
        csv_text(table->columns[column], out);
    }
    (void)fputc('\n', out);
    for (size_t row = 0; row < row_count(table); row++) {
        for (int column = 0; column < table->column_count; column++) {
            (void)fputs(column == 0 ? "" : ",", out);
            csv_cell(cell_at(table, row, column), out);
        }
        (void)fputc('\n', out);
    }
}

static bool print_csv(const struct sow_report *report, FILE *out)
{
    const struct sow_report_section *section = main_section(report);
    if (section != NULL && section->is_table)
        csv_table(section, out);
    else if (section != NULL)
        csv_record(section, out);
    return true;
}

/* ---- */

enum sow_status sow_report_print(const struct sow_report *report, enum sow_format format,
                                 FILE *out, struct sow_err *err)
{
    static bool (*const PRINTERS[])(const struct sow_report *, FILE *) = {
        [SOW_FORMAT_TEXT] = print_text,
        [SOW_FORMAT_JSON] = print_json,
        [SOW_FORMAT_CSV] = print_csv,
    };
    if (report->failed || !PRINTERS[format](report, out))
        return sow_err_no_memory(err);
    if (fflush(out) != 0 || ferror(out))
        return sow_err_set(err, SOW_IO, "cannot write the answer: %s", strerror(errno));
    return SOW_OK;
}
