/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * Matches of a fitted player. The strength of this player on the board is the most
 * important measure of a fit. The player meets each of a list of opponents in both seats,
 * in matches of purpose "validation".
 *
 * The games begin with random moves (openings.h). Without random moves, game g against
 * opponent k (from 1) uses the same random stream as in the validation of a champion.
 * That is the stream of its game g against its opponent k, given the same random seed.
 */
#ifndef SOW_EXPERIMENTS_FIT_COMPARISON_H
#define SOW_EXPERIMENTS_FIT_COMPARISON_H

#include "sow/players/player_list.h"

struct sow_run;
struct sow_store;

/** Word in a list of opponents for the best champion that evolved by the same rules. */
#define SOW_OPPONENT_CHAMPION "champion"

/** Values that take the place of a champion's run. */
enum {
    SOW_CHAMPION_NOT_ASKED = -1, /**< the list does not have the word */
    SOW_CHAMPION_NONE = 0        /**< the database has no champion of these rules */
};

/**
 * Resolves a list of opponents as the user typed it. The word `champion` is removed. If
 * the database has a champion that evolved by the same rules, the best one (view
 * best_vectors) is added at the end of the list.
 * @param[in,out] list the list. A resolved list stays as it is. A list of the word alone
 *   becomes empty if there is no champion.
 * @param[out] champion receives the champion's run, or SOW_CHAMPION_NONE; unchanged if
 * the list does not have the word.
 * @param store the database.
 * @param rules the rules.
 * @param[out] err receives the reason of a failure; may be NULL.
 * @returns SOW_OK, SOW_USAGE if a player spec is wrong or a player is named twice, or a
 * status of the database.
 */
SOW_MUST_USE enum sow_status sow_fit_opponents_resolve(struct sow_player_list *list,
                                                       int *champion,
                                                       struct sow_store *store,
                                                       const struct sow_rules *rules,
                                                       struct sow_err *err);

/** Options of the matches. */
struct sow_fit_comparison {
    const struct sow_player_list *opponents; /**< resolved list of opponents */
    const char *player; /**< template (player_template.h) that receives the weights */
    int games;          /**< number of games per seat */
    int random_plies;   /**< number of random moves that open each game; 0: none */
    const char *starts; /**< resolved start positions (openings.h) */
};

/** Plays the matches of a run's stored fit that are still missing, and stores each
 *  match after its last game. A fit that gives no player, such as one in which no
 *  feature is left, plays none: that is no failure. Returns SOW_INTERRUPTED after a
 *  stop request (the matches so far stay stored), SOW_NO_MEMORY, SOW_BAD_DATA or a
 *  status of the database. */
SOW_MUST_USE enum sow_status sow_fit_compare(struct sow_run *run,
                                             const struct sow_fit_comparison *comparison,
                                             struct sow_err *err);

#endif
