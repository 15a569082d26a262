/* SPDX-License-Identifier: GPL-3.0-or-later */
/* starts export: fair starts of a run as a file for --starts. */
#include "cli_query.h"
#include "sow/cli/commands.h"
#include "sow/truth/fair.h"

struct exporting {
    struct sow_store *store;
    int64_t id;
};

static enum sow_status write_starts(void *context, FILE *out, struct sow_err *err)
{
    const struct exporting *exporting = context;
    return sow_fair_export(exporting->store, exporting->id, out, err);
}

static enum sow_status run_export(struct sow_cli *cli, void *options, int argc,
                                  char **argv, struct sow_err *err)
{
    (void)options;
    (void)argc;
    struct exporting exporting = {.store = NULL};
    enum sow_status status = sow_word_integer(argv[0], "ID", 1, &exporting.id, err);
    if (status == SOW_OK)
        status = sow_store_open(cli->common.db, SOW_STORE_READ, &exporting.store, err);
    if (status == SOW_OK)
        status = sow_cli_write(cli, write_starts, &exporting, err);
    sow_store_close(exporting.store);
    return status;
}

const struct sow_command sow_command_starts_export = {
    .section = "Rules of the games",
    .name = "starts export",
    .operands = "ID",
    .summary = "the fair starts of a run as a file for --starts",
    .examples = "sowlab starts export 3 --output fair.txt && "
                "sowlab match h1 h4 --variant kalah --starts fair.txt",
    .details = "ID is a run of 'sowlab fair'. A run that has not ended has those that it "
               "has proven so far.\n",
    .takes = SOW_TAKES_DB | SOW_TAKES_OUTPUT,
    .min_operands = 1,
    .max_operands = 1,
    .run = run_export,
};
