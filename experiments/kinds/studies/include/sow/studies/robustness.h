/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * Runs of kind "robustness": is a player good, or only good here? Every player meets
 * every opponent in both seats by the rules of every variant: Tables IV to VII of
 * Divilly, O'Riordan and Hill 2013 for any player, any games and any board sizes.
 */
#ifndef SOW_EXPERIMENTS_ROBUSTNESS_H
#define SOW_EXPERIMENTS_ROBUSTNESS_H

#include "sow/matches/study.h"

struct sow_robustness_options {
    struct sow_study_options study;
    int replay_worst; /**< cells of each player that are played again (replays.h) */
    int replay_games; /**< per seat; 0 until prepared: as many as games */
};

extern const struct sow_run_kind sow_robustness_kind;

#endif
