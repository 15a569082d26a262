/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * The command that makes a stored run again.
 */
#ifndef SOW_EXPERIMENTS_QUERY_COMMAND_H
#define SOW_EXPERIMENTS_QUERY_COMMAND_H

#include "sow/queries/query_follow.h"
#include "sow/store/store.h"

struct sow_run_row;

/**
 * Writes the command line that makes a run again: its operands, its variant, the options
 * that differ from their defaults, random seed and label. Players have the names that
 * were typed if these still mean the same players. The words are quoted for a shell.
 *
 * Options that are no settings are left out, such as `--measure-every` and `--threads`.
 * @param store database with the run
 * @param row record of the run
 * @param following its settings that follow (sow_query_follow), which are left out
 * @returns text on the heap, which the caller frees. NULL if the record cannot be typed:
 *   start positions, rules that were changed, a variant file, or a kind or setting that
 *   this version does not know. NULL also without memory.
 */
char *sow_query_command(struct sow_store *store, const struct sow_run_row *row,
                        const struct sow_query_following *following);

#endif
