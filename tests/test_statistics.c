/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Intervals and tests of rates, and adjusted p-values: compared with R, and general
   properties. */
#include "statistics_support.h"

#include "sow/base/pcg.h"
#include "sow/statistics/statistics_multiple.h"
#include "sow/statistics/statistics_rates.h"

static const double NAN_VALUE = (double)NAN;

static struct sow_interval wilson_of(const struct sow_rate *rate, double level)
{
    return sow_interval_wilson(sow_rate_value(rate), (double)rate->trials, level);
}

/* ---- One rate ---- */

TEST(rates, normal_of_r)
{
    struct figures r;
    for (figures_open(&r); figures_next(&r, "normal");) {
        double level = figure(&r);
        double z = sow_normal_quantile(level);
        expect_figure("quantile", &r, z, 1e-14);
        expect_near("outside", sow_normal_outside(z), 1 - level, 1e-12);
        expect_near("outside", sow_normal_outside(-z), 1 - level, 1e-12);
        expect_near("below", sow_normal_below(z), (1 + level) / 2, 1e-14);
    }
    ck_assert(isnan(sow_normal_quantile(0)) && isnan(sow_normal_quantile(1)));
    ck_assert(isnan(sow_normal_quantile(NAN_VALUE)) &&
              isnan(sow_normal_below(NAN_VALUE)));
    expect_near("below", sow_normal_below((double)INFINITY), 1, 0);
    expect_near("outside", sow_normal_outside((double)-INFINITY), 0, 0);
}

TEST(rates, rates_of_r)
{
    struct figures r;
    for (figures_open(&r); figures_next(&r, "rate");) {
        struct sow_rate rate = {figure_count(&r), 0};
        rate.trials = figure_count(&r);
        double level = figure(&r);
        expect_interval("wilson", &r, wilson_of(&rate, level), 1e-11);
        expect_interval("clopper-pearson", &r, sow_rate_clopper_pearson(&rate, level),
                        1e-11);
    }
}

/* If 0 or all of n trials succeed, one limit of Wilson's interval has a closed form. The
   same is true for Clopper and Pearson's. */
TEST(rates, rates_at_the_ends)
{
    double z = sow_normal_quantile(SOW_LEVEL);
    for (int64_t n = 1; n <= 100000; n *= 10) {
        struct sow_rate none = {0, n};
        struct sow_rate all = {n, n};
        struct sow_interval wilson = wilson_of(&none, SOW_LEVEL);
        struct sow_interval exact = sow_rate_clopper_pearson(&all, SOW_LEVEL);
        expect_near("low", wilson.low, 0, 0);
        expect_near("high", wilson.high, z * z / ((double)n + z * z), 1e-12);
        expect_near("high", exact.high, 1, 0);
        expect_near("low", exact.low, pow(0.025, 1.0 / (double)n), 1e-12);
    }
}

/* Clopper and Pearson's interval contains the rate and Wilson's interval. It grows with
   the level and is symmetric in success and failure. */
TEST(rates, rate_intervals_are_sound)
{
    for (int64_t x = 0; x <= 40; x++) {
        struct sow_rate rate = {x, 40};
        struct sow_rate mirrored = {40 - x, 40};
        struct sow_interval wilson = wilson_of(&rate, 0.9);
        struct sow_interval exact = sow_rate_clopper_pearson(&rate, 0.9);
        struct sow_interval wider = sow_rate_clopper_pearson(&rate, 0.99);
        struct sow_interval mirror = sow_rate_clopper_pearson(&mirrored, 0.9);
        ck_assert(exact.low <= sow_rate_value(&rate) &&
                  sow_rate_value(&rate) <= exact.high);
        ck_assert(exact.low <= wilson.low + 1e-15 && wilson.high <= exact.high + 1e-15);
        ck_assert(wider.low <= exact.low && exact.high <= wider.high);
        expect_near("mirror", mirror.low, 1 - exact.high, 1e-10);
    }
}

/* The reported interval equals Wilson's on the side of the farther end. On the other
   side, near the end, its limit is between the exact limits of one-sided 5 % and 2.5
   %. */
TEST(rates, shown_intervals_are_exact_near_the_ends)
{
    for (int64_t n = 20; n <= 20000; n *= 10)
        for (int64_t x = 0; x <= n; x += n / 20) {
            struct sow_rate many = {x, n};
            struct sow_interval shown = sow_rate_interval(&many, SOW_LEVEL);
            struct sow_interval wilson = wilson_of(&many, SOW_LEVEL);
            ck_assert(shown.low <= wilson.low && shown.high >= wilson.high);
            ck_assert(2 * x < n ? shown.high <= wilson.high : shown.low >= wilson.low);
        }
    for (int64_t n = 100; n <= 100000; n *= 10)
        for (int64_t few = 1; few <= 3; few++) {
            struct sow_rate rate = {few, n};
            struct sow_rate mirrored = {n - few, n};
            struct sow_interval shown = sow_rate_interval(&rate, SOW_LEVEL);
            struct sow_interval mirror = sow_rate_interval(&mirrored, SOW_LEVEL);
            double shortest = sow_rate_clopper_pearson(&rate, 0.89).low;
            double longest = sow_rate_clopper_pearson(&rate, SOW_LEVEL).low;
            ck_assert(longest < shown.low && shown.low < shortest);
            expect_near("mirror", mirror.high, 1 - shown.low, 1e-12);
        }
    expect_nothing(sow_interval_score(1.5, 10, SOW_LEVEL));
    expect_nothing(sow_interval_score(NAN_VALUE, 10, SOW_LEVEL));
    expect_nothing(sow_interval_score(0.5, 0, SOW_LEVEL));
}

/* Returns the probability that the interval contains the rate, summed over all
   results. */
static double coverage(int64_t games, double truth)
{
    double held = 0;
    for (int64_t wins = 0; wins <= games; wins++) {
        struct sow_rate rate = {wins, games};
        struct sow_interval interval = sow_rate_interval(&rate, SOW_LEVEL);
        double n = (double)games;
        double k = (double)wins;
        if (interval.low <= truth && truth <= interval.high)
            held += exp(lgamma(n + 1) - lgamma(k + 1) - lgamma(n - k + 1) +
                        k * log(truth) + (n - k) * log1p(-truth));
    }
    return held;
}

/* For each of these numbers of games, Wilson's interval covers as little as 84 to 86
   %. */
TEST(rates, shown_intervals_cover_every_rate)
{
    static const struct {
        int64_t games;
        double least;
    } SIZES[] = {{10, 0.915}, {20, 0.925}, {40, 0.93}, {200, 0.94}, {1000, 0.945}};
    for (size_t i = 0; i < sizeof SIZES / sizeof SIZES[0]; i++) {
        for (int k = 1; k < 200; k++) {
            double held = coverage(SIZES[i].games, k / 200.0);
            ck_assert_msg(held >= SIZES[i].least, "%.4f of %lld games at %.4f", held,
                          (long long)SIZES[i].games, k / 200.0);
        }
        for (int k = 0; k < 80; k++) {
            double truth = pow(10.0, -k / 40.0 - 2.0);
            double held = coverage(SIZES[i].games, 1 - truth);
            ck_assert_msg(held >= SIZES[i].least, "%.4f of %lld games at 1 - %.6f", held,
                          (long long)SIZES[i].games, truth);
        }
    }
    /* Here Wilson's interval covers 91.6 %. */
    ck_assert(coverage(40, 0.9978) > 0.95 && coverage(40, 0.998) > 0.95);
}

static const struct sow_rate NO_RATES[] = {{0, 0}, {-1, 5}, {6, 5}, {1, -1}};
enum { NO_RATES_COUNT = sizeof NO_RATES / sizeof NO_RATES[0] };

TEST_LOOP(rates, no_rate_gives_nan, 0, NO_RATES_COUNT)
{
    struct sow_rate good = {3, 7};
    const struct sow_rate *bad = &NO_RATES[_i];
    ck_assert(isnan(sow_rate_value(bad)) && isnan(sow_rates_fisher(&good, bad)));
    ck_assert(isnan(sow_rates_fisher(bad, &good)));
    expect_nothing(sow_rate_interval(bad, SOW_LEVEL));
    expect_nothing(sow_rate_clopper_pearson(bad, SOW_LEVEL));
    expect_nothing(sow_rate_interval(&good, 1));
    expect_nothing(sow_rate_clopper_pearson(&good, 0));
    expect_nothing(sow_rate_interval(&good, NAN_VALUE));
    expect_nothing(sow_interval_wilson(1.5, 10, SOW_LEVEL));
}

/* ---- Two rates ---- */

static struct sow_rate next_rate(struct figures *figures)
{
    struct sow_rate rate = {.successes = figure_count(figures)};
    rate.trials = figure_count(figures);
    return rate;
}

TEST(two_rates, two_rates_of_r)
{
    struct figures r;
    for (figures_open(&r); figures_next(&r, "rates");) {
        struct sow_rate a = next_rate(&r);
        struct sow_rate b = next_rate(&r);
        expect_figure("fisher", &r, sow_rates_fisher(&a, &b), 1e-11);
    }
}

/* The order of the rates, and which outcome is called a success, do not matter. */
TEST(two_rates, two_rates_are_symmetric)
{
    struct sow_pcg rng;
    sow_pcg_seed(&rng, 1, 2);
    for (int i = 0; i < 500; i++) {
        struct sow_rate a = {0, 1 + sow_pcg_below(&rng, 60)};
        struct sow_rate b = {0, 1 + sow_pcg_below(&rng, 60)};
        a.successes = sow_pcg_below(&rng, (uint32_t)a.trials + 1);
        b.successes = sow_pcg_below(&rng, (uint32_t)b.trials + 1);
        struct sow_rate not_a = {a.trials - a.successes, a.trials};
        struct sow_rate not_b = {b.trials - b.successes, b.trials};
        double p = sow_rates_fisher(&a, &b);
        ck_assert(p > 0 && p <= 1 + 1e-12);
        expect_near("swapped", sow_rates_fisher(&b, &a), p, 1e-11);
        expect_near("negated", sow_rates_fisher(&not_a, &not_b), p, 1e-11);
    }
}

/* Fisher's test rejects no more often than its level, summed over all results of two
   samples with the same rate. */
TEST(two_rates, fisher_is_never_too_small)
{
    enum { M = 12, N = 9 };
    double ways_m[M + 1] = {1};
    double ways_n[N + 1] = {1};
    for (int i = 1; i <= M; i++)
        ways_m[i] = ways_m[i - 1] * (M + 1 - i) / i;
    for (int i = 1; i <= N; i++)
        ways_n[i] = ways_n[i - 1] * (N + 1 - i) / i;
    for (int tenths = 1; tenths < 10; tenths++) {
        double rate = tenths / 10.0;
        double rejected = 0;
        for (int x = 0; x <= M; x++)
            for (int y = 0; y <= N; y++)
                if (sow_rates_fisher(&(struct sow_rate){x, M},
                                     &(struct sow_rate){y, N}) <= 0.05)
                    rejected += ways_m[x] * ways_n[y] * pow(rate, x + y) *
                                pow(1 - rate, M + N - x - y);
        ck_assert_double_le(rejected, 0.05);
    }
}

/* ---- Many tests ---- */

TEST(holm, holm_of_r)
{
    struct figures r;
    for (figures_open(&r); figures_next(&r, "holm");) {
        double p[FIGURES_MAX];
        size_t count = (size_t)figure_count(&r);
        for (size_t i = 0; i < count; i++)
            p[i] = figure(&r);
        ck_assert_int_eq(sow_holm_adjust(p, count, p, &err), SOW_OK);
        for (size_t i = 0; i < count; i++)
            expect_figure("adjusted", &r, p[i], 1e-15);
    }
    ck_assert_int_eq(sow_holm_adjust(NULL, 0, NULL, &err), SOW_OK);
}

TEST(holm, holm_refuses_what_is_no_probability)
{
    double adjusted[3];
    ck_assert_int_eq(sow_holm_adjust((double[]){0.5, 1.5, 0}, 3, adjusted, &err),
                     SOW_BAD_DATA);
    ck_assert_str_eq(err.text, "p-value 2 is 1.5; a probability lies between 0 and 1");
    ck_assert_int_eq(sow_holm_adjust((double[]){-0.1}, 1, adjusted, &err), SOW_BAD_DATA);
}
