/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "solve_walk.h"

#include "endgame_db.h"

#include <assert.h>

/* Move to be searched. */
struct option {
    struct solve_child child; /* result of the move */
    uint64_t key;             /* key of the position after it; unset with `known` */
    const int8_t *known; /* value of that position in the endgame database, or NULL */
    int order;           /* priority; the highest is searched first */
    int byte;            /* byte of the pit */
};

/* Position whose moves are searched. */
struct visit {
    struct solve_walk *walk;                 /* search of this thread */
    const struct solve_place *at;            /* the position */
    int need;                                /* seeds that the mover needs */
    int best;                                /* best bound of the moves so far */
    int move;                                /* byte of the move with this bound */
    int count;                               /* number of moves in `option` */
    struct option option[SOW_FAST_MAX_PITS]; /* moves that are not decided yet */
};

uint64_t sow_solver_nodes(const struct sow_solver *solver)
{
    return __atomic_load_n(&solver->nodes, __ATOMIC_RELAXED);
}

void sow_solve_tell(struct solve_walk *walk)
{
    (void)__atomic_fetch_add(&walk->solver->nodes, walk->nodes - walk->told,
                             __ATOMIC_RELAXED);
    walk->told = walk->nodes;
}

/* Returns true if the search must stop, and sets the flag `stopped` of the search then.
   After every 256 positions, adds them to the solver's count and calls the callback
   `go_on`, unless another thread is in it. Then looks for a stop request, which stops all
   searches of the solver, and for a result of another thread. */
static bool halted(struct solve_walk *walk)
{
    enum { TELL_EVERY = 1 << 8 };
    struct sow_solver *solver = walk->solver;
    if (walk->nodes - walk->told < TELL_EVERY)
        return walk->stopped;
    sow_solve_tell(walk);
    if (solver->options.go_on != NULL &&
        !__atomic_test_and_set(&solver->telling, __ATOMIC_ACQUIRE)) {
        if (!solver->options.go_on(solver->options.context, sow_solver_nodes(solver)))
            __atomic_store_n(&solver->stopped, true, __ATOMIC_RELAXED);
        __atomic_clear(&solver->telling, __ATOMIC_RELEASE);
    }
    if (sow_stop_requested(solver->options.with.stop))
        __atomic_store_n(&solver->stopped, true, __ATOMIC_RELAXED);
    walk->stopped =
        __atomic_load_n(&solver->stopped, __ATOMIC_RELAXED) ||
        (walk->overtaken != NULL && __atomic_load_n(walk->overtaken, __ATOMIC_RELAXED));
    return walk->stopped;
}

/* Notes that the move of @p byte gets @p bound seeds, if no move before it gets as many.
   The bound is a lower one if it is enough, and else an upper one. Returns true if the
   best bound is enough. */
static bool raise_bound(struct visit *visit, int byte, int bound)
{
    if (bound > visit->best) {
        visit->best = bound;
        visit->move = byte;
    }
    return visit->best >= visit->need;
}

/* Returns the number of a row, counted from 0, among the rows with the same number of
   seeds (endgame_index.h). */
SOW_FAST_INLINE uint32_t rank_row(const struct endgame_index *index, uint64_t row)
{
    uint64_t sums = row * SOW_FAST_BYTES(1);
    uint32_t rank = 0;
    for (int j = 0; j < index->pits - 1; j++)
        rank += index->choose[j][sums >> 8 * j & 0xffU];
    return rank;
}

/* Returns the address of a position's value in the endgame database, which has the
   position. */
SOW_FAST_INLINE const int8_t *in_endgame(const struct sow_solver *solver,
                                         const struct solve_place *place)
{
    const struct sow_endgame *endgame = solver->options.endgame;
    const struct endgame_index *index = &endgame->index;
    int n = place->seeds;
    int other = (int)sow_fast_sum(place->board.other);
    uint64_t row = endgame_row(index, n, other, rank_row(index, place->board.other));
    return &endgame->layer[n][row + rank_row(index, place->board.own)];
}

/* Finds where the result of the position after a move is stored, and starts to fetch it
   into the cache. Sets `known` for a position in the endgame database; else sets it to
   NULL, and `key`. */
SOW_FAST_INLINE void prepare(struct sow_solver *solver, struct option *option)
{
    const struct solve_place *place = &option->child.place;
    option->known = NULL;
    if (place->seeds <= solver->known_seeds) {
        option->known = in_endgame(solver, place);
        __builtin_prefetch(option->known);
        return;
    }
    const struct solve_table *table = solve_table_of(solver, place->seeds);
    option->key = solve_table_key(table, place->board);
    __builtin_prefetch(solve_table_place(table, option->key));
}

/* Lists the moves of a visit with the positions after them. A move that ends the game is
   not listed, but only raises the bound. Returns true if a move gets the seeds that are
   needed at once; the list is then incomplete. */
static bool make_moves(struct visit *visit)
{
    struct sow_solver *solver = visit->walk->solver;
    uint64_t legal = sow_fast_legal_flags(&solver->fast, visit->at->board);
    for (; legal != 0; legal &= legal - 1) {
        int byte = (int)sow_fast_first(legal);
        struct option *option = &visit->option[visit->count];
        option->child = solve_make(&solver->fast, visit->at, (unsigned)byte);
        if (option->child.ended || option->child.gain >= visit->need) {
            if (raise_bound(visit, byte, option->child.gain))
                return true;
            continue;
        }
        option->byte = byte;
        prepare(solver, option);
        visit->count++;
    }
    return false;
}

/* Reads stored results for the moves, and keeps the moves that they do not decide.
   Returns true if a move gets enough. */
static bool look_up(struct visit *visit)
{
    struct sow_solver *solver = visit->walk->solver;
    int left = 0;
    for (int i = 0; i < visit->count; i++) {
        const struct option *option = &visit->option[i];
        const struct solve_child *child = &option->child;
        int least;
        int most;
        if (option->known != NULL) {
            least = (child->place.seeds + *option->known) / 2;
            most = least;
        } else {
            uint64_t entry =
                solve_table_find(solve_table_of(solver, child->place.seeds), option->key);
            struct solve_known known = solve_table_read(entry);
            least = entry != 0 ? known.lower : 0;
            most = entry != 0 ? known.upper : child->place.seeds;
        }
        int low = solve_gets(child, child->same ? least : most);
        int high = solve_gets(child, child->same ? most : least);
        if (low >= visit->need || high < visit->need) {
            if (raise_bound(visit, option->byte, low >= visit->need ? low : high))
                return true;
            continue;
        }
        visit->option[left++] = *option;
    }
    visit->count = left;
    return false;
}

/* Counts the moves of a row whose first lap ends in the own store. Returns 0 without
   extra turns. Only the order of moves depends on it. */
static int count_again(const struct sow_fast *fast, uint64_t row)
{
    uint64_t pits = ~UINT64_C(0) >> 8 * (8 - fast->pits);
    uint64_t seeds = UINT64_C(0x0807060504030201) & pits;
    return fast->again == 0 ? 0
                            : fast->pits - sow_fast_flags(sow_fast_occupied(row ^ seeds));
}

/* Returns the priority of a move. The move in the table comes first. Extra turns follow,
   the pit nearest to the store first. All other moves come by the seeds gained, less for
   every extra turn that the opponent gets. Equal moves keep the order of pits, which
   matters: in the reverse order, solving Kalah(6,3) takes a hundred times as many
   positions. In a race, `shuffle` adds a little noise. */
static int order_of(const struct visit *visit, const struct option *option,
                    int from_table)
{
    enum { FROM_TABLE = 1 << 28, AGAIN = 1 << 16, FAR = 256, SEED = 16, THREAT = 8 };
    const struct solve_child *child = &option->child;
    if (option->byte == from_table)
        return FROM_TABLE;
    int order = child->gain * SEED;
    if (child->same)
        order += AGAIN - option->byte * FAR;
    else
        order -= THREAT * count_again(&visit->walk->solver->fast, child->place.board.own);
    unsigned noise = (unsigned)(option->key >> 7U) * visit->walk->shuffle;
    return order + (int)(noise >> 28U);
}

/* Searches the listed moves in the order of order_of, until one gets enough or the search
   is stopped. Raises the best bound of the visit. @p from_table is the byte of the best
   move in the table; SOW_FAST_MAX_PITS if there is none. */
static void try_moves(struct visit *visit, int from_table)
{
    struct option *option = visit->option;
    for (int i = 0; i < visit->count; i++)
        option[i].order = order_of(visit, &option[i], from_table);
    for (int i = 0; i < visit->count; i++) {
        int best = i;
        for (int k = i + 1; k < visit->count; k++)
            if (option[k].order > option[best].order)
                best = k;
        struct option chosen = option[best];
        option[best] = option[i];
        const struct solve_child *child = &chosen.child;
        int next = child->same ? visit->need - child->gain
                               : child->gain + child->place.seeds - visit->need + 1;
        int bound = solve_gets(child, sow_solve_walk(visit->walk, &child->place, next));
        if (visit->walk->stopped || raise_bound(visit, chosen.byte, bound))
            return;
    }
}

/* Returns the work of a search of @p nodes positions in the units of the table. It is 1
   for up to 4 positions, and one more for each factor of about 8, up to SOLVE_WORK_MAX.
   */
static int work_of(uint64_t nodes)
{
    int work = 1;
    for (; nodes > 4 && work < SOLVE_WORK_MAX; nodes >>= 3U)
        work++;
    return work;
}

int sow_solve_walk(struct solve_walk *walk, const struct solve_place *at, int need)
{
    assert(need >= 1 && need <= at->seeds);
    struct solve_table *table = solve_table_of(walk->solver, at->seeds);
    uint64_t key = solve_table_key(table, at->board);
    uint64_t entry = solve_table_find(table, key);
    struct solve_known known = {.upper = at->seeds, .move = SOW_FAST_MAX_PITS};
    if (entry != 0)
        known = solve_table_read(entry);
    if (known.lower >= need)
        return known.lower;
    if (known.upper < need)
        return known.upper;
    if (halted(walk))
        return 0;
    uint64_t before = walk->nodes++;
    struct visit visit = {.walk = walk, .at = at, .need = need, .move = known.move};
    if (!make_moves(&visit) && !look_up(&visit))
        try_moves(&visit, known.move);
    if (walk->stopped)
        return 0;
    if (visit.best >= need)
        known.lower = visit.best;
    else if (visit.best < known.upper)
        known.upper = visit.best;
    known.move = visit.move;
    known.work = work_of(walk->nodes - before);
    sow_solve_table_keep(table, key, &known);
    return visit.best;
}
