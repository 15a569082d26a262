/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * Who meets whom in a reproduction: everyone of the tables everyone else in every game;
 * then, in the game that the vectors were evolved in, printed and own vectors against the
 * best linear orders, and own vectors against the printed strategy.
 *
 * Ownership: a plan is caller storage; sow_reproduce_plan_release frees what is in it,
 * also of one that could not be made.
 */
#ifndef SOW_EXPERIMENTS_REPRODUCE_PLAN_H
#define SOW_EXPERIMENTS_REPRODUCE_PLAN_H

#include "sow/matches/plan.h"
#include "sow/reproduction/reproduce.h"
#include "sow/reproduction/reproduce_tables.h"

struct sow_reproduce_plan {
    struct sow_published *figures;
    size_t figure_count;
    struct sow_variant_set set;
    struct sow_roster roster;
    size_t variant; /**< of the set: where vectors were evolved */
    struct sow_evolution *evolutions;
    size_t evolution_count;
    bool has_orders;
    struct sow_agent orders[SOW_ORDER_READINGS][2]; /**< best and hardest */
    struct sow_order_games order_games[SOW_ORDER_READINGS];
    struct sow_agent *agents; /**< roster, printed vectors, own ones, orders */
    char **specs;
    size_t agent_count;
    struct sow_plan_cell *cells;
    struct sow_duel *duels; /**< of each cell */
    size_t cell_count;
    size_t pairs; /**< cells of the tables in one game */
};

/** Reads what was recorded. */
SOW_MUST_USE enum sow_status
sow_reproduce_plan_read(const struct sow_reproduce_options *options,
                        struct sow_reproduce_plan *plan, struct sow_err *err);

/** Lists agents and cells, once evolutions and orders are there. */
SOW_MUST_USE enum sow_status sow_reproduce_plan_cells(struct sow_reproduce_plan *plan,
                                                      struct sow_err *err);

/** What the tables are compared with, once the duels are fought; borrows from the plan.
 */
void sow_reproduce_plan_evidence(struct sow_reproduce_plan *plan,
                                 struct sow_evidence *evidence);

void sow_reproduce_plan_release(struct sow_reproduce_plan *plan);

#endif
