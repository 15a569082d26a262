/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * What a search hands on to a later one of the same player in the same game.
 */
#ifndef SOW_SEARCH_KEPT_H
#define SOW_SEARCH_KEPT_H

#include "search_table.h"
#include "sow/search/search.h"

/** All zeros to begin with; the table is to be released. */
struct search_kept {
    struct table table;
    struct sow_search_result found; /**< nothing if its depth is 0 */
    int same;                       /**< depths in turn with one and the same best move */
    int ply;                        /**< of the position it was found in, */
    uint64_t line;                  /**< and the moves that led there */
};

/** True if what is kept was found in this very position. */
bool sow_search_knows(const struct search_kept *kept, const struct sow_game *game);

/** As sow_search_run: goes on behind the depth that was found in the same position, and
 *  with the table in any. Keeps what it finds. */
void sow_search_run_on(const struct sow_search *search, const struct sow_game *game,
                       struct search_kept *kept, struct sow_search_result *result);

#endif
