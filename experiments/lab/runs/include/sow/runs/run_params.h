/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * A run's options as the JSON object of its record, and back without the loss of a bit.
 */
#ifndef SOW_EXPERIMENTS_RUN_PARAMS_H
#define SOW_EXPERIMENTS_RUN_PARAMS_H

#include "sow/base/param.h"

/**
 * Writes the options that are recorded as a JSON object. Numbers are JSON numbers,
 * everything else is text. Options that were added later, or that have no effect with
 * these options, are left out while they have their default.
 * @param groups tables of the options
 * @param options the options struct
 * @returns text on the heap (free it), or NULL if memory is short
 */
char *sow_run_params_write(const struct sow_param_group *groups, const void *options);

/**
 * Reads options from the JSON object of a record.
 * @param groups tables of the options
 * @param json text that sow_run_params_write wrote
 * @param[out] options the options struct; sow_params_release frees its content, also
 * after a failure
 * @param[out] err reason of a failure
 * @returns SOW_BAD_DATA for a missing or unknown key or a value out of range: the record
 *   comes from another version, or is damaged
 */
SOW_MUST_USE enum sow_status sow_run_params_read(const struct sow_param_group *groups,
                                                 const char *json, void *options,
                                                 struct sow_err *err);

/** Returns true if a text among recorded options has a word that is a player limited by
 *  time. False also if @p json is not a JSON object, and without memory. */
bool sow_run_params_timed(const char *json);

#endif
