/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Values as text: decimals, missing values, and texts without control characters. */
#include "report_private.h"

#include "sow/base/stream.h"
#include "sow/base/text.h"
#include "sow/heuristics/agent.h"
#include "sow/support/visible.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- Numbers ---- */

/* Special values of the decimals of a column: by its greatest value, as a probability,
   or for each value separately. */
enum { BY_SIZE = -1, PROBABILITY = -2, EACH = -3 };

/* Columns whose decimals do not depend on the greatest value. The first row that fits
   counts. A name that begins with '_' is the end of a column's name. '#' at the end is
   a digit. */
static const struct figure {
    const char *section; /* name of the section; NULL for any section */
    const char *name;    /* name of the column, or a pattern */
    int digits;          /* decimals, or a special value */
} FIGURES[] = {
    {NULL, "p", PROBABILITY},
    {NULL, "_p", PROBABILITY},
    {NULL, "p_adjusted", PROBABILITY},
    {NULL, "seconds", 2},
    {NULL, "games_per_second", 0},
    {NULL, "superiority", 4},
    {NULL, "rating", 1},
    {"ratings", "low", 1},
    {"ratings", "high", 1},
    {"coefficients", "t", 2},
    {"coefficients", "vif", 2},
    {"measures", "value", EACH},
    {"performance", "standard_error", 4},
    {"performance", "in_sample", 4},
    {"performance", "out_of_sample", 4},
    {"evolved", "fitness", 1},
    {"exceptions", "published", 3},
    {"exceptions", "ours", 3},
    {"reproduced", "published", 3},
    {"reproduced", "ours", 3},
    {NULL, "h#", 3},
    {NULL, "w#", 3},
};

/* Returns true if @p text ends with @p end. */
static bool ends_in(const char *text, const char *end)
{
    size_t length = strlen(text);
    size_t rest = strlen(end);
    return length >= rest && strcmp(text + length - rest, end) == 0;
}

/* Returns true if the name of a column fits a pattern of FIGURES. '#' stands for a digit
   from 1 to 6. */
static bool is_called(const char *name, const char *pattern)
{
    size_t length = strlen(pattern);
    if (pattern[0] == '_')
        return ends_in(name, pattern);
    if (pattern[length - 1] != '#')
        return strcmp(name, pattern) == 0;
    return strncmp(name, pattern, length - 1) == 0 &&
           strspn(name + length - 1, "123456") == 1 && name[length] == '\0';
}

/* Returns the decimals of the first row of FIGURES that fits a column of a section, or
   BY_SIZE if none fits. */
static int figure_of(const char *section, const char *name)
{
    for (size_t i = 0; i < sizeof FIGURES / sizeof FIGURES[0]; i++) {
        const struct figure *figure = &FIGURES[i];
        bool here = figure->section == NULL || strcmp(figure->section, section) == 0;
        if (here && is_called(name, figure->name))
            return figure->digits;
    }
    return BY_SIZE;
}

/* Returns the decimals, 0 to 6, of a column whose greatest absolute value is @p greatest.
   They are three for values about 1, such as rates and weights, fewer for greater values,
   and more if all values are small. */
static int digits_by_size(double greatest)
{
    enum { USUAL = 3, MOST = 6 };
    if (greatest < 5e-7)
        return USUAL;
    int magnitude = (int)floor(log10(greatest));
    int digits = magnitude >= 0 ? USUAL - magnitude : USUAL - 1 - magnitude;
    return digits < 0 ? 0 : digits > MOST ? MOST : digits;
}

/* Writes a number with @p digits decimals, at least 0. A value that rounds to 0 has no
   sign. */
static void write_fixed(double value, int digits, FILE *out)
{
    enum { LONGEST = DBL_MAX_10_EXP + 16 };
    char text[LONGEST];
    sow_text_from_fixed(value, digits, text, sizeof text);
    (void)fputs(text, out);
}

/* Writes a number with decimals by its own size (digits_by_size); a whole number without
   decimals. */
static void write_each(double value, FILE *out)
{
    bool whole = fabs(value) < 1e15 && !(floor(value) < value);
    write_fixed(value, whole ? 0 : digits_by_size(fabs(value)), out);
}

/* Writes a probability with four decimals; one that is too small as "<0.0001". */
static void write_probability(double value, FILE *out)
{
    enum { DIGITS = 4 };
    if (value > 0 && value < 0.5e-4)
        (void)fputs("<0.0001", out);
    else
        write_fixed(value, DIGITS, out);
}

/* Writes a real with @p digits decimals, or as the special value PROBABILITY or EACH
   says. */
static void write_real(double value, int digits, FILE *out)
{
    if (digits == PROBABILITY)
        write_probability(value, out);
    else if (digits == EACH)
        write_each(value, out);
    else
        write_fixed(value, digits, out);
}

/* Returns the decimals of a column, or a special value: the most that its reals ask for,
   else those of FIGURES, else by its greatest value. The column is every @p step-th cell,
   beginning with @p first; @p name is its name. */
static int column_digits(const struct sow_report_section *section, const char *name,
                         size_t first, size_t step)
{
    double greatest = 0;
    int asked = SOW_REPORT_SHORT;
    for (size_t i = first; i < section->count; i += step) {
        const struct sow_report_cell *cell = &section->cells[i];
        if (cell->kind != SOW_CELL_REAL)
            continue;
        greatest = fmax(greatest, fabs(cell->real));
        asked = cell->digits > asked ? cell->digits : asked;
    }
    if (asked != SOW_REPORT_SHORT)
        return asked;
    int digits = figure_of(section->name, name);
    return digits == BY_SIZE ? digits_by_size(greatest) : digits;
}

/* ---- Texts ---- */

/* Writes @p length bytes of a text with control characters as escapes. If @p lines, line
   breaks stay, but not one at the end of the text. */
static void write_piece(const char *text, size_t length, bool lines, FILE *out)
{
    while (length > 0) {
        const char *line = lines ? memchr(text, '\n', length) : NULL;
        size_t before = line == NULL ? length : (size_t)(line - text);
        sow_visible_write(out, text, before);
        if (line != NULL && line[1] != '\0')
            (void)fputc('\n', out);
        before += line != NULL;
        text += before;
        length -= before;
    }
}

/* Writes a text in which each word that is the spec of a player is replaced by its name.
   Blanks in the command of a program do not end its word.
   If @p lines, line breaks stay, else they become escapes as control characters do. */
static void write_text(const struct sow_report_names *names, const char *text, bool lines,
                       FILE *out)
{
    while (*text != '\0') {
        size_t length = sow_agent_spec_length(text, " ");
        const char *name = sow_report_name_of(names, text, length);
        size_t blanks = strspn(text + length, " ");
        if (name != NULL)
            sow_visible_write(out, name, strlen(name));
        else
            write_piece(text, length, lines, out);
        (void)fprintf(out, "%*s", (int)blanks, "");
        text += length + blanks;
    }
}

bool sow_report_is_empty(const struct sow_report_cell *cell)
{
    return !sow_report_is_number(cell) && (cell->text == NULL || cell->text[0] == '\0');
}

/* Writes a value; an empty one as "-". Only real numbers use @p digits, decimals or a
   special value. Texts are written by write_text. */
static void write_cell(const struct sow_report_cell *cell, int digits,
                       const struct sow_report_names *names, bool lines, FILE *out)
{
    if (cell->kind == SOW_CELL_INT)
        (void)fprintf(out, "%lld", (long long)cell->integer);
    else if (cell->kind == SOW_CELL_REAL)
        write_real(cell->real, digits, out);
    else if (sow_report_is_empty(cell))
        (void)fputc('-', out);
    else
        write_text(names, cell->text, lines, out);
}

/* ---- Sections ---- */

/* Writes titles, then values of a table row by row, each with a zero byte after it.
   @p digits has the decimals of each column. */
static void write_table(const struct sow_report_section *table, const int *digits,
                        const struct sow_report_names *names, FILE *out)
{
    for (int i = 0; i < table->column_count; i++) {
        write_text(names, table->columns[i], false, out);
        (void)fputc('\0', out);
    }
    for (size_t i = 0; i < table->count; i++) {
        write_cell(&table->cells[i], digits[i % (size_t)table->column_count], names,
                   false, out);
        (void)fputc('\0', out);
    }
}

/* Writes all keys, then all values of a record, each with a zero byte after it. Each
   value has decimals of its own. */
static void write_record(const struct sow_report_section *record,
                         const struct sow_report_names *names, FILE *out)
{
    for (size_t i = 0; i < record->count; i++) {
        const char *key = record->cells[i].key;
        sow_visible_write(out, key, strlen(key));
        (void)fputc('\0', out);
    }
    for (size_t i = 0; i < record->count; i++) {
        int digits = column_digits(record, record->cells[i].key, i, record->count);
        write_cell(&record->cells[i], digits, names, true, out);
        (void)fputc('\0', out);
    }
}

/* Writes all texts of a section, each with a zero byte after it. Returns false without
   memory. */
static bool write_section(const struct sow_report_section *section,
                          const struct sow_report_names *names, FILE *out)
{
    if (!section->is_table) {
        write_record(section, names, out);
        return true;
    }
    int *digits = calloc((size_t)section->column_count, sizeof *digits);
    if (digits == NULL)
        return false;
    for (int i = 0; i < section->column_count; i++)
        digits[i] = column_digits(section, section->columns[i], (size_t)i,
                                  (size_t)section->column_count);
    write_table(section, digits, names, out);
    free(digits);
    return true;
}

bool sow_report_show(const struct sow_report_section *section,
                     const struct sow_report_names *names, struct sow_report_shown *shown)
{
    *shown = (struct sow_report_shown){.text = NULL};
    size_t size = 0;
    FILE *out = sow_stream_open(&shown->text, &size);
    if (out == NULL)
        return false;
    bool written = write_section(section, names, out);
    if (fclose(out) != 0 || !written)
        return false;
    size_t titles = section->is_table ? (size_t)section->column_count : section->count;
    shown->titles = calloc(titles + section->count + 1, sizeof *shown->titles);
    if (shown->titles == NULL)
        return false;
    const char *at = shown->text;
    for (size_t i = 0; i < titles + section->count; i++, at += strlen(at) + 1)
        shown->titles[i] = at;
    shown->cells = shown->titles + titles;
    return true;
}

void sow_report_shown_release(struct sow_report_shown *shown)
{
    free(shown->titles);
    free(shown->text);
}
