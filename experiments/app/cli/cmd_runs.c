/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The commands runs list, show, export, delete and verify. */
#include "cli_query.h"
#include "cli_run.h"
#include "sow/base/text.h"
#include "sow/cli/commands.h"
#include "sow/queries/query.h"
#include "sow/runs/run.h"
#include "sow/support/terminal.h"

#include <stdlib.h>
#include <string.h>

static const char SECTION[] = "Stored runs";

/* --- list --- */

/* Most characters of SQL and of a list in an option. */
enum { CLAUSE_MAX = 1023 };

/* Most characters of a kind or variant in an option. */
enum { NAME_MAX_LENGTH = 255 };

/* Options of `runs list`. */
struct list_options {
    char kind[NAME_MAX_LENGTH + 1];
    char variant[NAME_MAX_LENGTH + 1];
    char player[CLAUSE_MAX + 1];
    int status;
    char where[CLAUSE_MAX + 1];
    char sort[CLAUSE_MAX + 1];
    char columns[CLAUSE_MAX + 1];
    int limit;
};

static const char *const STATUSES[] = {"any",    "done",  "running", "interrupted",
                                       "failed", "stale", NULL};

#define LIST_AT(field) offsetof(struct list_options, field)

static const struct sow_param LIST_ROWS[] = {
    {"kind", &sow_param_text, LIST_AT(kind), 0, NAME_MAX_LENGTH, NULL, "",
     "kind of the runs, such as evolve or match; by default all"},
    {"variant", &sow_param_text, LIST_AT(variant), 0, NAME_MAX_LENGTH, NULL, "",
     "variant of the runs, with any size of the board; by default all"},
    {"player", &sow_param_text, LIST_AT(player), 0, CLAUSE_MAX, NULL, "",
     "player in the runs, spelled as in the run; by default all"},
    {"status", &sow_param_choice, LIST_AT(status), 0, 0, STATUSES, "any",
     "status of the runs"},
    {"where", &sow_param_text, LIST_AT(where), 0, CLAUSE_MAX, NULL, "",
     "SQL condition over columns and settings of the runs; by default none"},
    {"sort", &sow_param_text, LIST_AT(sort), 0, CLAUSE_MAX, NULL, "id",
     "order of the runs, as in SQL's ORDER BY"},
    {"columns", &sow_param_text, LIST_AT(columns), 0, CLAUSE_MAX, NULL, "",
     "columns and settings to show, separated by commas; by default the usual columns"},
    {"limit", &sow_param_integer, LIST_AT(limit), 0, 1e9, NULL, "0",
     "largest number of rows, from the first of the order; 0 = all"},
};

static const struct sow_param_table LIST_TABLE = {LIST_ROWS,
                                                  sizeof LIST_ROWS / sizeof LIST_ROWS[0]};

/* Most settings that a condition can use. */
enum { SETTINGS_MAX = 300 };

/* Query of the list, and the width of its answer. */
struct list_question {
    struct sow_query_runs runs;
    const char *settings[SETTINGS_MAX + 1];
    bool wide;
};

/* Adds the name of a setting unless it is there already. Ignores further names if there
   are SETTINGS_MAX. The name is borrowed. */
static void add_setting(struct list_question *question, const char *name)
{
    size_t i = 0;
    while (question->settings[i] != NULL && strcmp(question->settings[i], name) != 0)
        i++;
    if (i < SETTINGS_MAX)
        question->settings[i] = name;
}

/* Lists the stored names of the settings of all kinds, each name once, and gives them to
   the query. */
static void list_settings(struct list_question *question)
{
    for (size_t k = 0; sow_run_kinds[k] != NULL; k++)
        for (const struct sow_param_group *group = sow_run_kinds[k]->groups;
             group->table != NULL; group++)
            for (size_t i = 0; i < group->table->count; i++)
                add_setting(question, sow_param_stored_name(&group->table->rows[i]));
    question->runs.settings = question->settings;
}

/* Returns SOW_USAGE, with a suggestion, if there is no kind of run called @p kind. ""
   means all kinds. */
static enum sow_status check_kind(const char *kind, struct sow_err *err)
{
    char hint[64];
    struct sow_nearest nearest;
    sow_nearest_init(&nearest, kind);
    for (size_t i = 0; sow_run_kinds[i] != NULL; i++) {
        if (strcmp(sow_run_kinds[i]->name, kind) == 0)
            return SOW_OK;
        sow_nearest_offer(&nearest, sow_run_kinds[i]->name);
    }
    return kind[0] == '\0'
               ? SOW_OK
               : sow_err_set(err, SOW_USAGE, "'%s' is not a kind of run%s", kind,
                             sow_nearest_hint(&nearest, hint, sizeof hint));
}

/* Adds the list of runs to the report. It is a sow_cli_ask_fn; @p question is a struct
   list_question. Returns SOW_USAGE for a bad condition, order or column, or the failure
   of the database. */
static enum sow_status ask_list(struct sow_store *store, const void *question,
                                struct sow_report *report, struct sow_err *err)
{
    const struct list_question *asked = question;
    if (asked->wide)
        sow_report_wide(report);
    return sow_query_list(store, &asked->runs, report, err);
}

/* Carries out `runs list`: prints the runs that the options choose. Returns SOW_USAGE
   for an unknown kind of run, or as ask_list. */
static enum sow_status run_list(struct sow_cli *cli, void *options, int argc, char **argv,
                                struct sow_err *err)
{
    (void)argc;
    (void)argv;
    const struct list_options *asked = options;
    struct list_question question = {
        .runs = {.kind = asked->kind,
                 .variant = asked->variant,
                 .player = asked->player,
                 .status = asked->status > 0 ? STATUSES[asked->status] : NULL,
                 .where = asked->where,
                 .sort = asked->sort,
                 .columns = asked->columns,
                 .limit = asked->limit,
                 .plain = cli->format != SOW_FORMAT_TEXT},
        /* A program that reads the table expects each run in one line. */
        .wide = getenv("COLUMNS") == NULL && sow_terminal_window(cli->out) == 0};
    enum sow_status status = check_kind(asked->kind, err);
    list_settings(&question);
    return status == SOW_OK
               ? sow_cli_answer(cli, ask_list, &question, &sow_query_limits_default, err)
               : status;
}

const struct sow_command sow_command_runs_list = {
    .section = SECTION,
    .name = "runs list",
    .operands = "",
    .summary = "list the runs in the database",
    .examples =
        "sowlab runs list\n"
        "sowlab runs list --kind evolve --variant kalah --sort \"id DESC\"\n"
        "sowlab runs list --player divilly2013 --limit 10 --json\n"
        "sowlab runs list --where \"validation > 0.9\" --columns id,mutation_rate\n"
        "sowlab runs list --status stale",
    .details =
        "A run is shown as stale if the process at work on it is gone; 'sowlab resume' "
        "continues it.\n"
        "Conditions, orders and --columns can use the columns of the list, the columns "
        "version, kernel, threads and resumed, and settings. A setting has the name "
        "that 'runs show' gives, such as population. If a setting has the name of a "
        "column, the name means the column. In a pipe each run is one line with all "
        "columns.\n",
    .groups = {{.table = &LIST_TABLE}},
    .options_size = sizeof(struct list_options),
    .takes = SOW_TAKES_DB | SOW_TAKES_FORMAT,
    .run = run_list,
};

/* --- show --- */

/* Carries out `runs show`: prints all about the run in the operand. Fails as
   sow_cli_show. */
static enum sow_status run_show(struct sow_cli *cli, void *options, int argc, char **argv,
                                struct sow_err *err)
{
    (void)options;
    (void)argc;
    return sow_cli_show(cli, argv[0], sow_query_show, err);
}

const struct sow_command sow_command_runs_show = {
    .section = SECTION,
    .name = "runs show",
    .operands = "ID",
    .summary = "show a run: settings, progress, results",
    .examples = "sowlab runs show 1\n"
                "sowlab runs show 1 --json",
    .takes = SOW_TAKES_DB | SOW_TAKES_FORMAT,
    .min_operands = 1,
    .max_operands = 1,
    .run = run_show,
};

/* --- export --- */

/* Carries out `runs export`: writes the run in the operand as JSON to --output. Fails as
   sow_cli_export. */
static enum sow_status run_export(struct sow_cli *cli, void *options, int argc,
                                  char **argv, struct sow_err *err)
{
    (void)options;
    (void)argc;
    return sow_cli_export(cli, argv[0], sow_store_export, err);
}

const struct sow_command sow_command_runs_export = {
    .section = SECTION,
    .name = "runs export",
    .operands = "ID",
    .summary = "write a run with all its rows as one JSON document",
    .examples = "sowlab runs export 1 > run1.json\n"
                "sowlab runs export 1 --output run1.json",
    .takes = SOW_TAKES_DB | SOW_TAKES_OUTPUT,
    .min_operands = 1,
    .max_operands = 1,
    .run = run_export,
};

/* --- delete --- */

/* Carries out `runs delete`: deletes the runs in the operands in turn, with a note for
   each. Ends at the first run that cannot be deleted; the runs before it are gone.
   Returns its failure. */
static enum sow_status run_delete(struct sow_cli *cli, void *options, int argc,
                                  char **argv, struct sow_err *err)
{
    (void)options;
    struct sow_store *store = NULL;
    struct sow_cli_ids ids;
    enum sow_status status = sow_cli_ids_read(argc, argv, &ids, err);
    if (status == SOW_OK)
        status = sow_cli_existing_store(cli, &store, err);
    for (size_t i = 0; status == SOW_OK && i < ids.count; i++) {
        status = sow_store_delete_run(store, ids.id[i], err);
        if (status == SOW_OK)
            sow_cli_note(cli, "run %lld is deleted", (long long)ids.id[i]);
    }
    sow_store_close(store);
    free(ids.id);
    return status;
}

const struct sow_command sow_command_runs_delete = {
    .section = SECTION,
    .name = "runs delete",
    .operands = "ID...",
    .summary = "delete runs with all their rows",
    .examples = "sowlab runs delete 7\n"
                "sowlab runs delete 8 9",
    .details = "A data set cannot be deleted before the fits that use it. A deleted "
               "run cannot be restored.\n",
    .takes = SOW_TAKES_DB,
    .min_operands = 1,
    .max_operands = SOW_ANY_OPERANDS,
    .run = run_delete,
};

/* --- verify --- */

/* Adds a row for run @p id, which was replayed: the verdict, which part was compared,
   the number of rows and the first difference. */
static void report_verdict(int64_t id, const struct sow_run_verdict *verdict,
                           struct sow_report *report)
{
    sow_report_int(report, NULL, id);
    sow_report_text(report, NULL, verdict->same ? "same" : "different");
    sow_report_text(report, NULL,
                    verdict->complete  ? "whole"
                    : verdict->running ? "the rows so far; still running"
                                       : "the rows up to its end");
    sow_report_int(report, NULL, verdict->rows);
    if (verdict->same)
        sow_report_null(report, NULL);
    else
        sow_report_text(report, NULL, verdict->difference);
}

/* Adds a row for run @p id, which cannot be replayed, with the verdict and the reason.
   This does not end the command, so that other runs are still verified. */
static void report_unreplayed(int64_t id, const char *verdict, const char *reason,
                              struct sow_report *report)
{
    sow_report_int(report, NULL, id);
    sow_report_text(report, NULL, verdict);
    sow_report_null(report, NULL);
    sow_report_null(report, NULL);
    sow_report_text(report, NULL, reason);
}

/* Replays the runs one after the other and reports each. Adds to @p unlike the number of
   runs with a different result, or that cannot be replayed for another reason than time.
   Returns other failures than SOW_BAD_DATA, which end the loop. */
static enum sow_status verify_all(const struct sow_cli *cli, struct sow_store *store,
                                  const struct sow_cli_ids *ids, size_t *unlike,
                                  struct sow_report *report, struct sow_err *err)
{
    static const char *const COLUMNS[] = {"run_id", "verdict", "compared", "rows",
                                          "difference"};
    enum sow_status status = SOW_OK;
    sow_report_table(report, "verify", COLUMNS, sizeof COLUMNS / sizeof COLUMNS[0]);
    for (size_t i = 0; status == SOW_OK && i < ids->count; i++) {
        struct sow_run_replay replay = {.id = ids->id[i], .with = cli->with};
        struct sow_run_verdict verdict = {0};
        status = sow_run_verify(store, &replay, &verdict, err);
        if (verdict.timed)
            report_unreplayed(
                ids->id[i], "not replayable",
                "a player is limited by time (ms=, clock=) or is an outside "
                "program, so its moves depend on more than the random seed",
                report);
        else if (status == SOW_OK)
            report_verdict(ids->id[i], &verdict, report);
        if (status == SOW_BAD_DATA) {
            report_unreplayed(ids->id[i], "not replayed", err->text, report);
            status = SOW_OK;
        }
        *unlike += !verdict.same && !verdict.timed;
    }
    return status;
}

/* Carries out `runs verify`: replays the runs in the operands and prints a row for each.
   Returns SOW_BAD_DATA, after the report, if runs differ; else the failure of
   verify_all. */
static enum sow_status run_verify(struct sow_cli *cli, void *options, int argc,
                                  char **argv, struct sow_err *err)
{
    (void)options;
    struct sow_store *store = NULL;
    struct sow_cli_ids ids;
    size_t unlike = 0;
    struct sow_report *report = sow_report_new();
    enum sow_status status = sow_cli_ids_read(argc, argv, &ids, err);
    if (status == SOW_OK && report == NULL)
        status = sow_err_no_memory(err);
    if (status == SOW_OK)
        status = sow_store_open(cli->common.db, SOW_STORE_READ, &store, err);
    if (status == SOW_OK)
        status = verify_all(cli, store, &ids, &unlike, report, err);
    if (status == SOW_OK)
        status = sow_cli_print(cli, report, err);
    if (status == SOW_OK && unlike > 0)
        status = sow_err_set(err, SOW_BAD_DATA,
                             "%zu of %zu runs differ from their stored results", unlike,
                             ids.count);
    sow_store_close(store);
    sow_report_free(report);
    free(ids.id);
    return status;
}

const struct sow_command sow_command_runs_verify = {
    .section = SECTION,
    .name = "runs verify",
    .operands = "ID...",
    .summary = "compute runs again and compare every row, bit for bit",
    .examples = "sowlab runs verify 1\n"
                "sowlab runs verify 1 2 --threads 1",
    .details =
        "The command computes the run in memory and does not change the stored run. "
        "For an unfinished run it compares the rows stored so far and computes no "
        "more.\n"
        "A run with an outside program or with a player limited by time is 'not "
        "replayable', because its moves depend on more than the random seed. This is "
        "not a fault. The exit status is 65 if a run is different.\n",
    .takes = SOW_TAKES_DB | SOW_TAKES_THREADS | SOW_TAKES_KERNEL | SOW_TAKES_FORMAT,
    .min_operands = 1,
    .max_operands = SOW_ANY_OPERANDS,
    .run = run_verify,
};
