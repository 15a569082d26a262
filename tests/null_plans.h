/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * Simulated sweeps without any effect, for the program interval_coverage and the suite
 * statistics_blocks: 2 x 3 x 2 settings in each random seed.
 */
#ifndef SOW_TESTS_NULL_PLANS_H
#define SOW_TESTS_NULL_PLANS_H

#include "sow/base/pcg.h"
#include "sow/statistics/statistics_blocks.h"
#include "sow/statistics/statistics_multiple.h"

#include <stddef.h>

enum { NULL_LISTS = 3, NULL_CELLS = 12, NULL_TESTS = 5, NULL_SEEDS_MAX = 64 };

/** Number of values of each list. */
static const size_t NULL_LEVELS[NULL_LISTS] = {2, 3, 2};

/** Values of a simulated sweep. */
struct null_plan {
    size_t seeds;
    double value[NULL_SEEDS_MAX][NULL_CELLS];
};

/** Counts of simulated plans. */
struct null_counts {
    int plans;
    int covered; /**< intervals that contain 0, of NULL_TESTS in each plan */
    int any;     /**< plans with a verdict of better or worse */
    int alone;   /**< first differences with p < 0.05, by random seed */
    int pooled;  /**< first differences with p < 0.05, each setting taken for a block */
};

/** Returns the value of list @p list, an index, in setting @p cell. */
static inline size_t null_level(size_t cell, size_t list)
{
    static const size_t STRIDE[NULL_LISTS] = {6, 2, 1};
    return cell / STRIDE[list] % NULL_LEVELS[list];
}

/** Draws a plan. A random seed has luck in all settings, with each value of a list, and
 * with each setting. Their standard deviations are 1, 0.5 and 1. */
static inline void null_draw(struct null_plan *plan, size_t seeds, struct sow_pcg *rng)
{
    plan->seeds = seeds;
    for (size_t seed = 0; seed < seeds; seed++) {
        double all = sow_pcg_normal(rng);
        double part[NULL_LISTS][3];
        for (size_t list = 0; list < NULL_LISTS; list++)
            for (size_t level = 0; level < NULL_LEVELS[list]; level++)
                part[list][level] = 0.5 * sow_pcg_normal(rng);
        for (size_t cell = 0; cell < NULL_CELLS; cell++) {
            double value = all + sow_pcg_normal(rng);
            for (size_t list = 0; list < NULL_LISTS; list++)
                value += part[list][null_level(cell, list)];
            plan->value[seed][cell] = value;
        }
    }
}

/** Returns the mean of the settings of a random seed that have a value of a list. */
static inline double null_mean(const struct null_plan *plan, size_t seed, size_t list,
                               size_t level)
{
    double sum = 0;
    int count = 0;
    for (size_t cell = 0; cell < NULL_CELLS; cell++)
        if (null_level(cell, list) == level) {
            sum += plan->value[seed][cell];
            count++;
        }
    return sum / count;
}

/** Compares the values of all lists. Returns the number of differences. */
static inline size_t null_compare(const struct null_plan *plan, struct sow_paired *tests)
{
    size_t count = 0;
    for (size_t list = 0; list < NULL_LISTS; list++)
        for (size_t a = 0; a < NULL_LEVELS[list]; a++)
            for (size_t b = a + 1; b < NULL_LEVELS[list]; b++) {
                double differences[NULL_SEEDS_MAX];
                for (size_t seed = 0; seed < plan->seeds; seed++)
                    differences[seed] =
                        null_mean(plan, seed, list, a) - null_mean(plan, seed, list, b);
                if (sow_paired_test(differences, plan->seeds, &tests[count++], NULL) !=
                    SOW_OK)
                    return 0;
            }
    return count;
}

/** Returns p of the first list's difference if each pair of settings is taken for a
 *  block, as a table of runs suggests. */
static inline double null_pooled(const struct null_plan *plan)
{
    double differences[NULL_SEEDS_MAX * NULL_CELLS / 2];
    size_t count = 0;
    struct sow_paired test = {.p = 1};
    for (size_t seed = 0; seed < plan->seeds; seed++)
        for (size_t cell = 0; cell < NULL_CELLS / 2; cell++)
            differences[count++] =
                plan->value[seed][cell] - plan->value[seed][cell + NULL_CELLS / 2];
    return sow_paired_test(differences, count, &test, NULL) == SOW_OK ? test.p : 1;
}

/** Simulates a plan and counts what its comparison says. */
static inline void null_try(size_t seeds, struct sow_pcg *rng, struct null_counts *counts)
{
    struct null_plan plan;
    struct sow_paired tests[NULL_TESTS];
    double p[NULL_TESTS];
    null_draw(&plan, seeds, rng);
    size_t count = null_compare(&plan, tests);
    for (size_t i = 0; i < count; i++) {
        p[i] = tests[i].p;
        counts->covered += tests[i].interval.low <= 0 && tests[i].interval.high >= 0;
    }
    counts->alone += count > 0 && p[0] < 0.05;
    counts->pooled += null_pooled(&plan) < 0.05;
    bool any = false;
    if (sow_holm_adjust(p, count, p, NULL) == SOW_OK)
        for (size_t i = 0; i < count; i++) {
            enum sow_verdict verdict =
                sow_paired_verdict(&tests[i], p[i], false, SOW_EQUIVALENT);
            any = any || verdict == SOW_VERDICT_BETTER || verdict == SOW_VERDICT_WORSE;
        }
    counts->any += any;
    counts->plans++;
}

#endif
