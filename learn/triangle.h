/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * Upper triangular factors R of QR decompositions, and what least squares reads from
 * them. Private to learn. A struct sow_triangle is the caller's storage between init
 * and release.
 */
#ifndef SOW_LEARN_TRIANGLE_H
#define SOW_LEARN_TRIANGLE_H

#include "sow/learn/design.h"

#include <stddef.h>

/** R, so that R'R = A'A for the rows A folded in; signs of its rows are arbitrary. */
struct sow_triangle {
    size_t width;
    double *cell; /**< width x width, row after row, 0 below the diagonal */
    double *room; /**< as large; working storage of the folding */
};

/** The factor of no rows at all: zero. */
SOW_MUST_USE enum sow_status sow_triangle_init(struct sow_triangle *triangle,
                                               size_t width, struct sow_err *err);

void sow_triangle_release(struct sow_triangle *triangle);

static inline double sow_triangle_at(const struct sow_triangle *triangle, size_t row,
                                     size_t column)
{
    return triangle->cell[row * triangle->width + column];
}

/** Adds @p count >= 1 rows of width numbers, which are overwritten. */
void sow_triangle_fold(struct sow_triangle *triangle, double *rows, size_t count);

/** Makes the factor of the @p count columns of @p from listed in @p columns. */
SOW_MUST_USE enum sow_status sow_triangle_select(const struct sow_triangle *from,
                                                 const size_t *columns, size_t count,
                                                 struct sow_triangle *selected,
                                                 struct sow_err *err);

/** Sum of squares of @p column, rows [@p begin, @p end) of R only: what is left of it
 *  once the columns before @p begin are fitted, and those from @p end on ignored. */
double sow_triangle_squares(const struct sow_triangle *triangle, size_t column,
                            size_t begin, size_t end);

/** The first of the leading @p count columns that those before it explain but for
 *  @p tolerance times its length; @p count if none. */
size_t sow_triangle_dependent(const struct sow_triangle *triangle, size_t count,
                              double tolerance);

/** Coefficients of @p column on the columns before @p count, into @p solution. */
void sow_triangle_solve(const struct sow_triangle *triangle, size_t count, size_t column,
                        double *solution);

/** Inverts the leading @p count x @p count part into @p inverse, row after row. */
void sow_triangle_invert(const struct sow_triangle *triangle, size_t count,
                         double *inverse);

/** Estimated 1-norm condition number of the leading @p count columns, each scaled to
 *  unit length; @p room holds count * (count + 3) numbers. */
double sow_triangle_condition(const struct sow_triangle *triangle, size_t count,
                              double *room);

/** The factor of [1 x y] over all rows of @p design; the design stays as it is, so that
 *  a fit in between does not move the block boundaries. */
SOW_MUST_USE enum sow_status sow_design_reduce(const struct sow_design *design,
                                               struct sow_triangle *triangle,
                                               struct sow_err *err);

/** The one value that @p column of [1 x y] has in every row, or NaN if it varies. */
double sow_design_constant(const struct sow_design *design, size_t column);

#endif
