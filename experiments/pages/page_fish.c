/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "page.h"
#include "sow/cli/commands.h"

#include <string.h>

/* `__sowlab_after WORD..`: the words so far are these; `__sowlab_in`: they start so. */
static const char HEAD[] =
    "# Completion of sowlab for fish; made with the program.\n\n"
    "function __sowlab_after\n"
    "    set -l words (commandline -opc)\n"
    "    test \"$words[2..-1]\" = \"$argv\"\n"
    "end\n\n"
    "function __sowlab_in\n"
    "    set -l words (commandline -opc)\n"
    "    set -l last (math (count $argv) + 1)\n"
    "    test (count $words) -ge $last; and test \"$words[2..$last]\" = \"$argv\"\n"
    "end\n\n"
    "complete -c sowlab -f\n";

/* A description, and the words it is for. */
static void write_words(const char *words, const char *description, FILE *out)
{
    if (words[0] != '\0') {
        (void)fputs(" -a ", out);
        sow_page_quote(words, "\\", out);
    }
    if (description[0] != '\0') {
        (void)fputs(" -d ", out);
        sow_page_quote(description, "\\", out);
    }
    (void)fputc('\n', out);
}

/* The words of the commands' names. */
static void write_names(FILE *out)
{
    for (size_t i = 0; sow_commands[i] != NULL; i++) {
        char group[64];
        const char *name = sow_commands[i]->name;
        size_t first = strcspn(name, " ");
        (void)snprintf(group, sizeof group, "%.*s", (int)first, name);
        bool alone = name[first] == '\0';
        (void)fprintf(out, "complete -c sowlab -n '__sowlab_after%s%s'", alone ? "" : " ",
                      alone ? "" : group);
        write_words(alone ? name : name + first + 1, sow_commands[i]->summary, out);
        if (!alone &&
            (i == 0 || strncmp(sow_commands[i - 1]->name, name, first + 1) != 0))
            (void)fprintf(out, "complete -c sowlab -n __sowlab_after -a %s\n", group);
    }
}

static void write_option(const struct sow_command *command,
                         const struct sow_option *option, FILE *out)
{
    struct sow_offer offer = {.files = false};
    bool flag = option->param->type == &sow_param_flag;
    if (!flag)
        sow_offer_option(option->param, &offer);
    (void)fprintf(out, "complete -c sowlab -n '__sowlab_in %s' -l %s%s%s", command->name,
                  option->name + 2, flag ? "" : " -r", offer.files ? " -F" : "");
    write_words(offer.words, option->param->help, out);
}

static void write_command(const struct sow_command *command, FILE *out)
{
    struct sow_option_list list;
    struct sow_offer offer;
    sow_options_list(command, NULL, NULL, &list);
    for (size_t i = 0; i < list.count; i++)
        write_option(command, &list.row[i], out);
    sow_offer_operands(command, &offer);
    if (offer.words[0] == '\0' && !offer.files)
        return;
    (void)fprintf(out, "complete -c sowlab -n '__sowlab_in %s'%s", command->name,
                  offer.files ? " -F" : "");
    write_words(offer.words, "", out);
}

void sow_page_fish(FILE *out)
{
    (void)fputs(HEAD, out);
    write_names(out);
    for (size_t i = 0; sow_commands[i] != NULL; i++)
        write_command(sow_commands[i], out);
}
