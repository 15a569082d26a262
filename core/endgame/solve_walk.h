/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * The search of a solver: answers to "does the side to move get so many of the seeds on
 * the board?".
 *
 * Seeds are counted as they leave the board, so that what is known of a position does not
 * depend on what lies in the stores: a board in here has stores of 0.
 */
#ifndef SOW_ENDGAME_SOLVE_WALK_H
#define SOW_ENDGAME_SOLVE_WALK_H

#include "solve_table.h"
#include "sow/endgame/solve.h"

struct sow_solver {
    struct sow_rules rules;
    struct sow_fast fast;
    struct sow_solve_options options;
    struct solve_table table;
    int known_seeds; /* the endgame values are of boards with so many seeds at most */
    uint64_t nodes;  /* of walks, told now and then */
    bool telling;    /* a thread is in options.go_on */
    bool stopped;
};

/* One thread's search. */
struct solve_walk {
    struct sow_solver *solver;
    const bool *overtaken; /* another thread has found what this one looks for; or NULL */
    unsigned shuffle;      /* 0, or what makes its order of moves another one */
    uint64_t nodes, told;
    bool stopped;
};

/* A board whose stores are 0, and the seeds on it. */
struct solve_place {
    struct sow_fast_board board;
    int seeds;
};

/* What a move leads to. */
struct solve_child {
    struct solve_place place;
    int gain;  /* seeds that the mover stores */
    bool same; /* the mover is to move again */
    bool ended;
};

/* Makes the move of byte @p byte; left-overs of an ended game are in the gain. */
SOW_FAST_INLINE struct solve_child solve_make(const struct sow_fast *fast,
                                              const struct solve_place *at, unsigned byte)
{
    struct sow_fast_next next = sow_fast_make(fast, at->board, byte);
    uint64_t mover = next.same_side ? next.board.own : next.board.other;
    int gain = (int)(mover >> SOW_FAST_STORE_SHIFT);
    if (next.ended)
        gain += (int)sow_fast_sum(sow_fast_row(mover));
    return (struct solve_child){
        .place = {.board = {sow_fast_row(next.board.own), sow_fast_row(next.board.other)},
                  .seeds = at->seeds - gain},
        .gain = gain,
        .same = next.same_side,
        .ended = next.ended};
}

/* What the mover gets by the move if the side to move next gets @p next of the rest; and
   the other way round. */
static inline int solve_gets(const struct solve_child *child, int next)
{
    return child->gain + (child->same ? next : child->place.seeds - next);
}

/* Adds the nodes of a walk to its solver's. */
void sow_solve_tell(struct solve_walk *walk);

/* The bound of what the side to move at @p at gets, in 0..seeds, that answers whether it
   is @p need or more: at least the answer if that is @p need or more, else at most. */
int sow_solve_walk(struct solve_walk *walk, const struct solve_place *at, int need);

#endif
