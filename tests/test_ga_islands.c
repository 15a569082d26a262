/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tests of the islands of the genetic algorithm. The migrants are found again from the
   text of ga.h, by counting better individuals instead of sorting. */
#include "ga_support.h"
#include "sow/base/pcg.h"

#include <math.h>

enum { ISLANDS_MAX = 6, POPULATION_MAX = 13, ALL_MAX = ISLANDS_MAX * POPULATION_MAX };

static const struct sow_genome_spec SPEC = {4, false, -2.0, 2.0, 0x1p-14, NULL};

/* --- the islands of the parents, computed again --- */

/* Counts the individuals of the same island that rank before an individual. */
static int rank_of(const struct sow_optimizer_options *options, const double *fitness,
                   int individual)
{
    int first = individual - individual % options->population;
    int better = 0;
    for (int i = first; i < first + options->population; i++)
        better += fitness[i] > fitness[individual] ||
                  (!(fitness[i] < fitness[individual]) && i < individual);
    return better;
}

static int with_rank(const struct sow_optimizer_options *options, const double *fitness,
                     int island, int rank)
{
    int i = island * options->population;
    while (rank_of(options, fitness, i) != rank)
        i++;
    return i;
}

static void settle_again(const struct sow_optimizer_options *options, int generation,
                         const double *fitness, int *places)
{
    int islands = options->ga.islands;
    for (int i = 0; i < islands * options->population; i++)
        places[i] = i;
    if (islands == 1 || generation % options->ga.every != options->ga.every - 1)
        return;
    for (int home = 0; home < islands; home++) {
        int place = options->population;
        for (int other = 0; other < islands; other++) {
            bool comes = options->ga.topology == SOW_TOPOLOGY_RING
                             ? home == (other == islands - 1 ? 0 : other + 1)
                             : home != other;
            for (int rank = 0; comes && rank < options->ga.migrate; rank++)
                places[with_rank(options, fitness, home, --place)] =
                    with_rank(options, fitness, other, rank);
        }
    }
}

/* Draws random options that are allowed, of all kinds. */
static struct sow_optimizer_options draw_options(struct sow_pcg *rng)
{
    struct sow_optimizer_options options = default_options();
    do {
        options.ga.islands = 1 + (int)sow_pcg_below(rng, ISLANDS_MAX);
        options.population = 1 + (int)sow_pcg_below(rng, POPULATION_MAX);
        options.ga.migrate = (int)sow_pcg_below(rng, 5);
        options.ga.every = 1 + (int)sow_pcg_below(rng, 4);
        options.ga.topology = (int)sow_pcg_below(rng, SOW_TOPOLOGIES);
    } while (sow_optimizer_check(&options, &SPEC, NULL) != SOW_OK);
    return options;
}

TEST(migration, migrants_go_where_they_are_said_to)
{
    struct sow_pcg rng;
    const struct sow_stream stream = {SOW_PURPOSE_TEST, {1}};
    sow_pcg_derive(&rng, 1, &stream);
    int moved[SOW_TOPOLOGIES] = {0};
    for (int round = 0; round < 3000; round++) {
        struct sow_optimizer_options options = draw_options(&rng);
        int generation = (int)sow_pcg_below(&rng, 9);
        double fitness[ALL_MAX];
        struct sow_ranked order[ALL_MAX];
        int places[ALL_MAX];
        int wanted[ALL_MAX];
        int count = sow_optimizer_individuals(&options);
        for (int i = 0; i < count; i++) /* few values, so that many are equal */
            fitness[i] = sow_pcg_below(&rng, 5) * 0.25 - 0.5;
        sow_ga_settle(&options.ga, options.population, generation, fitness, order,
                      places);
        settle_again(&options, generation, fitness, wanted);
        for (int i = 0; i < count; i++) {
            ck_assert_int_eq(places[i], wanted[i]);
            moved[options.ga.topology] += places[i] != i;
        }
    }
    ck_assert_int_gt(moved[SOW_TOPOLOGY_RING], 1000);
    ck_assert_int_gt(moved[SOW_TOPOLOGY_COMPLETE], 1000);
}

/* An example by hand: three islands of four. */
TEST(migration, an_example)
{
    static const double FITNESS[] = {3, 9, 1, 5, 7, 7, 2, 7, 4, 0, 8, 6};
    static const int WANTED[SOW_TOPOLOGIES][12] = {
        [SOW_TOPOLOGY_RING] = {0, 1, 10, 3, 4, 5, 1, 7, 8, 4, 10, 11},
        [SOW_TOPOLOGY_COMPLETE] = {10, 1, 4, 3, 4, 5, 1, 10, 4, 1, 10, 11}};
    struct sow_optimizer_options options = default_options();
    options.ga.islands = 3;
    options.population = 4;
    options.ga.every = 2;
    for (options.ga.topology = 0; options.ga.topology < SOW_TOPOLOGIES;
         options.ga.topology++) {
        struct sow_ranked order[12];
        int places[12];
        sow_ga_settle(&options.ga, options.population, 1, FITNESS, order, places);
        ck_assert_mem_eq(places, WANTED[options.ga.topology], sizeof places);
        ck_assert(!sow_ga_migrates(&options.ga, 0));
        ck_assert(sow_ga_migrates(&options.ga, 3));
    }
}

/* --- searches --- */

/* Returns options with many migrations. */
static struct sow_optimizer_options on_islands(int islands, int topology)
{
    struct sow_optimizer_options options = default_options();
    options.ga.islands = islands;
    options.population = 11;
    options.ga.migrate = 2;
    options.ga.every = 3;
    options.ga.topology = topology;
    options.ga.mutation_sigma = 0.3;
    return options;
}

static const double *island_of(const struct sow_optimization *ga, int population,
                               int island)
{
    struct sow_population asked = sow_optimization_ask(ga);
    return sow_population_genome(&asked, island * population);
}

/* Without migrants an island does not depend on the others, and each is a different
   search. */
TEST_LOOP(search, nobody_leaves_an_island_alone, 0, SOW_SELECTIONS)
{
    struct sow_optimizer_options options = on_islands(4, SOW_TOPOLOGY_RING);
    options.ga.selection = _i;
    options.ga.elitism = _i % 3;
    options.ga.migrate = 0;
    OWNED(ga) struct sow_optimization *several = new_ga(&SPEC, &options, 5);
    options.ga.islands = 1;
    OWNED(ga) struct sow_optimization *alone = new_ga(&SPEC, &options, 5);
    size_t size = 11 * 4 * sizeof(double);
    for (int g = 0; g < 12; g++) {
        ck_assert_int_eq(sow_optimization_ask(several).count, 44);
        ck_assert_mem_eq(island_of(several, 11, 0), island_of(alone, 11, 0), size);
        for (int k = 1; k < 4; k++)
            ck_assert_mem_ne(island_of(several, 11, k), island_of(several, 11, k - 1),
                             size);
        tell_function(several, sphere);
        tell_function(alone, sphere);
    }
}

/* With one island, the options about migrants have no effect. */
TEST(search, one_island_is_none)
{
    struct sow_optimizer_options options = on_islands(1, SOW_TOPOLOGY_COMPLETE);
    options.ga.migrate = 5000;
    OWNED(ga) struct sow_optimization *one = new_ga(&SPEC, &options, 6);
    options = default_options();
    options.population = 11;
    options.ga.mutation_sigma = 0.3;
    OWNED(ga) struct sow_optimization *none = new_ga(&SPEC, &options, 6);
    for (int g = 0; g < 10; g++) {
        ck_assert(same_population(one, none));
        tell_function(one, sphere);
        tell_function(none, sphere);
    }
}

static bool same_genome(const double *one, const double *other)
{
    for (int k = 0; k < SPEC.length; k++)
        if (fabs(one[k] - other[k]) > 0.0)
            return false;
    return true;
}

/* Asserts that each island's elite is the best of its parents, wherever they come from.
   If nothing changes genomes, asserts that all children are copies of these parents. */
static void check_children(const struct sow_optimization *ga,
                           const struct sow_optimizer_options *options)
{
    const struct sow_generation *told = sow_optimization_latest(ga);
    struct sow_population children = sow_optimization_ask(ga);
    int places[ALL_MAX];
    settle_again(options, told->population.generation, told->fitness, places);
    for (int i = 0; i < children.count; i++) {
        int first = i - i % options->population;
        bool found = false;
        int better = 0;
        double best = -INFINITY;
        for (int k = first; k < first + options->population; k++) {
            bool same = same_genome(sow_population_genome(&told->population, places[k]),
                                    sow_population_genome(&children, i));
            found |= same;
            if (same)
                best = fmax(best, told->fitness[places[k]]);
        }
        ck_assert(found);
        for (int k = first; k < first + options->population; k++)
            better += told->fitness[places[k]] > best;
        if (i - first < options->ga.elitism)
            ck_assert_int_le(better, i - first);
    }
}

TEST_LOOP(search, migrants_breed_where_they_are, 0, SOW_TOPOLOGIES * 3)
{
    struct sow_optimizer_options options = on_islands(4, _i / 3);
    options.ga.elitism = 3 * (_i % 3);
    options.ga.crossover = SOW_CROSS_NONE;
    options.ga.mutation_rate = 0.0;
    OWNED(ga) struct sow_optimization *ga = new_ga(&SPEC, &options, 7);
    for (int g = 0; g < 12; g++) {
        tell_function(ga, sphere);
        check_children(ga, &options);
    }
}

TEST_LOOP(search, searches_are_taken_up_anywhere, 0, 12)
{
    static struct story story;
    struct sow_optimizer_options options = on_islands(3, _i % 2);
    OWNED(ga) struct sow_optimization *through = new_ga(&SPEC, &options, 8);
    story.count = 0;
    for (int g = 0; g < _i; g++)
        store_and_tell(&story, through, sphere);
    OWNED(ga) struct sow_optimization *taken_up = take_up(&story, &SPEC, &options, 8);
    for (int g = 0; g < 5; g++) {
        ck_assert(same_population(through, taken_up));
        tell_function(through, sphere);
        tell_function(taken_up, sphere);
    }
}

/* --- options --- */

TEST(settings, what_cannot_be_is_refused)
{
    struct sow_optimizer_options options = on_islands(4, SOW_TOPOLOGY_COMPLETE);
    options.ga.migrate = 3;
    ck_ok(sow_optimizer_check(&options, &SPEC, &err));
    options.ga.migrate = 4;
    ck_fails(sow_optimizer_check(&options, &SPEC, &err), SOW_BAD_DATA,
             "migrate '4' brings 12 migrants to each island and replaces its whole "
             "population of 11: lower migrate or raise the population");
    options.ga.topology = SOW_TOPOLOGY_RING;
    options.ga.migrate = 10;
    ck_ok(sow_optimizer_check(&options, &SPEC, &err));
    options.ga.migrate = 11;
    ck_fails(sow_optimizer_check(&options, &SPEC, &err), SOW_BAD_DATA,
             "brings 11 migrants to each");
    options = on_islands(10000, SOW_TOPOLOGY_RING);
    ck_fails(sow_optimizer_check(&options, &SPEC, &err), SOW_BAD_DATA,
             "10000 islands of 11 individuals are too many: at most 100000 individuals");
    options.ga.islands = 0;
    ck_fails(sow_optimizer_check(&options, &SPEC, &err), SOW_BAD_DATA, "'islands'");
    options = on_islands(2, SOW_TOPOLOGY_RING);
    options.ga.every = 0;
    ck_fails(sow_optimizer_check(&options, &SPEC, &err), SOW_BAD_DATA, "'every'");
}
