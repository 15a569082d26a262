/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * The options of one command as a flat list: the command's own tables, then the shared
 * tables that it takes. Scanning, defaults and help all walk this list.
 *
 * Ownership: a list borrows from the command and from the structs it points into.
 */
#ifndef SOW_EXPERIMENTS_CLI_OPTIONS_H
#define SOW_EXPERIMENTS_CLI_OPTIONS_H

#include "sow/cli/cli.h"

/** Longest name of an option in bytes, and largest number of options of a command. */
enum { SOW_OPTION_NAME_MAX = 48, SOW_OPTIONS_MAX = 96 };

/** One option. */
struct sow_option {
    char name[SOW_OPTION_NAME_MAX]; /**< name as typed: "--mutation-rate" */
    const char *title;              /**< heading in help */
    const struct sow_param *param;
    const struct sow_param_need
        *needs; /**< needs of all options of the command, or NULL */
    void *base; /**< the struct that param->offset lies in; NULL in help */
    bool given; /**< true if it was typed */
    int before; /**< number of operands before it, if it was typed */
};

/** The options of one command. */
struct sow_option_list {
    struct sow_option row[SOW_OPTIONS_MAX];
    size_t count;
};

/** A group of shared options. A command has it if its `takes` has all bits of the
 *  group's. */
struct sow_common_group {
    unsigned takes;
    const char *title;
    struct sow_param_table table; /**< offsets lie in struct sow_common */
};

/** The groups of shared options. The last entry has no title. If the fallback of an
 *  option is NULL, its field starts as zeros. */
extern const struct sow_common_group sow_common_groups[];

/** Returns true if the option called @p name was typed. The name includes its dashes.
 *  Returns false if the list has no such option. */
bool sow_options_given(const struct sow_option_list *list, const char *name);

/** Returns the number of operands before the option called @p name on the command line.
 * It must have been typed. */
int sow_options_before(const struct sow_option_list *list, const char *name);

/** Type of --rule, which may be given several times. */
extern const struct sow_param_type sow_option_rule;

/** Type of --allow-exec. The option may be repeated: each value is a program that this
 *  command line names. */
extern const struct sow_param_type sow_option_exec;

/** Allocates an options struct for @p command, all zeros; sow_options_free frees it. The
 *  defaults are not set. Returns NULL if memory is short. */
void *sow_options_new(const struct sow_command *command);

/** Frees an options struct and what its options own. NULL is allowed. */
void sow_options_free(const struct sow_command *command, void *options);

/**
 * Lists the options of a command.
 * @param command the command
 * @param options its options struct; may be NULL for help
 * @param common values of shared options; may be NULL for help
 * @param[out] list the list; it borrows from the other arguments
 */
void sow_options_list(const struct sow_command *command, void *options,
                      struct sow_common *common, struct sow_option_list *list);

/** Sets the fields to which @p list points and all of @p common to their defaults. This
 *  includes fields of @p common whose options the command does not take. `given` stays
 *  as it is. */
void sow_options_defaults(const struct sow_option_list *list, struct sow_common *common);

/**
 * Finds an option by its name, as a command line would.
 * @param list options of the command
 * @param name name without dashes, as typed or with underscores. The start of a name is
 *   accepted if no other option of the list begins so.
 * @param[out] option row of @p list
 * @param[out] err reason of a failure, with the name as the option at fault
 * @returns SOW_USAGE, with a suggestion, for an unknown or ambiguous name
 */
SOW_MUST_USE enum sow_status sow_options_find(struct sow_option_list *list,
                                              const char *name,
                                              struct sow_option **option,
                                              struct sow_err *err);

/**
 * Sets an option like the word "--NAME=TEXT".
 * @param[in,out] option row of a list; `given` and its field are set. A bad value sets
 *   `given`, a repeated option changes nothing.
 * @param text value as typed
 * @param[out] err reason of a failure, with the option at fault
 * @returns SOW_USAGE for a bad value, or if the option was given before, unless it is
 *   --rule
 */
SOW_MUST_USE enum sow_status sow_options_set(struct sow_option *option, const char *text,
                                             struct sow_err *err);

/**
 * Sets fields from the words of a command line and collects the operands. A word that
 * begins with "-- ", or with "--" and a line end, is an operand. The start of an option's
 * name is accepted if no other option of the list begins so.
 * @param[in,out] list options; `given` and the fields they point to are set
 * @param argc number of words
 * @param argv words; argv[0] is skipped, as in main
 * @param[out] operands room for @p argc pointers; ends with NULL
 * @param[out] operand_count number of operands
 * @param[out] err reason of a failure
 * @returns SOW_USAGE for an unknown or ambiguous option, an option given twice, or a
 *   missing or bad value
 */
SOW_MUST_USE enum sow_status sow_options_scan(struct sow_option_list *list, int argc,
                                              char **argv, char **operands,
                                              int *operand_count, struct sow_err *err);

#endif
