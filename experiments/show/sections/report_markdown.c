/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reports as tables of GitHub's Markdown. */
#include "report_private.h"

#include "sow/support/visible.h"

#include <string.h>

/* Writes text with a backslash before each character that Markdown interprets, and the
   tag <br> for each line break. */
static void write_escaped(const char *text, FILE *out)
{
    for (; *text != '\0'; text++) {
        if (*text == '\n')
            (void)fputs("<br>", out);
        else
            (void)fprintf(out, "%s%c", strchr("\\|`*_<>&[]~", *text) != NULL ? "\\" : "",
                          *text);
    }
}

/* Writes a blank, an escaped text, a blank and the bar after it. */
static void write_cell(const char *text, FILE *out)
{
    (void)fputs(" ", out);
    write_escaped(text, out);
    (void)fputs(" |", out);
}

/* Writes a table in the form of GitHub's Markdown. Columns of numbers are aligned
   right. */
static void markdown_table(const struct sow_report_section *table,
                           const struct sow_report_shown *shown, FILE *out)
{
    (void)fputs("|", out);
    for (int i = 0; i < table->column_count; i++)
        write_cell(shown->titles[i], out);
    (void)fputs("\n|", out);
    for (int i = 0; i < table->column_count; i++)
        (void)fputs(sow_report_is_right(table, i) ? " ---: |" : " --- |", out);
    for (size_t i = 0; i < table->count; i++) {
        if (i % (size_t)table->column_count == 0)
            (void)fputs("\n|", out);
        write_cell(shown->cells[i], out);
    }
    (void)fputs("\n", out);
}

/* Writes a record as a table with a row for each value. */
static void markdown_record(const struct sow_report_section *record,
                            const struct sow_report_shown *shown, FILE *out)
{
    (void)fputs("| name | value |\n| --- | --- |\n", out);
    for (size_t i = 0; i < record->count; i++) {
        (void)fputs("|", out);
        write_cell(shown->titles[i], out);
        write_cell(shown->cells[i], out);
        (void)fputs("\n", out);
    }
}

/* Writes a section as a table. Returns false without memory. */
static bool markdown_section(const struct sow_report_section *section,
                             const struct sow_report_names *names, FILE *out)
{
    struct sow_report_shown shown;
    bool enough = sow_report_show(section, names, &shown);
    if (enough && section->is_table)
        markdown_table(section, &shown, out);
    else if (enough)
        markdown_record(section, &shown, out);
    sow_report_shown_release(&shown);
    return enough;
}

bool sow_report_print_markdown(const struct sow_report *report, FILE *out)
{
    struct sow_report_names *names = sow_report_names_new(report);
    bool enough = names != NULL;
    char name[256];
    for (size_t i = 0; i < report->count && enough; i++) {
        if (report->count > 1) {
            (void)fputs(i == 0 ? "## " : "\n## ", out);
            sow_visible_copy(name, sizeof name, report->sections[i].name);
            write_escaped(name, out);
            (void)fputs("\n\n", out);
        }
        enough = markdown_section(&report->sections[i], names, out);
    }
    sow_report_names_free(names);
    return enough;
}
