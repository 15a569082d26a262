/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * Rules that the fast kernels (batch.h) play by.
 */
#ifndef SOW_HEURISTICS_FAST_RULES_H
#define SOW_HEURISTICS_FAST_RULES_H

#include "sow/game/rules.h"

SOW_C_BEGIN

/**
 * Returns true if a kernel faster than the plain one plays games by these rules, on some
 * processor. Some players need the plain kernel all the same.
 *
 * @param rules rules of the games
 * @returns true if the kernels do not refuse the rules
 */
bool sow_rules_are_fast(const struct sow_rules *rules);

SOW_C_END

#endif
