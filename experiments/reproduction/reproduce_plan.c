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

static enum sow_status find_variant(const struct sow_study *study, size_t *variant,
                                    struct sow_err *err)
{
    for (*variant = 0; *variant < study->set.count; (*variant)++)
        if (strcmp(study->set.variants[*variant].name, SOW_REPRODUCE_EVOLVED_IN) == 0)
            return SOW_OK;
    return sow_err_set(err, SOW_BAD_DATA,
                       "the recorded variants lack '%s'; the record is damaged",
                       SOW_REPRODUCE_EVOLVED_IN);
}

static enum sow_status read_options(const struct sow_study *study, struct sow_err *err)
{
    const struct sow_reproduce_options *options = study->options;
    struct sow_reproduce_plan *plan = study->state;
    plan->evolution_count = (size_t)options->evolutions;
    plan->has_orders = options->orders > 0;
    plan->pairs = study->players.count * (study->players.count - 1) / 2;
    enum sow_status status =
        sow_published_load(options->work, &plan->figures, &plan->figure_count, err);
    if (status == SOW_OK)
        status = find_variant(study, &plan->variant, err);
    if (status != SOW_OK)
        return status;
    plan->evolutions = calloc(plan->evolution_count + 1, sizeof *plan->evolutions);
    return plan->evolutions == NULL ? sow_err_no_memory(err) : SOW_OK;
}

/* --- agents --- */

static size_t first_printed(const struct sow_study *study)
{
    return study->players.count;
}

static size_t first_own(const struct sow_study *study)
{
    return first_printed(study) + SOW_PRINTED_VECTORS;
}

static size_t order_agent(const struct sow_study *study, int reading, int kind)
{
    const struct sow_reproduce_plan *plan = study->state;
    return first_own(study) + plan->evolution_count +
           (size_t)(reading * ORDER_KINDS + kind);
}

static enum sow_status add_printed(struct sow_study *study, struct sow_err *err)
{
    const struct sow_reproduce_plan *plan = study->state;
    enum sow_status status = SOW_OK;
    for (int run = 0; run < SOW_PRINTED_VECTORS && status == SOW_OK; run++) {
        double weights[SOW_HEURISTICS] = {0};
        struct sow_agent agent;
        if (!sow_printed_vector(plan->figures, plan->figure_count, run, weights))
            return sow_err_set(err, SOW_BAD_DATA, "no vector of run %d is printed",
                               run + 1);
        sow_agent_weighted(&agent, weights);
        status = sow_study_add_agent(study, &agent, err);
    }
    return status;
}

enum sow_status sow_reproduce_plan_agents(struct sow_study *study, struct sow_err *err)
{
    const struct sow_reproduce_plan *plan = study->state;
    enum sow_status status = add_printed(study, err);
    for (size_t i = 0; i < plan->evolution_count && status == SOW_OK; i++)
        status = sow_study_add_agent(study, &plan->evolutions[i].agent, err);
    int orders = plan->has_orders ? SOW_ORDER_READINGS * ORDER_KINDS : 0;
    for (int i = 0; i < orders && status == SOW_OK; i++)
        status = sow_study_add_agent(
            study, &plan->orders[i / ORDER_KINDS][i % ORDER_KINDS], err);
    return status;
}

/* --- cells --- */

static void list_tables(struct sow_study *study)
{
    size_t players = study->players.count;
    for (size_t v = 0; v < study->set.count; v++)
        for (size_t i = 0; i < players; i++)
            for (size_t j = i + 1; j < players; j++)
                sow_study_add_cell(study, v, i, j);
}

static void list_order_cells(struct sow_study *study, int reading)
{
    struct sow_reproduce_plan *plan = study->state;
    size_t best = order_agent(study, reading, BEST);
    plan->order_cells[reading] = study->count;
    sow_study_add_cell(study, plan->variant, EVOLVED, best);
    for (size_t i = 0; i < SOW_PRINTED_VECTORS; i++)
        sow_study_add_cell(study, plan->variant, first_printed(study) + i, best);
    sow_study_add_cell(study, plan->variant, EVOLVED,
                       order_agent(study, reading, HARDEST));
    for (size_t i = 0; i < plan->evolution_count; i++)
        sow_study_add_cell(study, plan->variant, first_own(study) + i, best);
}

enum sow_status sow_reproduce_plan_begin(struct sow_study *study, struct sow_err *err)
{
    const struct sow_reproduce_plan *plan = study->state;
    enum sow_status status = read_options(study, err);
    if (status != SOW_OK)
        return status;
    list_tables(study);
    for (size_t i = 0; i < plan->evolution_count; i++)
        sow_study_add_cell(study, plan->variant, first_own(study) + i, EVOLVED);
    for (int reading = 0; plan->has_orders && reading < SOW_ORDER_READINGS; reading++)
        list_order_cells(study, reading);
    return SOW_OK;
}

/* --- results --- */

static struct sow_order_games order_games(const struct sow_study *study, int reading)
{
    const struct sow_reproduce_plan *plan = study->state;
    const struct sow_duel *duels = &study->duels[plan->order_cells[reading]];
    return (struct sow_order_games){
        .best = study->specs[order_agent(study, reading, BEST)],
        .hardest = study->specs[order_agent(study, reading, HARDEST)],
        .evolved = duels,
        .printed = duels + 1,
        .evolved_hardest = duels + 1 + SOW_PRINTED_VECTORS,
        .ours = duels + READING_CELLS};
}

void sow_reproduce_plan_evidence(const struct sow_study *study,
                                 struct sow_evidence *evidence)
{
    struct sow_reproduce_plan *plan = study->state;
    for (int i = 0; plan->has_orders && i < SOW_ORDER_READINGS; i++)
        plan->order_games[i] = order_games(study, i);
    *evidence = (struct sow_evidence){
        .figures = plan->figures,
        .figure_count = plan->figure_count,
        .roster = &study->players,
        .set = &study->set,
        .duels = study->duels,
        .pairs = plan->pairs,
        .evolutions = plan->evolutions,
        .evolution_count = plan->evolution_count,
        .evolved = &study->duels[study->set.count * plan->pairs],
        .orders = plan->has_orders ? plan->order_games : NULL,
    };
}

void sow_reproduce_plan_release(void *state)
{
    struct sow_reproduce_plan *plan = state;
    free(plan->evolutions);
    free(plan->figures);
}
