/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sow/evolution/evolve.h"
#include "sow/fitting/dataset.h"
#include "sow/fitting/fit.h"
#include "sow/fitting/import.h"
#include "sow/matches/match.h"
#include "sow/reproduction/reproduce.h"
#include "sow/studies/robustness.h"
#include "sow/studies/sensitivity.h"
#include "sow/studies/tournament.h"
#include "sow/studies/transfer.h"

const struct sow_run_kind *const sow_run_kinds[] = {
    &sow_evolve_kind,
    &sow_match_kind,
    &sow_robustness_kind,
    &sow_tournament_kind,
    &sow_reproduce_kind,
    &sow_transfer_kind,
    &sow_sensitivity_kind,
    &sow_dataset_kind,
    &sow_import_kind,
    &sow_fit_kind,
    NULL,
};
