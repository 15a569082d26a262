/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Signed ranks, Shapiro and Wilk's test, and analysis of variance. */
#include "sow/statistics/statistics_analysis.h"

#include "sow/base/array.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define MATHLIB_STANDALONE
#include <Rmath.h>

/* --- signed ranks --- */

/* Size and sign of a value less a shift. */
struct signed_value {
    double size;   /* magnitude of the value less the shift */
    bool positive; /* true if the value is above the shift */
};

/* Compares the sizes of two signed values for qsort, ascending. */
static int by_size(const void *a, const void *b)
{
    return sow_compare_reals(&((const struct signed_value *)a)->size,
                             &((const struct signed_value *)b)->size);
}

/* Rank statistics of the values less a shift. */
struct standing {
    double v;         /* sum of the ranks of the positive values */
    double away;      /* v less its expected value */
    double deviation; /* standard deviation of v */
};

/* Computes the rank statistics of the values less @p shift; values equal to it are left
   out. Works in @p room, which has an entry for each value. */
static struct standing stand(const struct sow_sample *sample, double shift,
                             struct signed_value *room)
{
    size_t count = 0;
    struct standing standing = {.v = 0.0};
    for (size_t i = 0; i < sample->count; i++) {
        double value = sample->values[i] - shift;
        if (value > 0.0 || value < 0.0)
            room[count++] = (struct signed_value){fabs(value), value > 0.0};
    }
    qsort(room, count, sizeof *room, by_size);
    double ties = 0.0;
    for (size_t begin = 0, end; begin < count; begin = end) {
        end = begin + 1;
        while (end < count && room[end].size <= room[begin].size)
            end++;
        double tied = (double)(end - begin);
        ties += tied * (tied * tied - 1.0);
        for (size_t i = begin; i < end; i++)
            standing.v += room[i].positive ? (double)(begin + 1 + end) / 2.0 : 0.0;
    }
    double n = (double)count;
    standing.away = standing.v - n * (n + 1.0) / 4.0;
    standing.deviation = sqrt(n * (n + 1.0) * (2.0 * n + 1.0) / 24.0 - ties / 48.0);
    return standing;
}

/* Returns the standardised distance of a rank statistic from its expected value, moved
   by 0.5 towards it if @p for_continuity. NaN if the standard deviation is 0. */
static double corrected(const struct standing *standing, bool for_continuity)
{
    double away = standing->away;
    if (for_continuity)
        away -= away > 0.0 ? 0.5 : away < 0.0 ? -0.5 : 0.0;
    return away / standing->deviation;
}

/* Returns the smallest shift, between the least and the greatest value, whose standing is
   below @p bound, or, unless @p strictly, not above it. The standing falls in steps as
   the shift grows. It is the result of corrected(), for continuity if @p corrects. */
static double shift_at(const struct sow_sample *sample, double bound, bool corrects,
                       bool strictly, struct signed_value *room)
{
    double low = sample->values[0];
    double high = low;
    for (size_t i = 1; i < sample->count; i++) {
        low = fmin(low, sample->values[i]);
        high = fmax(high, sample->values[i]);
    }
    for (int i = 0; i < 100; i++) {
        double middle = (low + high) / 2.0;
        struct standing standing = stand(sample, middle, room);
        double z = corrected(&standing, corrects);
        bool reached = isnan(z) || (strictly ? z < bound : z <= bound);
        *(reached ? &high : &low) = middle;
    }
    return (low + high) / 2.0;
}

/* Returns the middle of the shifts at which the standardised rank statistic (corrected
   for continuity if @p corrects) passes @p bound. */
static double middle_shift(const struct sow_sample *sample, double bound, bool corrects,
                           struct signed_value *room)
{
    return (shift_at(sample, bound, corrects, false, room) +
            shift_at(sample, bound, corrects, true, room)) /
           2.0;
}

enum sow_status sow_signed_rank_test(const struct sow_sample *sample, double level,
                                     struct sow_signed_rank *result, struct sow_err *err)
{
    struct signed_value *room = calloc(sample->count + 1, sizeof *room);
    double *others = calloc(sample->count + 1, sizeof *others);
    enum sow_status status = SOW_NO_MEMORY;
    if (room == NULL || others == NULL) {
        (void)sow_err_no_memory(err);
        goto done;
    }
    struct sow_sample kept = {others, 0};
    for (size_t i = 0; i < sample->count; i++)
        if (sample->values[i] > 0.0 || sample->values[i] < 0.0)
            others[kept.count++] = sample->values[i];
    status = SOW_OK;
    *result = (struct sow_signed_rank){0.0, 1.0, (double)NAN, {(double)NAN, (double)NAN}};
    if (kept.count == 0)
        goto done;
    struct standing standing = stand(&kept, 0.0, room);
    double quantile = sow_normal_quantile(level);
    *result = (struct sow_signed_rank){
        .v = standing.v,
        .p = fmin(1.0, sow_normal_outside(corrected(&standing, true))),
        .median = middle_shift(&kept, 0.0, false, room),
        .interval = {middle_shift(&kept, quantile, true, room),
                     middle_shift(&kept, -quantile, true, room)}};
done:
    free(room);
    free(others);
    return status;
}

/* --- Shapiro and Wilk --- */

/* Returns the polynomial with @p count coefficients, the constant first, at @p x. */
static double polynomial(const double *coefficients, int count, double x)
{
    double sum = 0.0;
    for (int i = count; i-- > 0;)
        sum = sum * x + coefficients[i];
    return sum;
}

/* The value of a polynomial at x; its coefficients follow, the constant first. */
#define POLYNOMIAL(x, ...)                                                               \
    polynomial((const double[]){__VA_ARGS__},                                            \
               sizeof((const double[]){__VA_ARGS__}) / sizeof(double), x)

/* Computes the weights of the upper half of @p count order statistics into @p weight
   (count / 2 entries), the greatest first. Needs at least 3. */
static void royston_weights(size_t count, double *weight)
{
    double n = (double)count;
    size_t half = count / 2;
    double squares = 0.0;
    double u = 1.0 / sqrt(n);
    for (size_t i = 0; i < half; i++) {
        weight[i] = -qnorm(((double)i + 0.625) / (n + 0.25), 0.0, 1.0, true, false);
        squares += 2.0 * weight[i] * weight[i];
    }
    if (count == 3) {
        weight[0] = sqrt(0.5);
        return;
    }
    double first = weight[0] / sqrt(squares) +
                   POLYNOMIAL(u, 0.0, 0.221157, -0.147981, -2.07119, 4.434685, -2.706056);
    double rest = squares - 2.0 * weight[0] * weight[0];
    double left = 1.0 - 2.0 * first * first;
    size_t fixed = 1;
    double second = 0.0;
    if (count > 5) {
        second = weight[1] / sqrt(squares) +
                 POLYNOMIAL(u, 0.0, 0.042981, -0.293762, -1.752461, 5.682633, -3.582633);
        rest -= 2.0 * weight[1] * weight[1];
        left -= 2.0 * second * second;
        fixed = 2;
    }
    for (size_t i = fixed; i < half; i++)
        weight[i] /= sqrt(rest / left);
    weight[0] = first;
    if (fixed == 2)
        weight[1] = second;
}

/* Returns the p value of the Shapiro-Wilk statistic W, below 1, of @p count values, 3 to
   5,000. By Royston's approximation. */
static double royston_p(double w, size_t count)
{
    double n = (double)count;
    double y = log(1.0 - w);
    double x = log(n);
    if (count == 3) {
        double p = 6.0 / acos(-1.0) * (asin(sqrt(w)) - asin(sqrt(0.75)));
        return fmax(p, 0.0);
    }
    if (count <= 11) {
        double most = POLYNOMIAL(n, -2.273, 0.459);
        if (y >= most)
            return 0.0;
        return pnorm(-log(most - y), POLYNOMIAL(n, 0.544, -0.39978, 0.025054, -6.714e-4),
                     exp(POLYNOMIAL(n, 1.3822, -0.77857, 0.062767, -0.0020322)), false,
                     false);
    }
    return pnorm(y, POLYNOMIAL(x, -1.5861, -0.31082, -0.083751, 0.0038915),
                 exp(POLYNOMIAL(x, -0.4803, -0.082676, 0.0030302)), false, false);
}

/* Returns the mean of a sample; NaN for an empty one. */
static double mean_of(const struct sow_sample *sample)
{
    double sum = 0.0;
    for (size_t i = 0; i < sample->count; i++)
        sum += sample->values[i];
    return sum / (double)sample->count;
}

/* Returns the sum of squared distances of the values from their mean. */
static double squares_of(const struct sow_sample *sample)
{
    double mean = mean_of(sample);
    double squares = 0.0;
    for (size_t i = 0; i < sample->count; i++)
        squares += (sample->values[i] - mean) * (sample->values[i] - mean);
    return squares;
}

enum sow_status sow_shapiro_wilk(const struct sow_sample *sample, double *w, double *p,
                                 struct sow_err *err)
{
    size_t count = sample->count;
    *w = *p = (double)NAN;
    double squares = squares_of(sample);
    if (count < 3 || count > 5000 || !(squares > 0.0))
        return SOW_OK;
    double *sorted = calloc(2 * count, sizeof *sorted);
    if (sorted == NULL)
        return sow_err_no_memory(err);
    double *weight = &sorted[count];
    memcpy(sorted, sample->values, count * sizeof *sorted);
    qsort(sorted, count, sizeof *sorted, sow_compare_reals);
    royston_weights(count, weight);
    double sum = 0.0;
    for (size_t i = 0; i < count / 2; i++)
        sum += weight[i] * (sorted[count - 1 - i] - sorted[i]);
    *w = fmin(sum * sum / squares, 1.0);
    *p = royston_p(*w, count);
    free(sorted);
    return SOW_OK;
}

/* --- groups --- */

/* Returns the number of values in all groups. */
static double values_in(const struct sow_sample *groups, size_t count)
{
    double sum = 0.0;
    for (size_t i = 0; i < count; i++)
        sum += (double)groups[i].count;
    return sum;
}

/* Returns the sum of squared distances of all values from the means of their groups. */
static double squares_within(const struct sow_sample *groups, size_t count)
{
    double sum = 0.0;
    for (size_t i = 0; i < count; i++)
        sum += squares_of(&groups[i]);
    return sum;
}

double sow_bartlett_test(const struct sow_sample *groups, size_t count)
{
    double groups_count = (double)count;
    double freedom = values_in(groups, count) - groups_count;
    double logs = freedom * log(squares_within(groups, count) / freedom);
    double inverse = -1.0 / freedom;
    for (size_t i = 0; i < count; i++) {
        double own = (double)groups[i].count - 1.0;
        logs -= own * log(squares_of(&groups[i]) / own);
        inverse += 1.0 / own;
    }
    double statistic = logs / (1.0 + inverse / (3.0 * (groups_count - 1.0)));
    return pchisq(statistic, groups_count - 1.0, false, false);
}

struct sow_anova sow_anova(const struct sow_sample *groups, size_t count)
{
    struct sow_anova anova = {.between = (double)count - 1.0};
    double values = values_in(groups, count);
    double mean = 0.0;
    double squares = 0.0;
    for (size_t i = 0; i < count; i++)
        mean += mean_of(&groups[i]) * (double)groups[i].count / values;
    for (size_t i = 0; i < count; i++) {
        double away = mean_of(&groups[i]) - mean;
        squares += (double)groups[i].count * away * away;
    }
    anova.within = values - (double)count;
    anova.variance = squares_within(groups, count) / anova.within;
    anova.f = squares / anova.between / anova.variance;
    anova.p = pf(anova.f, anova.between, anova.within, false, false);
    return anova;
}

double sow_tukey(const struct sow_anova *anova, const struct sow_sample *groups,
                 size_t count, size_t a, size_t b)
{
    double error = sqrt(anova->variance / 2.0 *
                        (1.0 / (double)groups[a].count + 1.0 / (double)groups[b].count));
    double range = fabs(mean_of(&groups[a]) - mean_of(&groups[b])) / error;
    return ptukey(range, 1.0, (double)count, anova->within, false, false);
}
