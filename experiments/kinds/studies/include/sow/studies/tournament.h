/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * Runs of kind "tournament": every player plays a match against every other player and
 * against itself, in every variant. The results are ratings with intervals, and cycles (A
 * beats B beats C beats A), which no rating can show.
 */
#ifndef SOW_EXPERIMENTS_TOURNAMENT_H
#define SOW_EXPERIMENTS_TOURNAMENT_H

#include "sow/matches/study.h"

/** Variant of a tournament that names none. */
#define SOW_TOURNAMENT_VARIANT "erherhe"

/** Options of a tournament. */
struct sow_tournament_options {
    /** Options of the study. */
    struct sow_study_options study;
    /** Value of --variant, a name or file; not used with --variants, and not recorded. */
    char variant[SOW_VARIANT_PATH_MAX + 1];
    /** Evolution whose generations are the players (--generations), or 0. It is not
     *  recorded, and neither is the next one. */
    int generations;
    /** Value of --step: generations from one player to the next. */
    int step;
};

/** The kind "tournament". */
extern const struct sow_run_kind sow_tournament_kind;

#endif
