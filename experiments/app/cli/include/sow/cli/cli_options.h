/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * The options of one command as a flat list: its own tables, then the shared ones it
 * takes. Scanning, defaults and help all walk this list.
 *
 * Ownership: a list borrows from the command and from the structs it points into.
 */
#ifndef SOW_EXPERIMENTS_CLI_OPTIONS_H
#define SOW_EXPERIMENTS_CLI_OPTIONS_H

#include "sow/cli/cli.h"

enum { SOW_OPTION_NAME_MAX = 48, SOW_OPTIONS_MAX = 96 };

/** One option. */
struct sow_option {
    char name[SOW_OPTION_NAME_MAX]; /**< as typed: "--mutation-rate" */
    const char *title;              /**< heading in help */
    const struct sow_param *param;
    const struct sow_param_need *needs; /**< of all options of the command, or NULL */
    void *base; /**< the struct that param->offset lies in; NULL in help */
    bool given; /**< true if it was typed */
};

/** The options of one command. */
struct sow_option_list {
    struct sow_option row[SOW_OPTIONS_MAX];
    size_t count;
};

/** A set of shared options and the bits of enum sow_common_set that ask for it. */
struct sow_common_group {
    unsigned takes;
    const char *title;
    struct sow_param_table table; /**< offsets lie in struct sow_common */
};

/** The shared options; ends with a row without a title. A row's fallback may be NULL:
 *  the field then starts as zeros. */
extern const struct sow_common_group sow_common_groups[];

/** Tells whether the option called @p name, with its dashes, was typed. */
bool sow_options_given(const struct sow_option_list *list, const char *name);

/** The type of --rule, the one option that may be given again. */
extern const struct sow_param_type sow_option_rule;

/** Room for the options of @p command, all zeros; NULL without memory. */
void *sow_options_new(const struct sow_command *command);

/** Frees it with what the options own. */
void sow_options_free(const struct sow_command *command, void *options);

/** Lists the options of @p command; @p options and @p common may be NULL for help. */
void sow_options_list(const struct sow_command *command, void *options,
                      struct sow_common *common, struct sow_option_list *list);

/** Sets the fields of @p list to their defaults, and all of @p common: also those whose
 *  options the command does not take. */
void sow_options_defaults(const struct sow_option_list *list, struct sow_common *common);

/**
 * Sets fields from the words at @p argv and collects the others. As in main, argv[0] is
 * not looked at. A word that begins with "-- " or "--" and a line's end is no option.
 * The start of an option's name will do where no other option of the list has it.
 * @param operands  room for argc pointers; ends with NULL.
 * @returns SOW_USAGE with a message for an unknown or ambiguous option, one given twice,
 * a missing or a bad value.
 */
SOW_MUST_USE enum sow_status sow_options_scan(struct sow_option_list *list, int argc,
                                              char **argv, char **operands,
                                              int *operand_count, struct sow_err *err);

#endif
