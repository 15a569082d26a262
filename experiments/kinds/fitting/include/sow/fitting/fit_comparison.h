/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * The question that matters of a fit: how its player does on the board. It meets each of
 * a list of opponents in both seats, as matches of purpose "validation". The games begin
 * with moves at random (openings.h); without, game g against opponent k of the list (from
 * 1) draws from the same stream of the run's seed as any champion's validation against
 * its k-th opponent.
 */
#ifndef SOW_EXPERIMENTS_FIT_COMPARISON_H
#define SOW_EXPERIMENTS_FIT_COMPARISON_H

#include "sow/players/player_list.h"

struct sow_run;
struct sow_store;

/** In a list of opponents: the best evolved champion by the same rules. */
#define SOW_OPPONENT_CHAMPION "champion"

enum {
    SOW_CHAMPION_NOT_ASKED = -1, /**< for: the list does not ask for one */
    SOW_CHAMPION_NONE = 0        /**< for: there was none in the store */
};

/**
 * Resolves a list as it was typed: `champion` is taken off it, and the best one in the
 * store (view best_vectors) that was evolved by the same @p rules, if there is one, put
 * at its end. @p champion is its run, or one of the two values above; where the list does
 * not ask (it was resolved before), it is left as it is. SOW_USAGE: a spec is wrong, or a
 * player named twice.
 */
SOW_MUST_USE enum sow_status sow_fit_opponents_resolve(struct sow_player_list *list,
                                                       int *champion,
                                                       struct sow_store *store,
                                                       const struct sow_rules *rules,
                                                       struct sow_err *err);

/** What is compared. */
struct sow_fit_comparison {
    const struct sow_player_list *opponents; /**< resolved */
    const char *player; /**< whose weights are compared: a template (player_template.h) */
    int games;          /**< in each seat */
    int random_plies;   /**< that open each game; 0: from the start, by duels.h */
    const char *starts; /**< resolved, as openings.h says */
};

/** Plays what is missing of the matches of the run's stored fit, and stores each when it
 *  is done. A fit in which no feature is left plays none. */
SOW_MUST_USE enum sow_status sow_fit_compare(struct sow_run *run,
                                             const struct sow_fit_comparison *comparison,
                                             struct sow_err *err);

#endif
