/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * Monte Carlo tree search by UCT (Kocsis and Szepesvari 2006).
 *
 * An iteration descends the tree. At each node it takes the move with the greatest mean
 * reward + sqrt(ln(visits of the node) / visits of the move); moves without visits come
 * first. At the end of the tree it adds the moves of the position. Then a random playout,
 * or an evaluator, gives a reward to all moves on the way. The moves with the most visits
 * are best.
 *
 * The tree may be kept from move to move of a game. The part below the position that was
 * reached then becomes the next tree, and its visits count in the next search.
 *
 * A reward is between 0 and 1. A finished game gives 1, 1/2 or 0 for a win, draw or loss;
 * or, by the margin, 1/2 + margin / (2 * all seeds). An evaluator's value v gives 1/2 + v
 * / (2 (|v| + scale)). The rules are those of the game, with ply cap, repetition and pie
 * rule. A playout longer than 1,000 plies ends as at a ply cap.
 *
 * With a limit of iterations the result depends only on the inputs and the stream.
 * Without memory the tree stops growing.
 *
 * Thread-safe, if each thread has its own tree and stream. Ownership: a kept tree is
 * released with sow_mcts_tree_release; everything else is the caller's.
 */
#ifndef SOW_SEARCH_MCTS_H
#define SOW_SEARCH_MCTS_H

#include "sow/base/pcg.h"
#include "sow/search/search.h"

SOW_C_BEGIN

/** A Monte Carlo tree search. `limits` has the iterations (`nodes`) or the time, and the
 *  reward. */
struct sow_mcts {
    struct sow_search_limits limits; /**< method, limits and reward */
    struct sow_evaluator evaluator;  /**< evaluates positions; `value` NULL: random
                                          playouts */
    double scale;                    /**< value at which an evaluator's reward is 3/4;
                                          above 0 */
    struct sow_oracle oracle;        /**< exact values; a position that it knows is
                                          rewarded as a finished game */
    bool for_other;                  /**< true if rewards are those of the player that is
                                          not to move */
    const struct sow_stop *stop;     /**< a request acts as an expired limit of time; may
                                          be NULL */
};

/** A tree that is kept between searches. Begin with all zeros; release it at the end. */
struct sow_mcts_tree {
    struct sow_twig *twigs; /**< moves in the tree, the root first; on the heap */
    size_t count;           /**< number of twigs */
    size_t room;            /**< allocated twigs */
    int ply;                /**< ply of its root in the game */
    uint64_t line;          /**< hash of the moves to its root (game.h) */
};

/**
 * Frees a kept tree. It may be used again afterwards.
 *
 * @param[in,out] tree the tree; becomes empty.
 */
void sow_mcts_tree_release(struct sow_mcts_tree *tree);

/**
 * Searches a position of a game, as sow_search_run does. The value of a move is the
 * number of its visits.
 *
 * @param mcts the search.
 * @param game a game that has not ended and has legal moves.
 * @param[in,out] kept the tree of this seat in this game, or NULL to keep none.
 * @param[in,out] rng stream for playouts and for choices between untried moves.
 * @param[out] result receives the moves, their visits and the best ones. Without memory
 * for any tree, every move is a best one.
 */
void sow_mcts_run(const struct sow_mcts *mcts, const struct sow_game *game,
                  struct sow_mcts_tree *kept, struct sow_pcg *rng,
                  struct sow_search_result *result);

SOW_C_END

#endif
