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

#include <stdbool.h>
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

/** Of a factor of [1 x y]: the sum of squares of y - [1 x] @p b, whose weighted mean goes
 *  to @p bias. */
double sow_triangle_errors(const struct sow_triangle *all, const double *b, double *bias);

/** Inverts the leading @p count x @p count part into @p inverse, row after row. */
void sow_triangle_invert(const struct sow_triangle *triangle, size_t count,
                         double *inverse);

/** Estimated 1-norm condition number of the leading @p count columns, each scaled to
 *  unit length; @p room holds count * (count + 3) numbers. */
double sow_triangle_condition(const struct sow_triangle *triangle, size_t count,
                              double *room);

/** Puts (R'R)^-1 @p vector, of the leading @p count columns, in its place. */
void sow_triangle_apply_inverse(const struct sow_triangle *triangle, size_t count,
                                double *vector);

/** Puts R'^-1 @p vector, of the leading @p count columns, in its place. */
void sow_triangle_whiten(const struct sow_triangle *triangle, size_t count,
                         double *vector);

/** Replaces the leading @p count columns' R by C R, where C'C = @p curvature (count x
 *  count, symmetric, overwritten); false, and nothing done, if it is not positive. */
bool sow_triangle_reshape(struct sow_triangle *triangle, size_t count, double *curvature);

/** As sow_triangle_select of @p count @p columns and the one after them, but without
 * those of the count that the ones before them explain but for @p tolerance times their
 * length: these are taken out of @p columns and @p count. */
SOW_MUST_USE enum sow_status
sow_triangle_choose(const struct sow_triangle *from, size_t *columns, size_t *count,
                    double tolerance, struct sow_triangle *chosen, struct sow_err *err);

/** What sow_design_add refuses, calling the row @p number. */
SOW_MUST_USE enum sow_status sow_design_check(const struct sow_design_columns *columns,
                                              int64_t number, const double *x, double y,
                                              double weight, struct sow_err *err);

/** The factor of [1 x y] over all rows of @p design; the design stays as it is, so that
 *  a fit in between does not move the block boundaries. */
SOW_MUST_USE enum sow_status sow_design_reduce(const struct sow_design *design,
                                               struct sow_triangle *triangle,
                                               struct sow_err *err);

/** The one value that @p column of [1 x y] has in every row, or NaN if it varies. */
double sow_design_constant(const struct sow_design *design, size_t column);

#endif
