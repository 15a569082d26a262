/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Whole games solved: published values, values by other programs, and a plain search. */
#include "csv.h"
#include "sample.h"
#include "scale.h"
#include "sow/endgame/solve.h"
#include "sow/game/moves.h"
#include "suite.h"

static void release_solver(struct sow_solver **solver)
{
    sow_solver_free(*solver);
}

static struct sow_solver *open_solver(const struct sow_rules *rules, int threads)
{
    struct sow_solve_options options = {.megabytes = 4, .with.threads = threads};
    struct sow_solver *solver = NULL;
    struct sow_err err;
    ck_ok(sow_solver_new(&solver, rules, sow_board_seeds(&rules->start), &options, &err));
    return solver;
}

/* Returns the value of a position for @p seat by a plain search. */
static int plain_value(const struct sow_rules *rules, const struct sow_outcome *at,
                       int seat)
{
    const struct sow_board *board = &at->board;
    if (at->ended)
        return board->store[seat] - board->store[1 - seat];
    unsigned legal = sow_legal(rules, board);
    int best = -SOW_MAX_SEEDS - 1;
    struct sow_outcome next;
    if (legal == 0) {
        sow_no_move(rules, board, &next);
        return plain_value(rules, &next, seat);
    }
    for (int pit = 0; pit < rules->pits; pit++) {
        if ((legal >> pit & 1U) == 0)
            continue;
        sow_move(rules, board, pit, &next);
        int value = plain_value(rules, &next, board->side);
        best = value > best ? value : best;
    }
    return board->side == seat ? best : -best;
}

/* Values equal the published ones. The larger games need SOW_TEST_SCALE=1000 and half a
   minute each, without assertions. */
TEST(games, games_as_published)
{
    struct csv csv;
    csv_open(&csv, SOW_DATA_FILE("kalah_values.csv"));
    int solved = 0;
    int most = sow_scaled(100) > 100 ? SOW_MAX_SEEDS : 24;
    while (csv_next(&csv, 4)) {
        struct sow_rules rules;
        sample_variant(csv.field[2], &rules);
        rules.pits = (int)csv_integer(&csv, 0);
        rules.seeds = (int)csv_integer(&csv, 1);
        if (rules.pits > 3 && 2 * rules.pits * rules.seeds > most)
            continue;
        ck_ok(sow_rules_check(&rules, NULL, &err));
        OWNED(solver) struct sow_solver *solver = open_solver(&rules, 1);
        struct sow_solve_bounds value;
        ck_ok(sow_solve_value(solver, &rules.start, &value, &err));
        ck_assert_msg(value.least == csv_integer(&csv, 3) && value.most == value.least,
                      "%s(%s,%s) = %d", csv.field[2], csv.field[0], csv.field[1],
                      value.least);
        solved++;
    }
    ck_assert_int_ge(solved, 50);
}

/* Draws rules that can be solved, with a position of few seeds as their start. */
static void sample_solvable(struct sow_pcg *rng, struct sow_rules *rules)
{
    for (;;) {
        sample_rules(rng, rules);
        rules->own_store_sown = true;
        rules->pie_rule = rules->early_end = false;
        rules->ply_cap = 0;
        rules->pits = sample_between(rng, 1, 3);
        rules->seeds = 1;
        if (sow_rules_check(rules, NULL, NULL) != SOW_OK ||
            sow_solve_check(rules, NULL) != SOW_OK)
            continue;
        for (int pit = 0; pit < rules->pits; pit++)
            for (int seat = 0; seat < 2; seat++)
                rules->start.pit[seat][pit] = (uint8_t)sample_between(rng, 0, 2);
        rules->start.store[0] = (uint8_t)sample_between(rng, 0, 3);
        rules->start.side = (uint8_t)sample_between(rng, 0, 1);
        if (sow_legal(rules, &rules->start) != 0)
            return;
    }
}

TEST_LOOP(games, games_as_plain, 0, sow_scaled(300))
{
    struct sow_pcg rng;
    struct sow_rules rules;
    sample_stream(&rng, 1600 + (uint64_t)_i);
    sample_solvable(&rng, &rules);
    OWNED(solver) struct sow_solver *solver = open_solver(&rules, 1);
    struct sow_outcome root = {.board = rules.start};
    struct sow_solve_move moves[SOW_MAX_PITS];
    struct sow_solve_bounds value;
    int seat = root.board.side;
    int count;
    int sign;
    int plain = plain_value(&rules, &root, seat);
    ck_ok(sow_solve_sign(solver, &root.board, &sign, &err));
    ck_ok(sow_solve_value(solver, &root.board, &value, &err));
    ck_assert_int_eq(sign, (plain > 0) - (plain < 0));
    ck_ok(sow_solve_moves(solver, &root.board, moves, &count, &err));
    ck_assert_int_eq(value.least, plain);
    ck_assert_int_eq(value.most, plain);
    for (int i = 0; i < count; i++) {
        struct sow_outcome next;
        sow_move(&rules, &root.board, moves[i].pit, &next);
        ck_assert_int_eq(moves[i].value, plain_value(&rules, &next, seat));
    }
}

/* The line, played to its end, gives the value. The number of threads changes nothing. */
TEST(games, games_lines)
{
    struct sow_rules rules;
    sample_variant("kalah", &rules);
    rules.pits = 4;
    rules.seeds = 3;
    ck_ok(sow_rules_check(&rules, NULL, &err));
    uint8_t first[SOW_SOLVE_LINE_MAX];
    for (int threads = 1; threads <= 4; threads++) {
        OWNED(solver) struct sow_solver *solver = open_solver(&rules, threads);
        struct sow_solve_bounds value;
        uint8_t line[SOW_SOLVE_LINE_MAX];
        int count;
        struct sow_outcome at = {.board = rules.start};
        ck_ok(sow_solve_value(solver, &rules.start, &value, &err));
        ck_ok(sow_solve_line(solver, &rules.start, value.least, line, &count, &err));
        for (int i = 0; i < count; i++) {
            struct sow_board before = at.board;
            ck_assert(!at.ended);
            sow_move(&rules, &before, line[i], &at);
        }
        ck_assert(at.ended);
        ck_assert_int_eq(at.board.store[0] - at.board.store[1], value.least);
        if (threads == 1)
            memcpy(first, line, sizeof first);
        ck_assert(memcmp(first, line, (size_t)count) == 0);
    }
}

static void release_endgame(struct sow_endgame **endgame)
{
    sow_endgame_close(*endgame);
}

/* With endgame values the solver needs fewer positions for the same value. */
TEST(games, games_by_endgame)
{
    struct sow_rules rules;
    sample_variant("kalah-no-empty-capture", &rules);
    rules.pits = 4;
    rules.seeds = 3;
    ck_ok(sow_rules_check(&rules, NULL, &err));
    struct sow_endgame_work work = {.with = {.threads = 1}};
    OWNED(endgame) struct sow_endgame *endgame = NULL;
    ck_ok(sow_endgame_new(&rules, &endgame, &err));
    ck_ok(sow_endgame_grow(endgame, &work, 6, &err));
    struct sow_solve_options options = {.megabytes = 4, .with.threads = 1};
    uint64_t nodes[2];
    for (int with = 0; with < 2; with++) {
        OWNED(solver) struct sow_solver *solver = NULL;
        struct sow_solve_bounds value;
        options.endgame = with != 0 ? endgame : NULL;
        ck_ok(sow_solver_new(&solver, &rules, 24, &options, &err));
        ck_ok(sow_solve_value(solver, &rules.start, &value, &err));
        ck_assert_int_eq(value.least, 6);
        nodes[with] = sow_solver_nodes(solver);
    }
    ck_assert_uint_lt(nodes[1], nodes[0]);
}

/* --- refusals, and stopping --- */

static bool stop_at_once(void *context, uint64_t nodes)
{
    (void)context;
    (void)nodes;
    return false;
}

/* True if a stop request ends the search, false if the callback does. */
static const bool REQUESTED[] = {false, true};

TEST_EACH(limits, limits_stopped, REQUESTED)
{
    struct sow_rules rules;
    struct sow_stop stop = {0};
    sample_variant("kalah", &rules);
    struct sow_solve_options options = {.megabytes = 1, .with.threads = 2};
    if (REQUESTED[_i]) {
        sow_stop_request(&stop);
        options.with.stop = &stop;
    } else {
        options.go_on = stop_at_once;
    }
    OWNED(solver) struct sow_solver *solver = NULL;
    struct sow_solve_bounds value;
    struct sow_solve_move moves[SOW_MAX_PITS];
    int found;
    ck_ok(sow_solver_new(&solver, &rules, 48, &options, &err));
    ck_fails(sow_solve_value(solver, &rules.start, &value, &err), SOW_INTERRUPTED,
             "before the position was solved");
    ck_assert(value.least <= 10 && value.most >= 10);
    ck_fails(sow_solve_moves(solver, &rules.start, moves, &found, &err), SOW_INTERRUPTED,
             "before the position was solved");
}

static const struct {
    const char *variant, *part;
} REFUSED[] = {
    {"awari", "own_store_sown"},
    {"oware-abapa", "own_store_sown"},
    {"awari-solved", "own_store_sown"},
};

TEST_EACH(limits, limits_refused, REFUSED)
{
    struct sow_rules rules;
    sample_variant(REFUSED[_i].variant, &rules);
    ck_fails(sow_solve_check(&rules, &err), SOW_USAGE, REFUSED[_i].part);
}

TEST(limits, limits_rules)
{
    struct sow_rules kalah;
    sample_variant("kalah", &kalah);
    struct sow_rules changed = kalah;
    changed.ply_cap = 100;
    ck_fails(sow_solve_check(&changed, &err), SOW_USAGE, "ply_cap");
    changed = kalah;
    changed.early_end = true;
    ck_fails(sow_solve_check(&changed, &err), SOW_USAGE, "early_end");
    changed = kalah;
    changed.pie_rule = true;
    ck_fails(sow_solve_check(&changed, &err), SOW_USAGE, "pie_rule");
    changed = kalah;
    changed.leftovers = SOW_LEFT_NOBODY;
    ck_fails(sow_solve_check(&changed, &err), SOW_USAGE, "leftovers");
    changed = kalah;
    changed.pits = 8;
    ck_fails(sow_solve_check(&changed, &err), SOW_USAGE, "7 pits");
    struct sow_solve_options options = {.megabytes = 1};
    struct sow_solver *solver;
    changed.pits = 7;
    ck_fails(sow_solver_new(&solver, &changed, 200, &options, &err), SOW_USAGE, "--hash");
}
