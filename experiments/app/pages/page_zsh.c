/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "page.h"
#include "sow/base/param_flag.h"
#include "sow/cli/commands.h"

#include <string.h>

/* Head of the script. A word that ends in a colon or "=" takes arguments, so no blank
   follows it. */
static const char HEAD[] = "#compdef sowlab\n"
                           "# Completion of sowlab for zsh; made with the program.\n\n"
                           "_sowlab_offer()\n"
                           "{\n"
                           "    [[ $1 != -r ]] || {\n"
                           "        shift\n"
                           "        local db=${words[(i)--db]}\n"
                           "        db=${words[db + 1]:-${${(M)words:#--db=*}#--db=}}\n"
                           "        compadd -V runs -- ${(f)\"$(sowlab sql --csv \\\n"
                           "            '" SOW_OFFER_RUNS "' ${db:+--db=$db} \\\n"
                           "            2>/dev/null | tail -n +2)\"}\n"
                           "    }\n"
                           "    [[ $1 != -f ]] || { _files -g $2; shift 2 }\n"
                           "    compadd -S '' -- ${(M)@:#*[:=]}\n"
                           "    compadd -- ${@:#*[:=]}\n"
                           "}\n\n"
                           "_sowlab()\n"
                           "{\n"
                           "    local command=$words[2]\n"
                           "    local -a list\n";

/* Writes the part that completes a word of a command's name, with the summaries. If @p
   group is not "", these are the second words of the commands that begin with it. Else
   they are the first words of all commands, where "..." stands for the summary of a
   group. */
static void write_list(const char *group, FILE *out)
{
    const char *last = "";
    size_t length = strlen(group);
    (void)fputs("        list=(\n", out);
    for (size_t i = 0; sow_commands[i] != NULL; i++) {
        char line[256];
        const char *name = sow_commands[i]->name;
        size_t first = strcspn(name, " ");
        if (length > 0 && !sow_command_in_group(sow_commands[i], group))
            continue;
        bool whole = length > 0 || name[first] == '\0';
        if (!whole && strncmp(last, name, first + 1) == 0)
            continue;
        last = name;
        (void)snprintf(line, sizeof line, "%.*s:%s",
                       (int)(whole ? strlen(name) : first) - (int)(length + (length > 0)),
                       name + length + (length > 0),
                       whole ? sow_commands[i]->summary : "...");
        (void)fputs("            ", out);
        sow_page_quote(line, "", out);
        (void)fputc('\n', out);
    }
    (void)fputs("        )\n        _describe command list\n        return\n", out);
}

/* Writes the part that joins the two words of a command's name. After it, the shell
   variable `command` is the whole name, and `words` begins with its last word, from
   which _arguments counts. */
static void write_groups(FILE *out)
{
    struct sow_offer first = {.files = NULL};
    sow_offer_commands(&first);
    (void)fputs("    case $command in\n", out);
    for (char *rest = first.words, *word; (word = strtok_r(rest, " ", &rest)) != NULL;) {
        if (!sow_command_is_group(word))
            continue;
        (void)fprintf(out, "    %s)\n        shift words\n        (( CURRENT-- ))\n",
                      word);
        (void)fputs(
            "        command+=\" $words[2]\"\n        if (( CURRENT == 2 )); then\n",
            out);
        write_list(word, out);
        (void)fputs("        fi ;;\n", out);
    }
    (void)fputs("    esac\n    shift words\n    (( CURRENT-- ))\n", out);
}

/* Writes ":MESSAGE:ACTION" for use within single quotes. The message is the heading
   above the completions. The action calls _sowlab_offer with the words, files and runs
   of the offer; it is left out for an empty offer. */
static void write_offer(const char *message, const struct sow_offer *offer, FILE *out)
{
    (void)fprintf(out, ":%s:", message);
    if (sow_offer_is_empty(offer))
        return;
    (void)fprintf(out, " _sowlab_offer%s%s%s ", offer->runs ? " -r" : "",
                  offer->files != NULL ? " -f " : "",
                  offer->files != NULL ? offer->files : "");
    for (const char *at = offer->words; *at != '\0'; at++)
        (void)fprintf(out, "%s%c", *at == ':' ? "\\" : "", *at);
}

/* Writes an option as an argument of _arguments: its name, help and, unless it is a
   flag, the completions of its value. */
static void write_option(const struct sow_option *option, FILE *out)
{
    struct sow_offer offer;
    char text[1024];
    bool flag = sow_param_is_flag(option->param);
    (void)snprintf(text, sizeof text, "%s%s", option->name, flag ? "" : "=");
    (void)fprintf(out, " \\\n            '%s['", text);
    sow_page_quote(option->param->help, "[]\\", out);
    (void)fputs("']", out);
    if (!flag) {
        sow_offer_option(option->param, &offer);
        write_offer(option->param->name, &offer, out);
    }
    (void)fputc('\'', out);
}

/* Writes the branch of `case` that completes the options and operands of a command, by a
   call of _arguments. */
static void write_command(const struct sow_command *command, FILE *out)
{
    struct sow_option_list list;
    struct sow_offer offer;
    sow_options_list(command, NULL, NULL, &list);
    (void)fprintf(out, "    '%s')\n        _arguments", command->name);
    for (size_t i = 0; i < list.count; i++)
        write_option(&list.row[i], out);
    if (command->max_operands != 0) {
        sow_offer_operands(command, &offer);
        (void)fputs(" \\\n            '*", out);
        write_offer(command->operands, &offer, out);
        (void)fputc('\'', out);
    }
    (void)fputs(" ;;\n", out);
}

void sow_page_zsh(FILE *out)
{
    (void)fputs(HEAD, out);
    (void)fputs("    if (( CURRENT == 2 )); then\n", out);
    write_list("", out);
    (void)fputs("    fi\n", out);
    write_groups(out);
    (void)fputs("    case $command in\n", out);
    for (size_t i = 0; sow_commands[i] != NULL; i++)
        write_command(sow_commands[i], out);
    (void)fputs("    esac\n}\n\n_sowlab \"$@\"\n", out);
}
