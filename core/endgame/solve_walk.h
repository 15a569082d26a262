/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * The search of a solver. It answers the question "does the side to move get at least N
 * of the seeds on the board?".
 *
 * Seeds are counted as they leave the board. So the result for a position does not depend
 * on the stores, and boards in this file have stores of 0.
 */
#ifndef SOW_ENDGAME_SOLVE_WALK_H
#define SOW_ENDGAME_SOLVE_WALK_H

#include "solve_table.h"
#include "sow/endgame/solve.h"

/* A solver. */
struct sow_solver {
    struct sow_rules rules;           /* rules of the game */
    struct sow_fast fast;             /* the rules, prepared */
    struct sow_solve_options options; /* options of the caller */
    struct solve_table near; /* results for positions with at most `near_seeds` seeds on
                                the board. It is kept small, so that it stays in a
                                processor's cache: most searches ask it */
    struct solve_table far;  /* results for all other positions. Threads share both */
    int known_seeds; /* largest number of seeds on the board in the endgame database */
    int near_seeds;  /* largest number of seeds on the board in `near` */
    uint64_t nodes;  /* positions searched, updated now and then */
    bool telling;    /* true while a thread is in options.go_on */
    bool stopped;    /* true once all searches must end */
};

/* Search of one thread. */
struct solve_walk {
    struct sow_solver *solver; /* solver of the search, borrowed */
    const bool *overtaken;     /* true once another thread has found the result; may be
                                  NULL */
    unsigned shuffle;          /* 0, or a number that changes the order of moves */
    uint64_t nodes,
        told; /* positions searched, and how many of them were added to the solver's */
    bool stopped; /* true if this search has ended without a result */
};

/* Board whose stores are 0, with the number of its seeds. */
struct solve_place {
    struct sow_fast_board board; /* position, seen from the side to move */
    int seeds;                   /* seeds in both rows */
};

/* Result of a move. */
struct solve_child {
    struct solve_place place; /* position after the move, seen from the next to move */
    int gain;                 /* seeds that the mover stores */
    bool same;                /* true if the mover moves again */
    bool ended;               /* true if the game has ended */
};

/* Returns the table for positions with @p seeds seeds on the board. */
static inline struct solve_table *solve_table_of(struct sow_solver *solver, int seeds)
{
    return seeds <= solver->near_seeds ? &solver->near : &solver->far;
}

/* Makes the move of the pit in byte @p byte. When the game ends, the gain includes the
   remaining seeds. */
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

/* Returns the seeds that the mover gets by a move if the next side to move gets @p
   next of the rest. */
static inline int solve_gets(const struct solve_child *child, int next)
{
    return child->gain + (child->same ? next : child->place.seeds - next);
}

/* Adds the positions that a search has visited since the last call to the count of its
   solver. Thread-safe. */
void sow_solve_tell(struct solve_walk *walk);

/* Searches whether the side to move at @p at gets at least @p need seeds, from 1 to all
   on the board. Returns a bound of the seeds that it gets. The answer is yes if the bound
   is @p need or more, which is then a lower bound. Otherwise it is an upper bound. If
   walk->stopped is set, the result has no meaning. */
int sow_solve_walk(struct solve_walk *walk, const struct solve_place *at, int need);

#endif
