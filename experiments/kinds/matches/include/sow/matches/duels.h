/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * Duels: two agents play a number of games in each seat. Fitness, the choice of a
 * champion, validation and matches are all lists of duels.
 */
#ifndef SOW_EXPERIMENTS_DUELS_H
#define SOW_EXPERIMENTS_DUELS_H

#include "sow/heuristics/batch.h"
#include "sow/matches/openings.h"
#include "sow/statistics/statistics_strata.h"

struct sow_kept;
struct sow_progress;
struct sow_run;

/** Who meets whom: indices into the agents. */
struct sow_duel_pair {
    uint32_t player;
    uint32_t opponent;
};

/** How much there was to choose from, by phase (game.h). */
struct sow_duel_shape {
    int64_t games; /**< that were looked at: the first ones of either seat */
    int64_t plies[SOW_PHASES];
    int64_t choices[SOW_PHASES];
};

/** What came of it, from the player's view. */
struct sow_duel {
    struct sow_tally first; /**< games in which the player moved first */
    struct sow_tally second;
    struct sow_pairs pairs; /**< of games, the g-th of both seats */
    bool paired;            /**< the games of a pair have an opening in common */
    int64_t plies;          /**< of all games */
    int64_t margin;         /**< sum of the player's minus the opponent's final store */
    struct sow_variety variety[2]; /**< of the games in each seat (0 = the player first);
                                        nothing unless they were looked at */
    struct sow_duel_shape shape;   /**< as `variety` */
};

/** The games in a seat, and for how many they count: for all of them if nobody looked. */
struct sow_stratum sow_duel_stratum(const struct sow_duel *duel, int seat);

/** Adds the scores of duels to a mean: those of pairs where their games have an opening
 * in common, else those of the seats. */
void sow_duels_add(struct sow_score_sum *sum, const struct sow_duel *duels, size_t count);

/** Their mean score. */
struct sow_mean_score sow_score_of_duels(const struct sow_duel *duels, size_t count,
                                         double level);

/** Both seats together by about as many games as count. */
struct sow_tally sow_duel_thinned(const struct sow_duel *duel);

/** The same duel from the opponent's view. */
struct sow_duel sow_duel_mirrored(const struct sow_duel *duel);

/** When a duel is over before all its games are played. */
struct sow_duel_ending {
    int interval; /**< pairs of games between two looks, >= 1 */
    bool (*decided)(const void *context, const struct sow_pairs *pairs);
    const void *context;
};

/** Which seats of a duel are played. */
enum sow_duel_seats { SOW_SEATS_BOTH, SOW_SEAT_FIRST_ALONE, SOW_SEAT_SECOND_ALONE };

/** A list of duels. Game g in seat s (0 = the player first) of a pair draws from the
 *  stream {purpose, {round, player, opponent, 2 g + s}}; with keys from the stream
 *  {purpose, {key of the pair, 0, 1, 2 g + s}}, so that a pair's games do not depend on
 * its place in the list. */
struct sow_duels {
    const struct sow_agent *agents;
    size_t agent_count;
    const struct sow_duel_pair *pairs;
    size_t count; /**< of the pairs */
    int games;    /**< per seat */
    enum sow_purpose purpose;
    uint64_t round;
    const uint64_t *keys; /**< of each pair, or NULL */
    /** NULL, or what may end the only duel of the list: looked at after every so many
     * pairs of games in their order, so that what counts does not depend on how they were
     * shared out. */
    const struct sow_duel_ending *ending;
    /** How the games of both seats open, drawn as openings.h says, so that only pairs
     * without keys have openings in common; `purpose` is the duels' own, starts are drawn
     * if they are not as many as the games. Unless openings are `apart`, no pairs without
     * keys may be among them in which both sides are agent 0. */
    struct sow_openings openings;
    enum sow_duel_seats seats; /**< of the player; the other has no games, nor pairs */
    int keep;              /**< so many of the first games of each seat are kept ... */
    struct sow_kept *kept; /**< ... here (kept.h), a duel's place in the list as match */
    bool look; /**< find out how different the games of each seat are: for what is
                    reported, and not for fitness */
};

/**
 * Plays all duels by the run's rules, seed, threads and kernel; @p results has room for
 * duels->count. Notes in the run which kernel played. Games already counted in the run's
 * progress are not counted again.
 * @returns SOW_INTERRUPTED after a stop request (results are then incomplete), or
 * SOW_NO_MEMORY.
 */
SOW_MUST_USE enum sow_status sow_duels_play(struct sow_run *run,
                                            const struct sow_duels *duels,
                                            struct sow_duel *results,
                                            struct sow_err *err);

/** The same by other rules than the run's. The kernel noted is "mixed" where there were
 *  several. */
SOW_MUST_USE enum sow_status sow_duels_play_by(struct sow_run *run,
                                               const struct sow_rules *rules,
                                               const struct sow_duels *duels,
                                               struct sow_duel *results,
                                               struct sow_err *err);

#endif
