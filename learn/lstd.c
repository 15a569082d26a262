/* SPDX-License-Identifier: GPL-3.0-or-later */
/* LSTD(lambda); sow/learn/lstd.h defines the estimator. */
#include "sow/learn/lstd.h"

#include "sow/learn/rows.h"
#include "triangle.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* A share of a column's length that rounding errors may leave. */
static const double TOLERANCE = 1e-12;

/* State of a fit. Columns are standardised: column 0 is the constant, and column 1 + j is
   (x_j - mean_j) / sd_j. */
struct work {
    const struct sow_lstd_rows *source;     /* source of the rows */
    const struct sow_lstd_options *options; /* options of the caller */
    size_t size;                            /* number of columns with the constant */
    size_t parts;       /* number of parts of the sums: the folds, or 1 */
    int64_t *rows;      /* rows of each part */
    double *sums;       /* for each part a matrix [A b]: size rows of size + 1 numbers */
    double *mean;       /* mean of each column of the source */
    double *sd;         /* standard deviation of each column of the source */
    double *solution;   /* solution of all rows, then of all rows but those of a fold */
    double *trace;      /* trace z of the chain */
    double *before;     /* p of the row before */
    double *now;        /* p of the present row */
    double *room;       /* a matrix [A b] that is being solved */
    double *memory;     /* block that holds all numbers above; owned */
    int64_t chain;      /* number of the chain, or -1 before the first one */
    double end;         /* return of the chain for the observer */
    double total;       /* number of rows of the source */
    double errors;      /* sum of squared errors out of sample */
    double end_sum;     /* sum of the returns */
    double end_squares; /* sum of the squares of the returns about their mean */
};

/* Allocates the numbers of the state, all 0. Returns false without memory; the caller
   frees `memory` and `rows` in any case. */
static bool allocate(struct work *work)
{
    size_t size = work->size;
    size_t matrix = size * (size + 1);
    size_t vectors = 5 + work->parts + 1;
    work->memory =
        calloc((work->parts + 1) * matrix + vectors * size, sizeof *work->memory);
    work->rows = calloc(work->parts, sizeof *work->rows);
    if (work->memory == NULL || work->rows == NULL)
        return false;
    work->sums = work->memory;
    work->room = work->sums + work->parts * matrix;
    work->mean = work->room + matrix;
    work->sd = work->mean + size;
    work->trace = work->sd + size;
    work->before = work->trace + size;
    work->now = work->before + size;
    work->solution = work->now + size;
    return true;
}

/* ---- Passes ---- */

/* Adds a row to the sums of the columns and of the returns, and counts it. A
   sow_lstd_row_fn; as in all passes below, @p taker is a struct work. */
static void add_to_means(void *taker, const struct sow_lstd_row *row)
{
    struct work *work = taker;
    for (int j = 0; j < work->source->columns; j++)
        work->mean[j] += row->x[j];
    work->end_sum += row->end;
    work->total++;
}

/* Adds a row to the squares of the columns and of the returns about their means. A
   sow_lstd_row_fn. */
static void add_to_squares(void *taker, const struct sow_lstd_row *row)
{
    struct work *work = taker;
    for (int j = 0; j < work->source->columns; j++) {
        double gap = row->x[j] - work->mean[j];
        work->sd[j] += gap * gap;
    }
    double gap = row->end - work->end_sum / work->total;
    work->end_squares += gap * gap;
}

/* Computes the number of rows, the mean and the standard deviation of each column, and
   the mean and squares of the returns. Takes two passes. */
static void measure_columns(struct work *work)
{
    const struct sow_lstd_rows *source = work->source;
    source->each(source->context, add_to_means, work);
    for (int j = 0; j < source->columns; j++)
        work->mean[j] /= work->total;
    source->each(source->context, add_to_squares, work);
    for (int j = 0; j < source->columns; j++)
        work->sd[j] = sqrt(work->sd[j] / work->total);
}

/* Writes the standardised columns of a row to @p p, times @p sign: minus the mean, over
   the deviation. A column without deviation is 0. */
static void standardise(const struct work *work, const double *x, double sign, double *p)
{
    p[0] = sign;
    for (int j = 0; j < work->source->columns; j++)
        p[1 + j] = work->sd[j] > 0 ? sign * (x[j] - work->mean[j]) / work->sd[j] : 0;
}

/* Returns the part (the fold) to which work->chain belongs. The chain must not be -1. */
static size_t part_of(const struct work *work)
{
    return (size_t)sow_fold_of_group(work->chain, (int)work->parts);
}

/* Adds the transition from the row before to the row with the columns @p next to the sums
   A and b of its part. NULL stands for the end of the chain, which also adds the
   return. */
static void add_transition(struct work *work, const double *next)
{
    size_t size = work->size;
    double *sums = work->sums + part_of(work) * size * (size + 1);
    for (size_t i = 0; i < size; i++) {
        double *sum = sums + i * (size + 1);
        for (size_t j = 0; j < size; j++)
            sum[j] += work->trace[i] *
                      (next != NULL ? work->before[j] - next[j] : work->before[j]);
        if (next == NULL)
            sum[size] += work->trace[i] * work->end;
    }
}

/* Takes a row: adds the transition to it, or the end of the chain before if it begins
   another, to the sums A and b. Then updates the trace. The last chain is not ended. A
   sow_lstd_row_fn. */
static void add_to_sums(void *taker, const struct sow_lstd_row *row)
{
    struct work *work = taker;
    bool begins = row->chain != work->chain;
    standardise(work, row->x, row->sign, work->now);
    if (work->chain >= 0)
        add_transition(work, begins ? NULL : work->now);
    work->chain = row->chain;
    work->end = row->sign * row->end;
    work->rows[part_of(work)]++;
    double decay = begins ? 0 : work->options->lambda;
    for (size_t j = 0; j < work->size; j++)
        work->trace[j] = decay * work->trace[j] + work->now[j];
    memcpy(work->before, work->now, work->size * sizeof *work->before);
}

/* Adds the squared error of a row's return, as the solution without the row's fold
   predicts it. A sow_lstd_row_fn. */
static void add_to_errors(void *taker, const struct sow_lstd_row *row)
{
    struct work *work = taker;
    work->chain = row->chain;
    const double *w = work->solution + (1 + part_of(work)) * work->size;
    standardise(work, row->x, 1, work->now);
    double error = row->end;
    for (size_t j = 0; j < work->size; j++)
        error -= w[j] * work->now[j];
    work->errors += error * error;
}

/* ---- Solving ---- */

/* Adds up the sums of all parts without part @p left in work->room, with the penalty.
   SIZE_MAX leaves out none. Returns false if these parts have no rows. */
static bool gather_parts(struct work *work, size_t left)
{
    size_t size = work->size;
    size_t matrix = size * (size + 1);
    double rows = 0;
    memset(work->room, 0, matrix * sizeof *work->room);
    for (size_t part = 0; part < work->parts; part++) {
        if (part == left)
            continue;
        rows += (double)work->rows[part];
        for (size_t i = 0; i < matrix; i++)
            work->room[i] += work->sums[part * matrix + i];
    }
    /* A column without variance has sums of 0, and keeps the weight 0. */
    for (size_t j = 1; j < size; j++)
        work->room[j * (size + 1) + j] +=
            work->sd[j - 1] > 0 ? rows * work->options->penalty : 1;
    return rows > 0;
}

/* Solves the equations of all rows without part @p left (SIZE_MAX: of all rows) into
   @p solution. Sets @p is_solved to false if they have no unique solution; @p solution is
   then NaN. Returns SOW_OK or SOW_NO_MEMORY. */
static enum sow_status solve_without(struct work *work, size_t left, double *solution,
                                     bool *is_solved, struct sow_err *err)
{
    struct sow_triangle triangle;
    enum sow_status status = sow_triangle_init(&triangle, work->size + 1, err);
    if (status != SOW_OK)
        return status;
    *is_solved = gather_parts(work, left);
    if (*is_solved) {
        sow_triangle_fold(&triangle, work->room, work->size);
        *is_solved =
            sow_triangle_dependent(&triangle, work->size, TOLERANCE) == work->size;
    }
    if (*is_solved)
        sow_triangle_solve(&triangle, work->size, work->size, solution);
    for (size_t j = 0; j < work->size && !*is_solved; j++)
        solution[j] = (double)NAN;
    sow_triangle_release(&triangle);
    return SOW_OK;
}

/* Solves the equations of all rows and those without each fold. Fails with SOW_BAD_DATA
   if those of all rows have no unique solution. */
static enum sow_status solve_all(struct work *work, struct sow_err *err)
{
    bool is_solved = false;
    enum sow_status status =
        solve_without(work, SIZE_MAX, work->solution, &is_solved, err);
    if (status == SOW_OK && !is_solved)
        status = sow_err_set(err, SOW_BAD_DATA,
                             "the columns depend on each other: give a penalty above 0");
    for (int fold = 0; fold < work->options->folds && status == SOW_OK; fold++)
        status = solve_without(work, (size_t)fold,
                               work->solution + (size_t)(1 + fold) * work->size,
                               &is_solved, err);
    return status;
}

/* Writes the weights of the columns as they are in the source, and the figures out of
   sample. The fit then owns @p weights. Its r2 is NaN if all ends are 0. */
static void report(struct work *work, double *weights, struct sow_lstd_fit *fit)
{
    const struct sow_lstd_rows *source = work->source;
    *fit = (struct sow_lstd_fit){.rows = (int64_t)work->total,
                                 .intercept = work->solution[0],
                                 .weights = weights,
                                 .r2 = (double)NAN,
                                 .rmse = (double)NAN};
    for (int j = 0; j < source->columns; j++) {
        weights[j] = work->sd[j] > 0 ? work->solution[1 + j] / work->sd[j] : 0;
        fit->intercept -= weights[j] * work->mean[j];
    }
    if (work->options->folds == 0)
        return;
    source->each(source->context, add_to_errors, work);
    fit->rmse = sqrt(work->errors / work->total);
    if (work->end_squares > 0)
        fit->r2 = 1 - work->errors / work->end_squares;
}

enum sow_status sow_lstd_fit(const struct sow_lstd_rows *rows,
                             const struct sow_lstd_options *options,
                             struct sow_lstd_fit *fit, struct sow_err *err)
{
    struct work work = {.source = rows,
                        .options = options,
                        .size = (size_t)rows->columns + 1,
                        .parts = options->folds > 0 ? (size_t)options->folds : 1,
                        .chain = -1};
    double *weights = calloc((size_t)rows->columns, sizeof *weights);
    bool room = allocate(&work) && weights != NULL;
    enum sow_status status = room ? SOW_OK : sow_err_no_memory(err);
    if (room) {
        measure_columns(&work);
        rows->each(rows->context, add_to_sums, &work);
        add_transition(&work, NULL);
        status = solve_all(&work, err);
    }
    if (room && status == SOW_OK)
        report(&work, weights, fit);
    else
        free(weights);
    free(work.memory);
    free(work.rows);
    return status;
}

void sow_lstd_release(struct sow_lstd_fit *fit)
{
    free(fit->weights);
    fit->weights = NULL;
}
