/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reports as text that fits the terminal. */
#include "report_private.h"

#include "sow/base/stream.h"
#include "sow/support/terminal.h"
#include "sow/support/utf8.h"
#include "sow/support/visible.h"

#include <stdlib.h>
#include <string.h>

/* A table that is being printed. */
struct printing {
    const struct sow_report_section *table;
    const struct sow_report_shown *shown;   /* texts of its titles and values */
    const struct sow_report_layout *layout; /* lanes: the columns that are shown */
    const char **rest; /* for each lane, the text of the row that is not printed yet */
    int width;         /* width of the terminal */
    FILE *out;
};

/* Lanes of a block: the repeated ones, then `lanes` others beginning with lane `first`.
 */
struct block {
    int first; /* index in the layout */
    int lanes;
};

/* Returns the index in the layout of the lane at place @p place of a block, counted from
   0. Each block begins with the key lanes. */
static int lane_of(const struct printing *printing, const struct block *block, int place)
{
    int keys = printing->layout->keys;
    return place < keys ? place : block->first + place - keys;
}

/* ---- Lines of a table ---- */

/* Writes the part of a cell that one line has, behind @p blanks blanks. Then @p blanks
   has those that the next part of the line needs, so that no line ends in blanks. An
   empty part only adds to them. */
static void write_part(const struct printing *printing, const char *text, size_t length,
                       const struct sow_report_lane *lane, int *blanks)
{
    int width = sow_utf8_columns(text, length);
    int pad = lane->width > width ? lane->width - width : 0;
    if (length > 0)
        (void)fprintf(printing->out, "%*s%.*s", *blanks + (lane->right ? pad : 0), "",
                      (int)length, text);
    *blanks = length == 0 ? *blanks + lane->width : lane->right ? 0 : pad;
    *blanks += SOW_REPORT_GAP;
}

/* Prints the next line of a row in a block, without blanks at its end, and moves @c rest
   behind it. Returns true if the row has more. */
static bool write_line(struct printing *printing, const struct block *block)
{
    int places = printing->layout->keys + block->lanes;
    int blanks = 0;
    bool more = false;
    for (int i = 0; i < places; i++) {
        int index = lane_of(printing, block, i);
        const struct sow_report_lane *lane = &printing->layout->lanes[index];
        const char *text = printing->rest[index];
        size_t length = sow_report_break(text, lane->width, &printing->rest[index]);
        write_part(printing, text, length, lane, &blanks);
        more |= *printing->rest[index] != '\0';
    }
    (void)fputc('\n', printing->out);
    return more;
}

/* Prints a row in a block, in as many lines as its longest text needs. @p texts has a
   text for each column of the table. */
static void write_row(struct printing *printing, const struct block *block,
                      const char *const *texts)
{
    for (int i = 0; i < printing->layout->count; i++)
        printing->rest[i] = texts[printing->layout->lanes[i].column];
    while (write_line(printing, block))
        continue;
}

/* Prints titles and all rows of a block of columns. */
static void write_block(struct printing *printing, const struct block *block)
{
    const struct sow_report_section *table = printing->table;
    write_row(printing, block, printing->shown->titles);
    for (size_t row = 0; row < sow_report_rows(table); row++)
        write_row(printing, block,
                  printing->shown->cells + row * (size_t)table->column_count);
}

/* ---- Lines of words ---- */

/* Returns the number of bytes of the next line of @p text, which ends at a line break, or
   is broken (sow_report_break) to fit @p width columns. Sets @p next to the line after
   it. */
static size_t next_line(const char *text, int width, const char **next)
{
    int taken;
    size_t line = strcspn(text, "\n");
    if (sow_utf8_fit(text, width, &taken) < line)
        return sow_report_break(text, width, next);
    *next = text[line] == '\n' ? text + line + 1 : text + line;
    return line;
}

/* Prints a text as lines of at most @p width columns that begin in column @p indent, and
   a line break at the end. The cursor is in that column for the first line. */
static void write_words(FILE *out, const char *text, int indent, int width)
{
    enum { LEAST = 20 };
    int room = width - indent > LEAST ? width - indent : LEAST;
    for (bool first = true; *text != '\0'; first = false) {
        const char *next;
        size_t line = next_line(text, room, &next);
        if (!first)
            (void)fprintf(out, "\n%*s", line == 0 ? 0 : indent, "");
        (void)fwrite(text, 1, line, out);
        text = next;
    }
    (void)fputc('\n', out);
}

/* Returns true if the layout leaves out this column. */
static bool is_left_out(const struct sow_report_layout *layout, int column)
{
    for (int i = 0; i < layout->left_out_count; i++)
        if (layout->left_out[i] == column)
            return true;
    return false;
}

/* Prints a line with the titles of the columns that are left out; nothing if there are
   none. Returns false without memory. */
static bool write_left_out(const struct printing *printing)
{
    const struct sow_report_layout *layout = printing->layout;
    if (layout->left_out_count == 0)
        return true;
    char *text = NULL;
    size_t size = 0;
    FILE *out = sow_stream_open(&text, &size);
    if (out == NULL)
        return false;
    const char *before = "(no room for ";
    for (int i = 0; i < printing->table->column_count; i++) {
        if (!is_left_out(layout, i))
            continue;
        (void)fprintf(out, "%s%s", before, printing->shown->titles[i]);
        before = ", ";
    }
    (void)fputs("; --full shows all)", out);
    if (fclose(out) != 0)
        return false;
    write_words(printing->out, text, 1, printing->width);
    free(text);
    return true;
}

/* ---- Sections ---- */

/* Prints the table block by block, with an empty line between blocks. */
static void write_blocks(struct printing *printing)
{
    const struct sow_report_layout *layout = printing->layout;
    struct block block = {.first = layout->keys};
    do {
        block.lanes = sow_report_block(layout, block.first, printing->width);
        if (block.first > layout->keys)
            (void)fputc('\n', printing->out);
        write_block(printing, &block);
        block.first += block.lanes;
    } while (block.first < layout->count);
}

/* A width greater than that of any table. */
enum { UNBOUNDED = 1000000 };

/* Prints a table as text, in blocks that fit the terminal (or without a limit if the
   report is wide), and then which columns are left out. Returns false without memory. */
static bool text_table(const struct sow_report *report,
                       const struct sow_report_section *table,
                       const struct sow_report_shown *shown, FILE *out)
{
    int width = report->wide ? UNBOUNDED : sow_terminal_columns(out);
    bool full = report->full || report->wide;
    struct sow_report_layout layout;
    struct printing printing = {
        .table = table, .shown = shown, .layout = &layout, .width = width, .out = out};
    bool enough = sow_report_lay_out(table, shown, width, full, &layout);
    printing.rest = calloc((size_t)table->column_count, sizeof *printing.rest);
    enough = enough && printing.rest != NULL;
    if (enough) {
        write_blocks(&printing);
        enough = write_left_out(&printing);
    }
    free(printing.rest);
    sow_report_layout_release(&layout);
    return enough;
}

/* Prints a record as text, for each value its key and then its text in a line or more.
   Leaves out empty texts, but not missing numbers, unless @p full. Always returns
   true. */
static bool text_record(const struct sow_report_section *record,
                        const struct sow_report_shown *shown, bool full, FILE *out)
{
    int width = 0;
    for (size_t i = 0; i < record->count; i++) {
        int key = sow_utf8_width(shown->titles[i]);
        width = key > width ? key : width;
    }
    for (size_t i = 0; i < record->count; i++) {
        const struct sow_report_cell *cell = &record->cells[i];
        if (!full && cell->kind == SOW_CELL_TEXT && sow_report_is_empty(cell))
            continue; /* an optional value that was not given, such as a label */
        (void)fprintf(out, "%s%*s", shown->titles[i],
                      width - sow_utf8_width(shown->titles[i]) + SOW_REPORT_GAP, "");
        write_words(out, shown->cells[i], width + SOW_REPORT_GAP,
                    sow_terminal_columns(out));
    }
    return true;
}

/* Prints a section as text, without its title. Returns false without memory. */
static bool text_section(const struct sow_report *report,
                         const struct sow_report_section *section,
                         const struct sow_report_names *names, FILE *out)
{
    struct sow_report_shown shown;
    bool enough = sow_report_show(section, names, &shown);
    if (enough && section->is_table)
        enough = text_table(report, section, &shown, out);
    else if (enough)
        enough = text_record(section, &shown, report->full, out);
    sow_report_shown_release(&shown);
    return enough;
}

bool sow_report_print_text(const struct sow_report *report, FILE *out)
{
    struct sow_report_names *names = sow_report_names_new(report);
    bool enough = names != NULL;
    for (size_t i = 0; i < report->count && enough; i++) {
        if (report->count > 1) {
            (void)fputs(i == 0 ? "" : "\n", out);
            sow_visible_write_lines(out, report->sections[i].name);
            (void)fputc('\n', out);
        }
        enough = text_section(report, &report->sections[i], names, out);
    }
    sow_report_names_free(names);
    return enough;
}
