/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * The best linear order of the six heuristics, which a publication names as an opponent
 * without saying which it is. The search begins with all 720 orders, or with some drawn
 * at random, and has three rounds of new games. After each round about an eighth of the
 * orders is kept. In the last round these meet every order.
 *
 * The result depends only on the random seed and the rules of the run. It is not stored:
 * a resumed run searches again.
 */
#ifndef SOW_EXPERIMENTS_REPRODUCE_ORDERS_H
#define SOW_EXPERIMENTS_REPRODUCE_ORDERS_H

#include "sow/heuristics/agent.h"
#include "sow/runs/run.h"

/** Number of orders of six heuristics, and of ways to read an order. */
enum {
    SOW_ORDERS_MAX = 720,
    SOW_ORDER_READINGS = 2, /**< number of values of enum sow_order_reading */
};

/** A search for the best linear order. */
struct sow_order_search {
    const struct sow_rules *rules; /**< rules of the games; borrowed */
    /** How a player reads its order. */
    enum sow_order_reading reading;
    int orders; /**< number of orders that take part, 1 to SOW_ORDERS_MAX; fewer than all
                     are drawn at random */
    /** Player that the orders play against; borrowed. NULL: they play against each
     *  other. */
    const struct sow_agent *against;
};

/** Searches for the best linear order of the paper's heuristics and writes it to @p
 *  best, which is unchanged on failure. Plays the games with threads and kernel of @p
 *  run, by the rules of @p search, and shows progress. Stores nothing. If only one order
 *  takes part, it is the best without a game.
 *  @returns SOW_INTERRUPTED after a stop request, SOW_NO_MEMORY, or another error of
 *  sow_duels_play. */
SOW_MUST_USE enum sow_status sow_order_find(struct sow_run *run,
                                            const struct sow_order_search *search,
                                            struct sow_agent *best, struct sow_err *err);

#endif
