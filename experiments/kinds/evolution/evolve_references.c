/* SPDX-License-Identifier: GPL-3.0-or-later */
/* References of the objective regret, which play the panel before the first
   generation. */
#include "evolve_arena.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Writes the agents of the references' games in one variant, references then panel. Also
   writes a match of each reference against each panel member, and its key, which is the
   same for all references. The arrays have room. */
static void list_references(const struct sow_arena *arena, size_t variant,
                            const struct sow_player_list *references,
                            struct sow_agent *agents, struct sow_duel_pair *pairs,
                            uint64_t *keys)
{
    size_t count = 0;
    memcpy(agents, references->agents, references->count * sizeof *agents);
    memcpy(agents + references->count, arena->panel.agents,
           arena->panel.count * sizeof *agents);
    for (size_t r = 0; r < references->count; r++)
        for (size_t o = 0; o < arena->panel.count; o++) {
            pairs[count] =
                (struct sow_duel_pair){(uint32_t)r, (uint32_t)(references->count + o)};
            keys[count++] = sow_arena_key(0, variant, SOW_ARENA_REFERENCES, (int)o);
        }
}

/* Returns the best score, from 0 to 1, of a reference against the whole panel, from the
   duels in the order of list_references. */
static double best_score(const struct sow_arena *arena, const struct sow_duel *duels,
                         size_t references)
{
    double best = 0.0;
    for (size_t r = 0; r < references; r++) {
        struct sow_tally tally = {0, 0, 0};
        for (size_t o = 0; o < arena->panel.count; o++, duels++) {
            tally = sow_tally_sum(&tally, &duels->first);
            tally = sow_tally_sum(&tally, &duels->second);
        }
        best = fmax(best, sow_tally_score(&tally));
    }
    return best;
}

/* Plays the references against the panel in every variant, and writes the best score of
   each variant to arena->references. Returns SOW_NO_MEMORY, or an error of
   sow_arena_duels. */
static enum sow_status play_references(struct sow_arena *arena,
                                       const struct sow_player_list *references,
                                       struct sow_err *err)
{
    size_t count = references->count * arena->panel.count;
    size_t agents = references->count + arena->panel.count;
    struct sow_agent *agent = calloc(agents, sizeof *agent);
    struct sow_duel_pair *pairs = calloc(count, sizeof *pairs);
    uint64_t *keys = calloc(count, sizeof *keys);
    struct sow_duel *duels = calloc(count, sizeof *duels);
    bool room = agent != NULL && pairs != NULL && keys != NULL && duels != NULL;
    enum sow_status status = room ? SOW_OK : sow_err_no_memory(err);
    struct sow_duels list = {.agents = agent,
                             .agent_count = agents,
                             .pairs = pairs,
                             .count = count,
                             .games = arena->options->validation_games,
                             .purpose = SOW_PURPOSE_SELECTION,
                             .keys = keys};
    for (size_t v = 0; v < sow_arena_variants(arena) && room && status == SOW_OK; v++) {
        list_references(arena, v, references, agent, pairs, keys);
        status = sow_arena_duels(arena, v, &list, duels, err);
        if (status == SOW_OK)
            arena->references[v] = best_score(arena, duels, references->count);
    }
    free(agent);
    free(pairs);
    free(keys);
    free(duels);
    return status;
}

int64_t sow_arena_reference_games(const struct sow_arena *arena)
{
    const struct sow_evolve_options *options = arena->options;
    if (options->objective != SOW_OBJECTIVE_REGRET)
        return 0;
    size_t pairs = options->references.count * arena->panel.count;
    return 2 * (int64_t)options->validation_games * (int64_t)pairs *
           (int64_t)sow_arena_variants(arena);
}

enum sow_status sow_arena_meet_references(struct sow_arena *arena, struct sow_err *err)
{
    if (arena->options->objective != SOW_OBJECTIVE_REGRET)
        return SOW_OK;
    arena->references = calloc(sow_arena_variants(arena), sizeof *arena->references);
    return arena->references != NULL
               ? play_references(arena, &arena->options->references, err)
               : sow_err_no_memory(err);
}
