/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "triangle.h"

#include "factor.h"

#include <assert.h>
#include <gsl/gsl_blas.h>
#include <gsl/gsl_linalg.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* GSL sees views of our own storage only, because its allocators abort the program when
 * memory runs out. The results of its functions are not checked: the only possible errors
 * are wrong shapes, which cannot occur here. */

enum sow_status sow_triangle_init(struct sow_triangle *triangle, size_t width,
                                  struct sow_err *err)
{
    triangle->width = width;
    triangle->cell = calloc(2 * width * width, sizeof *triangle->cell);
    if (triangle->cell == NULL)
        return sow_err_no_memory(err);
    triangle->room = triangle->cell + width * width;
    return SOW_OK;
}

void sow_triangle_release(struct sow_triangle *triangle)
{
    free(triangle->cell);
    triangle->cell = NULL;
}

void sow_triangle_fold(struct sow_triangle *triangle, double *rows, size_t count)
{
    sow_factor_stack(&(struct sow_stack){.upper = triangle->cell,
                                         .rows = rows,
                                         .width = triangle->width,
                                         .count = count,
                                         .room = triangle->room},
                     sow_product_best());
}

enum sow_status sow_triangle_select(const struct sow_triangle *from,
                                    const size_t *columns, size_t count,
                                    struct sow_triangle *selected, struct sow_err *err)
{
    enum sow_status status = sow_triangle_init(selected, count, err);
    if (status != SOW_OK)
        return status;
    double *rows = malloc(from->width * count * sizeof *rows);
    if (rows == NULL) {
        sow_triangle_release(selected);
        return sow_err_no_memory(err);
    }
    for (size_t i = 0; i < from->width; i++)
        for (size_t j = 0; j < count; j++)
            rows[i * count + j] = sow_triangle_at(from, i, columns[j]);
    sow_triangle_fold(selected, rows, from->width);
    free(rows);
    return SOW_OK;
}

double sow_triangle_squares(const struct sow_triangle *triangle, size_t column,
                            size_t begin, size_t end)
{
    double sum = 0;
    for (size_t i = begin; i < end; i++) {
        double value = sow_triangle_at(triangle, i, column);
        sum += value * value;
    }
    return sum;
}

size_t sow_triangle_dependent(const struct sow_triangle *triangle, size_t count,
                              double tolerance)
{
    size_t j = 0;
    for (; j < count; j++) {
        double length = sqrt(sow_triangle_squares(triangle, j, 0, j + 1));
        if (fabs(sow_triangle_at(triangle, j, j)) <= tolerance * length)
            break;
    }
    return j;
}

/* Replaces @p vector by R^-1 @p vector, or by R'^-1 @p vector if @p transposed is
 * CblasTrans, for the leading @p count columns. */
static void divide(const struct sow_triangle *triangle, size_t count,
                   CBLAS_TRANSPOSE_t transposed, double *vector)
{
    if (count == 0)
        return;
    gsl_matrix_const_view upper = gsl_matrix_const_view_array_with_tda(
        triangle->cell, count, count, triangle->width);
    gsl_vector_view x = gsl_vector_view_array(vector, count);
    (void)gsl_blas_dtrsv(CblasUpper, transposed, CblasNonUnit, &upper.matrix, &x.vector);
}

void sow_triangle_solve(const struct sow_triangle *triangle, size_t count, size_t column,
                        double *solution)
{
    for (size_t i = 0; i < count; i++)
        solution[i] = sow_triangle_at(triangle, i, column);
    divide(triangle, count, CblasNoTrans, solution);
}

void sow_triangle_whiten(const struct sow_triangle *triangle, size_t count,
                         double *vector)
{
    divide(triangle, count, CblasTrans, vector);
}

void sow_triangle_apply_inverse(const struct sow_triangle *triangle, size_t count,
                                double *vector)
{
    divide(triangle, count, CblasTrans, vector);
    divide(triangle, count, CblasNoTrans, vector);
}

/* Replaces a symmetric matrix, of which it reads the upper triangle, by its upper
 * Cholesky factor. docs/developers/libraries.md says why this is not GSL's function.
 * Returns false if the matrix is not positive definite. */
static bool factor_positive(double *matrix, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        double *pivot = matrix + i * count;
        for (size_t k = 0; k < i; k++)
            for (size_t j = i; j < count; j++)
                pivot[j] -= matrix[k * count + i] * matrix[k * count + j];
        if (!(pivot[i] > 0))
            return false;
        double root = sqrt(pivot[i]);
        for (size_t j = i; j < count; j++)
            pivot[j] /= root;
    }
    return true;
}

bool sow_triangle_reshape(struct sow_triangle *triangle, size_t count, double *curvature)
{
    if (count == 0)
        return true;
    if (!factor_positive(curvature, count))
        return false;
    gsl_matrix_view factor = gsl_matrix_view_array(curvature, count, count);
    gsl_matrix_view upper =
        gsl_matrix_view_array_with_tda(triangle->cell, count, count, triangle->width);
    (void)gsl_blas_dtrmm(CblasLeft, CblasUpper, CblasNoTrans, CblasNonUnit, 1,
                         &factor.matrix, &upper.matrix);
    return true;
}

/* Removes one column at a time, because the unexplained rest of a dependent column is
 * only noise. */
enum sow_status sow_triangle_choose(const struct sow_triangle *from, size_t *columns,
                                    size_t *count, double tolerance,
                                    struct sow_triangle *chosen, struct sow_err *err)
{
    for (;;) {
        enum sow_status status =
            sow_triangle_select(from, columns, *count + 1, chosen, err);
        if (status != SOW_OK)
            return status;
        assert(chosen->cell != NULL);
        size_t at = sow_triangle_dependent(chosen, *count, tolerance);
        if (at == *count)
            return SOW_OK;
        sow_triangle_release(chosen);
        memmove(columns + at, columns + at + 1, (*count - at) * sizeof *columns);
        --*count;
    }
}

/* The vector of all errors has the length of R (-b, 1). The first component of R (-b, 1)
 * is the sum of the errors divided by the root of the sum of weights. */
double sow_triangle_errors(const struct sow_triangle *all, const double *b, double *bias)
{
    size_t target = all->width - 1;
    double squares = 0;
    double error = 0;
    for (size_t i = all->width; i-- > 0;) {
        error = sow_triangle_at(all, i, target);
        for (size_t j = i; j < target; j++)
            error -= sow_triangle_at(all, i, j) * b[j];
        squares += error * error;
    }
    *bias = error / sow_triangle_at(all, 0, 0);
    return squares;
}

void sow_triangle_invert(const struct sow_triangle *triangle, size_t count,
                         double *inverse)
{
    for (size_t i = 0; i < count; i++)
        memcpy(inverse + i * count, triangle->cell + i * triangle->width,
               count * sizeof *inverse);
    gsl_matrix_view upper = gsl_matrix_view_array(inverse, count, count);
    (void)gsl_linalg_tri_invert(CblasUpper, CblasNonUnit, &upper.matrix);
}

double sow_triangle_condition(const struct sow_triangle *triangle, size_t count,
                              double *room)
{
    for (size_t j = 0; j < count; j++) {
        double length = sqrt(sow_triangle_squares(triangle, j, 0, j + 1));
        for (size_t i = 0; i < count; i++)
            room[i * count + j] = sow_triangle_at(triangle, i, j) / length;
    }
    gsl_matrix_view upper = gsl_matrix_view_array(room, count, count);
    gsl_vector_view work = gsl_vector_view_array(room + count * count, 3 * count);
    double reciprocal = 0;
    (void)gsl_linalg_tri_rcond(CblasUpper, &upper.matrix, &reciprocal, &work.vector);
    return 1 / reciprocal;
}
