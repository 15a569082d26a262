/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * The rules engine: which moves are legal and what they do. It is plain and complete;
 * faster paths elsewhere are defined by it and tested against it.
 *
 * Pits are sowing-order indices (sow/game/board.h). All functions are pure and
 * thread-safe; rules must have passed sow_rules_check. Options whose effect depends on
 * the course of a game (repetition, ply cap, pie rule) are in sow/game/game.h.
 */
#ifndef SOW_GAME_MOVES_H
#define SOW_GAME_MOVES_H

#include "sow/base/err.h"
#include "sow/game/board.h"
#include "sow/game/rules.h"

#include <stdbool.h>
#include <stdint.h>

SOW_C_BEGIN

/** A set of pits: bit i is sowing-order index i. */
typedef uint16_t sow_pits;

/** What one sowing did. */
struct sow_sowing {
    struct sow_board board; /**< after sowing and captures, before any left-over rule;
                                 `side` is still the mover */
    int gain;               /**< increase of the mover's store */
    bool again;             /**< the last seed earned an extra turn */
    bool slam;              /**< all the opponent's seeds were captured (or would have
                                 been, had the rules not said "captures nothing") */
};

/** Sows @p pit (not empty) of the side to move and captures; ignores legality. */
void sow_sow(const struct sow_rules *rules, const struct sow_board *board, int pit,
             struct sow_sowing *sowing);

/** Legal pits of the side to move: non-empty, after the feeding and grand-slam rules.
 *  Empty only if the mover's row is empty. */
sow_pits sow_legal(const struct sow_rules *rules, const struct sow_board *board);

/** What a move led to. */
struct sow_outcome {
    struct sow_board board; /**< the next position; of an ended game, with the left-overs
                                 distributed */
    int gain;               /**< increase of the mover's store before left-overs */
    bool ended;
};

/** Plays the legal move @p pit: sowing, captures, side to move, end, left-overs. */
void sow_move(const struct sow_rules *rules, const struct sow_board *board, int pit,
              struct sow_outcome *outcome);

/** What becomes of a position whose mover has no legal move: the forced pass, or the end
 *  with left-overs. */
void sow_no_move(const struct sow_rules *rules, const struct sow_board *board,
                 struct sow_outcome *outcome);

/** Turns a sowing into the outcome of the move (what sow_move does after sowing). */
void sow_finish(const struct sow_rules *rules, const struct sow_sowing *sowing,
                struct sow_outcome *outcome);

/** Number of leaves of the move tree @p depth plies below @p board: one sowing is one
 *  ply, a game that ends early counts at its last ply only (as perft.csv counts). Takes
 *  the fast engine (sow/game/fast_board.h) for rules that it covers; to count below many
 *  boards, prepare that once and call sow_fast_perft. */
uint64_t sow_perft(const struct sow_rules *rules, const struct sow_board *board,
                   int depth);

/** The same by this engine, which makes every move of the tree: the definition. */
uint64_t sow_perft_plain(const struct sow_rules *rules, const struct sow_board *board,
                         int depth);

SOW_C_END

#endif
