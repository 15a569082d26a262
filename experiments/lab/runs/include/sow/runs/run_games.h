/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * The games that a stored run was made in: an evolution may have several, of which its
 * record names the first as the run's own.
 */
#ifndef SOW_EXPERIMENTS_RUN_GAMES_H
#define SOW_EXPERIMENTS_RUN_GAMES_H

#include "sow/store/store.h"
#include "sow/variants/variant_set.h"

/** Reads the variants of the run's parameter `variants`; where it has no such parameter,
 *  or an empty one, its own game. Release @p set. SOW_BAD_DATA if the record is damaged.
 */
SOW_MUST_USE enum sow_status sow_run_games_read(const struct sow_run_row *run,
                                                struct sow_variant_set *set,
                                                struct sow_err *err);

#endif
