/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * What the results of a tournament say: ratings by the model of Bradley and Terry with
 * intervals, places, and significant cycles.
 *
 * Ownership: standings borrow the roster and the name of the variant, and so do the lines
 * made of them.
 */
#ifndef SOW_EXPERIMENTS_STANDINGS_H
#define SOW_EXPERIMENTS_STANDINGS_H

#include "sow/matches/duels.h"
#include "sow/players/player_list.h"
#include "sow/store/store_tables.h"

struct sow_run;

/** Most cycles that are kept of a variant. */
enum { SOW_CYCLES_MAX = 1000 };

/** Results of every two players. */
struct sow_standings {
    const struct sow_player_list *roster;
    const char *variant;       /**< NULL: all together */
    struct sow_tally *tallies; /**< players x players, from the row's view */
    struct sow_tally *counted; /**< the same by as many games as count (duels.h) */
};

SOW_MUST_USE enum sow_status sow_standings_init(struct sow_standings *standings,
                                                const struct sow_player_list *roster,
                                                const char *variant, struct sow_err *err);

/** Adds the games of a duel, both seats. */
void sow_standings_add(struct sow_standings *standings, size_t player, size_t opponent,
                       const struct sow_duel *duel);

void sow_standings_release(struct sow_standings *standings);

/** Rows to be stored. */
struct sow_standing_lines {
    struct sow_rating_row *ratings;
    size_t rating_count;
    struct sow_cycle_row *cycles;
    size_t cycle_count;
};

void sow_standing_lines_init(struct sow_standing_lines *lines);
void sow_standing_lines_release(struct sow_standing_lines *lines);

/**
 * Appends the ratings, best first, and the cycles of which every step is significant: a
 * two-sided sign test of wins against losses, 5 % after Holm over all pairs of players.
 * At most SOW_CYCLES_MAX cycles are kept, the first in the order of the roster.
 */
SOW_MUST_USE enum sow_status sow_standings_conclude(const struct sow_standings *standings,
                                                    struct sow_standing_lines *lines,
                                                    struct sow_err *err);

/** Stores the lines as content of the run, within a transaction. */
SOW_MUST_USE enum sow_status
sow_standing_lines_store(const struct sow_standing_lines *lines,
                         const struct sow_run *run, struct sow_err *err);

#endif
