/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * A clock for a whole game, and how much of it goes into a move.
 *
 *     equal     the clock by the moves a whole game is expected to have
 *     share     a fifth of what is left
 *     expected  what is left by four tenths of the moves that are expected to come
 *     settled   what is left by a third of them; but a search ends sooner if its best
 *               move stays the same, and later if it does not. Of MCTS: as expected
 *
 * An increment is added to each slice. A part of what is left is held back always, for
 * what a machine does beside; whoever has nothing else left looks one move ahead.
 * Moves to come are expected by the seeds in the rows, from self-play (docs/search.md).
 */
#ifndef SOW_SEARCH_GAME_CLOCK_H
#define SOW_SEARCH_GAME_CLOCK_H

#include "sow/game/game.h"
#include "sow/search/limits.h"

SOW_C_BEGIN

/** What a player has used of its clock; all zeros when a game begins. */
struct sow_game_clock {
    uint64_t used; /**< nanoseconds */
    int moves;     /**< made */
};

/** Nanoseconds for the move of the player whose turn it is, at least 1. */
uint64_t sow_game_clock_slice(const struct sow_search_limits *limits,
                              const struct sow_game_clock *clock,
                              const struct sow_game *game);

/** Notes a move that took so many nanoseconds; false if the clock ran out with it. */
bool sow_game_clock_note(const struct sow_search_limits *limits,
                         struct sow_game_clock *clock, uint64_t took);

/** Nanoseconds of a clock that only goes forward. */
uint64_t sow_search_now(void);

/** When a search that begins @p now has to stop, by `ms` and `slice`; 0: never. One that
 *  is to end when it is settled may go on for longer than the slice. */
uint64_t sow_search_deadline(const struct sow_search_limits *limits, uint64_t now);

SOW_C_END

#endif
