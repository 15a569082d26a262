/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * exp, log and length made of + - * /, square roots and exact scaling, so that their bits
 * are the same on every platform. Their relative error is below 4e-16. Private to learn.
 * All functions are pure.
 */
#ifndef SOW_LEARN_ELEMENTARY_H
#define SOW_LEARN_ELEMENTARY_H

/** Returns exp(@p x) for @p x <= 0. Returns 0 for NaN, and below -708, where doubles lose
 *  digits. */
double sow_exp_falling(double x);

/** Returns log(1 + @p t) for @p t in [0, 1]. */
double sow_log_beyond(double t);

/** Returns log(@p x) for @p x > 0 that is a normal double. */
double sow_log_of(double x);

/** Returns the square root of @p a a + @p b b. Nothing overflows before the result does.
 *  Returns NaN or infinity if one of the numbers is. */
double sow_length_of(double a, double b);

#endif
