/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * Runs of kind "suite": any player measured on the frozen suite (suite_file.h).
 */
#ifndef SOW_SUITE_SUITE_RUN_H
#define SOW_SUITE_SUITE_RUN_H

#include "sow/players/player_list.h"
#include "sow/runs/run.h"
#include "sow/suite/suite_file.h"

/** Options of a run. */
struct sow_suite_options {
    struct sow_player_list players;    /**< the player, a list of one */
    struct sow_variant_choice choice;  /**< the rule sets */
    bool quick;                        /**< true for the small edition */
    char edition[32];                  /**< name of the edition */
    char digest[65];                   /**< SHA-256 of its file */
    char file[SOW_SUITE_PATH_MAX + 1]; /**< file of the suite; "": the default path */
};

/** The kind of run. */
extern const struct sow_run_kind sow_suite_kind;

#endif
