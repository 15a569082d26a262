/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli_run.h"
#include "sow/cli/commands.h"
#include "sow/fitting/fit.h"

#include <limits.h>

static enum sow_status execute(struct sow_cli *cli, struct sow_store *store,
                               const struct sow_fit_options *fit, struct sow_err *err)
{
    struct sow_variant variant;
    enum sow_status status = sow_fit_variant(store, fit, &variant, err);
    if (status == SOW_OK && fit->comparison_games > 0)
        status = sow_fit_opponents_differ(fit->opponents, store, &variant.rules, err);
    if (status != SOW_OK)
        return status;
    struct sow_run_request request;
    int64_t id = 0;
    sow_cli_request(cli, &variant.rules, variant.name, fit, &request);
    status = sow_cli_execute(cli, store, &request, &id, err);
    return status == SOW_OK ? sow_cli_result(cli, store, id, err) : status;
}

enum sow_status sow_cli_run_fit(struct sow_cli *cli, void *options, int argc, char **argv,
                                struct sow_err *err)
{
    (void)argc;
    struct sow_fit_options *fit = options;
    int64_t dataset = 0;
    enum sow_status status = sow_word_integer(argv[0], "DATASET", 1, &dataset, err);
    if (status != SOW_OK)
        return status;
    if (dataset > INT_MAX)
        return sow_err_set(err, SOW_NOT_FOUND, "there is no run %s; see 'runs list'",
                           argv[0]);
    fit->dataset = (int)dataset;
    fit->champion_run = SOW_CHAMPION_NOT_ASKED;
    struct sow_store *store = NULL;
    status = sow_cli_existing_store(cli, &store, err);
    if (status == SOW_OK)
        status = execute(cli, store, fit, err);
    sow_store_close(store);
    return status;
}
