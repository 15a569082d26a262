/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * Rules that the fast kernels for batches of games play by.
 */
#ifndef SOW_GAME_FAST_RULES_H
#define SOW_GAME_FAST_RULES_H

#include "sow/game/rules.h"

SOW_C_BEGIN

/**
 * Returns the first reason why the fast kernels do not play by these rules.
 * @param rules rules of the games
 * @returns a phrase that names the obstacle, such as "relay sowing"; NULL if there is
 *   none
 */
const char *sow_rules_obstacle(const struct sow_rules *rules);

/**
 * Returns true if the fast kernels play by these rules. Some players need the plain
 * kernel all the same.
 * @param rules rules of the games
 * @returns true if there is no obstacle
 */
bool sow_rules_are_fast(const struct sow_rules *rules);

SOW_C_END

#endif
