/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reports as tables of GitHub's Markdown, and of LaTeX with the package booktabs. */
#include "report_private.h"

#include "sow/support/visible.h"

#include <string.h>

/* Language of marked-up text: its pieces around the cells of a table. */
struct markup {
    /* Returns the text for the start of @p text, and sets @p taken to the bytes of that
       start; NULL if the first byte stands for itself. */
    const char *(*escape)(const char *text, size_t *taken);
    const char *heading; /* text before the name of a section, if there are several */
    const char *named;   /* text after it */
    const char *row;     /* text before the first cell of a row */
    const char *between; /* text between two cells */
    const char *ended;   /* text after the last cell of a row */
    const char *minus;   /* sign of a negative number */
    /* Writes what stands before the titles of a section. */
    void (*open)(const struct sow_report_section *section, FILE *out);
    /* Writes what stands between the titles and the rows of a section. */
    void (*rule)(const struct sow_report_section *section, FILE *out);
    const char *close; /* text after the last row */
};

/* Writes a text in a markup. */
static void write_escaped(const struct markup *markup, const char *text, FILE *out)
{
    while (*text != '\0') {
        size_t taken = 1;
        const char *escaped = markup->escape(text, &taken);
        if (escaped != NULL)
            (void)fputs(escaped, out);
        else
            (void)fputc(*text, out);
        text += taken;
    }
}

/* ---- Markdown ---- */

/* Escapes the characters that Markdown interprets. A line break is a tag. It is the
   `escape` of MARKDOWN. */
static const char *markdown_escape(const char *text, size_t *taken)
{
    static const char MARKED[] = "\\|`*_<>&[]~";
    static const char *const ESCAPED[] = {"\\\\", "\\|", "\\`", "\\*", "\\_", "\\<",
                                          "\\>",  "\\&", "\\[", "\\]", "\\~"};
    const char *at = strchr(MARKED, *text);
    *taken = 1;
    return *text == '\n' ? "<br>" : at != NULL ? ESCAPED[at - MARKED] : NULL;
}

/* Writes nothing: a table of Markdown begins with its titles. It is the `open` of
   MARKDOWN. */
static void markdown_open(const struct sow_report_section *section, FILE *out)
{
    (void)section;
    (void)out;
}

/* Writes the row of alignments. Columns of numbers are aligned right. It is the `rule` of
   MARKDOWN. */
static void markdown_rule(const struct sow_report_section *section, FILE *out)
{
    (void)fputs("|", out);
    for (int i = 0; section->is_table && i < section->column_count; i++)
        (void)fputs(sow_report_is_right(section, i) ? " ---: |" : " --- |", out);
    (void)fputs(section->is_table ? "\n" : " --- | --- |\n", out);
}

static const struct markup MARKDOWN = {
    .escape = markdown_escape,
    .heading = "## ",
    .named = "\n\n",
    .row = "| ",
    .between = " | ",
    .ended = " |\n",
    .minus = "-",
    .open = markdown_open,
    .rule = markdown_rule,
    .close = "",
};

/* ---- LaTeX ---- */

/* Escapes the characters that LaTeX interprets and those that its old fonts lack. Also
   escapes pairs that would become one character, the two characters that have a meaning
   behind the end of a row, and signs that LaTeX has in formulas only. Bars of a trend
   become rules. It is the `escape` of LATEX. */
static const char *latex_escape(const char *text, size_t *taken)
{
    static const struct {
        const char *marked;  /* beginning of the text */
        const char *escaped; /* text for its first character */
    } ESCAPES[] = {
        {"\\", "\\textbackslash{}"},
        {"{", "\\{"},
        {"}", "\\}"},
        {"$", "\\$"},
        {"&", "\\&"},
        {"#", "\\#"},
        {"%", "\\%"},
        {"_", "\\_"},
        {"^", "\\textasciicircum{}"},
        {"~", "\\textasciitilde{}"},
        {"<", "\\textless{}"},
        {">", "\\textgreater{}"},
        {"|", "\\textbar{}"},
        {"\"", "\\char34{}"},
        {"`", "{`}"},
        {"'", "{'}"},
        {",,", ",{}"},
        {"--", "-{}"},
        {"[", "{[}"},
        {"]", "{]}"},
        {"*", "{*}"},
        {"\n", "\\newline "},
        {"\xe2\x88\x92", "$-$"},
        {"\xe2\x89\xa5", "$\\geq$"},
        {"\xe2\x89\xa4", "$\\leq$"},
        {"\xe2\x89\xa0", "$\\neq$"},
        {"\xe2\x89\x88", "$\\approx$"},
        {"\xe2\x88\x9e", "$\\infty$"},
        {"\xe2\x96\x81", "\\rule{.5em}{0.2ex}"},
        {"\xe2\x96\x82", "\\rule{.5em}{0.4ex}"},
        {"\xe2\x96\x83", "\\rule{.5em}{0.6ex}"},
        {"\xe2\x96\x84", "\\rule{.5em}{0.8ex}"},
        {"\xe2\x96\x85", "\\rule{.5em}{1.0ex}"},
        {"\xe2\x96\x86", "\\rule{.5em}{1.2ex}"},
        {"\xe2\x96\x87", "\\rule{.5em}{1.4ex}"},
        {"\xe2\x96\x88", "\\rule{.5em}{1.6ex}"},
    };
    for (size_t i = 0; i < sizeof ESCAPES / sizeof ESCAPES[0]; i++)
        if (strncmp(text, ESCAPES[i].marked, strlen(ESCAPES[i].marked)) == 0) {
            *taken = (unsigned char)*text < 128 ? 1 : strlen(ESCAPES[i].marked);
            return ESCAPES[i].escaped;
        }
    return NULL;
}

/* Begins a table with the alignment of its columns. The values of a record are broken
   into lines. It is the `open` of LATEX. */
static void latex_open(const struct sow_report_section *section, FILE *out)
{
    (void)fputs("\\begin{tabular}{", out);
    for (int i = 0; section->is_table && i < section->column_count; i++)
        (void)fputs(sow_report_is_right(section, i) ? "r" : "l", out);
    (void)fprintf(out, "%s}\n\\toprule\n", section->is_table ? "" : "lp{0.6\\linewidth}");
}

/* Writes the line below the titles. It is the `rule` of LATEX. */
static void latex_rule(const struct sow_report_section *section, FILE *out)
{
    (void)section;
    (void)fputs("\\midrule\n", out);
}

static const struct markup LATEX = {
    .escape = latex_escape,
    .heading = "% ",
    .named = "\n",
    .row = "",
    .between = " & ",
    .ended = " \\\\\n",
    .minus = "$-$",
    .open = latex_open,
    .rule = latex_rule,
    .close = "\\bottomrule\n\\end{tabular}\n",
};

/* ---- Sections in any markup ---- */

/* Writes a value. A negative number has the minus sign of the markup. */
static void write_value(const struct markup *markup, const struct sow_report_cell *cell,
                        const char *text, FILE *out)
{
    bool negative = sow_report_is_number(cell) && text[0] == '-';
    (void)fputs(negative ? markup->minus : "", out);
    write_escaped(markup, text + negative, out);
}

/* Writes a table: its titles, then its rows. */
static void write_table(const struct markup *markup,
                        const struct sow_report_section *table,
                        const struct sow_report_shown *shown, FILE *out)
{
    size_t columns = (size_t)table->column_count;
    for (size_t i = 0; i < columns; i++) {
        (void)fputs(i == 0 ? markup->row : markup->between, out);
        write_escaped(markup, shown->titles[i], out);
    }
    (void)fputs(markup->ended, out);
    markup->rule(table, out);
    for (size_t i = 0; i < table->count; i++) {
        (void)fputs(i % columns == 0 ? markup->row : markup->between, out);
        write_value(markup, &table->cells[i], shown->cells[i], out);
        (void)fputs(i % columns == columns - 1 ? markup->ended : "", out);
    }
}

/* Writes a record as a table with a row for each value. */
static void write_record(const struct markup *markup,
                         const struct sow_report_section *record,
                         const struct sow_report_shown *shown, FILE *out)
{
    (void)fprintf(out, "%sname%svalue%s", markup->row, markup->between, markup->ended);
    markup->rule(record, out);
    for (size_t i = 0; i < record->count; i++) {
        (void)fputs(markup->row, out);
        write_escaped(markup, shown->titles[i], out);
        (void)fputs(markup->between, out);
        write_value(markup, &record->cells[i], shown->cells[i], out);
        (void)fputs(markup->ended, out);
    }
}

/* Writes a section as a table. Returns false without memory. */
static bool write_section(const struct markup *markup,
                          const struct sow_report_section *section,
                          const struct sow_report_names *names, FILE *out)
{
    struct sow_report_shown shown;
    bool enough = sow_report_show(section, names, &shown);
    if (enough) {
        markup->open(section, out);
        (section->is_table ? write_table : write_record)(markup, section, &shown, out);
        (void)fputs(markup->close, out);
    }
    sow_report_shown_release(&shown);
    return enough;
}

/* Writes a report in a markup. Returns false without memory. */
static bool print(const struct markup *markup, const struct sow_report *report, FILE *out)
{
    struct sow_report_names *names = sow_report_names_new(report);
    bool enough = names != NULL;
    char name[256];
    for (size_t i = 0; i < report->count && enough; i++) {
        if (report->count > 1) {
            (void)fprintf(out, "%s%s", i == 0 ? "" : "\n", markup->heading);
            sow_visible_copy(name, sizeof name, report->sections[i].name);
            write_escaped(markup, name, out);
            (void)fputs(markup->named, out);
        }
        enough = write_section(markup, &report->sections[i], names, out);
    }
    sow_report_names_free(names);
    return enough;
}

bool sow_report_print_markdown(const struct sow_report *report, FILE *out)
{
    return print(&MARKDOWN, report, out);
}

bool sow_report_print_latex(const struct sow_report *report, FILE *out)
{
    return print(&LATEX, report, out);
}
