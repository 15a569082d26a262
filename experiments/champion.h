/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * The champion of an evolution: chosen on fresh games, validated on others.
 */
#ifndef SOW_EXPERIMENTS_CHAMPION_H
#define SOW_EXPERIMENTS_CHAMPION_H

#include "evolve.h"

/** Specs of the held-out opponents a champion is validated against; NULL-terminated. */
extern const char *const sow_champion_panel[];

/** Games that choosing and validating take at most. */
uint64_t sow_champion_games(const struct sow_evolve_options *options);

/**
 * Replays the best different individuals of @p last against its population, takes the
 * one with the best score, validates it against the panel, and stores candidates,
 * champion and validation matches in one transaction.
 */
SOW_MUST_USE enum sow_status sow_champion_choose(struct sow_run *run,
                                                 const struct sow_evolve_options *options,
                                                 const struct sow_ga_generation *last,
                                                 struct sow_err *err);

#endif
