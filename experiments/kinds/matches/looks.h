/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * Check of games for repeats. For each of the first games of every seat of a list of
 * duels, the lines (hashes of moves, game.h) tell which games are the same. For the first
 * hundred games of every seat, the shapes (game.h) tell how many moves there were to
 * choose from.
 */
#ifndef SOW_EXPERIMENTS_LOOKS_H
#define SOW_EXPERIMENTS_LOOKS_H

#include "sow/matches/duels.h"

/** One game of a list of duels, by pair, seat and number. */
struct sow_bout {
    size_t pair;   /**< index of the duel in the list */
    bool second;   /**< true if the player moves second */
    uint64_t game; /**< number of the game in its seat, from 0 */
};

/**
 * Returns the players of a game and its random stream (duels.h).
 * @param duels the list of duels
 * @param bout the game
 */
struct sow_pairing sow_bout_pairing(const struct sow_duels *duels,
                                    const struct sow_bout *bout);

/**
 * Returns the openings of a list with its purpose. Starts are also drawn if there are not
 * as many of them as games in a seat. The starts stay borrowed.
 */
struct sow_openings sow_duels_openings(const struct sow_duels *duels);

/** Lines and shapes of the first games, ordered by pair, seat and game. */
struct sow_looks {
    const struct sow_duels *duels; /**< the list of duels; borrowed */
    size_t each;                   /**< games of each seat that `lines` has room for */
    uint64_t *lines;               /**< hashes of the moves of these games; owned */
    size_t shaped;                 /**< games of each seat that `shapes` has room for */
    struct sow_game_shape *shapes; /**< moves to choose from in these games; owned */
};

/**
 * Allocates lines and shapes for all seats of a list of duels.
 * @param[out] looks release it after success
 * @param duels borrowed; must outlive @p looks
 * @param err receives the reason of a failure
 * @returns SOW_NO_MEMORY; @p looks is then empty.
 */
SOW_MUST_USE enum sow_status sow_looks_init(struct sow_looks *looks,
                                            const struct sow_duels *duels,
                                            struct sow_err *err);

/** Frees lines and shapes, and leaves the check empty. */
void sow_looks_release(struct sow_looks *looks);

/**
 * Returns true if the check uses at least one of the games from @p first to @p last,
 * which follow each other in the list of duels. It uses the first games of each duel, so
 * games of two duels always contain one.
 */
bool sow_looks_want(const struct sow_looks *looks, const struct sow_bout *first,
                    const struct sow_bout *last);

/**
 * Records the line and the shape of a game. Ignores games for which there is no room.
 * @param[in,out] looks the check
 * @param bout the game
 * @param line the hash of its moves
 * @param shape its moves to choose from
 */
void sow_looks_take(struct sow_looks *looks, const struct sow_bout *bout, uint64_t line,
                    const struct sow_game_shape *shape);

/**
 * Writes variety and shape into the results of all duels. All their games have been
 * played, and all seats that have games have the same number of games. First checks a few
 * games of each seat (sow_variety_first_look), then more where games repeat. Seats
 * without games keep their zeros. Does nothing for a list without duels.
 * @returns SOW_NO_MEMORY; the results are then unchanged.
 */
SOW_MUST_USE enum sow_status sow_looks_conclude(const struct sow_looks *looks,
                                                struct sow_duel *results,
                                                struct sow_err *err);

#endif
