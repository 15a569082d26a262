/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * Runs of kind "dataset": positions from games between two players, labelled with the
 * final margin.
 *
 * Every position that a move leads to and in which play goes on is one row, seen from
 * the player who made that move: what a player values when it chooses. Positions of one
 * game share a label, so rows are not independent observations.
 */
#ifndef SOW_EXPERIMENTS_DATASET_H
#define SOW_EXPERIMENTS_DATASET_H

#include "players.h"
#include "run.h"

struct sow_dataset_options {
    struct sow_contestants contestants;
    int games;        /**< per seat */
    int random_plies; /**< moves at random before the players take over, not recorded */
};

/** Rows for all but the contestants (sow_contestant_params). */
extern const struct sow_param_table sow_dataset_params;
extern const struct sow_run_kind sow_dataset_kind;

#endif
