/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * Bounds of weights as text: one number for all, as in `-1`, or one for each, `0,0,-1`;
 * after that others by name, as in `-1,h4=0`.
 */
#ifndef SOW_EXPERIMENTS_BOUNDS_H
#define SOW_EXPERIMENTS_BOUNDS_H

#include "sow/base/param.h"

/** A field char *, owned; min and max of its row hold for every number. A number in
 *  records if it is one for all. */
extern const struct sow_param_type sow_param_bounds;

/** The least number of such a text. */
double sow_bounds_least(const char *text);

/** Finds the bound of each of @p count weights called @p names. SOW_USAGE if there are
 * more or fewer, or if one is given to another name. */
SOW_MUST_USE enum sow_status sow_bounds_find(const char *text, const char *const *names,
                                             int count, double *bounds,
                                             struct sow_err *err);

/** The shortest text of these, on the heap, or NULL without memory. */
char *sow_bounds_write(const double *bounds, int count);

#endif
