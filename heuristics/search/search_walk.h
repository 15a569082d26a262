/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * The two walks over the tree below a position: minimax and alpha-beta.
 */
#ifndef SOW_SEARCH_WALK_H
#define SOW_SEARCH_WALK_H

#include "search_node.h"
#include "search_table.h"
#include "sow/search/game_clock.h"
#include "sow/search/search.h"

/** A value greater than that of any position. */
enum { VALUE_INFINITE = SOW_VALUE_MAX + 1 };

/** A line: the expected moves below a node. */
struct line {
    int count;                         /**< number of moves */
    uint8_t move[SOW_SEARCH_LINE_MAX]; /**< the moves, in order */
};

/** A window of values. A value outside is only known to be outside. */
struct window {
    int32_t low;  /**< values of at most this are not told apart */
    int32_t high; /**< values of at least this are not told apart */
};

/** A search in progress. */
struct walk {
    const struct sow_search *search;    /**< settings of the search */
    struct ground ground;               /**< shared data of its nodes */
    const struct sow_leaf_sum *sum;     /**< values of running leaves in the form of the
                                             fast engine; NULL: the evaluator has them */
    uint8_t seat;                       /**< seat of the player at the root */
    struct table table;                 /**< transposition table */
    uint32_t history[2][SOW_MOVES_MAX]; /**< by side and move: cutoffs it caused, weighted
                                             by depth */
    uint64_t nodes;                     /**< positions visited */
    uint64_t stored;                    /**< results put into the table */
    uint64_t cuts;                      /**< leaves cut by the depth, and stored values
                                             with such leaves */
    uint64_t next_look;                 /**< number of nodes at which the clock is read
                                             next */
    uint64_t deadline;                  /**< time to stop in nanoseconds; 0: none */
    bool heeds_limits; /**< true if limits of nodes and time are in force */
    bool stopped;      /**< true if a limit was reached: values are then meaningless */
};

/** Returns the depth that is left after a move to @p next, from a node with @p depth. An
 *  extra turn costs nothing unless the limits say so. */
int sow_walk_depth_after(const struct walk *walk, const struct node *next, int depth);

/** Returns the value of @p at for its side to move. It is exact if it is inside the
 *  window. The step @p path led there. The line is set if the window is wider than
 *  a zero window, and empty otherwise. If walk->stopped is set, the value is
 *  meaningless. */
int32_t sow_walk_alphabeta(struct walk *walk, const struct node *at,
                           const struct sow_step *path, int depth, struct window window,
                           struct line *line);

/** Returns the value of @p at for its side to move, by a walk over the whole tree. The
 * expected moves go into @p line. If walk->stopped is set, both are meaningless. */
int32_t sow_walk_minimax(struct walk *walk, const struct node *at,
                         const struct sow_step *path, int depth, struct line *line);

/** Fills @p line with a move and the line @p rest that follows it, cut at
 *  SOW_SEARCH_LINE_MAX moves. */
void sow_walk_lengthen(struct line *line, int move, const struct line *rest);

/** Fills in the step of a move at @p at, after the step @p before. Leaves @p step unset
 *  unless the evaluator needs paths. */
void sow_walk_step(const struct walk *walk, const struct node *at,
                   const struct sow_step *before, int move, struct sow_step *step);

#endif
