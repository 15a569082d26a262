/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * The match list of a study (sow/matches/study.h), played and stored in slices.
 */
#ifndef SOW_EXPERIMENTS_PLAN_H
#define SOW_EXPERIMENTS_PLAN_H

#include "sow/matches/study.h"

/**
 * Stores the match list, unless it is stored already, then plays and stores all matches
 * that are not stored yet. Results of stored matches are read back.
 * @param[in,out] study the study with its cells, at least one; its duels then hold the
 *     results of all cells
 * @param err receives the reason of a failure
 * @returns SOW_INTERRUPTED after a stop request, when every complete slice is stored;
 *     SOW_BAD_DATA if stored matches do not fit the match list; or another error of the
 *     games or the database.
 */
SOW_MUST_USE enum sow_status sow_plan_play(struct sow_study *study, struct sow_err *err);

/**
 * Chooses the number of random moves that open the games of a study:
 * SOW_RANDOM_PLIES_AUTO if the players of some cell repeat games without them
 * (openings.h), else 0. Stops at the first such cell. Tests at most 256 cells, evenly
 * spread, and never a cell of a player against itself.
 * @param study the study with its cells
 * @param play false if no game may be played
 * @param[out] plies receives the number, or SOW_RANDOM_PLIES_ASKED if only games can tell
 * @param err receives the reason of a failure
 * @returns SOW_INTERRUPTED after a stop request.
 */
SOW_MUST_USE enum sow_status sow_plan_openings(const struct sow_study *study, bool play,
                                               int *plies, struct sow_err *err);

#endif
