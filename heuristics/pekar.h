/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * Algorithms 1 to 3 of Pekar, Matusu, Andrla and Litschmannova 2020 (Informatics 7, 34),
 * for games that sow the own store. The paper counts pits from the store. Arguments and
 * results here are pits in sowing order, as everywhere in sowlab.
 */
#ifndef SOW_HEURISTICS_PEKAR_H
#define SOW_HEURISTICS_PEKAR_H

#include "sow/game/rules.h"

/** Returns NULL, or a phrase that says why the algorithms cannot play by @p rules. */
const char *sow_pekar_refusal(const struct sow_rules *rules);

/** Returns the pit that Algorithm 1 chooses. The player to move must have a non-empty
 *  pit. @p pits is the number of pits in a row. */
int sow_pekar_pit(const struct sow_board *board, int pits);

/** Chooses a pit by the first steps of Algorithm 3, before it searches. These steps are
 *  LastSeedToKalaha, then LastSeedToTargetSimple. Returns the pit, or -1 if neither finds
 *  one. */
int sow_pekar_greedy_pit(const struct sow_board *board, int pits);

/** Largest number of characters in the spec of a search. */
enum { SOW_PEKAR_SPEC_MAX = 4095 };

/** Writes the spec of the search that is Algorithm 2 or 3, or "" for Algorithm 1. The
 *  @p count >= 1 items are those of the player's spec; the first one is the number of the
 *  algorithm. Returns NULL, or a static phrase that says what is wrong with the items;
 *  @p search is then incomplete. */
const char *sow_pekar_search(char *const *items, int count,
                             char search[SOW_PEKAR_SPEC_MAX + 1]);

#endif
