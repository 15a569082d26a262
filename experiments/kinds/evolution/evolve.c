/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sow/evolution/evolve.h"

#include "champion.h"
#include "evolve_arena.h"
#include "evolve_nearest.h"
#include "sow/evolution/evolve_sections.h"
#include "sow/players/evolve_genome.h"
#include "sow/queries/query_words.h"
#include "sow/store/store.h"
#include "sow/store/tables/generation_times.def"
#include "sow/store/tables/generations.def"
#include "sow/store/tables/individuals.def"
#include "sow/support/doc_pages.h"
#include "sow/support/progress.h"

#include <stdlib.h>
#include <string.h>

/* A run in progress. */
struct evolution {
    struct sow_run *run;
    const struct sow_evolve_options *options;
    struct sow_arena arena;
    struct sow_hall hall;
    struct sow_arena_result *results; /* results of the population in evaluation */
    double begun;                     /* time when this generation began */
    double commit;                    /* seconds of the latest commit */
};

/* Returns true if fitness games meet the hall of fame: its share is above 0. */
static bool has_hall(const struct evolution *evolution)
{
    return sow_evolve_share(evolution->options, SOW_PART_HALL) > 0.0;
}

/* --- fitness --- */

/* Writes the player of each individual of a population to the agents of the arena, in the
   same order. */
static void field_population(struct evolution *evolution,
                             const struct sow_population *population)
{
    for (int i = 0; i < population->count; i++)
        sow_evolve_agent(&evolution->options->reading,
                         sow_population_genome(population, i),
                         &evolution->arena.agents[i]);
}

/* Returns the most games for the fitness of a generation, all individuals and both seats
   together. */
static int64_t games_of(const struct evolution *evolution, int generation)
{
    int members =
        has_hall(evolution) ? sow_hall_count(&evolution->hall, generation, false) : 0;
    return sow_arena_games(&evolution->arena, generation, members);
}

/* Plays the games of a generation and writes its fitness (`evaluate` of the optimiser).
   Before that, puts the players and the members of the hall into the arena, and notes
   when the generation began. Games that need not be played count as done in the progress,
   whose total has them. Returns an error of sow_arena_play; the fitness is then not
   written. @p context is a struct evolution. */
static enum sow_status evaluate_population(void *context,
                                           const struct sow_population *population,
                                           double *fitness, struct sow_err *err)
{
    struct evolution *evolution = context;
    int generation = population->generation;
    evolution->begun = sow_clock_seconds();
    field_population(evolution, population);
    sow_arena_set_hall(&evolution->arena, &evolution->hall, generation);
    struct sow_arena_round round = {.population = SOW_PURPOSE_FITNESS,
                                    .fixed = SOW_PURPOSE_TRIAL,
                                    .generation = generation,
                                    .games =
                                        sow_evolve_games(evolution->options, generation),
                                    .player_count = population->count};
    enum sow_status status =
        sow_arena_play(&evolution->arena, &round, evolution->results, err);
    for (int i = 0; status == SOW_OK && i < population->count; i++)
        fitness[i] = evolution->results[i].value;
    sow_progress_advance(
        evolution->run->with.progress,
        (uint64_t)(games_of(evolution, generation) - evolution->arena.played), NULL);
    return status;
}

/* --- storing a generation --- */

/* Adds a row to table `individuals` for each individual of a generation. Returns an error
   of the database. */
static enum sow_status store_individuals(const struct sow_run *run,
                                         const struct sow_generation *generation,
                                         struct sow_err *err)
{
    const struct sow_population *population = &generation->population;
    enum sow_status status = SOW_OK;
    for (int i = 0; i < population->count && status == SOW_OK; i++) {
        struct sow_individual_row row = {
            .run_id = run->id,
            .generation = population->generation,
            .individual = i,
            .weights = {sow_population_genome(population, i), population->length},
            .fitness = generation->fitness[i],
        };
        status = sow_store_add(run->sink, individual, &row, err);
    }
    return status;
}

/* Adds the row of table `generations` and a row of table `individuals` for each
   individual. The caller has begun a transaction. Returns an error of the database. */
static enum sow_status store_rows(const struct evolution *evolution,
                                  const struct sow_generation *generation,
                                  struct sow_err *err)
{
    const struct sow_run *run = evolution->run;
    const struct sow_generation_stats *stats = &generation->stats;
    struct sow_generation_row row = {
        .run_id = run->id,
        .generation = generation->population.generation,
        .best = stats->best,
        .best_individual = stats->best_index,
        .mean = stats->mean,
        .sd = stats->sd,
        .worst = stats->worst,
        .spread = stats->spread,
        .games = evolution->arena.played,
    };
    enum sow_status status = sow_store_add(run->sink, generation, &row, err);
    if (status == SOW_OK)
        status = store_individuals(run, generation, err);
    return status;
}

/* Stores a generation and its times in one transaction. The row of times cannot hold the
   time of its own commit, so it has the time of the commit before. Notes the time of this
   commit for the next generation. On failure nothing is stored. */
static enum sow_status store_generation(struct evolution *evolution,
                                        const struct sow_generation *generation,
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
        status = sow_store_add(sink, generation_times, &times, err);
    status = sow_store_end(sink, status, err);
    evolution->commit = sow_clock_seconds() - now;
    return status;
}

/* Shows a note in the progress: the number of the generation, its best and mean fitness
   and its spread, and the reason if only the plain kernel plays. The note is short enough
   for rate and time left to fit on a line of 80 columns. */
static void show_progress(const struct sow_run *run, int generations,
                          const struct sow_generation *generation)
{
    bool slow = run->kernel_note != NULL;
    char note[160];
    (void)snprintf(note, sizeof note, "gen %d/%d best %.3f mean %.3f spread %.3f%s%s%s",
                   generation->population.generation + 1, generations,
                   generation->stats.best, generation->stats.mean,
                   generation->stats.spread, slow ? " plain (" : "",
                   slow ? run->kernel_note : "", slow ? ")" : "");
    sow_progress_advance(run->with.progress, 0, note);
}

/* Sets the error for stored generations that are not those of the run, and returns
   SOW_BAD_DATA. */
static enum sow_status foreign_content(const struct sow_run *run, struct sow_err *err)
{
    return sow_err_set(err, SOW_BAD_DATA,
                       "the stored generations of run %lld do not follow from its "
                       "settings",
                       (long long)run->id);
}

/* --- the hall of fame --- */

/* Adds the player with the genes @p best to the hall, if the evolution has one and the
   best individual of this generation enters (sow_hall_admits). Returns SOW_NO_MEMORY. */
static enum sow_status admit(struct evolution *evolution, int generation,
                             const double *best, struct sow_err *err)
{
    if (!has_hall(evolution) || !sow_hall_admits(&evolution->hall, generation))
        return SOW_OK;
    struct sow_agent agent;
    sow_evolve_agent(&evolution->options->reading, best, &agent);
    return sow_hall_add(&evolution->hall, &agent, err);
}

/* Adds the best individual of a generation to the hall, if it is time for that. Fails as
   admit does. */
static enum sow_status admit_best(struct evolution *evolution,
                                  const struct sow_generation *generation,
                                  struct sow_err *err)
{
    return admit(
        evolution, generation->population.generation,
        sow_population_genome(&generation->population, generation->stats.best_index),
        err);
}

/* Measures and stores the strength of the best individual of a generation if the options
   ask for it, so that pages show it while the run goes on. Does nothing for a run in
   several variants: these are stored with its champion, so its strengths follow when it
   is done. Returns an error of sow_strength_during. */
static enum sow_status measure_best(const struct evolution *evolution,
                                    const struct sow_generation *generation,
                                    struct sow_err *err)
{
    return sow_variant_set_is_empty(&evolution->options->choice.set)
               ? sow_strength_during(evolution->run, &evolution->options->strength,
                                     generation->population.generation, 0, err)
               : SOW_OK;
}

/* Takes a generation that has its fitness (`observe` of the optimiser). Shows the
   progress, stores the generation, looks for a stop request, adds the best individual to
   the hall and measures it, in this order. Returns the first error. Never asks the
   optimiser to stop. @p context is a struct evolution. */
static enum sow_status store_and_admit(void *context,
                                       const struct sow_generation *generation,
                                       bool *stop, struct sow_err *err)
{
    struct evolution *evolution = context;
    *stop = false;
    show_progress(evolution->run, evolution->options->optimizer.generations, generation);
    enum sow_status status = store_generation(evolution, generation, err);
    if (status == SOW_OK)
        status = sow_run_look(evolution->run, err);
    if (status == SOW_OK)
        status = admit_best(evolution, generation, err);
    return status == SOW_OK ? measure_best(evolution, generation, err) : status;
}

/* --- the whole run --- */

/* Fills in an evolution, with an empty hall and without its arena. Returns SOW_NO_MEMORY;
   release it also then. */
static enum sow_status evolution_init(struct evolution *evolution, struct sow_run *run,
                                      const struct sow_evolve_options *options,
                                      struct sow_err *err)
{
    *evolution = (struct evolution){.run = run, .options = options};
    sow_hall_init(&evolution->hall, options);
    evolution->results = calloc((size_t)sow_optimizer_individuals(&options->optimizer),
                                sizeof *evolution->results);
    return evolution->results != NULL ? SOW_OK : sow_err_no_memory(err);
}

/* Frees hall, arena and results of an evolution, also if its arena was never prepared. */
static void evolution_release(struct evolution *evolution)
{
    sow_arena_release(&evolution->arena);
    sow_hall_release(&evolution->hall);
    free(evolution->results);
}

/* Returns the most games for the fitness of the first @p generations generations
   together. */
static int64_t games_until(const struct evolution *evolution, int64_t generations)
{
    int64_t games = 0;
    for (int g = 0; g < generations; g++)
        games += games_of(evolution, g);
    return games;
}

/* Returns the most games of the whole run: references, all generations and the
   champion. */
static int64_t games_in_all(const struct evolution *evolution)
{
    return sow_arena_reference_games(&evolution->arena) +
           games_until(evolution, evolution->options->optimizer.generations) +
           sow_champion_games(&evolution->arena, &evolution->hall);
}

/* Gives stored generation number @p generation and its fitness to the optimisation, as if
   it had just been evaluated, and adds its best individual to the hall. Plays no games.
   Returns SOW_BAD_DATA if its size does not fit these settings, SOW_NO_MEMORY, or an
   error of the database or the optimisation. */
static enum sow_status replay_generation(struct sow_optimization *optimization,
                                         struct evolution *evolution, int generation,
                                         struct sow_err *err)
{
    const struct sow_run *run = evolution->run;
    const struct sow_evolve_options *options = evolution->options;
    struct sow_stored_population stored;
    enum sow_status status =
        sow_store_read_population(run->sink, run->id, generation, &stored, err);
    if (status != SOW_OK)
        return status;
    if (stored.count != sow_optimizer_individuals(&options->optimizer) ||
        stored.genes != options->reading.feature_count ||
        generation >= options->optimizer.generations)
        status = foreign_content(run, err);
    if (status == SOW_OK)
        status = sow_optimization_replace(optimization, stored.weights, err);
    if (status == SOW_OK)
        status = sow_optimization_tell(optimization, stored.fitness, err);
    sow_stored_population_release(&stored);
    return status == SOW_OK
               ? admit_best(evolution, sow_optimization_latest(optimization), err)
               : status;
}

/* Continues the run after its last stored generation. All stored generations are replayed
   without games, so that optimiser and hall of fame are as in an uninterrupted run; their
   games count in the progress. Does nothing if none is stored. The errors are those of
   replay_generation. */
static enum sow_status replay_stored(struct sow_optimization *optimization,
                                     struct evolution *evolution, struct sow_err *err)
{
    const struct sow_run *run = evolution->run;
    int64_t generations;
    enum sow_status status =
        sow_store_count(run->sink, "generations", run->id, &generations, err);
    for (int g = 0; status == SOW_OK && g < generations; g++)
        status = replay_generation(optimization, evolution, g, err);
    if (status == SOW_OK && generations > 0)
        sow_progress_advance(run->with.progress,
                             (uint64_t)games_until(evolution, generations), NULL);
    return status;
}

/* Chooses, validates and stores the champion of the latest generation, which is put into
   the arena again. Does nothing if a champion is stored already. The errors are those of
   sow_champion_choose. */
static enum sow_status choose_champion(struct evolution *evolution,
                                       const struct sow_optimization *optimization,
                                       struct sow_err *err)
{
    struct sow_run *run = evolution->run;
    int64_t chosen;
    enum sow_status status =
        sow_store_count(run->sink, "champions", run->id, &chosen, err);
    if (status != SOW_OK || chosen > 0)
        return status;
    const struct sow_generation *last = sow_optimization_latest(optimization);
    field_population(evolution, &last->population);
    return sow_champion_choose(&evolution->arena, &evolution->hall, last, err);
}

/* Replaces the first individuals of each island's random generation by the initial
   players, in their order. Does nothing if there are none. Returns SOW_NO_MEMORY, or the
   error of a player that the genome cannot express. */
static enum sow_status place_initial_players(struct sow_optimization *optimization,
                                             const struct sow_evolve_options *options,
                                             struct sow_err *err)
{
    const struct sow_player_list *initial = &options->initial;
    struct sow_population first = sow_optimization_ask(optimization);
    size_t length = (size_t)first.length;
    if (initial->count == 0)
        return SOW_OK;
    double *genes = calloc((size_t)first.count * length, sizeof *genes);
    if (genes == NULL)
        return sow_err_no_memory(err);
    memcpy(genes, first.genes, (size_t)first.count * length * sizeof *genes);
    enum sow_status status = SOW_OK;
    for (size_t i = 0; i < initial->count && status == SOW_OK; i++)
        status = sow_evolve_genes_of(&options->reading, &initial->agents[i],
                                     initial->names[i], genes + i * length, err);
    for (int k = 1; k < sow_optimizer_islands(&options->optimizer); k++)
        memcpy(genes + (size_t)k * (size_t)options->optimizer.population * length, genes,
               initial->count * length * sizeof *genes);
    if (status == SOW_OK)
        status = sow_optimization_replace(optimization, genes, err);
    free(genes);
    return status;
}

/* Does the whole work of the run: meets the references, places initial players, replays
   the stored generations, makes all others, and chooses the champion. Returns the first
   error. */
static enum sow_status search(struct evolution *evolution,
                              struct sow_optimization *optimization, struct sow_err *err)
{
    struct sow_optimization_driver driver = {.evaluate = evaluate_population,
                                             .observe = store_and_admit,
                                             .context = evolution};
    enum sow_status status = sow_arena_meet_references(&evolution->arena, err);
    if (status == SOW_OK)
        status = place_initial_players(optimization, evolution->options, err);
    if (status == SOW_OK)
        status = replay_stored(optimization, evolution, err);
    if (status == SOW_OK)
        status = sow_optimization_run(optimization, &driver, err);
    return status == SOW_OK ? choose_champion(evolution, optimization, err) : status;
}

/* Executes a run of kind "evolve", or continues it after its last stored generation
   (`execute` of run.h), and sets the reason why the run ended. A failure or a stop
   request leaves the rows that are stored. */
static enum sow_status execute_evolution(struct sow_run *run, const void *options,
                                         struct sow_err *err)
{
    const struct sow_evolve_options *evolve = options;
    struct sow_genome_spec spec = sow_evolve_genome_spec(&evolve->reading);
    struct sow_optimization *optimization = NULL;
    struct evolution evolution;
    enum sow_status status = evolution_init(&evolution, run, evolve, err);
    if (status == SOW_OK)
        status = sow_optimization_new(&optimization, &spec, &evolve->optimizer, run->seed,
                                      err);
    if (status == SOW_OK)
        status = sow_arena_init(&evolution.arena, run, evolve, err);
    if (status == SOW_OK) {
        sow_progress_begin(run->with.progress, (uint64_t)games_in_all(&evolution),
                           "games");
        status = search(&evolution, optimization, err);
        sow_progress_end(run->with.progress);
    }
    run->stop_reason = "all generations evaluated";
    sow_optimization_free(optimization);
    evolution_release(&evolution);
    return status;
}

/* Returns the number of runs that the options ask for (`runs` of run.h). */
static int count_runs(const void *options)
{
    return ((const struct sow_evolve_options *)options)->runs;
}

/* Measures the strength of the champion, and of generations that are not measured yet, as
   far as the options ask for it (`after` of run.h). Fails as sow_strength_after. */
static enum sow_status measure_evolution(struct sow_run *run, const void *options,
                                         struct sow_err *err)
{
    const struct sow_evolve_options *evolve = options;
    return sow_strength_after(run, &evolve->strength, err);
}

static const struct sow_param TYPED_ROWS[] = {
    {"runs", &sow_param_integer, offsetof(struct sow_evolve_options, runs), 1, 10000,
     NULL, "1", "independent runs, with random seeds SEED, SEED + 1, .."},
    SOW_MEASURE_ROW(offsetof(struct sow_evolve_options, strength)),
    SOW_MEASURE_EVERY_ROW(offsetof(struct sow_evolve_options, strength),
                          "generations whose best individual is"),
};
static const struct sow_param_table TYPED = {TYPED_ROWS,
                                             sizeof TYPED_ROWS / sizeof TYPED_ROWS[0]};

static const char *const CONTENT[] = {"generations", "individuals",    "candidates",
                                      "champions",   "match_variants", "matches",
                                      NULL};

static const char *const MEASURES[] = {"strength", "validation", NULL};

/* SQL for advice to a user who wants games that are all different. */
static const char OTHER_POSITIONS[] =
    "'For other positions: sowlab match run:' || r.id ||"
    " ' OPPONENT --random-plies 4.'";

static const struct sow_query_words WORDS = {
    {[SOW_WORDS_SUBJECT] = "coalesce(r.parameters ->> 'genome', 'weights')",
     [SOW_WORDS_DONE] = "(SELECT count(*) FROM generations g WHERE g.run_id = r.id)",
     [SOW_WORDS_WANTED] = "r.parameters ->> 'generations'",
     [SOW_WORDS_UNIT] = "' generations'",
     [SOW_WORDS_DIFFERENT] = OTHER_POSITIONS}};

const struct sow_run_kind sow_evolve_kind = {
    .name = "evolve",
    .groups = {{.table = &TYPED, .use = SOW_TYPED},
               {.table = &sow_evolve_params, .title = "Evolution"},
               {.table = &sow_evolve_fitness_params, .title = "Fitness"},
               {.table = &sow_evolve_softmin_params,
                .title = "Softmin (--objective softmin)",
                .choice = "objective",
                .word = "softmin"},
               {.table = &sow_evolve_quantile_params,
                .title = "Quantile (--objective quantile)",
                .choice = "objective",
                .word = "quantile"},
               {.table = &sow_evolve_recorded_params, .use = SOW_RECORDED},
               SOW_OPTIMIZER_GROUPS(offsetof(struct sow_evolve_options, optimizer))},
    .needs = sow_evolve_needs,
    .options_size = sizeof(struct sow_evolve_options),
    .again = "",
    .command =
        {
            .kind = &sow_evolve_kind,
            .section = "Evolving",
            .name = "evolve",
            .operands = "",
            .summary =
                "evolve weights of heuristics or features, or an order of heuristics",
            .examples =
                "sowlab evolve\n"
                "sowlab evolve --variant kalah --generations 25 --seed 7\n"
                "sowlab evolve --runs 20 --label \"Table II\"\n"
                "sowlab evolve --elitism 1 --mutation-sigma 0.2\n"
                "sowlab evolve --islands 4 --population 25 --migrate 2 --every 20\n"
                "sowlab evolve --genome order --fitness panel --opponents random,h4\n"
                "sowlab evolve --fitness mixed --hall-share 1\n"
                "sowlab evolve --optimizer cma-es --fitness panel\n"
                "sowlab evolve --variants paper --fitness panel --objective worst --games 60\n"
                "sowlab evolve --genome features --features h,best_gain --weight-min -1 --fitness panel",
            .details =
                "Without options the command repeats the experiment of Divilly, "
                "O'Riordan and Hill 2013 in Erherhe. Fitness is the score against every "
                "individual of the population in both seats, against a panel of fixed "
                "opponents, or a mix with a hall of fame. It is counted in one variant "
                "or in several. Each island has its own population.\n"
                "The best individuals of the last generation play again in new games to "
                "choose the champion. The champion is validated in further new games "
                "against h1 to h6, random, divilly2013, the panel and held-out members "
                "of the hall of fame. Quote the validation as the estimate "
                "of strength, not fitness or score.\n"
                "With ten variants or more use --objective mean, quantile or softmin: worst "
                "made weaker players there, even in their weakest variants: " SOW_DOC_SURVEY
                ".\n"
                "run:ID is the champion as a player, and run:ID@N is the best of "
                "generation N. The command 'tournament run:ID@0 run:ID@50 run:ID' shows "
                "whether the evolution made progress. " SOW_DOC_METHOD
                " explains every figure.\n",
            .takes = SOW_TAKES_RUN | SOW_TAKES_RULES,
        },
    .take = sow_evolve_take,
    .runs = count_runs,
    .refuse_in_plan = sow_evolve_refuse_nearest,
    .find = sow_evolve_find_nearest,
    .prepare = sow_evolve_prepare,
    .remark = sow_evolve_remark,
    .execute = execute_evolution,
    .after = measure_evolution,
    .goes_on = true,
    .sections = sow_evolve_sections,
    .charts = sow_evolve_charts,
    .content = CONTENT,
    .words = &WORDS,
    .measures = MEASURES,
};
