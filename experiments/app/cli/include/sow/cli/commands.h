/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * The table of commands, and functions that find rows in it.
 */
#ifndef SOW_EXPERIMENTS_COMMANDS_H
#define SOW_EXPERIMENTS_COMMANDS_H

#include "sow/cli/cli.h"

/** All commands in the order of listings. The last entry is NULL. */
extern const struct sow_command *const sow_commands[];

/**
 * Finds the command that the words at @p argv start with. A command of two words wins
 * over a command of one word. Letter case does not matter.
 * @param argc number of words
 * @param argv words
 * @param[out] used number of words of the command's name, 0 if there is none
 * @returns the command, or NULL
 */
const struct sow_command *sow_command_find(int argc, char *const *argv, int *used);

/** Returns true if @p word is the first of two words in some command's name ("runs"). */
bool sow_command_is_group(const char *word);

/** Returns true if the name of @p command is @p group and another word. */
bool sow_command_in_group(const struct sow_command *command, const char *group);

/** Reports that no command starts like the words at @p argv, which are at least one. The
 *  reason has a suggestion, or the words that may follow the first. Returns SOW_USAGE. */
enum sow_status sow_command_unknown(int argc, char *const *argv, struct sow_err *err);

#endif
