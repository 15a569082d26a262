/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * Tail probabilities and quantiles of the distributions that regression tests use.
 *
 * The results are accurate far into the tails. Their relative error is about 1e-12, or
 * 1e-16 times the degrees of freedom (of the denominator) where that is more.
 *
 * The functions use the platform's log and exp, so another C library may give other last
 * bits. Stored results should therefore keep the numbers from which these are computed.
 *
 * All functions are pure and may be called from any thread; nothing is owned.
 */
#ifndef SOW_LEARN_TAILS_H
#define SOW_LEARN_TAILS_H

#include "sow/base/err.h"

SOW_C_BEGIN

/**
 * Computes P(F >= @p f) for Fisher's F distribution.
 * @param f the value of the statistic, at least 0; may be infinite or NaN.
 * @param upper degrees of freedom of the numerator, at least 1.
 * @param lower degrees of freedom of the denominator, at least 1.
 * @returns the probability; 0 if @p f is infinite, NaN if it is NaN.
 */
double sow_tail_fisher(double f, double upper, double lower);

/**
 * Computes P(|T| >= |@p t|) for Student's t distribution.
 * @param t the value of the statistic; may be infinite or NaN.
 * @param freedom degrees of freedom, at least 1.
 * @returns the two-sided probability; NaN if @p t is NaN.
 */
double sow_tail_student(double t, double freedom);

/**
 * Computes the q with P(|T| <= q) = @p level for Student's t distribution.
 * @param level the probability, above 0 and below 1.
 * @param freedom degrees of freedom, at least 1.
 * @returns q, with a relative error below 1e-9 for levels from 0.001 to 0.9999.
 */
double sow_quantile_student(double level, double freedom);

/**
 * Computes P(|Z| >= |@p z|) for the standard normal distribution.
 * @param z the value of the statistic; may be infinite or NaN.
 * @returns the two-sided probability; NaN if @p z is NaN.
 */
double sow_tail_normal(double z);

/**
 * Computes the q with P(|Z| <= q) = @p level for the standard normal distribution.
 * @param level the probability, above 0 and below 1.
 * @returns q.
 */
double sow_quantile_normal(double level);

SOW_C_END

#endif
