/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Signed ranks, Shapiro and Wilk's test, and analysis of variance, compared with R. */
#include "statistics_support.h"

#include "sow/statistics/statistics_analysis.h"

static struct sow_sample sample_of(struct figures *r)
{
    size_t count = (size_t)figure(r);
    struct sow_sample sample = {&r->value[r->next], count};
    r->next += (int)count;
    return sample;
}

/* R searches for the median and the limits until it is within 0.0001 of them. */
TEST(samples, signed_ranks_of_r)
{
    struct figures r;
    for (figures_open(&r); figures_next(&r, "signed");) {
        struct sow_sample sample = sample_of(&r);
        struct sow_signed_rank result;
        ck_assert(sow_signed_rank_test(&sample, SOW_LEVEL, &result, NULL) == SOW_OK);
        expect_near("V", result.v, figure(&r), 0);
        expect_near("p", result.p, figure(&r), 1e-12);
        ck_assert_double_eq_tol(result.median, figure(&r), 2e-4);
        ck_assert_double_eq_tol(result.interval.low, figure(&r), 2e-4);
        ck_assert_double_eq_tol(result.interval.high, figure(&r), 2e-4);
    }
}

TEST(samples, zeros_say_nothing)
{
    struct sow_sample sample = {(double[]){0, 0}, 2};
    struct sow_signed_rank result;
    ck_assert(sow_signed_rank_test(&sample, SOW_LEVEL, &result, NULL) == SOW_OK);
    expect_near("p", result.p, 1, 0);
    expect_nothing(result.interval);
}

TEST(samples, shapiro_and_wilk_of_r)
{
    struct figures r;
    for (figures_open(&r); figures_next(&r, "shapiro");) {
        struct sow_sample sample = sample_of(&r);
        double w;
        double p;
        ck_assert(sow_shapiro_wilk(&sample, &w, &p, NULL) == SOW_OK);
        expect_near("W", w, figure(&r), 1e-9);
        expect_near("p", p, figure(&r), 1e-8);
    }
}

TEST(samples, equal_values_have_no_shape)
{
    struct sow_sample sample = {(double[]){3, 3, 3, 3}, 4};
    double w;
    double p;
    ck_assert(sow_shapiro_wilk(&sample, &w, &p, NULL) == SOW_OK);
    ck_assert(isnan(w) && isnan(p));
}

TEST(groups, groups_of_r)
{
    enum { MOST = 5 };
    struct figures r;
    for (figures_open(&r); figures_next(&r, "groups");) {
        struct sow_sample groups[MOST];
        size_t count = (size_t)figure(&r);
        ck_assert_uint_le(count, MOST);
        for (size_t i = 0; i < count; i++)
            groups[i].count = (size_t)figure(&r);
        for (size_t i = 0; i < count; i++) {
            groups[i].values = &r.value[r.next];
            r.next += (int)groups[i].count;
        }
        struct sow_anova anova = sow_anova(groups, count);
        expect_near("bartlett", sow_bartlett_test(groups, count), figure(&r), 1e-12);
        expect_near("F", anova.f, figure(&r), 1e-10);
        expect_near("p", anova.p, figure(&r), 1e-12);
        for (size_t a = 0; a < count; a++)
            for (size_t b = a + 1; b < count; b++)
                expect_near("Tukey", sow_tukey(&anova, groups, count, a, b), figure(&r),
                            1e-6);
    }
}
