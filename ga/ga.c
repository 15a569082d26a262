/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sow/ga/ga.h"

#include "breeding.h"
#include "selection.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

struct sow_ga {
    struct sow_genome_spec spec;
    struct sow_genome_range *ranges; /* those of the spec, or NULL */
    struct sow_ga_options options;
    uint64_t seed;
    int generation;  /* of the asked population */
    double *asked;   /* one genome more than the population: see breed */
    double *told;    /* the same, for the generation before */
    double *fitness; /* of the told population */
    int *places;     /* who of the told population breeds in whose place */
    double *merit;   /* the fitness of those */
    int *parents;    /* in pairs, so one more than the population if that is odd */
    struct sow_ga_ranked *order; /* room to rank all islands */
    bool has_latest;
    struct sow_ga_generation latest;
    struct sow_selection selection;
};

/* Far from the end of int, so that a restored search can go on. */
enum { GENERATION_MAX = 1000000000 };

static double *genome_at(const struct sow_ga *ga, double *population, int index)
{
    return population + (ptrdiff_t)index * ga->spec.length;
}

static size_t genome_size(const struct sow_ga *ga)
{
    return (size_t)ga->spec.length * sizeof(double);
}

static int individuals(const struct sow_ga *ga)
{
    return sow_ga_individuals(&ga->options);
}

static void draw_first_generation(struct sow_ga *ga)
{
    int population = ga->options.population;
    for (int i = 0; i < individuals(ga); i++) {
        struct sow_pcg rng;
        const struct sow_stream stream = {
            SOW_PURPOSE_GENOME, {(uint64_t)(i % population), (uint64_t)(i / population)}};
        sow_pcg_derive(&rng, ga->seed, &stream);
        sow_genome_random(&ga->spec, &rng, genome_at(ga, ga->asked, i));
    }
}

static enum sow_status copy_ranges(struct sow_ga *ga, struct sow_err *err)
{
    if (ga->spec.ranges == NULL)
        return SOW_OK;
    size_t size = (size_t)ga->spec.length * sizeof *ga->ranges;
    ga->ranges = malloc(size);
    if (ga->ranges == NULL)
        return sow_err_no_memory(err);
    memcpy(ga->ranges, ga->spec.ranges, size);
    ga->spec.ranges = ga->ranges;
    return SOW_OK;
}

static enum sow_status allocate(struct sow_ga *ga, struct sow_err *err)
{
    size_t slots = (size_t)individuals(ga) + 1;
    size_t length = (size_t)ga->spec.length;
    ga->asked = calloc(slots, length * sizeof *ga->asked);
    ga->told = calloc(slots, length * sizeof *ga->told);
    ga->fitness = calloc(slots, sizeof *ga->fitness);
    ga->places = calloc(slots, sizeof *ga->places);
    ga->merit = calloc(slots, sizeof *ga->merit);
    ga->parents = calloc((size_t)ga->options.population + 1, sizeof *ga->parents);
    ga->order = calloc(slots, sizeof *ga->order);
    if (ga->asked == NULL || ga->told == NULL || ga->fitness == NULL ||
        ga->places == NULL || ga->merit == NULL || ga->parents == NULL ||
        ga->order == NULL)
        return sow_err_no_memory(err);
    enum sow_status status = copy_ranges(ga, err);
    return status != SOW_OK ? status
                            : sow_selection_init(&ga->selection, &ga->options, err);
}

enum sow_status sow_ga_new(struct sow_ga **ga, const struct sow_genome_spec *spec,
                           const struct sow_ga_options *options, uint64_t seed,
                           struct sow_err *err)
{
    *ga = NULL;
    enum sow_status status = sow_genome_check(spec, err);
    if (status == SOW_OK)
        status = sow_ga_options_check(options, err);
    if (status != SOW_OK)
        return status;
    struct sow_ga *fresh = calloc(1, sizeof *fresh);
    if (fresh == NULL)
        return sow_err_no_memory(err);
    fresh->spec = *spec;
    fresh->options = *options;
    fresh->seed = seed;
    status = allocate(fresh, err);
    if (status != SOW_OK) {
        sow_ga_free(fresh);
        return status;
    }
    draw_first_generation(fresh);
    *ga = fresh;
    return SOW_OK;
}

void sow_ga_free(struct sow_ga *ga)
{
    if (ga == NULL)
        return;
    sow_selection_release(&ga->selection);
    free(ga->order);
    free(ga->parents);
    free(ga->merit);
    free(ga->places);
    free(ga->fitness);
    free(ga->told);
    free(ga->asked);
    free(ga->ranges);
    free(ga);
}

static enum sow_status foreign_gene(const struct sow_ga *ga, int generation,
                                    int individual, int index, double gene,
                                    struct sow_err *err)
{
    struct sow_genome_range range = sow_genome_range_of(&ga->spec, index);
    return sow_err_set(
        err, SOW_BAD_DATA,
        "gene '%.17g' (individual %d, gene %d, generation %d) is not an allowed value (%g to %g, "
        "step %g); the population is damaged or of another run",
        gene, individual, index, generation, range.lower, range.upper, ga->spec.step);
}

enum sow_status sow_ga_restore(struct sow_ga *ga, int generation, const double *genes,
                               struct sow_err *err)
{
    if (generation < 0 || generation > GENERATION_MAX)
        return sow_err_set(err, SOW_BAD_DATA,
                           "generation '%d' cannot be restored: allowed is 0 to %d",
                           generation, GENERATION_MAX);
    for (int i = 0; i < individuals(ga); i++) {
        const double *genome = genes + (ptrdiff_t)i * ga->spec.length;
        int bad = sow_genome_first_invalid(&ga->spec, genome);
        if (bad >= 0)
            return foreign_gene(ga, generation, i, bad, genome[bad], err);
    }
    memmove(ga->asked, genes, (size_t)individuals(ga) * genome_size(ga));
    ga->generation = generation;
    ga->has_latest = false;
    return SOW_OK;
}

struct sow_ga_population sow_ga_ask(const struct sow_ga *ga)
{
    return (struct sow_ga_population){.generation = ga->generation,
                                      .count = individuals(ga),
                                      .length = ga->spec.length,
                                      .genes = ga->asked};
}

/* An individual in a place of an island, as a parent or as one of its elite. */
static const double *genome_in(const struct sow_ga *ga, int island, int place)
{
    int individual = ga->places[island * ga->options.population + place];
    return genome_at(ga, ga->told, individual);
}

static void keep_elite(struct sow_ga *ga, int island, double *children)
{
    for (int i = 0; i < ga->options.elitism; i++)
        memcpy(genome_at(ga, children, i),
               genome_in(ga, island, ga->selection.order[i].index), genome_size(ga));
}

/* By multiplications alone, in an order that the number gives: the same bits anywhere. */
static double to_the_power(double base, int exponent)
{
    double power = 1.0;
    for (double square = base; exponent > 0; exponent /= 2, square *= square)
        if (exponent % 2 == 1)
            power *= square;
    return power;
}

static void cross_pair(struct sow_ga *ga, const struct sow_breeding *breeding, int island,
                       const int *parents, double *children)
{
    double *one = children;
    double *other = children + ga->spec.length;
    memcpy(one, genome_in(ga, island, parents[0]), genome_size(ga));
    memcpy(other, genome_in(ga, island, parents[1]), genome_size(ga));
    sow_breeding_cross(breeding, one, other);
}

/* Children come in pairs. Where the last one of an odd number has no place in the
   population, the slot behind it takes it: the next island's first, which is bred later,
   or one that is nobody's. */
static void breed(struct sow_ga *ga, int island)
{
    struct sow_pcg rng;
    const struct sow_stream stream = {SOW_PURPOSE_BREEDING,
                                      {(uint64_t)ga->generation, (uint64_t)island}};
    sow_pcg_derive(&rng, ga->seed, &stream);
    double sigma = ga->options.mutation_sigma *
                   to_the_power(ga->options.mutation_decay, ga->generation - 1);
    const struct sow_breeding breeding = {&ga->spec, &ga->options, &rng, sigma};
    int population = ga->options.population;
    int elite = ga->options.elitism;
    int parents = population - elite + 1;
    parents -= parents % 2;
    double *children = genome_at(ga, ga->asked, island * population);
    sow_selection_prepare(&ga->selection, ga->merit + island * population);
    keep_elite(ga, island, children);
    sow_selection_draw(&ga->selection, &rng, ga->parents, parents);
    for (int i = 0; i < parents; i += 2)
        cross_pair(ga, &breeding, island, ga->parents + i,
                   genome_at(ga, children, elite + i));
    for (int i = elite; i < population; i++)
        sow_breeding_mutate(&breeding, genome_at(ga, children, i));
}

static void breed_all(struct sow_ga *ga)
{
    sow_ga_settle(&ga->options, ga->generation - 1, ga->fitness, ga->order, ga->places);
    for (int i = 0; i < individuals(ga); i++)
        ga->merit[i] = ga->fitness[ga->places[i]];
    for (int k = 0; k < ga->options.islands; k++)
        breed(ga, k);
}

static enum sow_status check_fitness(const struct sow_ga *ga, const double *fitness,
                                     struct sow_err *err)
{
    for (int i = 0; i < individuals(ga); i++)
        if (!(fabs(fitness[i]) <= SOW_GA_FITNESS_MAX))
            return sow_err_set(
                err, SOW_BAD_DATA,
                "fitness '%g' (individual %d, generation %d) is not a number of size up to %g; "
                "correct its evaluation",
                fitness[i], i, ga->generation, SOW_GA_FITNESS_MAX);
    return SOW_OK;
}

enum sow_status sow_ga_tell(struct sow_ga *ga, const double *fitness, struct sow_err *err)
{
    enum sow_status status = check_fitness(ga, fitness, err);
    if (status != SOW_OK)
        return status;
    ga->latest.population = sow_ga_ask(ga);
    ga->latest.fitness = ga->fitness;
    memmove(ga->fitness, fitness, (size_t)individuals(ga) * sizeof *fitness);
    sow_ga_stats_compute(&ga->latest.population, ga->fitness, &ga->latest.stats);
    ga->has_latest = true;
    double *spare = ga->told;
    ga->told = ga->asked;
    ga->asked = spare;
    ga->generation++;
    breed_all(ga);
    return SOW_OK;
}

const struct sow_ga_generation *sow_ga_latest(const struct sow_ga *ga)
{
    return ga->has_latest ? &ga->latest : NULL;
}

bool sow_ga_finished(const struct sow_ga *ga)
{
    return ga->generation >= ga->options.generations;
}

static enum sow_status run_generation(struct sow_ga *ga,
                                      const struct sow_ga_driver *driver, double *fitness,
                                      bool *stop, struct sow_err *err)
{
    struct sow_ga_population population = sow_ga_ask(ga);
    for (int i = 0; i < population.count; i++)
        fitness[i] = (double)NAN;
    enum sow_status status = driver->evaluate(driver->context, &population, fitness, err);
    if (status == SOW_OK)
        status = sow_ga_tell(ga, fitness, err);
    if (status == SOW_OK && driver->observe != NULL)
        status = driver->observe(driver->context, &ga->latest, stop, err);
    return status;
}

enum sow_status sow_ga_run(struct sow_ga *ga, const struct sow_ga_driver *driver,
                           struct sow_err *err)
{
    double *fitness = calloc((size_t)individuals(ga), sizeof *fitness);
    if (fitness == NULL)
        return sow_err_no_memory(err);
    enum sow_status status = SOW_OK;
    bool stop = false;
    while (status == SOW_OK && !stop && !sow_ga_finished(ga))
        status = run_generation(ga, driver, fitness, &stop, err);
    free(fitness);
    return status;
}
