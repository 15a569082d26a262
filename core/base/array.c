/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sow/base/array.h"

#include <stdint.h>
#include <stdlib.h>

/* Least number of items that an array has room for. */
enum { LEAST_ROOM = 16 };

void *sow_array_grow(void *items, size_t count, size_t size)
{
    if (count > 0 && (count < LEAST_ROOM || (count & (count - 1)) != 0))
        return items;
    return realloc(items, (count < LEAST_ROOM ? LEAST_ROOM : 2 * count) * size);
}

int sow_compare_reals(const void *a, const void *b)
{
    double x = *(const double *)a;
    double y = *(const double *)b;
    return (x > y) - (x < y);
}

int sow_compare_integers(const void *a, const void *b)
{
    int64_t x = *(const int64_t *)a;
    int64_t y = *(const int64_t *)b;
    return (x > y) - (x < y);
}
