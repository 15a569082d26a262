/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sow/endgame/solve.h"

#include "solve_walk.h"

#include <stdlib.h>

/* --- games that can be solved --- */

/* Rule that prevents solving, and why. */
struct obstacle {
    bool (*stands)(const struct sow_rules *rules); /* returns true if rules have it */
    const char *why;                               /* reason, for the message */
};

/* Returns true if the fast engine does not cover the rules. */
static bool not_fast(const struct sow_rules *rules)
{
    return !sow_fast_covers(rules);
}

/* Returns true if a position can occur twice in a game: without sowing into the own
   store, a move may leave all seeds in the rows. */
static bool comes_back(const struct sow_rules *rules)
{
    return !rules->own_store_sown;
}

/* Returns true if there is a ply cap. */
static bool is_capped(const struct sow_rules *rules)
{
    return rules->ply_cap > 0;
}

/* Returns true if there is a pie rule. */
static bool swaps(const struct sow_rules *rules)
{
    return rules->pie_rule;
}

/* Returns true if a game ends once a store has more than half of all seeds. */
static bool ends_early(const struct sow_rules *rules)
{
    return rules->early_end;
}

/* Returns true if remaining seeds go to nobody. */
static bool drops_seeds(const struct sow_rules *rules)
{
    return rules->leftovers == SOW_LEFT_NOBODY;
}

/* All obstacles, in the order in which they are tested. */
static const struct obstacle OBSTACLES[] = {
    {comes_back, "positions can repeat because the own store is not sown "
                 "(own_store_sown = no)"},
    {not_fast, "a row may have at most 7 pits, and a set of captures at most 8 ranges of "
               "counts up to 127"},
    {is_capped,
     "the value of a position depends on the number of earlier moves (ply_cap): add "
     "--rule ply_cap=0"},
    {swaps,
     "the second player may take over the first player's side (pie_rule): add --rule "
     "pie_rule=no"},
    {ends_early, "the end depends on the seeds in the stores (early_end): add --rule "
                 "early_end=no, which has the same winner"},
    {drops_seeds, "remaining seeds go to nobody (leftovers = nobody), so a seed that one "
                  "player loses is not always won by the other"},
};

enum sow_status sow_solve_check(const struct sow_rules *rules, struct sow_err *err)
{
    for (size_t i = 0; i < sizeof OBSTACLES / sizeof OBSTACLES[0]; i++)
        if (OBSTACLES[i].stands(rules))
            return sow_err_set(err, SOW_USAGE,
                               "whole games by these rules are not solved: %s",
                               OBSTACLES[i].why);
    return SOW_OK;
}

/* Makes the tables of a solver for at most @p seeds seeds. The table `near` reaches 8
   seeds beyond the endgame database. With 0, 2, 4 and 6 seeds, the value of Kalah(6,4)
   takes longer if the database has 18. More were not tried. */
static enum sow_status make_tables(struct sow_solver *solver, int seeds,
                                   struct sow_err *err)
{
    enum { NEAR_BYTES = 1 << 19, NEAR_SEEDS = 8 };
    int pits = solver->rules.pits;
    uint64_t bytes = (uint64_t)solver->options.megabytes << 20U;
    int near_seeds = solver->known_seeds + NEAR_SEEDS;
    solver->near_seeds = near_seeds < seeds ? near_seeds : seeds;
    enum sow_status status = sow_solve_table_init(&solver->far, pits, seeds, bytes, err);
    return status != SOW_OK ? status
                            : sow_solve_table_init(&solver->near, pits,
                                                   solver->near_seeds, NEAR_BYTES, err);
}

enum sow_status sow_solver_new(struct sow_solver **solver, const struct sow_rules *rules,
                               int seeds, const struct sow_solve_options *options,
                               struct sow_err *err)
{
    *solver = NULL;
    enum sow_status status = sow_solve_check(rules, err);
    if (status != SOW_OK)
        return status;
    struct sow_solver *made = calloc(1, sizeof *made);
    if (made == NULL)
        return sow_err_no_memory(err);
    made->rules = *rules;
    made->options = *options;
    if (options->endgame != NULL)
        made->known_seeds = sow_endgame_seeds(options->endgame);
    sow_fast_prepare(&made->fast, rules);
    status = make_tables(made, seeds, err);
    if (status != SOW_OK)
        sow_solver_free(made);
    else
        *solver = made;
    return status;
}

void sow_solver_rearm(struct sow_solver *solver)
{
    solver->stopped = false;
}

void sow_solver_free(struct sow_solver *solver)
{
    if (solver == NULL)
        return;
    sow_solve_table_release(&solver->near);
    sow_solve_table_release(&solver->far);
    free(solver);
}

/* --- the value of a position --- */

/* Position to solve, and how many more seeds its mover has stored than the opponent. */
struct question {
    struct solve_place place; /* position with empty stores */
    int ahead; /* seeds by which the mover's store leads; may be negative */
};

/* Returns the question for a board: its rows with empty stores, and the lead of the
   mover's store. */
static struct question question_of(const struct sow_solver *solver,
                                   const struct sow_board *board)
{
    struct sow_fast_board fast = sow_fast_from_board(&solver->fast, board);
    int own = (int)(fast.own >> SOW_FAST_STORE_SHIFT);
    int other = (int)(fast.other >> SOW_FAST_STORE_SHIFT);
    struct sow_fast_board rows = {sow_fast_row(fast.own), sow_fast_row(fast.other)};
    int seeds = (int)(sow_fast_sum(rows.own) + sow_fast_sum(rows.other));
    return (struct question){{rows, seeds}, own - other};
}

/* Returns the mover's final lead, in seeds, if the mover gets @p gets of the seeds in the
   rows. */
static int margin_of(const struct question *question, int gets)
{
    return question->ahead + 2 * gets - question->place.seeds;
}

/* Returns the least number of the seeds in the rows, at least 0, with which the mover's
   final lead is @p margin or more. */
static int seeds_for(const struct question *question, int margin)
{
    int twice = margin - question->ahead + question->place.seeds;
    return twice > 0 ? (twice + 1) / 2 : 0;
}

/* Returns true if the side to move gets at least @p need of the seeds on the board. If
   walk->stopped is set, the answer has no meaning. */
static bool gets(struct solve_walk *walk, const struct solve_place *place, int need)
{
    if (need <= 0 || need > place->seeds)
        return need <= 0;
    return sow_solve_walk(walk, place, need) >= need;
}

/* Returns the number of seeds that the side to move gets; only a lower bound if
   walk->stopped is set. The first search asks for half of them. Each answer gives the
   next question. */
static int search_value(struct solve_walk *walk, const struct solve_place *place)
{
    int lower = 0;
    int upper = place->seeds;
    int guess = upper / 2;
    while (lower < upper && !walk->stopped) {
        int need = guess > lower ? guess : lower + 1;
        guess = sow_solve_walk(walk, place, need);
        if (guess >= need)
            lower = guess++;
        else
            upper = guess;
    }
    return lower;
}

/* Threads that solve the same position, each in its own order. They share results through
   the tables, and the first to finish ends the race. */
struct race {
    struct sow_solver *solver;       /* solver of all threads */
    const struct solve_place *place; /* position to solve */
    int found;                       /* seeds that the mover gets; -1 until found */
    bool over;                       /* true once a thread has found the result */
};

/* Searches a position in some threads of a race. The first value found is stored in the
   race and stops the others. Body of a parallel loop. @p context is a struct race. */
static void run_lane(void *context, size_t begin, size_t end)
{
    struct race *race = context;
    for (size_t lane = begin; lane < end; lane++) {
        struct solve_walk walk = {.solver = race->solver,
                                  .overtaken = &race->over,
                                  .shuffle = (unsigned)lane * 0x9e3779b9U};
        int found = search_value(&walk, race->place);
        sow_solve_tell(&walk);
        if (walk.stopped)
            continue;
        __atomic_store_n(&race->found, found, __ATOMIC_RELAXED);
        __atomic_store_n(&race->over, true, __ATOMIC_RELAXED);
    }
}

/* Reports that the solver was stopped. Always returns SOW_INTERRUPTED. */
static enum sow_status interrupted(struct sow_err *err)
{
    return sow_err_set(err, SOW_INTERRUPTED, "stopped before the position was solved");
}

/* Returns the bounds of the seeds that the mover gets, from the tables. If they have no
   result for the position, the bounds are 0 and all seeds. */
static struct solve_known recall(struct sow_solver *solver,
                                 const struct solve_place *place)
{
    const struct solve_table *table = solve_table_of(solver, place->seeds);
    uint64_t key = solve_table_key(table, place->board);
    uint64_t entry = solve_table_find(table, key);
    return entry != 0 ? solve_table_read(entry)
                      : (struct solve_known){.upper = place->seeds};
}

enum sow_status sow_solve_value(struct sow_solver *solver, const struct sow_board *board,
                                struct sow_solve_bounds *value, struct sow_err *err)
{
    struct question question = question_of(solver, board);
    struct race race = {.solver = solver, .place = &question.place, .found = -1};
    size_t lanes = (size_t)sow_parallel_threads(solver->options.with.threads);
    (void)sow_parallel_for(&solver->options.with, 1, lanes, run_lane, &race);
    struct solve_known known = {.lower = race.found, .upper = race.found};
    if (race.found < 0)
        known = recall(solver, &question.place);
    *value = (struct sow_solve_bounds){margin_of(&question, known.lower),
                                       margin_of(&question, known.upper)};
    return race.found < 0 ? interrupted(err) : SOW_OK;
}

enum sow_status sow_solve_sign(struct sow_solver *solver, const struct sow_board *board,
                               int *sign, struct sow_err *err)
{
    struct question question = question_of(solver, board);
    struct solve_walk walk = {.solver = solver};
    bool wins = gets(&walk, &question.place, seeds_for(&question, 1));
    bool holds = wins || gets(&walk, &question.place, seeds_for(&question, 0));
    sow_solve_tell(&walk);
    *sign = (int)wins + (int)holds - 1;
    return walk.stopped ? interrupted(err) : SOW_OK;
}

/* --- the moves of a position --- */

/* Returns flags of the legal moves, one in each byte. The lowest byte is the pit nearest
   to the store. */
static uint64_t legal_at(const struct sow_solver *solver, const struct solve_place *place)
{
    return sow_fast_legal_flags(&solver->fast, place->board);
}

/* Returns the index in sowing order of the pit in a byte. */
static int pit_of(const struct sow_solver *solver, unsigned byte)
{
    return solver->rules.pits - 1 - (int)byte;
}

/* Values of the moves of a position. */
struct moves {
    struct sow_solver *solver;                   /* solver of all threads */
    struct solve_child child[SOW_FAST_MAX_PITS]; /* results of the moves */
    int gets[SOW_FAST_MAX_PITS]; /* seeds that the mover gets, or -1 if stopped */
};

/* Solves the positions after some of the moves: `gets` receives the mover's seeds, or -1
   if the search was stopped. Body of a parallel loop. @p context is a struct moves. */
static void value_moves(void *context, size_t begin, size_t end)
{
    struct moves *moves = context;
    for (size_t i = begin; i < end; i++) {
        const struct solve_child *child = &moves->child[i];
        struct solve_walk walk = {.solver = moves->solver};
        moves->gets[i] = child->ended
                             ? child->gain
                             : solve_gets(child, search_value(&walk, &child->place));
        sow_solve_tell(&walk);
        if (walk.stopped)
            moves->gets[i] = -1;
    }
}

enum sow_status sow_solve_moves(struct sow_solver *solver, const struct sow_board *board,
                                struct sow_solve_move found[SOW_MAX_PITS], int *count,
                                struct sow_err *err)
{
    struct question question = question_of(solver, board);
    struct moves moves = {.solver = solver};
    uint64_t legal = legal_at(solver, &question.place);
    *count = 0;
    for (; legal != 0; legal &= legal - 1) {
        unsigned byte = sow_fast_first(legal);
        moves.child[*count] = solve_make(&solver->fast, &question.place, byte);
        found[(*count)++].pit = pit_of(solver, byte);
    }
    if (!sow_parallel_for(&solver->options.with, 1, (size_t)*count, value_moves, &moves))
        return interrupted(err);
    for (int i = 0; i < *count; i++) {
        if (moves.gets[i] < 0)
            return interrupted(err);
        found[i].value = margin_of(&question, moves.gets[i]);
    }
    return SOW_OK;
}

/* Returns true if the mover gets at least @p need of the seeds in the rows by a move.
   After a stop the answer means nothing. */
static bool move_gets(struct solve_walk *walk, const struct solve_child *child, int need)
{
    const struct solve_place *place = &child->place;
    if (child->ended)
        return child->gain >= need;
    if (child->same)
        return gets(walk, place, need - child->gain);
    return !gets(walk, place, child->gain + place->seeds - need + 1);
}

enum sow_status sow_solve_best(struct sow_solver *solver, const struct sow_board *board,
                               int value, sow_pits *best, struct sow_err *err)
{
    struct question question = question_of(solver, board);
    struct solve_walk walk = {.solver = solver};
    const struct solve_place *place = &question.place;
    int need = seeds_for(&question, value);
    *best = 0;
    for (uint64_t legal = legal_at(solver, place); legal != 0; legal &= legal - 1) {
        unsigned byte = sow_fast_first(legal);
        struct solve_child child = solve_make(&solver->fast, place, byte);
        if (move_gets(&walk, &child, need))
            *best |= (sow_pits)(1U << (unsigned)pit_of(solver, byte));
    }
    sow_solve_tell(&walk);
    return walk.stopped ? interrupted(err) : SOW_OK;
}

/* Returns the byte of the first move with which the mover gets at least @p need seeds,
   and sets @p child to its result. The pit nearest to the store comes first. Takes the
   last move if none does, and any if the search is stopped. */
static unsigned first_best(struct solve_walk *walk, const struct solve_place *place,
                           int need, struct solve_child *child)
{
    const struct sow_solver *solver = walk->solver;
    unsigned byte = 0;
    for (uint64_t legal = legal_at(solver, place); legal != 0; legal &= legal - 1) {
        byte = sow_fast_first(legal);
        *child = solve_make(&solver->fast, place, byte);
        if (move_gets(walk, child, need) || walk->stopped)
            break;
    }
    return byte;
}

enum sow_status sow_solve_line(struct sow_solver *solver, const struct sow_board *board,
                               int value, uint8_t pits[SOW_SOLVE_LINE_MAX], int *count,
                               struct sow_err *err)
{
    struct question question = question_of(solver, board);
    struct solve_walk walk = {.solver = solver};
    struct solve_place place = question.place;
    int need = seeds_for(&question, value);
    struct solve_child child = {.ended = legal_at(solver, &place) == 0};
    for (*count = 0; !child.ended && !walk.stopped && *count < SOW_SOLVE_LINE_MAX;) {
        unsigned byte = first_best(&walk, &place, need, &child);
        pits[(*count)++] = (uint8_t)pit_of(solver, byte);
        need = child.same ? need - child.gain : child.gain + child.place.seeds - need;
        place = child.place;
    }
    sow_solve_tell(&walk);
    return walk.stopped ? interrupted(err) : SOW_OK;
}
