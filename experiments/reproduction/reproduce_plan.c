/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "reproduce_plan.h"

#include "sow/reproduction/reproduce_evolved.h"

#include <stdlib.h>
#include <string.h>

/* The evolved strategy is the first of the players. */
enum { EVOLVED = 0, BEST = 0, HARDEST = 1, ORDER_KINDS = 2 };

/* Cells of a reading: the evolved strategy and the printed vectors against the best
   order, the evolved strategy against the hardest. */
enum { READING_CELLS = SOW_PRINTED_VECTORS + 2 };

/* --- what was recorded --- */

static enum sow_status find_variant(struct sow_reproduce_plan *plan, struct sow_err *err)
{
    for (plan->variant = 0; plan->variant < plan->set.count; plan->variant++)
        if (strcmp(plan->set.variants[plan->variant].name, SOW_REPRODUCE_EVOLVED_IN) == 0)
            return SOW_OK;
    return sow_err_set(err, SOW_BAD_DATA,
                       "the recorded variants lack '%s'; the record is damaged",
                       SOW_REPRODUCE_EVOLVED_IN);
}

enum sow_status sow_reproduce_plan_read(const struct sow_reproduce_options *options,
                                        struct sow_reproduce_plan *plan,
                                        struct sow_err *err)
{
    *plan = (struct sow_reproduce_plan){.evolution_count = (size_t)options->evolutions,
                                        .has_orders = options->orders > 0};
    enum sow_status status =
        sow_published_load(options->work, &plan->figures, &plan->figure_count, err);
    if (status == SOW_OK)
        status = sow_variant_set_read(&options->choice, &plan->set, err);
    if (status == SOW_OK)
        status = sow_roster_read(&options->players, &plan->roster, err);
    if (status == SOW_OK)
        status = find_variant(plan, err);
    if (status != SOW_OK)
        return status;
    plan->pairs = plan->roster.count * (plan->roster.count - 1) / 2;
    plan->evolutions = calloc(plan->evolution_count + 1, sizeof *plan->evolutions);
    return plan->evolutions == NULL ? sow_err_no_memory(err) : SOW_OK;
}

/* --- agents --- */

static size_t first_printed(const struct sow_reproduce_plan *plan)
{
    return plan->roster.count;
}

static size_t first_own(const struct sow_reproduce_plan *plan)
{
    return first_printed(plan) + SOW_PRINTED_VECTORS;
}

static size_t order_agent(const struct sow_reproduce_plan *plan, int reading, int kind)
{
    return first_own(plan) + plan->evolution_count +
           (size_t)(reading * ORDER_KINDS + kind);
}

static enum sow_status list_printed(struct sow_reproduce_plan *plan, struct sow_err *err)
{
    for (int run = 0; run < SOW_PRINTED_VECTORS; run++) {
        double weights[SOW_HEURISTICS];
        if (!sow_printed_vector(plan->figures, plan->figure_count, run, weights))
            return sow_err_set(err, SOW_BAD_DATA, "no vector of run %d is printed",
                               run + 1);
        sow_agent_weighted(&plan->agents[first_printed(plan) + (size_t)run], weights);
    }
    return SOW_OK;
}

static void list_orders(struct sow_reproduce_plan *plan)
{
    for (int reading = 0; reading < SOW_ORDER_READINGS; reading++)
        for (int kind = 0; kind < ORDER_KINDS; kind++)
            plan->agents[order_agent(plan, reading, kind)] = plan->orders[reading][kind];
}

static enum sow_status list_agents(struct sow_reproduce_plan *plan, struct sow_err *err)
{
    size_t count = order_agent(plan, SOW_ORDER_READINGS, BEST);
    plan->agents = calloc(count, sizeof *plan->agents);
    plan->specs = calloc(count, sizeof *plan->specs);
    if (plan->agents == NULL || plan->specs == NULL)
        return sow_err_no_memory(err);
    memcpy(plan->agents, plan->roster.agents,
           plan->roster.count * sizeof *plan->roster.agents);
    for (size_t i = 0; i < plan->evolution_count; i++)
        plan->agents[first_own(plan) + i] = plan->evolutions[i].agent;
    enum sow_status status = list_printed(plan, err);
    if (plan->has_orders)
        list_orders(plan);
    plan->agent_count =
        plan->has_orders ? count : count - SOW_ORDER_READINGS * ORDER_KINDS;
    for (size_t i = 0; i < plan->agent_count && status == SOW_OK; i++) {
        plan->specs[i] = sow_agent_spec(&plan->agents[i]);
        if (plan->specs[i] == NULL)
            status = sow_err_no_memory(err);
    }
    return status;
}

/* --- cells --- */

static void add_cell(struct sow_reproduce_plan *plan, size_t player, size_t opponent)
{
    plan->cells[plan->cell_count++] =
        (struct sow_plan_cell){plan->variant, (uint32_t)player, (uint32_t)opponent};
}

static void list_tables(struct sow_reproduce_plan *plan)
{
    size_t players = plan->roster.count;
    for (size_t v = 0; v < plan->set.count; v++)
        for (size_t i = 0; i < players; i++)
            for (size_t j = i + 1; j < players; j++)
                plan->cells[plan->cell_count++] =
                    (struct sow_plan_cell){v, (uint32_t)i, (uint32_t)j};
}

static void list_order_games(struct sow_reproduce_plan *plan, int reading)
{
    struct sow_order_games *games = &plan->order_games[reading];
    const struct sow_duel *duels = &plan->duels[plan->cell_count];
    *games = (struct sow_order_games){
        .best = plan->specs[order_agent(plan, reading, BEST)],
        .hardest = plan->specs[order_agent(plan, reading, HARDEST)],
        .evolved = duels,
        .printed = duels + 1,
        .evolved_hardest = duels + 1 + SOW_PRINTED_VECTORS,
        .ours = duels + READING_CELLS};
    size_t best = order_agent(plan, reading, BEST);
    add_cell(plan, EVOLVED, best);
    for (size_t i = 0; i < SOW_PRINTED_VECTORS; i++)
        add_cell(plan, first_printed(plan) + i, best);
    add_cell(plan, EVOLVED, order_agent(plan, reading, HARDEST));
    for (size_t i = 0; i < plan->evolution_count; i++)
        add_cell(plan, first_own(plan) + i, best);
}

enum sow_status sow_reproduce_plan_cells(struct sow_reproduce_plan *plan,
                                         struct sow_err *err)
{
    size_t own = plan->evolution_count;
    size_t most =
        plan->set.count * plan->pairs + own + SOW_ORDER_READINGS * (READING_CELLS + own);
    enum sow_status status = list_agents(plan, err);
    if (status != SOW_OK)
        return status;
    plan->cells = calloc(most, sizeof *plan->cells);
    plan->duels = calloc(most, sizeof *plan->duels);
    if (plan->cells == NULL || plan->duels == NULL)
        return sow_err_no_memory(err);
    list_tables(plan);
    for (size_t i = 0; i < own; i++)
        add_cell(plan, first_own(plan) + i, EVOLVED);
    for (int reading = 0; plan->has_orders && reading < SOW_ORDER_READINGS; reading++)
        list_order_games(plan, reading);
    return SOW_OK;
}

void sow_reproduce_plan_evidence(struct sow_reproduce_plan *plan,
                                 struct sow_evidence *evidence)
{
    *evidence = (struct sow_evidence){
        .figures = plan->figures,
        .figure_count = plan->figure_count,
        .roster = &plan->roster,
        .set = &plan->set,
        .duels = plan->duels,
        .pairs = plan->pairs,
        .evolutions = plan->evolutions,
        .evolution_count = plan->evolution_count,
        .evolved = &plan->duels[plan->set.count * plan->pairs],
        .orders = plan->has_orders ? plan->order_games : NULL,
    };
}

void sow_reproduce_plan_release(struct sow_reproduce_plan *plan)
{
    for (size_t i = 0; i < plan->agent_count && plan->specs != NULL; i++)
        free(plan->specs[i]);
    free(plan->specs);
    free(plan->agents);
    free(plan->cells);
    free(plan->duels);
    free(plan->evolutions);
    free(plan->figures);
    sow_variant_set_release(&plan->set);
    sow_roster_release(&plan->roster);
}
