/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * A run's options as the JSON object of its record, and back without a bit lost.
 */
#ifndef SOW_EXPERIMENTS_RUN_PARAMS_H
#define SOW_EXPERIMENTS_RUN_PARAMS_H

#include "sow/base/param.h"

/** The options described by @p groups as a JSON object on the heap (free it), or NULL
 *  without memory. Numbers are JSON numbers, everything else is text. */
char *sow_run_params_write(const struct sow_param_group *groups, const void *options);

/** Reads what sow_run_params_write wrote. A missing key, an unknown one and a value out
 * of range are SOW_BAD_DATA: the record belongs to another version, or is damaged. */
SOW_MUST_USE enum sow_status sow_run_params_read(const struct sow_param_group *groups,
                                                 const char *json, void *options,
                                                 struct sow_err *err);

/** True if what sow_run_params_write wrote names a player that is limited by time. */
bool sow_run_params_timed(const char *json);

#endif
