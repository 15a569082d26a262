/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reports as HTML tables. */
#include "report_private.h"

#include "sow/support/html_text.h"
#include "sow/support/visible.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* Most rows of a table that is not folded. */
enum { OPEN_ROWS = 12 };

/* Returns the HTML entity of a character, a static text, or NULL if it needs none. */
static const char *entity_of(char c)
{
    static const struct {
        char c;
        const char *entity;
    } ENTITIES[] = {
        {'<', "&lt;"}, {'>', "&gt;"}, {'&', "&amp;"}, {'"', "&quot;"}, {'\'', "&#39;"}};
    for (size_t i = 0; i < sizeof ENTITIES / sizeof ENTITIES[0]; i++)
        if (ENTITIES[i].c == c)
            return ENTITIES[i].entity;
    return NULL;
}

void sow_html_write(FILE *out, const char *text)
{
    while (*text != '\0') {
        size_t plain = strcspn(text, "<>&\"'\n");
        sow_visible_write(out, text, plain);
        text += plain;
        if (*text == '\n')
            (void)fputc(*text++, out);
        else if (*text != '\0')
            (void)fputs(entity_of(*text++), out);
    }
}

void sow_html_write_argument(FILE *out, const char *text)
{
    for (const unsigned char *at = (const unsigned char *)text; *at != '\0'; at++)
        (void)fprintf(out, *at < 128 && isalnum(*at) ? "%c" : "%%%02X", *at);
}

/* Writes an element with an escaped text. @p attributes are HTML, which begins with a
   blank, or "". */
static void write_element(FILE *out, const char *tag, const char *attributes,
                          const char *text)
{
    (void)fprintf(out, "<%s%s>", tag, attributes);
    sow_html_write(out, text);
    (void)fprintf(out, "</%s>", tag);
}

/* Writes a cell of a table: tag and attributes in @p begin, then the text. The next cell,
   or the end of the row, ends it, as HTML allows. A report has thousands of cells, whose
   end tags would be a fifth of it. If @p right, the cell has the class of numbers. */
static void write_cell(FILE *out, const char *begin, bool right, const char *text)
{
    (void)fprintf(out, "<%s%s>", begin, right ? " class=n" : "");
    sow_html_write(out, text);
}

/* Writes a cell in the body of a table. The first one of a row (@p column 0) is its
   heading. */
static void write_body_cell(FILE *out, int column, bool right, const char *text)
{
    write_cell(out, column == 0 ? "th scope=row" : "td", right, text);
}

/* Writes head and body of a table, with a class for columns of numbers. Returns false
   without memory. */
static bool html_table(const struct sow_report_section *table,
                       const struct sow_report_shown *shown, FILE *out)
{
    int columns = table->column_count;
    bool *right = calloc((size_t)columns, sizeof *right);
    if (right == NULL)
        return false;
    (void)fputs("<thead><tr>", out);
    for (int i = 0; i < columns; i++) {
        right[i] = sow_report_is_right(table, i);
        write_cell(out, "th scope=col", right[i], shown->titles[i]);
    }
    (void)fputs("</tr></thead>\n<tbody>\n", out);
    for (size_t row = 0; row < sow_report_rows(table); row++) {
        (void)fputs("<tr>", out);
        for (int i = 0; i < columns; i++)
            write_body_cell(out, i, right[i],
                            shown->cells[row * (size_t)columns + (size_t)i]);
        (void)fputs("</tr>\n", out);
    }
    (void)fputs("</tbody>", out);
    free(right);
    return true;
}

/* Writes a record as a body with a row for each value. Leaves out empty texts. */
static void html_record(const struct sow_report_section *record,
                        const struct sow_report_shown *shown, FILE *out)
{
    (void)fputs("<tbody>\n", out);
    for (size_t i = 0; i < record->count; i++) {
        const struct sow_report_cell *cell = &record->cells[i];
        if (cell->kind == SOW_CELL_TEXT && sow_report_is_empty(cell))
            continue; /* empty texts are left out, as in text */
        (void)fputs("<tr>", out);
        write_body_cell(out, 0, false, shown->titles[i]);
        write_body_cell(out, 1, false, shown->cells[i]);
        (void)fputs("</tr>\n", out);
    }
    (void)fputs("</tbody>", out);
}

/* Returns true if a section is folded: a table of more than OPEN_ROWS rows, and all
   tables and records among the remarks but the warning. A section without a name is not.
 */
static bool is_folded(const struct sow_report *report, size_t place)
{
    const struct sow_report_section *section = &report->sections[place];
    bool remark = report->results > 0 && place >= report->results;
    size_t rows = section->is_table ? sow_report_rows(section) : 1;
    return section->name[0] != '\0' &&
           (rows > OPEN_ROWS || (remark && strcmp(section->name, "warning") != 0));
}

/* Writes a section as a table with its name as the caption. Closes all elements, also
   without memory; then it returns false. */
static bool html_section(const struct sow_report_section *section, bool folded,
                         const struct sow_report_names *names, FILE *out)
{
    struct sow_report_shown shown;
    size_t rows = section->is_table ? sow_report_rows(section) : section->count;
    bool enough = sow_report_show(section, names, &shown);
    if (folded) {
        (void)fputs("<details><summary>", out);
        sow_html_write(out, section->name);
        (void)fprintf(out, ": %zu row%s</summary>\n", rows, rows == 1 ? "" : "s");
    }
    (void)fputs("<div class=\"scroll\" tabindex=\"0\" role=\"group\" aria-label=\"", out);
    sow_html_write(out, section->name[0] != '\0' ? section->name : "table");
    (void)fputs("\"><table>", out);
    if (section->name[0] != '\0')
        write_element(out, "caption", "", section->name);
    if (enough && section->is_table)
        enough = html_table(section, &shown, out);
    else if (enough)
        html_record(section, &shown, out);
    (void)fputs("</table></div>\n", out);
    (void)fputs(folded ? "</details>\n" : "", out);
    sow_report_shown_release(&shown);
    return enough;
}

bool sow_report_print_html(const struct sow_report *report, FILE *out)
{
    struct sow_report_names *names = sow_report_names_new(report);
    bool enough = names != NULL;
    for (size_t i = 0; i < report->count && enough; i++)
        enough = html_section(&report->sections[i], is_folded(report, i), names, out);
    sow_report_names_free(names);
    return enough;
}
