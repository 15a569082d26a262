/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The commands of kinds of run. */
#include "cli_run.h"
#include "cli_study.h"
#include "sow/evolution/evolve.h"
#include "sow/fitting/dataset.h"
#include "sow/fitting/fit.h"
#include "sow/fitting/import.h"
#include "sow/reproduction/reproduce.h"
#include "sow/studies/robustness.h"
#include "sow/studies/sensitivity.h"
#include "sow/studies/tournament.h"
#include "sow/studies/transfer.h"

/* Kinds that have more to say than their result. */
static const struct {
    const struct sow_run_kind *kind;
    sow_cli_run_fn *run;
} OWN[] = {
    {&sow_evolve_kind, sow_cli_run_evolve},
    {&sow_transfer_kind, sow_cli_run_transfer},
    {&sow_sensitivity_kind, sow_cli_run_sensitivity},
    {&sow_dataset_kind, sow_cli_run_dataset},
    {&sow_import_kind, sow_cli_run_import},
    {&sow_fit_kind, sow_cli_run_fit},
};

/* One game may be named, of which the players may know nothing; several are compared. */
static enum sow_status run_study(const struct sow_cli *cli, const struct sow_words *words,
                                 struct sow_study_options *study, struct sow_err *err)
{
    struct sow_variant one;
    if (cli->command->kind == &sow_tournament_kind &&
        sow_variant_load(study->choice.variants, &one, NULL) == SOW_OK)
        sow_cli_note_homes(cli, words->count, words->words, &one);
    return sow_cli_study_run(cli, study, err);
}

enum sow_status sow_cli_run_kind(struct sow_cli *cli, void *options, int argc,
                                 char **argv, struct sow_err *err)
{
    const struct sow_run_kind *kind = cli->command->kind;
    for (size_t i = 0; i < sizeof OWN / sizeof OWN[0]; i++)
        if (OWN[i].kind == kind)
            return OWN[i].run(cli, options, argc, argv, err);
    struct sow_words words = {argc, argv};
    enum sow_status status = kind->take(options, &words, err);
    if (status != SOW_OK)
        return status;
    if (kind->design != NULL)
        return run_study(cli, &words, options, err);
    struct sow_variant variant;
    status = sow_cli_variant(cli, &variant, err);
    if (status != SOW_OK)
        return status;
    sow_cli_note_homes(cli, argc, argv, &variant);
    return sow_cli_single_run(cli, options, err);
}
