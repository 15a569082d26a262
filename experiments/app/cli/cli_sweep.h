/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * Sweeps as commands carry them out: tasks are made, judged, listed, compared or merged.
 */
#ifndef SOW_EXPERIMENTS_CLI_SWEEP_H
#define SOW_EXPERIMENTS_CLI_SWEEP_H

#include "sow/cli/cli.h"
#include "sow/queries/run_measure.h"

/** Options of a sweep: which tasks, and what happens with them. */
struct sow_cli_sweep_options {
    bool list;
    bool table;
    bool compare;
    bool rank;
    char measure[SOW_MEASURE_NAME_MAX + 1];
    double equivalent;
    char task[48];
    char into[SOW_CLI_PATH_MAX + 1];
    char merge[SOW_CLI_PATH_MAX + 1];
    bool ranked; /**< true if a ranking takes the place of the comparison of all values */
};

/** Rows of these options. */
extern const struct sow_param_table sow_cli_sweep_params;

/**
 * Carries out a sweep, as its options say. Checks all values of the requested tasks
 * before the first task is made. Prints the tables also after a failure.
 * @param cli the command line
 * @param options the options
 * @param path file of the plan
 * @param[out] err reason of a failure
 * @returns SOW_USAGE for options that contradict each other, the failure of the plan or
 * of its check, or the first failure of a task
 */
SOW_MUST_USE enum sow_status sow_cli_sweep(struct sow_cli *cli,
                                           const struct sow_cli_sweep_options *options,
                                           const char *path, struct sow_err *err);

#endif
