/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * The champion of an evolution: chosen by new games, validated by other new games.
 */
#ifndef SOW_EXPERIMENTS_CHAMPION_H
#define SOW_EXPERIMENTS_CHAMPION_H

#include "evolve_arena.h"

/** Returns the most games of choosing and validating the champion, in all variants and
 *  both seats. Candidates meet the individuals of all islands, the panel, and the hall
 *  without its held-out members, each if it has a share in the fitness. The hall may
 *  still be empty: its members are those at the end of the run. */
int64_t sow_champion_games(const struct sow_arena *arena, const struct sow_hall *hall);

/**
 * Chooses and validates the champion, and stores candidates, champion and validation
 * matches in one transaction.
 *
 * Candidates are the best different individuals of @p last, which is the population of
 * the arena. The best of each island come first, then the second best, and so on. Within
 * a rank, greater fitness comes first, among equals the lower number. They play new games
 * against the individuals of all islands, the panel, and the hall, each if it has a share
 * in the fitness. The hall is that after the last generation. The one with the greatest
 * value is the champion.
 *
 * The champion is validated by the rules of every variant. It meets h1 to h6, random,
 * divilly2013, the panel of the evolution, and the held-out members of the hall.
 *
 * Returns SOW_OK, SOW_INTERRUPTED after a stop request, or the status of a failure.
 * Nothing is stored unless it returns SOW_OK.
 */
SOW_MUST_USE enum sow_status sow_champion_choose(struct sow_arena *arena,
                                                 const struct sow_hall *hall,
                                                 const struct sow_generation *last,
                                                 struct sow_err *err);

#endif
