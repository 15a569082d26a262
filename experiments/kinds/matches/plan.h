/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * The matches of a study (sow/matches/study.h): played and stored in slices.
 */
#ifndef SOW_EXPERIMENTS_PLAN_H
#define SOW_EXPERIMENTS_PLAN_H

#include "sow/matches/study.h"

/**
 * Plays and stores what is not stored yet; the duels of all cells are then there.
 * @returns SOW_INTERRUPTED after a stop request: every slice that was finished is stored.
 */
SOW_MUST_USE enum sow_status sow_plan_play(struct sow_study *study, struct sow_err *err);

/** Finds out how many random plies should open the games: SOW_RANDOM_PLIES_AUTO if the
 * two players of a cell repeat each other without (openings.h), else 0. Of many cells
 * some are tried, evenly spread; those of a player with itself never. */
SOW_MUST_USE enum sow_status sow_plan_openings(const struct sow_study *study, int *plies,
                                               struct sow_err *err);

#endif
