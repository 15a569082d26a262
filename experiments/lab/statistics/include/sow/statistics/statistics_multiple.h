/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * Adjustment of the p values of several tests. If all tests with an adjusted p value
 * below a bound are called significant, the probability that any of them is wrong is at
 * most that bound.
 */
#ifndef SOW_EXPERIMENTS_STATISTICS_MULTIPLE_H
#define SOW_EXPERIMENTS_STATISTICS_MULTIPLE_H

#include "sow/base/err.h"

#include <stddef.h>

/**
 * Adjusts p values by the method of Holm (1979), as R's p.adjust does. The tests may
 * depend on each other in any way.
 * @param p the p values, 0 to 1. A NaN is not a test: it is not counted and stays NaN.
 * @param count number of p values.
 * @param[out] adjusted receives the adjusted p values in the same order; may be @p p.
 * @param[out] err receives the reason of a failure; may be NULL.
 * @returns SOW_OK, SOW_NO_MEMORY, or SOW_BAD_DATA if a p value is not in 0 to 1.
 */
SOW_MUST_USE enum sow_status sow_holm_adjust(const double *p, size_t count,
                                             double *adjusted, struct sow_err *err);

#endif
