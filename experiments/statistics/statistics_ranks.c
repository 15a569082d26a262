/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sow/statistics/statistics_ranks.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>

enum {
    EXACT_MAX = SOW_SIGNED_RANK_EXACT_MAX,
    EXACT_SUMS = EXACT_MAX * (EXACT_MAX + 1) / 2 + 1
};

/* The differences that are not 0, twice. */
struct sample {
    size_t count;
    double *ascending;
    double *by_size; /* the least absolute value first */
};

static int by_value(const void *a, const void *b)
{
    double x = *(const double *)a;
    double y = *(const double *)b;
    return (x > y) - (x < y);
}

static int by_magnitude(const void *a, const void *b)
{
    double x = fabs(*(const double *)a);
    double y = fabs(*(const double *)b);
    return (x > y) - (x < y);
}

/* ---- Ranks ---- */

struct ranking {
    double positive; /* V */
    double ties;     /* sum of t^3 - t over groups of t equal magnitudes */
};

/* The group of equal magnitudes that begins at @p begin. */
static size_t group_end(const struct sample *sample, size_t begin)
{
    size_t end = begin + 1;
    double size = fabs(sample->by_size[begin]);
    while (end < sample->count && fabs(sample->by_size[end]) <= size)
        end++;
    return end;
}

static struct ranking rank(const struct sample *sample)
{
    struct ranking ranking = {0.0, 0.0};
    for (size_t begin = 0; begin < sample->count;) {
        size_t end = group_end(sample, begin);
        double tied = (double)(end - begin);
        double mean_rank = (double)(begin + 1 + end) / 2.0;
        for (size_t i = begin; i < end; i++)
            ranking.positive += sample->by_size[i] > 0.0 ? mean_rank : 0.0;
        ranking.ties += tied * (tied * tied - 1.0);
        begin = end;
    }
    return ranking;
}

/* Groups of equal differences: what is left of the ties once the centre is moved away
   from where differences of opposite signs meet. */
static double ties_of_values(const struct sample *sample)
{
    double ties = 0.0;
    for (size_t begin = 0, end = 0; begin < sample->count; begin = end) {
        while (end < sample->count && sample->ascending[end] <= sample->ascending[begin])
            end++;
        double tied = (double)(end - begin);
        ties += tied * (tied * tied - 1.0);
    }
    return ties;
}

/* ---- The distribution of V ---- */

/* below[v] = P(V <= v) for n differences without ties: of the 2^n sets of the ranks 1..n,
   all equally likely, those whose sum is at most v. Rmath's own table lives on between
   calls, and it ends the program where there is no memory. */
static void count_out(size_t n, double below[EXACT_SUMS])
{
    size_t most = n * (n + 1) / 2;
    for (size_t v = 0; v <= most; v++)
        below[v] = v == 0 ? 1.0 : 0.0;
    for (size_t rank = 1; rank <= n; rank++)
        for (size_t v = most; v >= rank; v--)
            below[v] += below[v - rank];
    double sum = 0.0;
    for (size_t v = 0; v <= most; v++) {
        sum += below[v];
        below[v] = ldexp(sum, -(int)n);
    }
}

/* ---- Means of pairs ("Walsh averages") ---- */

/* How many of them are at most @p bound: for each first partner, falling, there are ever
   more second ones. */
static size_t means_below(const struct sample *sample, double bound)
{
    size_t found = 0;
    size_t partners = 0;
    for (size_t i = sample->count; i-- > 0;) {
        while (partners < sample->count &&
               sample->ascending[i] / 2.0 + sample->ascending[partners] / 2.0 <= bound)
            partners++;
        found += partners > i ? partners - i : 0;
    }
    return found;
}

/* The mean of a pair that has @p place - 1 below it, by halving the range down to two
   neighbouring numbers: no table of all pairs. */
static double mean_at(const struct sample *sample, size_t place)
{
    double high = sample->ascending[sample->count - 1];
    double low = sample->ascending[0];
    if (means_below(sample, low) >= place)
        return low;
    for (;;) {
        double middle = low / 2.0 + high / 2.0;
        if (middle <= low || middle >= high)
            return high;
        if (means_below(sample, middle) >= place)
            high = middle;
        else
            low = middle;
    }
}

static double pseudo_median(const struct sample *sample)
{
    size_t pairs = sample->count * (sample->count + 1) / 2;
    double upper = mean_at(sample, pairs / 2 + 1);
    return pairs % 2 == 1 ? upper : (mean_at(sample, pairs / 2) + upper) / 2.0;
}

/* The interval between the @p place-th means of pairs from both ends. */
static struct sow_interval interval_at(const struct sample *sample, size_t place)
{
    size_t pairs = sample->count * (sample->count + 1) / 2;
    return (struct sow_interval){mean_at(sample, place),
                                 mean_at(sample, pairs + 1 - place)};
}

/* ---- The test ---- */

static void test_exactly(const struct sample *sample, double level,
                         struct sow_signed_rank *result)
{
    double below[EXACT_SUMS] = {0};
    size_t pairs = sample->count * (sample->count + 1) / 2;
    count_out(sample->count, below);
    size_t v = (size_t)result->v;
    result->p = fmin(1.0, 2.0 * below[v > pairs / 2 ? pairs - v : v]);
    size_t place = 0;
    while (below[place] < (1.0 - level) / 2.0)
        place++;
    place += place == 0;
    result->interval = interval_at(sample, place);
    result->level = 1.0 - 2.0 * below[place - 1];
}

static double deviation_of_v(double count, double ties)
{
    return sqrt(count * (count + 1.0) * (2.0 * count + 1.0) / 24.0 - ties / 48.0);
}

static void test_by_normal(const struct sample *sample, double ties, double level,
                           struct sow_signed_rank *result)
{
    double count = (double)sample->count;
    double pairs = count * (count + 1.0) / 2.0;
    double away = fabs(result->v - pairs / 2.0);
    away -= away > 0.0 ? 0.5 : 0.0;
    result->p = fmin(1.0, sow_normal_outside(away / deviation_of_v(count, ties)));
    double reach =
        0.5 + sow_normal_quantile(level) * deviation_of_v(count, ties_of_values(sample));
    double place = floor(pairs / 2.0 - reach) + 1.0;
    result->level = level;
    if (place < 1.0) {
        place = 1.0;
        result->level = 1.0 - ldexp(1.0, 1 - (int)sample->count);
    }
    result->interval = interval_at(sample, (size_t)place);
}

static void run_test(const struct sample *sample, double level,
                     struct sow_signed_rank *result)
{
    struct ranking ranking = rank(sample);
    result->v = ranking.positive;
    result->median = pseudo_median(sample);
    result->exact =
        sample->count <= EXACT_MAX && result->zeros == 0 && !(ranking.ties > 0.0);
    if (result->exact)
        test_exactly(sample, level, result);
    else
        test_by_normal(sample, ranking.ties, level, result);
}

static void take_sample(const double *differences, size_t count, struct sample *sample)
{
    for (size_t i = 0; i < count; i++)
        if (fabs(differences[i]) > 0.0)
            sample->ascending[sample->count++] = differences[i];
    for (size_t i = 0; i < sample->count; i++)
        sample->by_size[i] = sample->ascending[i];
    qsort(sample->ascending, sample->count, sizeof(double), by_value);
    qsort(sample->by_size, sample->count, sizeof(double), by_magnitude);
}

static enum sow_status check(const double *differences, size_t count, struct sow_err *err)
{
    for (size_t i = 0; i < count; i++)
        if (!isfinite(differences[i]))
            return sow_err_set(err, SOW_BAD_DATA,
                               "difference %zu is not a finite number; leave out pairs "
                               "with a missing value",
                               i + 1);
    return SOW_OK;
}

enum sow_status sow_signed_rank_test(const double *differences, size_t count,
                                     double level, struct sow_signed_rank *result,
                                     struct sow_err *err)
{
    assert(level > 0.0 && level < 1.0);
    double unknown = (double)NAN;
    *result = (struct sow_signed_rank){
        .p = unknown, .median = unknown, .interval = {unknown, unknown}, .level = level};
    enum sow_status status = check(differences, count, err);
    if (status != SOW_OK)
        return status;
    double *room = calloc(2 * count + 1, sizeof *room);
    if (room == NULL)
        return sow_err_no_memory(err);
    struct sample sample = {.ascending = room, .by_size = room + count};
    take_sample(differences, count, &sample);
    result->used = (int64_t)sample.count;
    result->zeros = (int64_t)(count - sample.count);
    if (sample.count > 0)
        run_test(&sample, level, result);
    free(room);
    return SOW_OK;
}
