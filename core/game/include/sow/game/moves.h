/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * The rules engine: which moves are legal, and what they do. This engine is plain and
 * complete. Faster code elsewhere is defined by it and tested against it.
 *
 * Pits are indices in sowing order (sow/game/board.h). All functions are pure and
 * thread-safe, and rules must have passed sow_rules_check(). Options whose effect depends
 * on the course of a game (repetition, ply cap, pie rule) are in sow/game/game.h.
 * Ownership: all structs are plain storage of the caller.
 */
#ifndef SOW_GAME_MOVES_H
#define SOW_GAME_MOVES_H

#include "sow/base/err.h"
#include "sow/game/board.h"
#include "sow/game/rules.h"

#include <stdbool.h>
#include <stdint.h>

SOW_C_BEGIN

/** Set of pits: bit i stands for index i in sowing order. */
typedef uint16_t sow_pits;

/** Result of one sowing. */
struct sow_sowing {
    struct sow_board board; /**< position after sowing and captures, before remaining
                                 seeds are given out; `side` is still the mover */
    int gain;               /**< increase of the mover's store */
    bool again;             /**< true if the last seed gives another turn */
    bool slam;              /**< true if all the opponent's seeds were captured, or would
                                 have been if the rules did not forbid it
                                 (SOW_SLAM_CAPTURES_NOTHING) */
};

/**
 * Sows a pit of the side to move, in one or more laps, and captures. The move need not be
 * legal.
 * @param rules rules of the game
 * @param board position
 * @param pit index of the pit in sowing order, not empty
 * @param[out] sowing the result
 */
void sow_sow(const struct sow_rules *rules, const struct sow_board *board, int pit,
             struct sow_sowing *sowing);

/**
 * Returns the legal pits of the side to move: those with seeds that the feeding and
 * grand-slam rules allow.
 * @param rules rules of the game
 * @param board position
 * @returns the set of pits; empty only if the mover's row is empty
 */
sow_pits sow_legal(const struct sow_rules *rules, const struct sow_board *board);

/** Result of a move. */
struct sow_outcome {
    struct sow_board board; /**< next position; after the end, with the remaining seeds
                                 given out */
    int gain;               /**< increase of the mover's store, without remaining seeds */
    bool ended;             /**< true if the game has ended */
};

/**
 * Plays a legal move: sows, captures, passes the turn, and applies the rules for the end
 * and the remaining seeds.
 * @param rules rules of the game
 * @param board position
 * @param pit a legal pit
 * @param[out] outcome the result
 */
void sow_move(const struct sow_rules *rules, const struct sow_board *board, int pit,
              struct sow_outcome *outcome);

/**
 * Applies the end rule to a position whose mover has no legal move. The player passes, or
 * the game ends and the remaining seeds are given out. The gain is 0. The rule of the
 * early end is not tested.
 * @param rules rules of the game
 * @param board position
 * @param[out] outcome the result
 */
void sow_no_move(const struct sow_rules *rules, const struct sow_board *board,
                 struct sow_outcome *outcome);

/**
 * Turns a sowing into the result of the move: passes the turn, and applies the rules for
 * the end and the remaining seeds. sow_move() does this after it has sown.
 * @param rules rules of the game
 * @param sowing result of sow_sow()
 * @param[out] outcome the result
 */
void sow_finish(const struct sow_rules *rules, const struct sow_sowing *sowing,
                struct sow_outcome *outcome);

/**
 * Counts the leaves of the tree of moves below a position (perft). One sowing is one ply.
 * A game that ends before the last ply counts nothing.
 *
 * The function uses the fast engine (sow/game/fast_board.h) if it covers the rules, and
 * the plain engine without memory for it. If you count below many positions, prepare the
 * fast engine once and call sow_fast_perft().
 * @param rules rules of the game
 * @param board position
 * @param depth plies to look ahead, at least 0
 * @returns the number of leaves
 */
uint64_t sow_perft(const struct sow_rules *rules, const struct sow_board *board,
                   int depth);

/**
 * Counts the same leaves as sow_perft() with the plain engine, which makes every move of
 * the tree.
 * @param rules rules of the game
 * @param board position
 * @param depth plies to look ahead, at least 0
 * @returns the number of leaves
 */
uint64_t sow_perft_plain(const struct sow_rules *rules, const struct sow_board *board,
                         int depth);

SOW_C_END

#endif
