/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * Help texts, made from the tables of commands and options. They are as wide as the
 * terminal.
 */
#ifndef SOW_EXPERIMENTS_CLI_HELP_H
#define SOW_EXPERIMENTS_CLI_HELP_H

#include "sow/cli/cli.h"
#include "sow/cli/cli_options.h"

/** An exit status and its meaning. */
struct sow_exit_code {
    enum sow_status status;
    const char *meaning; /**< meaning as a phrase */
};

/** All exit statuses in ascending order. The last entry has a NULL meaning. */
extern const struct sow_exit_code sow_exit_codes[];

/** Writes the name of the program, all commands with their summaries, by section, and
 *  the exit statuses. */
void sow_help_overview(FILE *out);

/** Lists the commands whose name is @p group and another word, with their operands and
 *  summaries. */
void sow_help_group(const char *group, FILE *out);

/** Writes the full help of one command: summary, examples, usage, details, options and
 *  exit statuses. */
void sow_help_command(const struct sow_command *command, FILE *out);

/** Returns the placeholder of an option's value in "--option VALUE", such as "N", or ""
 *  for a flag. The text is static. */
const char *sow_help_placeholder(const struct sow_option *option);

/** Returns an option's meaning, its range, its default and what it needs to have an
 *  effect. Parts without content are left out. The caller frees the text. Returns NULL
 *  without memory. */
char *sow_help_explained(const struct sow_option *option);

#endif
