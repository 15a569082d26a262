/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * Helpers for the suites about evolutions: small runs made from settings, and single
 * games on the random streams that docs/reference/method.md names.
 */
#ifndef SOW_TESTS_EVOLVE_SUPPORT_H
#define SOW_TESTS_EVOLVE_SUPPORT_H

#include "run_support.h"
#include "sow/evolution/evolve.h"
#include "sow/heuristics/agent.h"
#include "sow/players/evolve_genome.h"
#include "sow/store/tables/individuals.def"
#include "sow/variants/variant.h"
#include "store_private.h"

enum { GENES = 6 };

/* Option as typed. */
struct setting {
    const char *name;
    const char *value;
};

enum { SETTINGS_MAX = 16 };

/** Stop request of the next run; NULL for none. */
static const struct sow_stop *stop;

static const struct setting SMALL[] = {
    {"population", "6"}, {"generations", "3"},     {"games", "1"},
    {"candidates", "2"}, {"candidate_games", "2"}, {"validation_games", "3"},
    {NULL, NULL}};

/* Returns options for a small evolution with @p settings, which end with a NULL name. The
   result is valid until the next call. */
static inline struct sow_evolve_options *with(const struct setting *settings)
{
    static struct sow_evolve_options options;
    sow_params_release(sow_evolve_kind.groups, &options);
    sow_run_kind_defaults(&sow_evolve_kind, &options);
    for (const struct setting *setting = SMALL; setting->name != NULL; setting++)
        type_option(&sow_evolve_kind, &options, setting->name, setting->value);
    for (; settings->name != NULL; settings++)
        type_option(&sow_evolve_kind, &options, settings->name, settings->value);
    return &options;
}

static inline enum sow_status execute(struct sow_store *store, const char *variant,
                                      uint64_t seed,
                                      const struct sow_evolve_options *options,
                                      int64_t *id, struct sow_err *err)
{
    const struct asked asked = {.kind = &sow_evolve_kind,
                                .rules = variant,
                                .options = options,
                                .seed = seed,
                                .stop = stop};
    return try_run(store, &asked, id, err);
}

static inline int64_t evolve(struct sow_store *store, const char *variant,
                             const struct setting *settings)
{
    struct sow_err err;
    int64_t id;
    ck_ok(execute(store, variant, 1, with(settings), &id, &err));
    return id;
}

static inline int64_t integer(struct sow_store *store, const char *sql, int64_t id)
{
    struct sow_err err;
    int64_t value;
    ck_ok(sow_store_integer(store, sql, id, &value, &err));
    return value;
}

static inline struct sow_agent agent_of(const char *spec)
{
    struct sow_err err;
    struct sow_agent agent;
    ck_ok(sow_agent_parse(spec, NULL, &agent, &err));
    return agent;
}

static inline struct sow_rules rules_of(const char *variant)
{
    struct sow_err err;
    struct sow_variant found;
    ck_ok(sow_variant_builtin(variant, &found, &err));
    return found.rules;
}

/* Returns the stream of games against a fixed opponent, without the number of the
   game. */
static inline struct sow_stream fixed_stream(enum sow_purpose purpose, int generation,
                                             int variant, int part, int opponent)
{
    uint64_t key = (uint64_t)generation << 32U | (uint64_t)variant << 24U |
                   (uint64_t)part << 20U | (uint64_t)opponent;
    return (struct sow_stream){purpose, {key, 0, 1, 0}};
}

/** Games between two players. The stream has no game number yet. */
struct encounter {
    const struct sow_rules *rules;
    const struct sow_agent *agent;
    const struct sow_agent *opponent;
    struct sow_stream stream;
    int games; /**< games in each seat */
};

/** Plays one game of a run with random seed 1. Returns twice the points of the player. */
static inline int play_game(const struct encounter *encounter, int seat, int number)
{
    struct sow_stream stream = encounter->stream;
    stream.index[3] = (uint64_t)2 * (uint64_t)number + (uint64_t)seat;
    struct sow_pcg rng;
    sow_pcg_derive(&rng, 1, &stream);
    struct sow_player players[2] = {sow_agent_player(encounter->agent),
                                    sow_agent_player(encounter->opponent)};
    struct sow_game game;
    sow_game_init(&game, encounter->rules, NULL);
    const struct sow_player *seats[2];
    seats[game.first] = &players[seat];
    seats[1 - game.first] = &players[1 - seat];
    struct sow_score score = sow_game_finish(&game, seats, &rng);
    int own = seat == 0 ? game.first : 1 - game.first;
    int margin = score.store[own] - score.store[1 - own];
    return margin > 0 ? 2 : margin == 0;
}

/** Plays all games in a seat. Returns twice the points of the player, or its wins. */
static inline int play(const struct encounter *encounter, int seat, bool wins)
{
    int sum = 0;
    for (int g = 0; g < encounter->games; g++) {
        int points = play_game(encounter, seat, g);
        sum += wins ? points == 2 : points;
    }
    return sum;
}

/** Makes the player with six weights as in the paper. */
static inline void play_weights(struct sow_agent *agent, const double genes[GENES])
{
    double weights[SOW_HEURISTICS] = {0};
    memcpy(weights, genes, GENES * sizeof genes[0]);
    sow_agent_weighted(agent, weights);
}

static inline bool same_genes(const double one[GENES], const double other[GENES])
{
    for (int k = 0; k < GENES; k++)
        if (fabs(one[k] - other[k]) > 0.0)
            return false;
    return true;
}

/**
 * Settings of a run whose fitness uses the population, the panel and the hall of fame.
 */
static const struct setting IN_HALL[] = {
    {"population", "4"},   {"generations", "9"},
    {"games", "3"},        {"fitness", "mixed"},
    {"hall_share", "2"},   {"panel_share", "0.5"},
    {"hall_size", "2"},    {"hall_interval", "1"},
    {"hall_holdout", "3"}, {"opponents", "h1 random order:h4,h6"},
    {NULL, NULL}};

/** Reads all genes and fitness values that a run has stored, ordered by generation. */
static inline void read_individuals(struct sow_store *store, int64_t id, int generations,
                                    int population, double *genes, double *fitness)
{
    struct sow_err err;
    struct sow_reader reader;
    struct sow_individual_row row;
    enum sow_status status =
        sow_reader_open(&reader, store, SOW_TABLE_INDIVIDUALS, "run_id = ?1", id, &err);
    int rows = 0;
    for (; sow_reader_next(&reader, &row, &status, &err); rows++) {
        size_t place =
            (size_t)row.generation * (size_t)population + (size_t)row.individual;
        memcpy(&genes[place * GENES], row.weights.value, GENES * sizeof *genes);
        fitness[place] = row.fitness;
    }
    sow_reader_close(&reader);
    ck_ok(status);
    ck_assert_int_eq(rows, generations * population);
}

#endif
