/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * A clock for a whole game, and the share of it that one move gets (its *slice*).
 *
 * Slices by method (enum sow_time), before the increment. "Moves" is the expected number
 * of moves that the player still makes.
 *
 *     SOW_TIME_EQUAL     The whole clock, divided by 0.65 times the moves of a game.
 *     SOW_TIME_SHARE     A fifth of the remaining time.
 *     SOW_TIME_EXPECTED  The remaining time, divided by 0.4 times the moves.
 *     SOW_TIME_SETTLED   The remaining time, divided by 0.33 times the moves.
 *                        A search ends sooner if its best move stays the same.
 *                        For MCTS it is the same as SOW_TIME_EXPECTED.
 *
 * The increment is added to each slice. A part of the remaining time is always held back,
 * for pauses that the machine causes. A player with no other time left looks one move
 * ahead. The expected number of moves depends on the seeds in the rows and was fitted to
 * self-play (docs/reference/search.md).
 *
 * Ownership: everything is the caller's; nothing is allocated. Thread-safe.
 */
#ifndef SOW_SEARCH_GAME_CLOCK_H
#define SOW_SEARCH_GAME_CLOCK_H

#include "sow/game/game.h"
#include "sow/search/limits.h"

SOW_C_BEGIN

/** The part of its clock that a player has used. All zeros at the start of a game. */
struct sow_game_clock {
    uint64_t used; /**< time used, in nanoseconds */
    int moves;     /**< moves made */
};

/**
 * Computes the slice for the move of the player whose turn it is.
 *
 * @param limits limits with a clock and a method of sharing it out.
 * @param clock the part of the clock that is used.
 * @param game game in progress.
 * @returns the slice in nanoseconds, at least 1.
 */
uint64_t sow_game_clock_slice(const struct sow_search_limits *limits,
                              const struct sow_game_clock *clock,
                              const struct sow_game *game);

/**
 * Records a move on the clock.
 *
 * @param limits limits with a clock.
 * @param[in,out] clock the player's clock.
 * @param took time of the move, in nanoseconds.
 * @returns true if the move was in time, false if the clock ran out with it.
 */
bool sow_game_clock_note(const struct sow_search_limits *limits,
                         struct sow_game_clock *clock, uint64_t took);

/**
 * Reads a monotonic clock, which never goes back.
 *
 * @returns the time in nanoseconds since an arbitrary start.
 */
uint64_t sow_search_now(void);

/**
 * Computes when a search has to stop, from `ms` and `slice` of its limits. With
 * SOW_TIME_SETTLED an alpha-beta search may take longer than its slice.
 *
 * @param limits limits of the search.
 * @param now start of the search, from sow_search_now.
 * @returns the time to stop, or 0 if the search has no limit of time.
 */
uint64_t sow_search_deadline(const struct sow_search_limits *limits, uint64_t now);

SOW_C_END

#endif
