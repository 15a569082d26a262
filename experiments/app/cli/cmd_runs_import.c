/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The command runs import: copies runs from other databases. */
#include "cli_import.h"
#include "cli_run.h"
#include "sow/cli/commands.h"

/* Options of the command. */
struct import_options {
    char runs[SOW_CLI_PATH_MAX + 1];
};

static const struct sow_param IMPORT_ROWS[] = {
    {"runs", &sow_param_text, offsetof(struct import_options, runs), 0, SOW_CLI_PATH_MAX,
     NULL, "", "numbers of the runs to import, separated by commas; by default all"},
};

static const struct sow_param_table IMPORT_TABLE = {IMPORT_ROWS, 1};

/* --- the command --- */

/* Imports the named databases in turn, with a line of the report for each run. Ends at
   the first failure, which it returns. A refused run is not a failure. */
static enum sow_status import_all(struct sow_cli_intake *intake, int argc, char **argv,
                                  struct sow_err *err)
{
    sow_cli_import_begin(intake);
    enum sow_status status = SOW_OK;
    for (int i = 0; i < argc && status == SOW_OK; i++) {
        intake->path = argv[i];
        status = sow_cli_import_file(intake, err);
    }
    return status;
}

/* Prints the report, also if a failure ended the import. Returns that failure, else the
   failure of printing, else SOW_BAD_DATA if runs were refused. */
static enum sow_status tell(struct sow_cli *cli, const struct sow_cli_intake *intake,
                            enum sow_status status, struct sow_err *err)
{
    if (status != SOW_OK && intake->lines == 0)
        return status;
    status = sow_cli_conclude(cli, intake->report, status, err);
    return status != SOW_OK || intake->refused == 0
               ? status
               : sow_err_set(err, SOW_BAD_DATA, "%zu runs were refused", intake->refused);
}

/* Carries out `runs import`: copies runs of the databases in the operands and prints a
   row for each. A missing database of --db is created. Fails as tell. */
static enum sow_status run_import(struct sow_cli *cli, void *options, int argc,
                                  char **argv, struct sow_err *err)
{
    const struct import_options *asked = options;
    struct sow_store *store = NULL;
    struct sow_cli_intake intake = {
        .cli = cli, .runs = asked->runs, .report = sow_report_new()};
    enum sow_status status =
        intake.report != NULL ? sow_cli_store(cli, &store, err) : sow_err_no_memory(err);
    if (status == SOW_OK) {
        sow_store_watch(store, cli->with.stop);
        intake.store = store;
        status = import_all(&intake, argc, argv, err);
        status = tell(cli, &intake, status, err);
    }
    sow_store_close(store);
    sow_report_free(intake.report);
    return status;
}

const struct sow_command sow_command_runs_import = {
    .section = "Stored runs",
    .name = "runs import",
    .operands = "FILE...",
    .summary = "add runs of another database under new numbers",
    .examples = "sowlab runs import other.db\n"
                "sowlab runs import other.db --runs 3,7",
    .details =
        "FILE is a database, which is not changed. The command checks the digest of "
        "every run and refuses a run that has changed since it was stored. Runs come "
        "in the order of their numbers. A run whose results are already in the "
        "database is skipped, except that it gets measurements of strength that it "
        "lacks or has with fewer openings.\n"
        "A fit needs its data set, in the database or before it in FILE. The exit "
        "status is 65 if a run is refused; imported runs stay.\n",
    .groups = {{.table = &IMPORT_TABLE}},
    .options_size = sizeof(struct import_options),
    .takes = SOW_TAKES_DB | SOW_TAKES_FORMAT,
    .min_operands = 1,
    .max_operands = SOW_ANY_OPERANDS,
    .run = run_import,
};
