/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli_run.h"
#include "commands.h"
#include "fit.h"

#include <limits.h>

static enum sow_status run_fit(struct sow_cli *cli, void *options, int argc, char **argv,
                               struct sow_err *err)
{
    (void)argc;
    struct sow_fit_options *fit = options;
    int64_t dataset = 0;
    enum sow_status status = sow_cli_integer(argv[0], "DATASET", 1, &dataset, err);
    if (status != SOW_OK)
        return status;
    if (dataset > INT_MAX)
        return sow_err_set(err, SOW_USAGE, "there is no run %s; see 'runs list'",
                           argv[0]);
    fit->dataset = (int)dataset;
    struct sow_store *store = NULL;
    status = sow_cli_store(cli, &store, err);
    if (status != SOW_OK)
        return status;
    struct sow_variant variant;
    status = sow_fit_variant(store, dataset, &variant, err);
    struct sow_run_request request;
    int64_t id = 0;
    if (status == SOW_OK) {
        sow_cli_request(cli, &sow_fit_kind, &variant, fit, &request);
        status = sow_cli_execute(cli, store, &request, &id, err);
    }
    if (status == SOW_OK)
        status = sow_cli_result(cli, store, id, err);
    sow_store_close(store);
    return status;
}

const struct sow_command sow_command_fit = {
    .section = "Fitting",
    .name = "fit",
    .operands = "DATASET",
    .summary = "least squares of the margin on features of positions, stored; a player",
    .examples = "sowlab fit 2\n"
                "sowlab fit 2 --features h4,h6 && sowlab match run:3 random",
    .details =
        "DATASET is the number of the run that made it, whose rules hold. "
        "'sowlab features' lists the features. The fitted function is the player "
        "run:ID, which chooses the move whose position it values highest. Standard "
        "errors assume independent rows; positions of one game are not.\n",
    .groups = {{&sow_fit_params, 0, NULL},
               {&sow_ols_params, offsetof(struct sow_fit_options, ols), "Least squares"}},
    .options_size = sizeof(struct sow_fit_options),
    .takes = SOW_TAKES_DB | SOW_TAKES_LABEL | SOW_TAKES_FORMAT,
    .min_operands = 1,
    .max_operands = 1,
    .run = run_fit,
};
