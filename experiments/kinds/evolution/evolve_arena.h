/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * What individuals of an evolution are worth: their games against the population, a panel
 * and a hall of fame, by the rules of every variant, and the one value they are combined
 * into.
 *
 * For their fitness individuals meet the population of their island, to be chosen that of
 * all islands, so that those of different ones can be compared. Games against the
 * population have streams of their own. Panel and hall are met on
 * common random numbers: in a generation, game g against an opponent in a seat draws from
 * the same stream for all individuals, so that they differ by what they are and not by
 * their luck; the streams of the next generation are different, so that luck is not
 * inherited.
 *
 * The value: every part (population, panel, hall) is combined into one number over all
 * variants by the objective (evolve.h), then the mean of the parts by their shares is
 * taken; a hall that is still empty has no share.
 *
 * Ownership: sow_arena_init allocates what sow_arena_release frees; run and options are
 * borrowed.
 */
#ifndef SOW_EXPERIMENTS_EVOLVE_ARENA_H
#define SOW_EXPERIMENTS_EVOLVE_ARENA_H

#include "sow/evolution/evolve_hall.h"
#include "sow/evolution/evolve_options.h"
#include "sow/matches/duels.h"

struct sow_arena_seats;

/** Where individuals are measured. */
struct sow_arena {
    struct sow_run *run;
    const struct sow_evolve_options *options;
    const struct sow_variant_set
        *set;                      /**< empty: the run's own rules are the only ones */
    struct sow_player_list panel;  /**< those of the options, or empty if not met */
    double *references;            /**< of each variant with the objective "regret" */
    struct sow_openings *openings; /**< of the games by each variant */
    struct sow_agent *agents; /**< those of all islands; behind them panel and hall */
    int population;           /**< individuals of all islands */
    int island;               /**< of one: those of one follow one another */
    int panel_count;
    int hall_count; /**< of those behind the panel now */
    struct sow_duel_pair *pairs;
    uint64_t *keys;
    struct sow_duel *duels;
    struct sow_arena_seats *seats; /**< of players and opponents, in one variant */
    double *parts;                 /**< of every player, SOW_PARTS each */
};

SOW_MUST_USE enum sow_status sow_arena_init(struct sow_arena *arena, struct sow_run *run,
                                            const struct sow_evolve_options *options,
                                            struct sow_err *err);
void sow_arena_release(struct sow_arena *arena);

/** How many variants it has. */
size_t sow_arena_variants(const struct sow_arena *arena);

/** Puts the members behind the panel that generation @p generation meets. */
void sow_arena_set_hall(struct sow_arena *arena, const struct sow_hall *hall,
                        int generation);

/** Games for the fitness of a generation, with so many members of the hall. */
int64_t sow_arena_games(const struct sow_arena *arena, int generation, int hall_count);

/** Finds what regret is counted from: the references meet the panel in every variant,
 *  validation_games in each seat. Nothing to do with another objective. */
SOW_MUST_USE enum sow_status sow_arena_meet_references(struct sow_arena *arena,
                                                       struct sow_err *err);

/** Games that takes. */
int64_t sow_arena_reference_games(const struct sow_arena *arena);

/** One measurement of some or all individuals in `agents`. */
struct sow_arena_round {
    enum sow_purpose population; /**< of the streams of games against the population */
    enum sow_purpose fixed;      /**< of the others */
    int generation;              /**< whose streams are used; 0 to choose a champion */
    int games;                   /**< per seat and opponent */
    const int *players; /**< indices of the individuals to measure, who meet those of all
                             islands; NULL = all, who meet those of their own and may
                             share games */
    int player_count;
};

/** What came of it for one player. */
struct sow_arena_result {
    double value;
    struct sow_tally tally; /**< of all its games */
};

/** Plays; @p results has room for every player. SOW_INTERRUPTED after a stop request. */
SOW_MUST_USE enum sow_status sow_arena_play(struct sow_arena *arena,
                                            const struct sow_arena_round *round,
                                            struct sow_arena_result *results,
                                            struct sow_err *err);

/** How many of @p count agents a list of duels should tell the kernel of: none of them if
 *  it covers the first @p players, so that it plays their games and leaves to the plain
 *  one only those against opponents it does not cover. */
size_t sow_arena_told(const struct sow_arena *arena, size_t variant,
                      const struct sow_agent *agents, size_t players, size_t count);

/** As sow_duels_play by the rules of a variant; notes the kernel in the run. */
SOW_MUST_USE enum sow_status sow_arena_duels(struct sow_arena *arena, size_t variant,
                                             const struct sow_duels *duels,
                                             struct sow_duel *results,
                                             struct sow_err *err);

#endif
