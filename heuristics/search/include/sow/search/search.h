/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * Search: evaluates the moves of a position by the tree of play below it.
 *
 * **Values.** The value of a position is its minimax value. The root's player takes the
 * move with the greatest value, and the other player the move with the least. Where the
 * tree ends, an evaluator gives the value, always from the view of the root's player. The
 * tree ends where the game ends by any rule, including ply cap and repetition; the
 * remaining seeds are then given out. It also ends where the depth is used up.
 *
 * **Depth.** Every move costs one, but an extra turn costs nothing (unless
 * `extra_costs_depth` is set). So depth 1 is one whole turn of the player to move. A turn
 * that the opponent has to pass costs one too.
 *
 * **Methods.** Two methods give the same values and the same best moves, bit for bit.
 * SOW_SEARCH_MINIMAX visits the whole tree and is the definition. SOW_SEARCH_ALPHABETA
 * skips subtrees that cannot change the result. It uses iterative deepening, principal
 * variation search and a transposition table. Moves are ordered by table, extra turn,
 * capture, history.
 *
 * **Table.** The size of the table changes the time of a search but never its result.
 * (With a limit of nodes or time, a faster search gets further.)
 *
 * A stored value is used at the same depth. It is used at a greater depth if no line
 * below it was cut by the depth. The key holds more than the position where the value
 * depends on more. First, the open offer of the pie rule. Second, under a repetition
 * rule, the set of positions since a store last changed. Third, the ply, if the ply cap
 * is within reach; it always is if extra turns cost no depth. Keys have 64 bits (128
 * where the course of the game counts). Two positions with the same key are possible but
 * extremely rare. An evaluator of a path is searched without the table.
 *
 * A search with limits of depth and nodes depends only on its inputs; with a limit of
 * time it does not. Thread-safe: a search keeps nothing. Ownership: everything is the
 * caller's.
 */
#ifndef SOW_SEARCH_SEARCH_H
#define SOW_SEARCH_SEARCH_H

#include "sow/base/parallel.h"
#include "sow/game/fast_board.h"
#include "sow/game/game.h"
#include "sow/search/leaf_sum.h"
#include "sow/search/limits.h"

SOW_C_BEGIN

/** Largest magnitude of an evaluator's value. */
enum { SOW_VALUE_MAX = 1 << 29 };

/** Largest number of moves in the expected line. */
enum { SOW_SEARCH_LINE_MAX = 64 };

/** A move on the way from the root to a leaf. */
struct sow_step {
    const struct sow_step *before; /**< previous step; NULL at the root */
    struct sow_board board;        /**< board before the move */
    sow_pits legal;                /**< pits that could be played there */
    int move;                      /**< the move */
};

/** A leaf: the position that an evaluator gets. */
struct sow_leaf {
    const struct sow_rules *rules; /**< rules of the game */
    const struct sow_fast *fast;   /**< prepared form of `rules`, or NULL */
    const struct sow_board *board; /**< the board; in an ended game the remaining seeds
                                        are given out */
    bool ended;                    /**< true if the game has ended, or an oracle has
                                        given out the seeds: nobody is to move */
    int seat;                      /**< player whose view the value has: the player at the
                                        root */
    const struct sow_step *path;   /**< step that led here; NULL unless `of_path` is
                                        set */
};

/** An evaluator of leaves. */
struct sow_evaluator {
    /** Returns the value of a leaf for its `seat`, at most SOW_VALUE_MAX in magnitude. */
    int32_t (*value)(const void *context, const struct sow_leaf *leaf);
    const void *context; /**< passed to `value` */
    bool of_path; /**< true if the value depends on the moves to the leaf, not only on the
                       position: the search then uses no table */
    const struct sow_leaf_sum *sum; /**< sum with the same values of positions in which
                                         the game goes on, borrowed; NULL: there is none.
                                         Only for rules that the fast engine covers */
};

/** An oracle: exact values of positions with few seeds on the board, if both players play
 *  perfectly. A search goes no deeper there. The position is then evaluated as a finished
 *  game, with the seeds on the board given out by the oracle's margin. Below it, the ply
 *  cap and repetitions with earlier positions are ignored. */
struct sow_oracle {
    int on_board; /**< largest number of seeds on the board that it knows; 0: knows
                       nothing */
    /** Returns the mover's share of the seeds on the board minus the other player's. */
    int (*margin)(const void *context, const struct sow_board *board);
    const void *context; /**< passed to `margin` */
};

/** The result of a search. */
struct sow_search_result {
    int count;                     /**< number of legal moves */
    int move[SOW_MOVES_MAX];       /**< legal moves, in the order of sow_game_moves */
    int32_t value[SOW_MOVES_MAX];  /**< value of each move: exact for the best moves, else
                                        an upper bound */
    bool best[SOW_MOVES_MAX];      /**< by move: true if it has the greatest value */
    int depth;                     /**< last depth that was finished; 0: every move was
                                        only made once */
    bool complete;                 /**< true if no line was cut: every greater depth gives
                                        the same result */
    uint64_t nodes;                /**< positions visited so far, without the root */
    int line[SOW_SEARCH_LINE_MAX]; /**< the expected moves of both sides, beginning with a
                                        best move; may end early */
    int line_length;               /**< number of moves in `line` */
};

/** The expected moves of both sides after each move at the root, by its index in the
 *  result. A line begins with that move and may end early. */
struct sow_search_lines {
    int count[SOW_MOVES_MAX];                         /**< number of moves in a line */
    uint8_t move[SOW_MOVES_MAX][SOW_SEARCH_LINE_MAX]; /**< the moves of a line */
};

/** A search. At least one limit is needed; minimax uses only depth. With a limit of nodes
 *  or time the result is that of the last finished depth. Every move is made at least
 *  once. */
struct sow_search {
    struct sow_search_limits limits; /**< method and limits */
    struct sow_evaluator evaluator;  /**< evaluates the leaves */
    struct sow_oracle oracle;        /**< exact values, or none (all zeros) */
    bool values_all; /**< true if all moves shall get exact values, not only
                          the best ones */
    struct sow_search_lines *lines; /**< receives the lines of all moves at the last
                                         finished depth, if `values_all` is set; may be
                                         NULL */
    const struct sow_stop *stop; /**< a request acts as an expired limit of time; may be
                                      NULL */
    /** Callback after every finished depth; may be NULL. */
    void (*told)(void *context, const struct sow_search_result *result);
    void *context; /**< passed to `told` */
};

/**
 * Searches a position. If `game->fast` is NULL and the fast engine covers the rules, it
 * is prepared first. Without enough memory for the table, a smaller table or none is
 * used.
 *
 * @param search the search.
 * @param game a game that has not ended and has legal moves.
 * @param[out] result receives the result.
 */
void sow_search_run(const struct sow_search *search, const struct sow_game *game,
                    struct sow_search_result *result);

SOW_C_END

#endif
