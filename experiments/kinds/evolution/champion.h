/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * The champion of an evolution: chosen on fresh games, validated on others.
 */
#ifndef SOW_EXPERIMENTS_CHAMPION_H
#define SOW_EXPERIMENTS_CHAMPION_H

#include "evolve_arena.h"

/** Games that choosing and validating take at most. */
int64_t sow_champion_games(const struct sow_arena *arena, const struct sow_hall *hall);

/**
 * Measures the best different individuals of @p last, the population of the arena, once
 * more, against those of all islands: first the best of each island, then the second best
 * of each, and so on, those of one rank by their fitness, among equals the first. Takes
 * the one with the best value, validates it by the rules of every variant against h1 to
 * h6, random and divilly2013, the panel of the evolution, and the members of the hall
 * that were held out, and stores candidates, champion and validation matches in one
 * transaction.
 */
SOW_MUST_USE enum sow_status sow_champion_choose(struct sow_arena *arena,
                                                 const struct sow_hall *hall,
                                                 const struct sow_generation *last,
                                                 struct sow_err *err);

#endif
