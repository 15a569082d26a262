/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * Weights in fixed point. Players decide in integers, so that "exact ties" mean the same
 * on every compiler, kernel and summation order.
 *
 * A weight vector is scaled by the one power of two that brings its largest magnitude
 * into [16384, 32767], and rounded to integers (halves to even). A weight that is a
 * multiple of 2^-14 and at most 1 in magnitude is thereby represented exactly if no
 * weight of the vector exceeds 1. With features of at most 255 in magnitude and up to 64
 * of them, sums stay below 64 * 255 * 32767 < 2^29.
 */
#ifndef SOW_HEURISTICS_FIXED_POINT_H
#define SOW_HEURISTICS_FIXED_POINT_H

#include "sow/base/err.h"

#include <stdint.h>

SOW_C_BEGIN

enum { SOW_FIXED_MAX = 32767, SOW_AGENT_TERMS_MAX = 64 };

/** Rounds @p count weights of at most 2^1000 in magnitude; returns the exponent e: weight
 * = fixed * 2^-e. An all-zero vector has exponent 0. */
int sow_fixed_from_weights(const double *weights, int count, int32_t *fixed);

/** The weight that @p fixed stands for. */
double sow_fixed_to_weight(int32_t fixed, int exponent);

SOW_C_END

#endif
