/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Means and the rank sum test, compared with R, and general properties. */
#include "statistics_support.h"

#include "sow/base/pcg.h"
#include "sow/statistics/statistics_samples.h"

TEST(means, means_of_r)
{
    struct figures r;
    for (figures_open(&r); figures_next(&r, "mean");) {
        double level = figure(&r);
        const double *expected = &r.value[r.next];
        r.next += 3;
        struct sow_sample sample = {.count = (size_t)figure_count(&r)};
        sample.values = &r.value[r.next];
        struct sow_interval interval;
        double mean = sow_sample_mean(&sample, level, &interval);
        expect_near("mean", mean, expected[0], 1e-12);
        expect_near("low", interval.low, expected[1], 1e-11);
        expect_near("high", interval.high, expected[2], 1e-11);
    }
}

TEST(means, means_at_the_ends)
{
    struct sow_interval interval;
    struct sow_sample one = {(double[]){0.25}, 1};
    expect_near("mean", sow_sample_mean(&one, SOW_LEVEL, &interval), 0.25, 0);
    expect_nothing(interval);
    struct sow_sample equal = {(double[]){1, 1, 1}, 3};
    expect_near("mean", sow_sample_mean(&equal, SOW_LEVEL, &interval), 1, 0);
    expect_near("low", interval.low, 1, 0);
    expect_near("high", interval.high, 1, 0);
}

/* The values are those of R: quantile(c(1, 2, 4, 8), p). */
TEST(means, quantiles_of_r)
{
    (void)err;
    struct sow_sample four = {(double[]){1, 2, 4, 8}, 4};
    struct sow_sample one = {(double[]){0.25}, 1};
    expect_near("quartile", sow_sample_quantile(&four, 0.25), 1.75, 0);
    expect_near("median", sow_sample_quantile(&four, 0.5), 3, 0);
    expect_near("quartile", sow_sample_quantile(&four, 0.75), 5, 0);
    expect_near("least", sow_sample_quantile(&four, 0), 1, 0);
    expect_near("greatest", sow_sample_quantile(&four, 1), 8, 0);
    expect_near("one", sow_sample_quantile(&one, 0.75), 0.25, 0);
}

/* Samples whose values are their ranks, up to this many. */
enum { RANKS = 60 };

/* Returns the interval of a quantile of the sample 1, 2, .. @p count. */
static struct sow_interval rank_limits(size_t count, double level)
{
    double ranks[RANKS];
    for (size_t i = 0; i < count; i++)
        ranks[i] = (double)(i + 1);
    return sow_sample_quantile_limits(&(struct sow_sample){ranks, count}, level, 0.95);
}

/* The ranks are those of published tables for the median, by the sign test. */
TEST(means, median_limits_of_tables)
{
    static const int TABLE[][3] = {{6, 1, 6},   {9, 2, 8},   {10, 2, 9},   {15, 4, 12},
                                   {20, 6, 15}, {25, 8, 18}, {30, 10, 21}, {50, 18, 33}};
    (void)err;
    for (size_t i = 0; i < sizeof TABLE / sizeof TABLE[0]; i++) {
        struct sow_interval limits = rank_limits((size_t)TABLE[i][0], 0.5);
        expect_near("low", limits.low, TABLE[i][1], 0);
        expect_near("high", limits.high, TABLE[i][2], 0);
    }
    struct sow_interval none = rank_limits(5, 0.5); /* 1/32 is more than 2.5 % */
    ck_assert(isinf(none.low) && none.low < 0 && isinf(none.high) && none.high > 0);
}

/* Fills @p shares with the distribution of the number of @p count values that are below
   the quantile, by adding one value after the other. */
static void count_below(size_t count, double level, double shares[RANKS + 1])
{
    memset(shares, 0, (RANKS + 1) * sizeof *shares);
    shares[0] = 1.0;
    for (size_t n = 1; n <= count; n++)
        for (size_t k = n + 1; k-- > 0;)
            shares[k] = (1.0 - level) * shares[k] + (k > 0 ? level * shares[k - 1] : 0.0);
}

/* Each end of the interval misses the quantile in 2.5 % of samples at most, and the next
   value inside would miss it in more. */
TEST(means, quantile_limits_by_counting)
{
    (void)err;
    static const double LEVELS[] = {0.1, 0.25, 0.5, 0.9};
    for (size_t l = 0; l < sizeof LEVELS / sizeof LEVELS[0]; l++)
        for (size_t count = 1; count <= RANKS; count++) {
            double shares[RANKS + 1];
            count_below(count, LEVELS[l], shares);
            struct sow_interval limits = rank_limits(count, LEVELS[l]);
            size_t low = 0;
            for (double sum = shares[0]; sum <= 0.025; sum += shares[low])
                low++;
            size_t high = count + 1;
            for (double sum = shares[count]; sum <= 0.025; sum += shares[high - 1])
                high--;
            expect_near("low", limits.low, low > 0 ? (double)low : -(double)INFINITY, 0);
            expect_near("high", limits.high,
                        high <= count ? (double)high : (double)INFINITY, 0);
        }
}

static struct sow_rank_sum rank_sum(const double *a, size_t in_a, const double *b,
                                    size_t in_b)
{
    struct sow_err err;
    struct sow_rank_sum result;
    struct sow_sample first = {a, in_a};
    struct sow_sample second = {b, in_b};
    ck_assert_msg(sow_rank_sum_test(&first, &second, &result, &err) == SOW_OK, "%s",
                  err.text);
    return result;
}

TEST(rank_sums, rank_sums_of_r)
{
    struct figures r;
    for (figures_open(&r); figures_next(&r, "rank-sum");) {
        double w = figure(&r);
        double p = figure(&r);
        bool exact = figure(&r) > 0;
        size_t in_a = (size_t)figure(&r);
        size_t in_b = (size_t)figure(&r);
        const double *values = &r.value[r.next];
        struct sow_rank_sum result = rank_sum(values, in_a, values + in_a, in_b);
        expect_near("W", result.w, w, 0);
        expect_near("p", result.p, p, 1e-11);
        ck_assert_int_eq(result.exact, exact);
    }
}

TEST(rank_sums, samples_change_places)
{
    struct sow_pcg rng;
    sow_pcg_seed(&rng, 5, 1);
    for (int round = 0; round < 200; round++) {
        double values[24];
        size_t in_a = 1 + sow_pcg_below(&rng, 11);
        size_t in_b = 1 + sow_pcg_below(&rng, 11);
        double negative[24];
        for (size_t i = 0; i < in_a + in_b; i++) {
            values[i] = (double)sow_pcg_below(&rng, 9);
            negative[i] = -values[i];
        }
        struct sow_rank_sum ab = rank_sum(values, in_a, values + in_a, in_b);
        struct sow_rank_sum ba = rank_sum(values + in_a, in_b, values, in_a);
        struct sow_rank_sum minus = rank_sum(negative, in_a, negative + in_a, in_b);
        ck_assert(ab.p > 0 && ab.p <= 1 && ab.exact);
        expect_near("W", ab.w + ba.w, (double)(in_a * in_b), 1e-12);
        expect_near("p", ba.p, ab.p, 1e-12);
        expect_near("p", minus.p, ab.p, 1e-12);
        expect_near("W", minus.w, ba.w, 1e-12);
    }
}

TEST(rank_sums, equal_values_do_not_differ)
{
    double ones[200];
    for (size_t i = 0; i < 200; i++)
        ones[i] = 1;
    struct sow_rank_sum few = rank_sum(ones, 20, ones + 20, 20);
    expect_near("p", few.p, 1, 0);
    ck_assert(few.exact && few.ties > 0);
    struct sow_rank_sum many = rank_sum(ones, 100, ones + 100, 100);
    expect_near("p", many.p, 1, 0);
    ck_assert(!many.exact);
    /* One value against few others cannot be significant. */
    double two = 2;
    expect_near("p", rank_sum(&two, 1, (double[]){0, 1, 0.5, 0.25}, 4).p, 0.4, 1e-12);
}

TEST(rank_sums, bad_samples_are_refused)
{
    struct sow_rank_sum result;
    double values[] = {1, 2, (double)NAN};
    struct sow_sample good = {values, 2};
    struct sow_sample bad = {values, 3};
    struct sow_sample none = {values, 0};
    ck_assert_int_eq(sow_rank_sum_test(&good, &bad, &result, &err), SOW_BAD_DATA);
    ck_assert_ptr_nonnull(strstr(err.text, "value 3 of sample b"));
    ck_assert(isnan(result.p));
    values[2] = (double)INFINITY;
    ck_assert_int_eq(sow_rank_sum_test(&bad, &good, &result, &err), SOW_BAD_DATA);
    ck_assert_ptr_nonnull(strstr(err.text, "value 3 of sample a"));
    ck_assert_int_eq(sow_rank_sum_test(&good, &none, &result, &err), SOW_BAD_DATA);
    ck_assert_ptr_nonnull(strstr(err.text, "sample b is empty"));
}
