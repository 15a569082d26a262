/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * exp and log made of + - * / and exact scaling, so that they have the same bits on every
 * platform; relative error below 4e-16. Private to learn. Pure functions.
 */
#ifndef SOW_LEARN_ELEMENTARY_H
#define SOW_LEARN_ELEMENTARY_H

/** exp(@p x) for @p x <= 0; 0 below -708, where doubles lose digits, and for NaN. */
double sow_exp_falling(double x);

/** log(1 + @p t) for @p t in [0, 1]. */
double sow_log_beyond(double t);

/** log(@p x) for normal @p x > 0. */
double sow_log_of(double x);

#endif
