/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sow/heuristics/fixed_point.h"

#include <math.h>

enum { FIXED_BITS = 15 };

int sow_fixed_from_weights(const double *weights, int count, int32_t *fixed)
{
    double largest = 0.0;
    for (int i = 0; i < count; i++)
        largest = fmax(largest, fabs(weights[i]));
    int exponent = 0;
    if (largest > 0.0) {
        int binary = 0;
        (void)frexp(largest, &binary);
        exponent = FIXED_BITS - binary;
        if (nearbyint(ldexp(largest, exponent)) > SOW_FIXED_MAX)
            exponent--;
    }
    for (int i = 0; i < count; i++)
        fixed[i] = (int32_t)nearbyint(ldexp(weights[i], exponent));
    return exponent;
}

double sow_fixed_to_weight(int32_t fixed, int exponent)
{
    return ldexp((double)fixed, -exponent);
}
