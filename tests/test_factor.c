/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tests of the blocked QR decomposition and its products. GSL decomposes the same rows,
   with the same order of sums, and every set of instructions gives the same bits. */
#include "elementary.h"
#include "factor.h"
#include "sow/base/pcg.h"
#include "suite.h"

#include <gsl/gsl_linalg.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { WIDTH_MAX = 60, ROWS_MAX = 300, FOLDS = 3, CELLS = WIDTH_MAX * WIDTH_MAX };

/* Stacks of the same rows, each by other code. */
struct stacks {
    size_t width, rows;
    double (*number)(struct sow_pcg *rng); /* draws a number of the rows */
    double given[ROWS_MAX * WIDTH_MAX];    /* rows of the last fold */
    double below[ROWS_MAX * WIDTH_MAX];
    double room[CELLS];
};

/* Kinds of numbers in rows. */
static double small_integer(struct sow_pcg *rng)
{
    return (double)sow_pcg_below(rng, 21) - 10;
}

static double mostly_zero(struct sow_pcg *rng)
{
    return sow_pcg_below(rng, 4) > 0 ? 0 : small_integer(rng);
}

static double of_any_size(struct sow_pcg *rng)
{
    double number = (double)sow_pcg_below(rng, 1U << 30U) - 0x1p29;
    return ldexp(number, (int)sow_pcg_below(rng, 60) - 60);
}

static double tiny(struct sow_pcg *rng)
{
    return small_integer(rng) * 1e-310;
}

static double huge(struct sow_pcg *rng)
{
    return small_integer(rng) * 1e300;
}

static double (*const NUMBERS[])(struct sow_pcg *rng) = {small_integer, mostly_zero,
                                                         of_any_size, tiny, huge};

static void draw(struct stacks *stacks, struct sow_pcg *rng)
{
    for (size_t i = 0; i < stacks->rows * stacks->width; i++)
        stacks->given[i] = stacks->number(rng);
}

static void add_by(struct stacks *stacks, const struct sow_product *product,
                   double *upper)
{
    memcpy(stacks->below, stacks->given, sizeof stacks->below);
    sow_factor_stack(&(struct sow_stack){upper, stacks->below, stacks->width,
                                         stacks->rows, stacks->room},
                     product);
}

static void add_by_gsl(struct stacks *stacks, double *upper)
{
    size_t width = stacks->width;
    memcpy(stacks->below, stacks->given, sizeof stacks->below);
    gsl_matrix_view triangle = gsl_matrix_view_array(upper, width, width);
    gsl_matrix_view below = gsl_matrix_view_array(stacks->below, stacks->rows, width);
    gsl_matrix_view room = gsl_matrix_view_array(stacks->room, width, width);
    ck_assert_int_eq(
        gsl_linalg_QR_UR_decomp(&triangle.matrix, &below.matrix, &room.matrix), 0);
}

/* Fails unless two triangles differ by at most @p tolerance of the largest number of a
   column. */
static void assert_near(const struct stacks *stacks, const double *one,
                        const double *other, double tolerance)
{
    size_t width = stacks->width;
    for (size_t j = 0; j < width; j++) {
        double size = 0;
        for (size_t i = 0; i <= j; i++)
            size = fmax(size, fabs(other[i * width + j]));
        for (size_t i = 0; i <= j; i++)
            ck_assert_msg(fabs(one[i * width + j] - other[i * width + j]) <=
                              tolerance * size,
                          "%zu columns, %zu rows: R(%zu, %zu) is %a and %a", width,
                          stacks->rows, i, j, one[i * width + j], other[i * width + j]);
    }
}

static void shape(struct stacks *stacks, struct sow_pcg *rng)
{
    stacks->width = 1 + sow_pcg_below(rng, WIDTH_MAX);
    stacks->rows = 1 + sow_pcg_below(rng, ROWS_MAX);
}

/* The bits of GSL's product depend on its build. On x86-64 it does not contract sums, so
   its numbers are ours. Elsewhere the last bits differ, and with them whole rows of
   dependent columns: there only the products of triangles are compared. */
TEST_EACH(triangle, is_that_of_gsl, NUMBERS)
{
#ifndef __x86_64__
    return;
#endif
    static struct stacks stacks;
    struct sow_pcg rng;
    sow_pcg_seed(&rng, 7, (uint64_t)_i);
    stacks.number = NUMBERS[_i];
    for (int problem = 0; problem < 150; problem++) {
        double ours[CELLS] = {0};
        double theirs[CELLS] = {0};
        shape(&stacks, &rng);
        for (int fold = 0; fold < FOLDS; fold++) {
            draw(&stacks, &rng);
            add_by(&stacks, sow_product_best(), ours);
            add_by_gsl(&stacks, theirs);
            assert_near(&stacks, ours, theirs, 0);
        }
    }
}

TEST_EACH(triangle, has_the_same_bits_by_all_instructions, NUMBERS)
{
    static struct stacks stacks;
    struct sow_pcg rng;
    sow_pcg_seed(&rng, 8, (uint64_t)_i);
    stacks.number = NUMBERS[_i];
    for (int problem = 0; problem < 150; problem++) {
        shape(&stacks, &rng);
        draw(&stacks, &rng);
        double first[CELLS] = {0};
        add_by(&stacks, sow_products, first);
        for (const struct sow_product *product = sow_products; product->name != NULL;
             product++) {
            double upper[CELLS] = {0};
            if (!product->available())
                continue;
            add_by(&stacks, product, upper);
            ck_assert_msg(
                memcmp((const void *)upper, (const void *)first, sizeof upper) == 0,
                "%s: %zu columns, %zu rows", product->name, stacks.width, stacks.rows);
        }
    }
}

/* The triangle has the same sums of squares and products as the rows. */
TEST(triangle, has_the_products_of_the_rows)
{
    static struct stacks stacks;
    struct sow_pcg rng;
    sow_pcg_seed(&rng, 9, 1);
    stacks.number = small_integer;
    for (int problem = 0; problem < 100; problem++) {
        double upper[CELLS] = {0};
        shape(&stacks, &rng);
        draw(&stacks, &rng);
        add_by(&stacks, sow_product_best(), upper);
        size_t width = stacks.width;
        for (size_t i = 0; i < width; i++)
            for (size_t j = i; j < width; j++) {
                double wanted = 0;
                double sum = 0;
                for (size_t k = 0; k < stacks.rows; k++)
                    wanted += stacks.given[k * width + i] * stacks.given[k * width + j];
                for (size_t k = 0; k <= i; k++)
                    sum += upper[k * width + i] * upper[k * width + j];
                ck_assert_double_eq_tol(sum, wanted, 1e-9 * (double)stacks.rows);
            }
    }
}

/* Lengths whose bits are known: those of right triangles of integers, and limits. */
TEST(length, of_known_triangles_is_exact)
{
    for (int m = 2; m < 200; m++)
        for (int n = 1; n < m; n++) {
            double a = m * m - n * n;
            double b = 2 * m * n;
            double c = m * m + n * n;
            ck_assert(!(fabs(sow_length_of(a, -b) - c) > 0));
            ck_assert(
                !(fabs(sow_length_of(b * 0x1p1000, a * 0x1p1000) - c * 0x1p1000) > 0));
            ck_assert(
                !(fabs(sow_length_of(b * 0x1p-1060, a * 0x1p-1060) - c * 0x1p-1060) > 0));
        }
    ck_assert(!(fabs(sow_length_of(0, 0)) > 0));
    ck_assert(isinf(sow_length_of(1, (double)INFINITY)));
    ck_assert(isnan(sow_length_of(1, (double)NAN)));
    ck_assert(isnan(sow_length_of((double)NAN, 1)));
}

/* The error is at most one unit in the last place: long doubles have more digits. */
TEST(length, has_all_digits)
{
    struct sow_pcg rng;
    sow_pcg_seed(&rng, 10, 1);
    for (int i = 0; i < 200000; i++) {
        double a = of_any_size(&rng);
        double b = of_any_size(&rng);
        long double wanted = sqrtl((long double)a * a + (long double)b * b);
        long double error = fabsl((long double)sow_length_of(a, b) - wanted);
        ck_assert_msg(error <= wanted * 0x1p-52L, "%a and %a", a, b);
    }
}
