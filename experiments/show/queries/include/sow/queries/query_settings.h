/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * Settings of a stored run beside their defaults. The defaults are those of the tables of
 * options of the run's kind.
 *
 * Ownership: all texts are borrowed. Names and defaults are static; a value is valid for
 * the call.
 */
#ifndef SOW_EXPERIMENTS_QUERY_SETTINGS_H
#define SOW_EXPERIMENTS_QUERY_SETTINGS_H

#include "sow/base/param.h"
#include "sow/queries/query.h"
#include "sow/queries/query_follow.h"

struct sow_run_row;

/** A setting of a run that is also an option of its command. */
struct sow_query_setting {
    const struct sow_param *param; /**< row of the setting: name and default */
    const char *value;             /**< value as the record has it */
    /** true if the value is not the default, nor one that the program worked out from it
     */
    bool differs;
};

/** Takes a setting. Fails as it likes, which ends the list. */
typedef enum sow_status sow_query_setting_fn(void *context,
                                             const struct sow_query_setting *setting,
                                             struct sow_err *err);

/**
 * Lists the settings of a run that are options of its command, in the order of the
 * record. Leaves out operands, and values that the program worked out.
 * @param store database
 * @param row record of the run; an unknown kind has no settings
 * @param following its settings that follow (sow_query_follow)
 * @param take receives each setting
 * @param context passed to @p take
 * @param[out] err reason of a failure
 * @returns the failure of the database or of @p take
 */
SOW_MUST_USE enum sow_status
sow_query_settings(struct sow_store *store, const struct sow_run_row *row,
                   const struct sow_query_following *following,
                   sow_query_setting_fn *take, void *context, struct sow_err *err);

/** Most defaults of a kind. */
enum { SOW_QUERY_DEFAULTS_MAX = 128 };

/** Returns true if the user typed the option of a row. */
typedef bool sow_query_given_fn(const void *context, const struct sow_param *param);

/**
 * Lists the defaults of a kind for sow_query_result and sow_query_page.
 * @param kind kind of runs; an unknown kind has none
 * @param given leaves out options for which it returns true; NULL: none is left out
 * @param context passed to @p given
 * @param[out] defaults receives names and values
 * @returns the number of defaults
 */
size_t sow_query_defaults(const char *kind, sow_query_given_fn *given,
                          const void *context,
                          struct sow_query_default defaults[SOW_QUERY_DEFAULTS_MAX]);

#endif
