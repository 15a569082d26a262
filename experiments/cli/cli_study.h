/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * What the commands that play panels of matches have in common.
 */
#ifndef SOW_EXPERIMENTS_CLI_STUDY_H
#define SOW_EXPERIMENTS_CLI_STUDY_H

#include "cli_run.h"
#include "sow/variants/variant_set.h"

/** A run of several variants: resolves @p choice, which lies in @p options, says which of
 *  its variants take long to play, executes, prints the result. */
SOW_MUST_USE enum sow_status sow_cli_study_run(const struct sow_cli *cli,
                                               const struct sow_run_kind *kind,
                                               const void *options,
                                               struct sow_variant_choice *choice,
                                               struct sow_err *err);

#endif
