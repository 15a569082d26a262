/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "evolve_arena.h"

#include "evolve_alike.h"
#include "evolve_objective.h"
#include "sow/players/player_template.h"

#include <stdlib.h>
#include <string.h>

/* Layout of the keys of streams: the first bits of part and variant. */
enum { KEY_PART_SHIFT = 20, KEY_VARIANT_SHIFT = 24 };

uint64_t sow_arena_key(uint64_t generation, size_t variant, int part, int opponent)
{
    return generation << 32U | (uint64_t)variant << (unsigned)KEY_VARIANT_SHIFT |
           (uint64_t)part << (unsigned)KEY_PART_SHIFT | (uint64_t)opponent;
}

size_t sow_arena_variants(const struct sow_arena *arena)
{
    return arena->set->count > 0 ? arena->set->count : 1;
}

/* Returns the rules of the variant with index @p variant, or those of the run if the
   options name no variants. */
static const struct sow_rules *rules_of(const struct sow_arena *arena, size_t variant)
{
    return arena->set->count > 0 ? &arena->set->variants[variant].rules
                                 : arena->run->rules;
}

/* Returns true if individuals meet this part of the opponents: its share is above 0. */
static bool meets(const struct sow_arena *arena, enum sow_evolve_part part)
{
    return sow_evolve_share(arena->options, part) > 0.0;
}

/* Returns the number of opponents beside the population: members of the panel, and
   members of the hall that are met now. */
static int fixed_count(const struct sow_arena *arena)
{
    return arena->panel_count + arena->hall_count;
}

/* --- games --- */

enum sow_status sow_arena_duels(struct sow_arena *arena, size_t variant,
                                const struct sow_duels *duels, struct sow_duel *results,
                                struct sow_err *err)
{
    struct sow_duels opened = *duels;
    opened.openings = arena->openings[variant];
    return sow_duels_play_by(arena->run, rules_of(arena, variant), &opened, results, err);
}

size_t sow_arena_told(const struct sow_arena *arena, size_t variant,
                      const struct sow_agent *agents, size_t players, size_t count)
{
    struct sow_batch batch = {.rules = rules_of(arena, variant),
                              .agents = agents,
                              .agent_count = players,
                              .with = arena->run->with};
    return sow_kernel_choose(&batch).passed_over == NULL ? 0 : count;
}

/* Returns the number of the individual that plays as number @p index in a round. */
static uint32_t player_at(const struct sow_arena_round *round, int index)
{
    return (uint32_t)(round->players != NULL ? round->players[index] : index);
}

/* Returns the results, by seat, of player number @p index of a round against @p opponent.
   Opponent 0 is the whole population, 1 the first member of the panel, and the hall
   follows the panel. The arena owns them. */
static struct sow_arena_seats *seats_at(const struct sow_arena *arena, int index,
                                        int opponent)
{
    ptrdiff_t stride = 1 + fixed_count(arena);
    return &arena->seats[index * stride + opponent];
}

/* Plays duels of a round by the rules of a variant, writes their results to arena->duels,
   and counts their games. Returns an error of sow_arena_duels. */
static enum sow_status play_duels(struct sow_arena *arena, size_t variant,
                                  const struct sow_duels *duels, struct sow_err *err)
{
    arena->played += 2 * (int64_t)duels->games * (int64_t)duels->count;
    return sow_arena_duels(arena, variant, duels, arena->duels, err);
}

/* Adds wins, draws and losses to @p sum. Each game counts @p weight times. */
static void add_weighted(struct sow_tally *sum, const struct sow_tally *games,
                         int64_t weight)
{
    struct sow_tally weighted = {weight * games->wins, weight * games->draws,
                                 weight * games->losses};
    *sum = sow_tally_sum(sum, &weighted);
}

/* Adds wins, draws and losses of a duel to @p seats, seat by seat. Each game counts
   @p weight times. */
static void add_games(struct sow_arena_seats *seats, const struct sow_duel *duel,
                      int64_t weight)
{
    add_weighted(&seats->first, &duel->first, weight);
    add_weighted(&seats->second, &duel->second, weight);
}

/* Adds the games of a duel as its opponent sees them: seats exchanged, wins for
   losses. */
static void add_mirrored(struct sow_arena_seats *seats, const struct sow_duel *duel,
                         int64_t weight)
{
    struct sow_duel mirrored = {.first = sow_tally_mirrored(&duel->second),
                                .second = sow_tally_mirrored(&duel->first)};
    add_games(seats, &mirrored, weight);
}

/* Adds as many wins as losses, @p count of each in both seats. */
static void add_even(struct sow_arena_seats *seats, int64_t count)
{
    const struct sow_duel even = {.first = {count, 0, count},
                                  .second = {count, 0, count}};
    add_games(seats, &even, 1);
}

/* Returns true if a game counts for both its players in this round: the options say so,
   and all individuals play. */
static bool shares_games(const struct sow_arena *arena,
                         const struct sow_arena_round *round)
{
    return arena->options->share_games && round->players == NULL;
}

/* Returns true if individuals that play alike share their games in this round: the
   options say so, and all individuals play. */
static bool shares_alike(const struct sow_arena *arena,
                         const struct sow_arena_round *round)
{
    return arena->options->distinct && round->players == NULL;
}

/* Returns true if player number @p player of a round has games of its own: another
   individual plays for it only if those that play alike share their games. */
static bool has_games(const struct sow_arena *arena, const struct sow_arena_round *round,
                      int player)
{
    return !shares_alike(arena, round) || arena->alike[player].representative == player;
}

/* Returns true if player number @p player of a round plays individual @p opponent. Among
   individuals that share games, only different representatives play each other. */
static bool plays_individual(const struct sow_arena *arena,
                             const struct sow_arena_round *round, int player,
                             int opponent)
{
    return !shares_alike(arena, round) ||
           (player != opponent && has_games(arena, round, player) &&
            has_games(arena, round, opponent));
}

/* Returns how often a game against individual @p opponent counts: twice for every
   individual that it plays for (add_self), or once if none share games. */
static int64_t weight_of(const struct sow_arena *arena,
                         const struct sow_arena_round *round, int opponent)
{
    return shares_alike(arena, round) ? 2 * (int64_t)arena->alike[opponent].count : 1;
}

/* Individuals of the population that a player meets: from `first` to `end` - 1. */
struct reach {
    int first;
    int end;
};

/* Returns the individuals that player number @p player of a round meets. In a round of
   chosen players that is all of them. Else the player is an individual, which meets its
   own island, or only the part of it from itself on if games are shared. */
static struct reach reach_of(const struct sow_arena *arena,
                             const struct sow_arena_round *round, int player)
{
    if (round->players != NULL)
        return (struct reach){0, arena->population};
    int first = player - player % arena->island;
    return (struct reach){shares_games(arena, round) ? player : first,
                          first + arena->island};
}

/* Writes the pairs of all players of a round with the individuals that they meet to
   arena->pairs, player by player. Returns their number. */
static size_t list_population(const struct sow_arena *arena,
                              const struct sow_arena_round *round)
{
    size_t count = 0;
    for (int i = 0; i < round->player_count; i++) {
        struct reach reach = reach_of(arena, round, i);
        for (int j = reach.first; j < reach.end; j++)
            if (plays_individual(arena, round, i, j))
                arena->pairs[count++] =
                    (struct sow_duel_pair){player_at(round, i), (uint32_t)j};
    }
    return count;
}

/* Adds the results in arena->duels, which are in the order of list_population, to the
   players' results against the population. A shared game also counts for the opponent,
   unless a player meets itself. */
static void take_population(const struct sow_arena *arena,
                            const struct sow_arena_round *round)
{
    const struct sow_duel *duel = arena->duels;
    bool shared = shares_games(arena, round);
    for (int i = 0; i < round->player_count; i++) {
        struct reach reach = reach_of(arena, round, i);
        for (int j = reach.first; j < reach.end; j++) {
            if (!plays_individual(arena, round, i, j))
                continue;
            add_games(seats_at(arena, i, 0), duel, weight_of(arena, round, j));
            if (shared && j != i)
                add_mirrored(seats_at(arena, j, 0), duel, weight_of(arena, round, i));
            duel++;
        }
    }
}

/* Adds the results of representatives against themselves and those that they play for, if
   individuals share games. They are even, with as many wins as losses, so that nobody has
   to play them. Half of games that count twice is a whole number of each. */
static void add_self(const struct sow_arena *arena, const struct sow_arena_round *round)
{
    for (int i = 0; i < round->player_count && shares_alike(arena, round); i++)
        if (has_games(arena, round, i))
            add_even(seats_at(arena, i, 0),
                     (int64_t)arena->alike[i].count * (int64_t)round->games);
}

/* Copies the results in one variant from each representative to the individuals that it
   plays for, if individuals share games. */
static void copy_results(const struct sow_arena *arena,
                         const struct sow_arena_round *round)
{
    size_t row = (size_t)(1 + fixed_count(arena)) * sizeof *arena->seats;
    for (int i = 0; i < round->player_count; i++)
        if (!has_games(arena, round, i))
            memcpy(seats_at(arena, i, 0),
                   seats_at(arena, arena->alike[i].representative, 0), row);
}

/* Plays the games of a round against the population by the rules of a variant, and adds
   the results to the seats of opponent 0. Every pair has streams of its own in each
   variant and generation. Returns an error of sow_arena_duels. */
static enum sow_status meet_population(struct sow_arena *arena,
                                       const struct sow_arena_round *round,
                                       size_t variant, struct sow_err *err)
{
    struct sow_duels duels = {.agents = arena->agents,
                              .agent_count = (size_t)arena->population,
                              .pairs = arena->pairs,
                              .count = list_population(arena, round),
                              .games = round->games,
                              .purpose = round->population,
                              .round =
                                  (uint64_t)variant << 32U | (uint64_t)round->generation};
    enum sow_status status = play_duels(arena, variant, &duels, err);
    if (status == SOW_OK) {
        take_population(arena, round);
        add_self(arena, round);
    }
    return status;
}

/* Writes the matches of all players of a round that have games against panel and hall to
   arena->pairs, and the keys of their streams to arena->keys. Panel and hall both count
   their members from 0, so that the key of a panel member does not depend on the hall.
   Returns the number of matches. */
static size_t list_fixed(const struct sow_arena *arena,
                         const struct sow_arena_round *round, size_t variant)
{
    size_t count = 0;
    for (int i = 0; i < round->player_count; i++)
        for (int o = 0; o < fixed_count(arena) && has_games(arena, round, i); o++) {
            bool panel = o < arena->panel_count;
            arena->pairs[count] = (struct sow_duel_pair){
                player_at(round, i), (uint32_t)(arena->population + o)};
            arena->keys[count++] = sow_arena_key((uint64_t)round->generation, variant,
                                                 panel ? SOW_PART_PANEL : SOW_PART_HALL,
                                                 panel ? o : o - arena->panel_count);
        }
    return count;
}

/* Plays the games of a round against panel and hall by the rules of a variant, and adds
   the results to the seats of each opponent. A key has no player in it, so all players
   meet an opponent on the same streams. Returns an error of sow_arena_duels. */
static enum sow_status meet_fixed(struct sow_arena *arena,
                                  const struct sow_arena_round *round, size_t variant,
                                  struct sow_err *err)
{
    int opponents = fixed_count(arena);
    size_t population = (size_t)arena->population;
    struct sow_duels duels = {
        .agents = arena->agents,
        .agent_count = sow_arena_told(arena, variant, arena->agents, population,
                                      population + (size_t)opponents),
        .pairs = arena->pairs,
        .count = list_fixed(arena, round, variant),
        .games = round->games,
        .purpose = round->fixed,
        .keys = arena->keys};
    enum sow_status status = play_duels(arena, variant, &duels, err);
    const struct sow_duel *duel = arena->duels;
    for (int i = 0; i < round->player_count && status == SOW_OK; i++)
        for (int o = 1; o <= opponents && has_games(arena, round, i); o++)
            add_games(seats_at(arena, i, o), duel++, 1);
    return status;
}

/* --- values --- */

/* Returns the parts of the fitness of player number @p index of a round, SOW_PARTS in
   all. The arena owns them. */
static struct sow_part *part_at(const struct sow_arena *arena, int index)
{
    return &arena->parts[(ptrdiff_t)index * SOW_PARTS];
}

/* Returns the number of opponents in a part: members of the panel or the hall. The
   population counts as one opponent, and as none if individuals do not meet it. */
static int opponents_of(const struct sow_arena *arena, int part)
{
    const int counts[SOW_PARTS] = {[SOW_PART_POPULATION] =
                                       meets(arena, SOW_PART_POPULATION),
                                   [SOW_PART_PANEL] = arena->panel_count,
                                   [SOW_PART_HALL] = arena->hall_count};
    return counts[part];
}

/* Joins the results of player number @p index of a round in one variant with the values
   of its parts, and adds all its games to @p tally. A part without opponents stays as it
   is. */
static void take_variant(const struct sow_arena *arena, size_t variant, int index,
                         struct sow_tally *tally)
{
    const struct sow_arena_seats *seats = seats_at(arena, index, 0);
    struct sow_part *parts = part_at(arena, index);
    for (int i = 0; i <= fixed_count(arena); i++) {
        *tally = sow_tally_sum(tally, &seats[i].first);
        *tally = sow_tally_sum(tally, &seats[i].second);
    }
    if (!meets(arena, SOW_PART_POPULATION))
        seats++;
    for (int p = 0; p < SOW_PARTS; p++) {
        const struct sow_part_results results = {
            seats, opponents_of(arena, p),
            arena->references != NULL ? arena->references[variant] : 0.0};
        if (results.count > 0)
            sow_objective_join(arena->options, &parts[p], &results);
        seats += results.count;
    }
}

/* Sets all parts of the first @p players players of a round to the objective's value
   before the first variant (sow_objective_begin). */
static void begin_parts(const struct sow_arena *arena, int players)
{
    for (int i = 0; i < players * SOW_PARTS; i++)
        sow_objective_begin(arena->options, &arena->parts[i]);
}

/* Returns the value of player number @p index of a round: the mean of its finished parts,
   weighted by their shares. A hall without members has no share. */
static double value_of(const struct sow_arena *arena, int index)
{
    double sum = 0.0;
    double shares = 0.0;
    for (int p = 0; p < SOW_PARTS; p++) {
        double share = sow_evolve_share(arena->options, (enum sow_evolve_part)p);
        if (!(share > 0.0) || (p == SOW_PART_HALL && arena->hall_count == 0))
            continue;
        sum += share * sow_objective_finish(arena->options, &part_at(arena, index)[p],
                                            opponents_of(arena, p));
        shares += share;
    }
    return sum / shares;
}

enum sow_status sow_arena_play(struct sow_arena *arena,
                               const struct sow_arena_round *round,
                               struct sow_arena_result *results, struct sow_err *err)
{
    size_t cells = (size_t)round->player_count * (size_t)(1 + fixed_count(arena));
    enum sow_status status = SOW_OK;
    begin_parts(arena, round->player_count);
    arena->played = 0;
    if (shares_alike(arena, round))
        sow_alike_find(arena->agents, arena->population, arena->island, arena->alike);
    for (int i = 0; i < round->player_count; i++)
        results[i] = (struct sow_arena_result){.value = 0.0};
    for (size_t v = 0; v < sow_arena_variants(arena) && status == SOW_OK; v++) {
        memset(arena->seats, 0, cells * sizeof *arena->seats);
        if (meets(arena, SOW_PART_POPULATION))
            status = meet_population(arena, round, v, err);
        if (status == SOW_OK && fixed_count(arena) > 0)
            status = meet_fixed(arena, round, v, err);
        copy_results(arena, round);
        for (int i = 0; i < round->player_count && status == SOW_OK; i++)
            take_variant(arena, v, i, &results[i].tally);
    }
    for (int i = 0; i < round->player_count && status == SOW_OK; i++)
        results[i].value = value_of(arena, i);
    return status;
}

int64_t sow_arena_games(const struct sow_arena *arena, int generation, int hall_count)
{
    int64_t population = arena->population;
    int64_t pairs = population * (arena->panel_count + hall_count);
    if (meets(arena, SOW_PART_POPULATION))
        pairs += arena->options->share_games ? population * (arena->island + 1) / 2
                                             : population * arena->island;
    return 2 * (int64_t)sow_evolve_games(arena->options, generation) * pairs *
           (int64_t)sow_arena_variants(arena);
}

void sow_arena_set_hall(struct sow_arena *arena, const struct sow_hall *hall,
                        int generation)
{
    arena->hall_count = 0;
    if (!meets(arena, SOW_PART_HALL))
        return;
    arena->hall_count = sow_hall_count(hall, generation, false);
    sow_hall_members(hall, generation, false,
                     &arena->agents[arena->population + arena->panel_count]);
}

/* --- the arena --- */

/* Allocates the parts of all individuals and, if the objective ranks variants, their
   scores. Returns SOW_NO_MEMORY. */
static enum sow_status allocate_parts(struct sow_arena *arena, struct sow_err *err)
{
    size_t count = (size_t)arena->population * SOW_PARTS;
    size_t variants = sow_arena_variants(arena);
    arena->parts = calloc(count, sizeof *arena->parts);
    if (arena->parts == NULL)
        return sow_err_no_memory(err);
    if (!sow_objective_ranks(arena->options))
        return SOW_OK;
    arena->scores = calloc(count * variants, sizeof *arena->scores);
    if (arena->scores == NULL)
        return sow_err_no_memory(err);
    for (size_t i = 0; i < count; i++)
        arena->parts[i].scores = &arena->scores[i * variants];
    return SOW_OK;
}

/* Allocates the arrays of the arena for the largest round, and copies the panel behind
   the individuals. Returns SOW_NO_MEMORY. */
static enum sow_status allocate(struct sow_arena *arena, struct sow_err *err)
{
    size_t population = (size_t)arena->population;
    size_t fixed = arena->panel.count;
    if (meets(arena, SOW_PART_HALL))
        fixed += (size_t)arena->options->hall_size;
    size_t met = (size_t)sow_evolve_most_met(arena->options);
    size_t most = population * (met > fixed ? met : fixed);
    arena->agents = calloc(population + fixed, sizeof *arena->agents);
    arena->pairs = calloc(most, sizeof *arena->pairs);
    arena->duels = calloc(most, sizeof *arena->duels);
    arena->keys = calloc(population * fixed + 1, sizeof *arena->keys);
    arena->seats = calloc(population * (fixed + 1), sizeof *arena->seats);
    arena->alike = calloc(population, sizeof *arena->alike);
    if (arena->agents == NULL || arena->pairs == NULL || arena->duels == NULL ||
        arena->keys == NULL || arena->seats == NULL || arena->alike == NULL)
        return sow_err_no_memory(err);
    if (arena->panel.count > 0)
        memcpy(&arena->agents[population], arena->panel.agents,
               arena->panel.count * sizeof *arena->agents);
    return allocate_parts(arena, err);
}

/* Loads the openings of each variant into arena->openings. With few games against an
   opponent, a fixed sequence of starts would show its first ones only. So starts are
   drawn, anew in each generation. Returns SOW_NO_MEMORY or an error of
   sow_openings_load. */
static enum sow_status load_openings(struct sow_arena *arena, struct sow_err *err)
{
    enum sow_status status = SOW_OK;
    size_t count = sow_arena_variants(arena);
    arena->openings = calloc(count, sizeof *arena->openings);
    if (arena->openings == NULL)
        return sow_err_no_memory(err);
    for (size_t v = 0; v < count && status == SOW_OK; v++) {
        arena->openings[v] = (struct sow_openings){.drawn = true, .apart = true};
        status = sow_openings_load(arena->options->starts, rules_of(arena, v),
                                   &arena->openings[v], err);
    }
    return status;
}

/* Opens, for the rules of every variant, the panel and the search that all individuals
   share, if there is one. They may need an endgame file, also when a stored run is
   resumed or verified. Returns the error of the first that cannot play by the rules of
   some variant. */
static enum sow_status open_players(const struct sow_arena *arena, struct sow_err *err)
{
    const char *player = arena->options->reading.player;
    struct sow_agent shared = {.kind = SOW_AGENT_RANDOM};
    enum sow_status status = SOW_OK;
    if (player != NULL && player[0] != '\0')
        status = sow_template_read(player, &shared, err);
    for (size_t v = 0; v < sow_arena_variants(arena) && status == SOW_OK; v++) {
        status = sow_agent_open(&shared, rules_of(arena, v), true, err);
        for (size_t i = 0; i < arena->panel.count && status == SOW_OK; i++)
            status =
                sow_agent_open(&arena->panel.agents[i], rules_of(arena, v), true, err);
    }
    return status;
}

enum sow_status sow_arena_init(struct sow_arena *arena, struct sow_run *run,
                               const struct sow_evolve_options *options,
                               struct sow_err *err)
{
    *arena =
        (struct sow_arena){.run = run,
                           .options = options,
                           .set = &options->choice.set,
                           .population = sow_optimizer_individuals(&options->optimizer),
                           .island = options->optimizer.population};
    if (meets(arena, SOW_PART_PANEL))
        arena->panel = options->opponents;
    arena->panel_count = (int)arena->panel.count;
    enum sow_status status = allocate(arena, err);
    if (status == SOW_OK)
        status = open_players(arena, err);
    return status == SOW_OK ? load_openings(arena, err) : status;
}

void sow_arena_release(struct sow_arena *arena)
{
    for (size_t v = 0; arena->openings != NULL && v < sow_arena_variants(arena); v++)
        sow_starts_release(&arena->openings[v].starts);
    free(arena->openings);
    free(arena->references);
    free(arena->agents);
    free(arena->pairs);
    free(arena->keys);
    free(arena->duels);
    free(arena->seats);
    free(arena->alike);
    free(arena->parts);
    free(arena->scores);
}
