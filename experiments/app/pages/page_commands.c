/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "page.h"
#include "sow/cli/cli_help.h"
#include "sow/cli/commands.h"

#include <stdlib.h>
#include <string.h>

/* Longest line of a paragraph, in bytes. */
enum { WIDTH = 98 };

/* --- Markdown --- */

/* Writes text with a backslash before the characters that Markdown would obey. */
static void write_text(const char *text, size_t length, FILE *out)
{
    for (size_t i = 0; i < length; i++) {
        if (strchr("|*_<>`[]\\", text[i]) != NULL)
            (void)fputc('\\', out);
        (void)fputc(text[i], out);
    }
}

/* Writes the words of a line of text as lines of at most WIDTH bytes. */
static void write_wrapped(const char *text, size_t length, FILE *out)
{
    size_t at = 0;
    for (size_t i = 0; i < length;) {
        size_t word = strcspn(text + i, " \n");
        if (at > 0)
            (void)fputc(at + 1 + word > WIDTH ? '\n' : ' ', out);
        at = at > 0 && at + 1 + word <= WIDTH ? at + 1 + word : word;
        write_text(text + i, word, out);
        i += word;
        i += strspn(text + i, " ");
    }
    (void)fputc('\n', out);
}

/* Writes paragraphs, one per line of text. A line that begins with two blanks stays as it
   is, in a block of code. */
static void write_paragraphs(const char *text, FILE *out)
{
    bool code = false;
    while (*text != '\0') {
        size_t length = strcspn(text, "\n");
        bool before = code;
        code = strncmp(text, "  ", 2) == 0;
        if (!before || !code)
            (void)fputc('\n', out);
        if (code)
            (void)fprintf(out, "  %.*s\n", (int)length, text);
        else
            write_wrapped(text, length, out);
        text += length + (text[length] == '\n');
    }
}

/* Writes each line of @p text as a line of a block of code. */
static void write_code(const char *text, FILE *out)
{
    while (*text != '\0') {
        size_t length = strcspn(text, "\n");
        (void)fprintf(out, "    %.*s\n", (int)length, text);
        text += length + (text[length] == '\n');
    }
}

/* --- options --- */

/* Returns the title of the shared group that @p param is in, or NULL if it is an option
   of one command. */
static const char *shared_title(const struct sow_param *param)
{
    for (const struct sow_common_group *group = sow_common_groups; group->title != NULL;
         group++)
        if (param >= group->table.rows && param < group->table.rows + group->table.count)
            return group->title;
    return NULL;
}

/* Writes an option as a row of a table: its name with a placeholder of the value, and its
   help. Writes nothing without memory. */
static void write_option(const struct sow_option *option, FILE *out)
{
    char *meaning = sow_help_explained(option);
    if (meaning == NULL)
        return;
    const char *value = sow_help_placeholder(option);
    (void)fprintf(out, "| `%s%s", option->name, value[0] != '\0' ? " " : "");
    for (; *value != '\0'; value++)
        (void)fprintf(out, *value == '|' ? "\\|" : "%c", *value);
    (void)fputs("` | ", out);
    write_text(meaning, strlen(meaning), out);
    (void)fputs(" |\n", out);
    free(meaning);
}

/* Writes the options of a command's own tables, a table for each title, then the names of
   the shared options that the command takes. */
static void write_options(const struct sow_command *command, FILE *out)
{
    struct sow_option_list list;
    const char *title = NULL;
    sow_options_list(command, NULL, NULL, &list);
    for (size_t i = 0; i < list.count; i++) {
        if (shared_title(list.row[i].param) != NULL)
            continue;
        if (title == NULL || strcmp(title, list.row[i].title) != 0) {
            title = list.row[i].title;
            (void)fprintf(out, "\n| %s | meaning |\n| --- | --- |\n", title);
        }
        write_option(&list.row[i], out);
    }
    const char *separator = "\n[Shared options](#shared-options): ";
    for (size_t i = 0; i < list.count; i++)
        if (shared_title(list.row[i].param) != NULL) {
            (void)fprintf(out, "%s`%s`", separator, list.row[i].name);
            separator = ",\n";
        }
    (void)fputs(".\n", out);
}

/* Writes the tables of shared options, each from the first command that takes it. */
static void write_shared(FILE *out)
{
    struct sow_option_list list;
    (void)fputs("\n## Shared options\n", out);
    for (const struct sow_common_group *group = sow_common_groups; group->title != NULL;
         group++) {
        size_t at = 0;
        while (sow_commands[at] != NULL &&
               (sow_commands[at]->takes & group->takes) != group->takes)
            at++;
        if (sow_commands[at] == NULL)
            continue;
        (void)fprintf(out, "\n| %s | meaning |\n| --- | --- |\n", group->title);
        sow_options_list(sow_commands[at], NULL, NULL, &list);
        for (size_t i = 0; i < list.count; i++)
            if (list.row[i].param >= group->table.rows &&
                list.row[i].param < group->table.rows + group->table.count)
                write_option(&list.row[i], out);
    }
}

/* --- the page --- */

/* Writes the section of a command: summary, usage, examples, details and options. */
static void write_command(const struct sow_command *command, FILE *out)
{
    (void)fprintf(out, "\n### %s\n\n", command->name);
    write_wrapped(command->summary, strlen(command->summary), out);
    (void)fprintf(out, "\n    sowlab %s%s%s [OPTION...]\n", command->name,
                  command->operands[0] != '\0' ? " " : "", command->operands);
    if (command->details != NULL)
        write_paragraphs(command->details, out);
    write_options(command, out);
    (void)fputs("\nExamples:\n\n", out);
    write_code(command->examples, out);
}

/* Writes the table of exit statuses. */
static void write_status(FILE *out)
{
    (void)fputs("\n## Exit status\n\n| status | meaning |\n| --- | --- |\n", out);
    for (const struct sow_exit_code *code = sow_exit_codes; code->meaning != NULL; code++)
        (void)fprintf(out, "| %d | %s |\n", (int)code->status, code->meaning);
}

void sow_page_commands(FILE *out)
{
    const char *section = "";
    (void)fputs(
        "# Commands and options\n\n"
        "The target `docs_commands` makes this page from the tables of the program, "
        "which are also\nthose of `sowlab COMMAND --help` and `man sowlab-COMMAND`. "
        "The text in brackets behind an option\nsays which values it takes, and "
        "which one it has by default.\n",
        out);
    for (size_t i = 0; sow_commands[i] != NULL; i++) {
        if (strcmp(section, sow_commands[i]->section) != 0) {
            section = sow_commands[i]->section;
            (void)fprintf(out, "\n## %s\n", section);
        }
        write_command(sow_commands[i], out);
    }
    write_shared(out);
    write_status(out);
}
