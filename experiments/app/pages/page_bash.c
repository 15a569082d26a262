/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "page.h"
#include "sow/base/param_flag.h"
#include "sow/cli/commands.h"

#include <string.h>

/* The script without its tables. A player with arguments (a word that ends in a colon)
   is not followed by a blank. Bash cuts words at "=" and ":", so the script joins
   their parts again. */
static const char SCRIPT[] =
    "_sowlab_runs()\n"
    "{\n"
    "    local i at db=\n"
    "    for ((i = 2; i < COMP_CWORD; i++)); do\n"
    "        [[ ${COMP_WORDS[i]} == --db ]] || continue\n"
    "        at=$((i + 1))\n"
    "        [[ ${COMP_WORDS[at]} != = ]] || ((at++))\n"
    "        db=${COMP_WORDS[at]}\n"
    "    done\n"
    "    \"${COMP_WORDS[0]}\" sql --csv '" SOW_OFFER_RUNS "' ${db:+--db \"$db\"} "
    "2>/dev/null |\n"
    "        tail -n +2\n"
    "}\n\n"
    "_sowlab()\n"
    "{\n"
    "    local word=$2 before=$3 command=${COMP_WORDS[1]} from=2 words= files= runs= "
    "prefix=\n"
    "    COMPREPLY=()\n"
    "    if [[ $COMP_CWORD -eq 1 ]]; then\n"
    "        _sowlab_operands ''\n"
    "    elif _sowlab_group \"$command\" && [[ $COMP_CWORD -eq 2 ]]; then\n"
    "        :\n"
    "    else\n"
    "        [[ -z $words ]] || command+=\" ${COMP_WORDS[2]}\" from=3\n"
    "        words=\n"
    "        [[ $word != = ]] || word=\n"
    "        [[ $before != = ]] || before=${COMP_WORDS[COMP_CWORD - 2]}\n"
    "        if [[ $COMP_CWORD -lt $from ]] || ! _sowlab_value \"$command $before\"; "
    "then\n"
    "            _sowlab_operands \"$command\"\n"
    "            [[ $word != -* ]] || { _sowlab_options \"$command\"; files= runs=; }\n"
    "        fi\n"
    "    fi\n"
    "    [[ -z $runs ]] || words+=\" $(_sowlab_runs)\"\n"
    "    [[ $word != *,* ]] || prefix=${word%,*},\n"
    "    COMPREPLY=($(compgen -P \"$prefix\" -W \"$words\" -- \"${word##*,}\"))\n"
    "    if [[ -n $files ]]; then\n"
    "        mapfile -t -O ${#COMPREPLY[@]} COMPREPLY < <(\n"
    "            compgen -f -X \"!$files\" -- \"$word\"\n"
    "            [[ $files == '*' ]] || compgen -d -- \"$word\")\n"
    "        compopt -o filenames 2>/dev/null\n"
    "    fi\n"
    "    [[ ${COMPREPLY[0]} != *[:=] ]] || compopt -o nospace 2>/dev/null\n"
    "}\n"
    "complete -F _sowlab sowlab\n";

/* Writes the shell assignments of an offer's words, files and runs, and the ";;" that
   ends a branch of `case`. */
static void set_words(const struct sow_offer *offer, FILE *out)
{
    (void)fputs(" words=", out);
    sow_page_quote(offer->words, "", out);
    (void)fputs(" files=", out);
    sow_page_quote(offer->files != NULL ? offer->files : "", "", out);
    (void)fprintf(out, " runs=%s ;;\n", offer->runs ? "1" : "");
}

/* Writes the shell function _sowlab_group, which offers the second words that follow the
   first word $1. It fails if $1 is a whole command. */
static void write_groups(FILE *out)
{
    (void)fputs("_sowlab_group()\n{\n    case $1 in\n", out);
    struct sow_offer first = {.files = NULL};
    sow_offer_commands(&first);
    for (char *rest = first.words, *word; (word = strtok_r(rest, " ", &rest)) != NULL;) {
        struct sow_offer second = {.files = NULL};
        sow_offer_group(word, &second);
        if (second.words[0] == '\0')
            continue;
        (void)fprintf(out, "    %s)", word);
        set_words(&second, out);
    }
    (void)fputs("    *) return 1 ;;\n    esac\n}\n\n", out);
}

/* Writes the shell function _sowlab_value, which offers the values of an option. Its
   argument is "COMMAND OPTION". It fails for flags and for all other words. An option
   --variant is completed like --variants of the same command. */
static void write_values(FILE *out)
{
    (void)fputs("_sowlab_value()\n{\n    case $1 in\n", out);
    for (size_t i = 0; sow_commands[i] != NULL; i++) {
        struct sow_option_list list;
        sow_options_list(sow_commands[i], NULL, NULL, &list);
        for (size_t j = 0; j < list.count; j++) {
            struct sow_offer offer;
            const char *name = list.row[j].name;
            if (sow_param_is_flag(list.row[j].param))
                continue;
            sow_offer_option(list.row[j].param, &offer);
            (void)fprintf(out, "    '%s %s'", sow_commands[i]->name, name);
            if (strcmp(name, "--variants") == 0)
                (void)fprintf(out, " | '%s --variant'", sow_commands[i]->name);
            (void)fputc(')', out);
            set_words(&offer, out);
        }
    }
    (void)fputs("    *) return 1 ;;\n    esac\n}\n\n", out);
}

/* Writes the shell function _sowlab_options, which offers the names of all options of
   the command $1. */
static void write_options(FILE *out)
{
    (void)fputs("_sowlab_options()\n{\n    case $1 in\n", out);
    for (size_t i = 0; sow_commands[i] != NULL; i++) {
        struct sow_option_list list;
        sow_options_list(sow_commands[i], NULL, NULL, &list);
        (void)fprintf(out, "    '%s') words='", sow_commands[i]->name);
        for (size_t j = 0; j < list.count; j++)
            (void)fprintf(out, "%s%s", j > 0 ? " " : "", list.row[j].name);
        (void)fputs("' ;;\n", out);
    }
    (void)fputs("    esac\n}\n\n", out);
}

/* Writes the shell function _sowlab_operands, which offers the operands of the command
   $1, or the first words of all commands if $1 is empty. */
static void write_operands(FILE *out)
{
    struct sow_offer offer = {.files = NULL};
    sow_offer_commands(&offer);
    (void)fputs("_sowlab_operands()\n{\n    case $1 in\n    '')", out);
    set_words(&offer, out);
    for (size_t i = 0; sow_commands[i] != NULL; i++) {
        sow_offer_operands(sow_commands[i], &offer);
        (void)fprintf(out, "    '%s')", sow_commands[i]->name);
        set_words(&offer, out);
    }
    (void)fputs("    esac\n}\n\n", out);
}

void sow_page_bash(FILE *out)
{
    (void)fputs("# Completion of sowlab for bash; made with the program.\n\n", out);
    write_groups(out);
    write_options(out);
    write_values(out);
    write_operands(out);
    (void)fputs(SCRIPT, out);
}
