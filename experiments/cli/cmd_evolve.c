/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli_run.h"
#include "sow/cli/cli_options.h"
#include "sow/cli/commands.h"
#include "sow/evolution/evolve.h"
#include "sow/queries/query.h"
#include "sow/runs/series.h"

#include <stdlib.h>
#include <string.h>

static void note_done(const struct sow_series *series, int64_t id, int done)
{
    if (series->count > 1)
        sow_cli_note(series->context, "run %lld is done (%d of %d)", (long long)id, done,
                     series->count);
}

/* Says what became of the runs that were not done; @p err is about the first. */
static void tell_interrupted(const struct sow_cli *cli, const struct sow_series *series,
                             struct sow_err *err)
{
    int left = 0;
    bool told = false;
    for (int i = 0; i < series->count; i++) {
        const struct sow_series_run *run = &series->runs[i];
        left += run->status == SOW_INTERRUPTED && run->id == 0;
        if (run->status != SOW_INTERRUPTED || run->id == 0)
            continue;
        struct sow_err another;
        (void)sow_cli_interrupted(cli, run->id, told ? &another : err);
        if (told)
            sow_cli_note(cli, "%s", another.text);
        told = true;
    }
    if (left > 0)
        sow_cli_note(cli, "%d of %d runs were not begun", left, series->count);
}

/* The numbers of those that were done, in the order of their seeds; how many. */
static int keep_done(const struct sow_series *series, int64_t *ids)
{
    int done = 0;
    for (int i = 0; i < series->count; i++)
        if (series->runs[i].id != 0 && series->runs[i].status == SOW_OK)
            ids[done++] = series->runs[i].id;
    return done;
}

/* One line per run. */
static enum sow_status show_all(const struct sow_cli *cli, struct sow_store *store,
                                const int64_t *ids, int runs, struct sow_err *err)
{
    struct sow_report *report = sow_report_new();
    if (report == NULL)
        return sow_err_no_memory(err);
    enum sow_status status = sow_query_champions(store, ids, (size_t)runs, report, err);
    if (status == SOW_OK)
        status = sow_cli_print(cli, report, err);
    sow_report_free(report);
    return status;
}

/* The rules of one game may be given, or several games. */
static enum sow_status refuse_both(const struct sow_cli *cli, struct sow_err *err)
{
    const struct sow_param *variant =
        sow_param_find(&sow_common_groups[0].table, "variant");
    if (strcmp(cli->common.variant, variant->fallback) == 0 &&
        cli->common.overrides.lines[0] == '\0')
        return SOW_OK;
    return sow_err_set(err, SOW_USAGE,
                       "both '--variants' and the rules of one game are given: choose "
                       "one; a variant file can have rules of its own");
}

/* The game, or nothing: the run finds several in its options. Many runs have the rules
   of now, whatever becomes of the files. */
static enum sow_status find_rules(const struct sow_cli *cli,
                                  struct sow_evolve_options *evolve,
                                  struct sow_variant *variant, bool *several,
                                  struct sow_err *err)
{
    *several = !sow_variant_set_is_empty(&evolve->choice.set);
    if (!*several)
        return sow_cli_variant(cli, variant, err);
    enum sow_status status = refuse_both(cli, err);
    return status == SOW_OK && evolve->runs > 1
               ? sow_variant_choice_resolve(&evolve->choice, err)
               : status;
}

static enum sow_status evolve_series(const struct sow_cli *cli,
                                     const struct sow_series *series, int64_t *ids,
                                     struct sow_err *err)
{
    enum sow_status status = sow_series_execute(series, err);
    if (status == SOW_INTERRUPTED)
        tell_interrupted(cli, series, err);
    int done = keep_done(series, ids);
    if (done == 0)
        return status;
    /* A failure or an interruption is worth more than trouble in showing the rest. */
    bool one = series->count == 1 && cli->format != SOW_FORMAT_CSV;
    struct sow_err *shown_err = status == SOW_OK ? err : NULL;
    enum sow_status shown = one ? sow_cli_result(cli, series->store, ids[0], shown_err)
                                : show_all(cli, series->store, ids, done, shown_err);
    return status == SOW_OK ? shown : status;
}

static enum sow_status evolve_into(const struct sow_cli *cli, struct sow_store *store,
                                   struct sow_evolve_options *evolve, struct sow_err *err)
{
    struct sow_variant variant;
    bool several;
    enum sow_status status = find_rules(cli, evolve, &variant, &several, err);
    if (status != SOW_OK)
        return status;
    struct sow_run_request request;
    sow_cli_request(cli, several ? NULL : &variant.rules, variant.name, evolve, &request);
    struct sow_series series = {.store = store,
                                .request = &request,
                                .count = evolve->runs,
                                .runs = calloc((size_t)evolve->runs, sizeof *series.runs),
                                .ended = note_done,
                                .context = cli};
    int64_t *ids = calloc((size_t)evolve->runs, sizeof *ids);
    if (series.runs == NULL || ids == NULL)
        status = sow_err_no_memory(err);
    else
        status = evolve_series(cli, &series, ids, err);
    free(series.runs);
    free(ids);
    return status;
}

/* What is allowed, and probably not meant. */
static void note_oddities(const struct sow_cli *cli,
                          const struct sow_evolve_options *options)
{
    bool mixed = options->fitness == SOW_FITNESS_MIXED;
    if (options->reading.genome == SOW_EVOLVE_FEATURES &&
        options->reading.weight_min >= 0)
        sow_cli_note(cli, "no feature can count against a move, as --weight-min is not "
                          "below 0");
    if (mixed && options->hall_share > 0 &&
        options->hall_interval > options->ga.generations)
        sow_cli_note(cli,
                     "the hall of fame stays empty: its first member would enter after "
                     "generation %d; lower --hall-interval",
                     options->hall_interval - 1);
    if (mixed && options->panel_share <= 0 && options->hall_share <= 0)
        sow_cli_note(cli, "nothing is mixed: --panel-share and --hall-share are 0");
}

static bool draws_tournaments(const void *context)
{
    const struct sow_ga_options *ga = context;
    return ga->selection == SOW_SELECT_TOURNAMENT ||
           ga->selection == SOW_SELECT_TOURNAMENT_UNIFORM;
}

static bool ranks(const void *context)
{
    const struct sow_ga_options *ga = context;
    return ga->selection == SOW_SELECT_RANK;
}

static bool truncates(const void *context)
{
    const struct sow_ga_options *ga = context;
    return ga->selection == SOW_SELECT_TRUNCATION;
}

static bool scales(const void *context)
{
    const struct sow_ga_options *ga = context;
    return ga->scaling == SOW_SCALING_LINEAR;
}

/* What is typed in vain. Runs that are stored with such options can be replayed: they are
   refused here and not by the kind of run. */
static enum sow_status refuse_idle(const struct sow_ga_options *ga, struct sow_err *err)
{
    static const struct sow_param_group GROUPS[] = {{.table = &sow_ga_params},
                                                    {.table = NULL}};
    static const struct sow_param_need NEEDS[] = {
        {"tournament_size", draws_tournaments, "--selection tournament"},
        {"rank_pressure", ranks, "--selection rank"},
        {"truncation_share", truncates, "--selection truncation"},
        {"scaling_multiplier", scales, "--scaling linear"},
        {NULL, NULL, NULL},
    };
    return sow_param_refuse_idle(GROUPS, NEEDS, ga, err);
}

/* More than there are. The presets of --candidates serve small populations too. */
static enum sow_status refuse_sizes(const struct sow_evolve_options *evolve,
                                    struct sow_err *err)
{
    const struct sow_param *candidates = sow_param_find(&sow_evolve_params, "candidates");
    int population = evolve->ga.population;
    if (population < 2)
        return sow_err_set(err, SOW_USAGE,
                           "a population of 1 has nobody to mate with: give --population "
                           "2 or more");
    if (evolve->candidates > population &&
        evolve->candidates != (int)strtol(candidates->fallback, NULL, 10))
        return sow_err_set(err, SOW_USAGE,
                           "--candidates %d are to be chosen, and a population of %d has "
                           "only %d: lower it, or raise --population",
                           evolve->candidates, population, population);
    if (evolve->ga.tournament_size > population)
        return sow_err_set(err, SOW_USAGE,
                           "--tournament-size %d are to be drawn, and a population of %d "
                           "has only %d: lower it, or raise --population",
                           evolve->ga.tournament_size, population, population);
    return SOW_OK;
}

enum sow_status sow_cli_run_evolve(struct sow_cli *cli, void *options, int argc,
                                   char **argv, struct sow_err *err)
{
    (void)argc;
    (void)argv;
    const struct sow_evolve_options *evolve = options;
    note_oddities(cli, evolve);
    struct sow_store *store = NULL;
    enum sow_status status = refuse_idle(&evolve->ga, err);
    if (status == SOW_OK)
        status = refuse_sizes(evolve, err);
    if (status == SOW_OK)
        status = sow_cli_store(cli, &store, err);
    if (status == SOW_OK)
        status = evolve_into(cli, store, options, err);
    sow_store_close(store);
    return status;
}
