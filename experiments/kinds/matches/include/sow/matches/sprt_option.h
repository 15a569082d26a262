/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * A sequential test as an option: `none`, or `elo0=E,elo1=E[,alpha=P][,beta=P]` in any
 * order. elo0 and elo1 are required; alpha and beta are 0.05 by default.
 */
#ifndef SOW_EXPERIMENTS_SPRT_OPTION_H
#define SOW_EXPERIMENTS_SPRT_OPTION_H

#include "sow/base/param.h"
#include "sow/statistics/statistics_sequential.h"

/** Type of an option whose field is a struct sow_sprt, all zeros for `none`. */
extern const struct sow_param_type sow_param_sprt;

/** Returns true if the option is a test, and false if it is `none`. */
bool sow_sprt_wanted(const struct sow_sprt *sprt);

#endif
