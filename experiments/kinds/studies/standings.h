/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * Conclusions of a tournament: ratings by the Bradley-Terry model with intervals, places,
 * and significant cycles.
 *
 * Ownership: standings borrow the players and the name of the variant. The lines made
 * from the standings borrow them, too.
 */
#ifndef SOW_EXPERIMENTS_STANDINGS_H
#define SOW_EXPERIMENTS_STANDINGS_H

#include "sow/matches/duels.h"
#include "sow/players/player_list.h"
#include "sow/store/store_tables.h"

struct sow_run;

/** Most cycles that are kept for a variant. */
enum { SOW_CYCLES_MAX = 1000 };

/** Results of every pair of players. */
struct sow_standings {
    const struct sow_player_list *roster;
    /** Name of the variant, or NULL for all variants together. */
    const char *variant;
    /** Players x players: results of the row's player against the column's. */
    struct sow_tally *tallies;
    /** Results scaled down to the effective number of games (duels.h), players x
     *  players. */
    struct sow_tally *counted;
};

/**
 * Prepares empty standings.
 * @param[out] standings release them, also after a failure
 * @param roster the players, borrowed
 * @param variant the name of the variant, borrowed, or NULL for all variants together
 * @param err receives the reason of a failure
 * @returns SOW_NO_MEMORY.
 */
SOW_MUST_USE enum sow_status sow_standings_init(struct sow_standings *standings,
                                                const struct sow_player_list *roster,
                                                const char *variant, struct sow_err *err);

/**
 * Adds the games of a duel in both seats to the results of both players.
 * @param[in,out] standings the standings
 * @param player the index of the player in the roster
 * @param opponent the index of the opponent in the roster
 * @param duel the result, from the player's view
 */
void sow_standings_add(struct sow_standings *standings, size_t player, size_t opponent,
                       const struct sow_duel *duel);

/** Frees the results of standings. */
void sow_standings_release(struct sow_standings *standings);

/** Rows of the tables `ratings` and `cycles`. */
struct sow_standing_lines {
    struct sow_rating_row *ratings;
    size_t rating_count;
    struct sow_cycle_row *cycles;
    size_t cycle_count;
};

/** Makes an empty list of rows. */
void sow_standing_lines_init(struct sow_standing_lines *lines);
/** Frees the rows and leaves an empty list. */
void sow_standing_lines_release(struct sow_standing_lines *lines);

/**
 * Appends the ratings, best first, and the significant cycles. In a significant cycle
 * each step passes a two-sided sign test of wins against losses, at 5 % after Holm over
 * all pairs of players. Keeps the first SOW_CYCLES_MAX cycles in the order of the roster.
 * @param standings the results
 * @param[in,out] lines receives the rows
 * @param err receives the reason of a failure
 * @returns SOW_NO_MEMORY, or an error of sow_ratings_fit.
 */
SOW_MUST_USE enum sow_status sow_standings_conclude(const struct sow_standings *standings,
                                                    struct sow_standing_lines *lines,
                                                    struct sow_err *err);

/**
 * Stores the lines as results of the run, within a transaction of the caller.
 * @param lines the rows
 * @param run the run, to whose sink they are written
 * @param err receives the reason of a failure
 * @returns an error of the database.
 */
SOW_MUST_USE enum sow_status
sow_standing_lines_store(const struct sow_standing_lines *lines,
                         const struct sow_run *run, struct sow_err *err);

#endif
