/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "evolve.h"

#include "champion.h"
#include "duels.h"
#include "progress.h"
#include "store.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define AT(field) offsetof(struct sow_evolve_options, field)

static const struct sow_param ROWS[] = {
    {"games", &sow_param_integer, AT(games), 1, 10000, NULL, "5",
     "fitness games in each seat against every individual, itself included"},
    {"share_games", &sow_param_flag, AT(share_games), 0, 0, NULL, "no",
     "a game counts for both its players, which halves the work"},
    {"weight_min", &sow_param_real, AT(weight_min), -1000, 1000, NULL, "0",
     "least weight, rounded to the grid of 2^14 steps that weights lie on"},
    {"weight_max", &sow_param_real, AT(weight_max), -1000, 1000, NULL, "1",
     "greatest weight, rounded likewise"},
    {"candidates", &sow_param_integer, AT(candidates), 1, 1000, NULL, "10",
     "best individuals of the last generation that are replayed to choose the champion"},
    {"candidate_games", &sow_param_integer, AT(candidate_games), 1, 1000000, NULL, "50",
     "games of a candidate in each seat against every individual"},
    {"validation_games", &sow_param_integer, AT(validation_games), 1, 10000000, NULL,
     "1000", "games of the champion in each seat against every held-out opponent"},
};

const struct sow_param_table sow_evolve_params = {ROWS, sizeof ROWS / sizeof ROWS[0]};

/* A run under way. */
struct evolution {
    struct sow_run *run;
    const struct sow_evolve_options *options;
    struct sow_agent *agents;    /* of the population being evaluated */
    struct sow_duel_pair *pairs; /* who meets whom, the same in every generation */
    struct sow_duel *duels;
    size_t pair_count;
    double begun;  /* when this generation began */
    double commit; /* seconds the latest commit took */
};

/* Genes are multiples of a power of two that players represent exactly, and so are the
   bounds. */
static struct sow_genome_spec genome_spec(const struct sow_evolve_options *options)
{
    enum { STEPS_BITS = 14 };
    double bound = fmax(fabs(options->weight_min), fabs(options->weight_max));
    int binary = 0;
    double fraction = frexp(bound, &binary);
    if (fraction <= 0.5)
        binary--;
    double step = ldexp(1.0, binary - STEPS_BITS);
    return (struct sow_genome_spec){.length = SOW_HEURISTICS,
                                    .lower = nearbyint(options->weight_min / step) * step,
                                    .upper = nearbyint(options->weight_max / step) * step,
                                    .step = step};
}

/* Everyone meets everyone: work and memory grow with the square. */
enum { POPULATION_MAX = 4096 };

static enum sow_status prepare(void *options, struct sow_store *source,
                               const struct sow_rules *rules, struct sow_err *err)
{
    (void)source;
    (void)rules;
    const struct sow_evolve_options *evolve = options;
    if (evolve->ga.population > POPULATION_MAX)
        return sow_err_set(err, SOW_USAGE,
                           "population %d is too large where everyone meets everyone: at "
                           "most %d",
                           evolve->ga.population, POPULATION_MAX);
    if (evolve->weight_min >= evolve->weight_max)
        return sow_err_set(err, SOW_USAGE,
                           "'weight_min' has to be less than 'weight_max'");
    struct sow_genome_spec spec = genome_spec(evolve);
    if (sow_ga_options_check(&evolve->ga, err) != SOW_OK ||
        sow_genome_check(&spec, err) != SOW_OK)
        return SOW_USAGE;
    return SOW_OK;
}

/* --- fitness --- */

static size_t list_pairs(const struct sow_evolve_options *options,
                         struct sow_duel_pair *pairs)
{
    size_t count = 0;
    uint32_t population = (uint32_t)options->ga.population;
    for (uint32_t i = 0; i < population; i++)
        for (uint32_t j = options->share_games ? i : 0; j < population; j++)
            pairs[count++] = (struct sow_duel_pair){.player = i, .opponent = j};
    return count;
}

/* Points in halves: wins count 2, draws 1. */
static int64_t half_points(const struct sow_duel *duel)
{
    return 2 * (duel->first.wins + duel->second.wins) + duel->first.draws +
           duel->second.draws;
}

static int64_t games_of(const struct sow_duel *duel)
{
    return sow_tally_games(&duel->first) + sow_tally_games(&duel->second);
}

static void score_population(const struct evolution *evolution, double *fitness)
{
    int population = evolution->options->ga.population;
    for (int i = 0; i < population; i++)
        fitness[i] = 0.0;
    for (size_t k = 0; k < evolution->pair_count; k++) {
        struct sow_duel_pair pair = evolution->pairs[k];
        const struct sow_duel *duel = &evolution->duels[k];
        fitness[pair.player] += (double)half_points(duel);
        if (evolution->options->share_games && pair.player != pair.opponent)
            fitness[pair.opponent] += (double)(2 * games_of(duel) - half_points(duel));
    }
    double most = 4.0 * evolution->options->games * population;
    for (int i = 0; i < population; i++)
        fitness[i] /= most;
}

static void field_population(struct evolution *evolution,
                             const struct sow_ga_population *population)
{
    for (int i = 0; i < population->count; i++)
        sow_agent_weighted(&evolution->agents[i], sow_ga_genome(population, i));
}

static enum sow_status evaluate(void *context, const struct sow_ga_population *population,
                                double *fitness, struct sow_err *err)
{
    struct evolution *evolution = context;
    evolution->begun = sow_clock_seconds();
    field_population(evolution, population);
    struct sow_duels duels = {.agents = evolution->agents,
                              .agent_count = (size_t)population->count,
                              .pairs = evolution->pairs,
                              .count = evolution->pair_count,
                              .games = evolution->options->games,
                              .purpose = SOW_PURPOSE_FITNESS,
                              .round = (uint64_t)population->generation};
    enum sow_status status =
        sow_duels_play(evolution->run, &duels, evolution->duels, err);
    if (status == SOW_OK)
        score_population(evolution, fitness);
    return status;
}

/* --- storing a generation --- */

static int64_t games_a_generation(const struct evolution *evolution)
{
    return 2 * (int64_t)evolution->options->games * (int64_t)evolution->pair_count;
}

static enum sow_status store_individuals(const struct sow_run *run,
                                         const struct sow_ga_generation *generation,
                                         struct sow_err *err)
{
    const struct sow_ga_population *population = &generation->population;
    enum sow_status status = SOW_OK;
    for (int i = 0; i < population->count && status == SOW_OK; i++) {
        struct sow_individual_row row = {
            .run_id = run->id,
            .generation = population->generation,
            .individual = i,
            .weights = {sow_ga_genome(population, i), population->length},
            .fitness = generation->fitness[i],
        };
        status = sow_store_add_individual(run->sink, &row, err);
    }
    return status;
}

static enum sow_status store_rows(const struct evolution *evolution,
                                  const struct sow_ga_generation *generation,
                                  struct sow_err *err)
{
    const struct sow_run *run = evolution->run;
    const struct sow_ga_stats *stats = &generation->stats;
    struct sow_generation_row row = {
        .run_id = run->id,
        .generation = generation->population.generation,
        .best = stats->best,
        .best_individual = stats->best_index,
        .mean = stats->mean,
        .sd = stats->sd,
        .worst = stats->worst,
        .spread = stats->spread,
        .games = games_a_generation(evolution),
    };
    enum sow_status status = sow_store_add_generation(run->sink, &row, err);
    if (status == SOW_OK)
        status = store_individuals(run, generation, err);
    return status;
}

/* One transaction a generation. Its row cannot hold the time of its own commit, so it
   has that of the commit before. */
static enum sow_status store_generation(struct evolution *evolution,
                                        const struct sow_ga_generation *generation,
                                        struct sow_err *err)
{
    struct sow_store *sink = evolution->run->sink;
    double began = sow_clock_seconds();
    enum sow_status status = sow_store_begin(sink, err);
    if (status != SOW_OK)
        return status;
    status = store_rows(evolution, generation, err);
    double now = sow_clock_seconds();
    struct sow_generation_times_row times = {
        .run_id = evolution->run->id,
        .generation = generation->population.generation,
        .seconds = now - evolution->begun + evolution->commit,
        .store_seconds = now - began + evolution->commit,
    };
    if (status == SOW_OK)
        status = sow_store_add_generation_times(sink, &times, err);
    if (status == SOW_OK)
        status = sow_store_commit(sink, err);
    sow_store_rollback(sink);
    evolution->commit = sow_clock_seconds() - now;
    return status;
}

/* Short, so that rate and time left still fit on a line of 80. */
static void show_progress(const struct sow_run *run, int generations,
                          const struct sow_ga_generation *generation)
{
    bool slow = run->kernel_note != NULL;
    char note[160];
    (void)snprintf(note, sizeof note, "gen %d/%d best %.3f mean %.3f spread %.3f%s%s%s",
                   generation->population.generation + 1, generations,
                   generation->stats.best, generation->stats.mean,
                   generation->stats.spread, slow ? " plain (" : "",
                   slow ? run->kernel_note : "", slow ? ")" : "");
    sow_progress_advance(run->progress, 0, note);
}

static enum sow_status observe(void *context, const struct sow_ga_generation *generation,
                               bool *stop, struct sow_err *err)
{
    struct evolution *evolution = context;
    *stop = false;
    show_progress(evolution->run, evolution->options->ga.generations, generation);
    return store_generation(evolution, generation, err);
}

/* --- the whole run --- */

static enum sow_status evolution_init(struct evolution *evolution, struct sow_run *run,
                                      const struct sow_evolve_options *options,
                                      struct sow_err *err)
{
    size_t population = (size_t)options->ga.population;
    *evolution = (struct evolution){.run = run, .options = options};
    evolution->agents = calloc(population, sizeof *evolution->agents);
    evolution->pairs = calloc(population * population, sizeof *evolution->pairs);
    evolution->duels = calloc(population * population, sizeof *evolution->duels);
    if (evolution->agents == NULL || evolution->pairs == NULL || evolution->duels == NULL)
        return sow_err_no_memory(err);
    evolution->pair_count = list_pairs(options, evolution->pairs);
    return SOW_OK;
}

static void evolution_release(struct evolution *evolution)
{
    free(evolution->agents);
    free(evolution->pairs);
    free(evolution->duels);
}

static uint64_t games_in_all(const struct evolution *evolution)
{
    const struct sow_evolve_options *options = evolution->options;
    return (uint64_t)games_a_generation(evolution) * (uint64_t)options->ga.generations +
           sow_champion_games(options);
}

/* Puts the search where the run's last stored generation leaves it. */
static enum sow_status take_up(struct sow_ga *ga, const struct evolution *evolution,
                               struct sow_err *err)
{
    const struct sow_run *run = evolution->run;
    const struct sow_ga_options *options = &evolution->options->ga;
    int64_t generations;
    enum sow_status status =
        sow_store_count(run->sink, "generations", run->id, &generations, err);
    if (status != SOW_OK || generations == 0)
        return status;
    struct sow_stored_population last;
    status = sow_store_read_last_population(run->sink, run->id, &last, err);
    if (status != SOW_OK)
        return status;
    if (last.count != options->population || last.genes != SOW_HEURISTICS ||
        last.generation != generations - 1 || last.generation >= options->generations)
        status = sow_err_set(err, SOW_BAD_DATA,
                             "the stored generations of run %lld are not of its own "
                             "making",
                             (long long)run->id);
    if (status == SOW_OK)
        status = sow_ga_restore(ga, last.generation, last.weights, err);
    if (status == SOW_OK)
        status = sow_ga_tell(ga, last.fitness, err);
    sow_stored_population_release(&last);
    sow_progress_advance(run->progress,
                         (uint64_t)(generations * games_a_generation(evolution)), NULL);
    return status;
}

/* Candidates, champion and validation are one transaction. */
static enum sow_status choose_champion(struct sow_run *run,
                                       const struct sow_evolve_options *options,
                                       const struct sow_ga *ga, struct sow_err *err)
{
    int64_t chosen;
    enum sow_status status =
        sow_store_count(run->sink, "champions", run->id, &chosen, err);
    if (status != SOW_OK || chosen > 0)
        return status;
    return sow_champion_choose(run, options, sow_ga_latest(ga), err);
}

static enum sow_status execute(struct sow_run *run, const void *options,
                               struct sow_err *err)
{
    const struct sow_evolve_options *evolve = options;
    struct sow_genome_spec spec = genome_spec(evolve);
    struct sow_ga *ga = NULL;
    struct evolution evolution;
    enum sow_status status = evolution_init(&evolution, run, evolve, err);
    if (status == SOW_OK)
        status = sow_ga_new(&ga, &spec, &evolve->ga, run->seed, err);
    if (status != SOW_OK)
        goto done;
    struct sow_ga_driver driver = {
        .evaluate = evaluate, .observe = observe, .context = &evolution};
    sow_progress_begin(run->progress, games_in_all(&evolution), "games");
    status = take_up(ga, &evolution, err);
    if (status == SOW_OK)
        status = sow_ga_run(ga, &driver, err);
    if (status == SOW_OK)
        status = choose_champion(run, evolve, ga, err);
    sow_progress_end(run->progress);
    run->stop_reason = "all generations evaluated";
done:
    sow_ga_free(ga);
    evolution_release(&evolution);
    return status;
}

static const char *const CONTENT[] = {"generations", "individuals", "candidates",
                                      "champions",   "matches",     NULL};

const struct sow_run_kind sow_evolve_kind = {
    .name = "evolve",
    .summary = "weights of H1-H6 by co-evolution",
    .groups = {{&sow_evolve_params, 0, NULL},
               {&sow_ga_params, offsetof(struct sow_evolve_options, ga),
                "Genetic algorithm"}},
    .options_size = sizeof(struct sow_evolve_options),
    .prepare = prepare,
    .execute = execute,
    .goes_on = true,
    .content = CONTENT,
};
