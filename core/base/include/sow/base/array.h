/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * Arrays on the heap that grow item by item, and comparisons for qsort.
 */
#ifndef SOW_BASE_ARRAY_H
#define SOW_BASE_ARRAY_H

#include "sow/base/err.h"

#include <stddef.h>

SOW_C_BEGIN

/**
 * Makes room for one more item in an array, before the caller writes it. The room follows
 * from the number of items: it is 16, 32, 64 and so on. So an array needs no field for
 * its room, but only this function may allocate it. New room is not cleared.
 * @param items the array, from malloc; NULL without items
 * @param count number of items so far
 * @param size bytes of an item
 * @returns the array, which the caller owns instead of @p items; NULL without memory, and
 *   @p items is then still valid
 */
SOW_MUST_USE void *sow_array_grow(void *items, size_t count, size_t size);

/**
 * Compares two real numbers for qsort, the least first.
 * @param a first double; not NaN
 * @param b second double; not NaN
 * @returns -1, 0 or 1 if @p a is less than, equal to or greater than @p b
 */
int sow_compare_reals(const void *a, const void *b);

/**
 * Compares two whole numbers for qsort, the least first.
 * @param a first int64_t
 * @param b second int64_t
 * @returns -1, 0 or 1 if @p a is less than, equal to or greater than @p b
 */
int sow_compare_integers(const void *a, const void *b);

SOW_C_END

#endif
