/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The genetic algorithm as an optimiser. A generation is bred from the one before it and
   its fitness alone, so the state is memory to work in. */
#include "breeding.h"
#include "selection.h"
#include "sow/ga/optimizer.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* --- options --- */

/* Returns the number of islands. Callback of struct sow_optimizer. */
static int count_islands(const struct sow_optimizer_options *options)
{
    return options->ga.islands;
}

/* Returns the number of individuals of all islands together. */
static int count_individuals(const struct sow_optimizer_options *options)
{
    return options->ga.islands * options->population;
}

/* Returns SOW_BAD_DATA, and blames an option, if there are too many individuals in all,
   or if migrants would replace a whole island. @p population is the size of an island. */
static enum sow_status check_islands(const struct sow_ga_options *options, int population,
                                     struct sow_err *err)
{
    int islands = options->islands;
    int senders = options->topology == SOW_TOPOLOGY_COMPLETE ? islands - 1 : 1;
    int64_t arriving = (int64_t)options->migrate * senders;
    if ((int64_t)islands * population > SOW_INDIVIDUALS_MAX)
        return sow_err_blame(
            err,
            sow_err_set(
                err, SOW_BAD_DATA,
                "%d islands of %d individuals are too many: at most %d individuals in all",
                islands, population, SOW_INDIVIDUALS_MAX),
            "islands");
    if (islands > 1 && arriving >= population)
        return sow_err_blame(
            err,
            sow_err_set(
                err, SOW_BAD_DATA,
                "migrate '%d' brings %lld migrants to each island and replaces its whole "
                "population of %d: lower migrate or raise the population",
                options->migrate, (long long)arriving, population),
            "migrate");
    return SOW_OK;
}

/* Returns SOW_BAD_DATA if the elite or the migrants leave no place for children, or there
 * are too many individuals. Accepts every genome. Callback of struct sow_optimizer. */
static enum sow_status check_ga(const struct sow_optimizer_options *options,
                                const struct sow_genome_spec *spec, struct sow_err *err)
{
    const struct sow_ga_options *ga = &options->ga;
    (void)spec;
    assert(ga->selection >= 0 && ga->selection < SOW_SELECTIONS);
    assert(ga->scaling >= 0 && ga->scaling < SOW_SCALINGS);
    assert(ga->crossover >= 0 && ga->crossover < SOW_CROSSOVERS);
    assert(ga->mutation >= 0 && ga->mutation < SOW_MUTATIONS);
    assert(ga->order_crossover >= 0 && ga->order_crossover < SOW_ORDER_CROSSOVERS);
    assert(ga->order_mutation >= 0 && ga->order_mutation < SOW_ORDER_MUTATIONS);
    assert(ga->topology >= 0 && ga->topology < SOW_TOPOLOGIES);
    if (ga->elitism >= options->population)
        return sow_err_blame(
            err,
            sow_err_set(
                err, SOW_BAD_DATA,
                "elitism '%d' leaves nothing to breed in a population of %d: lower "
                "elitism",
                ga->elitism, options->population),
            "elitism");
    return check_islands(ga, options->population, err);
}

/* --- migrations --- */

bool sow_ga_migrates(const struct sow_ga_options *options, int generation)
{
    return options->islands > 1 && options->migrate > 0 &&
           (generation + 1) % options->every == 0;
}

/* Returns true if island @p sender sends its migrants to island @p receiver in the
   topology of the options. Islands count from 0. */
static bool sends(const struct sow_ga_options *options, int sender, int receiver)
{
    if (options->topology == SOW_TOPOLOGY_COMPLETE)
        return sender != receiver;
    return (sender + 1) % options->islands == receiver;
}

/* Puts the migrants of all islands that send to island @p receiver into its places, the
   last in its ranking first. The array @p order ranks each island; its indices count from
   the first individual of the island. */
static void receive(const struct sow_ga_options *options, int population, int receiver,
                    const struct sow_ranked *order, int *places)
{
    int first = receiver * population;
    int last = population;
    for (int sender = 0; sender < options->islands; sender++)
        for (int i = 0; sends(options, sender, receiver) && i < options->migrate; i++) {
            int place = first + order[first + --last].index;
            places[place] = sender * population + order[sender * population + i].index;
        }
}

void sow_ga_settle(const struct sow_ga_options *options, int population, int generation,
                   const double *fitness, struct sow_ranked *order, int *places)
{
    for (int i = 0; i < options->islands * population; i++)
        places[i] = i;
    if (!sow_ga_migrates(options, generation))
        return;
    for (int k = 0; k < options->islands; k++)
        sow_rank(fitness + k * population, population, order + k * population);
    for (int k = 0; k < options->islands; k++)
        receive(options, population, k, order, places);
}

/* --- state --- */

/* State of the genetic algorithm: memory to work in, and the generation to breed from. */
struct ga {
    const struct sow_optimizer_task *task; /* the task, borrowed */
    const struct sow_ga_options *options;  /* options for the genetic algorithm */
    const struct sow_generation *before;   /* the generation to breed from */
    int *places;   /* individual that breeds in each place of the islands */
    double *merit; /* fitness of the individuals in `places` */
    int *parents; /* parents of one island in pairs, so one more if their number is odd */
    double *spare;                  /* genome of a child that has no place */
    struct sow_ranked *order;       /* room to rank all islands */
    struct sow_selection selection; /* wheel of one island */
};

/* Returns the genome of individual @p index, counted from 0 over all islands, in an array
   of genomes. */
static double *genome_at(const struct ga *ga, double *population, int index)
{
    return population + (ptrdiff_t)index * ga->task->spec->length;
}

/* Returns the size of a genome in bytes. */
static size_t genome_size(const struct ga *ga)
{
    return (size_t)ga->task->spec->length * sizeof(double);
}

/* Allocates the state. After SOW_NO_MEMORY, release_ga frees what was allocated. Callback
   of struct sow_optimizer. */
static enum sow_status init_ga(void *state, const struct sow_optimizer_task *task,
                               struct sow_err *err)
{
    struct ga *ga = state;
    size_t individuals = (size_t)count_individuals(task->options);
    int population = task->options->population;
    ga->task = task;
    ga->options = &task->options->ga;
    ga->places = calloc(individuals, sizeof *ga->places);
    ga->merit = calloc(individuals, sizeof *ga->merit);
    ga->order = calloc(individuals, sizeof *ga->order);
    ga->parents = calloc((size_t)population + 1, sizeof *ga->parents);
    ga->spare = calloc((size_t)task->spec->length, sizeof *ga->spare);
    if (ga->places == NULL || ga->merit == NULL || ga->order == NULL ||
        ga->parents == NULL || ga->spare == NULL)
        return sow_err_no_memory(err);
    return sow_selection_init(&ga->selection, ga->options, population, err);
}

/* Frees what the state owns, also after a failed init_ga. Callback of struct
   sow_optimizer. */
static void release_ga(void *state)
{
    struct ga *ga = state;
    sow_selection_release(&ga->selection);
    free(ga->spare);
    free(ga->parents);
    free(ga->order);
    free(ga->merit);
    free(ga->places);
}

/* --- generations --- */

/* Fills @p genes with random genomes for all islands, each from a stream of its own. */
static void draw_first_generation(const struct ga *ga, double *genes)
{
    int population = ga->task->options->population;
    for (int i = 0; i < count_individuals(ga->task->options); i++) {
        struct sow_pcg rng;
        const struct sow_stream stream = {
            SOW_PURPOSE_GENOME, {(uint64_t)(i % population), (uint64_t)(i / population)}};
        sow_pcg_derive(&rng, ga->task->seed, &stream);
        sow_genome_random(ga->task->spec, &rng, genome_at(ga, genes, i));
    }
}

/* Returns the genome of the individual that breeds in place @p place of an island. Both
   count from 0. The generation before owns it. */
static const double *genome_in(const struct ga *ga, int island, int place)
{
    int individual = ga->places[island * ga->task->options->population + place];
    return sow_population_genome(&ga->before->population, individual);
}

/* Copies the `elitism` best individuals of an island to its first children, best
   first. */
static void keep_elite(const struct ga *ga, int island, double *children)
{
    for (int i = 0; i < ga->options->elitism; i++)
        memcpy(genome_at(ga, children, i),
               genome_in(ga, island, ga->selection.order[i].index), genome_size(ga));
}

/* Returns @p base to the power of @p exponent by multiplications alone, in an order that
   the exponent gives: the same bits on every machine. */
static double to_the_power(double base, int exponent)
{
    double power = 1.0;
    for (double square = base; exponent > 0; exponent /= 2, square *= square)
        if (exponent % 2 == 1)
            power *= square;
    return power;
}

/* Copies two parents, given by their places in an island, to the children @p one and @p
   other, and crosses these. */
static void cross_pair(const struct ga *ga, const struct sow_breeding *breeding,
                       int island, const int *parents, double *one, double *other)
{
    memcpy(one, genome_in(ga, island, parents[0]), genome_size(ga));
    memcpy(other, genome_in(ga, island, parents[1]), genome_size(ga));
    sow_breeding_cross(breeding, one, other);
}

/* Breeds one island of generation @p generation, which is 1 or more. Fills @p children,
   the genomes of the whole island, elite first. Children come in pairs; with an odd
   number of places, the last pair's second child goes to the spare genome. */
static void breed_island(struct ga *ga, int island, int generation, double *children)
{
    struct sow_pcg rng;
    const struct sow_stream stream = {SOW_PURPOSE_BREEDING,
                                      {(uint64_t)generation, (uint64_t)island}};
    sow_pcg_derive(&rng, ga->task->seed, &stream);
    double sigma = ga->options->mutation_sigma *
                   to_the_power(ga->options->mutation_decay, generation - 1);
    const struct sow_breeding breeding = {ga->task->spec, ga->options, &rng, sigma};
    int population = ga->task->options->population;
    int elite = ga->options->elitism;
    int parents = population - elite + 1;
    parents -= parents % 2;
    sow_selection_prepare(&ga->selection, ga->merit + island * population);
    keep_elite(ga, island, children);
    sow_selection_draw(&ga->selection, &rng, ga->parents, parents);
    for (int i = 0; i < parents; i += 2) {
        bool both = elite + i + 1 < population;
        cross_pair(ga, &breeding, island, ga->parents + i,
                   genome_at(ga, children, elite + i),
                   both ? genome_at(ga, children, elite + i + 1) : ga->spare);
    }
    for (int i = elite; i < population; i++)
        sow_breeding_mutate(&breeding, genome_at(ga, children, i));
}

/* Fills @p genes with the first generation if @p before is NULL, else with the one bred
 * from @p before, after a migration if one is due. Callback of struct sow_optimizer. */
static void ask_ga(void *state, const struct sow_optimizer_task *task,
                   const struct sow_generation *before, double *genes)
{
    struct ga *ga = state;
    if (before == NULL) {
        draw_first_generation(ga, genes);
        return;
    }
    int population = task->options->population;
    int told = before->population.generation;
    ga->before = before;
    sow_ga_settle(ga->options, population, told, before->fitness, ga->order, ga->places);
    for (int i = 0; i < before->population.count; i++)
        ga->merit[i] = before->fitness[ga->places[i]];
    for (int k = 0; k < ga->options->islands; k++)
        breed_island(ga, k, told + 1, genome_at(ga, genes, k * population));
}

/* The optimiser `ga`. */
const struct sow_optimizer sow_optimizer_ga = {
    .name = "ga",
    .params = &sow_ga_params,
    .options = offsetof(struct sow_optimizer_options, ga),
    .state_size = sizeof(struct ga),
    .islands = count_islands,
    .check = check_ga,
    .init = init_ga,
    .release = release_ga,
    .ask = ask_ga,
};
