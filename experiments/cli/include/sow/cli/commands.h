/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * The table of commands, and finding rows in it.
 */
#ifndef SOW_EXPERIMENTS_COMMANDS_H
#define SOW_EXPERIMENTS_COMMANDS_H

#include "sow/cli/cli.h"

extern const struct sow_command sow_command_evolve;
extern const struct sow_command sow_command_match;
extern const struct sow_command sow_command_tournament;
extern const struct sow_command sow_command_robustness;
extern const struct sow_command sow_command_reproduce;
extern const struct sow_command sow_command_transfer;
extern const struct sow_command sow_command_sensitivity;
extern const struct sow_command sow_command_bench;
extern const struct sow_command sow_command_players;
extern const struct sow_command sow_command_dataset_make;
extern const struct sow_command sow_command_dataset_import;
extern const struct sow_command sow_command_dataset_export;
extern const struct sow_command sow_command_dataset_list;
extern const struct sow_command sow_command_dataset_show;
extern const struct sow_command sow_command_fit;
extern const struct sow_command sow_command_features;
extern const struct sow_command sow_command_resume;
extern const struct sow_command sow_command_runs_list;
extern const struct sow_command sow_command_runs_show;
extern const struct sow_command sow_command_runs_compare;
extern const struct sow_command sow_command_runs_export;
extern const struct sow_command sow_command_runs_delete;
extern const struct sow_command sow_command_runs_import;
extern const struct sow_command sow_command_runs_check;
extern const struct sow_command sow_command_runs_verify;
extern const struct sow_command sow_command_sql;
extern const struct sow_command sow_command_variants_list;
extern const struct sow_command sow_command_variants_show;
extern const struct sow_command sow_command_variants_check;
extern const struct sow_command sow_command_variants_diff;
extern const struct sow_command sow_command_moves;
extern const struct sow_command sow_command_perft;
extern const struct sow_command sow_command_help;
extern const struct sow_command sow_command_version;

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
