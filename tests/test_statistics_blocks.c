/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Comparison over blocks: against all sign flips, one by one, and published figures. */
#include "null_plans.h"
#include "statistics_support.h"

#include "sow/statistics/statistics_strata.h"

enum { BLOCKS_MAX = 20 };

static struct sow_paired test_of(const double *differences, size_t blocks)
{
    struct sow_paired result;
    ck_assert_int_eq(sow_paired_test(differences, blocks, &result, NULL), SOW_OK);
    return result;
}

/* Returns p by its definition: 2 times the smaller share of all 2^n sign patterns whose
   sum is at least, or at most, the observed one. */
static double naive_p(const double *differences, size_t blocks)
{
    double observed = 0;
    double at_least = 0;
    double at_most = 0;
    for (size_t b = 0; b < blocks; b++)
        observed += differences[b];
    for (size_t pattern = 0; pattern < (size_t)1 << blocks; pattern++) {
        double sum = 0;
        for (size_t b = 0; b < blocks; b++)
            sum += (pattern >> b & 1) != 0 ? -differences[b] : differences[b];
        at_least += sum >= observed - 1e-9;
        at_most += sum <= observed + 1e-9;
    }
    return fmin(1, 2 * fmin(at_least, at_most) / (double)((size_t)1 << blocks));
}

/* Draws differences; in every second sample many are equal or 0. */
static void draw(double *differences, size_t blocks, bool ties, struct sow_pcg *rng)
{
    for (size_t b = 0; b < blocks; b++)
        differences[b] =
            ties ? 0.25 * (sow_pcg_below(rng, 7) - 2.0) : sow_pcg_normal(rng) + 0.5;
}

/* ---- The test ---- */

TEST(flips, equal_all_sign_patterns)
{
    struct sow_pcg rng;
    double differences[BLOCKS_MAX];
    sow_pcg_seed(&rng, 1, 1);
    for (size_t blocks = 1; blocks <= 11; blocks++)
        for (int i = 0; i < 8; i++) {
            draw(differences, blocks, i % 2 == 1, &rng);
            expect_near("p", test_of(differences, blocks).p, naive_p(differences, blocks),
                        1e-12);
        }
}

/* Darwin's maize, crossed less self-fertilised, in eighths of an inch. Fisher (1935, The
   Design of Experiments, section 21) counts 863 of 32,768 sums of at least 314. */
TEST(flips, of_darwins_maize)
{
    static const double MAIZE[] = {49, -67, 8,  16, 6,  23, 28, 41,
                                   14, 29,  56, 24, 75, 60, -48};
    struct sow_paired result = test_of(MAIZE, COUNT(MAIZE));
    expect_near("mean", result.mean, 314.0 / 15, 1e-14);
    expect_near("p", result.p, 2 * 863.0 / 32768, 1e-14);
    ck_assert(result.interval.low < 0 && result.interval.high > 0);
    expect_near("wins", result.wins, 13.0 / 15, 1e-14);
}

/* p of the differences less a bound is at least 0.05 inside the interval, and less
   outside. */
TEST(flips, interval_inverts_the_test)
{
    struct sow_pcg rng;
    double differences[BLOCKS_MAX];
    double moved[BLOCKS_MAX];
    sow_pcg_seed(&rng, 2, 1);
    for (size_t blocks = 6; blocks <= 11; blocks++)
        for (int i = 0; i < 6; i++) {
            draw(differences, blocks, i % 2 == 1, &rng);
            struct sow_interval interval = test_of(differences, blocks).interval;
            const double bounds[] = {interval.low, interval.low - 1e-6, interval.high,
                                     interval.high + 1e-6};
            for (size_t k = 0; k < COUNT(bounds); k++) {
                for (size_t b = 0; b < blocks; b++)
                    moved[b] = differences[b] - bounds[k];
                ck_assert_int_eq(naive_p(moved, blocks) >= 0.05, k % 2 == 0);
            }
        }
}

TEST(flips, few_blocks_have_no_interval)
{
    static const double UP[] = {1, 2, 3, 4, 5, 6};
    for (size_t blocks = 1; blocks < 6; blocks++) {
        struct sow_paired result = test_of(UP, blocks);
        expect_nothing(result.interval);
        expect_near("p", result.p, pow(2, 1 - (double)blocks), 1e-14);
    }
    struct sow_paired result = test_of(UP, 6);
    expect_near("p", result.p, 0.03125, 1e-14);
    expect_near("low", result.interval.low, 1, 1e-14);
    expect_near("high", result.interval.high, 6, 1e-14);
    result = test_of(UP, 1);
    ck_assert(isnan(result.sd));
    expect_near("mean", result.mean, 1, 1e-14);
}

TEST(flips, what_is_not_defined)
{
    static const double BAD[] = {1, INFINITY};
    struct sow_paired result;
    ck_assert_int_eq(sow_paired_test(NULL, 0, &result, &err), SOW_OK);
    ck_assert(isnan(result.mean) && isnan(result.p) && isnan(result.wins));
    ck_fails(sow_paired_test(BAD, 2, &result, &err), SOW_BAD_DATA,
             "difference 2 is not a finite number");
}

/* Equal differences are copies of one: they give no verdict. */
TEST(flips, copies_are_no_sample)
{
    static const double SAME[] = {0.25, 0.25, 0.25, 0.25, 0.25, 0.25, 0.25, 0.25};
    struct sow_paired result;
    ck_ok(sow_paired_test(SAME, 8, &result, &err));
    ck_assert_double_eq(result.mean, 0.25);
    ck_assert_double_nan(result.p);
    ck_assert_double_nan(result.interval.low);
    ck_assert_int_eq(sow_paired_verdict(&result, result.p, false, SOW_EQUIVALENT),
                     SOW_VERDICT_UNDECIDED);
}

/* Exchanging the treatments mirrors everything, also with random subsets. The interval
   excludes 0 exactly where p < 0.05. */
TEST(flips, mirrored)
{
    struct sow_pcg rng;
    double differences[BLOCKS_MAX];
    double mirrored[BLOCKS_MAX];
    sow_pcg_seed(&rng, 3, 1);
    int excluded = 0;
    for (size_t blocks = 6; blocks <= BLOCKS_MAX; blocks++)
        for (int i = 0; i < 4; i++) {
            draw(differences, blocks, i % 2 == 1, &rng);
            for (size_t b = 0; b < blocks; b++)
                mirrored[b] = -differences[b];
            struct sow_paired a = test_of(differences, blocks);
            struct sow_paired b = test_of(mirrored, blocks);
            expect_near("p", b.p, a.p, 0);
            expect_near("low", b.interval.low, -a.interval.high, 1e-12);
            expect_near("high", b.interval.high, -a.interval.low, 1e-12);
            expect_near("wins", b.wins, 1 - a.wins, 1e-12);
            bool outside = a.interval.low > 0 || a.interval.high < 0;
            ck_assert_int_eq(outside, a.p < 0.05);
            excluded += outside;
        }
    ck_assert_int_gt(excluded, 10);
}

/* With more blocks, p of random subsets is near p of all. The error of a share of 65,535
   is at most 0.002, and p is twice a share. */
TEST(flips, random_subsets_are_near_all)
{
    struct sow_pcg rng;
    double differences[BLOCKS_MAX];
    sow_pcg_seed(&rng, 4, 1);
    for (size_t blocks = SOW_FLIP_EXACT_MAX + 1; blocks <= 19; blocks++) {
        draw(differences, blocks, blocks % 2 == 1, &rng);
        double p = test_of(differences, blocks).p;
        ck_assert_double_eq_tol(p, naive_p(differences, blocks), 0.016);
        expect_near("again", test_of(differences, blocks).p, p, 0);
    }
}

/* Values that differ only by rounding are equal. */
TEST(flips, equal_treatments)
{
    double differences[BLOCKS_MAX];
    for (size_t b = 0; b < BLOCKS_MAX; b++)
        differences[b] = b % 2 == 0 ? 1e-15 : -2e-16;
    struct sow_paired result = test_of(differences, BLOCKS_MAX);
    expect_near("p", result.p, 1, 0);
    expect_near("mean", result.mean, 0, 0);
    expect_near("low", result.interval.low, 0, 0);
    expect_near("high", result.interval.high, 0, 0);
    expect_near("wins", result.wins, 0.5, 0);
    ck_assert_int_eq(sow_paired_verdict(&result, 1, false, SOW_EQUIVALENT),
                     SOW_VERDICT_EQUIVALENT);
}

/* ---- Verdicts ---- */

static const struct {
    double mean, low, high, p;
    bool lower_is_better;
    enum sow_verdict verdict;
} JUDGED[] = {
    {0.1, 0.05, 0.2, 0.01, false, SOW_VERDICT_BETTER},
    {0.1, 0.05, 0.2, 0.01, true, SOW_VERDICT_WORSE},
    {-0.1, -0.2, -0.05, 0.01, false, SOW_VERDICT_WORSE},
    {-0.1, -0.2, -0.05, 0.01, true, SOW_VERDICT_BETTER},
    /* The interval alone excludes 0, but not after Holm. */
    {0.1, 0.05, 0.2, 0.08, false, SOW_VERDICT_UNDECIDED},
    {0.01, 0.005, 0.015, 0.08, false, SOW_VERDICT_EQUIVALENT},
    {0.01, 0.005, 0.015, 0.01, false, SOW_VERDICT_BETTER},
    {0.0, -0.02, 0.02, 1.0, false, SOW_VERDICT_EQUIVALENT},
    {0.0, -0.021, 0.02, 1.0, false, SOW_VERDICT_UNDECIDED},
    {0.1, (double)NAN, (double)NAN, 0.06, false, SOW_VERDICT_UNDECIDED},
    {(double)NAN, (double)NAN, (double)NAN, (double)NAN, false, SOW_VERDICT_UNDECIDED},
};

TEST_EACH(verdict, of_a_difference, JUDGED)
{
    const struct sow_paired paired = {.mean = JUDGED[_i].mean,
                                      .interval = {JUDGED[_i].low, JUDGED[_i].high}};
    ck_assert_int_eq(sow_paired_verdict(&paired, JUDGED[_i].p, JUDGED[_i].lower_is_better,
                                        SOW_EQUIVALENT),
                     JUDGED[_i].verdict);
}

/* The margin is in the unit of the values. */
TEST(verdict, depends_on_the_margin)
{
    const struct sow_paired paired = {.mean = 0, .interval = {-5, 5}};
    const struct sow_paired nothing = {.mean = 0, .interval = {0, 0}};
    ck_assert_int_eq(sow_paired_verdict(&paired, 1, false, 4.9), SOW_VERDICT_UNDECIDED);
    ck_assert_int_eq(sow_paired_verdict(&paired, 1, false, 5), SOW_VERDICT_EQUIVALENT);
    ck_assert_int_eq(sow_paired_verdict(&nothing, 1, false, 0), SOW_VERDICT_UNDECIDED);
}

/* ---- Planning ---- */

/* R: (qnorm(1 - .05/30) + qnorm(.8)) * sqrt(2) * .07 / sqrt(20) is 0.08360. */
TEST(planning, detectable_difference)
{
    ck_assert_double_eq_tol(sow_detectable_difference(0.07 * sqrt(2), 20, 15), 0.0836,
                            5e-5);
    ck_assert_double_eq_tol(sow_detectable_difference(0.02 * sqrt(2), 20, 15), 0.0239,
                            5e-5);
    /* For one test the sum of the quantiles is 1.959964 + 0.841621. */
    ck_assert_double_eq_tol(sow_detectable_difference(1, 1, 1), 2.801585, 1e-6);
    ck_assert(isnan(sow_detectable_difference(1, 0, 1)));
    ck_assert(isnan(sow_detectable_difference((double)NAN, 1, 1)));
}

TEST(planning, blocks_needed)
{
    static const size_t EXPECTED[][2] = {{0, 6}, {1, 6}, {15, 10}, {56, 12}, {1638, 16}};
    for (size_t i = 0; i < COUNT(EXPECTED); i++)
        ck_assert_uint_eq(sow_blocks_needed(EXPECTED[i][0]), EXPECTED[i][1]);
    /* The number of blocks is enough if all agree, and one less is not. */
    for (size_t tests = 1; tests <= SOW_FLIP_TESTS_MAX; tests++) {
        double blocks = (double)sow_blocks_needed(tests);
        ck_assert((double)tests * pow(2, 1 - blocks) <= 0.05);
        ck_assert((double)tests * pow(2, 2 - blocks) > 0.05);
    }
}

/* ---- Shares of variance ---- */

enum { EFFECTS_MAX = 16 };

static double share_of(const struct sow_effect *effects, size_t count,
                       enum sow_effect_kind kind, size_t first, size_t second)
{
    for (size_t i = 0; i < count; i++)
        if (effects[i].kind == kind && effects[i].first == first &&
            effects[i].second == second)
            return effects[i].share;
    ck_abort_msg("no such effect");
    return (double)NAN;
}

/* With two levels each, -1 and 1, the sums of squares are those of the coefficients. */
TEST(shares, of_orthogonal_coefficients)
{
    static const size_t LEVELS[] = {2, 2};
    double values[2 * 4];
    struct sow_effect effects[EFFECTS_MAX];
    for (int i = 0; i < 8; i++) {
        double block = i < 4 ? -1 : 1;
        double a = i % 4 < 2 ? -1 : 1;
        double b = i % 2 == 0 ? -1 : 1;
        values[i] = 7 + 3 * a + 2 * b + a * b + 4 * block + 0.5 * a * block;
    }
    const struct sow_factorial factorial = {.values = values,
                                            .blocks = 2,
                                            .stratum_count = 1,
                                            .levels = LEVELS,
                                            .factors = 2};
    size_t count = sow_factorial_count(&factorial);
    ck_assert_uint_eq(count, 5);
    ck_assert_int_eq(sow_factorial_effects(&factorial, effects, NULL), SOW_OK);
    double total = 9 + 4 + 1 + 16 + 0.25;
    const double shares[] = {9, 4, 1, 16, 0.25};
    static const size_t FREEDOM[] = {1, 1, 1, 1, 3};
    for (size_t i = 0; i < count; i++) {
        expect_near("share", effects[i].share, shares[i] / total, 1e-12);
        ck_assert_uint_eq(effects[i].freedom, FREEDOM[i]);
    }
}

/* One factor is the analysis of variance of randomised blocks, here by hand. The blocks
   have the means 3 and 5, the treatments 2, 3 and 7. */
TEST(shares, of_randomised_blocks)
{
    static const double VALUES[] = {1, 2, 6, 3, 4, 8};
    static const size_t LEVELS[] = {3};
    struct sow_effect effects[EFFECTS_MAX];
    const struct sow_factorial factorial = {.values = VALUES,
                                            .blocks = 2,
                                            .stratum_count = 1,
                                            .levels = LEVELS,
                                            .factors = 1};
    ck_assert_uint_eq(sow_factorial_count(&factorial), 3);
    ck_assert_int_eq(sow_factorial_effects(&factorial, effects, NULL), SOW_OK);
    expect_near("treatments", effects[0].share, 28.0 / 34, 1e-12);
    expect_near("blocks", effects[1].share, 6.0 / 34, 1e-12);
    expect_near("rest", effects[2].share, 0, 1e-12);
    ck_assert_int_eq(effects[2].kind, SOW_EFFECT_REST);
    ck_assert_uint_eq(effects[2].freedom, 2);
}

/* Strata of different sizes. The value is the sum of a part of the stratum, one of the
   level, and one of both together. The parts of levels and pairs have the weighted mean
   0, so each has the share of its own squares. */
TEST(shares, with_strata_of_different_sizes)
{
    static const size_t STRATA[] = {0, 1, 0, 0, 1};
    static const size_t LEVELS[] = {3};
    static const double STRATUM[] = {-2, 3};
    static const double LEVEL[] = {-1, -1, 2};
    static const double PAIR[] = {2, -3};
    static const double SIDE[] = {1, -1, 0};
    static const double BLOCK[] = {1, 2, -3, 2, -2};
    double values[5 * 3];
    double squares[4] = {0};
    struct sow_effect effects[EFFECTS_MAX];
    for (size_t i = 0; i < COUNT(values); i++) {
        size_t stratum = STRATA[i / 3];
        double parts[] = {LEVEL[i % 3], STRATUM[stratum], PAIR[stratum] * SIDE[i % 3],
                          BLOCK[i / 3]};
        values[i] = 0;
        for (int k = 0; k < 4; k++) {
            values[i] += parts[k];
            squares[k] += parts[k] * parts[k];
        }
    }
    const struct sow_factorial factorial = {.values = values,
                                            .blocks = 5,
                                            .strata = STRATA,
                                            .stratum_count = 2,
                                            .levels = LEVELS,
                                            .factors = 1};
    size_t count = sow_factorial_count(&factorial);
    ck_assert_uint_eq(count, 5);
    ck_assert_int_eq(sow_factorial_effects(&factorial, effects, NULL), SOW_OK);
    double total = squares[0] + squares[1] + squares[2] + squares[3];
    expect_near("level", share_of(effects, count, SOW_EFFECT_MAIN, 0, 0),
                squares[0] / total, 1e-12);
    expect_near("stratum", share_of(effects, count, SOW_EFFECT_MAIN, 1, 1),
                squares[1] / total, 1e-12);
    expect_near("pair", share_of(effects, count, SOW_EFFECT_INTERACTION, 0, 1),
                squares[2] / total, 1e-12);
    expect_near("block", share_of(effects, count, SOW_EFFECT_BLOCK, 0, 0),
                squares[3] / total, 1e-12);
    expect_near("rest", share_of(effects, count, SOW_EFFECT_REST, 0, 0), 0, 1e-12);
}

/* Shares are not negative and add up to 1; so do the degrees of freedom to n - 1. */
TEST(shares, add_up)
{
    struct sow_pcg rng;
    struct null_plan plan;
    struct sow_effect effects[EFFECTS_MAX];
    sow_pcg_seed(&rng, 5, 1);
    null_draw(&plan, 9, &rng);
    const struct sow_factorial factorial = {.values = plan.value[0],
                                            .blocks = 9,
                                            .stratum_count = 1,
                                            .levels = NULL_LEVELS,
                                            .factors = NULL_LISTS};
    size_t count = sow_factorial_count(&factorial);
    ck_assert_uint_eq(count, 8);
    ck_assert_int_eq(sow_factorial_effects(&factorial, effects, NULL), SOW_OK);
    double sum = 0;
    size_t freedom = 0;
    for (size_t i = 0; i < count; i++) {
        ck_assert(effects[i].share >= 0);
        sum += effects[i].share;
        freedom += effects[i].freedom;
    }
    expect_near("sum", sum, 1, 1e-12);
    ck_assert_uint_eq(freedom, 9 * NULL_CELLS - 1);
}

TEST(shares, equal_values_have_none)
{
    static const double VALUES[] = {0.1, 0.1, 0.1, 0.1};
    static const size_t LEVELS[] = {2};
    struct sow_effect effects[EFFECTS_MAX];
    const struct sow_factorial factorial = {.values = VALUES,
                                            .blocks = 2,
                                            .stratum_count = 1,
                                            .levels = LEVELS,
                                            .factors = 1};
    ck_assert_int_eq(sow_factorial_effects(&factorial, effects, NULL), SOW_OK);
    for (size_t i = 0; i < sow_factorial_count(&factorial); i++)
        ck_assert(isnan(effects[i].share));
}

/* ---- Plans without any effect ---- */

/* Short form of `interval_coverage plans`: the bounds are three standard errors from 95
   and 5 %. Pooled settings reject far more. */
TEST(simulated, plans_without_effect)
{
    enum { PLANS = 600 };
    struct sow_pcg rng;
    struct null_counts counts = {.plans = 0};
    sow_pcg_seed(&rng, 11, 1);
    for (int i = 0; i < PLANS; i++)
        null_try(10, &rng, &counts);
    double intervals = (double)PLANS * NULL_TESTS;
    ck_assert_msg(counts.covered / intervals > 0.938, "covered %d", counts.covered);
    ck_assert_msg(counts.any / (double)PLANS < 0.077, "any %d", counts.any);
    ck_assert_msg(counts.alone / (double)PLANS < 0.077, "alone %d", counts.alone);
    ck_assert_msg(counts.pooled / (double)PLANS > 0.1, "pooled %d", counts.pooled);
    printf("covered %.3f, any %.3f, alone %.3f, pooled %.3f\n",
           counts.covered / intervals, counts.any / (double)PLANS,
           counts.alone / (double)PLANS, counts.pooled / (double)PLANS);
}
