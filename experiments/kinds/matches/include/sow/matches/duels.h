/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * Duels: two players play a number of games in each seat. Fitness, the choice of a
 * champion, validation and matches are all lists of duels.
 *
 * Ownership: the caller owns every struct and array. A list of duels borrows its arrays.
 */
#ifndef SOW_EXPERIMENTS_DUELS_H
#define SOW_EXPERIMENTS_DUELS_H

#include "sow/heuristics/batch.h"
#include "sow/matches/openings.h"
#include "sow/statistics/statistics_strata.h"

struct sow_kept;
struct sow_progress;
struct sow_run;

/** The two players of a duel, as indices into the agents of its list. */
struct sow_duel_pair {
    uint32_t player;   /**< index of the player, whose view the result has */
    uint32_t opponent; /**< index of the opponent; may be the player's */
};

/** Number of moves that the players could choose from, by phase of the game (game.h). */
struct sow_duel_shape {
    int64_t games; /**< games counted here: the first ones of each seat */
    /** Plies in each phase. */
    int64_t plies[SOW_PHASES];
    /** Sum of the legal moves at these plies. */
    int64_t choices[SOW_PHASES];
};

/** Result of a duel, from the player's view. */
struct sow_duel {
    struct sow_tally first; /**< games in which the player moves first */
    /** Games in which the player moves second. */
    struct sow_tally second;
    struct sow_pairs pairs; /**< results of the pairs; pair g is game g of both seats */
    bool paired;            /**< true if both games of a pair have the same opening */
    int64_t plies;          /**< sum over all games */
    int64_t margin;         /**< sum of the player's minus the opponent's final store */
    /** Different games in each seat (0: the player moves first); all zeros unless the
     *  games were checked for repeats. */
    struct sow_variety variety[2];
    /** Choices in both seats; all zeros under the same condition as `variety`. */
    struct sow_duel_shape shape;
};

/**
 * Returns the results of one seat and the effective number of its games. The effective
 * number is the number of games if they were not checked for repeats.
 * @param duel the result of a duel
 * @param seat 0: the player moves first; 1: the player moves second
 */
struct sow_stratum sow_duel_stratum(const struct sow_duel *duel, int seat);

/**
 * Adds the scores of duels to a mean. A duel whose pairs have common openings adds the
 * score of its pairs, and any other duel adds the scores of its two seats separately.
 * @param[in,out] sum the mean so far
 * @param duels the results to add
 * @param count the number of duels
 */
void sow_duels_add(struct sow_score_sum *sum, const struct sow_duel *duels, size_t count);

/**
 * Returns the mean score of duels, as sow_duels_add counts them.
 * @param duels the results
 * @param count the number of duels, at least 1
 * @param level the confidence level of the interval, for example 0.95
 */
struct sow_mean_score sow_score_of_duels(const struct sow_duel *duels, size_t count,
                                         double level);

/**
 * Returns wins, draws and losses of both seats together, scaled down in each seat to
 * about its effective number of games.
 */
struct sow_tally sow_duel_thinned(const struct sow_duel *duel);

/** Returns the same result from the opponent's view: seats, wins and losses, results of
 *  pairs, margin and variety change sides. */
struct sow_duel sow_duel_mirrored(const struct sow_duel *duel);

/** Rule that may end a duel before all its games are played. */
struct sow_duel_ending {
    int interval; /**< pairs of games between two calls of `decided`, at least 1 */
    /** Returns true if the duel is over after these pairs of games. */
    bool (*decided)(const void *context, const struct sow_pairs *pairs);
    /** First argument of `decided`. */
    const void *context;
};

/** Seats of the player in which games are played. */
enum sow_duel_seats { SOW_SEATS_BOTH, SOW_SEAT_FIRST_ALONE, SOW_SEAT_SECOND_ALONE };

/**
 * A list of duels.
 *
 * Without keys, game g in seat s (0: the player moves first) draws from the stream
 * {purpose, {round, player, opponent, 2 g + s}}. With keys it draws from {purpose, {key
 * of the pair, 0, 1, 2 g + s}}. So the games of a duel do not depend on its place in the
 * list.
 */
struct sow_duels {
    const struct sow_agent *agents; /**< all players of the list */
    /** Number of `agents` that are opened and that decide about the kernel; 0: not known
     *  (batch.h). */
    size_t agent_count;
    const struct sow_duel_pair *pairs; /**< the players of each duel */
    size_t count;                      /**< number of duels in `pairs` */
    int games;                         /**< games in each seat of every duel */
    enum sow_purpose purpose;          /**< purpose of the games' streams */
    uint64_t round;                    /**< first index of their streams, without keys */
    /** The key of each pair of players, or NULL for a list without keys. */
    const uint64_t *keys;
    /** Rule that may end the duel early, or NULL. Only a list of one duel may have it.
     *  The rule is asked after pairs of games in their order. So the games that count
     *  do not depend on how they were divided among threads. */
    const struct sow_duel_ending *ending;
    /** How games open (openings.h). The list itself supplies `purpose`. Starts are
     *  drawn if there are not as many of them as games in a seat. Only duels without
     *  keys have openings in common. Unless the openings are `apart`, a list without
     *  keys must not have a duel of agent 0 against itself. */
    struct sow_openings openings;
    /** Seats of the player; a seat that is left out has no games, and the duel has no
     *  pairs of games. */
    enum sow_duel_seats seats;
    /** Number of games, the first of each seat, that are kept in `kept`. */
    int keep;
    /** Receives the kept games (kept.h); their `match` is the duel's index in the
     *  list. */
    struct sow_kept *kept;
    /** True if games are checked for repeats: for results that are reported, not for
     *  fitness. */
    bool look;
};

/**
 * Plays all duels by the rules, with the random seed, threads and kernel of the run.
 * Writes into the run which kernel played.
 * @param[in,out] run the run; its progress advances by every game that is played now
 * @param duels the list of duels
 * @param[out] results receives the result of each duel; has room for duels->count
 * @param err receives the reason of a failure
 * @returns SOW_INTERRUPTED after a stop request: the results are then incomplete. Else
 *     SOW_NO_MEMORY, or the error of an agent that cannot play by these rules.
 */
SOW_MUST_USE enum sow_status sow_duels_play(struct sow_run *run,
                                            const struct sow_duels *duels,
                                            struct sow_duel *results,
                                            struct sow_err *err);

/**
 * Plays all duels as sow_duels_play does, but by @p rules instead of the rules of the
 * run. The run then names the kernel "mixed" if lists of duels were played by several
 * kernels.
 * @param[in,out] run the run
 * @param rules the rules of the games
 * @param duels the list of duels
 * @param[out] results receives the result of each duel; has room for duels->count
 * @param err receives the reason of a failure
 * @returns the errors of sow_duels_play.
 */
SOW_MUST_USE enum sow_status sow_duels_play_by(struct sow_run *run,
                                               const struct sow_rules *rules,
                                               const struct sow_duels *duels,
                                               struct sow_duel *results,
                                               struct sow_err *err);

#endif
