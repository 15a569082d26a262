/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sow/base/array.h"

#include "suite.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>

/* Items survive each growth, and there is room for each new one. */
TEST(arrays, items_survive_growth)
{
    enum { COUNT = 1000 };
    int64_t *items = NULL;
    for (int i = 0; i < COUNT; i++) {
        int64_t *grown = sow_array_grow(items, (size_t)i, sizeof *grown);
        ck_assert_ptr_nonnull(grown);
        items = grown;
        items[i] = COUNT - i;
    }
    for (int i = 0; i < COUNT; i++)
        ck_assert_int_eq(items[i], COUNT - i);
    qsort(items, COUNT, sizeof *items, sow_compare_integers);
    for (int i = 0; i < COUNT; i++)
        ck_assert_int_eq(items[i], i + 1);
    free(items);
}

TEST(arrays, room_for_more_items_is_kept)
{
    char item = 'x';
    void *volatile full = &item;
    /* The array has room for 16 items, so the function returns it as it is. */
    ck_assert_ptr_eq(sow_array_grow(full, 1, sizeof item), full);
}

TEST(arrays, reals_are_in_order)
{
    double values[] = {2.5, -INFINITY, 0.0, INFINITY, -1.0, 2.5};
    enum { COUNT = sizeof values / sizeof values[0] };
    qsort(values, COUNT, sizeof *values, sow_compare_reals);
    for (int i = 1; i < COUNT; i++)
        ck_assert(values[i - 1] <= values[i]);
    ck_assert_int_eq(sow_compare_reals(&values[4], &values[3]), 0);
}
