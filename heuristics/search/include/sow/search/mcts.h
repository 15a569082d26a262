/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * Looking ahead by Monte Carlo tree search: UCT (Kocsis and Szepesvari 2006).
 *
 * An iteration goes down the tree, at each node to the move with the greatest
 * mean reward + sqrt(ln(visits of the node) / visits of the move), to one without visits
 * first; it adds the moves of the position it ends in, and rewards all moves on the way
 * by what a random playout from there comes to, or by what an evaluator says of it. The
 * moves visited most are best. The tree may be kept from move to move of a game: what is
 * below the position that was reached is then the beginning of the next tree, and its
 * visits count with those of the next search.
 *
 * A reward is between 0 and 1: of a finished game 1, 1/2 or 0 for a win, draw or loss, or
 * by the margin, 1/2 + margin / (2 * all seeds); of an evaluator's value v, 1/2 + v / (2
 * (|v| + scale)). The rules are the game's own, ply cap, repetition and pie rule
 * included; a playout of more than 1,000 plies is ended as by a ply cap.
 *
 * With a limit of iterations the result is a function of inputs and stream. Without
 * memory the tree stops growing.
 */
#ifndef SOW_SEARCH_MCTS_H
#define SOW_SEARCH_MCTS_H

#include "sow/base/pcg.h"
#include "sow/search/search.h"

SOW_C_BEGIN

/** A search; `limits` has iterations (`nodes`) or milliseconds, and the reward. */
struct sow_mcts {
    struct sow_search_limits limits;
    struct sow_evaluator evaluator; /**< of states; `value` NULL: random playouts */
    double scale;                   /**< of the evaluator's values, above 0 */
    struct sow_oracle oracle;       /**< what it knows is rewarded as a finished game */
    bool for_other;                 /**< rewards are those of who is not to move */
    const struct sow_stop *stop; /**< as a limit of time that has run out; may be NULL */
};

/** A tree that is kept; all zeros to begin with, then released. */
struct sow_mcts_tree {
    struct sow_twig *twigs;
    size_t count;
    size_t room;
    int ply; /**< of its root in its game */
    uint64_t line;
};

void sow_mcts_tree_release(struct sow_mcts_tree *tree);

/** As sow_search_run; a move's value is the number of its visits.
 *  @param kept  the tree of this seat in this game, or NULL: none is kept. */
void sow_mcts_run(const struct sow_mcts *mcts, const struct sow_game *game,
                  struct sow_mcts_tree *kept, struct sow_pcg *rng,
                  struct sow_search_result *result);

SOW_C_END

#endif
