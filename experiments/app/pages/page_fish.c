/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "page.h"
#include "sow/base/param_flag.h"
#include "sow/cli/commands.h"

#include <string.h>

/* Head of the script. `__sowlab_after WORD..` tests if these are all words so far, and
   `__sowlab_in WORD..` if the words so far begin with them. */
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
    "function __sowlab_runs\n"
    "    set -l words (commandline -opc)\n"
    "    set -l db (string match -r -- '^--db=.*' $words)\n"
    "    set -l at (contains -i -- --db $words)\n"
    "    and set db --db=$words[(math $at + 1)]\n"
    "    sowlab sql --csv '" SOW_OFFER_RUNS "' $db 2>/dev/null | tail -n +2\n"
    "end\n\n"
    "complete -c sowlab -f\n";

/* Writes the end of a `complete` command: the words, files and runs of an offer, then
   the description, unless it is "". A part in parentheses is a command that fish runs to
   find further words. */
static void write_words(const struct sow_offer *offer, const char *description, FILE *out)
{
    bool some = offer->files != NULL && strcmp(offer->files, "*") != 0;
    if (offer->files != NULL && !some)
        (void)fputs(" -F", out);
    if (offer->words[0] != '\0' || offer->runs || some) {
        char words[SOW_OFFER_MAX + 80];
        (void)snprintf(words, sizeof words, "%s%s%s%s%s", offer->words,
                       offer->runs ? " (__sowlab_runs)" : "",
                       some ? " (__fish_complete_suffix " : "",
                       some ? strchr(offer->files, '.') : "", some ? ")" : "");
        (void)fputs(" -a ", out);
        sow_page_quote(words, "\\", out);
    }
    if (description[0] != '\0') {
        (void)fputs(" -d ", out);
        sow_page_quote(description, "\\", out);
    }
    (void)fputc('\n', out);
}

/* Writes the completions of the names of all commands. A command of one word is
   completed as the first word, with its summary. For a command of two words the first
   word is completed once, and the second word, with the summary, after it. */
static void write_commands(FILE *out)
{
    for (size_t i = 0; sow_commands[i] != NULL; i++) {
        char group[64];
        const char *name = sow_commands[i]->name;
        size_t first = strcspn(name, " ");
        (void)snprintf(group, sizeof group, "%.*s", (int)first, name);
        bool alone = name[first] == '\0';
        (void)fprintf(out, "complete -c sowlab -n '__sowlab_after%s%s'", alone ? "" : " ",
                      alone ? "" : group);
        struct sow_offer offer = {.files = NULL};
        (void)snprintf(offer.words, sizeof offer.words, "%s",
                       alone ? name : name + first + 1);
        write_words(&offer, sow_commands[i]->summary, out);
        if (!alone &&
            (i == 0 || strncmp(sow_commands[i - 1]->name, name, first + 1) != 0))
            (void)fprintf(out, "complete -c sowlab -n __sowlab_after -a %s\n", group);
    }
}

/* Writes the completion of one option of a command, with its help as the description,
   and of its value unless it is a flag. */
static void write_option(const struct sow_command *command,
                         const struct sow_option *option, FILE *out)
{
    struct sow_offer offer = {.files = NULL};
    bool flag = sow_param_is_flag(option->param);
    if (!flag)
        sow_offer_option(option->param, &offer);
    (void)fprintf(out, "complete -c sowlab -n '__sowlab_in %s' -l %s%s", command->name,
                  option->name + 2, flag ? "" : " -r");
    write_words(&offer, option->param->help, out);
}

/* Writes the completions of the options and operands of a command. Without completions
   of operands it writes those of options only. */
static void write_command(const struct sow_command *command, FILE *out)
{
    struct sow_option_list list;
    struct sow_offer offer;
    sow_options_list(command, NULL, NULL, &list);
    for (size_t i = 0; i < list.count; i++)
        write_option(command, &list.row[i], out);
    sow_offer_operands(command, &offer);
    if (sow_offer_is_empty(&offer))
        return;
    (void)fprintf(out, "complete -c sowlab -n '__sowlab_in %s'", command->name);
    write_words(&offer, "", out);
}

void sow_page_fish(FILE *out)
{
    (void)fputs(HEAD, out);
    write_commands(out);
    for (size_t i = 0; sow_commands[i] != NULL; i++)
        write_command(sow_commands[i], out);
}
