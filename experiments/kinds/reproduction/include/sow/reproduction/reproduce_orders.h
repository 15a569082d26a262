/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * The best linear order of the six heuristics, which a publication names as an opponent
 * without saying which it is. Looked for among all 720, or some drawn at random, in three
 * rounds of fresh games: after each an eighth, roughly, goes on, and in the last one
 * those left meet every order there is.
 *
 * Deterministic, of the run's seed and rules alone; not stored but made again if a run
 * goes on.
 */
#ifndef SOW_EXPERIMENTS_REPRODUCE_ORDERS_H
#define SOW_EXPERIMENTS_REPRODUCE_ORDERS_H

#include "sow/heuristics/agent.h"
#include "sow/runs/run.h"

enum {
    SOW_ORDERS_MAX = 720,
    SOW_ORDER_READINGS = 2, /**< enum sow_order_reading */
};

/** What to look for. */
struct sow_order_search {
    const struct sow_rules *rules;
    enum sow_order_reading reading;
    int orders; /**< 1..SOW_ORDERS_MAX */
    /** Not NULL: the order that does best against this player, not against the other
     *  orders. */
    const struct sow_agent *against;
};

/** Finds it. @returns SOW_INTERRUPTED after a stop request, SOW_NO_MEMORY. */
SOW_MUST_USE enum sow_status sow_order_find(struct sow_run *run,
                                            const struct sow_order_search *search,
                                            struct sow_agent *best, struct sow_err *err);

#endif
