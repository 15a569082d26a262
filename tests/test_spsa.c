/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPSA: pairs, gains, convergence and bad input. */
#include "ga_support.h"
#include "sow/base/pcg.h"

#include <math.h>

static const struct sow_genome_spec SPEC = {4, false, -5.0, 5.0, 0.0, NULL};

static struct sow_optimizer_options options_with(int population, int generations)
{
    struct sow_optimizer_options options = default_options_of("spsa");
    options.population = population;
    options.generations = generations;
    return options;
}

/* Returns the middle of a pair of individuals, in one gene. */
static double middle_of(const struct sow_population *population, int pair, int gene)
{
    return (sow_population_genome(population, 2 * pair)[gene] +
            sow_population_genome(population, 2 * pair + 1)[gene]) /
           2.0;
}

/* A function so narrow that the point stays away from the bounds in the tests of pairs.
   The fitness is that of the pairs' middle. */
static double slope(const double *genes, int length)
{
    double sum = 0.0;
    for (int k = 0; k < length; k++)
        sum -= genes[k];
    return sum;
}

/* All pairs have the point in their middle, and every gene is as far from it as the gains
   say. */
TEST(pairs, lie_about_the_point)
{
    struct sow_optimizer_options options = options_with(7, 20);
    options.spsa.perturbation = 0.01;
    options.spsa.step = 0.001;
    const struct sow_genome_spec *spec = &SPEC;
    OWNED(ga) struct sow_optimization *search = new_ga(spec, &options, 6);
    for (int g = 0; g < 10; g++) {
        struct sow_population asked = sow_optimization_ask(search);
        const double *point = sow_population_genome(&asked, 6);
        double size = 10.0 * 0.01 / pow(g + 1.0, 0.101);
        for (int pair = 0; pair < 3; pair++)
            for (int k = 0; k < 4; k++) {
                const double *plus = sow_population_genome(&asked, 2 * pair);
                ck_assert_double_eq_tol(middle_of(&asked, pair, k), point[k], 1e-9);
                ck_assert_double_eq_tol(fabs(plus[k] - point[k]), size, 1e-9);
            }
        tell_function(search, slope);
    }
}

/* On a linear function with one gene, the point moves by exactly the gains. */
TEST(gains, fall_as_published)
{
    const struct sow_genome_spec one = {1, false, -5.0, 5.0, 0.0, NULL};
    struct sow_optimizer_options options = options_with(3, 100);
    options.spsa.step = 0.01;
    OWNED(ga) struct sow_optimization *search = new_ga(&one, &options, 2);
    double before = sow_population_genome(
        &(struct sow_population){0, 3, 1, sow_optimization_ask(search).genes}, 2)[0];
    for (int k = 0; k < 3; k++) {
        tell_function(search, slope);
        double now = sow_optimization_ask(search).genes[2];
        double gain = 0.01 * pow((10.0 + 1.0) / (10.0 + k + 1.0), 0.602);
        ck_assert_double_eq_tol(before - now, 10.0 * gain, 1e-9);
        before = now;
    }
}

/* Tells the sphere with noise, the same shift for a whole generation. */
static void tell_noisy(struct sow_optimization *search, double sd)
{
    struct sow_population population = sow_optimization_ask(search);
    double fitness[64];
    struct sow_pcg rng;
    const struct sow_stream stream = {SOW_PURPOSE_TEST,
                                      {(uint64_t)population.generation}};
    sow_pcg_derive(&rng, 1, &stream);
    double shift = sow_pcg_normal(&rng);
    for (int i = 0; i < population.count; i++)
        fitness[i] = sphere(sow_population_genome(&population, i), population.length) +
                     sd * sow_pcg_normal(&rng) + shift;
    ck_assert_int_eq(sow_optimization_tell(search, fitness, NULL), SOW_OK);
}

/* Individuals 0 and 1 of the last generation are the point and the mean of points. */
TEST(search, comes_close_to_the_optimum)
{
    for (uint64_t seed = 1; seed <= 5; seed++)
        for (int noisy = 0; noisy < 2; noisy++) {
            struct sow_optimizer_options options = options_with(8, 500);
            OWNED(ga) struct sow_optimization *search = new_ga(&SPEC, &options, seed);
            for (int g = 0; g < 499; g++)
                tell_noisy(search, noisy);
            const double *genes = sow_optimization_ask(search).genes;
            ck_assert_double_ge(sphere(genes, 4), -0.5);
            ck_assert_double_ge(sphere(genes + 4, 4), -0.5);
        }
}

/* The optimum is a corner, where perturbations are clipped. */
TEST(search, a_corner_is_reached)
{
    struct sow_optimizer_options options = options_with(8, 200);
    OWNED(ga) struct sow_optimization *search = new_ga(&SPEC, &options, 1);
    for (int g = 0; g < 199; g++)
        tell_function(search, slope);
    for (int k = 0; k < 4; k++)
        ck_assert_double_eq_tol(sow_optimization_ask(search).genes[k], -5.0, 1e-9);
}

/* Equal fitness gives no gradient, and no gain. */
static double level(const double *genes, int length)
{
    (void)genes;
    (void)length;
    return 1.0;
}

TEST(search, equal_fitness_moves_nothing)
{
    struct sow_optimizer_options options = options_with(5, 20);
    OWNED(ga) struct sow_optimization *search = new_ga(&SPEC, &options, 1);
    double point[4];
    memcpy(point, sow_optimization_ask(search).genes + 16, sizeof point);
    for (int g = 0; g < 10; g++)
        tell_function(search, level);
    ck_assert_mem_eq(point, sow_optimization_ask(search).genes + 16, sizeof point);
}

TEST(replaced, the_search_begins_there)
{
    struct sow_optimizer_options options = options_with(5, 20);
    OWNED(ga) struct sow_optimization *search = new_ga(&SPEC, &options, 1);
    double genes[20];
    memcpy(genes, sow_optimization_ask(search).genes, sizeof genes);
    for (int k = 0; k < 4; k++)
        genes[4 + k] = 2.0;
    ck_assert_int_eq(sow_optimization_replace(search, genes, NULL), SOW_OK);
    tell_function(search, sphere);
    for (int k = 0; k < 4; k++)
        ck_assert_double_eq_tol(sow_optimization_ask(search).genes[16 + k], 2.0, 1e-9);
}

TEST(refused, what_it_cannot_search)
{
    const struct sow_genome_spec order = {6, true, 1.0, 6.0, 1.0, NULL};
    struct sow_optimizer_options options = options_with(10, 10);
    ck_fails(sow_optimizer_check(&options, &order, &err), SOW_BAD_DATA,
             "'spsa' searches weights, not orders");
    options.population = 1;
    ck_fails(sow_optimizer_check(&options, &SPEC, &err), SOW_BAD_DATA,
             "a population of 1 has none; raise it to 2 or more");
    options = options_with(10, 10);
    options.spsa.step = 0.0;
    ck_fails(sow_optimizer_check(&options, &SPEC, &err), SOW_BAD_DATA, "'spsa_step'");
}
