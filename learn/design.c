/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sow/learn/design.h"

#include "triangle.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* A stored row is [1 x y], multiplied by the square root of its weight. The column of
 * ones costs little. It allows every fit both with and without an intercept. */
struct sow_design {
    struct sow_design_columns columns; /* names of the columns */
    int64_t offered; /* number of rows given, including refused and weightless ones */
    int64_t rows;    /* number of rows of weight above 0 */
    struct sow_triangle triangle; /* factor of the rows before the block */
    size_t pending;               /* number of rows in the block */
    double *block; /* room for SOW_DESIGN_BLOCK rows, and for `least` and `most`; owned */
    /* Smallest and largest number of each column, without weights. They tell exactly
     * whether a column varies. */
    double *least;
    double *most;
};

enum sow_status sow_design_new(struct sow_design **design,
                               const struct sow_design_columns *columns,
                               struct sow_err *err)
{
    assert(columns->count >= 0 && columns->count <= SOW_DESIGN_COLUMNS_MAX);
    size_t width = (size_t)columns->count + 2;
    struct sow_design *made = calloc(1, sizeof *made);
    if (made == NULL)
        return sow_err_no_memory(err);
    made->columns = *columns;
    made->block = calloc((SOW_DESIGN_BLOCK + 2) * width, sizeof *made->block);
    if (made->block == NULL) {
        free(made);
        return sow_err_no_memory(err);
    }
    made->least = made->block + SOW_DESIGN_BLOCK * width;
    made->most = made->least + width;
    made->least[0] = made->most[0] = 1;
    enum sow_status status = sow_triangle_init(&made->triangle, width, err);
    if (status != SOW_OK) {
        sow_design_free(made);
        return status;
    }
    *design = made;
    return SOW_OK;
}

void sow_design_free(struct sow_design *design)
{
    if (design == NULL)
        return;
    sow_triangle_release(&design->triangle);
    free(design->block);
    free(design);
}

/* Returns the name of column @p column, counted from 0; the target's if it is the number
 * of columns. */
static const char *name_of(const struct sow_design_columns *columns, int column)
{
    return column < columns->count ? columns->names[column] : columns->target;
}

/* Returns true if no number is infinite or NaN. Both have an exponent of ones only, which
 * overflows into the sign when one is added. Unlike isfinite, this is done for several
 * numbers at a time. */
static bool all_finite(const double *x, size_t count)
{
    uint64_t signs = 0;
    for (size_t j = 0; j < count; j++) {
        uint64_t bits;
        memcpy(&bits, &x[j], sizeof bits);
        signs |= (bits & UINT64_C(0x7fffffffffffffff)) + UINT64_C(0x0010000000000000);
    }
    return signs >> 63U == 0;
}

enum sow_status sow_design_check(const struct sow_design_columns *columns, int64_t number,
                                 const double *x, double y, double weight,
                                 struct sow_err *err)
{
    int first = all_finite(x, (size_t)columns->count) ? columns->count : 0;
    for (int j = first; j <= columns->count; j++) {
        double value = j < columns->count ? x[j] : y;
        if (!isfinite(value))
            return sow_err_set(err, SOW_BAD_DATA,
                               "row %lld: column '%s' is %g; give a finite number",
                               (long long)number, name_of(columns, j), value);
    }
    if (!isfinite(weight) || weight < 0)
        return sow_err_set(err, SOW_BAD_DATA,
                           "row %lld: the weight is %g; give a finite number, at least 0",
                           (long long)number, weight);
    return SOW_OK;
}

/* Extends the range of a column of [1 x y] so that it holds @p least and @p most. Without
 * rows in the design, these become the range. */
static void widen_range(struct sow_design *design, size_t column, double least,
                        double most)
{
    if (design->rows == 0 || least < design->least[column])
        design->least[column] = least;
    if (design->rows == 0 || most > design->most[column])
        design->most[column] = most;
}

/* Returns the next free row of the block, for the caller to fill. A full block is first
 * added to the factor. */
static double *next_row(struct sow_design *design)
{
    size_t width = design->triangle.width;
    if (design->pending == SOW_DESIGN_BLOCK) {
        sow_triangle_fold(&design->triangle, design->block, design->pending);
        design->pending = 0;
    }
    return design->block + width * design->pending++;
}

enum sow_status sow_design_add(struct sow_design *design, const double *x, double y,
                               double weight, struct sow_err *err)
{
    design->offered++;
    enum sow_status status =
        sow_design_check(&design->columns, design->offered, x, y, weight, err);
    if (status != SOW_OK || weight <= 0)
        return status;
    size_t target = design->triangle.width - 1;
    double scale = sqrt(weight);
    double *row = next_row(design);
    row[0] = scale;
    for (size_t j = 1; j < target; j++) {
        row[j] = scale * x[j - 1];
        widen_range(design, j, x[j - 1], x[j - 1]);
    }
    row[target] = scale * y;
    widen_range(design, target, y, y);
    design->rows++;
    return SOW_OK;
}

/* Appends rows of [1 x y], weights already applied. Neither their ranges nor their number
 * is counted here. */
static void append_rows(struct sow_design *design, const double *rows, size_t count)
{
    size_t width = design->triangle.width;
    for (size_t i = 0; i < count; i++)
        memcpy(next_row(design), rows + i * width, width * sizeof *rows);
}

/* R'R of a factor R equals A'A of the rows A from which it was made. So adding the rows
 * of R is the same as adding the rows of A. */
void sow_design_merge(struct sow_design *design, const struct sow_design *other)
{
    assert(design != other && design->triangle.width == other->triangle.width);
    if (other->rows == 0)
        return;
    size_t width = design->triangle.width;
    for (size_t j = 1; j < width; j++) {
        assert(strcmp(name_of(&design->columns, (int)j - 1),
                      name_of(&other->columns, (int)j - 1)) == 0);
        widen_range(design, j, other->least[j], other->most[j]);
    }
    append_rows(design, other->triangle.cell, width);
    append_rows(design, other->block, other->pending);
    design->rows += other->rows;
    design->offered += other->offered;
}

int64_t sow_design_rows(const struct sow_design *design)
{
    return design->rows;
}

const struct sow_design_columns *sow_design_columns(const struct sow_design *design)
{
    return &design->columns;
}

enum sow_status sow_design_reduce(const struct sow_design *design,
                                  struct sow_triangle *triangle, struct sow_err *err)
{
    size_t width = design->triangle.width;
    enum sow_status status = sow_triangle_init(triangle, width, err);
    if (status != SOW_OK)
        return status;
    memcpy(triangle->cell, design->triangle.cell, width * width * sizeof *triangle->cell);
    if (design->pending == 0)
        return SOW_OK;
    size_t size = design->pending * width * sizeof(double);
    double *rows = malloc(size);
    if (rows == NULL) {
        sow_triangle_release(triangle);
        return sow_err_no_memory(err);
    }
    memcpy(rows, design->block, size);
    sow_triangle_fold(triangle, rows, design->pending);
    free(rows);
    return SOW_OK;
}

double sow_design_constant(const struct sow_design *design, size_t column)
{
    double least = design->least[column];
    return least < design->most[column] ? (double)NAN : least;
}
