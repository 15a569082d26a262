/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli_run.h"

#include "sow/charts/chart.h"
#include "sow/cli/cli_options.h"
#include "sow/queries/query_settings.h"
#include "sow/store/tables/runs.def"
#include "sow/support/db_option.h"
#include "sow/support/terminal.h"

enum sow_status sow_cli_store(const struct sow_cli *cli, struct sow_store **store,
                              struct sow_err *err)
{
    return sow_store_open(cli->common.db, SOW_STORE_WRITE, store, err);
}

/* Opens for reading first, which refuses a missing file. Opening for writing would create
   it. */
enum sow_status sow_cli_existing_store(const struct sow_cli *cli,
                                       struct sow_store **store, struct sow_err *err)
{
    enum sow_status status = sow_store_open(cli->common.db, SOW_STORE_READ, store, err);
    if (status != SOW_OK)
        return status;
    sow_store_close(*store);
    *store = NULL;
    return sow_store_open(cli->common.db, SOW_STORE_WRITE, store, err);
}

enum sow_status sow_cli_unfinished(const struct sow_cli *cli, struct sow_store *store,
                                   int64_t id, enum sow_status status,
                                   struct sow_err *err)
{
    char option[SOW_ERR_TEXT_MAX / 2];
    bool done = sow_run_is_done(store, id);
    return sow_err_set(
        err, status,
        done
            ? "%s; run %lld is done and stored, but not fully measured, continue with: sowlab "
              "measure %lld%s"
            : "%s; finished results of run %lld are kept, continue with: sowlab resume "
              "%lld%s",
        status != SOW_INTERRUPTED            ? "failed"
        : sow_stop_requested(cli->with.stop) ? "interrupted"
                                             : "stopped by its limit",
        (long long)id, (long long)id,
        sow_db_option(cli->common.db, option, sizeof option));
}

/* Draws the first chart of the run's kind that has data, below an empty line, to
   cli->out. Draws nothing if there is none. Returns the failure of the database. */
static enum sow_status draw_first(const struct sow_cli *cli, struct sow_store *store,
                                  int64_t id, struct sow_err *err)
{
    struct sow_run_row row;
    bool drawn = false;
    enum sow_status status = sow_store_read_run(store, id, &row, err);
    if (status != SOW_OK)
        return status;
    const struct sow_chart *chart = sow_charts_of(row.kind);
    for (; status == SOW_OK && !drawn && chart->name != NULL; chart++) {
        struct sow_frame frame;
        status = sow_frame_read(store, chart, id, &frame, err);
        drawn = status == SOW_OK && frame.count > 0;
        if (drawn) {
            (void)fputc('\n', cli->out);
            sow_chart_print(&frame, sow_terminal_columns(cli->out), cli->out);
        }
        sow_frame_release(&frame);
    }
    sow_run_row_release(&row);
    return status;
}

/* Returns true if the option whose row is @p param was typed. Returns false if the
   command line, the struct sow_cli @p context, has no such option. It is a
   sow_query_given_fn. */
static bool is_given(const void *context, const struct sow_param *param)
{
    const struct sow_cli *cli = context;
    for (size_t i = 0; cli->options != NULL && i < cli->options->count; i++)
        if (cli->options->row[i].param == param)
            return cli->options->row[i].given;
    return false;
}

/* Adds the result of a run to the report, for a person to read. Leaves out settings that
   have their defaults and were not typed, unless --full is given. Returns the failure of
   the database. */
static enum sow_status answer(const struct sow_cli *cli, struct sow_store *store,
                              int64_t id, struct sow_report *report, struct sow_err *err)
{
    struct sow_query_default defaults[SOW_QUERY_DEFAULTS_MAX];
    struct sow_run_row row;
    enum sow_status status = sow_store_read_run(store, id, &row, err);
    if (status != SOW_OK)
        return status;
    size_t count =
        cli->common.full ? 0 : sow_query_defaults(row.kind, is_given, cli, defaults);
    sow_run_row_release(&row);
    return sow_query_result(store, id, defaults, count, report, err);
}

enum sow_status sow_cli_result(const struct sow_cli *cli, struct sow_store *store,
                               int64_t id, struct sow_err *err)
{
    struct sow_report *report = sow_report_new();
    enum sow_status status = SOW_NO_MEMORY;
    if (report == NULL)
        (void)sow_err_no_memory(err);
    else if (cli->format != SOW_FORMAT_TEXT)
        status = sow_query_whole_result(store, id, report, err);
    else
        status = answer(cli, store, id, report, err);
    if (status == SOW_OK)
        status = sow_cli_print(cli, report, err);
    if (status == SOW_OK && cli->common.plot)
        status = draw_first(cli, store, id, err);
    sow_report_free(report);
    return status;
}
