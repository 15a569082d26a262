/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * Bounds of weights as text. The text is one number for all weights (`-1`) or one number
 * for each weight (`0,0,-1`). Bounds by name may follow, as in `-1,h4=0`.
 */
#ifndef SOW_EXPERIMENTS_BOUNDS_H
#define SOW_EXPERIMENTS_BOUNDS_H

#include "sow/base/param.h"

/** Type of a parameter whose value is such a text. The field is a char * that owns the
 *  text. Every number must lie between min and max of the row. Records hold a number if
 *  the text is one number. */
extern const struct sow_param_type sow_param_bounds;

/** Returns the smallest number in a valid text of bounds. Numbers with a name count
 *  too. */
double sow_bounds_least(const char *text);

/**
 * Finds the bound of each weight.
 * @param text valid text of bounds
 * @param names names of the weights
 * @param count number of weights
 * @param[out] bounds bound of each weight, in the order of @p names
 * @param[out] err reason of a failure
 * @returns SOW_USAGE if the text has more or fewer numbers than weights, or a bound for
 *   an unknown name
 */
SOW_MUST_USE enum sow_status sow_bounds_find(const char *text, const char *const *names,
                                             int count, double *bounds,
                                             struct sow_err *err);

/** Returns the shortest text of @p count bounds, at least one, on the heap: one number
 *  if all are equal. NULL if memory is short. */
char *sow_bounds_write(const double *bounds, int count);

#endif
