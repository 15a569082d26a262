/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * Help texts, made from the tables of commands and options, as wide as the terminal.
 */
#ifndef SOW_EXPERIMENTS_CLI_HELP_H
#define SOW_EXPERIMENTS_CLI_HELP_H

#include "sow/cli/cli.h"
#include "sow/cli/cli_options.h"

/** An exit status and what it says. */
struct sow_exit_code {
    enum sow_status status;
    const char *meaning; /**< a phrase */
};

/** All of them, in ascending order; ends with a NULL meaning. */
extern const struct sow_exit_code sow_exit_codes[];

/** What the program is, and all its commands. */
void sow_help_overview(FILE *out);

/** The commands called @p group and one word more. */
void sow_help_group(const char *group, FILE *out);

/** Everything about one command, examples first. */
void sow_help_command(const struct sow_command *command, FILE *out);

/** What stands for a value of @p type in "--option VALUE". */
const char *sow_help_placeholder(const struct sow_param_type *type);

/** Writes an option's meaning, what it takes, its default and what it needs to have an
 *  effect, as far as that says anything. */
void sow_help_explain(const struct sow_option *option, FILE *out);

#endif
