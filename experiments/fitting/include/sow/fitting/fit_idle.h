/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * Options of a fit that would have no effect.
 */
#ifndef SOW_EXPERIMENTS_FIT_IDLE_H
#define SOW_EXPERIMENTS_FIT_IDLE_H

#include "sow/fitting/fit.h"

/** SOW_USAGE, with what it would need, for an option that differs from its fallback and
 *  counts for nothing beside the others. For options as they are typed: records of runs
 *  may have such options. */
SOW_MUST_USE enum sow_status sow_fit_refuse_idle(const struct sow_fit_options *options,
                                                 struct sow_err *err);

#endif
