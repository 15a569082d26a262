/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * The variants of a stored run. An evolution may have several; its record names the first
 * one as the variant of the run.
 */
#ifndef SOW_EXPERIMENTS_RUN_GAMES_H
#define SOW_EXPERIMENTS_RUN_GAMES_H

#include "sow/store/store.h"
#include "sow/variants/variant_set.h"

/**
 * Reads the variants of a run: those of its parameter `variants`, or the run's own
 * variant if the parameter is missing or empty.
 * @param run row of the run
 * @param[out] set the variants; release it, also after a failure
 * @param[out] err reason of a failure
 * @returns SOW_BAD_DATA if the record is damaged
 */
SOW_MUST_USE enum sow_status sow_run_games_read(const struct sow_run_row *run,
                                                struct sow_variant_set *set,
                                                struct sow_err *err);

#endif
