/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * Tail probabilities and quantiles of the distributions regression tests use, accurate
 * far into the tails: relative error about 1e-12, or 1e-16 times the (denominator's)
 * degrees of freedom where that is more. They pass through the platform's log and exp:
 * another C library may give other last bits, so stored content should keep what they
 * are computed from.
 *
 * Pure functions; nothing is owned.
 */
#ifndef SOW_LEARN_TAILS_H
#define SOW_LEARN_TAILS_H

#include "sow/base/err.h"

SOW_C_BEGIN

/**
 * P(F >= @p f) of Fisher's distribution with @p upper and @p lower degrees of freedom
 * (numerator, denominator; at least 1). @p f >= 0, infinity gives 0, NaN gives NaN.
 */
double sow_tail_fisher(double f, double upper, double lower);

/** P(|T| >= |@p t|) of Student's distribution with @p freedom >= 1 degrees. */
double sow_tail_student(double t, double freedom);

/** The q with P(|T| <= q) = @p level, 0 < level < 1; relative error below 1e-9 for levels
 *  from 0.001 to 0.9999. */
double sow_quantile_student(double level, double freedom);

/** P(|Z| >= |@p z|) of the standard normal distribution. */
double sow_tail_normal(double z);

/** The q with P(|Z| <= q) = @p level, 0 < level < 1. */
double sow_quantile_normal(double level);

SOW_C_END

#endif
