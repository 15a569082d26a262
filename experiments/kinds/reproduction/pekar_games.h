/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * Games between the players of Pekar et al. 2020, and what the paper counts and quotes.
 */
#ifndef SOW_EXPERIMENTS_PEKAR_GAMES_H
#define SOW_EXPERIMENTS_PEKAR_GAMES_H

#include "sow/game/game.h"
#include "sow/matches/study.h"
#include "sow/reproduction/reproduce_tables.h"

enum { SOW_PEKAR_CELLS = 81 };

/** The games of Table 2, once they are played. */
struct sow_pekar_cells {
    size_t count;
    const char *cell[SOW_PEKAR_CELLS]; /**< borrowed */
    struct sow_score score[SOW_PEKAR_CELLS];
};

/** Everyone against itself, and the pairs whose rates the paper quotes, after the round
 *  robin. */
SOW_MUST_USE enum sow_status sow_pekar_list_games(struct sow_study *study,
                                                  struct sow_err *err);
SOW_MUST_USE enum sow_status sow_pekar_add_players(struct sow_study *study,
                                                   struct sow_err *err);

/** Table 2: one game a cell, without chance. */
sow_compare_fn sow_compare_round_robin;

/** How often its first player wins. */
sow_compare_fn sow_compare_sums;

/** Does the first move decide? The same pairs, ties broken at random. */
sow_compare_fn sow_compare_first;

/** Positions and nodes by closed forms. */
sow_compare_fn sow_compare_counts;

/** Two chains of 17 moves, played. */
sow_compare_fn sow_compare_chains;

/** Rates of Rovaris 2017. */
sow_compare_fn sow_compare_quoted;

#endif
