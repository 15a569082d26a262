/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sow/reproduction/reproduce.h"

#include "reproduce_plan.h"
#include "sow/reproduction/reproduce_evolved.h"
#include "sow/store/store.h"

#include <stdlib.h>
#include <string.h>

#define AT(field) offsetof(struct sow_reproduce_options, field)

static const struct sow_param ROWS[] = {
    SOW_STUDY_GAMES_ROW("10000"),
    {"evolutions", &sow_param_integer, AT(evolutions), 0, 1000, NULL, "20",
     "runs of the genetic algorithm for Tables II and III, with this seed and the ones after it; "
     "0: these tables are left out"},
    {"population", &sow_param_integer, AT(population), 2, 100000, NULL, "50",
     "individuals of each; the paper has 50"},
    {"generations", &sow_param_integer, AT(generations), 1, 100000, NULL, "250",
     "generations of each, the random one included; the paper has 250"},
    {"orders", &sow_param_integer, AT(orders), 0, SOW_ORDERS_MAX, NULL, "720",
     "linear orders among which the best is looked for, drawn at random if not all; 0: "
     "the claims and Table III, which need it, are left out"},
};

static const struct sow_param_table PLAYED = {ROWS, sizeof ROWS / sizeof ROWS[0]};

static bool evolves(const void *context)
{
    const struct sow_reproduce_options *options = context;
    return options->evolutions > 0;
}

static const struct sow_param_need NEEDS[] = {
    {"population", evolves, "--evolutions above 0"},
    {"generations", evolves, "--evolutions above 0"},
    {NULL, NULL, NULL},
};

static const struct sow_param TYPED_ROWS[] = {
    {"quick", &sow_param_flag, AT(quick), 0, 0, NULL, "no",
     "1,000 games in each seat, whatever --games says, and at most 5 evolutions and 120 orders"},
};

static const struct sow_param_table TYPED = {TYPED_ROWS, 1};

enum { QUICK_GAMES = 1000, QUICK_EVOLUTIONS = 5, QUICK_ORDERS = 120 };

static void limit(int *value, int most)
{
    *value = *value < most ? *value : most;
}

static enum sow_status take(void *options, const struct sow_words *words,
                            struct sow_err *err)
{
    static const struct sow_param WORK = {
        .name = "WORK", .type = &sow_param_text, .offset = AT(work), .max = SOW_WORK_MAX};
    struct sow_reproduce_options *reproduce = options;
    if (reproduce->quick) {
        reproduce->study.games = QUICK_GAMES;
        limit(&reproduce->evolutions, QUICK_EVOLUTIONS);
        limit(&reproduce->orders, QUICK_ORDERS);
    }
    return sow_param_set(&WORK, reproduce, words->words[0], err);
}

static const struct sow_param RECORDED_ROWS[] = {
    {"work", &sow_param_text, AT(work), 0, SOW_WORK_MAX, NULL, "divilly2013",
     "the publication"},
    SOW_STUDY_PLAYERS_ROWS,
    SOW_VARIANTS_ROW(AT(study.choice), "", "its games"),
};

static const struct sow_param_table RECORDED = {
    RECORDED_ROWS, sizeof RECORDED_ROWS / sizeof RECORDED_ROWS[0]};

static enum sow_status check_work(const char *work, struct sow_err *err)
{
    struct sow_published *figures;
    size_t count;
    enum sow_status status = sow_published_load(work, &figures, &count, err);
    if (status == SOW_OK)
        free(figures);
    return status;
}

/* --- evolutions and orders --- */

/* As the paper has it; the one candidate is the fittest of the last generation, which is
   what its table lists. */
static enum sow_status evolve(const struct sow_study *study, struct sow_err *err)
{
    const struct sow_reproduce_options *reproduce = study->options;
    struct sow_reproduce_plan *plan = study->state;
    if (plan->evolution_count == 0)
        return SOW_OK;
    struct sow_evolve_options options;
    sow_run_kind_defaults(&sow_evolve_kind, &options);
    options.ga.population = reproduce->population;
    options.ga.generations = reproduce->generations;
    options.candidates = 1;
    options.candidate_games = 1;
    options.validation_games = 1;
    const struct sow_variant *variant = &study->set.variants[plan->variant];
    struct sow_evolution_setting setting = {.name = "Table II",
                                            .variant = variant->name,
                                            .rules = &variant->rules,
                                            .rules_text = study->set.rules[plan->variant],
                                            .options = &options};
    struct sow_evolution_plan evolutions = {.settings = &setting,
                                            .setting_count = 1,
                                            .evolutions = (int)plan->evolution_count};
    enum sow_status status = sow_evolve_genes_find(&options.reading, err);
    if (status == SOW_OK)
        status = sow_evolutions_make(study->run, &evolutions, plan->evolutions, err);
    sow_params_release(sow_evolve_kind.groups, &options);
    return status;
}

static enum sow_status find_orders(const struct sow_study *study, int orders,
                                   struct sow_err *err)
{
    struct sow_reproduce_plan *plan = study->state;
    enum sow_status status = SOW_OK;
    for (int i = 0; orders > 0 && i < SOW_ORDER_READINGS && status == SOW_OK; i++) {
        struct sow_order_search search = {.rules =
                                              &study->set.variants[plan->variant].rules,
                                          .reading = (enum sow_order_reading)i,
                                          .orders = orders};
        status = sow_order_find(study->run, &search, &plan->orders[i][0], err);
        search.against = &study->players.agents[0];
        if (status == SOW_OK)
            status = sow_order_find(study->run, &search, &plan->orders[i][1], err);
    }
    return status;
}

static enum sow_status enter(struct sow_study *study, struct sow_err *err)
{
    const struct sow_reproduce_options *reproduce = study->options;
    enum sow_status status = evolve(study, err);
    if (status == SOW_OK)
        status = find_orders(study, reproduce->orders, err);
    return status == SOW_OK ? sow_reproduce_plan_agents(study, err) : status;
}

/* --- conclusions --- */

const struct sow_reproduction sow_reproductions[] = {
    {"I", "erherhe", sow_compare_ranking},
    {"I", "oware", sow_compare_ranking},
    {"I", "awari", sow_compare_ranking},
    {"I", "vai-lung-thlan", sow_compare_ranking},
    {"II", "erherhe", sow_compare_evolved_weights},
    {"III", "erherhe", sow_compare_chosen_strategy},
    {"IV", "erherhe", sow_compare_rates},
    {"V", "oware", sow_compare_rates},
    {"VI", "awari", sow_compare_rates},
    {"VII", "vai-lung-thlan", sow_compare_rates},
    {"claims", "erherhe", sow_compare_claims},
    {"claims", "oware", sow_compare_claims},
    {"claims", "awari", sow_compare_claims},
    {"claims", "vai-lung-thlan", sow_compare_claims},
    {"claims", "erherhe", sow_compare_sentences},
    {"claims", "oware", sow_compare_sentences},
    {"claims", "awari", sow_compare_sentences},
    {"claims", "vai-lung-thlan", sow_compare_sentences},
    {NULL, NULL, NULL},
};

static enum sow_status store_table(const struct sow_run *run,
                                   const struct sow_comparison_list *list, size_t begin,
                                   struct sow_err *err)
{
    enum sow_status status = SOW_OK;
    for (size_t i = begin; i < list->count && status == SOW_OK; i++) {
        struct sow_reproduced_row row = list->rows[i];
        row.run_id = run->id;
        row.cell = (int)i;
        status = sow_store_add(run->sink, reproduced, &row, err);
    }
    return status;
}

/* All parts of the table that @p table is the first part of; returns the next table. */
static const struct sow_reproduction *compare_parts(const struct sow_reproduction *table,
                                                    const struct sow_evidence *evidence,
                                                    struct sow_comparison_list *list,
                                                    enum sow_status *status,
                                                    struct sow_err *err)
{
    const char *name = table->name;
    for (; table->name != NULL && strcmp(table->name, name) == 0 && *status == SOW_OK;
         table++)
        *status = table->compare(table, evidence, list, err);
    return table;
}

static enum sow_status conclude(const struct sow_study *study, struct sow_err *err)
{
    struct sow_comparison_list list = {.rows = NULL};
    struct sow_evidence evidence;
    sow_reproduce_plan_evidence(study, &evidence);
    enum sow_status status = SOW_OK;
    const struct sow_reproduction *table = sow_reproductions;
    while (table->name != NULL && status == SOW_OK) {
        size_t begin = list.count;
        table = compare_parts(table, &evidence, &list, &status, err);
        if (status == SOW_OK)
            status = sow_comparison_judge(&list, begin, err);
        if (status == SOW_OK)
            status = store_table(study->run, &list, begin, err);
    }
    sow_comparison_release(&list);
    return status;
}

static const struct sow_study_design DESIGN = {
    .state_size = sizeof(struct sow_reproduce_plan),
    .begin = sow_reproduce_plan_begin,
    .enter = enter,
    .conclude = conclude,
    .table = "reproduced",
    .release = sow_reproduce_plan_release,
    .ended = "all tables compared",
};

static enum sow_status prepare(void *options, struct sow_store *source,
                               const struct sow_rules *rules, struct sow_err *err)
{
    (void)rules;
    const struct sow_reproduce_options *reproduce = options;
    const struct sow_study_options *study = &reproduce->study;
    enum sow_status status = check_work(reproduce->work, err);
    if (status == SOW_OK && sow_player_list_is_empty(&study->players))
        status = sow_param_set_named(&RECORDED, options, "players", SOW_REPRODUCE_PLAYERS,
                                     err);
    if (status == SOW_OK && sow_variant_set_is_empty(&study->choice.set))
        status = sow_param_set_named(&RECORDED, options, "variants",
                                     SOW_REPRODUCE_VARIANTS, err);
    return status == SOW_OK ? sow_study_prepare(&DESIGN, options, source, err) : status;
}

static const char *const CONTENT[] = {"evolutions", "match_variants", "matches",
                                      "reproduced", NULL};

const struct sow_run_kind sow_reproduce_kind = {
    .name = "reproduce",
    .groups = {{.table = &RECORDED, .use = SOW_RECORDED},
               {.table = &PLAYED},
               {.table = &TYPED, .use = SOW_TYPED}},
    .needs = NEEDS,
    .options_size = sizeof(struct sow_reproduce_options),
    .design = &DESIGN,
    .command =
        {
            .kind = &sow_reproduce_kind,
            .section = "Playing",
            .name = "reproduce",
            .operands = "WORK",
            .summary = "published tables beside our own figures, with a verdict on each",
            .examples = "sowlab reproduce divilly2013\n"
                        "sowlab reproduce divilly2013 --quick\n"
                        "sowlab reproduce divilly2013 --evolutions 0 --orders 0 --json\n"
                        "sowlab reproduce divilly2013 --games 100000 --seed 2",
            .details =
                "WORK is 'divilly2013' (Divilly, O'Riordan and Hill 2013). Figure by figure: "
                "Table II, the printed and our own evolved vectors as two samples, III, "
                "the one chosen among them, and IV to VII, "
                "the evolved strategy against each heuristic. As claims that the paper makes: "
                "Table I, and that the strategy wins over 87 % against the best linear order, "
                "that run 4 is the best of the 20 against it, and that h1 beats h2 in every game. "
                "What linear orders are has two readings; "
                "the best order is looked for among all, as is the one hardest for the strategy.\n"
                "A figure agrees unless a test has p < 1 % after Holm over its table: "
                "Fisher's exact test of printed rates (1,000 games) against ours; "
                "of weights the rank sum test, which asks whether one sample lies higher, "
                "beside the means. "
                "What too few evolutions of ours could not make differ is undecided. "
                "A claim holds or fails where its own test has p < 1 %, else it is undecided. "
                "'differs as known' is what no reading of the paper gives; "
                "docs/reproduce.md says which. The text shows the figures that do not agree "
                "and the claims that do not hold; --json, --csv "
                "and 'sowlab runs show' all of them.\n",
            .takes = SOW_TAKES_RUN,
            .min_operands = 1,
            .max_operands = 1,
        },
    .take = take,
    .prepare = prepare,
    .execute = sow_study_execute,
    .goes_on = true,
    .content = CONTENT,
};
