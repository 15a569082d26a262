/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The command starts export: fair starts of a run as a file for --starts. */
#include "cli_query.h"
#include "sow/cli/commands.h"
#include "sow/truth/fair.h"

/* Carries out `starts export`: writes the fair starts of the run in the operand. Fails
   as sow_cli_export and sow_fair_export. */
static enum sow_status run_export(struct sow_cli *cli, void *options, int argc,
                                  char **argv, struct sow_err *err)
{
    (void)options;
    (void)argc;
    return sow_cli_export(cli, argv[0], sow_fair_export, err);
}

const struct sow_command sow_command_starts_export = {
    .section = "Rules of the games",
    .name = "starts export",
    .operands = "ID",
    .summary = "write the fair starts of a run to a file for --starts",
    .examples = "sowlab starts export 3 --output fair.txt && "
                "sowlab match h1 h4 --variant kalah --starts fair.txt",
    .details =
        "ID is a run of 'sowlab fair'. A run that has not ended gives the starts that "
        "are proven so far.\n",
    .takes = SOW_TAKES_DB | SOW_TAKES_OUTPUT,
    .min_operands = 1,
    .max_operands = 1,
    .run = run_export,
};
