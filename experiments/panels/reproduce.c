/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "reproduce.h"

#include "panel.h"
#include "reproduce_tables.h"

#include <stdlib.h>
#include <string.h>

#define AT(field) offsetof(struct sow_reproduce_options, field)

static const struct sow_param ROWS[] = {
    SOW_PANEL_GAMES_ROW(AT(games), "10000"),
};

const struct sow_param_table sow_reproduce_params = {ROWS, sizeof ROWS / sizeof ROWS[0]};

static const struct sow_param RECORDED_ROWS[] = {
    {"work", &sow_param_text, AT(work), 0, SOW_WORK_MAX, NULL, "divilly2013",
     "the publication"},
    {"players", &sow_param_text, AT(players.specs), 0, SOW_PLAYER_LIST_MAX, NULL, "",
     "its players"},
    {"names", &sow_param_text, AT(players.names), 0, SOW_PLAYER_LIST_MAX, NULL, "",
     "their names"},
    {"variants", &sow_param_text, AT(choice.variants), 0, SOW_VARIANT_SET_TEXT_MAX, NULL,
     "", "its games"},
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

static void set_if_empty(char *text, size_t size, const char *value)
{
    if (text[0] == '\0')
        (void)snprintf(text, size, "%s", value);
}

static enum sow_status prepare(void *options, struct sow_store *source,
                               const struct sow_rules *rules, struct sow_err *err)
{
    (void)rules;
    struct sow_reproduce_options *reproduce = options;
    set_if_empty(reproduce->choice.variants, sizeof reproduce->choice.variants,
                 SOW_REPRODUCE_VARIANTS);
    set_if_empty(reproduce->players.specs, sizeof reproduce->players.specs,
                 SOW_REPRODUCE_PLAYERS);
    enum sow_status status = check_work(reproduce->work, err);
    if (status == SOW_OK)
        status = sow_variant_choice_resolve(&reproduce->choice, err);
    return status == SOW_OK ? sow_player_list_resolve(&reproduce->players, source, err)
                            : status;
}

/* --- the panel: everyone against everyone else in every game --- */

/* A reproduction under way. */
struct work {
    struct sow_run *run;
    struct sow_variant_set set;
    struct sow_roster roster;
    struct sow_panel_cell *cells;
    struct sow_duel *duels;
    struct sow_published *figures;
    size_t figure_count;
    size_t pairs; /* cells of a variant */
};

static enum sow_status work_init(struct work *work, struct sow_run *run,
                                 const struct sow_reproduce_options *options,
                                 struct sow_err *err)
{
    *work = (struct work){.run = run};
    enum sow_status status =
        sow_published_load(options->work, &work->figures, &work->figure_count, err);
    if (status == SOW_OK)
        status = sow_variant_set_read(&options->choice, &work->set, err);
    if (status == SOW_OK)
        status = sow_roster_read(&options->players, &work->roster, err);
    if (status != SOW_OK)
        return status;
    size_t players = work->roster.count;
    work->pairs = players * (players - 1) / 2;
    work->cells = calloc(work->pairs * work->set.count, sizeof *work->cells);
    work->duels = calloc(work->pairs * work->set.count, sizeof *work->duels);
    if (work->cells == NULL || work->duels == NULL)
        return sow_err_no_memory(err);
    size_t count = 0;
    for (size_t v = 0; v < work->set.count; v++)
        for (size_t i = 0; i < players; i++)
            for (size_t j = i + 1; j < players; j++)
                work->cells[count++] =
                    (struct sow_panel_cell){v, (uint32_t)i, (uint32_t)j};
    return SOW_OK;
}

static void work_release(struct work *work)
{
    sow_variant_set_release(&work->set);
    sow_roster_release(&work->roster);
    free(work->cells);
    free(work->duels);
    free(work->figures);
}

/* --- conclusions --- */

static enum sow_status store_table(const struct work *work,
                                   const struct sow_comparison_list *list, size_t begin,
                                   struct sow_err *err)
{
    enum sow_status status = SOW_OK;
    for (size_t i = begin; i < list->count && status == SOW_OK; i++) {
        struct sow_reproduced_row row = list->rows[i];
        row.run_id = work->run->id;
        row.cell = (int)i;
        status = sow_store_add_reproduced(work->run->sink, &row, err);
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

static enum sow_status conclude(void *context, struct sow_err *err)
{
    struct work *work = context;
    struct sow_comparison_list list = {.rows = NULL};
    struct sow_evidence evidence = {.figures = work->figures,
                                    .figure_count = work->figure_count,
                                    .roster = &work->roster,
                                    .set = &work->set,
                                    .duels = work->duels,
                                    .pairs = work->pairs};
    enum sow_status status = SOW_OK;
    const struct sow_reproduction *table = sow_reproductions;
    while (table->name != NULL && status == SOW_OK) {
        size_t begin = list.count;
        table = compare_parts(table, &evidence, &list, &status, err);
        if (status == SOW_OK)
            status = sow_comparison_judge(&list, begin, err);
        if (status == SOW_OK)
            status = store_table(work, &list, begin, err);
    }
    free(list.rows);
    return status;
}

static enum sow_status execute(struct sow_run *run, const void *options,
                               struct sow_err *err)
{
    const struct sow_reproduce_options *reproduce = options;
    struct work work;
    enum sow_status status = work_init(&work, run, reproduce, err);
    struct sow_panel panel = {.set = &work.set,
                              .agents = work.roster.agents,
                              .specs = work.roster.specs,
                              .agent_count = work.roster.count,
                              .cells = work.cells,
                              .count = work.pairs * work.set.count,
                              .games = reproduce->games};
    if (status == SOW_OK)
        status = sow_panel_play(run, &panel, work.duels, err);
    if (status == SOW_OK)
        status = sow_panel_conclude(run, "reproduced", conclude, &work, err);
    work_release(&work);
    run->stop_reason = "all tables compared";
    return status;
}

static const char *const CONTENT[] = {"match_variants", "matches", "reproduced", NULL};

const struct sow_run_kind sow_reproduce_kind = {
    .name = "reproduce",
    .summary = "published tables beside our own figures, with verdicts",
    .groups = {{&RECORDED, 0, NULL}, {&sow_reproduce_params, 0, NULL}},
    .options_size = sizeof(struct sow_reproduce_options),
    .prepare = prepare,
    .execute = execute,
    .goes_on = true,
    .content = CONTENT,
};
