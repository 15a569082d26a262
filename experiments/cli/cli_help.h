/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * Help texts, made from the tables of commands and options.
 */
#ifndef SOW_EXPERIMENTS_CLI_HELP_H
#define SOW_EXPERIMENTS_CLI_HELP_H

#include "cli.h"

/** What the program is, and all its commands. */
void sow_help_overview(FILE *out);

/** The commands called @p group and one word more. */
void sow_help_group(const char *group, FILE *out);

/** Everything about one command, examples first. */
void sow_help_command(const struct sow_command *command, FILE *out);

#endif
