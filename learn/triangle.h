/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * Upper triangular factors R of QR decompositions, and the figures of least squares that
 * follow from them. Private to learn.
 *
 * Ownership: a struct sow_triangle is the caller's storage. Every function that makes one
 * leaves it to the caller to release.
 */
#ifndef SOW_LEARN_TRIANGLE_H
#define SOW_LEARN_TRIANGLE_H

#include "sow/learn/design.h"

#include <stdbool.h>
#include <stddef.h>

/** The factor R of the rows A that have been added: R'R = A'A. The signs of its rows are
 *  arbitrary. */
struct sow_triangle {
    size_t width; /**< number of columns */
    double *cell; /**< width x width numbers, row after row; 0 below the diagonal */
    double *room; /**< working storage of the same size */
};

/** Makes the factor of no rows: zero. Returns SOW_OK or SOW_NO_MEMORY; after that, the
 *  factor may be released but not used. */
SOW_MUST_USE enum sow_status sow_triangle_init(struct sow_triangle *triangle,
                                               size_t width, struct sow_err *err);

/** Frees the memory of a factor, which may be zero or released already. */
void sow_triangle_release(struct sow_triangle *triangle);

/** Returns the number of a factor in row @p row and column @p column, both from 0. */
static inline double sow_triangle_at(const struct sow_triangle *triangle, size_t row,
                                     size_t column)
{
    return triangle->cell[row * triangle->width + column];
}

/** Adds @p count >= 1 rows of `width` numbers, one after the other, to the rows that a
 * factor summarises. Overwrites @p rows. */
void sow_triangle_fold(struct sow_triangle *triangle, double *rows, size_t count);

/** Makes the factor of some columns of another.
 *  @param from the other factor.
 *  @param columns numbers of its columns, @p count of them, in any order.
 *  @param count number of columns.
 *  @param[out] selected receives the new factor.
 *  @param[out] err receives the reason of a failure; may be NULL.
 *  @returns SOW_OK or SOW_NO_MEMORY. */
SOW_MUST_USE enum sow_status sow_triangle_select(const struct sow_triangle *from,
                                                 const size_t *columns, size_t count,
                                                 struct sow_triangle *selected,
                                                 struct sow_err *err);

/** Returns the sum of squares of @p column over the rows from @p begin to @p end - 1 of
 * R. This is the part of the column that the columns from @p begin to @p end - 1 explain
 *  after those before @p begin are fitted. */
double sow_triangle_squares(const struct sow_triangle *triangle, size_t column,
                            size_t begin, size_t end);

/** Returns the first dependent one of the leading @p count columns, or @p count if there
 *  is none. A column is dependent if the columns before it leave at most @p tolerance of
 *  its length unexplained. */
size_t sow_triangle_dependent(const struct sow_triangle *triangle, size_t count,
                              double tolerance);

/** Fits @p column to the leading @p count columns by least squares. @p solution receives
 *  @p count coefficients. The columns must not be dependent. */
void sow_triangle_solve(const struct sow_triangle *triangle, size_t count, size_t column,
                        double *solution);

/** Returns the sum of squares of y - [1 x] @p b, given a factor of [1 x y]. @p bias
 *  receives the weighted mean of y - [1 x] @p b. */
double sow_triangle_errors(const struct sow_triangle *all, const double *b, double *bias);

/** Inverts the leading @p count x @p count part of R. @p inverse receives it, row after
 *  row. */
void sow_triangle_invert(const struct sow_triangle *triangle, size_t count,
                         double *inverse);

/** Returns the estimated 1-norm condition number of the leading @p count columns, each
 *  scaled to unit length. @p room is working storage of count * (count + 3) numbers. */
double sow_triangle_condition(const struct sow_triangle *triangle, size_t count,
                              double *room);

/** Replaces @p vector by (R'R)^-1 @p vector, for the leading @p count columns. */
void sow_triangle_apply_inverse(const struct sow_triangle *triangle, size_t count,
                                double *vector);

/** Replaces @p vector by R'^-1 @p vector, for the leading @p count columns. In the new
 *  coordinates R'R is the identity. */
void sow_triangle_whiten(const struct sow_triangle *triangle, size_t count,
                         double *vector);

/** Replaces R of the leading @p count columns by C R, where C'C = @p curvature.
 *  @param[in,out] triangle the factor.
 *  @param count number of columns.
 *  @param[in,out] curvature a symmetric matrix of count x count numbers; overwritten.
 *  @returns true on success; false, with the factor unchanged, if @p curvature is not
 *  positive definite. */
bool sow_triangle_reshape(struct sow_triangle *triangle, size_t count, double *curvature);

/** Makes the factor of some columns of another, and of one more column, without dependent
 *  columns.
 *  @param from the other factor.
 *  @param[in,out] columns numbers of its columns: @p count candidates, and then the one
 *  more. Dependent candidates, as in sow_triangle_dependent, are removed.
 *  @param[in,out] count number of candidates, reduced by the number of removed ones.
 *  @param tolerance bound for dependence.
 *  @param[out] chosen receives the new factor.
 *  @param[out] err receives the reason of a failure; may be NULL.
 *  @returns SOW_OK or SOW_NO_MEMORY. */
SOW_MUST_USE enum sow_status
sow_triangle_choose(const struct sow_triangle *from, size_t *columns, size_t *count,
                    double tolerance, struct sow_triangle *chosen, struct sow_err *err);

/** Checks one row as sow_design_add does. Returns SOW_BAD_DATA, with an error that names
 *  row @p number, if it is invalid. */
SOW_MUST_USE enum sow_status sow_design_check(const struct sow_design_columns *columns,
                                              int64_t number, const double *x, double y,
                                              double weight, struct sow_err *err);

/** Makes the factor of [1 x y] of all rows of @p design. The design does not change, so a
 *  fit between two additions does not move the boundaries of its blocks. Returns SOW_OK,
 *  or SOW_NO_MEMORY with nothing for the caller to release. */
SOW_MUST_USE enum sow_status sow_design_reduce(const struct sow_design *design,
                                               struct sow_triangle *triangle,
                                               struct sow_err *err);

/** Returns the number that @p column of [1 x y] has in every row, or NaN if it varies. */
double sow_design_constant(const struct sow_design *design, size_t column);

#endif
