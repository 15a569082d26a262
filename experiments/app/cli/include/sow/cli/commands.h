/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * The table of commands, and finding rows in it.
 */
#ifndef SOW_EXPERIMENTS_COMMANDS_H
#define SOW_EXPERIMENTS_COMMANDS_H

#include "sow/cli/cli.h"

/** All commands, NULL-terminated, in the order they are listed. */
extern const struct sow_command *const sow_commands[];

/** The command that the @p argc words at @p argv start with, or NULL; @p used is how many
 *  words its name takes. A command of two words wins over one of one word. */
const struct sow_command *sow_command_find(int argc, char *const *argv, int *used);

/** True if @p word is the first of two words in some command's name ("runs"). */
bool sow_command_is_group(const char *word);

/** True if @p command is called @p group and one word more. */
bool sow_command_in_group(const struct sow_command *command, const char *group);

/** Reports that no command starts like the words at @p argv; returns SOW_USAGE. */
enum sow_status sow_command_unknown(int argc, char *const *argv, struct sow_err *err);

#endif
