/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * The arena evaluates individuals of an evolution: they play the population, a panel and
 * a hall of fame by the rules of every variant, and the results give one value.
 *
 * For their fitness, individuals meet the population of their own island. Candidates meet
 * that of all islands, so that candidates of different islands can be compared. Every
 * game against the population has a stream of its own. Panel and hall are met on common
 * random numbers: in a generation, game g against an opponent in a seat draws from the
 * same stream for all individuals. So individuals differ by their genes and not by luck.
 * The next generation has other streams, so that luck is not inherited.
 *
 * With the option `distinct`, individuals of an island that play alike share their games
 * for fitness. The first of them, their representative, plays for all (evolve_alike.h).
 *
 * The value: for every part (population, panel, hall), the objective (evolve.h) combines
 * the results of all variants into one number. The value is the mean of these numbers,
 * weighted by the shares of the parts. A hall that is still empty has no share.
 *
 * Ownership: sow_arena_init allocates what sow_arena_release frees; run and options are
 * borrowed.
 */
#ifndef SOW_EXPERIMENTS_EVOLVE_ARENA_H
#define SOW_EXPERIMENTS_EVOLVE_ARENA_H

#include "sow/evolution/evolve_hall.h"
#include "sow/evolution/evolve_options.h"
#include "sow/matches/duels.h"

struct sow_alike;
struct sow_arena_seats;
struct sow_part;

/** An arena. */
struct sow_arena {
    struct sow_run *run;                      /**< run that the games belong to */
    const struct sow_evolve_options *options; /**< options of the evolution */
    const struct sow_variant_set *set; /**< variants; empty = the run's own rules only */
    struct sow_player_list panel;      /**< the panel, or empty if it has no share */
    double *references; /**< best reference score of each variant, for regret */
    struct sow_openings *openings; /**< openings of the games of each variant */
    struct sow_agent *agents; /**< individuals of all islands, then panel, then hall */
    int population;           /**< number of individuals, of all islands */
    int island;      /**< number of individuals of an island; they are consecutive */
    int panel_count; /**< number of members of the panel */
    int hall_count;  /**< number of members of the hall that are met now */
    struct sow_alike *alike;       /**< the representative of each individual */
    int64_t played;                /**< games of the latest round, in all variants */
    struct sow_duel_pair *pairs;   /**< working memory: matches of a round */
    uint64_t *keys;                /**< working memory: keys of their streams */
    struct sow_duel *duels;        /**< working memory: their results */
    struct sow_arena_seats *seats; /**< results by player and opponent, in one variant */
    struct sow_part *parts;        /**< results by player and part, SOW_PARTS each */
    double *scores; /**< score of each part in each variant, or NULL (sow_objective_ranks)
                     */
};

/** Prepares an arena: opens the players and loads the openings. Returns SOW_NO_MEMORY, or
 *  the error of a player or a start that does not fit the rules of some variant. Release
 *  the arena also after a failure. */
SOW_MUST_USE enum sow_status sow_arena_init(struct sow_arena *arena, struct sow_run *run,
                                            const struct sow_evolve_options *options,
                                            struct sow_err *err);
/** Frees what sow_arena_init and sow_arena_meet_references allocated. Run and options
 *  stay. */
void sow_arena_release(struct sow_arena *arena);

/** Part of a key that stands for the references of regret, beside enum sow_evolve_part.
 */
enum { SOW_ARENA_REFERENCES = SOW_PARTS };

/** Returns the key of a random stream, which holds all four numbers in bits of their own.
 *  A part is an enum sow_evolve_part or SOW_ARENA_REFERENCES, below 16. Opponents have to
 *  be below 2^20, and variants below 256. */
uint64_t sow_arena_key(uint64_t generation, size_t variant, int part, int opponent);

/** Returns the number of variants: those of the options, or 1 for the run's own. */
size_t sow_arena_variants(const struct sow_arena *arena);

/** Puts the members of the hall that generation @p generation meets into `agents`, behind
 *  the panel, and their number into `hall_count`: 0 if fitness does not meet the hall. */
void sow_arena_set_hall(struct sow_arena *arena, const struct sow_hall *hall,
                        int generation);

/** Returns the most games, in all variants and both seats, for the fitness of a
 * generation that meets @p hall_count members of the hall. With `distinct` they are fewer
 * if some individuals play alike. */
int64_t sow_arena_games(const struct sow_arena *arena, int generation, int hall_count);

/** Finds the reference scores of regret: the references play the panel in every variant,
 *  validation_games in each seat. Does nothing for other objectives. Returns
 *  SOW_INTERRUPTED after a stop request, or SOW_NO_MEMORY. */
SOW_MUST_USE enum sow_status sow_arena_meet_references(struct sow_arena *arena,
                                                       struct sow_err *err);

/** Returns the number of games that sow_arena_meet_references plays, in all variants and
 *  both seats; 0 unless the objective is regret. */
int64_t sow_arena_reference_games(const struct sow_arena *arena);

/** A round: games of some or all individuals in `agents`. */
struct sow_arena_round {
    enum sow_purpose
        population;         /**< purpose of the streams of games against the population */
    enum sow_purpose fixed; /**< purpose of the streams of all other games */
    int generation;     /**< generation that names the streams; 0 to choose a champion */
    int games;          /**< games in each seat against each opponent */
    const int *players; /**< numbers of the individuals that play against those of all
                             islands. NULL = all individuals play, against those of
                             their own island, and may share games */
    int player_count;   /**< number of individuals that play */
};

/** Result of a round for one player. */
struct sow_arena_result {
    double value;           /**< fitness, or score of a candidate */
    struct sow_tally tally; /**< wins, draws and losses of all its games */
};

/** Plays a round and writes a result for each of its players to @p results. Returns
 *  SOW_INTERRUPTED after a stop request; the results are then incomplete. */
SOW_MUST_USE enum sow_status sow_arena_play(struct sow_arena *arena,
                                            const struct sow_arena_round *round,
                                            struct sow_arena_result *results,
                                            struct sow_err *err);

/** Returns the number of agents that a list of duels shows to the choice of a kernel. If
 *  the requested kernel covers the first @p players agents, it is 0: this kernel plays
 *  their games, and the plain kernel only games against other opponents. Else it is
 *  @p count. */
size_t sow_arena_told(const struct sow_arena *arena, size_t variant,
                      const struct sow_agent *agents, size_t players, size_t count);

/** Plays duels like sow_duels_play, by the rules of variant number @p variant. Notes the
 *  kernel in the run. Replaces the openings of @p duels by those of the arena. The errors
 *  are those of sow_duels_play. */
SOW_MUST_USE enum sow_status sow_arena_duels(struct sow_arena *arena, size_t variant,
                                             const struct sow_duels *duels,
                                             struct sow_duel *results,
                                             struct sow_err *err);

#endif
