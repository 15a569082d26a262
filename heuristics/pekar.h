/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * The heuristics of Pekar, Matusu, Andrla and Litschmannova 2020 (Informatics 7, 34),
 * rule after rule, for games that sow the own store. Pits are counted from the store
 * there; pits here, as everywhere, in sowing order.
 */
#ifndef SOW_HEURISTICS_PEKAR_H
#define SOW_HEURISTICS_PEKAR_H

#include "sow/game/rules.h"

/** NULL, or why games by @p rules cannot be played so, in a few words. */
const char *sow_pekar_refusal(const struct sow_rules *rules);

/** Algorithm 1: the pit of the player to move, who has one that is not empty. */
int sow_pekar_pit(const struct sow_board *board, int pits);

/** What Algorithm 3 tries before it looks ahead: LastSeedToKalaha, then
 *  LastSeedToTargetSimple. The pit, or -1. */
int sow_pekar_greedy_pit(const struct sow_board *board, int pits);

enum { SOW_PEKAR_SPEC_MAX = 4095 };

/** Writes the search that Algorithm 2 or 3 is a name for, "" for Algorithm 1, by the
 *  @p count >= 1 items of its spec. Returns NULL, or what is wrong with them. */
const char *sow_pekar_search(char *const *items, int count,
                             char search[SOW_PEKAR_SPEC_MAX + 1]);

#endif
