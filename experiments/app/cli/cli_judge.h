/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * Judging the players of a sweep: strength at the depths that its plan names. Results are
 * stored beside the runs, and only what is missing is measured.
 */
#ifndef SOW_EXPERIMENTS_CLI_JUDGE_H
#define SOW_EXPERIMENTS_CLI_JUDGE_H

#include "sow/cli/cli.h"
#include "sow/strength/panel.h"
#include "sow/sweeps/sweep_tasks.h"

/** How the players of a sweep are judged. */
struct sow_cli_judge {
    bool depth[SOW_PANEL_DEPTHS]; /**< depths, by index in sow_panel_depths */
    int openings;                 /**< openings; 0: players are not judged */
    int stages; /**< generations or rounds of each run that are judged; 0: none */
};

/**
 * Reads how a plan judges players.
 * @param plan the plan
 * @param[out] judge depths, openings and stages
 * @param[out] err reason of a failure
 * @returns SOW_BAD_DATA, with the line of the plan, for a wrong depth or number
 */
SOW_MUST_USE enum sow_status sow_cli_judge_read(const struct sow_sweep_plan *plan,
                                                struct sow_cli_judge *judge,
                                                struct sow_err *err);

/**
 * Measures the players of finished runs at the depths at which they have no strength with
 * as many openings, and those of their stages that are not measured at all.
 * @param cli the command line
 * @param judge depths, openings and stages
 * @param places the runs; those that are not done are left out
 * @param count number of runs
 * @param store database with the runs, open for writing
 * @param[out] err reason of a failure
 * @returns SOW_USAGE for a run without a player, SOW_INTERRUPTED after a stop request, or
 *   the failure of the database
 */
SOW_MUST_USE enum sow_status sow_cli_judge_runs(const struct sow_cli *cli,
                                                const struct sow_cli_judge *judge,
                                                const struct sow_sweep_place *places,
                                                size_t count, struct sow_store *store,
                                                struct sow_err *err);

#endif
