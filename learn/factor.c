/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "factor.h"

#include "elementary.h"

#include <float.h>
#include <math.h>
#include <string.h>

/* Some neighbouring columns of a stack, and their reflections. The product of these is
 * I - V T V' (compact WY). V is I above the reflected rows; T is a triangle in the
 * working storage. */
struct group {
    const struct sow_stack *stack;
    const struct sow_product *product;
    size_t first, count; /* number of the first column, and number of columns */
};

/* Returns the length of a column of @p count numbers at the distance @p stride. Scaling
 * by the largest number so far avoids overflow. */
static double length_of(const double *column, size_t stride, size_t count)
{
    double scale = 0;
    double sum = 1;
    for (size_t i = 0; i < count; i++) {
        double size = fabs(column[i * stride]);
        if (size > scale) {
            double ratio = scale / size;
            sum = 1 + sum * ratio * ratio;
            scale = size;
        } else if (size > 0) {
            double ratio = size / scale;
            sum += ratio * ratio;
        }
    }
    return scale * sqrt(sum);
}

/* Multiplies a column of @p count numbers at the distance @p stride by @p factor. */
static void scale_column(double *column, size_t stride, size_t count, double factor)
{
    for (size_t i = 0; i < count; i++)
        column[i * stride] *= factor;
}

/* Reflects a column so that only its number in the triangle, @p top, is left. The rows
 * receive the reflection's vector, whose number at the top is 1.
 * Returns its factor: the reflection is I - factor v v'. */
static double reflect(double *top, double *rows, size_t stride, size_t count)
{
    double below = length_of(rows, stride, count);
    if (!(below > 0) && !isnan(below))
        return 0;
    double length = sow_length_of(*top, below);
    double left = *top >= 0 ? -length : length;
    double factor = (left - *top) / left;
    double divisor = *top - left;
    if (fabs(divisor) > DBL_MIN) {
        scale_column(rows, stride, count, 1 / divisor);
    } else {
        scale_column(rows, stride, count, DBL_EPSILON / divisor);
        scale_column(rows, stride, count, 1 / DBL_EPSILON);
    }
    *top = left;
    return factor;
}

/* Replaces the small matrix of a pair by T' times it, for the triangle T of the group of
 * A. */
static void multiply_transposed(const double *t, const struct sow_block_pair *pair)
{
    size_t stride = pair->small_stride;
    for (size_t i = pair->a_count; i-- > 0;) {
        double *row = pair->small + i * stride;
        for (size_t j = 0; j < pair->b_count; j++) {
            double sum = 0;
            for (size_t k = 0; k <= i; k++)
                sum += t[k * stride + i] * pair->small[k * stride + j];
            row[j] = sum;
        }
    }
}

/* Replaces the small matrix of a pair by -T1 times it times T2, for the triangles of the
 * groups of A and B. */
static void join(const double *t1, const double *t2, const struct sow_block_pair *pair)
{
    size_t stride = pair->small_stride;
    for (size_t i = 0; i < pair->a_count; i++)
        for (size_t j = 0; j < pair->b_count; j++) {
            double sum = 0;
            for (size_t k = i; k < pair->a_count; k++)
                sum += t1[i * stride + k] * pair->small[k * stride + j];
            pair->small[i * stride + j] = -sum;
        }
    for (size_t i = 0; i < pair->a_count; i++)
        for (size_t j = pair->b_count; j-- > 0;) {
            double sum = 0;
            for (size_t k = 0; k <= j; k++)
                sum += t2[k * stride + j] * pair->small[i * stride + k];
            pair->small[i * stride + j] = sum;
        }
}

/* Decomposes a group of columns: the left half, then the right half after the left one's
 * reflections. Makes T if @p whole is true; otherwise only those parts of T that the
 * triangle needs. */
static void decompose(const struct group *group, bool whole)
{
    const struct sow_stack *stack = group->stack;
    size_t width = stack->width;
    size_t corner = group->first * width + group->first;
    if (group->count == 1) {
        stack->room[corner] = reflect(stack->upper + corner, stack->rows + group->first,
                                      width, stack->count);
        return;
    }
    struct group left = *group;
    left.count = group->count / 2;
    struct group right = *group;
    right.first += left.count;
    right.count -= left.count;
    decompose(&left, true);

    double *upper = stack->upper + corner + left.count;
    const struct sow_block_pair pair = {.a = stack->rows + left.first,
                                        .b = stack->rows + right.first,
                                        .stride = width,
                                        .rows = stack->count,
                                        .a_count = left.count,
                                        .b_count = right.count,
                                        .small = stack->room + corner + left.count,
                                        .small_stride = width};
    for (size_t i = 0; i < left.count; i++)
        memcpy(pair.small + i * width, upper + i * width, right.count * sizeof *upper);
    sow_product_gather(group->product, &pair);
    multiply_transposed(stack->room + corner, &pair);
    sow_product_subtract(group->product, &pair);
    for (size_t i = 0; i < left.count; i++)
        for (size_t j = 0; j < right.count; j++)
            upper[i * width + j] -= pair.small[i * width + j];
    decompose(&right, whole);
    if (!whole)
        return;
    for (size_t i = 0; i < left.count; i++)
        memset(pair.small + i * width, 0, right.count * sizeof *upper);
    sow_product_gather(group->product, &pair);
    join(stack->room + corner, stack->room + right.first * (width + 1), &pair);
}

void sow_factor_stack(const struct sow_stack *stack, const struct sow_product *product)
{
    decompose(&(struct group){stack, product, 0, stack->width}, false);
}
