/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli_help.h"

#include "cli_options.h"
#include "commands.h"
#include "sow/base/stream.h"

#include <stdlib.h>
#include <string.h>

enum { WIDTH = 88, TEXT_COLUMN = 26, OVERVIEW_COLUMN = 18, GROUP_COLUMN = 32 };

/* Writes words from column @p at on, wrapped to lines that start at @p indent. */
static void wrap(FILE *out, const char *text, int at, int indent)
{
    const char *word = text + strspn(text, " ");
    bool first = true;
    while (*word != '\0') {
        int length = (int)strcspn(word, " ");
        if (!first && at + 1 + length > WIDTH) {
            (void)fprintf(out, "\n%*s", indent, "");
            at = indent;
            first = true;
        }
        at += fprintf(out, "%s%.*s", first ? "" : " ", length, word);
        first = false;
        word += length;
        word += strspn(word, " ");
    }
    (void)fputc('\n', out);
}

/* Writes @p left, then @p text in a column of its own. */
static void two_columns(FILE *out, const char *left, const char *text, int column)
{
    int at = fprintf(out, "  %s", left);
    if (at + 2 > column) {
        (void)fputc('\n', out);
        at = 0;
    }
    (void)fprintf(out, "%*s", column - at, "");
    wrap(out, text, column, column);
}

/* What stands for a value in "--option VALUE", for types whose name would not do. */
static const char *placeholder(const struct sow_param_type *type)
{
    static const struct {
        const struct sow_param_type *type;
        const char *shown;
    } SHOWN[] = {
        {&sow_param_integer, "N"},   {&sow_param_seed, "N"},    {&sow_param_real, "X"},
        {&sow_param_choice, "WORD"}, {&sow_param_text, "TEXT"},
    };
    for (size_t i = 0; i < sizeof SHOWN / sizeof SHOWN[0]; i++)
        if (SHOWN[i].type == type)
            return SHOWN[i].shown;
    return type->name;
}

/* The option's meaning, what it takes and its default, as far as that says anything. */
static void explain(const struct sow_param *param, FILE *out)
{
    bool flag = param->type == &sow_param_flag;
    bool allowed = param->type != &sow_param_text && !flag;
    bool fallback = param->fallback != NULL && param->fallback[0] != '\0' &&
                    !(flag && strcmp(param->fallback, "no") == 0);
    (void)fprintf(out, "%s%s", param->help, allowed || fallback ? " [" : "");
    if (allowed)
        param->type->describe(param, out);
    if (fallback)
        (void)fprintf(out, "%sdefault %s", allowed ? "; " : "", param->fallback);
    if (allowed || fallback)
        (void)fputc(']', out);
}

static void show_option(const struct sow_option *option, FILE *out)
{
    char left[2 * SOW_OPTION_NAME_MAX];
    bool flag = option->param->type == &sow_param_flag;
    (void)snprintf(left, sizeof left, "%s%s%s", option->name, flag ? "" : " ",
                   flag ? "" : placeholder(option->param->type));
    char *text = NULL;
    size_t size = 0;
    FILE *memory = sow_stream_open(&text, &size);
    if (memory == NULL)
        return;
    explain(option->param, memory);
    if (fclose(memory) == 0)
        two_columns(out, left, text, TEXT_COLUMN);
    free(text);
}

static void show_options(const struct sow_command *command, FILE *out)
{
    struct sow_option_list list;
    const char *title = "";
    sow_options_list(command, NULL, NULL, &list);
    for (size_t i = 0; i < list.count; i++) {
        if (strcmp(title, list.row[i].title) != 0) {
            title = list.row[i].title;
            (void)fprintf(out, "\n%s:\n", title);
        }
        show_option(&list.row[i], out);
    }
}

static void show_examples(const char *examples, FILE *out)
{
    (void)fputs("Examples:\n", out);
    for (const char *at = examples; *at != '\0';) {
        int length = (int)strcspn(at, "\n");
        (void)fprintf(out, "  %.*s\n", length, at);
        at += length;
        at += *at == '\n';
    }
}

static const char EXIT_CODES[] =
    "Exit status: 0 done; 64 wrong command line; 65 bad input data; 71 out of memory; "
    "74 a file, the database or the output cannot be read or written; 130 interrupted, "
    "everything finished is kept.";

void sow_help_command(const struct sow_command *command, FILE *out)
{
    (void)fprintf(out, "sowlab %s: %s\n\n", command->name, command->summary);
    show_examples(command->examples, out);
    (void)fprintf(out, "\nUsage: sowlab %s%s%s [OPTION...]\n", command->name,
                  command->operands[0] == '\0' ? "" : " ", command->operands);
    for (const char *at = command->details == NULL ? "" : command->details;
         *at != '\0';) {
        int length = (int)strcspn(at, "\n");
        char paragraph[1024];
        (void)snprintf(paragraph, sizeof paragraph, "%.*s", length, at);
        (void)fputc('\n', out);
        wrap(out, paragraph, 0, 0);
        at += length;
        at += *at == '\n';
    }
    show_options(command, out);
    (void)fputc('\n', out);
    wrap(out, EXIT_CODES, 0, 0);
}

/* A line for a command: its name, with operands if there is room for them. */
static void list_command(const struct sow_command *command, bool operands, int column,
                         FILE *out)
{
    char left[128];
    bool more = operands && command->operands[0] != '\0';
    (void)snprintf(left, sizeof left, "%s%s%s", command->name, more ? " " : "",
                   more ? command->operands : "");
    two_columns(out, left, command->summary, column);
}

void sow_help_group(const char *group, FILE *out)
{
    (void)fprintf(out, "sowlab %s ...\n\n", group);
    for (size_t i = 0; sow_commands[i] != NULL; i++)
        if (sow_command_in_group(sow_commands[i], group))
            list_command(sow_commands[i], true, GROUP_COLUMN, out);
    (void)fprintf(out, "\n'sowlab %s WORD --help' tells more.\n", group);
}

void sow_help_overview(FILE *out)
{
    const char *section = "";
    (void)fputs("sowlab: evolve, fit and test evaluation weights for sowing games\n\n"
                "Usage: sowlab COMMAND [OPERAND...] [OPTION...]\n",
                out);
    for (size_t i = 0; sow_commands[i] != NULL; i++) {
        const struct sow_command *command = sow_commands[i];
        if (strcmp(section, command->section) != 0) {
            section = command->section;
            (void)fprintf(out, "\n%s:\n", section);
        }
        list_command(command, false, OVERVIEW_COLUMN, out);
    }
    (void)fputs("\n'sowlab COMMAND --help' shows examples and options.\n\n", out);
    wrap(out, EXIT_CODES, 0, 0);
}
