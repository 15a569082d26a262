/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * Many tests at once: p-values adjusted so that calling all those below a bound
 * significant is wrong anywhere with at most that probability.
 */
#ifndef SOW_EXPERIMENTS_STATISTICS_MULTIPLE_H
#define SOW_EXPERIMENTS_STATISTICS_MULTIPLE_H

#include "sow/base/err.h"

#include <stddef.h>

/**
 * Holm 1979 (step-down Bonferroni), as R's p.adjust: holds whatever the tests depend on.
 * @param p        @p count p-values, 0..1; a NaN is no test, stays NaN and is not counted
 * @param adjusted room for as many, in the same order; may be @p p itself
 * @returns SOW_BAD_DATA for a value outside 0..1 (its place is named), SOW_NO_MEMORY.
 */
SOW_MUST_USE enum sow_status sow_holm_adjust(const double *p, size_t count,
                                             double *adjusted, struct sow_err *err);

#endif
