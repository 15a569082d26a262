/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sow/cli/commands.h"

#include "sow/base/text.h"
#include "sow/runs/run.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

/* All commands in the order of listings. RUN(kind) is the command of a kind of run,
   OTHER(x) the row sow_command_x. */
#define COMMANDS(RUN, OTHER)                                                             \
    RUN(evolve)                                                                          \
    RUN(match)                                                                           \
    RUN(play)                                                                            \
    RUN(tournament)                                                                      \
    RUN(robustness)                                                                      \
    RUN(reproduce)                                                                       \
    RUN(transfer)                                                                        \
    RUN(sensitivity)                                                                     \
    RUN(ablate)                                                                          \
    RUN(survey)                                                                          \
    RUN(regret)                                                                          \
    RUN(suite)                                                                           \
    OTHER(suite_make)                                                                    \
    OTHER(measure)                                                                       \
    OTHER(kgp)                                                                           \
    OTHER(players)                                                                       \
    OTHER(players_export)                                                                \
    OTHER(bench)                                                                         \
    OTHER(sweep)                                                                         \
    OTHER(bakeoff)                                                                       \
    RUN(dataset)                                                                         \
    RUN(import)                                                                          \
    OTHER(dataset_export)                                                                \
    OTHER(dataset_list)                                                                  \
    OTHER(dataset_show)                                                                  \
    RUN(fit)                                                                             \
    RUN(learn)                                                                           \
    OTHER(features)                                                                      \
    OTHER(resume)                                                                        \
    OTHER(runs_list)                                                                     \
    OTHER(runs_show)                                                                     \
    OTHER(runs_compare)                                                                  \
    OTHER(runs_export)                                                                   \
    OTHER(runs_import)                                                                   \
    OTHER(runs_delete)                                                                   \
    OTHER(runs_check)                                                                    \
    OTHER(runs_verify)                                                                   \
    OTHER(plot)                                                                          \
    OTHER(report)                                                                        \
    OTHER(serve)                                                                         \
    OTHER(sql)                                                                           \
    OTHER(games_list)                                                                    \
    OTHER(games_show)                                                                    \
    OTHER(games_export)                                                                  \
    OTHER(variants_list)                                                                 \
    OTHER(variants_show)                                                                 \
    OTHER(variants_check)                                                                \
    OTHER(variants_diff)                                                                 \
    OTHER(variants_random)                                                               \
    OTHER(analyse)                                                                       \
    OTHER(moves)                                                                         \
    OTHER(perft)                                                                         \
    RUN(fair)                                                                            \
    OTHER(starts_export)                                                                 \
    OTHER(value)                                                                         \
    OTHER(solve)                                                                         \
    OTHER(probe)                                                                         \
    OTHER(help)                                                                          \
    OTHER(version)

#define DECLARE_KIND(name) extern const struct sow_run_kind sow_##name##_kind;
#define DECLARE_ROW(name) extern const struct sow_command sow_command_##name;
#define LIST_KIND(name) &sow_##name##_kind.command,
#define LIST_ROW(name) &sow_command_##name,

COMMANDS(DECLARE_KIND, DECLARE_ROW)

const struct sow_command *const sow_commands[] = {COMMANDS(LIST_KIND, LIST_ROW) NULL};

/* Returns the number of words of the command's name, 1 or 2, if the words at @p argv
   begin with it. Else returns 0. Letter case does not matter. */
static int words_matched(const struct sow_command *command, int argc, char *const *argv)
{
    const char *space = strchr(command->name, ' ');
    if (space == NULL)
        return argc >= 1 && sow_text_same(argv[0], command->name);
    if (argc < 1 || !sow_command_in_group(command, argv[0]))
        return 0;
    return argc >= 2 && sow_text_same(argv[1], space + 1) ? 2 : 0;
}

const struct sow_command *sow_command_find(int argc, char *const *argv, int *used)
{
    const struct sow_command *found = NULL;
    *used = 0;
    for (size_t i = 0; sow_commands[i] != NULL; i++) {
        int matched = words_matched(sow_commands[i], argc, argv);
        if (matched > *used) {
            found = sow_commands[i];
            *used = matched;
        }
    }
    return found;
}

bool sow_command_in_group(const struct sow_command *command, const char *group)
{
    char first[64];
    const char *space = strchr(command->name, ' ');
    (void)snprintf(first, sizeof first, "%.*s", (int)strcspn(command->name, " "),
                   command->name);
    return space != NULL && sow_text_same(first, group);
}

bool sow_command_is_group(const char *word)
{
    for (size_t i = 0; sow_commands[i] != NULL; i++)
        if (sow_command_in_group(sow_commands[i], word))
            return true;
    return false;
}

/* Writes the second words of a group's commands to @p room ("list, show, check"), cut to
   fit. */
static void list_group(const char *group, char *room, size_t size)
{
    size_t length = 0;
    room[0] = '\0';
    for (size_t i = 0; sow_commands[i] != NULL && length < size; i++) {
        if (!sow_command_in_group(sow_commands[i], group))
            continue;
        const char *last = sow_commands[i]->name + strlen(group) + 1;
        length += (size_t)snprintf(room + length, size - length, "%s%s",
                                   length == 0 ? "" : ", ", last);
    }
}

/* Writes a suggestion to @p hint: the command nearest to @p word. Compares with whole
   names and with their first words, which name groups. Returns @p hint, "" if none is
   near. */
static const char *nearest_command(const char *word, char *hint, size_t size)
{
    char first[64][24];
    struct sow_nearest nearest;
    sow_nearest_init(&nearest, word);
    for (size_t i = 0; sow_commands[i] != NULL; i++) {
        const char *name = sow_commands[i]->name;
        assert(i < sizeof first / sizeof first[0]);
        (void)snprintf(first[i], sizeof first[i], "%.*s", (int)strcspn(name, " "), name);
        sow_nearest_offer(&nearest, name);
        sow_nearest_offer(&nearest, first[i]);
    }
    return sow_nearest_hint(&nearest, hint, size);
}

/* Writes a suggestion to @p hint: the nearest command of a group, for words whose first
   one is correct. Returns @p hint, "" if none is near. */
static const char *nearest_in_group(const char *group, const char *words, char *hint,
                                    size_t size)
{
    size_t skipped = strlen(group) + 1;
    struct sow_nearest nearest;
    sow_nearest_init(&nearest, words + skipped);
    for (size_t i = 0; sow_commands[i] != NULL; i++)
        if (sow_command_in_group(sow_commands[i], group))
            sow_nearest_offer(&nearest, sow_commands[i]->name + skipped);
    hint[0] = '\0';
    if (nearest.best != NULL)
        (void)snprintf(hint, size, "; did you mean '%s %s'?", group, nearest.best);
    return hint;
}

enum sow_status sow_command_unknown(int argc, char *const *argv, struct sow_err *err)
{
    char hint[128];
    char words[128];
    bool group = sow_command_is_group(argv[0]);
    bool second = argc >= 2 && argv[1][0] != '-';
    if (group && !second) {
        list_group(argv[0], words, sizeof words);
        return sow_err_set(err, SOW_USAGE, "command '%s' needs one of these words: %s",
                           argv[0], words);
    }
    (void)snprintf(words, sizeof words, "%s %s", argv[0], second ? argv[1] : "");
    if (group) {
        char known[128];
        list_group(argv[0], known, sizeof known);
        (void)nearest_in_group(argv[0], words, hint, sizeof hint);
        return sow_err_set(err, SOW_USAGE, "unknown command '%s'%s%s", words,
                           hint[0] != '\0' ? hint : "; its second word may be: ",
                           hint[0] != '\0' ? "" : known);
    }
    const char *guess = second ? nearest_command(words, hint, sizeof hint) : "";
    if (guess[0] == '\0')
        guess = nearest_command(argv[0], hint, sizeof hint);
    return sow_err_set(err, SOW_USAGE, "unknown command '%s'%s", argv[0], guess);
}
