/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * What the commands that play panels of matches have in common.
 */
#ifndef SOW_EXPERIMENTS_CLI_STUDY_H
#define SOW_EXPERIMENTS_CLI_STUDY_H

#include "cli_run.h"
#include "sow/matches/study.h"

/** A study by its prepared or typed options: resolves their variants, says which of them
 *  take long to play, executes, prints the result. */
SOW_MUST_USE enum sow_status sow_cli_study_run(const struct sow_cli *cli,
                                               struct sow_study_options *options,
                                               struct sow_err *err);

#endif
