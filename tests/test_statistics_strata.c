/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Mean scores and differences over strata: compared with R, and general properties. */
#include "sow/statistics/statistics_strata.h"

#include "sow/base/pcg.h"
#include "sow/statistics/statistics_rates.h"
#include "sow/statistics/statistics_scores.h"
#include "suite.h"

#include <math.h>
#include <stdio.h>

TEST(scores, differences_of_scores)
{
    /* Without draws and strata these are rates: Newcombe's method 10, with the reported
       interval of each rate. */
    struct sow_tally tallies[] = {{56, 0, 14}, {48, 0, 32}};
    struct sow_stratum strata[] = {sow_stratum_of(tallies[0]),
                                   sow_stratum_of(tallies[1])};
    struct sow_rate rates[] = {{56, 70}, {48, 80}};
    struct sow_mean_score a = sow_score_of_strata(&strata[0], 1, SOW_LEVEL);
    struct sow_mean_score b = sow_score_of_strata(&strata[1], 1, SOW_LEVEL);
    struct sow_difference difference = sow_scores_difference(&a, &b, SOW_LEVEL);
    struct sow_interval of_a = sow_rate_interval(&rates[0], SOW_LEVEL);
    struct sow_interval of_b = sow_rate_interval(&rates[1], SOW_LEVEL);
    struct sow_interval wanted = {0.2 - hypot(0.8 - of_a.low, of_b.high - 0.6),
                                  0.2 + hypot(of_a.high - 0.8, 0.6 - of_b.low)};
    /* Newcombe 1998, Table II, method 10, as printed: with Wilson's own intervals. */
    ck_assert_double_eq_tol(wanted.low, 0.0524, 0.002);
    ck_assert_double_eq_tol(wanted.high, 0.3339, 0.002);
    ck_assert_double_eq_tol(difference.value, 0.2, 1e-12);
    ck_assert_double_eq_tol(difference.interval.low, wanted.low, 1e-12);
    ck_assert_double_eq_tol(difference.interval.high, wanted.high, 1e-12);
    /* p agrees with the interval: at level 1 - p its limit is 0. */
    double touching = 1.0 - difference.p;
    double z = sow_normal_quantile(touching) / sow_normal_quantile(SOW_LEVEL);
    ck_assert_double_eq_tol(z * (difference.value - difference.interval.low),
                            difference.value, 1e-9);
    struct sow_difference back = sow_scores_difference(&b, &a, SOW_LEVEL);
    ck_assert_double_eq_tol(back.p, difference.p, 1e-15);
    ck_assert_double_eq_tol(back.interval.low, -difference.interval.high, 1e-12);
    struct sow_difference none = sow_scores_difference(&a, &a, SOW_LEVEL);
    ck_assert_double_eq_tol(none.p, 1.0, 1e-15);
    /* 0.1 + 0.2 is not exactly 0.3: the rest is rounding, not a difference. */
    struct sow_mean_score sum = {.mean = 0.1 + 0.2, .interval = {0.1 + 0.2, 0.1 + 0.2}};
    struct sow_mean_score three = {.mean = 0.3, .interval = {0.3, 0.3}};
    struct sow_difference rounding = sow_scores_difference(&sum, &three, SOW_LEVEL);
    ck_assert(fabs(sum.mean - three.mean) > 0.0);
    ck_assert(!(fabs(rounding.value) > 0.0));
    ck_assert(!(fabs(rounding.interval.low) + fabs(rounding.interval.high) > 0.0));
    ck_assert_double_eq_tol(rounding.p, 1.0, 1e-15);
}

TEST(scores, scores_of_twins)
{
    /* 100 openings, with two games from each that end alike, say as much as 100 games. */
    struct sow_tally both = {104, 36, 60};
    struct sow_stratum one_of_two = {{52, 18, 30}, 100.0};
    struct sow_mean_score twins = sow_score_of_twins(&both, SOW_LEVEL);
    struct sow_mean_score single = sow_score_of_strata(&one_of_two, 1, SOW_LEVEL);
    ck_assert_int_eq(twins.games, 200);
    ck_assert_double_eq_tol(twins.mean, single.mean, 1e-12);
    ck_assert_double_eq_tol(twins.standard_error, single.standard_error, 1e-12);
    ck_assert_double_eq_tol(twins.interval.low, single.interval.low, 1e-12);
    ck_assert_double_eq_tol(twins.interval.high, single.interval.high, 1e-12);
    struct sow_tally all_won = {200, 0, 0};
    struct sow_tally half_of_them = {100, 0, 0};
    ck_assert_double_eq_tol(sow_score_of_twins(&all_won, SOW_LEVEL).interval.low,
                            sow_score_of_games(&half_of_them, SOW_LEVEL).interval.low,
                            1e-12);
}

TEST(samples, differences_of_samples)
{
    /* R: t.test(c(1, 2, 3)); with two degrees of freedom p = 1 - t / sqrt(2 + t^2). */
    const double values[] = {1.0, 2.0, 3.0};
    struct sow_sample sample = {values, 3};
    struct sow_difference mean = sow_sample_difference(&sample, 0.0, SOW_LEVEL);
    ck_assert_double_eq_tol(mean.value, 2.0, 1e-12);
    ck_assert_double_eq_tol(mean.p, 1.0 - sqrt(12.0 / 14.0), 1e-12);
    ck_assert_double_eq_tol(mean.interval.low, -0.4841377, 1e-7);
    ck_assert_double_eq_tol(mean.interval.high, 4.4841377, 1e-7);
    /* R: t.test(c(1, 2, 3), mu = 1.5). */
    struct sow_difference from = sow_sample_difference(&sample, 1.5, SOW_LEVEL);
    ck_assert_double_eq_tol(from.value, 0.5, 1e-12);
    ck_assert_double_eq_tol(from.p, 1.0 - sqrt(0.75 / 2.75), 1e-12);
    ck_assert_double_eq_tol(from.interval.low, -1.9841377, 1e-7);
    struct sow_sample alone = {values, 1};
    ck_assert(isnan(sow_sample_difference(&alone, 0.0, SOW_LEVEL).p));
}

/* Equal values prove nothing: p is that of the sign test. */
TEST(samples, equal_differences_are_no_certainty)
{
    const double same[] = {0.0, 0.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0};
    struct sow_sample zeros = {same, 2};
    ck_assert_double_eq_tol(sow_sample_difference(&zeros, 0.0, SOW_LEVEL).p, 1.0, 1e-15);
    for (size_t n = 2; n <= 6; n++) {
        struct sow_sample ones = {&same[2], n};
        struct sow_tally signs = {(int64_t)n, 0, 0};
        ck_assert_double_eq_tol(sow_sample_difference(&ones, 0.0, SOW_LEVEL).p,
                                sow_tally_sign_test(&signs), 1e-12);
    }
    /* The mean of three times 0.6 is not exactly 0.6: rounding is not variance. */
    const double rounded[] = {0.6, 0.6, 0.6};
    struct sow_sample sample = {rounded, 3};
    ck_assert_double_eq_tol(sow_sample_difference(&sample, 0.0, SOW_LEVEL).p, 0.25,
                            1e-15);
}

TEST(samples, rounding_is_no_difference)
{
    /* In doubles, the mean of these is below 0.5 by about 1e-17. */
    const double values[] = {0.1, 0.5, 0.7, 0.7};
    struct sow_sample sample = {values, 4};
    struct sow_difference mean = sow_sample_difference(&sample, 0.5, SOW_LEVEL);
    ck_assert(!(fabs(mean.value) > 0.0));
    ck_assert_double_eq_tol(mean.p, 1.0, 1e-15);
    const double noise[] = {-1.1102230246251565e-16, 0.0, -1.1102230246251565e-16};
    struct sow_sample differences = {noise, 3};
    mean = sow_sample_difference(&differences, 0.0, SOW_LEVEL);
    ck_assert(!(fabs(mean.value) + fabs(mean.interval.low) > 0.0));
    ck_assert(!(fabs(mean.interval.high) > 0.0));
    ck_assert_double_eq_tol(mean.p, 1.0, 1e-15);
}

/* ---- The worst of many cells ---- */

enum { CELLS = 56, PLAYED = 1000, REPLAYED = 3, PANELS = 1000 };

/* True win rates, evenly spread from 0.6 to @p spread above it. The part of the lowest
   rate that is luck depends on the number of rates near it. */
static const double SPREADS[] = {0.0, 0.05, 0.3};

static struct sow_stratum drawn(double rate, struct sow_pcg *rng)
{
    struct sow_tally tally = {.wins = 0};
    for (int i = 0; i < PLAYED; i++)
        tally.wins += sow_pcg_unit(rng) < rate;
    tally.losses = PLAYED - tally.wins;
    return sow_stratum_of(tally);
}

static double win_rate(const struct sow_stratum *stratum)
{
    return (double)stratum->tally.wins / PLAYED;
}

/* Sums over plans: the lowest observed rate, the same cell in a retest, and the lowest of
   the worst cells in a retest. */
struct outcome {
    double minimum;
    double again;
    double lowest;
    int floor_held; /* intervals that contain the lowest true rate of all cells */
    int held;       /* intervals from retests that do */
    int low_held;   /* intervals that contain the lowest true rate of the retested
                       cells */
    double floor_length;
    double length;
};

/* Moves the lowest cells to the front, with their true rates. */
static void put_worst_first(struct sow_stratum *cells, double *rates)
{
    for (int k = 0; k < REPLAYED; k++)
        for (int i = k + 1; i < CELLS; i++)
            if (cells[i].tally.wins < cells[k].tally.wins) {
                struct sow_stratum cell = cells[k];
                double rate = rates[k];
                cells[k] = cells[i];
                rates[k] = rates[i];
                cells[i] = cell;
                rates[i] = rate;
            }
}

static bool holds(struct sow_interval interval, double truth)
{
    return interval.low <= truth && truth <= interval.high;
}

static void take_plan(struct outcome *outcome, double spread, struct sow_pcg *rng)
{
    struct sow_stratum cells[CELLS];
    struct sow_stratum again[REPLAYED];
    double rates[CELLS];
    for (int i = 0; i < CELLS; i++) {
        rates[i] = 0.6 + spread * i / (CELLS - 1);
        cells[i] = drawn(rates[i], rng);
    }
    struct sow_interval floor = sow_least_win_rate(cells, CELLS, SOW_LEVEL);
    put_worst_first(cells, rates);
    double least = 1.0;
    double lowest = 1.0;
    for (int k = 0; k < REPLAYED; k++) {
        again[k] = drawn(rates[k], rng);
        least = fmin(least, rates[k]);
        lowest = fmin(lowest, win_rate(&again[k]));
    }
    struct sow_interval replayed = sow_least_win_rate(again, REPLAYED, SOW_LEVEL);
    outcome->minimum += (win_rate(&cells[0]) - 0.6) / PANELS;
    outcome->again += (win_rate(&again[0]) - rates[0]) / PANELS;
    outcome->lowest += (lowest - 0.6) / PANELS;
    outcome->floor_held += holds(floor, 0.6);
    outcome->held += holds(replayed, 0.6);
    outcome->low_held += holds(replayed, least);
    outcome->floor_length += (floor.high - floor.low) / PANELS;
    outcome->length += (replayed.high - replayed.low) / PANELS;
}

TEST_EACH(worst, replays_are_nearly_unbiased, SPREADS)
{
    struct outcome outcome = {.minimum = 0.0};
    struct sow_pcg rng;
    sow_pcg_seed(&rng, 12, (uint64_t)_i);
    for (int i = 0; i < PANELS; i++)
        take_plan(&outcome, SPREADS[_i], &rng);
    (void)printf("spread %.2f: minimum %+.2f, its cell again %+.2f, lowest again %+.2f"
                 " points; floor holds %.1f %%, length %.1f; replays hold %.1f %%, of"
                 " those replayed %.1f %%, length %.1f\n",
                 SPREADS[_i], 100 * outcome.minimum, 100 * outcome.again,
                 100 * outcome.lowest, outcome.floor_held / 10.0,
                 100 * outcome.floor_length, outcome.held / 10.0, outcome.low_held / 10.0,
                 100 * outcome.length);
    ck_assert_double_le(outcome.minimum, -0.004);
    ck_assert_double_le(fabs(outcome.again), 0.0016);
    ck_assert_double_le(fabs(outcome.lowest), -outcome.minimum);
    ck_assert_int_ge(outcome.floor_held, 950);
    ck_assert_int_ge(outcome.low_held, 940);
    ck_assert_double_le(outcome.length, 0.85 * outcome.floor_length);
}
