/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "search_walk.h"

#include "fast_kernel.h"
#include "leaf_sum_value.h"

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

/* Returns the value of a leaf for its side to move, by the evaluator's function. If the
   oracle knows the position (@p known), its seeds are first given out. The step @p path
   led there. */
static int32_t value_board(const struct walk *walk, const struct node *at, bool known,
                           const struct sow_step *path)
{
    const struct sow_evaluator *evaluator = &walk->search->evaluator;
    struct sow_board board;
    sow_node_board(&walk->ground, at, &board);
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
   leaf, and sets its value for its side to move. The step @p path led there. */
static inline bool is_leaf(struct walk *walk, const struct node *at, int depth,
                           const struct sow_step *path, int32_t *value)
{
    const struct sow_leaf_sum *sum = walk->sum;
    const struct sow_oracle *oracle = &walk->search->oracle;
    bool known = oracle->on_board > 0 && sow_node_known(&walk->ground, at, oracle);
    bool final = at->ended || known;
    walk->nodes++;
    if (!final && depth > 0)
        return false;
    walk->cuts += !final;
    *value = final || sum == NULL
                 ? value_board(walk, at, known, path)
                 : sow_leaf_sum_value(sum, walk->ground.fast, at->at.words,
                                      at->side == walk->seat);
    return true;
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
    int32_t best = -VALUE_INFINITE;
    line->count = 0;
    if (is_leaf(walk, at, depth, path, &best))
        return best;
    int moves[SOW_MOVES_MAX];
    int count = sow_node_moves(&walk->ground, at, moves);
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

static int32_t search_inner(struct walk *walk, const struct node *at,
                            const struct sow_step *path, int depth, struct window window,
                            struct line *line);

/* Returns the value of the move to @p next, for the side that makes it, by alpha-beta
   within @p window. */
static inline int32_t value_behind(const struct visit *visit, const struct node *next,
                                   const struct sow_step *step, struct window window,
                                   struct line *rest)
{
    int depth = sow_walk_depth_after(visit->walk, next, visit->depth);
    bool same = next->side == visit->at->side;
    struct window turned = {-window.high, -window.low};
    int32_t value;
    rest->count = 0;
    if (!is_leaf(visit->walk, next, depth, step, &value))
        value =
            search_inner(visit->walk, next, step, depth, same ? window : turned, rest);
    return same ? value : -value;
}

/* Takes the value of a move, and the line @p rest expected after it, into the visit.
   Returns true for a cutoff: the move is so good that the other player avoids this
   node. */
static inline bool take_value(struct visit *visit, int move, int32_t value,
                              const struct line *rest)
{
    struct window *window = &visit->window;
    if (value > visit->best) {
        visit->best = value;
        visit->best_move = move;
    }
    if (value > window->low) {
        window->low = value;
        if (visit->exact)
            sow_walk_lengthen(visit->line, move, rest);
    }
    return value >= window->high;
}

/* Tries a move, which leads to @p next. Returns true for a cutoff, or if the search was
   stopped. A window that is wider than a zero window is first made so for all moves but
   the first. */
static bool try_move(struct visit *visit, int move, const struct node *next)
{
    struct sow_step step;
    struct line rest;
    struct window asked = visit->window;
    int32_t value;
    sow_walk_step(visit->walk, visit->at, visit->path, move, &step);
    if (visit->exact && visit->best > -VALUE_INFINITE)
        asked.high = asked.low + 1;
    for (;;) {
        value = value_behind(visit, next, &step, asked, &rest);
        if (asked.high == visit->window.high || value < asked.high ||
            value >= visit->window.high)
            break;
        asked = visit->window;
    }
    return take_value(visit, move, value, &rest) || visit->walk->stopped;
}

/* Raises the rank that a move, which caused a cutoff, has from now on at all nodes of
   this side. A greater depth raises it more. */
static void note_cutoff(const struct visit *visit, int move)
{
    visit->walk->history[visit->at->side][move] +=
        (uint32_t)(visit->depth * visit->depth);
}

/* Parts of the rank of a play, by their lowest bits. The index, counted backwards from
   RANK_LAST, makes ranks differ. */
enum { RANK_HISTORY = 8, RANK_GAIN = 40, RANK_EXTRA = 48, RANK_LAST = 0xff };

/* Returns the rank of a play: extra turns first, then captures of more seeds, then moves
   that caused cutoffs before, then lower indices. It is 0 for no play. */
static inline uint64_t rank_of(uint32_t history, bool extra, uint8_t gain, unsigned index)
{
    return (uint64_t)extra << RANK_EXTRA | (uint64_t)gain << RANK_GAIN |
           (uint64_t)history << RANK_HISTORY | (RANK_LAST - index);
}

/* Returns the index of the play with a rank. */
static inline unsigned index_of(uint64_t rank)
{
    return RANK_LAST - (unsigned)(rank & RANK_LAST);
}

/* Returns the highest rank; 0: none is left. */
static inline uint64_t highest(int count, const uint64_t *rank)
{
    uint64_t most = 0;
    for (int i = 0; i < count; i++)
        most = rank[i] > most ? rank[i] : most;
    return most;
}

/* Tries the moves of a node but @p done (-1: all) in the order of their ranks, until one
   causes a cutoff. Makes all of them first, by either engine. */
static void try_all(struct visit *visit, int done)
{
    const struct ground *ground = &visit->walk->ground;
    const uint32_t *history = visit->walk->history[visit->at->side];
    struct plays plays;
    uint64_t rank[SOW_MOVES_MAX];
    uint64_t most;
    sow_node_play_all(ground, visit->at, done, &plays);
    for (int i = 0; i < plays.count; i++)
        rank[i] = rank_of(history[plays.move[i]], plays.next[i].extra, plays.next[i].gain,
                          (unsigned)i);
    while ((most = highest(plays.count, rank)) != 0) {
        unsigned i = index_of(most);
        rank[i] = 0;
        sow_node_finish(ground, visit->at, &plays.next[i]);
        if (try_move(visit, plays.move[i], &plays.next[i])) {
            note_cutoff(visit, plays.move[i]);
            return;
        }
    }
}

/* Returns true if the moves of a node that earn no extra turn lead to leaves, whose
   values are sums. */
static bool precedes_leaves(const struct visit *visit)
{
    const struct walk *walk = visit->walk;
    return visit->depth == 1 && walk->sum != NULL && walk->search->oracle.on_board == 0 &&
           visit->at->ply + 1 < walk->ground.apply_from;
}

/* Returns the value of a move that ends the game, for its player. */
static int32_t value_end(const struct walk *walk, const struct node *at,
                         const struct sow_fast_next *made)
{
    struct node leaf = {.parent = at};
    sow_node_set(&walk->ground, at, made, &leaf);
    int32_t value = value_board(walk, &leaf, false, NULL);
    return made->same_side ? value : -value;
}

/* Returns the value of a move to a leaf, for its player. */
static inline int32_t value_leaf(struct walk *walk, const struct node *at,
                                 const struct sow_fast_next *made)
{
    walk->nodes++;
    if (made->ended)
        return value_end(walk, at, made);
    walk->cuts++;
    int32_t value = sow_leaf_sum_value(walk->sum, walk->ground.fast, made->board,
                                       made->same_side == (at->side == walk->seat));
    return made->same_side ? value : -value;
}

/* Tries a move that the fast engine made. Returns true for a cutoff, or if the search was
   stopped. */
static inline bool try_made(struct visit *visit, int move,
                            const struct sow_fast_next *made)
{
    struct node next;
    sow_node_set(&visit->walk->ground, visit->at, made, &next);
    sow_node_finish(&visit->walk->ground, visit->at, &next);
    return try_move(visit, move, &next);
}

/* Tries the moves of the flagged pits in the order of their ranks, until one causes a
   cutoff. The fast engine makes all of them first. Either all earn an extra turn or none
   does, and seeds in the store rank them as gains do. They lead to leaves if @p leaves.
   Returns true for a cutoff, or if the search was stopped. */
static bool try_pits(struct visit *visit, uint64_t flags, bool leaves)
{
    static const struct line NONE = {.count = 0};
    enum { BYTES = SOW_FAST_MAX_PITS + 1 };
    const struct node *at = visit->at;
    const struct sow_fast *fast = visit->walk->ground.fast;
    const uint32_t *history = visit->walk->history[at->side];
    struct sow_fast_next made[BYTES];
    uint64_t rank[BYTES] = {0};
    uint64_t most = 0;
    for (; flags != 0; flags &= flags - 1) {
        unsigned byte = sow_fast_first(flags);
        made[byte] = sow_fast_make(fast, at->at.words, byte);
        rank[byte] =
            rank_of(history[fast->pits - 1 - (int)byte], false, made[byte].store, byte);
        most = rank[byte] > most ? rank[byte] : most;
    }
    for (; most != 0; most = highest(BYTES, rank)) {
        unsigned byte = index_of(most);
        int move = fast->pits - 1 - (int)byte;
        rank[byte] = 0;
        bool cut = leaves ? take_value(visit, move,
                                       value_leaf(visit->walk, at, &made[byte]), &NONE)
                          : try_made(visit, move, &made[byte]);
        if (cut) {
            note_cutoff(visit, move);
            return true;
        }
    }
    return false;
}

/* Tries the moves of a node but @p done (-1: all), until one causes a cutoff. With the
   fast engine and single laps, those that earn an extra turn are made and tried before
   the others are made. */
SOW_FAST_INLINE void try_plays(struct visit *visit, int done)
{
    const struct sow_fast *fast = visit->walk->ground.fast;
    const struct node *at = visit->at;
    if (fast == NULL || fast->lap_limit > 0 || at->swap_open) {
        try_all(visit, done);
        return;
    }
    uint64_t left = sow_fast_legal_flags(fast, at->at.words);
    uint64_t again = sow_fast_again_flags(fast, at->at.words);
    if (done >= 0 && done < fast->pits)
        left &= ~(UINT64_C(0x80) << (8 * (fast->pits - 1 - done)));
    if ((left & again) != 0 && try_pits(visit, left & again, false))
        return;
    if ((left & ~again) != 0)
        (void)try_pits(visit, left & ~again, precedes_leaves(visit));
}

/* Tries the moves of a node, until one causes a cutoff. The move @p from_table comes
   first, if it is not -1 and is legal: two positions can have the same key. */
static void try_moves(struct visit *visit, int from_table)
{
    const struct ground *ground = &visit->walk->ground;
    if (from_table >= 0 && sow_node_is_legal(ground, visit->at, from_table)) {
        struct node next;
        sow_node_make(ground, visit->at, from_table, &next);
        if (try_move(visit, from_table, &next))
            return;
    }
    try_plays(visit, from_table);
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
static void store_result(const struct visit *visit, uint64_t key, uint64_t course,
                         struct window asked, bool final)
{
    enum table_bound bound = visit->best >= asked.high  ? TABLE_AT_LEAST
                             : visit->best <= asked.low ? TABLE_AT_MOST
                                                        : TABLE_EXACT;
    struct table_entry entry = {.key = key,
                                .course = course,
                                .value = visit->best,
                                .depth = (uint8_t)visit->depth,
                                .bound = (uint8_t)bound,
                                .move = (uint8_t)visit->best_move,
                                .final = final};
    visit->walk->stored++;
    sow_table_store(&visit->walk->table, &entry);
}

/* Returns the value of a node that is no leaf, with the help of the table, which must not
   be empty. The arguments of sow_walk_alphabeta are in the visit. */
static int32_t search_with_table(struct visit *visit)
{
    struct walk *walk = visit->walk;
    const struct ground *ground = &walk->ground;
    struct window asked = visit->window;
    uint64_t key =
        ground->keeps_history ? visit->at->hash : sow_node_hash(ground, visit->at);
    uint64_t course = sow_node_course(ground, visit->at, visit->depth);
    const struct table_entry *entry = sow_table_find(&walk->table, key);
    /* With an exact window the search is made even so: it gives the line of moves. */
    if (entry != NULL && !visit->exact && answers(visit, entry, course)) {
        walk->cuts += !entry->final;
        return entry->value;
    }
    uint64_t cuts = walk->cuts;
    try_moves(visit, entry != NULL ? entry->move : -1);
    if (!walk->stopped)
        store_result(visit, key, course, asked, walk->cuts == cuts);
    return visit->best;
}

/* Returns the value of a node that is no leaf, as sow_walk_alphabeta. The line must be
   empty. */
static int32_t search_inner(struct walk *walk, const struct node *at,
                            const struct sow_step *path, int depth, struct window window,
                            struct line *line)
{
    enum { LEAST_DEPTH = 3 }; /* with less depth left, a search costs less than a look */
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
    if (depth >= LEAST_DEPTH && walk->table.count > 0)
        return search_with_table(&visit);
    try_plays(&visit, -1);
    return visit.best;
}

int32_t sow_walk_alphabeta(struct walk *walk, const struct node *at,
                           const struct sow_step *path, int depth, struct window window,
                           struct line *line)
{
    int32_t value;
    line->count = 0;
    return is_leaf(walk, at, depth, path, &value)
               ? value
               : search_inner(walk, at, path, depth, window, line);
}
