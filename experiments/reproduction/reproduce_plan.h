/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * Who meets whom in a reproduction: everyone of the tables everyone else in every game;
 * then, in the game that the vectors were evolved in, printed and own vectors against the
 * best linear orders, and own vectors against the printed strategy.
 *
 * Ownership: what a reproduction keeps is released by sow_reproduce_plan_release.
 */
#ifndef SOW_EXPERIMENTS_REPRODUCE_PLAN_H
#define SOW_EXPERIMENTS_REPRODUCE_PLAN_H

#include "sow/matches/study.h"
#include "sow/reproduction/reproduce.h"
#include "sow/reproduction/reproduce_tables.h"

/** What a reproduction keeps beside the study, whose agents are the players of the
 * tables, the printed vectors, own ones, and orders. */
struct sow_reproduce_plan {
    struct sow_published *figures;
    size_t figure_count;
    size_t variant; /**< of the set: where vectors were evolved */
    struct sow_evolution *evolutions;
    size_t evolution_count;
    bool has_orders;
    struct sow_agent orders[SOW_ORDER_READINGS][2]; /**< best and hardest */
    size_t order_cells[SOW_ORDER_READINGS];         /**< the first of each reading */
    struct sow_order_games order_games[SOW_ORDER_READINGS];
    size_t pairs; /**< cells of the tables in one game */
};

/** Reads what was recorded and lists the cells (study.h). */
SOW_MUST_USE enum sow_status sow_reproduce_plan_begin(struct sow_study *study,
                                                      struct sow_err *err);

/** Adds the agents, once evolutions and orders are there. */
SOW_MUST_USE enum sow_status sow_reproduce_plan_agents(struct sow_study *study,
                                                       struct sow_err *err);

/** What the tables are compared with, once the duels are fought; borrows from the study.
 */
void sow_reproduce_plan_evidence(const struct sow_study *study,
                                 struct sow_evidence *evidence);

void sow_reproduce_plan_release(void *state);

#endif
