/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Ranks in blocks: the worked example of Demsar (2006, Statistical Comparisons of
   Classifiers over Multiple Data Sets, JMLR 7), and groups by their definition. */
#include "statistics_support.h"

#include "sow/base/pcg.h"
#include "sow/statistics/statistics_ranks.h"

enum { TREATMENTS = 4, SETS = 14, VALUES_MAX = 12 };

/* Areas under the curve of Table 6: C4.5, C4.5+m, C4.5+cf, C4.5+m+cf. The paper prints
   0.975 twice for the set voting, and ranks these 2 and 3. So the last figure is smaller
   by 0.0001 here. */
static const double AREAS[SETS][TREATMENTS] = {
    {0.763, 0.768, 0.771, 0.798},  {0.599, 0.591, 0.590, 0.569},
    {0.954, 0.971, 0.968, 0.967},  {0.628, 0.661, 0.654, 0.657},
    {0.882, 0.888, 0.886, 0.898},  {0.936, 0.931, 0.916, 0.931},
    {0.661, 0.668, 0.609, 0.685},  {0.583, 0.583, 0.563, 0.625},
    {0.775, 0.838, 0.866, 0.875},  {1.000, 1.000, 1.000, 1.000},
    {0.940, 0.962, 0.965, 0.962},  {0.619, 0.666, 0.614, 0.669},
    {0.972, 0.981, 0.975, 0.9749}, {0.957, 0.978, 0.946, 0.970},
};

/* Order of the treatments by their mean ranks. */
enum { BOTH, M, CF, PLAIN };

/* Ranks the treatments of the example; their mean ranks are in ascending order. */
static struct sow_ranks test_of_example(double alpha, double ranks[TREATMENTS])
{
    static const size_t ORDER[TREATMENTS] = {[BOTH] = 3, [M] = 1, [CF] = 2, [PLAIN] = 0};
    double values[TREATMENTS * SETS];
    struct sow_ranks test;
    for (size_t i = 0; i < TREATMENTS; i++)
        for (size_t set = 0; set < SETS; set++)
            values[i * SETS + set] = AREAS[set][ORDER[i]];
    ck_assert(sow_ranks_test(values, TREATMENTS, SETS, alpha, ranks, &test));
    return test;
}

/* Section 3.2.2 prints a statistic of 9.28 without the correction for ties: one set has
   four equal values, and three sets have two. F is that of Iman and Davenport. Table 5
   and the text print the critical differences 1.25 and 1.12. */
TEST(demsar, figures_of_the_paper)
{
    (void)err;
    double ranks[TREATMENTS];
    struct sow_ranks test = test_of_example(0.05, ranks);
    expect_near("C4.5+m+cf", ranks[BOTH], 1.964, 0.0005);
    expect_near("C4.5+m", ranks[M], 2.000, 0.0005);
    expect_near("C4.5+cf", ranks[CF], 2.893, 0.0005);
    expect_near("C4.5", ranks[PLAIN], 3.143, 0.0005);
    double ties = (60.0 + 3 * 6) / (SETS * TREATMENTS * (TREATMENTS * TREATMENTS - 1.0));
    double plain = test.chi_square * (1 - ties);
    expect_near("chi square", plain, 9.28, 0.0005);
    expect_near("F", (SETS - 1) * plain / (SETS * (TREATMENTS - 1) - plain), 3.69, 0.002);
    expect_near("critical", test.critical, 1.25, 0.005);
    expect_near("critical", test_of_example(0.1, ranks).critical, 1.12, 0.005);
}

/* The text: at 5 % nothing is shown. At 10 % C4.5 is worse than C4.5+m and C4.5+m+cf, and
   nothing is shown of C4.5+cf. */
TEST(demsar, groups_of_the_paper)
{
    (void)err;
    double ranks[TREATMENTS];
    struct sow_rank_group groups[TREATMENTS];
    double critical = test_of_example(0.05, ranks).critical;
    ck_assert_uint_eq(sow_ranks_groups(ranks, TREATMENTS, critical, groups), 1);
    ck_assert_uint_eq(groups[0].first, BOTH);
    ck_assert_uint_eq(groups[0].last, PLAIN);
    critical = test_of_example(0.1, ranks).critical;
    ck_assert_uint_eq(sow_ranks_groups(ranks, TREATMENTS, critical, groups), 2);
    ck_assert_uint_eq(groups[0].first, BOTH);
    ck_assert_uint_eq(groups[0].last, CF);
    ck_assert_uint_eq(groups[1].first, CF);
    ck_assert_uint_eq(groups[1].last, PLAIN);
}

/* Critical values of Table 5(a), for 2 to 10 treatments at 5 % and 10 %. */
TEST(nemenyi, critical_values_of_the_paper)
{
    (void)err;
    static const double Q[][2] = {{1.960, 1.645}, {2.343, 2.052}, {2.569, 2.291},
                                  {2.728, 2.459}, {2.850, 2.589}, {2.949, 2.693},
                                  {3.031, 2.780}, {3.102, 2.855}, {3.164, 2.920}};
    static const double ALPHA[] = {0.05, 0.1};
    double values[10] = {0};
    double ranks[10];
    struct sow_ranks test;
    for (size_t i = 0; i < sizeof Q / sizeof Q[0]; i++)
        for (size_t level = 0; level < 2; level++) {
            double k = (double)i + 2;
            ck_assert(sow_ranks_test(values, i + 2, 1, ALPHA[level], ranks, &test));
            expect_near("q", test.critical / sqrt(k * (k + 1) / 6), Q[i][level], 0.0011);
        }
}

/* With two treatments the statistic is that of the sign test: (2 wins - n)^2 / n, the
   square of a normal variable. */
TEST(friedman, sign_test_of_two)
{
    (void)err;
    static const double VALUES[20] = {1, 1, 1, 1, 1, 1, 1, 1, -1, -1};
    double ranks[2];
    struct sow_ranks test;
    ck_assert(sow_ranks_test(VALUES, 2, 10, 0.05, ranks, &test));
    expect_near("rank", ranks[0], 1.2, 1e-12);
    expect_near("chi square", test.chi_square, 3.6, 1e-12);
    expect_near("p", test.p, erfc(sqrt(1.8)), 1e-12);
}

/* All values are tied: nothing differs. */
TEST(friedman, ties_everywhere)
{
    (void)err;
    static const double VALUES[6] = {0.5, 0.5, 0.5, 0.5, 0.5, 0.5};
    double ranks[3];
    struct sow_ranks test;
    ck_assert(sow_ranks_test(VALUES, 3, 2, 0.05, ranks, &test));
    for (size_t i = 0; i < 3; i++)
        expect_near("rank", ranks[i], 2, 0);
    expect_near("chi square", test.chi_square, 0, 0);
    expect_near("p", test.p, 1, 0);
}

/* Two treatments lie in a common group exactly if their mean ranks differ by less than
   the critical difference, and no group lies in another one. */
TEST(groups, hold_all_close_pairs)
{
    (void)err;
    struct sow_pcg rng;
    sow_pcg_seed(&rng, 1, 1);
    for (int trial = 0; trial < 200; trial++) {
        double ranks[VALUES_MAX];
        struct sow_rank_group groups[VALUES_MAX];
        double at = 1;
        for (size_t i = 0; i < VALUES_MAX; i++)
            ranks[i] = at += 0.25 * sow_pcg_below(&rng, 6);
        size_t count = sow_ranks_groups(ranks, VALUES_MAX, 1.5, groups);
        for (size_t a = 0; a < VALUES_MAX; a++)
            for (size_t b = a + 1; b < VALUES_MAX; b++) {
                bool joined = false;
                for (size_t g = 0; g < count; g++)
                    joined |= groups[g].first <= a && b <= groups[g].last;
                ck_assert_int_eq(joined, ranks[b] - ranks[a] < 1.5);
            }
        for (size_t g = 1; g < count; g++)
            ck_assert(groups[g - 1].first < groups[g].first &&
                      groups[g - 1].last < groups[g].last);
    }
}
