/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * Looking ahead: the moves of a position valued by a tree of play below it.
 *
 * The value of a position is that of minimax: the player at the root takes the move with
 * the greatest value, the other player the one with the least; where the tree ends, an
 * evaluator values the position, always from the view of the root's player. It ends where
 * the game ends, by whatever rule, the ply cap and repetition included (the position is
 * then valued with its left-overs given out), and where the depth is used up.
 *
 * Depth: every move costs one, but an extra turn costs nothing unless
 * `extra_costs_depth` says so; depth 1 is one whole turn of the player to move. A turn
 * that the opponent has to pass costs as any.
 *
 * Two methods give the same values and the same set of best moves, bit for bit:
 * SOW_SEARCH_MINIMAX visits the whole tree and is the definition; SOW_SEARCH_ALPHABETA
 * leaves out what cannot change them (iterative deepening, principal variation search, a
 * transposition table, moves ordered by the table, extra turns, captures and history).
 *
 * What the table may tell. A stored value is used for a position of the same depth, or
 * of a greater one if no line below was cut by the depth. Where more than the position
 * counts, that is part of the key: the pie rule's open offer; under a repetition rule the
 * set of positions since a store last changed; within reach of the ply cap the ply.
 * (With extra turns that cost no depth every ply is within its reach.) So the table
 * changes how long a search takes and never what it finds, whatever its size; but for a
 * limit of nodes or time, which a faster search uses better. Keys have 64 bits (128 where
 * the course of the game counts): that two positions share one is not impossible, only as
 * rare as that. Evaluators of a path are searched without it.
 *
 * A search with limits of depth and nodes is a function of its inputs; one with a limit
 * of time is not. Thread-safe: a search keeps nothing. Ownership: everything is the
 * caller's.
 */
#ifndef SOW_SEARCH_SEARCH_H
#define SOW_SEARCH_SEARCH_H

#include "sow/base/parallel.h"
#include "sow/game/fast_board.h"
#include "sow/game/game.h"
#include "sow/search/limits.h"

SOW_C_BEGIN

/** Evaluators' values are of at most this magnitude. */
enum { SOW_VALUE_MAX = 1 << 29 };

enum { SOW_SEARCH_LINE_MAX = 64 };

/** A move on the way from the root to a leaf. */
struct sow_step {
    const struct sow_step *before; /**< NULL at the root */
    struct sow_board board;        /**< in which the move was made */
    sow_pits legal;                /**< the pits that could be played there */
    int move;
};

/** What an evaluator values. */
struct sow_leaf {
    const struct sow_rules *rules;
    const struct sow_fast *fast;   /**< the same rules made ready, or NULL */
    const struct sow_board *board; /**< of an ended game with the left-overs given out */
    int seat;                      /**< the player it is valued for: the root's */
    const struct sow_step *path;   /**< the last move; NULL unless `of_path` */
};

/** Values leaves. */
struct sow_evaluator {
    int32_t (*value)(const void *context, const struct sow_leaf *leaf);
    const void *context;
    bool of_path; /**< the value depends on the moves that led there, not only on the
                       position: the search then does without a table */
};

/** Knows what perfect play of both makes of the seeds on the board where there are few.
 *  A search goes no deeper there: the position is valued as a finished game, with the
 *  seeds on the board given out so that the margin is that one. Ply cap and repetitions
 *  that the game's course may bring are not heeded behind it. */
struct sow_oracle {
    int on_board; /**< up to so many seeds; 0: it knows nothing */
    /** The mover's margin in them. */
    int (*margin)(const void *context, const struct sow_board *board);
    const void *context;
};

/** What a search found. */
struct sow_search_result {
    int count; /**< legal moves, as sow_game_moves lists them */
    int move[SOW_MOVES_MAX];
    int32_t value[SOW_MOVES_MAX]; /**< exact for the best; else no less than exact */
    bool best[SOW_MOVES_MAX];     /**< has the greatest value */
    int depth;                    /**< searched to its end; 0: every move was made once */
    bool complete;                /**< no line was cut: every depth gives the same */
    uint64_t nodes;               /**< positions looked at so far, the root left out */
    int line[SOW_SEARCH_LINE_MAX]; /**< the moves that both sides are expected to make,
                                        beginning with a best one; may end early */
    int line_length;
};

/** A search. At least one limit is needed; minimax knows only depth. With a limit of
 *  nodes or time the result is that of the last depth searched to its end; every move is
 *  made once in any case. */
struct sow_search {
    struct sow_search_limits limits;
    struct sow_evaluator evaluator;
    struct sow_oracle oracle;
    bool values_all; /**< all moves get exact values, not only the best ones */
    const struct sow_stop *stop; /**< as a limit of time that has run out; may be NULL */
    /** Called after every depth; may be NULL. */
    void (*told)(void *context, const struct sow_search_result *result);
    void *context;
};

/** Searches a position whose game has not ended and that has legal moves. If `game->fast`
 *  is NULL and its rules are covered, the fast engine is made ready first. Without memory
 *  for a table, or for as large a one, it does with less. */
void sow_search_run(const struct sow_search *search, const struct sow_game *game,
                    struct sow_search_result *result);

SOW_C_END

#endif
