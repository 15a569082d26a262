/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * Runs of kind "robustness": does a player play well everywhere, or only in one variant?
 * Every player plays a match against every opponent in every variant. These are Tables IV
 * to VII of Divilly, O'Riordan and Hill 2013, for any players, variants and board sizes.
 */
#ifndef SOW_EXPERIMENTS_ROBUSTNESS_H
#define SOW_EXPERIMENTS_ROBUSTNESS_H

#include "sow/matches/study.h"

/** Options of a robustness run. */
struct sow_robustness_options {
    /** Options of the study; the players are tested. */
    struct sow_study_options study;
    int replay_worst; /**< number of worst cells of each player that are retested; 0:
                           none */
    int replay_games; /**< number of games of each retest; 0 until prepared: the value of
                           `games` */
};

/** The kind "robustness". */
extern const struct sow_run_kind sow_robustness_kind;

#endif
