/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * Designs: summaries of rows of named columns x with a target y.
 *
 * A design does not keep its rows. It keeps only the triangular factor R of a QR
 * decomposition of the matrix [1 x y]. Sums of squares, means, fits of any subset of the
 * columns and the errors of given coefficients all follow from R. Memory is therefore
 * (columns + 2)^2 numbers and one block of rows, for any number of rows.
 *
 * Rows are added to R in blocks of SOW_DESIGN_BLOCK, in the order in which they arrive,
 * by a Householder QR of [R; block]. The method is TSQR (Demmel, Grigori, Hoemmen and
 * Langou 2012, "Communication-optimal Parallel and Sequential QR and LU Factorizations").
 * It avoids the normal equations, which would square the condition number.
 *
 * The same rows in the same order give the same bits. Rows in another order, or rows
 * spread over several designs that are then merged, give the same figures up to rounding.
 *
 * Ownership: a design is a heap object of the caller. The column list, its names and
 * the target's name are borrowed and must outlive the design and every fit made from
 * it. Two threads may read one design, but not while a third adds to it.
 */
#ifndef SOW_LEARN_DESIGN_H
#define SOW_LEARN_DESIGN_H

#include "sow/base/err.h"

#include <stdint.h>

SOW_C_BEGIN

/** Sizes of designs. */
enum {
    SOW_DESIGN_BLOCK = 256, /**< rows in a block; every result's bits depend on it */
    SOW_DESIGN_COLUMNS_MAX = 1024, /**< largest number of columns of a design */
};

/** Names of the numbers in a row. */
struct sow_design_columns {
    int count;                /**< number of columns, 0 to SOW_DESIGN_COLUMNS_MAX */
    const char *const *names; /**< names of the columns, count of them; borrowed */
    const char *target;       /**< name of the target y; borrowed */
};

/** A summary of rows, as the head of this file describes it; private to design.c. */
struct sow_design;

/**
 * Makes a design without rows.
 * @param[out] design receives the new design, which the caller frees with
 * sow_design_free; unchanged on failure.
 * @param columns the names of the columns. The struct is copied; its names are borrowed.
 * @param[out] err receives the reason of a failure; may be NULL.
 * @returns SOW_OK or SOW_NO_MEMORY.
 */
SOW_MUST_USE enum sow_status sow_design_new(struct sow_design **design,
                                            const struct sow_design_columns *columns,
                                            struct sow_err *err);

/**
 * Frees a design.
 * @param design the design; may be NULL.
 */
void sow_design_free(struct sow_design *design);

/**
 * Adds one row to a design.
 * @param[in,out] design the design; unchanged on failure, except that the refused row is
 * counted.
 * @param x one finite number for each column.
 * @param y the target, a finite number.
 * @param weight the factor of the row's squared error, finite and at least 0; 1 in an
 * ordinary fit. A row of weight 0 is checked and then left out.
 * @param[out] err receives the reason of a failure, which names the column and the row.
 * Rows are counted from 1, refused rows included. May be NULL.
 * @returns SOW_OK, or SOW_BAD_DATA if a number is not finite or the weight is below 0.
 */
SOW_MUST_USE enum sow_status sow_design_add(struct sow_design *design, const double *x,
                                            double y, double weight, struct sow_err *err);

/**
 * Adds all rows of one design to another, as their factor and the block that is not yet
 * part of it. The receiver also takes over the count of refused and weightless rows.
 * @param[in,out] design the design that receives the rows.
 * @param other a different design with the same column names; unchanged.
 */
void sow_design_merge(struct sow_design *design, const struct sow_design *other);

/**
 * Returns the number of rows in a design.
 * @param design the design.
 * @returns the number of rows of weight above 0.
 */
int64_t sow_design_rows(const struct sow_design *design);

/**
 * Returns the columns with which a design was made.
 * @param design the design.
 * @returns the columns, borrowed from @p design.
 */
const struct sow_design_columns *sow_design_columns(const struct sow_design *design);

SOW_C_END

#endif
