/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "dataset.h"
#include "evolve.h"
#include "fit.h"
#include "import.h"
#include "match.h"
#include "reproduce.h"
#include "robustness.h"
#include "sensitivity.h"
#include "tournament.h"
#include "transfer.h"

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
