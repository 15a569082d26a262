/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * QR decomposition of rows below an upper triangle. Private to learn.
 *
 * Ownership: all memory is the caller's.
 */
#ifndef SOW_LEARN_FACTOR_H
#define SOW_LEARN_FACTOR_H

#include "product.h"

/** An upper triangle, and rows to be added to it. */
struct sow_stack {
    double *upper; /**< width x width numbers, row after row; the triangle is replaced by
                        R of both. Numbers below the diagonal are not used */
    double *rows;  /**< @p count rows of width numbers; overwritten */
    size_t width;  /**< number of columns, at least 1 */
    size_t count;  /**< number of rows, at least 1 */
    double *room;  /**< working storage of width x width numbers */
};

/**
 * Replaces the triangle of a stack by the factor R of all its rows. Householder's
 * reflections are gathered in blocks of columns (Elmroth and Gustavson 2000, "Applying
 * recursion to serial and parallel QR factorization", section 2), so most of the work is
 * in products. The order of all sums is fixed.
 * @param[in,out] stack the triangle and the rows.
 * @param product code for the products, which must be available.
 */
void sow_factor_stack(const struct sow_stack *stack, const struct sow_product *product);

#endif
