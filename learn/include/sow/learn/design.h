/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * A design: rows of named columns x with a target y, streamed in and kept only as the
 * triangular factor R of a QR decomposition of [1 x y]. Sums of squares, means, fits of
 * any subset of the columns, and the errors of given coefficients all follow from R, so
 * memory is that of (columns + 2)^2 numbers and one block of rows, whatever the number
 * of rows.
 *
 * Rows are folded in blocks of SOW_DESIGN_BLOCK, in the order they come, by Householder
 * QR of [R; block] (TSQR: Demmel, Grigori, Hoemmen and Langou 2012, "Communication-
 * optimal Parallel and Sequential QR and LU Factorizations"). The normal equations would
 * square the condition number; this does not. The same rows in the same order give the
 * same bits; another order or another cut into designs that are then merged gives the
 * same figures up to rounding.
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

enum {
    SOW_DESIGN_BLOCK = 256, /**< rows folded at once; part of every result's bits */
    SOW_DESIGN_COLUMNS_MAX = 1024, /**< columns of one design */
};

/** What the numbers of a row are called. */
struct sow_design_columns {
    int count;                /**< 0..SOW_DESIGN_COLUMNS_MAX */
    const char *const *names; /**< count names */
    const char *target;       /**< the name of y */
};

struct sow_design;

/** Makes an empty design. Without memory: SOW_NO_MEMORY. */
SOW_MUST_USE enum sow_status sow_design_new(struct sow_design **design,
                                            const struct sow_design_columns *columns,
                                            struct sow_err *err);

/** @p design may be NULL. */
void sow_design_free(struct sow_design *design);

/**
 * Adds one row: @p x holds one number per column. @p weight says how much the row's
 * squared error counts (1 in an ordinary fit); a row of weight 0 is checked and then
 * left out. A number that is not finite, or a weight below 0: SOW_BAD_DATA, naming row
 * (counted from 1, refused ones included) and column; the design is as before.
 */
SOW_MUST_USE enum sow_status sow_design_add(struct sow_design *design, const double *x,
                                            double y, double weight, struct sow_err *err);

/** Adds all rows of @p other, a design of the same column names. */
void sow_design_merge(struct sow_design *design, const struct sow_design *other);

/** Rows held, those of weight 0 not counted. */
int64_t sow_design_rows(const struct sow_design *design);

/** The columns the design was made with. */
const struct sow_design_columns *sow_design_columns(const struct sow_design *design);

SOW_C_END

#endif
