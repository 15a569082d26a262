/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * Helpers for the suites of the genetic algorithm.
 */
#ifndef SOW_TESTS_GA_SUPPORT_H
#define SOW_TESTS_GA_SUPPORT_H

#include "sow/ga/ga.h"
#include "suite.h"

#include <string.h>

/** Tolerance that only equal numbers meet: Check requires a difference below it. */
#define EXACTLY 0x1p-1074

static inline void release_ga(struct sow_ga **ga)
{
    sow_ga_free(*ga);
}

static inline struct sow_ga_options default_options(void)
{
    struct sow_ga_options options;
    sow_param_defaults(&sow_ga_params, &options);
    return options;
}

static inline struct sow_ga *new_ga(const struct sow_genome_spec *spec,
                                    const struct sow_ga_options *options, uint64_t seed)
{
    struct sow_err err;
    struct sow_ga *ga = NULL;
    ck_assert_msg(sow_ga_new(&ga, spec, options, seed, &err) == SOW_OK, "%s", err.text);
    return ga;
}

static inline size_t bytes_of(const struct sow_ga_population *population)
{
    return (size_t)population->count * (size_t)population->length * sizeof(double);
}

static inline bool same_population(const struct sow_ga *a, const struct sow_ga *b)
{
    struct sow_ga_population one = sow_ga_ask(a);
    struct sow_ga_population other = sow_ga_ask(b);
    return one.generation == other.generation && one.count == other.count &&
           memcmp(one.genes, other.genes, bytes_of(&one)) == 0;
}

typedef double genome_fn(const double *genes, int length);

/** Fitness function with its maximum, 0, where every gene is 1. */
static inline double sphere(const double *genes, int length)
{
    double sum = 0.0;
    for (int k = 0; k < length; k++)
        sum -= (genes[k] - 1.0) * (genes[k] - 1.0);
    return sum;
}

/** Passes the fitness that @p function gives to each genome of the current population. */
static inline void tell_function(struct sow_ga *ga, genome_fn *function)
{
    struct sow_ga_population population = sow_ga_ask(ga);
    double *fitness = calloc((size_t)population.count, sizeof *fitness);
    ck_assert_ptr_nonnull(fitness);
    for (int i = 0; i < population.count; i++)
        fitness[i] = function(sow_ga_genome(&population, i), population.length);
    ck_assert_int_eq(sow_ga_tell(ga, fitness, NULL), SOW_OK);
    free(fitness);
}

#endif
