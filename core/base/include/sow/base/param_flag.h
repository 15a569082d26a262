/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * Options that are "yes" or "no", and that may be given without a value.
 */
#ifndef SOW_BASE_PARAM_FLAG_H
#define SOW_BASE_PARAM_FLAG_H

#include "sow/base/param.h"

SOW_C_BEGIN

/** sow_param_flag with `is_added`. */
extern const struct sow_param_type sow_param_added_flag;

/**
 * Returns true if an option may be given without a value.
 * @param param a row of a table of options
 * @returns true for a row of type sow_param_flag or sow_param_added_flag
 */
static inline bool sow_param_is_flag(const struct sow_param *param)
{
    return param->type == &sow_param_flag || param->type == &sow_param_added_flag;
}

SOW_C_END

#endif
