/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The command of every kind of run: options, one run or several, and their result. */
#include "cli_run.h"
#include "sow/base/text.h"
#include "sow/charts/chart.h"
#include "sow/cli/cli_options.h"
#include "sow/evolution/evolve_sections.h"
#include "sow/heuristics/batch.h"
#include "sow/matches/openings.h"
#include "sow/outside/exec.h"
#include "sow/players/player_list.h"
#include "sow/queries/query.h"
#include "sow/runs/run_games.h"
#include "sow/runs/series.h"
#include "sow/store/tables/runs.def"
#include "sow/support/doc_pages.h"
#include "sow/variants/variant_set.h"

#include <stdlib.h>
#include <string.h>

/* --- the variant --- */

/* Refuses --variant and rule settings beside --variants. Returns SOW_USAGE if there are
   any. */
static enum sow_status refuse_both(const struct sow_cli *cli, struct sow_err *err)
{
    if (!sow_options_given(cli->options, "--variant") &&
        cli->common.overrides.lines[0] == '\0')
        return SOW_OK;
    return sow_err_blame(
        err,
        sow_err_set(err, SOW_USAGE,
                    "both '--variants' and rules of one variant are given: choose "
                    "one, or write the rules to a variant file"),
        "variants");
}

enum sow_status sow_cli_asks_game(const struct sow_cli *cli, const void *options,
                                  bool *game, struct sow_err *err)
{
    const struct sow_command *command = cli->command;
    const struct sow_variant_set *set =
        sow_param_of_type(command->kind->groups, &sow_param_variants, options);
    *game = false;
    if ((command->takes & SOW_TAKES_CHANGES) == 0)
        return SOW_OK;
    if (set != NULL && !sow_variant_set_is_empty(set))
        return refuse_both(cli, err);
    *game = true;
    return SOW_OK;
}

/* --- notes before a run begins --- */

/* Returns the run that "run:ID" or "run:ID@N" names, or 0 if the word is another
   player. */
static int64_t run_named(const char *word)
{
    static const char PREFIX[] = "run:";
    char prefix[sizeof PREFIX];
    char number[24];
    int64_t id;
    (void)snprintf(prefix, sizeof prefix, "%s", word);
    if (!sow_text_same(prefix, PREFIX))
        return 0;
    word += strlen(PREFIX);
    (void)snprintf(number, sizeof number, "%.*s", (int)strcspn(word, "@"), word);
    return sow_text_to_int(number, &id) && id > 0 ? id : 0;
}

/* Returns true if the stored run has the rules of the new one, or one of its variants
   has them. Also returns true if its rules cannot be read. */
static bool is_at_home(const struct sow_run_row *row, const struct sow_run *run)
{
    struct sow_variant_set homes = {.text = NULL};
    bool home = sow_run_games_read(row, &homes, NULL) != SOW_OK;
    for (size_t i = 0; i < homes.count; i++)
        home = home || sow_rules_equal(&homes.variants[i].rules, run->rules);
    sow_variant_set_release(&homes);
    return home;
}

/* Returns true if the command line can choose one variant: rule changes, or an option
   `variant` of the kind. */
static bool chooses_game(const struct sow_command *command)
{
    if ((command->takes & SOW_TAKES_CHANGES) != 0)
        return true;
    const struct sow_param_group *group = command->kind->groups;
    while (group->table != NULL && sow_param_find(group->table, "variant") == NULL)
        group++;
    return group->table != NULL;
}

/* Notes each operand run:ID that comes from a run with other rules than those of the new
   run. A missing run is reported elsewhere. Notes nothing if the new run has several
   variants. */
static void note_homes(const struct sow_cli *cli, const struct sow_run *run)
{
    bool several = strchr(run->variant, ',') != NULL;
    for (char *const *word = cli->operands; *word != NULL && !several; word++) {
        struct sow_run_row row;
        int64_t id = run_named(*word);
        if (id == 0 || sow_store_read_run(run->source, id, &row, NULL) != SOW_OK)
            continue;
        if (!is_at_home(&row, run))
            sow_cli_note(cli,
                         "'%s' was made in variant %s and plays %s here; choose the "
                         "variant with --variant",
                         *word, row.variant, run->variant);
        sow_run_row_release(&row);
    }
}

/* Notes each variant that the plain kernel plays because the chosen kernel cannot, with
   the reason. Notes nothing if the user asked for the plain kernel. */
static void note_slow(const struct sow_cli *cli, const struct sow_variant_set *set)
{
    for (size_t i = 0; i < set->count; i++) {
        struct sow_batch batch = {.rules = &set->variants[i].rules, .with = cli->with};
        struct sow_kernel_choice choice = sow_kernel_choose(&batch);
        if (choice.passed_over != NULL)
            sow_cli_note(cli, "the plain kernel plays %s, which takes longer: %s",
                         set->variants[i].name, choice.reason);
    }
}

/* Variants of a run. */
struct games {
    const struct sow_variant *variants;
    size_t count;
};

/* Notes a heuristic of a player that has no effect by the rules of some variants, with
   the first of these and the reason. The player may not play as the user expects. */
static void note_idle(const struct sow_cli *cli, const char *player, int heuristic,
                      const struct games *games)
{
    size_t idle = 0;
    size_t first = 0;
    for (size_t i = games->count; i-- > 0;)
        if (sow_heuristic_refusal(heuristic, &games->variants[i].rules) != NULL) {
            idle++;
            first = i;
        }
    if (idle > 0)
        sow_cli_note(cli, "%s of '%s' says nothing in %s%s: %s",
                     sow_heuristic_rows[heuristic].name, player,
                     games->variants[first].name, idle > 1 ? " and others" : "",
                     sow_heuristic_refusal(heuristic, &games->variants[first].rules));
}

/* Notes at which address and for how long the run waits for an outside program, or which
   program it starts and where the messages of that are. */
static void note_outside(const struct sow_cli *cli, const struct sow_outside *outside)
{
    if (outside->way == SOW_OUTSIDE_KGP)
        sow_cli_note(cli, "a program has to join at %s within %d s (" SOW_DOC_KGP ")",
                     outside->place.address, outside->place.join);
    else
        sow_cli_note(cli,
                     "'%s' is started as a player (" SOW_DOC_EXEC
                     "); its messages are kept in %s",
                     outside->program.command, sow_exec_log(&outside->program));
}

/* Writes notes on the players among the operands: outside programs, stored weights at
   another depth, and heuristics without effect. Ignores operands that are not players. */
static void note_players(const struct sow_cli *cli, const struct sow_run *run,
                         const struct games *games)
{
    for (char *const *word = cli->operands; *word != NULL; word++) {
        struct sow_player_list list = {.count = 0};
        if (sow_player_list_take(&list, 1, word, NULL) != SOW_OK ||
            sow_player_list_resolve(&list, run->source, NULL) != SOW_OK)
            list.count = 0;
        for (size_t i = 0; i < list.count; i++) {
            const struct sow_agent *agent = &list.agents[i];
            if (agent->kind == SOW_AGENT_OUTSIDE)
                note_outside(cli, &agent->outside);
            sow_cli_note_leaves(cli, run->source, *word, agent);
            bool weighted = agent->kind == SOW_AGENT_WEIGHTED;
            for (int t = 0; t < agent->count; t++)
                if ((weighted && agent->weight[t] != 0) || agent->kind == SOW_AGENT_ORDER)
                    note_idle(cli, list.names[i], agent->index[t], games);
        }
        sow_player_list_release(&list);
    }
}

/* Notes that games open with random moves although the user did not ask for them.
   Writes nothing if games begin at given positions. @p options are those that the run
   records. */
static void note_openings(const struct sow_run_request *request, const void *options)
{
    const struct sow_param_group *groups = request->kind->groups;
    const int *asked =
        sow_param_of_type(groups, &sow_param_random_plies, request->options);
    const int *made = sow_param_of_type(groups, &sow_param_random_plies, options);
    char *const *starts =
        sow_param_of_type(groups, &sow_param_added_string, request->options);
    if (starts != NULL && *starts != NULL && **starts != '\0')
        return;
    if (asked != NULL && *asked == SOW_RANDOM_PLIES_ASKED && *made > 0)
        sow_cli_note(request->context,
                     "every game opens with %d random moves, because most players "
                     "repeat a few games from the standard start (--random-plies 0 "
                     "turns this off)",
                     *made);
}

/* Writes all notes before a run begins. It is the `prepared` of a request, whose context
   is the struct sow_cli. @p options are those that the run records. */
static void note_all(const struct sow_run_request *request, const struct sow_run *run,
                     const void *options)
{
    const struct sow_cli *cli = request->context;
    const struct sow_variant_set *set =
        sow_param_of_type(run->kind->groups, &sow_param_variants, options);
    struct sow_variant own = {.rules = *run->rules};
    (void)snprintf(own.name, sizeof own.name, "%s", run->variant);
    struct games games = {&own, 1};
    if (set != NULL && set->count > 0)
        games = (struct games){set->variants, set->count};
    if (chooses_game(cli->command))
        note_homes(cli, run);
    if (set != NULL && run->kind->design != NULL && request->rules == NULL)
        note_slow(cli, set);
    note_players(cli, run, &games);
    note_openings(request, options);
    const struct sow_words words = {.note = sow_cli_note, .cli = cli};
    if (run->kind->remark != NULL)
        run->kind->remark(options, &words);
}

/* --- a series --- */

/* Notes that run @p id of a series is done, as number @p done. Writes nothing for a
   single run. It is the `ended` of a series. */
static void note_done(const struct sow_series *series, int64_t id, int done)
{
    if (series->count > 1)
        sow_cli_note(series->context, "run %lld is done (%d of %d)", (long long)id, done,
                     series->count);
}

/* Reports the runs of a series that are not done, and the number of those that were not
   begun. @p err holds the message of the first failure. If no run failed, it receives
   the message of the first interrupted run; the other messages are notes. */
static void tell_rest(const struct sow_cli *cli, const struct sow_series *series,
                      struct sow_err *err)
{
    int left = 0;
    bool told = err->status != SOW_INTERRUPTED;
    for (int i = 0; i < series->count; i++) {
        const struct sow_series_run *run = &series->runs[i];
        struct sow_err another;
        if (run->status == SOW_OK)
            continue;
        left += run->id == 0;
        if (run->id == 0)
            continue;
        (void)sow_cli_unfinished(cli, series->store, run->id, run->status,
                                 told ? &another : err);
        if (told)
            sow_cli_note(cli, "%s", another.text);
        told = true;
    }
    if (left > 0)
        sow_cli_note(cli, "%d of %d runs were not begun", left, series->count);
}

/* Lists the numbers of the finished runs in the order of their random seeds. @p ids has
   room for all runs. Returns how many there are. */
static int keep_done(const struct sow_series *series, int64_t *ids)
{
    int done = 0;
    for (int i = 0; i < series->count; i++)
        if (series->runs[i].id != 0 && series->runs[i].status == SOW_OK)
            ids[done++] = series->runs[i].id;
    return done;
}

/* Prints a table with the champion of each of @p runs runs. Returns SOW_NO_MEMORY, or
   the failure of the database or the output. */
static enum sow_status show_all(const struct sow_cli *cli, struct sow_store *store,
                                const int64_t *ids, int runs, struct sow_err *err)
{
    struct sow_report *report = sow_report_new();
    if (report == NULL)
        return sow_err_no_memory(err);
    enum sow_status status = sow_evolve_champions(store, ids, (size_t)runs, report, err);
    if (status == SOW_OK)
        status = sow_cli_print(cli, report, err);
    sow_report_free(report);
    return status;
}

/* Makes the runs of a series and prints the results of those that are done. @p ids has
   room for all runs. Returns the failure of the series, else that of printing. */
static enum sow_status execute_series(const struct sow_cli *cli,
                                      const struct sow_series *series, int64_t *ids,
                                      struct sow_err *err)
{
    enum sow_status status = sow_series_execute(series, err);
    if (status == SOW_INTERRUPTED || (status != SOW_OK && series->count > 1))
        tell_rest(cli, series, err);
    int done = keep_done(series, ids);
    if (done == 0)
        return status;
    /* A failure or an interruption is reported, rather than trouble in showing the
       rest. */
    bool one = series->count == 1 && cli->format != SOW_FORMAT_CSV;
    struct sow_err *shown_err = status == SOW_OK ? err : NULL;
    enum sow_status shown = one ? sow_cli_result(cli, series->store, ids[0], shown_err)
                                : show_all(cli, series->store, ids, done, shown_err);
    return status == SOW_OK ? shown : status;
}

/* Makes @p runs runs with consecutive random seeds and prints their results. Returns
   SOW_NO_MEMORY, or as execute_series. */
static enum sow_status make_series(const struct sow_cli *cli, struct sow_store *store,
                                   const struct sow_run_request *request, int runs,
                                   struct sow_err *err)
{
    struct sow_series series = {.store = store,
                                .request = request,
                                .count = runs,
                                .runs = calloc((size_t)runs, sizeof *series.runs),
                                .ended = note_done,
                                .context = cli};
    int64_t *ids = calloc((size_t)runs, sizeof *ids);
    enum sow_status status = series.runs != NULL && ids != NULL
                                 ? execute_series(cli, &series, ids, err)
                                 : sow_err_no_memory(err);
    free(series.runs);
    free(ids);
    return status;
}

/* --- the run --- */

/* Returns true if an option was typed. Callback `given` of struct sow_words. */
static bool is_given(const struct sow_cli *cli, const char *name)
{
    return cli->options != NULL && sow_options_given(cli->options, name);
}

enum sow_status sow_cli_take(const struct sow_cli *cli, void *options,
                             struct sow_words *words, struct sow_cli_asked *asked,
                             struct sow_err *err)
{
    const struct sow_run_kind *kind = cli->command->kind;
    asked->options = options;
    asked->has_game = words->game != NULL;
    asked->answer = NULL;
    words->with = &cli->with;
    words->note = sow_cli_note;
    words->given = is_given;
    words->cli = cli;
    words->answer = &asked->answer;
    enum sow_status status =
        kind->take != NULL ? kind->take(options, words, err) : SOW_OK;
    return status == SOW_OK ? sow_cli_check_starts(cli, options, words->game, err)
                            : status;
}

/* Reads the variant and the operands of a command line into @p asked. Returns SOW_USAGE
   or SOW_BAD_DATA if the run is not possible, or the failure of the variant file. */
static enum sow_status ask(const struct sow_cli *cli, void *options, int argc,
                           char **argv, struct sow_cli_asked *asked, struct sow_err *err)
{
    struct sow_words words = {.count = argc, .words = argv};
    bool game;
    enum sow_status status = sow_cli_asks_game(cli, options, &game, err);
    if (status == SOW_OK && game)
        status = sow_cli_variant(cli, &asked->variant, err);
    if (game)
        words.game = &asked->variant;
    return status == SOW_OK ? sow_cli_take(cli, options, &words, asked, err) : status;
}

enum sow_status sow_cli_request(const struct sow_cli *cli, struct sow_store *store,
                                struct sow_cli_asked *asked,
                                struct sow_run_request *request, struct sow_err *err)
{
    const struct sow_run_kind *kind = cli->command->kind;
    enum sow_status status = SOW_OK;
    if (kind->game != NULL) {
        status = kind->game(asked->options, store, &asked->variant, err);
        asked->has_game = true;
    }
    const struct sow_common *common = &cli->common;
    *request = (struct sow_run_request){
        .kind = kind,
        .rules = asked->has_game ? &asked->variant.rules : NULL,
        .variant = asked->has_game ? asked->variant.name : NULL,
        .options = asked->options,
        .label = common->label,
        .seed = common->seed,
        .with = cli->with,
        .context = cli,
    };
    return status;
}

/* Makes the run or the series of runs, with notes before it, and prints the result. A
   limit of the user that ends the run is noted and is not a failure. Returns the failure
   of the request, the run or printing. */
static enum sow_status make_runs(const struct sow_cli *cli, struct sow_store *store,
                                 struct sow_cli_asked *asked, struct sow_err *err)
{
    const struct sow_run_kind *kind = cli->command->kind;
    struct sow_run_request request;
    enum sow_status status = sow_cli_request(cli, store, asked, &request, err);
    if (status != SOW_OK)
        return status;
    request.prepared = note_all;
    if (kind->runs != NULL)
        return make_series(cli, store, &request, kind->runs(asked->options), err);
    int64_t id = 0;
    status = sow_run_execute(store, &request, &id, err);
    if (status == SOW_INTERRUPTED && id != 0)
        status = sow_cli_unfinished(cli, store, id, status, err);
    /* Reaching a limit of the user, such as --seconds, is not a failure. */
    if (status == SOW_INTERRUPTED && !sow_stop_requested(cli->with.stop)) {
        sow_cli_note(cli, "%s", err->text);
        status = SOW_OK;
    }
    return status == SOW_OK ? sow_cli_result(cli, store, id, err) : status;
}

enum sow_status sow_cli_run_store(const struct sow_cli *cli, struct sow_store **store,
                                  struct sow_err *err)
{
    return cli->command->kind->refers ? sow_cli_existing_store(cli, store, err)
                                      : sow_cli_store(cli, store, err);
}

/* Opens the database of the run, makes the run and prints the result. Returns the first
   failure. */
static enum sow_status record(const struct sow_cli *cli, struct sow_cli_asked *asked,
                              struct sow_err *err)
{
    struct sow_store *store = NULL;
    enum sow_status status = sow_cli_run_store(cli, &store, err);
    if (status == SOW_OK)
        status = make_runs(cli, store, asked, err);
    sow_store_close(store);
    return status;
}

/* Returns SOW_USAGE if --plot is given but the output is not text, runs of the kind have
   no charts, or there are several runs. */
static enum sow_status check_plot(const struct sow_cli *cli, const void *options,
                                  struct sow_err *err)
{
    const struct sow_run_kind *kind = cli->command->kind;
    if (!cli->common.plot)
        return SOW_OK;
    if (cli->format != SOW_FORMAT_TEXT)
        return sow_err_set(err, SOW_USAGE,
                           "'--plot' draws only in text: leave it out, or make a "
                           "picture afterwards with 'sowlab plot'");
    if (kind->charts == NULL)
        return sow_err_set(err, SOW_USAGE, "runs of the kind '%s' have no charts",
                           kind->name);
    if (kind->runs != NULL && kind->runs(options) > 1)
        return sow_err_set(err, SOW_USAGE,
                           "'--plot' draws only one run: 'sowlab plot ID' has charts of "
                           "several runs that differ only in their random seed");
    return SOW_OK;
}

enum sow_status sow_cli_run_kind(struct sow_cli *cli, void *options, int argc,
                                 char **argv, struct sow_err *err)
{
    struct sow_cli_asked asked = {.answer = NULL};
    enum sow_status status = check_plot(cli, options, err);
    if (status == SOW_OK)
        status = ask(cli, options, argc, argv, &asked, err);
    if (status == SOW_OK)
        status = asked.answer != NULL ? sow_cli_print(cli, asked.answer, err)
                                      : record(cli, &asked, err);
    sow_report_free(asked.answer);
    return status;
}
