/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * The two walks over the tree below a position.
 */
#ifndef SOW_SEARCH_WALK_H
#define SOW_SEARCH_WALK_H

#include "search_node.h"
#include "search_table.h"
#include "sow/search/game_clock.h"
#include "sow/search/search.h"

/** Greater than any value. */
enum { VALUE_INFINITE = SOW_VALUE_MAX + 1 };

/** The moves expected below a node. */
struct line {
    int count;
    uint8_t move[SOW_SEARCH_LINE_MAX];
};

/** A window: values outside of it need only be known to be outside. */
struct window {
    int32_t low;
    int32_t high;
};

/** A search under way. */
struct walk {
    const struct sow_search *search;
    struct ground ground;
    uint8_t seat; /**< of the player at the root */
    struct table table;
    uint32_t history[2][SOW_MOVES_MAX]; /**< by side and move: cut-offs, by depth */
    uint64_t nodes;
    uint64_t cuts;      /**< leaves that the depth made, and stored values with such */
    uint64_t next_look; /**< nodes at which the clock is read */
    uint64_t deadline;  /**< in nanoseconds; 0: none */
    bool heeds_limits;  /**< of nodes and time */
    bool stopped;       /**< a limit was reached: values are worth nothing */
};

/** The depth left behind a move. */
int sow_walk_depth_after(const struct walk *walk, const struct node *next, int depth);

/** The value of @p at for its side to move, exact if it is inside of the window. @p path:
 *  the move that led there; @p line is filled in where the value is exact. */
int32_t sow_walk_alphabeta(struct walk *walk, const struct node *at,
                           const struct sow_step *path, int depth, struct window window,
                           struct line *line);

/** The same by a walk over the whole tree. */
int32_t sow_walk_minimax(struct walk *walk, const struct node *at,
                         const struct sow_step *path, int depth, struct line *line);

/** Puts a move before the line that follows it. */
void sow_walk_lengthen(struct line *line, int move, const struct line *rest);

/** The step for an evaluator that asks for it. */
void sow_walk_step(const struct walk *walk, const struct node *at,
                   const struct sow_step *before, int move, struct sow_step *step);

#endif
