/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The command report: one HTML page about some runs. */
#include "cli_query.h"
#include "sow/cli/commands.h"
#include "sow/reports/html.h"

#include <inttypes.h>
#include <stdlib.h>

/* Runs of the page; context of report_to. */
struct reporting {
    struct sow_store *store;
    struct sow_cli_ids ids;
};

/* Writes the page to a file. It is a sow_write_fn; @p context is a struct reporting.
   Returns the failure of sow_html_runs. */
static enum sow_status report_to(void *context, FILE *out, struct sow_err *err)
{
    const struct reporting *reporting = context;
    const struct sow_cli_ids *ids = &reporting->ids;
    char title[64];
    if (ids->count == 1)
        (void)snprintf(title, sizeof title, "Run %" PRId64, ids->id[0]);
    else
        (void)snprintf(title, sizeof title, "%zu runs", ids->count);
    sow_html_begin(out, &(struct sow_html_page){.title = title});
    if (ids->count > 1)
        (void)fprintf(out, "<h1>%s</h1>\n", title);
    enum sow_status status = sow_html_runs(
        reporting->store, ids->id, ids->count,
        &(struct sow_html_charts){.width = SOW_SVG_COLUMN, .columns = true}, out, err);
    sow_html_end(out);
    return status;
}

/* Carries out `report`: writes the runs in the operands as one HTML page to --output. If
   a run is missing, writes nothing and returns SOW_NOT_FOUND; else fails as
   sow_html_runs. */
static enum sow_status run_report(struct sow_cli *cli, void *options, int argc,
                                  char **argv, struct sow_err *err)
{
    struct reporting reporting = {.store = NULL};
    (void)options;
    enum sow_status status = sow_cli_ids_read(argc, argv, &reporting.ids, err);
    if (status == SOW_OK)
        status = sow_store_open(cli->common.db, SOW_STORE_READ, &reporting.store, err);
    for (size_t i = 0; status == SOW_OK && i < reporting.ids.count; i++)
        status = sow_store_require_run(reporting.store, reporting.ids.id[i], err);
    if (status == SOW_OK) {
        sow_store_watch(reporting.store, cli->with.stop);
        status = sow_cli_write(cli, report_to, &reporting, err);
    }
    sow_store_close(reporting.store);
    free(reporting.ids.id);
    return status;
}

const struct sow_command sow_command_report = {
    .section = "Stored runs",
    .name = "report",
    .operands = "ID...",
    .summary = "write runs as one HTML page with charts",
    .examples = "sowlab report 1 --output run1.html\n"
                "sowlab report 1 2 3 --output three.html",
    .details =
        "The page needs no other file, no network and no script. It has charts with "
        "their numbers, results, settings, provenance, and the command that computes "
        "the run again. For several runs it begins with a comparison. The same runs "
        "give the same bytes.\n",
    .takes = SOW_TAKES_DB | SOW_TAKES_OUTPUT,
    .min_operands = 1,
    .max_operands = SOW_ANY_OPERANDS,
    .run = run_report,
};
