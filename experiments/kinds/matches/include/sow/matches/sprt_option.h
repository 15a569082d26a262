/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * A sequential test as an option: `none`, or `elo0=0,elo1=10[,alpha=0.05][,beta=0.05]` in
 * any order. elo0 and elo1 have to be named.
 */
#ifndef SOW_EXPERIMENTS_SPRT_OPTION_H
#define SOW_EXPERIMENTS_SPRT_OPTION_H

#include "sow/base/param.h"
#include "sow/statistics/statistics_sequential.h"

/** The field is a struct sow_sprt, all zero for `none`. */
extern const struct sow_param_type sow_param_sprt;

/** False for `none`. */
bool sow_sprt_wanted(const struct sow_sprt *sprt);

#endif
