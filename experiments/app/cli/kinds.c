/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The table of all kinds of runs. */
#include "sow/runs/run.h"

/* List of all kinds of runs. */
#define KINDS(KIND)                                                                      \
    KIND(evolve)                                                                         \
    KIND(play)                                                                           \
    KIND(match)                                                                          \
    KIND(robustness)                                                                     \
    KIND(tournament)                                                                     \
    KIND(reproduce)                                                                      \
    KIND(transfer)                                                                       \
    KIND(sensitivity)                                                                    \
    KIND(ablate)                                                                         \
    KIND(survey)                                                                         \
    KIND(regret)                                                                         \
    KIND(dataset)                                                                        \
    KIND(import)                                                                         \
    KIND(fit)                                                                            \
    KIND(learn)                                                                          \
    KIND(fair)                                                                           \
    KIND(suite)

#define DECLARE(name) extern const struct sow_run_kind sow_##name##_kind;
#define LIST(name) &sow_##name##_kind,

KINDS(DECLARE)

const struct sow_run_kind *const sow_run_kinds[] = {KINDS(LIST) NULL};
