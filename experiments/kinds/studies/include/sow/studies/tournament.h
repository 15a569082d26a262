/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * Runs of kind "tournament": every player meets every other and itself in both seats, by
 * the rules of every variant. Out of it come ratings with intervals, and the cycles (A
 * beats B beats C beats A) that no rating can show.
 */
#ifndef SOW_EXPERIMENTS_TOURNAMENT_H
#define SOW_EXPERIMENTS_TOURNAMENT_H

#include "sow/matches/study.h"

struct sow_tournament_options {
    struct sow_study_options study;
    char variant[SOW_VARIANT_PATH_MAX + 1]; /**< what was typed for a single game */
};

extern const struct sow_run_kind sow_tournament_kind;

#endif
