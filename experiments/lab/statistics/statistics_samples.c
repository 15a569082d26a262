/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sow/statistics/statistics_samples.h"

#include <math.h>
#include <stdlib.h>

#define MATHLIB_STANDALONE
#include <Rmath.h>

double sow_sample_mean(const struct sow_sample *sample, double level,
                       struct sow_interval *interval)
{
    double count = (double)sample->count;
    double sum = 0.0;
    for (size_t i = 0; i < sample->count; i++)
        sum += sample->values[i];
    double mean = sum / count;
    double squares = 0.0;
    for (size_t i = 0; i < sample->count; i++)
        squares += (sample->values[i] - mean) * (sample->values[i] - mean);
    *interval = (struct sow_interval){(double)NAN, (double)NAN};
    if (sample->count > 1) {
        double reach = qt((1.0 + level) / 2.0, count - 1.0, true, false) *
                       sqrt(squares / (count * (count - 1.0)));
        *interval = (struct sow_interval){mean - reach, mean + reach};
    }
    return mean;
}

double sow_sample_quantile(const struct sow_sample *sorted, double level)
{
    double place = level * (double)(sorted->count - 1);
    size_t below = (size_t)floor(place);
    size_t above = below + 1 < sorted->count ? below + 1 : below;
    double part = place - (double)below;
    return (1.0 - part) * sorted->values[below] + part * sorted->values[above];
}

struct sow_interval sow_sample_quantile_limits(const struct sow_sample *sorted,
                                               double level, double confidence)
{
    double count = (double)sorted->count;
    double outside = (1.0 - confidence) / 2.0;
    /* Numbers of values below the quantile: fewer than `few`, or more than `many`, are
       too unlikely. */
    size_t few = (size_t)qbinom(outside, count, level, true, false);
    size_t many = (size_t)qbinom(outside, count, level, false, false);
    return (struct sow_interval){few > 0 ? sorted->values[few - 1] : -(double)INFINITY,
                                 many < sorted->count ? sorted->values[many]
                                                      : (double)INFINITY};
}

/* ---- Ranks ---- */

/* One value of the two samples together. */
struct member {
    double value; /* the value */
    bool in_a;    /* true if it is of sample a */
    size_t rank;  /* twice the midrank, which is whole for ties too */
};

/* Compares two members by value for qsort, ascending. */
static int by_value(const void *a, const void *b)
{
    double x = ((const struct member *)a)->value;
    double y = ((const struct member *)b)->value;
    return (x > y) - (x < y);
}

/* Sets the ranks of sorted members; equal values get equal ranks. Returns the sum of t^3
   - t over the groups of t equal values. */
static double rank(struct member *members, size_t count)
{
    double ties = 0.0;
    for (size_t begin = 0, end; begin < count; begin = end) {
        end = begin + 1;
        while (end < count && members[end].value <= members[begin].value)
            end++;
        for (size_t i = begin; i < end; i++)
            members[i].rank = begin + 1 + end;
        double tied = (double)(end - begin);
        ties += tied * (tied * tied - 1.0);
    }
    return ties;
}

/* ---- The exact distribution ---- */

/* Fills ways[k * sums + s]: the number of ways to choose k of the @p count members, at
   most @p chosen, whose ranks have the sum s. All entries must be 0 before. */
static void count_out(const struct member *members, size_t count, size_t chosen,
                      size_t sums, double *ways)
{
    ways[0] = 1.0;
    for (size_t i = 0; i < count; i++)
        for (size_t k = i < chosen ? i + 1 : chosen; k > 0; k--) {
            double *to = &ways[k * sums];
            const double *from = &ways[(k - 1) * sums];
            for (size_t s = members[i].rank; s < sums; s++)
                to[s] += from[s - members[i].rank];
        }
}

/* Computes the exact p value for sample a with @p chosen of @p count members, whose
   doubled ranks have the sum @p sum. The only failure is SOW_NO_MEMORY. */
static enum sow_status test_exactly(const struct member *members, size_t count,
                                    size_t chosen, size_t sum,
                                    struct sow_rank_sum *result, struct sow_err *err)
{
    size_t sums = count * (count + 1) + 1;
    double *ways = calloc((chosen + 1) * sums, sizeof *ways);
    if (ways == NULL)
        return sow_err_no_memory(err);
    count_out(members, count, chosen, sums, ways);
    size_t middle = chosen * (count + 1);
    size_t away = sum > middle ? sum - middle : middle - sum;
    double far = 0.0;
    double all = 0.0;
    for (size_t s = 0; s < sums; s++) {
        double found = ways[chosen * sums + s];
        all += found;
        far += (s > middle ? s - middle : middle - s) >= away ? found : 0.0;
    }
    free(ways);
    result->p = far / all;
    result->exact = true;
    return SOW_OK;
}

/* Computes the p value by the normal approximation, for sizes @p a and @p b. It is 1 if
   all values are equal. */
static void test_by_normal(double a, double b, struct sow_rank_sum *result)
{
    double count = a + b;
    double variance =
        a * b / 12.0 * (count + 1.0 - result->ties / (count * (count - 1.0)));
    double away = fabs(result->w - a * b / 2.0);
    away -= away > 0.0 ? 0.5 : 0.0;
    result->p =
        variance > 0.0 ? fmin(1.0, sow_normal_outside(away / sqrt(variance))) : 1.0;
}

/* ---- The test ---- */

/* Copies the values of a sample to @p members. Returns SOW_BAD_DATA, with @p name ("a"
   or "b"), if it is empty or a value is not finite. */
static enum sow_status take_sample(const struct sow_sample *sample, const char *name,
                                   struct member *members, struct sow_err *err)
{
    if (sample->count == 0)
        return sow_err_set(err, SOW_BAD_DATA, "sample %s is empty", name);
    for (size_t i = 0; i < sample->count; i++) {
        if (!isfinite(sample->values[i]))
            return sow_err_set(
                err, SOW_BAD_DATA,
                "value %zu of sample %s is not a finite number; leave out what is missing",
                i + 1, name);
        members[i] = (struct member){.value = sample->values[i], .in_a = name[0] == 'a'};
    }
    return SOW_OK;
}

/* Sorts and ranks the members of both samples, and fills in @p result. The only failure
   is SOW_NO_MEMORY. */
static enum sow_status run_test(struct member *members, size_t in_a, size_t in_b,
                                struct sow_rank_sum *result, struct sow_err *err)
{
    size_t count = in_a + in_b;
    size_t sum = 0;
    qsort(members, count, sizeof *members, by_value);
    result->ties = rank(members, count);
    for (size_t i = 0; i < count; i++)
        sum += members[i].in_a ? members[i].rank : 0;
    result->w = ((double)sum - (double)(in_a * (in_a + 1))) / 2.0;
    if (in_a < SOW_RANK_SUM_EXACT_BELOW && in_b < SOW_RANK_SUM_EXACT_BELOW)
        return test_exactly(members, count, in_a, sum, result, err);
    test_by_normal((double)in_a, (double)in_b, result);
    return SOW_OK;
}

enum sow_status sow_rank_sum_test(const struct sow_sample *a, const struct sow_sample *b,
                                  struct sow_rank_sum *result, struct sow_err *err)
{
    *result = (struct sow_rank_sum){.w = (double)NAN, .p = (double)NAN};
    struct member *members = calloc(a->count + b->count + 1, sizeof *members);
    if (members == NULL)
        return sow_err_no_memory(err);
    enum sow_status status = take_sample(a, "a", members, err);
    if (status == SOW_OK)
        status = take_sample(b, "b", members + a->count, err);
    if (status == SOW_OK)
        status = run_test(members, a->count, b->count, result, err);
    free(members);
    return status;
}
