/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "dataset.h"
#include "evolve.h"
#include "fit.h"
#include "match.h"

const struct sow_run_kind *const sow_run_kinds[] = {
    &sow_evolve_kind, &sow_match_kind, &sow_dataset_kind, &sow_fit_kind, NULL,
};
