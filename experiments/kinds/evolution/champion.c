/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "champion.h"

#include "sow/matches/match.h"
#include "sow/matches/study.h"
#include "sow/players/evolve_genome.h"
#include "sow/store/store.h"
#include "sow/store/tables/candidates.def"
#include "sow/store/tables/champions.def"
#include "sow/store/tables/match_variants.def"
#include "sow/support/progress.h"

#include <assert.h>
#include <stdlib.h>

/* Player specs of the opponents in every validation. */
static const char *const PANEL[] = {"h1", "h2", "h3",     "h4",
                                    "h5", "h6", "random", "divilly2013"};

enum { PANEL_SIZE = sizeof PANEL / sizeof PANEL[0] };

/* A choice of a champion that is in progress. */
struct choice {
    struct sow_arena *arena;
    const struct sow_hall *hall;
    const struct sow_generation *last;
    int *individuals;                 /* numbers of the candidates in the generation */
    struct sow_arena_result *results; /* results of the candidates */
    int count;                        /* number of candidates */
    int chosen;                       /* index of the champion among the candidates */
    struct sow_agent *agents;         /* champion, then opponents of the validation */
    struct sow_duel_pair *pairs;      /* matches of the validation in one variant */
    uint64_t *keys;                   /* keys of their random streams */
    struct sow_duel *duels;           /* results of the validation, by variant */
    int opponents;                    /* number of opponents in the validation */
};

/* Returns the options of the evolution, which the arena borrows. */
static const struct sow_evolve_options *options_of(const struct choice *choice)
{
    return choice->arena->options;
}

/* Returns true if fitness games meet the hall of fame: its share is above 0. */
static bool has_hall(const struct sow_arena *arena)
{
    return sow_evolve_share(arena->options, SOW_PART_HALL) > 0.0;
}

/* Returns the number of hall members that can be met at the end of the run: the held-out
   ones if @p held_out is true, else the others. Returns 0 if fitness does not meet the
   hall. */
static int hall_count(const struct sow_arena *arena, const struct sow_hall *hall,
                      bool held_out)
{
    return has_hall(arena)
               ? sow_hall_count(hall, arena->options->optimizer.generations, held_out)
               : 0;
}

/* Returns how many opponents the validation has at most: the fixed ones, the panel and
   the held-out members of the hall. Players that occur several times count each time. */
static int most_opponents(const struct sow_arena *arena, const struct sow_hall *hall)
{
    return PANEL_SIZE + arena->panel_count + hall_count(arena, hall, true);
}

int64_t sow_champion_games(const struct sow_arena *arena, const struct sow_hall *hall)
{
    const struct sow_evolve_options *options = arena->options;
    int64_t candidates = sow_evolve_candidates(options);
    int64_t met = arena->panel_count + hall_count(arena, hall, false);
    if (sow_evolve_share(options, SOW_PART_POPULATION) > 0.0)
        met += sow_optimizer_individuals(&options->optimizer);
    int64_t games = candidates * met * options->candidate_games +
                    (int64_t)most_opponents(arena, hall) * options->validation_games;
    return 2 * games * (int64_t)sow_arena_variants(arena);
}

/* --- candidates --- */

/* Returns the genes of individual number @p individual of the last generation, which owns
   them. */
static const double *genes_of(const struct choice *choice, int individual)
{
    return sow_population_genome(&choice->last->population, individual);
}

/* Returns true if some candidate plays like individual number @p individual. Different
   genomes may: weights that differ by a power of two do. */
static bool already_listed(const struct choice *choice, int individual)
{
    const struct sow_agent *agents = choice->arena->agents;
    for (int i = 0; i < choice->count; i++)
        if (sow_agent_alike(&agents[choice->individuals[i]], &agents[individual]))
            return true;
    return false;
}

/* Rankings of the last generation. Fitness compares within an island only, so the best of
   all islands come first, then the second best of all, and so on. */
struct merit {
    int islands;              /* number of islands */
    struct sow_ranked *order; /* ranking of each island, one after the other */
    double *fitness;          /* fitness of one rank, a value for each island */
    struct sow_ranked *turn;  /* islands ranked by `fitness` */
};

/* Adds the individuals with rank @p rank (0: the best) of all islands to the candidates,
   the fittest first, while there is room. Leaves out individuals that play like a
   candidate. */
static void list_rank(struct choice *choice, const struct merit *merit, int rank)
{
    int island = choice->arena->island;
    for (int k = 0; k < merit->islands; k++)
        merit->fitness[k] = merit->order[k * island + rank].fitness;
    sow_rank(merit->fitness, merit->islands, merit->turn);
    for (int i = 0; i < merit->islands; i++) {
        int first = merit->turn[i].index * island;
        int individual = first + merit->order[first + rank].index;
        if (choice->count < options_of(choice)->candidates &&
            !already_listed(choice, individual))
            choice->individuals[choice->count++] = individual;
    }
}

/* Lists the candidates in choice->individuals: the best of all islands, then the second
   best, and so on. Stops when there are as many as the options ask for or no more
   individuals. Individuals that play alike are listed once. Returns SOW_NO_MEMORY. */
static enum sow_status list_candidates(struct choice *choice, struct sow_err *err)
{
    int individuals = choice->last->population.count;
    int island = choice->arena->island;
    int islands = individuals / island;
    struct merit merit = {
        .islands = islands,
        .order = calloc((size_t)individuals, sizeof *merit.order),
        .fitness = calloc((size_t)islands, sizeof *merit.fitness),
        .turn = calloc((size_t)islands, sizeof *merit.turn),
    };
    bool room = merit.order != NULL && merit.fitness != NULL && merit.turn != NULL;
    for (int first = 0; room && first < individuals; first += island)
        sow_rank(choice->last->fitness + first, island, merit.order + first);
    for (int rank = 0; room && rank < island; rank++)
        list_rank(choice, &merit, rank);
    free(merit.order);
    free(merit.fitness);
    free(merit.turn);
    return room ? SOW_OK : sow_err_no_memory(err);
}

/* Plays new games of the candidates against the population of all islands, the panel and
   the hall as it is after the last generation. Writes a result for each candidate.
   Returns an error of sow_arena_play. */
static enum sow_status play_candidates(struct choice *choice, struct sow_err *err)
{
    struct sow_arena_round round = {.population = SOW_PURPOSE_SELECTION,
                                    .fixed = SOW_PURPOSE_SELECTION,
                                    .generation = 0,
                                    .games = options_of(choice)->candidate_games,
                                    .players = choice->individuals,
                                    .player_count = choice->count};
    sow_arena_set_hall(choice->arena, choice->hall,
                       options_of(choice)->optimizer.generations);
    return sow_arena_play(choice->arena, &round, choice->results, err);
}

/* Chooses the candidate with the greatest value in the new games, the first of equals.
   Writes its index among the candidates to `chosen`. */
static void take_best(struct choice *choice)
{
    choice->chosen = 0;
    for (int i = 1; i < choice->count; i++)
        if (choice->results[i].value > choice->results[choice->chosen].value)
            choice->chosen = i;
}

/* --- validation --- */

/* Adds an opponent to the validation, unless one that is listed plays like it. The
   champion itself does not count as listed. The array has room. */
static void add_opponent(struct choice *choice, const struct sow_agent *agent)
{
    for (int i = 1; i <= choice->opponents; i++)
        if (sow_agent_alike(&choice->agents[i], agent))
            return;
    choice->agents[++choice->opponents] = *agent;
}

/* Lists the champion as agent 0, then its opponents without repeats: the fixed ones, the
   panel and the held-out members of the hall. Returns SOW_NO_MEMORY, or an error of
   sow_agent_parse. */
static enum sow_status list_opponents(struct choice *choice, struct sow_err *err)
{
    const struct sow_arena *arena = choice->arena;
    choice->agents[0] = arena->agents[choice->individuals[choice->chosen]];
    for (int k = 0; k < PANEL_SIZE; k++) {
        struct sow_agent agent;
        enum sow_status status = sow_agent_parse(PANEL[k], NULL, &agent, err);
        if (status != SOW_OK)
            return status;
        add_opponent(choice, &agent);
    }
    for (int k = 0; k < arena->panel_count; k++)
        add_opponent(choice, &arena->panel.agents[k]);
    int held_out = hall_count(arena, choice->hall, true);
    struct sow_agent *members = calloc((size_t)held_out + 1, sizeof *members);
    if (members == NULL)
        return sow_err_no_memory(err);
    if (held_out > 0)
        sow_hall_members(choice->hall, options_of(choice)->optimizer.generations, true,
                         members);
    for (int k = 0; k < held_out; k++)
        add_opponent(choice, &members[k]);
    free(members);
    return SOW_OK;
}

/* Writes the stream key of the match against opponent number @p match (from 0), which
   follows from the rules and both player specs. Returns SOW_NO_MEMORY. */
static enum sow_status find_key(const struct choice *choice, const char *rules, int match,
                                struct sow_err *err)
{
    char *player = sow_agent_spec(&choice->agents[0]);
    char *opponent = sow_agent_spec(&choice->agents[match + 1]);
    bool complete = player != NULL && opponent != NULL;
    if (complete)
        choice->keys[match] = sow_study_key(rules, player, opponent);
    free(player);
    free(opponent);
    return complete ? SOW_OK : sow_err_no_memory(err);
}

/* Finds the keys of the matches' random streams. Matches of several variants have the
   streams of studies; those of one variant go by their number and need no keys. Returns
   SOW_NO_MEMORY. */
static enum sow_status find_keys(const struct choice *choice, size_t variant,
                                 struct sow_err *err)
{
    const struct sow_variant_set *set = choice->arena->set;
    enum sow_status status = SOW_OK;
    for (int k = 0; set->count > 0 && k < choice->opponents && status == SOW_OK; k++)
        status = find_key(choice, set->rules[variant], k, err);
    return status;
}

/* Plays the champion against all opponents by the rules of every variant, and writes the
   results. Returns SOW_INTERRUPTED after a stop request, or another error of
   sow_arena_duels. */
static enum sow_status play_validation(struct choice *choice, struct sow_err *err)
{
    bool planned = choice->arena->set->count > 0;
    size_t agents = (size_t)choice->opponents + 1;
    for (int k = 0; k < choice->opponents; k++)
        choice->pairs[k] = (struct sow_duel_pair){0, (uint32_t)k + 1U};
    enum sow_status status = SOW_OK;
    for (size_t v = 0; v < sow_arena_variants(choice->arena) && status == SOW_OK; v++) {
        status = find_keys(choice, v, err);
        if (status != SOW_OK)
            break;
        struct sow_duels list = {
            .agents = choice->agents,
            .agent_count = sow_arena_told(choice->arena, v, choice->agents, 1, agents),
            .pairs = choice->pairs,
            .count = (size_t)choice->opponents,
            .games = options_of(choice)->validation_games,
            .purpose = SOW_PURPOSE_VALIDATION,
            .keys = planned ? choice->keys : NULL,
            .look = true};
        struct sow_duel *duels = choice->duels + v * (size_t)choice->opponents;
        status = sow_arena_duels(choice->arena, v, &list, duels, err);
    }
    return status;
}

/* --- storing --- */

/* Adds a row to table `candidates` for each candidate: its weights, its fitness and the
   results of the new games. Returns an error of the database. */
static enum sow_status store_candidates(const struct choice *choice, struct sow_err *err)
{
    enum sow_status status = SOW_OK;
    for (int i = 0; status == SOW_OK && i < choice->count; i++) {
        int individual = choice->individuals[i];
        const struct sow_tally *tally = &choice->results[i].tally;
        struct sow_candidate_row row = {
            .run_id = choice->arena->run->id,
            .candidate = i,
            .generation = choice->last->population.generation,
            .individual = individual,
            .weights = {genes_of(choice, individual), choice->last->population.length},
            .fitness = choice->last->fitness[individual],
            .games = sow_tally_games(tally),
            .wins = tally->wins,
            .draws = tally->draws,
            .losses = tally->losses,
        };
        status = sow_store_add(choice->arena->run->sink, candidate, &row, err);
    }
    return status;
}

/* Adds the row of table `champions`: the chosen candidate, its weights, its fitness and
   its score in the new games. Returns an error of the database. */
static enum sow_status store_champion(const struct choice *choice, struct sow_err *err)
{
    int individual = choice->individuals[choice->chosen];
    struct sow_champion_row row = {
        .run_id = choice->arena->run->id,
        .candidate = choice->chosen,
        .generation = choice->last->population.generation,
        .individual = individual,
        .weights = {genes_of(choice, individual), choice->last->population.length},
        .fitness = choice->last->fitness[individual],
        .score = choice->results[choice->chosen].value,
    };
    return sow_store_add(choice->arena->run->sink, champion, &row, err);
}

/* Adds a row to table `match_variants` for each match of the validation. Does nothing if
   the options name no variants. Returns an error of the database. */
static enum sow_status store_variants(const struct choice *choice, struct sow_err *err)
{
    const struct sow_run *run = choice->arena->run;
    const struct sow_variant_set *set = choice->arena->set;
    enum sow_status status = SOW_OK;
    for (size_t v = 0; v < set->count; v++)
        for (int k = 0; k < choice->opponents && status == SOW_OK; k++) {
            struct sow_match_variant_row row = {
                .run_id = run->id,
                .match = (int)v * choice->opponents + k,
                .variant = set->variants[v].name,
                .rules = set->rules[v],
            };
            status = sow_store_add(run->sink, match_variant, &row, err);
        }
    return status;
}

/* Adds the matches of the validation to table `matches`, variant by variant, numbered
   from 0 in this order. Returns an error of the database. */
static enum sow_status store_matches(const struct choice *choice, struct sow_err *err)
{
    int count = (int)sow_arena_variants(choice->arena) * choice->opponents;
    enum sow_status status = SOW_OK;
    for (int i = 0; i < count && status == SOW_OK; i++) {
        struct sow_match_result match = {.match = i,
                                         .purpose = "validation",
                                         .player = &choice->agents[0],
                                         .opponent =
                                             &choice->agents[1 + i % choice->opponents],
                                         .duel = &choice->duels[i]};
        status = sow_match_store(choice->arena->run, &match, err);
    }
    return status;
}

/* Stores candidates, champion, the variants of the matches and the validation in one
   transaction. On failure nothing is stored. */
static enum sow_status store_choice(const struct choice *choice, struct sow_err *err)
{
    struct sow_store *sink = choice->arena->run->sink;
    enum sow_status status = sow_store_begin(sink, err);
    if (status != SOW_OK)
        return status;
    status = store_candidates(choice, err);
    if (status == SOW_OK)
        status = store_champion(choice, err);
    if (status == SOW_OK)
        status = store_variants(choice, err);
    if (status == SOW_OK)
        status = store_matches(choice, err);
    return sow_store_end(sink, status, err);
}

/* --- the whole choice --- */

/* Lists and plays the candidates, chooses the champion, plays its validation and stores
   everything. Notes both steps in the progress. Returns the first error; nothing is then
   stored. */
static enum sow_status choose_and_validate(struct choice *choice, struct sow_err *err)
{
    struct sow_progress *progress = choice->arena->run->with.progress;
    sow_progress_advance(progress, 0, "choosing the champion");
    enum sow_status status = list_candidates(choice, err);
    if (status == SOW_OK)
        status = play_candidates(choice, err);
    if (status != SOW_OK)
        return status;
    take_best(choice);
    sow_progress_advance(progress, 0, "validating the champion");
    status = list_opponents(choice, err);
    if (status == SOW_OK)
        status = play_validation(choice, err);
    return status == SOW_OK ? store_choice(choice, err) : status;
}

/* Allocates the arrays of a choice for the most candidates and opponents that it may
   have. The caller frees them, also after SOW_NO_MEMORY. */
static enum sow_status choice_init(struct choice *choice, struct sow_err *err)
{
    size_t candidates = (size_t)options_of(choice)->candidates;
    size_t opponents = (size_t)most_opponents(choice->arena, choice->hall);
    size_t matches = opponents * sow_arena_variants(choice->arena);
    choice->individuals = calloc(candidates, sizeof *choice->individuals);
    choice->results = calloc(candidates, sizeof *choice->results);
    choice->agents = calloc(opponents + 1, sizeof *choice->agents);
    choice->pairs = calloc(opponents, sizeof *choice->pairs);
    choice->keys = calloc(opponents, sizeof *choice->keys);
    choice->duels = calloc(matches, sizeof *choice->duels);
    bool complete = choice->individuals != NULL && choice->results != NULL &&
                    choice->agents != NULL && choice->pairs != NULL &&
                    choice->keys != NULL && choice->duels != NULL;
    return complete ? SOW_OK : sow_err_no_memory(err);
}

enum sow_status sow_champion_choose(struct sow_arena *arena, const struct sow_hall *hall,
                                    const struct sow_generation *last,
                                    struct sow_err *err)
{
    assert(last->population.length == arena->options->reading.feature_count);
    struct choice choice = {.arena = arena, .hall = hall, .last = last};
    enum sow_status status = choice_init(&choice, err);
    if (status == SOW_OK)
        status = choose_and_validate(&choice, err);
    free(choice.individuals);
    free(choice.results);
    free(choice.agents);
    free(choice.pairs);
    free(choice.keys);
    free(choice.duels);
    return status;
}
