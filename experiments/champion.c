/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "champion.h"

#include "duels.h"
#include "match.h"
#include "progress.h"
#include "store.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

const char *const sow_champion_panel[] = {"h1", "h2",     "h3",          "h4", "h5",
                                          "h6", "random", "divilly2013", NULL};

enum { PANEL_SIZE = sizeof sow_champion_panel / sizeof sow_champion_panel[0] - 1 };

/* One of the last generation's best, and how it did on fresh games. */
struct candidate {
    int individual;
    struct sow_tally tally;
};

/* The choice under way. */
struct choice {
    struct sow_run *run;
    const struct sow_evolve_options *options;
    const struct sow_ga_generation *last;
    struct sow_agent *agents; /* of the last generation */
    struct candidate *candidates;
    int count;
    int chosen; /* index into the candidates */
};

uint64_t sow_champion_games(const struct sow_evolve_options *options)
{
    uint64_t population = (uint64_t)options->ga.population;
    uint64_t candidates = (uint64_t)options->candidates;
    if (candidates > population)
        candidates = population;
    return 2 * candidates * population * (uint64_t)options->candidate_games +
           2 * PANEL_SIZE * (uint64_t)options->validation_games;
}

static const double *genes_of(const struct choice *choice, int individual)
{
    return sow_ga_genome(&choice->last->population, individual);
}

/* Vectors that differ by a power of two play the same. */
static bool already_listed(const struct choice *choice, int individual)
{
    const struct sow_agent *agent = &choice->agents[individual];
    for (int i = 0; i < choice->count; i++) {
        const struct sow_agent *listed =
            &choice->agents[choice->candidates[i].individual];
        if (memcmp(listed->weight, agent->weight, sizeof agent->weight) == 0)
            return true;
    }
    return false;
}

/* The best of the individuals not listed yet, among equals the first; -1 if none. */
static int next_best(const struct choice *choice)
{
    const double *fitness = choice->last->fitness;
    int best = -1;
    for (int i = 0; i < choice->last->population.count; i++)
        if (!already_listed(choice, i) && (best < 0 || fitness[i] > fitness[best]))
            best = i;
    return best;
}

static void list_candidates(struct choice *choice)
{
    while (choice->count < choice->options->candidates) {
        int individual = next_best(choice);
        if (individual < 0)
            return;
        choice->candidates[choice->count++] =
            (struct candidate){.individual = individual};
    }
}

static enum sow_status replay_candidate(struct choice *choice,
                                        struct candidate *candidate,
                                        struct sow_duel_pair *pairs,
                                        struct sow_duel *duels, struct sow_err *err)
{
    int population = choice->last->population.count;
    for (int j = 0; j < population; j++)
        pairs[j] = (struct sow_duel_pair){.player = (uint32_t)candidate->individual,
                                          .opponent = (uint32_t)j};
    struct sow_duels list = {.agents = choice->agents,
                             .agent_count = (size_t)population,
                             .pairs = pairs,
                             .count = (size_t)population,
                             .games = choice->options->candidate_games,
                             .purpose = SOW_PURPOSE_SELECTION};
    enum sow_status status = sow_duels_play(choice->run, &list, duels, err);
    for (int j = 0; status == SOW_OK && j < population; j++) {
        struct sow_tally both = sow_tally_sum(&duels[j].first, &duels[j].second);
        candidate->tally = sow_tally_sum(&candidate->tally, &both);
    }
    return status;
}

static enum sow_status replay(struct choice *choice, struct sow_err *err)
{
    size_t population = (size_t)choice->last->population.count;
    struct sow_duel_pair *pairs = calloc(population, sizeof *pairs);
    struct sow_duel *duels = calloc(population, sizeof *duels);
    enum sow_status status = SOW_OK;
    if (pairs == NULL || duels == NULL)
        status = sow_err_no_memory(err);
    else
        for (int i = 0; status == SOW_OK && i < choice->count; i++)
            status = replay_candidate(choice, &choice->candidates[i], pairs, duels, err);
    free(pairs);
    free(duels);
    return status;
}

static int64_t half_points(const struct candidate *candidate)
{
    return 2 * candidate->tally.wins + candidate->tally.draws;
}

static void take_best(struct choice *choice)
{
    choice->chosen = 0;
    for (int i = 1; i < choice->count; i++)
        if (half_points(&choice->candidates[i]) >
            half_points(&choice->candidates[choice->chosen]))
            choice->chosen = i;
}

/* Agent 0 is the champion, the panel follows. */
static enum sow_status validate(const struct choice *choice,
                                struct sow_agent agents[PANEL_SIZE + 1],
                                struct sow_duel duels[PANEL_SIZE], struct sow_err *err)
{
    struct sow_duel_pair pairs[PANEL_SIZE];
    agents[0] = choice->agents[choice->candidates[choice->chosen].individual];
    for (uint32_t k = 0; k < PANEL_SIZE; k++) {
        enum sow_status status =
            sow_agent_parse(sow_champion_panel[k], NULL, &agents[k + 1], err);
        if (status != SOW_OK)
            return status;
        pairs[k] = (struct sow_duel_pair){.player = 0, .opponent = k + 1};
    }
    struct sow_duels list = {.agents = agents,
                             .agent_count = PANEL_SIZE + 1,
                             .pairs = pairs,
                             .count = PANEL_SIZE,
                             .games = choice->options->validation_games,
                             .purpose = SOW_PURPOSE_VALIDATION};
    return sow_duels_play(choice->run, &list, duels, err);
}

static enum sow_status store_candidates(const struct choice *choice, struct sow_err *err)
{
    enum sow_status status = SOW_OK;
    for (int i = 0; status == SOW_OK && i < choice->count; i++) {
        const struct candidate *candidate = &choice->candidates[i];
        struct sow_candidate_row row = {
            .run_id = choice->run->id,
            .candidate = i,
            .generation = choice->last->population.generation,
            .individual = candidate->individual,
            .weights = {genes_of(choice, candidate->individual),
                        choice->last->population.length},
            .fitness = choice->last->fitness[candidate->individual],
            .games = sow_tally_games(&candidate->tally),
            .wins = candidate->tally.wins,
            .draws = candidate->tally.draws,
            .losses = candidate->tally.losses,
        };
        status = sow_store_add_candidate(choice->run->sink, &row, err);
    }
    return status;
}

static enum sow_status store_champion(const struct choice *choice, struct sow_err *err)
{
    const struct candidate *candidate = &choice->candidates[choice->chosen];
    struct sow_champion_row row = {
        .run_id = choice->run->id,
        .candidate = choice->chosen,
        .generation = choice->last->population.generation,
        .individual = candidate->individual,
        .weights = {genes_of(choice, candidate->individual),
                    choice->last->population.length},
        .fitness = choice->last->fitness[candidate->individual],
        .score = sow_tally_score(&candidate->tally),
    };
    return sow_store_add_champion(choice->run->sink, &row, err);
}

static enum sow_status store_choice(const struct choice *choice,
                                    const struct sow_agent agents[PANEL_SIZE + 1],
                                    const struct sow_duel duels[PANEL_SIZE],
                                    struct sow_err *err)
{
    struct sow_store *sink = choice->run->sink;
    enum sow_status status = sow_store_begin(sink, err);
    if (status != SOW_OK)
        return status;
    status = store_candidates(choice, err);
    if (status == SOW_OK)
        status = store_champion(choice, err);
    for (int k = 0; status == SOW_OK && k < PANEL_SIZE; k++)
        status = sow_match_store(choice->run,
                                 &(struct sow_match_result){.match = k,
                                                            .purpose = "validation",
                                                            .player = &agents[0],
                                                            .opponent = &agents[k + 1],
                                                            .duel = &duels[k]},
                                 err);
    if (status == SOW_OK)
        status = sow_store_commit(sink, err);
    sow_store_rollback(sink);
    return status;
}

static enum sow_status choose(struct choice *choice, struct sow_err *err)
{
    struct sow_agent agents[PANEL_SIZE + 1];
    struct sow_duel duels[PANEL_SIZE];
    for (int i = 0; i < choice->last->population.count; i++)
        sow_agent_weighted(&choice->agents[i], genes_of(choice, i));
    list_candidates(choice);
    sow_progress_advance(choice->run->progress, 0, "choosing the champion");
    enum sow_status status = replay(choice, err);
    if (status != SOW_OK)
        return status;
    take_best(choice);
    sow_progress_advance(choice->run->progress, 0, "validating the champion");
    status = validate(choice, agents, duels, err);
    return status == SOW_OK ? store_choice(choice, agents, duels, err) : status;
}

enum sow_status sow_champion_choose(struct sow_run *run,
                                    const struct sow_evolve_options *options,
                                    const struct sow_ga_generation *last,
                                    struct sow_err *err)
{
    assert(last->population.length == SOW_HEURISTICS);
    struct choice choice = {.run = run, .options = options, .last = last};
    choice.agents = calloc((size_t)last->population.count, sizeof *choice.agents);
    choice.candidates = calloc((size_t)options->candidates, sizeof *choice.candidates);
    enum sow_status status = choice.agents != NULL && choice.candidates != NULL
                                 ? choose(&choice, err)
                                 : sow_err_no_memory(err);
    free(choice.agents);
    free(choice.candidates);
    return status;
}
