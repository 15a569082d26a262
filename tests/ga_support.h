/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * Helpers for the suites of optimisers.
 */
#ifndef SOW_TESTS_GA_SUPPORT_H
#define SOW_TESTS_GA_SUPPORT_H

#include "sow/ga/optimizer.h"
#include "suite.h"

#include <string.h>

/** Tolerance that only equal numbers meet: Check requires a difference below it. */
#define EXACTLY 0x1p-1074

/* Room of a struct story. */
enum { STORY_MAX = 32, STORY_GENES = 512, STORY_INDIVIDUALS = 64 };

static inline void release_ga(struct sow_optimization **ga)
{
    sow_optimization_free(*ga);
}

static inline struct sow_optimizer_options default_options(void)
{
    struct sow_optimizer_options options;
    sow_param_defaults(&sow_optimizer_params, &options);
    sow_param_defaults(&sow_ga_params, &options.ga);
    sow_param_defaults(&sow_cma_es_params, &options.cma_es);
    sow_param_defaults(&sow_spsa_params, &options.spsa);
    return options;
}

/** Returns the default options of the optimiser with the name @p name. */
static inline struct sow_optimizer_options default_options_of(const char *name)
{
    struct sow_optimizer_options options = default_options();
    while (strcmp(sow_optimizers[options.choice]->name, name) != 0)
        options.choice++;
    return options;
}

static inline struct sow_optimization *new_ga(const struct sow_genome_spec *spec,
                                              const struct sow_optimizer_options *options,
                                              uint64_t seed)
{
    struct sow_err err;
    struct sow_optimization *ga = NULL;
    ck_assert_msg(sow_optimization_new(&ga, spec, options, seed, &err) == SOW_OK, "%s",
                  err.text);
    return ga;
}

static inline size_t bytes_of(const struct sow_population *population)
{
    return (size_t)population->count * (size_t)population->length * sizeof(double);
}

static inline bool same_population(const struct sow_optimization *a,
                                   const struct sow_optimization *b)
{
    struct sow_population one = sow_optimization_ask(a);
    struct sow_population other = sow_optimization_ask(b);
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
static inline void tell_function(struct sow_optimization *ga, genome_fn *function)
{
    struct sow_population population = sow_optimization_ask(ga);
    double *fitness = calloc((size_t)population.count, sizeof *fitness);
    ck_assert_ptr_nonnull(fitness);
    for (int i = 0; i < population.count; i++)
        fitness[i] = function(sow_population_genome(&population, i), population.length);
    ck_assert_int_eq(sow_optimization_tell(ga, fitness, NULL), SOW_OK);
    free(fitness);
}

/** Stored generations of an optimisation, as a database has them. */
struct story {
    int count;
    double genes[STORY_MAX][STORY_GENES];
    double fitness[STORY_MAX][STORY_INDIVIDUALS];
};

/** Tells the fitness that @p function gives, and stores the generation. */
static inline void store_and_tell(struct story *story, struct sow_optimization *ga,
                                  genome_fn *function)
{
    struct sow_population population = sow_optimization_ask(ga);
    ck_assert_int_lt(story->count, STORY_MAX);
    ck_assert_int_le(population.count, STORY_INDIVIDUALS);
    ck_assert_int_le(population.count * population.length, STORY_GENES);
    memcpy(story->genes[story->count], population.genes, bytes_of(&population));
    tell_function(ga, function);
    memcpy(story->fitness[story->count], sow_optimization_latest(ga)->fitness,
           (size_t)population.count * sizeof(double));
    story->count++;
}

/** Makes an optimisation and tells it the stored generations, as a resumed run does. */
static inline struct sow_optimization *
take_up(const struct story *story, const struct sow_genome_spec *spec,
        const struct sow_optimizer_options *options, uint64_t seed)
{
    struct sow_optimization *ga = new_ga(spec, options, seed);
    for (int g = 0; g < story->count; g++) {
        ck_assert_int_eq(sow_optimization_replace(ga, story->genes[g], NULL), SOW_OK);
        ck_assert_int_eq(sow_optimization_tell(ga, story->fitness[g], NULL), SOW_OK);
    }
    return ga;
}

#endif
