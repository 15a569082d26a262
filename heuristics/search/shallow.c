/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sow/search/shallow.h"

#include "leaf_sum_value.h"

#include <assert.h>
#include <string.h>

/* A value greater than that of any position. */
enum { ABOVE_ALL = SOW_VALUE_MAX + 1 };

/* A search in progress. All pointers are borrowed. */
struct shallow {
    const struct sow_search *search;
    const struct sow_leaf_sum *sum;
    const struct sow_rules *rules;
    const struct sow_fast *fast;
    int seat; /* seat of the player at the root */
    int cap;  /* plies after which the game ends; INT32_MAX: no cap */
    struct sow_shallow_memory *memory; /* NULL: values depend on the ply, too */
};

/* A position whose moves are searched. */
struct place {
    struct sow_fast_board board; /* seen from the side to move */
    int depth;                   /* depth that is left, at least 1 */
    int ply;                     /* moves since the start of the game */
    bool of_root;                /* true if the player at the root is to move */
};

/* A window of values. A value outside is only known to be outside. */
struct span {
    int32_t low;  /* values of at most this are not told apart */
    int32_t high; /* values of at least this are not told apart */
};

/* --- leaves --- */

/* Returns the value of a finished game for the side that would be to move. At the ply cap
   (@p capped), the seeds in the pits are first given out. */
static int32_t value_ended(const struct shallow *shallow, struct sow_fast_board board,
                           bool of_root, bool capped)
{
    const struct sow_evaluator *evaluator = &shallow->search->evaluator;
    struct sow_board plain;
    sow_fast_to_board(shallow->fast, board, of_root ? shallow->seat : 1 - shallow->seat,
                      &plain);
    if (capped)
        sow_board_stop(&plain, sow_share_at_cap(shallow->rules));
    struct sow_leaf leaf = {.rules = shallow->rules,
                            .fast = shallow->fast,
                            .board = &plain,
                            .ended = true,
                            .seat = shallow->seat};
    int32_t value = evaluator->value(evaluator->context, &leaf);
    return of_root ? value : -value;
}

/* --- the tree --- */

static int32_t value_place(const struct shallow *shallow, const struct place *at,
                           struct span span);

/* Returns the value of the position after a move, for the side that is to move there. It
   is a leaf or is searched within @p span. */
SOW_FAST_INLINE int32_t value_next(const struct shallow *shallow, const struct place *at,
                                   const struct sow_fast_next *next, struct span span)
{
    bool of_root = next->same_side ? at->of_root : !at->of_root;
    bool costs = !next->again || shallow->search->limits.extra_costs_depth;
    if (next->ended)
        return value_ended(shallow, sow_fast_settled(shallow->fast, next->board), of_root,
                           false);
    if (at->ply + 1 >= shallow->cap)
        return value_ended(shallow, next->board, of_root, true);
    if (at->depth <= costs)
        return sow_leaf_sum_value(shallow->sum, shallow->fast, next->board, of_root);
    struct place below = {next->board, at->depth - costs, at->ply + 1, of_root};
    return value_place(shallow, &below, span);
}

/* Returns the value of a move for the side that makes it. */
SOW_FAST_INLINE int32_t value_move(const struct shallow *shallow, const struct place *at,
                                   const struct sow_fast_next *next, struct span span)
{
    if (next->same_side)
        return value_next(shallow, at, next, span);
    return -value_next(shallow, at, next, (struct span){-span.high, -span.low});
}

/* The moves of a position, already made, and the order of trying them. The order of moves
   is from the last pit to the first. */
struct tries {
    int count;
    uint32_t rank[SOW_FAST_MAX_PITS];             /* higher is tried first; 0: tried */
    struct sow_fast_next next[SOW_FAST_MAX_PITS]; /* result of each move */
};

/* Makes all legal moves of a position and sets their ranks, at least 1. Extra turns have
   the highest ranks. Then seeds in the store decide, which differ as gains do. */
static void make_tries(const struct shallow *shallow, const struct place *at,
                       struct tries *tries)
{
    enum { EXTRA = 1 << 10 };
    uint64_t flags = sow_fast_legal_flags(shallow->fast, at->board);
    tries->count = 0;
    for (; flags != 0; flags &= flags - 1) {
        int k = tries->count++;
        struct sow_fast_next *next = &tries->next[k];
        *next = sow_fast_make(shallow->fast, at->board, sow_fast_first(flags));
        tries->rank[k] = next->store + 1 + (next->again ? (uint32_t)EXTRA : 0);
    }
}

/* Returns the index of the move with the highest rank, and sets its rank to 0, so that it
   is not returned again. Some move must be left. */
static int next_try(struct tries *tries)
{
    int best = 0;
    for (int i = 1; i < tries->count; i++)
        if (tries->rank[i] > tries->rank[best])
            best = i;
    tries->rank[best] = 0;
    return best;
}

/* Returns the value of a position one move before the leaves, for its side to move. It is
   exact if it is inside the span. Moves are not ordered and not kept. */
static int32_t value_last(const struct shallow *shallow, const struct place *at,
                          struct span span)
{
    int32_t best = -ABOVE_ALL;
    uint64_t flags = sow_fast_legal_flags(shallow->fast, at->board);
    for (; flags != 0 && best < span.high; flags &= flags - 1) {
        struct sow_fast_next next =
            sow_fast_make(shallow->fast, at->board, sow_fast_first(flags));
        int32_t value =
            value_move(shallow, at, &next,
                       (struct span){best > span.low ? best : span.low, span.high});
        best = value > best ? value : best;
    }
    return best;
}

/* Tries the moves of a position in the order of their ranks. Returns the value for the
   side to move, exact if it is inside the span, and sets the number of the best move. */
static int32_t value_tries(const struct shallow *shallow, const struct place *at,
                           struct span span, struct tries *tries, int *move)
{
    int32_t best = -ABOVE_ALL;
    int32_t low = span.low;
    for (int i = 0; i < tries->count && best < span.high; i++) {
        int k = next_try(tries);
        const struct sow_fast_next *next = &tries->next[k];
        int32_t value = low;
        bool wide = span.high - low > 1;
        if (wide && i > 0)
            value = value_move(shallow, at, next, (struct span){low, low + 1});
        if (!wide || i == 0 || (value > low && value < span.high))
            value = value_move(shallow, at, next, (struct span){low, span.high});
        *move = value > best ? k : *move;
        best = value > best ? value : best;
        low = best > low ? best : low;
    }
    return best;
}

/* --- the memory --- */

/* Meanings of a kept value. */
enum bound { NOTHING, EXACT, AT_LEAST, AT_MOST };

/* Returns the only entry of the memory that may keep a position. It may hold another
   one. */
static struct sow_shallow_entry *entry_of(struct sow_shallow_memory *memory,
                                          struct sow_fast_board board)
{
    uint64_t hash = board.own * UINT64_C(0x9e3779b97f4a7c15) ^
                    board.other * UINT64_C(0xbf58476d1ce4e5b9);
    hash = (hash ^ hash >> 32U) * UINT64_C(0x94d049bb133111eb);
    return &memory->entry[hash >> 32U & (SOW_SHALLOW_KEPT - 1)];
}

/* Returns true if a kept value of this position can replace its search: it has the same
   depth, and is exact or outside the span. */
static bool answers(const struct sow_shallow_entry *entry, const struct place *at,
                    struct span span)
{
    if (entry->depth != at->depth || entry->of_root != at->of_root)
        return false;
    return entry->bound == EXACT ||
           (entry->bound == AT_LEAST && entry->value >= span.high) ||
           (entry->bound == AT_MOST && entry->value <= span.low);
}

/* Evaluates a position for its side to move by alpha-beta. The value is exact if it is
   inside the span. */
static int32_t value_place(const struct shallow *shallow, const struct place *at,
                           struct span span)
{
    enum { FIRST = 1 << 12 }; /* above all other ranks */
    struct tries tries;
    int move = 0;
    if (at->depth == 1)
        return value_last(shallow, at, span);
    struct sow_shallow_entry *entry =
        shallow->memory != NULL ? entry_of(shallow->memory, at->board) : NULL;
    bool kept = entry != NULL && entry->board.own == at->board.own &&
                entry->board.other == at->board.other;
    if (kept && answers(entry, at, span))
        return entry->value;
    make_tries(shallow, at, &tries);
    if (kept)
        tries.rank[entry->move] = FIRST;
    int32_t value = value_tries(shallow, at, span, &tries, &move);
    if (entry != NULL)
        *entry = (struct sow_shallow_entry){.board = at->board,
                                            .value = value,
                                            .depth = (uint8_t)at->depth,
                                            .bound = value >= span.high  ? AT_LEAST
                                                     : value <= span.low ? AT_MOST
                                                                         : EXACT,
                                            .move = (uint8_t)move,
                                            .of_root = at->of_root};
    return value;
}

/* --- the root --- */

bool sow_shallow_is_enough(const struct sow_search_limits *limits)
{
    return limits->method == SOW_SEARCH_ALPHABETA && limits->depth > 0 &&
           limits->depth <= SOW_SHALLOW_DEPTH_MAX && limits->nodes == 0 &&
           limits->ms == 0 && limits->clock.ms == 0 && limits->slice == 0;
}

bool sow_shallow_covers(const struct sow_search *search, const struct sow_game *game)
{
    return sow_shallow_is_enough(&search->limits) && search->oracle.on_board == 0 &&
           search->evaluator.sum != NULL && !search->values_all && search->stop == NULL &&
           search->told == NULL && game->fast != NULL && !game->swap_open &&
           game->rules->laps == SOW_LAPS_SINGLE &&
           game->rules->repetition == SOW_REPEAT_NONE;
}

/* Returns true if no line of the search can reach the ply cap. Each extra turn puts a
   seed into a store, so no line has more extra turns than the board has seeds. */
static bool is_far_from_cap(const struct shallow *shallow, const struct place *root)
{
    uint64_t seeds = sow_fast_sum(sow_fast_row(root->board.own)) +
                     sow_fast_sum(sow_fast_row(root->board.other));
    return root->ply < shallow->cap - root->depth - (int)seeds;
}

/* Searches the moves at the root in the given order and returns the greatest value. The
   values are exact for the best moves, and smaller than theirs for the others. Moves the
   first best one to the front of the order. */
static int32_t search_root(const struct shallow *shallow, const struct place *root,
                           const struct tries *tries, int order[SOW_FAST_MAX_PITS],
                           int32_t value[SOW_FAST_MAX_PITS])
{
    int32_t most = -ABOVE_ALL;
    int first = 0;
    for (int i = 0; i < tries->count; i++) {
        int k = order[i];
        const struct sow_fast_next *next = &tries->next[k];
        value[k] = most;
        if (i > 0)
            value[k] = value_move(shallow, root, next, (struct span){most - 1, most});
        if (value[k] >= most)
            value[k] =
                value_move(shallow, root, next, (struct span){most - 1, ABOVE_ALL});
        first = value[k] > most ? i : first;
        most = value[k] > most ? value[k] : most;
    }
    int best = order[first];
    memmove(&order[1], &order[0], (size_t)first * sizeof order[0]);
    order[0] = best;
    return most;
}

int32_t sow_shallow_run(const struct sow_search *search,
                        struct sow_shallow_memory *memory, const struct sow_game *game,
                        bool best[SOW_MOVES_MAX])
{
    enum { LESS = 2 }; /* a search of less depth shows which move to try first */
    int cap = game->rules->ply_cap;
    struct shallow shallow = {.search = search,
                              .sum = search->evaluator.sum,
                              .rules = game->rules,
                              .fast = game->fast,
                              .seat = game->board.side,
                              .cap = cap > 0 ? cap : INT32_MAX};
    struct place root = {sow_fast_from_board(game->fast, &game->board),
                         search->limits.depth, game->ply, true};
    struct tries tries;
    int order[SOW_FAST_MAX_PITS] = {0};
    int32_t value[SOW_FAST_MAX_PITS] = {0};
    assert(sow_shallow_covers(search, game));
    shallow.memory = is_far_from_cap(&shallow, &root) ? memory : NULL;
    make_tries(&shallow, &root, &tries);
    for (int i = 0; i < tries.count; i++)
        order[i] = next_try(&tries);
    if (root.depth > LESS) {
        struct place nearer = root;
        nearer.depth -= LESS;
        (void)search_root(&shallow, &nearer, &tries, order, value);
    }
    int32_t most = search_root(&shallow, &root, &tries, order, value);
    /* The lowest byte is the last pit. */
    for (int k = 0; k < tries.count; k++)
        best[tries.count - 1 - k] = value[k] == most;
    return most;
}
