/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The commands dataset make, list and show. */
#include "cli_query.h"
#include "cli_run.h"
#include "sow/cli/commands.h"
#include "sow/fitting/dataset.h"
#include "sow/fitting/dataset_report.h"

static const char SECTION[] = "Fitting";

/* --- list --- */

/* Adds a row for each data set of the database to the report. It is a sow_cli_ask_fn.
   Fails as sow_dataset_report_list. */
static enum sow_status ask_list(struct sow_store *store, const void *question,
                                struct sow_report *report, struct sow_err *err)
{
    (void)question;
    return sow_dataset_report_list(store, report, err);
}

/* Carries out `dataset list`: prints a row for each data set. Returns the failure of the
   database. */
static enum sow_status run_list(struct sow_cli *cli, void *options, int argc, char **argv,
                                struct sow_err *err)
{
    (void)options;
    (void)argc;
    (void)argv;
    return sow_cli_answer(cli, ask_list, NULL, &sow_query_limits_default, err);
}

const struct sow_command sow_command_dataset_list = {
    .section = SECTION,
    .name = "dataset list",
    .operands = "",
    .summary = "list the data sets in the database",
    .examples = "sowlab dataset list\n"
                "sowlab dataset list --json",
    .takes = SOW_TAKES_DB | SOW_TAKES_FORMAT,
    .run = run_list,
};

/* --- show --- */

/* Carries out `dataset show`: prints the data set whose number is typed. Fails as
   sow_cli_show. */
static enum sow_status run_show(struct sow_cli *cli, void *options, int argc, char **argv,
                                struct sow_err *err)
{
    (void)options;
    (void)argc;
    return sow_cli_show(cli, argv[0], sow_dataset_report_show, err);
}

const struct sow_command sow_command_dataset_show = {
    .section = SECTION,
    .name = "dataset show",
    .operands = "ID",
    .summary = "show the rows, labels and game phases of a data set",
    .examples = "sowlab dataset show 3\n"
                "sowlab dataset show 3 --json",
    .details =
        "Phases are ranges of the number of seeds in both rows, from low to high. Win "
        "and draw rates are those of the positions, seen from their viewpoint.\n",
    .takes = SOW_TAKES_DB | SOW_TAKES_FORMAT,
    .min_operands = 1,
    .max_operands = 1,
    .run = run_show,
};
