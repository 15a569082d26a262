/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * Weights in fixed point. Players decide in integers, so that "exact ties" mean the same
 * on every compiler, kernel and summation order.
 *
 * A weight vector is scaled by one power of two, which brings its largest magnitude into
 * [16384, 32767]. Then each weight is rounded to an integer (halves to even). If no
 * weight of the vector exceeds 1 in magnitude, every multiple of 2^-14 is represented
 * exactly. With at most 64 features of at most 255 in magnitude, sums stay below 64 * 255
 * * 32767 < 2^29.
 *
 * Ownership: the caller owns all arrays; nothing is allocated. Thread-safe.
 */
#ifndef SOW_HEURISTICS_FIXED_POINT_H
#define SOW_HEURISTICS_FIXED_POINT_H

#include "sow/base/err.h"

#include <stdint.h>

SOW_C_BEGIN

/** SOW_FIXED_MAX: largest magnitude of a fixed-point weight. SOW_AGENT_TERMS_MAX: largest
   number of weights of an agent. */
enum { SOW_FIXED_MAX = 32767, SOW_AGENT_TERMS_MAX = 64 };

/**
 * Rounds a weight vector to fixed point.
 *
 * @param weights @p count weights of at most 2^1000 in magnitude.
 * @param count number of weights, 0 or more.
 * @param[out] fixed receives @p count integers of at most SOW_FIXED_MAX in magnitude.
 * @returns the exponent e of the vector: weight = fixed * 2^-e. It is 0 if all weights
 *        are 0.
 */
int sow_fixed_from_weights(const double *weights, int count, int32_t *fixed);

/**
 * Converts a fixed-point weight to the real number that it represents.
 *
 * @param fixed the fixed-point weight.
 * @param exponent exponent of its vector (sow_fixed_from_weights).
 * @returns fixed * 2^-exponent.
 */
double sow_fixed_to_weight(int32_t fixed, int exponent);

SOW_C_END

#endif
