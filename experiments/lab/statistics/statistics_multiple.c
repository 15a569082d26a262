/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sow/statistics/statistics_multiple.h"

#include <math.h>
#include <stdlib.h>

/* A test with its place in the input, to be sorted by p. */
struct ranked {
    double p;     /* p value of the test */
    size_t place; /* index in the input */
};

/* Compares two tests by p value for qsort, ascending. */
static int by_p(const void *a, const void *b)
{
    const struct ranked *x = a;
    const struct ranked *y = b;
    return (x->p > y->p) - (x->p < y->p);
}

/* Fills @p tests, which has room for @p count, with the p values that are not NaN.
   Returns their number. */
static size_t collect(const double *p, size_t count, struct ranked *tests)
{
    size_t found = 0;
    for (size_t i = 0; i < count; i++)
        if (!isnan(p[i]))
            tests[found++] = (struct ranked){.p = p[i], .place = i};
    return found;
}

/* Returns SOW_BAD_DATA, with its place from 1 on, for the first p value outside 0 to 1.
   NaN passes. */
static enum sow_status check_p(const double *p, size_t count, struct sow_err *err)
{
    for (size_t i = 0; i < count; i++)
        if (p[i] < 0.0 || p[i] > 1.0)
            return sow_err_set(err, SOW_BAD_DATA,
                               "p-value %zu is %g; a probability lies between 0 and 1",
                               i + 1, p[i]);
    return SOW_OK;
}

enum sow_status sow_holm_adjust(const double *p, size_t count, double *adjusted,
                                struct sow_err *err)
{
    enum sow_status status = check_p(p, count, err);
    if (status != SOW_OK || count == 0)
        return status;
    struct ranked *tests = calloc(count, sizeof *tests);
    if (tests == NULL)
        return sow_err_no_memory(err);
    size_t left = collect(p, count, tests);
    qsort(tests, left, sizeof *tests, by_p);
    for (size_t i = 0; i < count; i++)
        adjusted[i] = p[i];
    double greatest = 0.0;
    for (const struct ranked *test = tests; left > 0; test++, left--) {
        greatest = fmin(1.0, fmax(greatest, (double)left * test->p));
        adjusted[test->place] = greatest;
    }
    free(tests);
    return SOW_OK;
}
