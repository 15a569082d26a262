/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Optimisers: what every row of the table promises, then random search. The suite walks
   the table, so that a new row is tested. */
#include "ga_support.h"
#include "sow/base/pcg.h"

#include <math.h>

/* --- every optimiser --- */

static const struct sow_genome_spec SPEC = {4, false, -2.0, 2.0, 0x1p-14, NULL};

static int count_optimizers(void)
{
    int count = 0;
    while (sow_optimizers[count] != NULL)
        count++;
    return count;
}

static struct sow_optimizer_options options_of(int choice)
{
    struct sow_optimizer_options options = default_options();
    options.choice = choice;
    options.population = 10;
    options.generations = 12;
    return options;
}

/* The words of the option `optimizer` are the names in the table, in its order. */
TEST(every, names_are_the_words_of_the_option)
{
    const struct sow_param *row = sow_param_find(&sow_optimizer_params, "optimizer");
    ck_assert_ptr_nonnull(row);
    ck_assert_str_eq(row->fallback, sow_optimizers[0]->name);
    ck_assert_int_ge(count_optimizers(), 2);
    for (int i = 0; i < count_optimizers(); i++) {
        ck_assert_str_eq(row->words[i], sow_optimizers[i]->name);
        char entry[64];
        int length = snprintf(entry, sizeof entry, "%s = ", row->words[i]);
        const char *summary = strstr(row->help, entry);
        ck_assert_ptr_nonnull(summary);
        ck_assert_int_ne(summary[length], ';');
    }
    ck_assert_ptr_null(row->words[count_optimizers()]);
}

/* An optimiser with options of its own has a group that needs its word. */
TEST(every, own_options_have_a_group)
{
    const struct sow_param_group groups[SOW_PARAM_GROUPS_MAX] = {SOW_OPTIMIZER_GROUPS(0)};
    for (int i = 0; i < count_optimizers(); i++) {
        const struct sow_param_table *params = sow_optimizers[i]->params;
        int found = 0;
        for (int k = 0; groups[k].table != NULL; k++)
            if (groups[k].word != NULL &&
                strcmp(groups[k].word, sow_optimizers[i]->name) == 0) {
                ck_assert_ptr_eq(groups[k].table, params);
                ck_assert_uint_eq(groups[k].offset, sow_optimizers[i]->options);
                found++;
            }
        ck_assert_int_eq(found, params != NULL);
    }
}

TEST(every, genes_are_allowed_values)
{
    for (int i = 0; i < count_optimizers(); i++) {
        struct sow_optimizer_options options = options_of(i);
        OWNED(ga) struct sow_optimization *search = new_ga(&SPEC, &options, 3);
        for (int g = 0; g < options.generations; g++) {
            struct sow_population population = sow_optimization_ask(search);
            ck_assert_int_eq(population.count, 10);
            ck_assert_int_eq(population.generation, g);
            for (int k = 0; k < population.count; k++)
                ck_assert_int_eq(sow_genome_first_invalid(
                                     &SPEC, sow_population_genome(&population, k)),
                                 -1);
            ck_assert(!sow_optimization_finished(search));
            tell_function(search, sphere);
        }
        ck_assert(sow_optimization_finished(search));
    }
}

TEST(every, the_random_seed_decides_everything)
{
    for (int i = 0; i < count_optimizers(); i++) {
        struct sow_optimizer_options options = options_of(i);
        OWNED(ga) struct sow_optimization *one = new_ga(&SPEC, &options, 7);
        OWNED(ga) struct sow_optimization *same = new_ga(&SPEC, &options, 7);
        OWNED(ga) struct sow_optimization *other = new_ga(&SPEC, &options, 8);
        for (int g = 0; g < 12; g++) {
            ck_assert(same_population(one, same));
            ck_assert(!same_population(one, other));
            tell_function(one, sphere);
            tell_function(same, sphere);
            tell_function(other, sphere);
        }
    }
}

/* Puts a genome into generation 0 that the optimiser did not ask for. */
static void begin_elsewhere(struct sow_optimization *search)
{
    struct sow_population first = sow_optimization_ask(search);
    double genes[STORY_GENES];
    memcpy(genes, first.genes, bytes_of(&first));
    for (int k = 0; k < first.length; k++)
        genes[k] = 1.0;
    ck_assert_int_eq(sow_optimization_replace(search, genes, NULL), SOW_OK);
}

TEST(every, a_resumed_search_goes_on_bit_for_bit)
{
    for (int i = 0; i < count_optimizers(); i++) {
        static struct story story;
        struct sow_optimizer_options options = options_of(i);
        OWNED(ga) struct sow_optimization *uninterrupted = new_ga(&SPEC, &options, 5);
        story.count = 0;
        begin_elsewhere(uninterrupted);
        for (int g = 0; g < 12; g++) {
            store_and_tell(&story, uninterrupted, sphere);
            OWNED(ga)
            struct sow_optimization *resumed = take_up(&story, &SPEC, &options, 5);
            ck_assert(same_population(uninterrupted, resumed));
        }
    }
}

/* Gives the options of all optimisers but one values that these would refuse. */
static void spoil_others(struct sow_optimizer_options *options, const char *name)
{
    if (strcmp(name, "ga") != 0) {
        options->ga.islands = 100000;
        options->ga.elitism = 11;
        options->ga.mutation_rate = 2.0;
    }
    if (strcmp(name, "cma-es") != 0) {
        options->cma_es.sigma = 0.0;
        options->cma_es.evaluations = 0;
    }
    if (strcmp(name, "spsa") != 0) {
        options->spsa.perturbation = 0.0;
        options->spsa.step = 2.0;
    }
}

TEST(every, options_of_others_are_ignored)
{
    for (int i = 0; i < count_optimizers(); i++) {
        struct sow_optimizer_options options = options_of(i);
        OWNED(ga) struct sow_optimization *plain = new_ga(&SPEC, &options, 5);
        spoil_others(&options, sow_optimizers[i]->name);
        OWNED(ga) struct sow_optimization *other = new_ga(&SPEC, &options, 5);
        tell_function(plain, sphere);
        tell_function(other, sphere);
        ck_assert(same_population(plain, other));
    }
}

TEST(every, common_options_out_of_range_are_refused)
{
    for (int i = 0; i < count_optimizers(); i++) {
        struct sow_optimizer_options options = options_of(i);
        options.population = 0;
        ck_fails(sow_optimizer_check(&options, &SPEC, &err), SOW_BAD_DATA,
                 "'population'");
        options = options_of(i);
        options.generations = 0;
        ck_fails(sow_optimizer_check(&options, &SPEC, &err), SOW_BAD_DATA,
                 "'generations'");
    }
}

/* --- random search --- */

static struct sow_optimizer_options random_options(void)
{
    int choice = 0;
    while (strcmp(sow_optimizers[choice]->name, "random") != 0)
        choice++;
    return options_of(choice);
}

/* Random search and the genetic algorithm start with equal populations for a seed. */
TEST(random, generation_0_is_that_of_the_genetic_algorithm)
{
    struct sow_optimizer_options options = random_options();
    OWNED(ga) struct sow_optimization *search = new_ga(&SPEC, &options, 9);
    options.choice = 0;
    OWNED(ga) struct sow_optimization *bred = new_ga(&SPEC, &options, 9);
    ck_assert(same_population(search, bred));
}

/* Asserts that each individual from @p first on is the one drawn for its generation. */
static void expect_drawn(struct sow_population asked, int generation, int first)
{
    for (int i = first; i < asked.count; i++) {
        struct sow_pcg rng;
        const struct sow_stream stream = {SOW_PURPOSE_GENOME,
                                          {(uint64_t)i, 0, (uint64_t)generation}};
        double drawn[4];
        sow_pcg_derive(&rng, 9, &stream);
        sow_genome_random(&SPEC, &rng, drawn);
        ck_assert_mem_eq(drawn, sow_population_genome(&asked, i), sizeof drawn);
    }
}

TEST(random, the_best_stays_and_the_others_are_drawn)
{
    struct sow_optimizer_options options = random_options();
    OWNED(ga) struct sow_optimization *search = new_ga(&SPEC, &options, 9);
    double before = -INFINITY;
    for (int g = 0; g < 12; g++) {
        expect_drawn(sow_optimization_ask(search), g, g > 0);
        tell_function(search, sphere);
        const struct sow_generation *told = sow_optimization_latest(search);
        const double *best =
            sow_population_genome(&told->population, told->stats.best_index);
        ck_assert_mem_eq(best, sow_optimization_ask(search).genes, 4 * sizeof *best);
        ck_assert_double_ge(told->stats.best, before);
        before = told->stats.best;
    }
}

/* Random search also takes permutations. */
TEST(random, orders_are_drawn_too)
{
    const struct sow_genome_spec order = {6, true, 1.0, 6.0, 1.0, NULL};
    struct sow_optimizer_options options = random_options();
    OWNED(ga) struct sow_optimization *search = new_ga(&order, &options, 2);
    tell_function(search, sphere);
    struct sow_population population = sow_optimization_ask(search);
    for (int i = 0; i < population.count; i++)
        ck_assert_int_eq(
            sow_genome_first_invalid(&order, sow_population_genome(&population, i)), -1);
}

TEST(random, one_individual_is_refused)
{
    struct sow_optimizer_options options = random_options();
    options.population = 1;
    ck_fails(sow_optimizer_check(&options, &SPEC, &err), SOW_BAD_DATA,
             "a population of 1 has none to draw; raise it to 2 or more");
}
