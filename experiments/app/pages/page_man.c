/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "page.h"
#include "sow/cli/cli_help.h"
#include "sow/cli/commands.h"
#include "sow/heuristics/agent.h"
#include "sow/support/build_info.h"

#include <stdlib.h>
#include <string.h>

/* --- roff --- */

/* Returns the roff escape of a character that roff would change, or NULL. */
static const char *escaped(char letter)
{
    static const struct {
        char letter;
        const char *written;
    } ESCAPES[] = {{'\\', "\\e"},  {'-', "\\-"},   {'\'', "\\(aq"},
                   {'^', "\\(ha"}, {'`', "\\(ga"}, {'~', "\\(ti"}};
    for (size_t i = 0; i < sizeof ESCAPES / sizeof ESCAPES[0]; i++)
        if (ESCAPES[i].letter == letter)
            return ESCAPES[i].written;
    return NULL;
}

/* Writes @p length characters with the escapes of roff. A dot at the beginning of a line
   is escaped too: roff would take the line for a request. */
static void write_piece(const char *text, size_t length, FILE *out)
{
    for (size_t i = 0; i < length; i++) {
        const char *written = escaped(text[i]);
        if (text[i] == '.' && (i == 0 || text[i - 1] == '\n'))
            (void)fputs("\\&", out);
        if (written != NULL)
            (void)fputs(written, out);
        else
            (void)fputc(text[i], out);
    }
}

/* Writes text with the escapes of roff. */
static void write_text(const char *text, FILE *out)
{
    write_piece(text, strlen(text), out);
}

/* Writes the title of a page and its section NAME, from the name and summary of the
   program or command. */
static void write_head(const char *name, const char *summary, FILE *out)
{
    (void)fprintf(out, ".TH \"%s\" 1 \"\" \"sowlab %s\" \"sowlab\"\n.SH NAME\n", name,
                  sow_build_version);
    write_text(name, out);
    (void)fputs(" \\- ", out);
    write_text(summary, out);
    (void)fputc('\n', out);
}

/* Writes paragraphs, one per line of text. Neighbouring lines that begin with two blanks
   are one paragraph, whose lines are kept as they are. */
static void write_paragraphs(const char *text, FILE *out)
{
    bool verbatim = false;
    while (*text != '\0') {
        size_t length = strcspn(text, "\n");
        bool before = verbatim;
        verbatim = strncmp(text, "  ", 2) == 0;
        if (before && !verbatim)
            (void)fputs(".fi\n", out);
        if (!before || !verbatim)
            (void)fputs(verbatim ? ".PP\n.nf\n" : ".PP\n", out);
        write_piece(text, length, out);
        (void)fputc('\n', out);
        text += length + (text[length] == '\n');
    }
    if (verbatim)
        (void)fputs(".fi\n", out);
}

/* Writes an item of a list: a term in bold, its argument in italics, and its meaning. The
   argument may be "". One that begins with a colon follows without a blank. */
static void write_item(const char *term, const char *argument, const char *meaning,
                       FILE *out)
{
    (void)fputs(".TP\n\\fB", out);
    write_text(term, out);
    (void)fprintf(out, "\\fR%s\\fI",
                  argument[0] != '\0' && argument[0] != ':' ? " " : "");
    write_text(argument, out);
    (void)fputs("\\fR\n", out);
    write_text(meaning, out);
    (void)fputc('\n', out);
}

/* Writes the section EXIT STATUS: each number and its meaning. */
static void write_status(FILE *out)
{
    char number[16];
    (void)fputs(".SH EXIT STATUS\n", out);
    for (const struct sow_exit_code *code = sow_exit_codes; code->meaning != NULL;
         code++) {
        (void)snprintf(number, sizeof number, "%d", (int)code->status);
        write_item(number, "", code->meaning, out);
    }
}

/* Writes a reference to the page of a command, for example sowlab-runs-show(1). */
static void write_page_title(const struct sow_command *command, FILE *out)
{
    char name[64];
    sow_page_name(command, name, sizeof name);
    (void)fputs("\\fB", out);
    write_text(name, out);
    (void)fputs("\\fR(1)", out);
}

/* --- the page of a command --- */

void sow_page_name(const struct sow_command *command, char *room, size_t size)
{
    (void)snprintf(room, size, "sowlab-%s", command->name);
    for (char *at = room; *at != '\0'; at++)
        if (*at == ' ')
            *at = '-';
}

/* Writes an option as an item of a list: name, placeholder of its value and help. Writes
   nothing without memory. */
static void write_option(const struct sow_option *option, FILE *out)
{
    char *meaning = sow_help_explained(option);
    if (meaning != NULL)
        write_item(option->name, sow_help_placeholder(option), meaning, out);
    free(meaning);
}

/* Writes the section OPTIONS of a command, with a heading for each group of options that
   has a title. */
static void write_options(const struct sow_command *command, FILE *out)
{
    struct sow_option_list list;
    const char *title = "";
    sow_options_list(command, NULL, NULL, &list);
    (void)fputs(".SH OPTIONS\n", out);
    for (size_t i = 0; i < list.count; i++) {
        if (strcmp(title, list.row[i].title) != 0) {
            title = list.row[i].title;
            (void)fputs(".SS \"", out);
            write_text(title, out);
            (void)fputs("\"\n", out);
        }
        write_option(&list.row[i], out);
    }
}

void sow_page_command(const struct sow_command *command, FILE *out)
{
    char name[64];
    sow_page_name(command, name, sizeof name);
    write_head(name, command->summary, out);
    (void)fprintf(out, ".SH SYNOPSIS\n\\fBsowlab %s\\fR\n", command->name);
    write_text(command->operands, out);
    (void)fprintf(out, "%s[OPTION...]\n", command->operands[0] != '\0' ? "\n" : "");
    if (command->details != NULL) {
        (void)fputs(".SH DESCRIPTION\n", out);
        write_paragraphs(command->details, out);
    }
    write_options(command, out);
    write_status(out);
    if (command->takes & SOW_TAKES_DB) {
        (void)fputs(".SH ENVIRONMENT\n", out);
        write_item("SOWLAB_DB", "", "the database if --db is not given", out);
    }
    (void)fputs(".SH EXAMPLES\n.EX\n", out);
    write_text(command->examples, out);
    (void)fputs("\n.EE\n.SH SEE ALSO\n\\fBsowlab\\fR(1)\n", out);
}

/* --- the page of the program --- */

/* Writes the section COMMANDS: name, operands and summary of all commands, with a
   heading for each section of commands. */
static void write_commands(FILE *out)
{
    const char *section = "";
    (void)fputs(
        ".SH COMMANDS\nEach has a page of its own, as \\fBsowlab\\-evolve\\fR(1).\n",
        out);
    for (size_t i = 0; sow_commands[i] != NULL; i++) {
        const struct sow_command *command = sow_commands[i];
        if (strcmp(section, command->section) != 0) {
            section = command->section;
            (void)fprintf(out, ".SS \"%s\"\n", section);
        }
        write_item(command->name, command->operands, command->summary, out);
    }
}

/* Writes the section PLAYERS: the forms of player specs and their meaning. */
static void write_players(FILE *out)
{
    (void)fputs(".SH PLAYERS\n"
                "A player spec is one word.\n",
                out);
    struct sow_agent_form form;
    for (int i = 0; sow_agent_form_at(i, &form); i++) {
        char arguments[128];
        (void)snprintf(arguments, sizeof arguments, "%s%s",
                       form.arguments[0] != '\0' ? ":" : "", form.arguments);
        write_item(form.name, arguments, form.summary, out);
    }
}

/* Writes the section VARIANTS: names and summaries of the built-in variants. */
static void write_variants(FILE *out)
{
    (void)fputs(".SH VARIANTS\n"
                "The built-in variants; \\fBsowlab variants show\\fR writes one as "
                "a file to change.\n",
                out);
    for (size_t i = 0; i < sow_variant_count(); i++) {
        struct sow_variant variant;
        if (sow_variant_builtin(sow_variant_name(i), &variant, NULL) == SOW_OK)
            write_item(variant.name, "", variant.summary, out);
    }
}

void sow_page_program(FILE *out)
{
    write_head("sowlab", "evolve, fit and test evaluation weights for sowing games", out);
    (void)fputs(".SH SYNOPSIS\n\\fBsowlab\\fR COMMAND [OPERAND...] [OPTION...]\n", out);
    (void)fputs(".SH DESCRIPTION\n", out);
    write_text(
        "Plays Kalah, Awari, Oware and other mancala games by weighted heuristics; "
        "evolves the weights, fits them to positions, and compares players over many "
        "games. A database keeps every run with its settings, so it can be computed "
        "again. Results go to stdout, as text, JSON or CSV; messages and progress to "
        "stderr.\n",
        out);
    write_commands(out);
    write_players(out);
    write_variants(out);
    (void)fputs(".SH LIBRARIES\n", out);
    write_text(
        "You can use rules, players, genetic algorithm and regression from C and C++: "
        "#include <sow/game/game.h> and others, compiled and linked with cc FILE.c "
        "$(pkg-config --cflags --libs --static sowlab). A program in any language can "
        "get moves through a pipe: see sowlab-moves(1).\n",
        out);
    write_status(out);
    (void)fputs(".SH ENVIRONMENT\n", out);
    write_item("SOWLAB_DB", "", "the database where --db is not given; else sowlab.db",
               out);
    write_item("COLUMNS", "",
               "the width of help and tables, instead of the "
               "terminal's",
               out);
    (void)fputs(".SH EXAMPLES\n.EX\n", out);
    write_text(sow_commands[0]->examples, out);
    (void)fputs("\n.EE\n.SH SEE ALSO\n", out);
    for (size_t i = 0; sow_commands[i] != NULL; i++) {
        (void)fputs(i > 0 ? ",\n" : "", out);
        write_page_title(sow_commands[i], out);
    }
    (void)fputc('\n', out);
}
