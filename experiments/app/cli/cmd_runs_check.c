/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The command runs check: verifies that stored runs are unchanged. */
#include "cli_query.h"
#include "cli_run.h"
#include "sow/cli/commands.h"

#include <stdlib.h>
#include <string.h>

/* Checks digest, provenance digest and players of one run, reports it and adds 1 to @p
   damaged if it is damaged. A damaged run does not end the command, so that other runs
   are still checked. Returns other failures without a row. */
static enum sow_status check_one(struct sow_store *store, int64_t id, size_t *damaged,
                                 struct sow_report *report, struct sow_err *err)
{
    int64_t rows = 0;
    bool sealed = false;
    enum sow_status status = sow_store_check_run(store, id, &rows, err);
    if (status == SOW_OK)
        status = sow_store_check_seal(store, id, &sealed, err);
    if (status == SOW_OK)
        status = sow_store_check_players(store, id, err);
    if (status != SOW_OK && status != SOW_BAD_DATA)
        return status;
    sow_report_int(report, NULL, id);
    sow_report_text(report, NULL, status == SOW_OK ? "sound" : "damaged");
    sow_report_int(report, NULL, rows);
    sow_report_text(report, NULL, sealed ? "yes" : "no");
    if (status == SOW_OK)
        sow_report_null(report, NULL);
    else
        sow_report_text(report, NULL, err->text);
    *damaged += status != SOW_OK;
    return SOW_OK;
}

/* SQL for numbers that were used by runs which no longer exist, as ranges. The numbers
   may be very large in a database from somebody else. */
static const char MISSING[] =
    "WITH numbers AS (SELECT id FROM runs UNION ALL"
    "  SELECT seq + 1 FROM sqlite_sequence WHERE name = 'runs'),"
    " gaps AS (SELECT lag(id, 1, 0) OVER (ORDER BY id) + 1 AS first, id - 1 AS last"
    "  FROM numbers) SELECT first, last FROM gaps WHERE first <= last AND ?1 = 0";

/* Adds a row for a range of missing runs. Callback of sow_store_answer; @p context is a
   struct sow_report. Never fails. */
static enum sow_status report_missing(void *context, const struct sow_cells *range,
                                      struct sow_err *err)
{
    struct sow_report *report = context;
    bool one = strcmp(range->text[0], range->text[1]) == 0;
    char text[160];
    (void)err;
    (void)snprintf(
        text, sizeof text,
        one ? "run %s is no longer here (deleted by 'runs delete', or by another "
              "program)"
            : "runs %s to %s are no longer here (deleted by 'runs delete', or by "
              "another program)",
        range->text[0], range->text[1]);
    sow_report_int(report, NULL, (int64_t)range->number[0]);
    sow_report_text(report, NULL, "missing");
    sow_report_null(report, NULL);
    sow_report_null(report, NULL);
    sow_report_text(report, NULL, text);
    return SOW_OK;
}

/* Checks the runs @p ids and adds a row for each to the table `check`. With @p whole
   adds rows for the numbers of deleted runs. Adds the number of damaged runs to @p
   damaged. Returns the failure of the database. */
static enum sow_status check_all(struct sow_store *store, const struct sow_cli_ids *ids,
                                 bool whole, size_t *damaged, struct sow_report *report,
                                 struct sow_err *err)
{
    static const char *const COLUMNS[] = {"run_id", "verdict", "rows", "sealed",
                                          "damage"};
    sow_report_table(report, "check", COLUMNS, sizeof COLUMNS / sizeof COLUMNS[0]);
    enum sow_status status = SOW_OK;
    for (size_t i = 0; i < ids->count && status == SOW_OK; i++)
        status = check_one(store, ids->id[i], damaged, report, err);
    if (status == SOW_OK && whole)
        status = sow_store_answer(store, MISSING, SOW_VALUES(sow_integer(0)),
                                  report_missing, report, err);
    return status;
}

/* Sets @p ids to the runs that are named in the operands, or to all. The caller frees
   ids->id, also after a failure. Returns SOW_USAGE for another word, or the failure of
   the database. */
static enum sow_status choose_runs(struct sow_store *store, int argc, char **argv,
                                   struct sow_cli_ids *ids, struct sow_err *err)
{
    return argc > 0 ? sow_cli_ids_read(argc, argv, ids, err)
                    : sow_store_find_runs(store, NULL, NULL, &ids->id, &ids->count, err);
}

/* Checks the runs and the file, and prints the report. Returns SOW_BAD_DATA if a run is
   damaged, or the fault of the file. */
static enum sow_status check_and_print(struct sow_cli *cli, struct sow_store *store,
                                       const struct sow_cli_ids *ids, bool whole,
                                       struct sow_err *err)
{
    struct sow_report *report = sow_report_new();
    if (report == NULL)
        return sow_err_no_memory(err);
    size_t damaged = 0;
    struct sow_err fault = {.status = SOW_OK};
    enum sow_status status = check_all(store, ids, whole, &damaged, report, err);
    enum sow_status file =
        status == SOW_OK ? sow_store_check_file(store, &fault) : SOW_OK;
    if (status == SOW_OK)
        status = sow_cli_print(cli, report, err);
    if (status == SOW_OK && file != SOW_OK)
        status = sow_err_set(err, file, "%s", fault.text);
    else if (status == SOW_OK && damaged > 0)
        status = sow_err_set(err, SOW_BAD_DATA, "%zu of %zu runs are damaged", damaged,
                             ids->count);
    sow_report_free(report);
    return status;
}

/* Carries out `runs check`: checks the named runs, or without operands all runs and the
   numbers of deleted ones. Fails as check_and_print. */
static enum sow_status run_check(struct sow_cli *cli, void *options, int argc,
                                 char **argv, struct sow_err *err)
{
    (void)options;
    struct sow_store *store = NULL;
    struct sow_cli_ids ids = {.id = NULL};
    enum sow_status status = sow_store_open(cli->common.db, SOW_STORE_READ, &store, err);
    if (status == SOW_OK)
        status = choose_runs(store, argc, argv, &ids, err);
    if (status == SOW_OK) {
        sow_store_watch(store, cli->with.stop);
        status = check_and_print(cli, store, &ids, argc == 0, err);
    }
    sow_store_close(store);
    free(ids.id);
    return status;
}

const struct sow_command sow_command_runs_check = {
    .section = "Stored runs",
    .name = "runs check",
    .operands = "[ID...]",
    .summary = "check that runs are as they were stored (digests, no replay)",
    .examples = "sowlab runs check\n"
                "sowlab runs check 1 2",
    .details =
        "Every run has a digest (SHA-256) of its settings and all its rows, and every "
        "generation has a digest of the run up to it. The command computes these "
        "digests again and compares them. It also compares the provenance digest "
        "(times, versions, ...) of runs that have ended, and the rows in run_players "
        "with the settings.\n"
        "Then it checks the structure, references and schema of the whole file. 'runs "
        "verify' checks more: it computes the results again from the settings.\n"
        "Without IDs, a row 'missing' has the numbers of runs that are no longer in the "
        "database. Such rows are not damage, because 'runs delete' leaves them too. The "
        "exit status is 65 if anything is damaged.\n",
    .takes = SOW_TAKES_DB | SOW_TAKES_FORMAT,
    .min_operands = 0,
    .max_operands = SOW_ANY_OPERANDS,
    .run = run_check,
};
