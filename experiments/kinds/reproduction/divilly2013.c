/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The matches of Divilly et al. 2013. In every variant each player of the tables meets
   each other one. In the variant of the evolutions, printed and own vectors also meet the
   best linear orders, and own vectors meet the printed strategy. */
#include "sow/evolution/evolve.h"
#include "sow/reproduction/reproduce.h"
#include "sow/reproduction/reproduce_evolved.h"
#include "sow/reproduction/works.h"

#include <stdlib.h>
#include <string.h>

/* State of the work. The agents of the study are, in this order, the players of the
   tables, the printed vectors, own vectors and linear orders. `evolutions` is owned. */
struct divilly {
    size_t variant; /* index in the set of the variant of the evolutions */
    /* Own evolutions, and their number. */
    struct sow_evolution *evolutions;
    size_t evolution_count;
    /* True if --orders is above 0. */
    bool has_orders;
    struct sow_agent orders[SOW_ORDER_READINGS][2]; /* best and hardest order of each
                                                       reading */
    size_t order_cells[SOW_ORDER_READINGS];         /* index of the first cell of each
                                                       reading */
    /* Games of each reading, for the evidence. */
    struct sow_order_games order_games[SOW_ORDER_READINGS];
};

/* Index of the evolved strategy among the players. Indices of the best order and of the
   one that is hardest for the evolved strategy, and the number of these. */
enum { EVOLVED = 0, BEST = 0, HARDEST = 1, ORDER_KINDS = 2 };

/* Number of cells of a reading before those of own vectors: the evolved strategy and the
   printed vectors against the best order, the evolved strategy against the hardest. */
enum { READING_CELLS = SOW_PRINTED_VECTORS + 2 };

/* --- what was recorded --- */

/* Sets @p variant to the index of the variant of the evolutions. Returns SOW_BAD_DATA if
   the record lacks it. */
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

/* Sets number of evolutions, variant and `has_orders` of the state from the options, and
   allocates `evolutions`. Returns SOW_BAD_DATA if the record lacks the variant, or
   SOW_NO_MEMORY. */
static enum sow_status read_options(const struct sow_study *study, struct sow_err *err)
{
    const struct sow_reproduce_options *options = study->options;
    struct divilly *divilly = sow_work_own(study);
    divilly->evolution_count = (size_t)options->evolutions;
    divilly->has_orders = options->orders > 0;
    enum sow_status status = find_variant(study, &divilly->variant, err);
    if (status != SOW_OK)
        return status;
    divilly->evolutions =
        calloc(divilly->evolution_count + 1, sizeof *divilly->evolutions);
    return divilly->evolutions == NULL ? sow_err_no_memory(err) : SOW_OK;
}

/* --- agents --- */

/* Returns the index of the first printed vector among the agents. The players are before
   it. */
static size_t first_printed(const struct sow_study *study)
{
    return study->players.count;
}

/* Returns the index of the first own vector among the agents. The printed vectors are
   before it. */
static size_t first_own(const struct sow_study *study)
{
    return first_printed(study) + SOW_PRINTED_VECTORS;
}

/* Returns the index of a linear order among the agents. @p reading is an enum
   sow_order_reading. @p kind is BEST or HARDEST. */
static size_t order_agent(const struct sow_study *study, int reading, int kind)
{
    const struct divilly *divilly = sow_work_own(study);
    return first_own(study) + divilly->evolution_count +
           (size_t)(reading * ORDER_KINDS + kind);
}

/* Adds a player with the weights of each printed vector to the agents. Returns
   SOW_BAD_DATA if a vector is missing, or SOW_NO_MEMORY. */
static enum sow_status add_printed(struct sow_study *study, struct sow_err *err)
{
    const struct sow_reproduction_state *state = study->state;
    enum sow_status status = SOW_OK;
    for (int run = 0; run < SOW_PRINTED_VECTORS && status == SOW_OK; run++) {
        double weights[SOW_HEURISTICS] = {0};
        struct sow_agent agent;
        if (!sow_printed_vector(state->figures, state->figure_count, run, weights))
            return sow_err_set(err, SOW_BAD_DATA, "the paper prints no vector of run %d",
                               run + 1);
        sow_agent_weighted(&agent, weights);
        status = sow_study_add_agent(study, &agent, err);
    }
    return status;
}

/* Adds printed vectors, own vectors and, if there are any, linear orders to the agents,
   in this order. Fails as add_printed. */
static enum sow_status add_agents(struct sow_study *study, struct sow_err *err)
{
    const struct divilly *divilly = sow_work_own(study);
    enum sow_status status = add_printed(study, err);
    for (size_t i = 0; i < divilly->evolution_count && status == SOW_OK; i++)
        status = sow_study_add_agent(study, &divilly->evolutions[i].agent, err);
    int orders = divilly->has_orders ? SOW_ORDER_READINGS * ORDER_KINDS : 0;
    for (int i = 0; i < orders && status == SOW_OK; i++)
        status = sow_study_add_agent(
            study, &divilly->orders[i / ORDER_KINDS][i % ORDER_KINDS], err);
    return status;
}

/* --- evolutions and orders --- */

/* Makes and stores the evolutions that are not stored yet, and sets `evolutions` to all
   of them. The one candidate is the fittest of the last generation, which the paper's
   table lists. Does nothing without evolutions. Returns an error of
   sow_evolve_genes_find or sow_evolutions_make. */
static enum sow_status evolve(const struct sow_study *study, struct sow_err *err)
{
    const struct sow_reproduce_options *reproduce = study->options;
    struct divilly *divilly = sow_work_own(study);
    if (divilly->evolution_count == 0)
        return SOW_OK;
    struct sow_evolve_options options;
    sow_run_kind_defaults(&sow_evolve_kind, &options);
    options.optimizer.population = reproduce->population;
    options.optimizer.generations = reproduce->generations;
    options.candidates = 1;
    options.candidate_games = 1;
    options.validation_games = 1;
    const struct sow_variant *variant = &study->set.variants[divilly->variant];
    struct sow_evolution_setting setting = {.name = "Table II",
                                            .variant = variant->name,
                                            .rules = &variant->rules,
                                            .rules_text =
                                                study->set.rules[divilly->variant],
                                            .options = &options};
    struct sow_evolution_plan evolutions = {.settings = &setting,
                                            .setting_count = 1,
                                            .evolutions = (int)divilly->evolution_count};
    enum sow_status status = sow_evolve_genes_find(&options.reading, err);
    if (status == SOW_OK)
        status = sow_evolutions_make(study->run, &evolutions, divilly->evolutions, err);
    sow_params_release(sow_evolve_kind.groups, &options);
    return status;
}

/* Finds two orders for each reading: the best among @p orders orders, and the one that
   does best against the evolved strategy. Plays games. Does nothing for 0 orders.
   Returns an error of sow_order_find. */
static enum sow_status find_orders(const struct sow_study *study, int orders,
                                   struct sow_err *err)
{
    struct divilly *divilly = sow_work_own(study);
    enum sow_status status = SOW_OK;
    for (int i = 0; orders > 0 && i < SOW_ORDER_READINGS && status == SOW_OK; i++) {
        struct sow_order_search search = {
            .rules = &study->set.variants[divilly->variant].rules,
            .reading = (enum sow_order_reading)i,
            .orders = orders};
        status = sow_order_find(study->run, &search, &divilly->orders[i][0], err);
        search.against = &study->players.agents[0];
        if (status == SOW_OK)
            status = sow_order_find(study->run, &search, &divilly->orders[i][1], err);
    }
    return status;
}

/* Makes the evolutions, finds the orders and adds all agents. It is the `enter` of the
   work. Returns the first failure; the study then frees the agents that were added. */
static enum sow_status add_vectors(struct sow_study *study, struct sow_err *err)
{
    const struct sow_reproduce_options *reproduce = study->options;
    enum sow_status status = evolve(study, err);
    if (status == SOW_OK)
        status = find_orders(study, reproduce->orders, err);
    return status == SOW_OK ? add_agents(study, err) : status;
}

/* --- cells --- */

/* Lists the cells of a reading in the order of READING_CELLS, then the own vectors
   against the best order. Notes the index of the first cell. */
static void list_order_cells(struct sow_study *study, int reading)
{
    struct divilly *divilly = sow_work_own(study);
    size_t best = order_agent(study, reading, BEST);
    divilly->order_cells[reading] = study->count;
    sow_study_add_cell(study, divilly->variant, EVOLVED, best);
    for (size_t i = 0; i < SOW_PRINTED_VECTORS; i++)
        sow_study_add_cell(study, divilly->variant, first_printed(study) + i, best);
    sow_study_add_cell(study, divilly->variant, EVOLVED,
                       order_agent(study, reading, HARDEST));
    for (size_t i = 0; i < divilly->evolution_count; i++)
        sow_study_add_cell(study, divilly->variant, first_own(study) + i, best);
}

/* Reads the options into the state. Lists the matches of own vectors against the printed
   strategy, then the cells of each reading of orders. It is the `begin` of the work;
   fails as read_options. */
static enum sow_status list_vector_games(struct sow_study *study, struct sow_err *err)
{
    const struct divilly *divilly = sow_work_own(study);
    enum sow_status status = read_options(study, err);
    if (status != SOW_OK)
        return status;
    for (size_t i = 0; i < divilly->evolution_count; i++)
        sow_study_add_cell(study, divilly->variant, first_own(study) + i, EVOLVED);
    for (int reading = 0; divilly->has_orders && reading < SOW_ORDER_READINGS; reading++)
        list_order_cells(study, reading);
    return SOW_OK;
}

/* --- results --- */

/* Returns the results of the cells that list_order_cells listed for a reading, and the
   specs of both orders. All of them are borrowed from the study. */
static struct sow_order_games order_games(const struct sow_study *study, int reading)
{
    const struct divilly *divilly = sow_work_own(study);
    const struct sow_duel *duels = &study->duels[divilly->order_cells[reading]];
    return (struct sow_order_games){
        .best = study->specs[order_agent(study, reading, BEST)],
        .hardest = study->specs[order_agent(study, reading, HARDEST)],
        .evolved = duels,
        .printed = duels + 1,
        .evolved_hardest = duels + 1 + SOW_PRINTED_VECTORS,
        .ours = duels + READING_CELLS};
}

/* Adds the evolutions and the games of own vectors and of linear orders to the evidence;
   borrowed. It is the `testify` of the work. */
static void testify(const struct sow_study *study, struct sow_evidence *evidence)
{
    const struct sow_reproduction_state *state = study->state;
    struct divilly *divilly = sow_work_own(study);
    for (int i = 0; divilly->has_orders && i < SOW_ORDER_READINGS; i++)
        divilly->order_games[i] = order_games(study, i);
    evidence->evolutions = divilly->evolutions;
    evidence->evolution_count = divilly->evolution_count;
    evidence->evolved = &study->duels[study->set.count * state->pairs];
    evidence->orders = divilly->has_orders ? divilly->order_games : NULL;
}

/* Frees the evolutions. Callback `release` of struct sow_work; @p own is a struct
   divilly. */
static void release_evolutions(void *own)
{
    struct divilly *divilly = own;
    free(divilly->evolutions);
}

/* --- the work --- */

static const struct sow_reproduction TABLES[] = {
    {"I", "erherhe", .compare = sow_compare_ranking},
    {"I", "oware", .compare = sow_compare_ranking},
    {"I", "awari", .compare = sow_compare_ranking},
    {"I", "vai-lung-thlan", .compare = sow_compare_ranking},
    {"II", "erherhe", .compare = sow_compare_evolved_weights},
    {"III", "erherhe", .compare = sow_compare_chosen_strategy},
    {"IV", "erherhe", .fill = sow_fill_rate},
    {"V", "oware", .fill = sow_fill_rate},
    {"VI", "awari", .fill = sow_fill_rate},
    {"VII", "vai-lung-thlan", .fill = sow_fill_rate},
    {"claims", "erherhe", .compare = sow_compare_claims},
    {"claims", "oware", .compare = sow_compare_claims},
    {"claims", "awari", .compare = sow_compare_claims},
    {"claims", "vai-lung-thlan", .compare = sow_compare_claims},
    {"claims", "erherhe", .compare = sow_compare_sentences},
    {"claims", "oware", .compare = sow_compare_sentences},
    {"claims", "awari", .compare = sow_compare_sentences},
    {"claims", "vai-lung-thlan", .compare = sow_compare_sentences},
    {.name = NULL},
};

const struct sow_work sow_work_divilly2013 = {
    .name = "divilly2013",
    .players = "divilly2013 h1 h2 h3 h4 h5 h6 random",
    .variants = "paper",
    .games = 10000,
    .quick_games = 1000,
    .evolves = true,
    .orders = true,
    .population = 50,
    .generations = 250,
    .begin = list_vector_games,
    .enter = add_vectors,
    .testify = testify,
    .release = release_evolutions,
    .own_size = sizeof(struct divilly),
    .tables = TABLES,
};
