/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "search_walk.h"

#include <assert.h>
#include <string.h>

int sow_walk_depth_after(const struct walk *walk, const struct node *next, int depth)
{
    return depth - !(next->extra && !walk->search->limits.extra_costs_depth);
}

void sow_walk_lengthen(struct line *line, int move, const struct line *rest)
{
    line->count = rest->count < SOW_SEARCH_LINE_MAX ? rest->count + 1 : rest->count;
    line->move[0] = (uint8_t)move;
    for (int i = 1; i < line->count; i++)
        line->move[i] = rest->move[i - 1];
}

void sow_walk_step(const struct walk *walk, const struct node *at,
                   const struct sow_step *before, int move, struct sow_step *step)
{
    if (!walk->search->evaluator.of_path)
        return;
    step->before = before;
    step->move = move;
    sow_node_board(&walk->ground, at, &step->board);
    step->legal = sow_legal(walk->ground.rules, &step->board);
}

/* --- leaves --- */

/* Returns the value of a leaf for its side to move, by the evaluator. If the oracle knows
   the position, its seeds are first given out. The step @p path led there. */
static int32_t value_leaf(const struct walk *walk, const struct node *at,
                          const struct sow_step *path)
{
    const struct sow_evaluator *evaluator = &walk->search->evaluator;
    struct sow_board board;
    sow_node_board(&walk->ground, at, &board);
    bool known = sow_node_known(&walk->ground, at, &walk->search->oracle);
    if (known)
        sow_board_give_out(&board, &walk->search->oracle);
    struct sow_leaf leaf = {.rules = walk->ground.rules,
                            .fast = walk->ground.fast,
                            .board = &board,
                            .ended = at->ended || known,
                            .seat = walk->seat,
                            .path = evaluator->of_path ? path : NULL};
    int32_t value = evaluator->value(evaluator->context, &leaf);
    assert(value >= -SOW_VALUE_MAX && value <= SOW_VALUE_MAX);
    return at->side == walk->seat ? value : -value;
}

/* Counts a node, and a cut if only the depth ends the tree there. Returns true if it is a
   leaf. */
static bool is_leaf(struct walk *walk, const struct node *at, int depth)
{
    walk->nodes++;
    bool final = at->ended || sow_node_known(&walk->ground, at, &walk->search->oracle);
    walk->cuts += !final && depth <= 0;
    return final || depth <= 0;
}

/* --- limits --- */

/* Checks clock and stop requests once in 1,024 nodes. Returns true if the search is over,
   and sets walk->stopped. A request to the process ends every search; the others end only
   searches with limits in force. */
static bool is_stopped(struct walk *walk)
{
    enum { LOOK_EVERY = 1024 };
    const struct sow_search *search = walk->search;
    if (walk->nodes < walk->next_look)
        return walk->stopped;
    walk->next_look = walk->nodes + LOOK_EVERY;
    walk->stopped |= sow_stopping();
    if (walk->heeds_limits)
        walk->stopped |= sow_stop_requested(search->stop) ||
                         (walk->deadline > 0 && sow_search_now() >= walk->deadline);
    return walk->stopped;
}

/* Returns true if the search has reached a limit or was stopped, and sets
   walk->stopped. */
static bool out_of_limits(struct walk *walk)
{
    uint64_t most = walk->search->limits.nodes;
    if (walk->heeds_limits && most > 0 && walk->nodes >= most)
        walk->stopped = true;
    return is_stopped(walk);
}

/* --- minimax: the definition --- */

int32_t sow_walk_minimax(struct walk *walk, const struct node *at,
                         const struct sow_step *path, int depth, struct line *line)
{
    line->count = 0;
    if (is_leaf(walk, at, depth))
        return value_leaf(walk, at, path);
    int moves[SOW_MOVES_MAX];
    int count = sow_node_moves(&walk->ground, at, moves);
    int32_t best = -VALUE_INFINITE;
    for (int i = 0; i < count && !is_stopped(walk); i++) {
        struct node next;
        struct sow_step step;
        struct line rest;
        sow_node_make(&walk->ground, at, moves[i], &next);
        sow_walk_step(walk, at, path, moves[i], &step);
        int32_t value = sow_walk_minimax(walk, &next, &step,
                                         sow_walk_depth_after(walk, &next, depth), &rest);
        value = next.side == at->side ? value : -value;
        if (value > best) {
            best = value;
            sow_walk_lengthen(line, moves[i], &rest);
        }
    }
    return best;
}

/* --- alpha-beta --- */

/* A node whose moves are being tried by alpha-beta. */
struct visit {
    struct walk *walk;
    const struct node *at;
    const struct sow_step *path; /* step that led to it */
    int depth;                   /* depth that is left, at least 1 */
    struct window window;        /* `low` rises as moves are tried */
    int32_t best;                /* best value so far, for the side to move */
    int best_move;               /* move with this value */
    bool exact;                  /* true if the window is wider than a zero window */
    struct line *line;           /* receives the expected moves */
};

/* Returns the value of the move to @p next, for the side that makes it, by alpha-beta
   within @p window. */
static int32_t value_behind(const struct visit *visit, const struct node *next,
                            const struct sow_step *step, struct window window,
                            struct line *rest)
{
    int depth = sow_walk_depth_after(visit->walk, next, visit->depth);
    if (next->side == visit->at->side)
        return sow_walk_alphabeta(visit->walk, next, step, depth, window, rest);
    struct window turned = {-window.high, -window.low};
    return -sow_walk_alphabeta(visit->walk, next, step, depth, turned, rest);
}

/* Tries a move, which leads to @p next, and updates best value, window and line of the
   visit. Returns true for a cutoff: the move is so good that the other player avoids this
   node. Returns true also if the search was stopped. */
static bool try_move(struct visit *visit, int move, const struct node *next)
{
    struct sow_step step;
    struct line rest;
    struct window *window = &visit->window;
    sow_walk_step(visit->walk, visit->at, visit->path, move, &step);
    int32_t value = window->low;
    bool first = visit->best == -VALUE_INFINITE;
    if (!first)
        value = value_behind(visit, next, &step,
                             (struct window){window->low, window->low + 1}, &rest);
    if (first || (value > window->low && value < window->high))
        value = value_behind(visit, next, &step, *window, &rest);
    if (value > visit->best) {
        visit->best = value;
        visit->best_move = move;
    }
    if (value > window->low) {
        window->low = value;
        if (visit->exact)
            sow_walk_lengthen(visit->line, move, &rest);
    }
    return value >= window->high || visit->walk->stopped;
}

/* The moves of a node, already made, and their ranks. */
struct choices {
    int count;                       /* number of moves */
    int move[SOW_MOVES_MAX];         /* the moves, from the last pit to the first */
    uint32_t order[SOW_MOVES_MAX];   /* rank of each move; a higher one is tried first */
    struct node next[SOW_MOVES_MAX]; /* node that each move leads to */
};

/* Returns the rank of a move: extra turns first, then captures of more seeds, then moves
   that caused cutoffs before. */
static uint32_t order_of(const struct walk *walk, const struct node *at, int move,
                         const struct node *next)
{
    enum { HISTORY_BITS = 20 };
    uint32_t history = walk->history[at->side][move];
    uint32_t most = (1U << HISTORY_BITS) - 1;
    return (uint32_t)next->extra << 31U | (uint32_t)next->gain << HISTORY_BITS |
           (history < most ? history : most);
}

/* Fills @p choices with all moves but @p done (-1: with all), the nodes they lead to and
   their ranks. */
static void make_moves(const struct visit *visit, int done, struct choices *choices)
{
    int moves[SOW_MOVES_MAX];
    const struct ground *ground = &visit->walk->ground;
    int count = sow_node_moves(ground, visit->at, moves);
    choices->count = 0;
    for (int i = count - 1; i >= 0; i--) {
        if (moves[i] == done)
            continue;
        int k = choices->count++;
        choices->move[k] = moves[i];
        sow_node_make(ground, visit->at, moves[i], &choices->next[k]);
        choices->order[k] = order_of(visit->walk, visit->at, moves[i], &choices->next[k]);
    }
}

/* Returns the index of the choice with the highest rank that is not tried yet, or -1.
   @p tried has a bit for each choice. */
static int next_choice(const struct choices *choices, unsigned tried)
{
    int best = -1;
    for (int i = 0; i < choices->count; i++)
        if ((tried >> i & 1U) == 0 &&
            (best < 0 || choices->order[i] > choices->order[best]))
            best = i;
    return best;
}

/* Returns true if a move is legal at the visited node. Moves of the table may not be: two
   positions can have the same key. */
static bool is_legal(const struct visit *visit, int move)
{
    int moves[SOW_MOVES_MAX];
    int count = sow_node_moves(&visit->walk->ground, visit->at, moves);
    for (int i = 0; i < count; i++)
        if (moves[i] == move)
            return true;
    return false;
}

/* Raises the rank that a move, which caused a cutoff, has from now on at all nodes of
   this side. A greater depth raises it more. */
static void note_cutoff(const struct visit *visit, int move)
{
    visit->walk->history[visit->at->side][move] +=
        (uint32_t)(visit->depth * visit->depth);
}

/* Tries the moves of a node in the order of their ranks, until one causes a cutoff. The
   move @p from_table comes first, if it is not -1 and is legal. */
static void try_moves(struct visit *visit, int from_table)
{
    struct choices choices;
    if (from_table >= 0 && is_legal(visit, from_table)) {
        struct node next;
        sow_node_make(&visit->walk->ground, visit->at, from_table, &next);
        if (try_move(visit, from_table, &next))
            return;
    }
    make_moves(visit, from_table, &choices);
    unsigned tried = 0;
    for (int i = next_choice(&choices, 0); i >= 0; i = next_choice(&choices, tried)) {
        tried |= 1U << i;
        if (try_move(visit, choices.move[i], &choices.next[i])) {
            note_cutoff(visit, choices.move[i]);
            return;
        }
    }
}

/* Returns true if the entry's value can replace the search of this node: it is for the
   same course, deep enough, and exact or outside the window on its side. */
static bool answers(const struct visit *visit, const struct table_entry *entry,
                    uint64_t course)
{
    bool deep =
        entry->depth == visit->depth || (entry->final && entry->depth <= visit->depth);
    if (!deep || entry->course != course)
        return false;
    switch ((enum table_bound)entry->bound) {
    case TABLE_EXACT:
        return true;
    case TABLE_AT_LEAST:
        return entry->value >= visit->window.high;
    case TABLE_AT_MOST:
        return entry->value <= visit->window.low;
    case TABLE_EMPTY:
        break;
    }
    return false;
}

/* Stores the result of a node in the table. @p asked is the window at its start. */
static void store_result(const struct visit *visit, uint64_t course, struct window asked,
                         bool final)
{
    enum table_bound bound = visit->best >= asked.high  ? TABLE_AT_LEAST
                             : visit->best <= asked.low ? TABLE_AT_MOST
                                                        : TABLE_EXACT;
    struct table_entry entry = {.key = visit->at->hash,
                                .course = course,
                                .value = visit->best,
                                .depth = (uint8_t)visit->depth,
                                .bound = (uint8_t)bound,
                                .move = (uint8_t)visit->best_move,
                                .final = final};
    sow_table_store(&visit->walk->table, &entry);
}

int32_t sow_walk_alphabeta(struct walk *walk, const struct node *at,
                           const struct sow_step *path, int depth, struct window window,
                           struct line *line)
{
    line->count = 0;
    if (is_leaf(walk, at, depth))
        return value_leaf(walk, at, path);
    if (out_of_limits(walk))
        return 0;
    struct visit visit = {.walk = walk,
                          .at = at,
                          .path = path,
                          .depth = depth,
                          .window = window,
                          .best = -VALUE_INFINITE,
                          .exact = window.high - window.low > 1,
                          .line = line};
    uint64_t course = sow_node_course(&walk->ground, at, depth);
    const struct table_entry *entry = sow_table_find(&walk->table, at->hash);
    /* With an exact window the search is made even so: it gives the line of moves. */
    if (entry != NULL && !visit.exact && answers(&visit, entry, course)) {
        walk->cuts += !entry->final;
        return entry->value;
    }
    uint64_t cuts = walk->cuts;
    try_moves(&visit, entry != NULL ? entry->move : -1);
    if (!walk->stopped)
        store_result(&visit, course, window, walk->cuts == cuts);
    return visit.best;
}
