/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Intervals and tests of rates, adjusted p-values and signed ranks: against R, published
 * figures, and what has to hold of them. */
#include "statistics_support.h"

#include "sow/base/pcg.h"
#include "sow/statistics/statistics_multiple.h"
#include "sow/statistics/statistics_ranks.h"
#include "sow/statistics/statistics_rates.h"

static const double NAN_VALUE = (double)NAN;

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
        expect_interval("wilson", &r, sow_rate_wilson(&rate, level), 1e-11);
        expect_interval("clopper-pearson", &r, sow_rate_clopper_pearson(&rate, level),
                        1e-11);
    }
}

/* Wilson's interval of 0 or all of n has one limit in closed form, Clopper and Pearson's
   too. */
TEST(rates, rates_at_the_ends)
{
    double z = sow_normal_quantile(SOW_LEVEL);
    for (int64_t n = 1; n <= 100000; n *= 10) {
        struct sow_rate none = {0, n};
        struct sow_rate all = {n, n};
        struct sow_interval wilson = sow_rate_wilson(&none, SOW_LEVEL);
        struct sow_interval exact = sow_rate_clopper_pearson(&all, SOW_LEVEL);
        expect_near("low", wilson.low, 0, 0);
        expect_near("high", wilson.high, z * z / ((double)n + z * z), 1e-12);
        expect_near("high", exact.high, 1, 0);
        expect_near("low", exact.low, pow(0.025, 1.0 / (double)n), 1e-12);
    }
}

/* Clopper and Pearson hold the rate; both grow with the level; yes and no are alike. */
TEST(rates, rate_intervals_are_sound)
{
    for (int64_t x = 0; x <= 40; x++) {
        struct sow_rate rate = {x, 40};
        struct sow_rate mirrored = {40 - x, 40};
        struct sow_interval wilson = sow_rate_wilson(&rate, 0.9);
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

/* What is shown is Wilson's on the side of the farther end; on the other side it lies,
   near the end, between the exact limits of one-sided 5 % and 2.5 %. */
TEST(rates, shown_intervals_are_exact_near_the_ends)
{
    for (int64_t n = 20; n <= 20000; n *= 10)
        for (int64_t x = 0; x <= n; x += n / 20) {
            struct sow_rate many = {x, n};
            struct sow_interval shown = sow_rate_interval(&many, SOW_LEVEL);
            struct sow_interval wilson = sow_rate_wilson(&many, SOW_LEVEL);
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

/* Of all games that there can be, how many have an interval that holds the rate? Counted,
   not drawn. */
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

/* Wilson's comes down to 84 to 86 % for each of these numbers of games. */
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
    /* Where Wilson's holds 91.6 %. */
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
    ck_assert(isnan(sow_rates_chi_square(bad, &good, true).p));
    ck_assert(isnan(sow_rates_chi_square(&good, bad, false).statistic));
    expect_nothing(sow_rate_wilson(bad, SOW_LEVEL));
    expect_nothing(sow_rate_clopper_pearson(bad, SOW_LEVEL));
    expect_nothing(sow_rates_difference(bad, &good, SOW_LEVEL));
    expect_nothing(sow_rates_difference(&good, bad, SOW_LEVEL));
    expect_nothing(sow_rate_wilson(&good, 1));
    expect_nothing(sow_rate_clopper_pearson(&good, 0));
    expect_nothing(sow_rates_difference(&good, &good, NAN_VALUE));
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
        struct sow_test plain = sow_rates_chi_square(&a, &b, false);
        struct sow_test yates = sow_rates_chi_square(&a, &b, true);
        expect_figure("chi-square", &r, plain.statistic, 1e-11);
        expect_figure("p", &r, plain.p, 1e-11);
        expect_figure("corrected", &r, yates.statistic, 1e-11);
        expect_figure("corrected p", &r, yates.p, 1e-11);
        expect_figure("fisher", &r, sow_rates_fisher(&a, &b), 1e-11);
        expect_interval("newcombe", &r, sow_rates_difference(&a, &b, SOW_LEVEL), 1e-11);
    }
}

/* Newcombe 1998, Table II, method 10, as printed. */
TEST(two_rates, newcombe_as_printed)
{
    static const struct {
        struct sow_rate a, b;
        double low, high;
    } PRINTED[] = {
        {{56, 70}, {48, 80}, 0.0524, 0.3339}, {{9, 10}, {3, 10}, 0.1705, 0.8090},
        {{6, 7}, {2, 7}, 0.0582, 0.8062},     {{5, 56}, {0, 29}, -0.0381, 0.1926},
        {{0, 10}, {0, 20}, -0.1611, 0.2775},  {{0, 10}, {0, 10}, -0.2775, 0.2775},
        {{10, 10}, {0, 20}, 0.6791, 1.0000},  {{10, 10}, {0, 10}, 0.6075, 1.0000},
    };
    for (size_t i = 0; i < sizeof PRINTED / sizeof PRINTED[0]; i++) {
        struct sow_interval interval =
            sow_rates_difference(&PRINTED[i].a, &PRINTED[i].b, SOW_LEVEL);
        ck_assert_double_eq_tol(interval.low, PRINTED[i].low, 0.5e-4 + 1e-9);
        ck_assert_double_eq_tol(interval.high, PRINTED[i].high, 0.5e-4 + 1e-9);
    }
}

/* The order of the rates and what is called a success do not matter. */
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
        expect_near("chi-square", sow_rates_chi_square(&not_b, &not_a, true).p,
                    sow_rates_chi_square(&a, &b, true).p, 1e-9);
        struct sow_interval ab = sow_rates_difference(&a, &b, 0.9);
        struct sow_interval ba = sow_rates_difference(&b, &a, 0.9);
        expect_near("reversed", ab.low, -ba.high, 1e-10);
        double difference = sow_rate_value(&a) - sow_rate_value(&b);
        ck_assert(ab.low >= -1 - 1e-12 && ab.low <= difference && difference <= ab.high);
    }
}

/* The p of Fisher's test exceeds its bound as rarely as it says: summed over all results
   of two samples with the same rate. */
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
    struct sow_err err;
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
    struct sow_err err;
    double adjusted[3];
    ck_assert_int_eq(sow_holm_adjust((double[]){0.5, 1.5, 0}, 3, adjusted, &err),
                     SOW_BAD_DATA);
    ck_assert_str_eq(err.text, "p-value 2 is 1.5; a probability lies between 0 and 1");
    ck_assert_int_eq(sow_holm_adjust((double[]){-0.1}, 1, adjusted, &err), SOW_BAD_DATA);
}

/* ---- Signed ranks ---- */

static struct sow_signed_rank signed_rank(const double *differences, size_t count,
                                          double level)
{
    struct sow_err err;
    struct sow_signed_rank result;
    ck_assert_msg(sow_signed_rank_test(differences, count, level, &result, &err) ==
                      SOW_OK,
                  "%s", err.text);
    return result;
}

TEST(signed_ranks, signed_ranks_of_r)
{
    struct figures r;
    for (figures_open(&r); figures_next(&r, "signed-rank");) {
        double level = figure(&r);
        int head = r.next;
        r.next += 6;
        size_t count = (size_t)figure_count(&r);
        struct sow_signed_rank result = signed_rank(&r.value[r.next], count, level);
        ck_assert_int_eq(r.next + (int)count, r.count);
        r.next = head;
        expect_figure("V", &r, result.v, 0);
        expect_figure("p", &r, result.p, 1e-12);
        ck_assert_int_eq(figure_count(&r), result.exact);
        expect_figure("median", &r, result.median, 1e-10);
        expect_interval("interval", &r, result.interval, 1e-10);
        ck_assert(result.level >= level - 1e-12);
    }
}

/* Pekar et al. 2020, Table 3, as printed, from the games of their Table 1. Of two rows
   one figure is printed otherwise than R has it: 1, computer first: p 0.005 for 0.0056;
   3(2), computer first: 11 for 11.5; and of 3(1), human first, the interval. */
TEST(signed_ranks, wilcoxon_as_printed)
{
    static const struct {
        double differences[10];
        double p, median, low, high;
    } ROWS[] = {
        {{-28, -6, -24, -32, -18, -34, 0, -4, -20, -10}, 0.009, -19, -29, -10},
        {{10, 22, 10, 10, 10, 18, 8, 16, 2, 16}, 0.006, 13, 9, 16},
        {{-18, -22, -14, 6, -24, -6, -30, -8, -20, 2}, 0.017, -14, -22, -4},
        {{12, 16, 34, 16, 24, 18, 28, -2, 4, -4}, 0.016, 15, 5, 25},
        {{-6, 8, 0, 2, 26, 0, -4, -10, 4, -12}, 0.889, -1, -9, 14},
        {{4, 28, 14, 24, 14, 18, 2, 6, 16, 36}, 0.006, 16, 8, 25},
        {{-22, -20, 4, -16, 8, -10, -22, 4, 16, -22}, 0.113, -8, -21, 4},
        {{2, 2, -8, -2, -2, -2, 28, -10, 0, -16}, 0.399, -2, -9, 13},
        {{14, 12, 24, 22, 2, 10, 22, 18, 34, 21}, 0.006, 18, 11.5, 24},
    };
    for (size_t i = 0; i < sizeof ROWS / sizeof ROWS[0]; i++) {
        struct sow_signed_rank result = signed_rank(ROWS[i].differences, 10, SOW_LEVEL);
        ck_assert_double_eq_tol(result.p, ROWS[i].p, 0.0005);
        ck_assert_double_eq_tol(result.median, ROWS[i].median, 1e-12);
        ck_assert_double_eq_tol(result.interval.low, ROWS[i].low, 1e-12);
        ck_assert_double_eq_tol(result.interval.high, ROWS[i].high, 1e-12);
    }
    struct sow_signed_rank first = signed_rank(ROWS[0].differences, 10, SOW_LEVEL);
    ck_assert_double_eq_tol(first.p, 0.00915, 0.000005);
    ck_assert_int_eq(first.zeros, 1);
    ck_assert_int_eq(first.used, 9);
}

/* Signs reversed: the same p, everything else mirrored; scaled: scaled. */
TEST(signed_ranks, signed_ranks_are_symmetric)
{
    struct sow_pcg rng;
    sow_pcg_seed(&rng, 3, 4);
    for (int i = 0; i < 200; i++) {
        size_t count = 1 + sow_pcg_below(&rng, 70);
        double x[71];
        double y[71];
        for (size_t k = 0; k < count; k++) {
            x[k] =
                i % 2 == 0 ? (double)sow_pcg_below(&rng, 21) - 8 : sow_pcg_normal(&rng);
            y[k] = -4 * x[k];
        }
        struct sow_signed_rank a = signed_rank(x, count, 0.9);
        struct sow_signed_rank b = signed_rank(y, count, 0.9);
        expect_near("p", b.p, a.p, 1e-12);
        expect_near("median", b.median, -4 * a.median, 1e-12);
        expect_near("low", b.interval.low, -4 * a.interval.high, 1e-12);
        ck_assert(a.used == 0 || (a.interval.low <= a.median &&
                                  a.median <= a.interval.high && a.p > 0 && a.p <= 1));
    }
}

/* Too few differences for the level: the longest interval, and what it is worth. */
TEST(signed_ranks, few_differences_say_how_sure)
{
    static const double DISTINCT[] = {3, -1, 2.5, 7};
    struct sow_signed_rank exact = signed_rank(DISTINCT, 4, SOW_LEVEL);
    ck_assert(exact.exact);
    expect_near("low", exact.interval.low, -1, 0);
    expect_near("high", exact.interval.high, 7, 0);
    expect_near("level", exact.level, 0.875, 0);
    static const double TIED[] = {3, 3, -1, 0};
    struct sow_signed_rank normal = signed_rank(TIED, 4, SOW_LEVEL);
    ck_assert(!normal.exact);
    expect_near("low", normal.interval.low, -1, 0);
    expect_near("high", normal.interval.high, 3, 0);
    expect_near("level", normal.level, 0.75, 0);
    struct sow_signed_rank one = signed_rank((double[]){5}, 1, SOW_LEVEL);
    expect_near("p", one.p, 1, 0);
    expect_near("median", one.median, 5, 0);
    expect_near("level", one.level, 0, 0);
}

TEST(signed_ranks, signed_ranks_of_nothing)
{
    struct sow_err err;
    struct sow_signed_rank result = signed_rank((double[]){0, -0.0, 0}, 3, SOW_LEVEL);
    ck_assert_int_eq(result.used, 0);
    ck_assert_int_eq(result.zeros, 3);
    ck_assert(isnan(result.p) && isnan(result.median) && isnan(result.interval.low));
    result = signed_rank(NULL, 0, SOW_LEVEL);
    ck_assert(isnan(result.p));
    double bad[] = {1, 2, NAN_VALUE};
    ck_assert_int_eq(sow_signed_rank_test(bad, 3, SOW_LEVEL, &result, &err),
                     SOW_BAD_DATA);
    ck_assert_str_eq(err.text,
                     "difference 3 is not a finite number; leave out pairs with "
                     "a missing value");
    bad[2] = (double)INFINITY;
    ck_assert_int_eq(sow_signed_rank_test(bad, 3, SOW_LEVEL, &result, &err),
                     SOW_BAD_DATA);
}
