/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sow/cli/cli_help.h"

#include "sow/base/param_flag.h"
#include "sow/base/stream.h"
#include "sow/cli/cli_options.h"
#include "sow/cli/commands.h"
#include "sow/support/terminal.h"

#include <stdlib.h>
#include <string.h>

/* Layout of help, in columns: widest line, then the columns in which texts start. */
enum { WIDEST = 100, TEXT_COLUMN = 26, OVERVIEW_COLUMN = 18, GROUP_COLUMN = 32 };

/* Output of help and its width in columns. */
struct page {
    FILE *out;
    int width;
};

/* Returns a page as wide as the terminal of @p out, at most WIDEST columns. */
static struct page page_on(FILE *out)
{
    int columns = sow_terminal_columns(out);
    return (struct page){out, columns < WIDEST ? columns : WIDEST};
}

/* Writes the words of @p text, the first one at column @p at. Wraps them to lines
   that start at column @p indent, and ends the last line. A word that is too long is
   not cut. */
static void wrap(const struct page *page, const char *text, int at, int indent)
{
    const char *word = text + strspn(text, " ");
    bool first = true;
    while (*word != '\0') {
        int length = (int)strcspn(word, " ");
        if (!first && at + 1 + length > page->width) {
            (void)fprintf(page->out, "\n%*s", indent, "");
            at = indent;
            first = true;
        }
        at += fprintf(page->out, "%s%.*s", first ? "" : " ", length, word);
        first = false;
        word += length;
        word += strspn(word, " ");
    }
    (void)fputc('\n', page->out);
}

/* Writes @p left, indented by two blanks, then @p text wrapped from column @p column on.
   A long @p left gets a line of its own. */
static void two_columns(const struct page *page, const char *left, const char *text,
                        int column)
{
    int at = fprintf(page->out, "  %s", left);
    if (at + 2 > column) {
        (void)fputc('\n', page->out);
        at = 0;
    }
    (void)fprintf(page->out, "%*s", column - at, "");
    wrap(page, text, column, column);
}

/* Returns true for types whose values are free text. */
static bool is_text(const struct sow_param_type *type)
{
    return strcmp(type->name, sow_param_text.name) == 0;
}

/* Returns the placeholder of a value of @p type. */
static const char *shown_type(const struct sow_param_type *type)
{
    /* Types whose own name would be a poor placeholder. */
    static const struct {
        const struct sow_param_type *type;
        const char *shown;
    } SHOWN[] = {
        {&sow_param_integer, "N"},
        {&sow_param_seed, "N"},
        {&sow_param_real, "X"},
        {&sow_param_choice, "WORD"},
    };
    for (size_t i = 0; i < sizeof SHOWN / sizeof SHOWN[0]; i++)
        if (SHOWN[i].type->parse == type->parse)
            return SHOWN[i].shown;
    return is_text(type) ? "TEXT" : type->name;
}

const char *sow_help_placeholder(const struct sow_option *option)
{
    return sow_param_is_flag(option->param) ? "" : shown_type(option->param->type);
}

/* Writes "needs CONDITION" for each need of the option. The first one follows @p
   separator, the others "; ". */
static void explain_needs(const struct sow_option *option, const char *separator,
                          FILE *out)
{
    const struct sow_param_need *need = option->needs;
    for (; need != NULL && need->name != NULL; need++)
        if (strcmp(need->name, option->param->name) == 0) {
            (void)fprintf(out, "%sneeds %s", separator, need->condition);
            separator = "; ";
        }
}

/* Returns true if the option has no effect without some other option, by its command's
   table of needs. */
static bool has_needs(const struct sow_option *option)
{
    const struct sow_param_need *need = option->needs;
    while (need != NULL && need->name != NULL &&
           strcmp(need->name, option->param->name) != 0)
        need++;
    return need != NULL && need->name != NULL;
}

/* Writes an option's meaning, and in brackets its range, its default and what it needs.
 */
static void explain(const struct sow_option *option, FILE *out)
{
    const struct sow_param *param = option->param;
    bool flag = sow_param_is_flag(param);
    bool allowed = !is_text(param->type) && !flag;
    bool fallback = param->fallback != NULL && param->fallback[0] != '\0' &&
                    !(flag && strcmp(param->fallback, "no") == 0);
    bool bracket = allowed || fallback || has_needs(option);
    (void)fprintf(out, "%s%s", param->help, bracket ? " [" : "");
    if (allowed)
        param->type->describe(param, out);
    if (fallback)
        (void)fprintf(out, "%sdefault %s", allowed ? "; " : "", param->fallback);
    explain_needs(option, allowed || fallback ? "; " : "", out);
    if (bracket)
        (void)fputc(']', out);
}

char *sow_help_explained(const struct sow_option *option)
{
    char *text = NULL;
    size_t size = 0;
    FILE *memory = sow_stream_open(&text, &size);
    if (memory == NULL)
        return NULL;
    explain(option, memory);
    if (fclose(memory) == 0)
        return text;
    free(text);
    return NULL;
}

/* Writes an option with its placeholder and its meaning in two columns. Writes nothing
   without memory. */
static void show_option(const struct sow_option *option, const struct page *page)
{
    char left[2 * SOW_OPTION_NAME_MAX];
    const char *value = sow_help_placeholder(option);
    (void)snprintf(left, sizeof left, "%s%s%s", option->name, value[0] != '\0' ? " " : "",
                   value);
    char *text = sow_help_explained(option);
    if (text != NULL)
        two_columns(page, left, text, TEXT_COLUMN);
    free(text);
}

/* Writes all options of a command, with a heading for each group. */
static void show_options(const struct sow_command *command, const struct page *page)
{
    struct sow_option_list list;
    const char *title = "";
    sow_options_list(command, NULL, NULL, &list);
    for (size_t i = 0; i < list.count; i++) {
        if (strcmp(title, list.row[i].title) != 0) {
            title = list.row[i].title;
            (void)fprintf(page->out, "\n%s:\n", title);
        }
        show_option(&list.row[i], page);
    }
}

/* Returns the length of the part of @p text that goes into a line with room for @p room
   characters. It is @p length if that fits. Else the part ends before the last " --"
   that fits, or before the first one if none does, or is all of the text without any. */
static int fitting_part(const char *text, int length, int room)
{
    int best = length;
    for (int i = 1; length > room && i + 3 < length; i++)
        if (strncmp(text + i, " --", 3) == 0 && (i <= room || best == length))
            best = i;
    return best;
}

/* Writes a command of @p length characters. If it is too wide, it continues after a
   backslash in further lines, which are indented more. */
static void show_example(const struct page *page, const char *text, int length)
{
    static const char GOING_ON[] = " \\";
    int indent = 2;
    while (length > 0) {
        int room = page->width - indent - (int)strlen(GOING_ON);
        int part =
            length <= page->width - indent ? length : fitting_part(text, length, room);
        (void)fprintf(page->out, "%*s%.*s%s\n", indent, "", part, text,
                      part < length ? GOING_ON : "");
        part += part < length; /* skip the blank */
        text += part;
        length -= part;
        indent = 6;
    }
}

/* Writes the heading and the examples of a command, one for each line of the text. */
static void show_examples(const char *examples, const struct page *page)
{
    (void)fputs("Examples:\n", page->out);
    for (const char *at = examples; *at != '\0';) {
        int length = (int)strcspn(at, "\n");
        show_example(page, at, length);
        at += length;
        at += *at == '\n';
    }
}

/* Writes one paragraph for each line of @p details. Lines that begin with two blanks are
   not wrapped. Writes nothing for NULL. */
static void show_details(const char *details, const struct page *page)
{
    bool verbatim = false;
    for (const char *at = details == NULL ? "" : details; *at != '\0';) {
        int length = (int)strcspn(at, "\n");
        bool before = verbatim;
        verbatim = strncmp(at, "  ", 2) == 0;
        if (!verbatim || !before)
            (void)fputc('\n', page->out);
        if (verbatim) {
            (void)fprintf(page->out, "%.*s\n", length, at);
        } else {
            char paragraph[1024];
            (void)snprintf(paragraph, sizeof paragraph, "%.*s", length, at);
            wrap(page, paragraph, 0, 0);
        }
        at += length;
        at += *at == '\n';
    }
}

const struct sow_exit_code sow_exit_codes[] = {
    {SOW_OK, "done"},
    {SOW_USAGE, "wrong command line"},
    {SOW_BAD_DATA, "bad input data"},
    {SOW_NOT_FOUND, "no such run"},
    {SOW_NOTHING_LEFT, "nothing to resume"},
    {SOW_NO_MEMORY, "out of memory"},
    {SOW_IO, "a file, the database or the output cannot be read or written"},
    {SOW_BUSY, "another process is at work on the run: try again later"},
    {SOW_INTERRUPTED, "interrupted, everything finished is kept"},
    {SOW_OK, NULL},
};

/* Writes a paragraph with all exit statuses and their meanings, wrapped. */
static void show_exit_codes(const struct page *page)
{
    char text[1024] = "Exit status:";
    size_t length = strlen(text);
    for (const struct sow_exit_code *code = sow_exit_codes;
         code->meaning != NULL && length < sizeof text; code++)
        length += (size_t)snprintf(text + length, sizeof text - length, " %d %s%s",
                                   (int)code->status, code->meaning,
                                   code[1].meaning != NULL ? ";" : ".");
    wrap(page, text, 0, 0);
}

void sow_help_command(const struct sow_command *command, FILE *out)
{
    char summary[256];
    struct page page = page_on(out);
    (void)snprintf(summary, sizeof summary, "sowlab %s: %s", command->name,
                   command->summary);
    wrap(&page, summary, 0, 0);
    (void)fputc('\n', out);
    show_examples(command->examples, &page);
    (void)fprintf(out, "\nUsage: sowlab %s%s%s [OPTION...]\n", command->name,
                  command->operands[0] == '\0' ? "" : " ", command->operands);
    show_details(command->details, &page);
    show_options(command, &page);
    (void)fputc('\n', out);
    show_exit_codes(&page);
}

/* Writes a command's name and, if @p operands is true, its operands, then its summary
   from column @p column on. */
static void list_command(const struct sow_command *command, bool operands, int column,
                         const struct page *page)
{
    char left[128];
    bool more = operands && command->operands[0] != '\0';
    (void)snprintf(left, sizeof left, "%s%s%s", command->name, more ? " " : "",
                   more ? command->operands : "");
    two_columns(page, left, command->summary, column);
}

void sow_help_group(const char *group, FILE *out)
{
    struct page page = page_on(out);
    (void)fprintf(out, "sowlab %s ...\n\n", group);
    for (size_t i = 0; sow_commands[i] != NULL; i++)
        if (sow_command_in_group(sow_commands[i], group))
            list_command(sow_commands[i], true, GROUP_COLUMN, &page);
    (void)fprintf(out,
                  "\n"
                  "'sowlab %s WORD --help' shows more.\n",
                  group);
}

void sow_help_overview(FILE *out)
{
    const char *section = "";
    struct page page = page_on(out);
    (void)fputs("sowlab: evolve, fit and test evaluation weights for sowing games\n\n"
                "Usage: sowlab COMMAND [OPERAND...] [OPTION...]\n",
                out);
    for (size_t i = 0; sow_commands[i] != NULL; i++) {
        const struct sow_command *command = sow_commands[i];
        if (strcmp(section, command->section) != 0) {
            section = command->section;
            (void)fprintf(out, "\n%s:\n", section);
        }
        list_command(command, false, OVERVIEW_COLUMN, &page);
    }
    (void)fputs("\n'sowlab COMMAND --help' shows examples and options.\n\n", out);
    show_exit_codes(&page);
}
