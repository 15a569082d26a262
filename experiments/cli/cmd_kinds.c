/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The commands of kinds of run. */
#include "cli_run.h"
#include "sow/evolution/evolve.h"
#include "sow/fitting/dataset.h"
#include "sow/fitting/fit.h"
#include "sow/fitting/import.h"
#include "sow/reproduction/reproduce.h"
#include "sow/studies/robustness.h"
#include "sow/studies/sensitivity.h"
#include "sow/studies/tournament.h"

/* Kinds that have more to say than their result. */
static const struct {
    const struct sow_run_kind *kind;
    sow_cli_run_fn *run;
} OWN[] = {
    {&sow_evolve_kind, sow_cli_run_evolve},
    {&sow_sensitivity_kind, sow_cli_run_sensitivity},
    {&sow_dataset_kind, sow_cli_run_dataset},
    {&sow_import_kind, sow_cli_run_import},
    {&sow_fit_kind, sow_cli_run_fit},
};

enum sow_status sow_cli_run_kind(struct sow_cli *cli, void *options, int argc,
                                 char **argv, struct sow_err *err)
{
    const struct sow_run_kind *kind = cli->command->kind;
    for (size_t i = 0; i < sizeof OWN / sizeof OWN[0]; i++)
        if (OWN[i].kind == kind)
            return OWN[i].run(cli, options, argc, argv, err);
    enum sow_status status = kind->take(options, &(struct sow_words){argc, argv}, err);
    if (status != SOW_OK)
        return status;
    return kind->design != NULL ? sow_cli_record(cli, NULL, NULL, options, err)
                                : sow_cli_single_run(cli, options, err);
}
