/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * Data that a search passes on to a later search of the same player in the same game.
 */
#ifndef SOW_SEARCH_KEPT_H
#define SOW_SEARCH_KEPT_H

#include "search_table.h"
#include "sow/search/search.h"

/** Kept data of a search. Begin with all zeros; release the table at the end. */
struct search_kept {
    struct table table;             /**< transposition table */
    struct sow_search_result found; /**< last result; none if its depth is 0 */
    int same;                       /**< number of last depths with the same best moves */
    int ply;                        /**< ply of the position of the result */
    uint64_t line;                  /**< hash of the moves to that position */
};

/** Returns true if the kept result is of this very position. */
bool sow_search_knows(const struct search_kept *kept, const struct sow_game *game);

/** Searches as sow_search_run does. Continues after the kept depth if the position is the
 *  same, and uses the kept table in any position. Keeps the new result. */
void sow_search_run_on(const struct sow_search *search, const struct sow_game *game,
                       struct search_kept *kept, struct sow_search_result *result);

#endif
