/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Published figures as data, and the computation of the figures to compare. */
#include "sow/reproduction/published.h"
#include "sow/statistics/statistics_strata.h"
#include "store_support.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- Published figures ---- */

static double figure(const struct sow_published *figures, size_t count, const char *table,
                     const char *row, const char *column)
{
    for (size_t i = 0; i < count; i++)
        if (strcmp(figures[i].table, table) == 0 && strcmp(figures[i].row, row) == 0 &&
            strcmp(figures[i].column, column) == 0)
            return figures[i].value;
    ck_abort_msg("no figure %s, %s, %s", table, row, column);
}

TEST(figures, published_figures_are_loaded)
{
    struct sow_published *figures;
    size_t count;
    ck_ok(sow_published_load("divilly2013", &figures, &count, &err));
    ck_assert_uint_eq(count, 20 * 7 + 6 + 4 * 42);
    static const struct {
        const char *table;
        const char *row;
        const char *column;
        double value;
    } PRINTED[] = {
        {"II", "run 4", "w6", 0.566},
        {"III", "evolved strategy", "w6", 0.565937},
        {"IV", "evolved first vs h1", "wins", 81.5},
        {"V", "evolved first vs h5", "losses", 18.8},
        {"VI", "evolved second vs h5", "draws", 0.7},
        {"VII", "evolved second vs random", "draws", 0.2},
    };
    for (size_t i = 0; i < sizeof PRINTED / sizeof PRINTED[0]; i++)
        ck_assert_double_eq_tol(
            figure(figures, count, PRINTED[i].table, PRINTED[i].row, PRINTED[i].column),
            PRINTED[i].value, 1e-12);
    /* Wins, losses and draws of a row add up to 100 %. */
    for (size_t i = 20 * 7 + 6; i < count; i += 3)
        ck_assert_double_eq_tol(
            figures[i].value + figures[i + 1].value + figures[i + 2].value, 100.0, 1e-9);
    free(figures);
}

TEST_LOOP(figures, damaged_figures_are_refused, 0, 6)
{
    static const char HEAD[] = "# a source\ntable,variant,row,column,value\n";
    static const char *const LINES[] = {"I,a,b,c\n",     "I,a,b,c,d\n", "I,a,b,c,1",
                                        "I,a,b,c,1,2\n", ",a,b,c,1\n",  "\n"};
    char text[256];
    struct sow_published *figures;
    size_t count;
    (void)snprintf(text, sizeof text, "%s%s", HEAD, LINES[_i]);
    ck_fails(sow_published_read(text, "x.csv", &figures, &count, &err), SOW_BAD_DATA,
             "'x.csv': figure 1");
    ck_assert_ptr_null(figures);
    ck_fails(sow_published_read(LINES[_i], "x.csv", &figures, &count, &err), SOW_BAD_DATA,
             "does not hold published figures");
    ck_ok(sow_published_read(HEAD, "x.csv", &figures, &count, &err));
    ck_assert_uint_eq(count, 0);
    free(figures);
}

/* ---- Figures ---- */

static bool same_bits(double a, double b)
{
    uint64_t bits[2];
    memcpy(&bits[0], &a, sizeof a);
    memcpy(&bits[1], &b, sizeof b);
    return bits[0] == bits[1];
}

TEST(summaries, figures_are_settled)
{
    const double values[] = {0.0, 1.0, -0.25, 0.1, 0.813, 1e-300, 1e300, 1234.5};
    for (size_t i = 0; i < sizeof values / sizeof values[0]; i++)
        ck_assert(same_bits(sow_settled(values[i]), values[i]));
    /* Values that differ only in their last bits become equal. */
    double third = sow_settled(1.0 / 3.0);
    double next = sow_settled(nextafter(1.0 / 3.0, 1.0));
    ck_assert(same_bits(third, next));
    ck_assert_double_eq_tol(third, 0.3333333333, 1e-15);
    ck_assert(fpclassify(sow_settled(DBL_MIN / 4.0)) == FP_ZERO);
    ck_assert(isnan(sow_settled((double)NAN)));
    ck_assert(isinf(sow_settled((double)INFINITY)));
}

TEST(summaries, strata_are_counted_alike)
{
    /* The means are 0.75 of 20 games and 0.5 of 10. The variance of a mean is computed by
       hand: sum((points - mean)^2) / games^2. */
    struct sow_stratum strata[] = {{{14, 2, 4}, 20.0}, {{5, 0, 5}, 10.0}};
    struct sow_mean_score score = sow_score_of_strata(strata, 2, 0.95);
    double first = (14 * 0.0625 + 2 * 0.0625 + 4 * 0.5625) / 400.0;
    double second = (5 * 0.25 + 5 * 0.25) / 100.0;
    ck_assert_int_eq(score.games, 30);
    ck_assert_double_eq_tol(score.mean, 0.625, 1e-12);
    ck_assert_double_eq_tol(score.standard_error, sqrt(first + second) / 2.0, 1e-12);
    ck_assert(score.interval.low < 0.625 && score.interval.high > 0.625);
    /* One stratum without draws. The lower limit is by R 4.2.2: prop.test(14, 20, correct
       = FALSE); the upper limit is by score() of statistics_reference.R. */
    struct sow_stratum one = {{14, 0, 6}, 20.0};
    score = sow_score_of_strata(&one, 1, 0.95);
    ck_assert_double_eq_tol(score.interval.low, 0.4810, 5e-5);
    ck_assert_double_eq_tol(score.interval.high, 0.8614, 5e-5);
    /* Equal games say nothing about their variance, but they prove no certainty. */
    struct sow_stratum wins = {{50, 0, 0}, 50.0};
    score = sow_score_of_strata(&wins, 1, 0.95);
    ck_assert(score.interval.low < 0.95 && score.interval.low > 0.9);
}

TEST(summaries, sign_tests_agree_with_r)
{
    /* R 4.2.2: binom.test(c(wins, losses))$p.value */
    static const struct {
        struct sow_tally tally;
        double p;
    } CASES[] = {
        {{7, 0, 3}, 0.34375}, {{15, 100, 5}, 0.04138947}, {{0, 3, 10}, 0.001953125},
        {{5, 0, 5}, 1.0},     {{0, 8, 0}, 1.0},
    };
    for (size_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++)
        ck_assert_double_eq_tol(sow_tally_sign_test(&CASES[i].tally), CASES[i].p, 1e-7);
    ck_assert_double_eq_tol(sow_level_of_each(0.95, 10), 0.995, 1e-12);
    ck_assert_double_eq_tol(sow_level_of_each(0.95, 1), 0.95, 1e-12);
    struct sow_tally mirrored = sow_tally_mirrored(&CASES[0].tally);
    ck_assert_int_eq(mirrored.wins, 3);
    ck_assert_int_eq(mirrored.losses, 7);
}
