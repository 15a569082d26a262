/* SPDX-License-Identifier: GPL-3.0-or-later */
/* kalah-ai's weights, chosen by hand, and what evolution makes of the same seven factors
   at the same depth. Every game opens with some moves at random, those of the matches
   with others than evolution saw. */
#include "sow/evolution/evolve.h"
#include "sow/reproduction/reproduce.h"
#include "sow/reproduction/works.h"
#include "sow/statistics/statistics_strata.h"
#include "sow/store/tables/reproduced.def"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Index of kalah-ai among the players, number of random moves that open each game, and
   size of the name of an evolution with its NUL. */
enum { DEFAULT_WEIGHTS = 0, RANDOM_PLIES = 4, NAME_SIZE = 32 };

/* State of the work. All arrays are owned and have an element for each evolution. The
   agents of the study are the players, then the evolved players. */
struct own {
    struct sow_evolution *evolutions;
    size_t count;
    char (*names)[NAME_SIZE]; /* name of each evolution */
    double *values;           /* room for a number of each */
};

/* --- who plays --- */

/* Sets the options of an evolution. The evolved player is kalah-ai with other weights of
   the same seven factors. Returns an error of sow_param_set_named or
   sow_evolve_genes_find. */
static enum sow_status set_options(struct sow_evolve_options *options,
                                   struct sow_err *err)
{
    static const char *const SET[][2] = {
        {"genome", "features"},
        {"features", "pit1,h2,h3,h4,h6,opponent_h2,later_right_most"},
        {"player", "alphabeta:depth=5,extra_costs_depth=yes,ties=lowest,swap=always,"
                   "eval=[weights]"},
        {"weight_min", "-1"},
        {"starts", "random:4"},
        {"games", "1"},
        {"share_games", "yes"},
        {"candidates", "4"},
        {"candidate_games", "5"},
        {"validation_games", "1"},
    };
    enum sow_status status = SOW_OK;
    for (size_t i = 0; i < sizeof SET / sizeof SET[0] && status == SOW_OK; i++)
        status =
            sow_param_set_named(&sow_evolve_params, options, SET[i][0], SET[i][1], err);
    return status == SOW_OK ? sow_evolve_genes_find(&options->reading, err) : status;
}

/* Makes and stores the evolutions that are not stored yet, and sets `evolutions` to all
   of them. Population and generations are those of the options. Returns an error of
   set_options or sow_evolutions_make. */
static enum sow_status evolve(const struct sow_study *study, struct sow_err *err)
{
    const struct sow_reproduce_options *reproduce = study->options;
    struct own *own = sow_work_own(study);
    const struct sow_variant *variant = &study->set.variants[0];
    struct sow_evolve_options options;
    sow_run_kind_defaults(&sow_evolve_kind, &options);
    options.optimizer.population = reproduce->population;
    options.optimizer.generations = reproduce->generations;
    struct sow_evolution_setting setting = {.name = "kalah-ai's factors",
                                            .variant = variant->name,
                                            .rules = &variant->rules,
                                            .rules_text = study->set.rules[0],
                                            .options = &options};
    struct sow_evolution_plan plan = {
        .settings = &setting, .setting_count = 1, .evolutions = (int)own->count};
    enum sow_status status = set_options(&options, err);
    if (status == SOW_OK)
        status = sow_evolutions_make(study->run, &plan, own->evolutions, err);
    sow_params_release(sow_evolve_kind.groups, &options);
    return status;
}

/* Makes the evolutions and adds the champion of each to the agents. It is the `enter` of
   the work. Returns the first failure. */
static enum sow_status add_evolved_players(struct sow_study *study, struct sow_err *err)
{
    const struct own *own = sow_work_own(study);
    enum sow_status status = own->count > 0 ? evolve(study, err) : SOW_OK;
    for (size_t i = 0; i < own->count && status == SOW_OK; i++)
        status = sow_study_add_agent(study, &own->evolutions[i].agent, err);
    return status;
}

/* Allocates the state, sets the number of random plies, and lists a match of each
   evolved player against kalah-ai. It is the `begin` of the work. Returns
   SOW_NO_MEMORY. */
static enum sow_status list_evolved_games(struct sow_study *study, struct sow_err *err)
{
    const struct sow_reproduce_options *reproduce = study->options;
    struct own *own = sow_work_own(study);
    own->count = (size_t)reproduce->evolutions;
    own->evolutions = calloc(own->count + 1, sizeof *own->evolutions);
    own->names = calloc(own->count + 1, sizeof *own->names);
    own->values = calloc(own->count + 1, sizeof *own->values);
    if (own->evolutions == NULL || own->names == NULL || own->values == NULL)
        return sow_err_no_memory(err);
    study->random_plies = RANDOM_PLIES;
    for (size_t i = 0; i < own->count; i++)
        sow_study_add_cell(study, 0, study->players.count + i, DEFAULT_WEIGHTS);
    return SOW_OK;
}

/* Frees the arrays of a struct own. Callback `release` of struct sow_work; @p context is
   the struct. */
static void release_own(void *context)
{
    struct own *own = context;
    free(own->evolutions);
    free(own->names);
    free(own->values);
}

/* --- tables --- */

/* Returns the weight of a feature in an evolved player, scaled so that the magnitudes of
   all its weights add up to @p scale. Returns 0 if the player lacks the feature or has
   only zeros. */
static double weight_of(const struct sow_agent *agent, const char *feature, double scale)
{
    double sum = 0;
    double weight = 0;
    for (int i = 0; i < agent->count; i++) {
        sum += fabs((double)agent->weight[i]);
        if (strcmp(sow_evolve_feature_name(agent->index[i]), feature) == 0)
            weight = agent->weight[i];
    }
    return sum > 0 ? scale * weight / sum : 0;
}

/* Fills a row with the mean of `values` over all evolutions, its 95 % interval, and p of
   Student's test that the mean is @p expected. Leaves the verdict as it is. */
static void fill_mean(struct sow_reproduced_row *row, const struct own *own,
                      double expected)
{
    struct sow_sample sample = {own->values, own->count};
    struct sow_interval interval;
    double mean = sow_sample_mean(&sample, SOW_LEVEL, &interval);
    sow_comparison_fill_ours(row, 1.0, mean, &interval, (int64_t)own->count);
    row->p = sow_settled(sow_sample_difference(&sample, expected, SOW_LEVEL).p);
}

/* Appends a row for each printed weight beside the mean of the evolved ones. A common
   factor does not change play, so the evolved weights are scaled to the printed sum of
   magnitudes. Appends nothing with fewer than two evolutions. Returns SOW_NO_MEMORY. */
static enum sow_status compare_weights(const struct sow_reproduction *table,
                                       const struct sow_evidence *evidence,
                                       struct sow_comparison_list *list,
                                       struct sow_err *err)
{
    const struct own *own = sow_work_own(evidence->study);
    double scale = 0;
    for (size_t f = 0; f < evidence->figure_count; f++)
        scale += fabs(evidence->figures[f].value);
    for (size_t f = 0; f < evidence->figure_count && own->count > 1; f++) {
        const struct sow_published *figure = &evidence->figures[f];
        struct sow_reproduced_row *row = sow_table_add(
            table, list, figure->row, "weight: mean of evolutions; Student's p", err);
        if (row == NULL)
            return SOW_NO_MEMORY;
        for (size_t i = 0; i < own->count; i++)
            own->values[i] = weight_of(&own->evolutions[i].agent, figure->row, scale);
        row->published = figure->value;
        row->published_games = 1;
        row->verdict = "differs";
        fill_mean(row, own, figure->value);
    }
    return SOW_OK;
}

/* Appends the claim that the player of a duel is stronger than its opponent: its score
   in percent. Repeated games count less (sow_duel_thinned). The row is called @p name,
   which is borrowed. Returns SOW_NO_MEMORY. */
static enum sow_status add_score(const struct sow_reproduction *table,
                                 const struct sow_duel *duel, const char *name,
                                 struct sow_comparison_list *list, struct sow_err *err)
{
    struct sow_reproduced_row *row = sow_table_add(table, list, name, "score, %", err);
    struct sow_tally both = sow_duel_thinned(duel);
    if (row == NULL)
        return SOW_NO_MEMORY;
    sow_comparison_fill_score(row, &both);
    row->verdict = row->ours > 50.0 ? "holds" : "fails";
    return SOW_OK;
}

/* Appends the claim that kalah-ai is stronger for each other player, with kalah-ai's
   score against it. Returns SOW_NO_MEMORY. */
static enum sow_status compare_players(const struct sow_reproduction *table,
                                       const struct sow_evidence *evidence,
                                       struct sow_comparison_list *list,
                                       struct sow_err *err)
{
    enum sow_status status = SOW_OK;
    for (size_t i = 1; i < evidence->roster->count && status == SOW_OK; i++)
        status = add_score(table, &evidence->duels[i - 1], evidence->roster->names[i],
                           list, err);
    return status;
}

/* Appends the score of each evolved player against kalah-ai, as a claim that it is
   stronger. With two evolutions or more, appends the mean of these scores, as a claim
   that it is above 50 %. Writes `names` and `values`. Returns SOW_NO_MEMORY. */
static enum sow_status compare_evolved(const struct sow_reproduction *table,
                                       const struct sow_evidence *evidence,
                                       struct sow_comparison_list *list,
                                       struct sow_err *err)
{
    const struct own *own = sow_work_own(evidence->study);
    const struct sow_duel *duels = &evidence->duels[evidence->pairs];
    enum sow_status status = SOW_OK;
    for (size_t i = 0; i < own->count && status == SOW_OK; i++) {
        (void)snprintf(own->names[i], NAME_SIZE, "evolution %zu", i + 1);
        status = add_score(table, &duels[i], own->names[i], list, err);
        if (status == SOW_OK)
            own->values[i] = list->rows[list->count - 1].ours;
    }
    if (status != SOW_OK || own->count < 2)
        return status;
    struct sow_reproduced_row *row =
        sow_table_add(table, list, "all evolutions", "score, %: mean; Student's p", err);
    if (row == NULL)
        return SOW_NO_MEMORY;
    fill_mean(row, own, 50.0);
    row->verdict = row->ours > 50.0 ? "holds" : "fails";
    return SOW_OK;
}

/* --- the work --- */

static const struct sow_reproduction TABLES[] = {
    {"weights", "kalah-7-7", .compare = compare_weights},
    {"stronger than", "kalah-7-7", .compare = compare_players},
    {"evolved against it", "kalah-7-7", .compare = compare_evolved},
    {.name = NULL},
};

const struct sow_work sow_work_kalah_ai = {
    .name = "kalah-ai",
    .players = "kalah-ai random h4 divilly2013 "
               "alphabeta:depth=5,extra_costs_depth=yes,eval=[state:store_difference=1]",
    .variants = "kalah-7-7",
    .games = 500,
    .quick_games = 50,
    .evolves = true,
    .population = 20,
    .generations = 30,
    .begin = list_evolved_games,
    .enter = add_evolved_players,
    .release = release_own,
    .own_size = sizeof(struct own),
    .tables = TABLES,
};
