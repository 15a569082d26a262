/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Searches: every method finds the same as minimax by the rules engine. */
#include "sample.h"
#include "scale.h"
#include "sow/heuristics/agent.h"
#include "sow/heuristics/agent_sum.h"
#include "sow/search/mcts.h"
#include "suite.h"

#include <string.h>

/* The library's own type. The tests replace its allocation to keep a table tiny. */
struct table;

static uint64_t most_entries = UINT64_MAX;

void __real_sow_table_grow(struct table *table, uint64_t wanted);
void __wrap_sow_table_grow(struct table *table, uint64_t wanted);

void __wrap_sow_table_grow(struct table *table, uint64_t wanted)
{
    __real_sow_table_grow(table, wanted < most_entries ? wanted : most_entries);
}

/* --- evaluators --- */

/* Returns a sum of some counts with small weights, so that values are often equal. It is
   not antisymmetric. */
static int32_t value_of(const struct sow_leaf *leaf, const int *weights)
{
    const struct sow_board *board = leaf->board;
    int own = leaf->seat;
    int last = leaf->rules->pits - 1;
    return weights[0] * board->store[own] - weights[1] * board->store[1 - own] +
           weights[2] * board->pit[own][last] + weights[3] * board->pit[1 - own][0] +
           weights[4] * (board->side == own);
}

/* Evaluates a state. It does not assert: Check writes each assertion to a file, which for
   each node would take most of the time. */
static int32_t value_state(const void *context, const struct sow_leaf *leaf)
{
    if (leaf->path != NULL)
        ck_abort_msg("a state is valued by its path");
    return value_of(leaf, context);
}

/* Evaluates a path. The moves and the numbers of choices of the root's player count
   too. */
static int32_t value_path(const void *context, const struct sow_leaf *leaf)
{
    int32_t value = value_of(leaf, context);
    if (leaf->path == NULL)
        ck_abort_msg("a path is missing");
    for (const struct sow_step *step = leaf->path; step != NULL; step = step->before)
        if (step->board.side == leaf->seat)
            value += step->move == 0 ? 1 : step->legal % 3;
    return value;
}

/* --- the reference --- */

/* Plain minimax by the rules engine. */
struct reference {
    struct sow_evaluator evaluator;
    bool extra_costs;
    int seat;
    uint64_t nodes;
    uint64_t most; /* most nodes; a larger tree is given up */
};

static bool is_extra(const struct sow_game *game, int move)
{
    struct sow_sowing sowing;
    sow_game_preview(game, move, &sowing);
    return sowing.again;
}

static int32_t below(struct reference *reference, const struct sow_game *game,
                     const struct sow_step *path, int depth);

/* Returns the value of a move for the root's player. */
static int32_t behind(struct reference *reference, const struct sow_game *game,
                      const struct sow_step *path, int depth, int move)
{
    struct sow_game *next = malloc(sizeof *next);
    if (next == NULL)
        ck_abort_msg("no memory");
    struct sow_step step = {path, game->board, sow_legal(game->rules, &game->board),
                            move};
    bool extra = is_extra(game, move);
    size_t used = offsetof(struct sow_game, history) +
                  (size_t)game->history_count * sizeof game->history[0];
    memcpy(next, game, used);
    sow_game_play(next, move);
    int cost = extra && !reference->extra_costs ? 0 : 1;
    int32_t value = below(reference, next, &step, depth - cost);
    free(next);
    return value;
}

static int32_t below(struct reference *reference, const struct sow_game *game,
                     const struct sow_step *path, int depth)
{
    reference->nodes++;
    if (game->ended || depth <= 0 || reference->nodes > reference->most) {
        struct sow_leaf leaf = {.rules = game->rules,
                                .board = &game->board,
                                .ended = game->ended,
                                .seat = reference->seat,
                                .path = reference->evaluator.of_path ? path : NULL};
        return reference->evaluator.value(reference->evaluator.context, &leaf);
    }
    int moves[SOW_MOVES_MAX];
    int count = sow_game_moves(game, moves);
    bool own = game->board.side == reference->seat;
    int32_t best = own ? INT32_MIN : INT32_MAX;
    for (int i = 0; i < count; i++) {
        int32_t value = behind(reference, game, path, depth, moves[i]);
        if (own ? value > best : value < best)
            best = value;
    }
    return best;
}

/* Computes the values of all moves. Returns false if that is too much work. */
static bool refer(struct reference *reference, const struct sow_game *game, int depth,
                  int32_t values[SOW_MOVES_MAX])
{
    int moves[SOW_MOVES_MAX];
    int count = sow_game_moves(game, moves);
    reference->seat = game->board.side;
    reference->nodes = 0;
    for (int i = 0; i < count; i++)
        values[i] = behind(reference, game, NULL, depth, moves[i]);
    return reference->nodes <= reference->most;
}

/* --- positions --- */

/* A position to search, with its game. */
struct problem {
    struct sow_rules rules;
    struct sow_game game;
    int weights[5];
    bool small;
    int depth;
    bool extra_costs;
};

/* Makes a board with few seeds. These go round for long without a capture, so positions
   are often repeated. */
static void few_seeds(struct sow_pcg *rng, int pits, struct sow_board *board)
{
    memset(board, 0, sizeof *board);
    board->side = (uint8_t)sow_pcg_below(rng, 2);
    for (int i = sample_between(rng, 2, 5); i > 0; i--)
        board->pit[sow_pcg_below(rng, 2)][sow_pcg_below(rng, (uint32_t)pits)]++;
    board->store[0] = (uint8_t)sow_pcg_below(rng, 5);
    board->store[1] = (uint8_t)sow_pcg_below(rng, 5);
}

/* Starts a game: at its start, at a random position, or at one with few seeds. */
static void start(struct sow_pcg *rng, struct problem *problem)
{
    struct sow_board board = problem->rules.start;
    uint32_t kind = sow_pcg_below(rng, 4);
    if (kind == 0)
        sample_board(rng, problem->rules.pits, &board);
    else if (kind == 1)
        few_seeds(rng, problem->rules.pits, &board);
    sow_game_init(&problem->game, &problem->rules, &board);
}

/* Plays random moves. Returns false if there is nothing left to search. */
static bool play_on(struct sow_pcg *rng, struct problem *problem)
{
    struct sow_game *game = &problem->game;
    int moves[SOW_MOVES_MAX];
    for (int plies = (int)sow_pcg_below(rng, 40); plies > 0; plies--) {
        int count = sow_game_moves(game, moves);
        if (count == 0)
            return false;
        sow_game_play(game, moves[sow_pcg_below(rng, (uint32_t)count)]);
    }
    return sow_game_moves(game, moves) > 0;
}

/* Brings the ply cap, if there is one, within reach of every second problem. */
static void near_cap(struct sow_pcg *rng, struct problem *problem)
{
    int cap = problem->rules.ply_cap;
    int left = sample_between(rng, 1, 8);
    if (cap > left && problem->game.ply < cap - left && sow_pcg_below(rng, 2) == 0)
        problem->game.ply = cap - left;
}

/* Sets the variant's rules. Every second problem has a small board, where lines of play
   often meet again and a tree is deep. */
static void set_rules(struct sow_pcg *rng, const char *variant, struct problem *problem)
{
    struct sow_rules *rules = &problem->rules;
    if (variant == NULL) {
        sample_rules(rng, rules);
        return;
    }
    sample_variant(variant, rules);
    problem->small = sow_pcg_below(rng, 2) == 0;
    if (!problem->small)
        return;
    rules->pits = sample_between(rng, 1, 4);
    rules->seeds = sample_between(rng, 1, 4);
    if (rules->ply_cap > 0)
        rules->ply_cap = sample_between(rng, 10, 60);
    ck_assert(sow_rules_check(rules, NULL, NULL) == SOW_OK);
}

/* Makes a problem. Every fourth one has the pie rule, with the swap near. */
static void pose(struct sow_pcg *rng, const char *variant, struct problem *problem)
{
    problem->small = false;
    do {
        set_rules(rng, variant, problem);
        problem->rules.pie_rule = sow_pcg_below(rng, 4) == 0;
        start(rng, problem);
    } while (!(problem->rules.pie_rule
                   ? sow_legal(&problem->rules, &problem->game.board) != 0
                   : play_on(rng, problem)));
    int moves[SOW_MOVES_MAX];
    if (problem->rules.pie_rule && sow_pcg_below(rng, 2) == 0) {
        (void)sow_game_moves(&problem->game, moves);
        sow_game_play(&problem->game, moves[0]);
        if (problem->game.ended)
            pose(rng, variant, problem);
    }
    near_cap(rng, problem);
    for (int i = 0; i < COUNT(problem->weights); i++)
        problem->weights[i] = sample_between(rng, -1, 3);
    problem->depth = sample_between(rng, 1, problem->small ? 14 : 6);
    problem->extra_costs = sow_pcg_below(rng, 2) == 0;
}

/* --- all methods --- */

struct way {
    const char *name;
    int method;
    int hash;
    uint64_t entries;
    bool of_path;
};

static const struct way WAYS[] = {
    {"minimax", SOW_SEARCH_MINIMAX, 0, 0, false},
    {"alphabeta", SOW_SEARCH_ALPHABETA, 0, 0, false},
    {"with a table", SOW_SEARCH_ALPHABETA, 64, UINT64_MAX, false},
    {"with a tiny table", SOW_SEARCH_ALPHABETA, 1, 8, false},
    {"minimax of paths", SOW_SEARCH_MINIMAX, 0, 0, true},
    {"alphabeta of paths", SOW_SEARCH_ALPHABETA, 64, UINT64_MAX, true},
};

static void expect(const struct problem *problem, const struct way *way,
                   const int32_t *values, const struct sow_search_result *found)
{
    int32_t best = values[0];
    for (int i = 1; i < found->count; i++)
        best = values[i] > best ? values[i] : best;
    for (int i = 0; i < found->count; i++) {
        bool right = found->best[i] == (values[i] == best) &&
                     (!found->best[i] || found->value[i] == best) &&
                     (way->method != SOW_SEARCH_MINIMAX || found->value[i] == values[i]);
        if (!right)
            ck_abort_msg("%s, depth %d, ply %d, %s: move %d is worth %d, not %d",
                         way->name, problem->depth, problem->game.ply,
                         sample_scene(&problem->rules, &problem->game.board),
                         found->move[i], (int)values[i], (int)found->value[i]);
    }
    if (found->line_length <= 0)
        ck_abort_msg("%s: no line", way->name);
}

static void search_by(const struct problem *problem, const struct way *way,
                      const int32_t *values)
{
    struct sow_search search = {
        .limits = {.method = way->method,
                   .depth = problem->depth,
                   .hash = way->hash,
                   .extra_costs_depth = problem->extra_costs},
        .evaluator = {.value = way->of_path ? value_path : value_state,
                      .context = problem->weights,
                      .of_path = way->of_path}};
    struct sow_search_result found;
    most_entries = way->entries;
    sow_search_run(&search, &problem->game, &found);
    expect(problem, way, values, &found);
}

/* Compares all methods with the reference. Lowers the depth until the reference can solve
   the problem. */
static void solve(struct problem *problem)
{
    enum { MOST_NODES = 4000 };
    int32_t values[SOW_MOVES_MAX] = {0};
    for (int of_path = 0; of_path < 2; of_path++) {
        struct reference reference = {
            .evaluator = {.value = of_path ? value_path : value_state,
                          .context = problem->weights,
                          .of_path = of_path},
            .extra_costs = problem->extra_costs,
            .most = MOST_NODES};
        while (!refer(&reference, &problem->game, problem->depth, values))
            if (--problem->depth == 0)
                return;
        for (int i = 0; i < COUNT(WAYS); i++)
            if (WAYS[i].of_path == (of_path == 1))
                search_by(problem, &WAYS[i], values);
    }
}

static const char *const VARIANTS[] = {
    "kalah",   "kalah-no-empty-capture", "awari",       "oware",
    "erherhe", "vai-lung-thlan",         "oware-abapa", "awari-solved",
    NULL};

/* With SOW_TEST_SCALE=100000 there are 100,000 problems of each variant. */
TEST_EACH(methods, methods_agree, VARIANTS)
{
    struct sow_pcg rng;
    static struct problem problem;
    sample_stream(&rng, 900 + (uint64_t)_i);
    for (int i = sow_scaled(100); i > 0; i--) {
        pose(&rng, VARIANTS[_i], &problem);
        solve(&problem);
    }
}

/* --- lines of play by spec --- */

/* Computes the value of a `path:` spec independently. */
static int32_t value_line(const void *context, const struct sow_leaf *leaf)
{
    (void)context;
    int32_t value =
        4 * leaf->board->store[leaf->seat] - 2 * leaf->board->store[1 - leaf->seat];
    const struct sow_step *last = NULL;
    const struct sow_step *after = NULL;
    for (const struct sow_step *step = leaf->path; step != NULL; step = step->before) {
        bool own = step->board.side == leaf->seat;
        int next = after != NULL ? after->board.side : leaf->board->side;
        value += own && next == leaf->seat ? 3 : 0;
        last = last == NULL && own ? step : last;
        after = step;
    }
    for (int pit = leaf->rules->pits - 1; last != NULL && pit >= 0; pit--)
        if ((last->legal >> pit & 1) != 0)
            return value + (pit == last->move ? 5 : 0);
    return value;
}

/* Expects that alpha-beta with the evaluator of a search's spec, every second time as a
   sum, and minimax with another evaluator agree. The naive value has @p units for the
   first weight of the spec. */
static void expect_same_values(int variant, uint64_t stream, const char *spec, int units,
                               struct sow_evaluator naive_evaluator)
{
    struct sow_pcg rng;
    static struct problem problem;
    struct sow_agent agent;
    struct sow_agent_leaf leaf;
    struct sow_agent_sum sum;
    struct sow_err err;
    sample_stream(&rng, stream + (uint64_t)variant);
    ck_ok(sow_agent_parse(spec, NULL, &agent, &err));
    ck_assert_ptr_null(sow_agent_leaf_of(&agent, &leaf));
    int32_t unit = leaf.weight[0] / units;
    for (int i = sow_scaled(50); i > 0; i--) {
        struct sow_search_result by_spec;
        struct sow_search_result naive;
        pose(&rng, VARIANTS[variant], &problem);
        struct sow_search search = {.limits = agent.limits,
                                    .evaluator = sow_agent_evaluator(&leaf)};
        if (i % 2 == 0 && sow_agent_sum_init(&sum, &leaf, &problem.game))
            search.evaluator.sum = &sum.sum;
        search.limits.depth = problem.depth > 4 ? 4 : problem.depth;
        sow_search_run(&search, &problem.game, &by_spec);
        search.limits.method = SOW_SEARCH_MINIMAX;
        search.evaluator = naive_evaluator;
        sow_search_run(&search, &problem.game, &naive);
        ck_assert_int_eq(by_spec.count, naive.count);
        for (int m = 0; m < naive.count; m++) {
            ck_assert_int_eq(by_spec.best[m], naive.best[m]);
            ck_assert_msg(!naive.best[m] || by_spec.value[m] == unit * naive.value[m],
                          "%d is not %d", (int)by_spec.value[m], (int)naive.value[m]);
        }
    }
}

/* Minimax and alpha-beta agree. With paths, alpha-beta uses no table. */
TEST_EACH(path, spec_values_lines, VARIANTS)
{
    (void)err;
    expect_same_values(_i, 950,
                       "alphabeta:depth=1,eval=[path:h4=4,opponent_h4=-2,extra_turns=3,"
                       "right_most=5]",
                       4, (struct sow_evaluator){.value = value_line, .of_path = true});
}

/* --- values for the player to move --- */

/* Computes the value of "state:view=to-move,h4=4,h6=-1,h3=2,to_move=3" independently. */
static int32_t value_for_mover(const void *context, const struct sow_leaf *leaf)
{
    (void)context;
    const struct sow_board *board = leaf->board;
    int mover = leaf->ended ? leaf->seat : board->side;
    int32_t value = 4 * board->store[mover] - board->store[1 - mover] +
                    2 * sow_occupied_pits(leaf->rules, board, mover) +
                    3 * (board->side == mover);
    return mover == leaf->seat ? value : -value;
}

/* A state with view=to-move has the right value at every depth, with either player to
   move at the leaf. */
TEST_EACH(path, spec_values_for_the_mover, VARIANTS)
{
    (void)err;
    expect_same_values(
        _i, 970, "alphabeta:depth=1,eval=[state:view=to-move,h4=4,h6=-1,h3=2,to_move=3]",
        4, (struct sow_evaluator){.value = value_for_mover});
}

/* --- limits --- */

static int32_t value_margin(const void *context, const struct sow_leaf *leaf)
{
    (void)context;
    return leaf->board->store[leaf->seat] - leaf->board->store[1 - leaf->seat];
}

/* With a limit of nodes, a search finds the same as with a limit of the depth that it
   reached. */
TEST(limits, nodes)
{
    struct sow_rules rules;
    struct sow_game game;
    struct sow_search search = {
        .limits = {.method = SOW_SEARCH_ALPHABETA, .nodes = 1, .hash = 1},
        .evaluator = {.value = value_margin}};
    sample_variant("kalah", &rules);
    sow_game_init(&game, &rules, NULL);
    int last = -1;
    for (uint64_t nodes = 1; nodes < 200000; nodes *= 3) {
        struct sow_search_result limited;
        struct sow_search_result whole;
        search.limits.nodes = nodes;
        search.limits.depth = 0;
        sow_search_run(&search, &game, &limited);
        ck_assert_int_ge(limited.depth, last);
        ck_assert(limited.depth == 0 || limited.nodes <= nodes + SOW_MOVES_MAX);
        last = limited.depth;
        if (last == 0)
            continue;
        search.limits.nodes = 0;
        search.limits.depth = last;
        sow_search_run(&search, &game, &whole);
        ck_assert_mem_eq(whole.best, limited.best, sizeof whole.best);
    }
    ck_assert_int_gt(last, 4);
}

static void count_depths(void *context, const struct sow_search_result *result)
{
    int *told = context;
    ck_assert_int_eq(result->depth, *told + 1);
    (*told)++;
}

/* The callback gets every depth, and with `values_all` every move has its exact value. */
TEST(limits, every_depth)
{
    int told = 0;
    struct sow_rules rules;
    struct sow_game game;
    struct sow_search search = {
        .limits = {.method = SOW_SEARCH_ALPHABETA, .depth = 5, .hash = 1},
        .evaluator = {.value = value_margin},
        .values_all = true,
        .told = count_depths,
        .context = &told};
    struct sow_search_result all;
    struct sow_search_result plain;
    sample_variant("awari", &rules);
    sow_game_init(&game, &rules, NULL);
    sow_search_run(&search, &game, &all);
    ck_assert_int_eq(told, 5);
    search.limits.method = SOW_SEARCH_MINIMAX;
    search.told = NULL;
    sow_search_run(&search, &game, &plain);
    ck_assert_mem_eq(plain.value, all.value, sizeof plain.value);
    ck_assert_int_eq(plain.line_length, 5);
}

/* A limit of time that expires at once still leaves a move. */
TEST(limits, time)
{
    struct sow_rules rules;
    struct sow_game game;
    struct sow_stop stop = {.requested = false};
    struct sow_search search = {
        .limits = {.method = SOW_SEARCH_ALPHABETA, .ms = 500, .hash = 16},
        .evaluator = {.value = value_margin},
        .stop = &stop};
    struct sow_search_result found;
    sample_variant("kalah", &rules);
    sow_game_init(&game, &rules, NULL);
    sow_search_run(&search, &game, &found);
    ck_assert_int_ge(found.depth, 1);
    ck_assert(!found.complete);
    sow_stop_request(&stop);
    sow_search_run(&search, &game, &found);
    ck_assert_int_eq(found.depth, 0);
    ck_assert(found.best[2]);
}

/* --- Monte Carlo tree search --- */

static void run_mcts(const struct problem *problem, int iterations, bool values,
                     uint64_t seed, struct sow_search_result *found)
{
    struct sow_mcts mcts = {.limits = {.method = SOW_SEARCH_MCTS,
                                       .nodes = (uint64_t)iterations,
                                       .reward = (int)(seed % 2)},
                            .scale = 10};
    struct sow_pcg rng;
    if (values)
        mcts.evaluator =
            (struct sow_evaluator){.value = value_state, .context = problem->weights};
    sample_stream(&rng, seed);
    sow_mcts_run(&mcts, &problem->game, NULL, &rng, found);
}

/* Every iteration visits one move, and the same stream gives the same visits. */
TEST_EACH(mcts, visits, VARIANTS)
{
    struct sow_pcg rng;
    static struct problem problem;
    sample_stream(&rng, 950 + (uint64_t)_i);
    for (int i = sow_scaled(10); i > 0; i--) {
        struct sow_search_result found;
        struct sow_search_result again;
        int visits = 0;
        pose(&rng, VARIANTS[_i], &problem);
        run_mcts(&problem, 100, i % 3 == 0, (uint64_t)i, &found);
        run_mcts(&problem, 100, i % 3 == 0, (uint64_t)i, &again);
        ck_assert_mem_eq(found.value, again.value, sizeof found.value);
        for (int k = 0; k < found.count; k++)
            visits += found.value[k];
        ck_assert_int_eq(visits, 100);
    }
}

/* On boards that can be searched to the end it finds a best move in most cases. */
TEST(mcts, solved_endings)
{
    struct sow_pcg rng;
    static struct problem problem;
    int right = 0;
    int posed = 0;
    sample_stream(&rng, 970);
    while (posed < 50) {
        struct sow_search search = {
            .limits = {.method = SOW_SEARCH_ALPHABETA, .nodes = 20000, .hash = 1},
            .evaluator = {.value = value_margin}};
        struct sow_search_result solved;
        struct sow_search_result found;
        pose(&rng, "kalah", &problem);
        if (!problem.small || problem.rules.pie_rule)
            continue;
        sow_search_run(&search, &problem.game, &solved);
        if (!solved.complete || solved.count < 2)
            continue;
        run_mcts(&problem, 1000, false, 971, &found);
        for (int k = 0; k < found.count; k++)
            right += found.best[k] && solved.best[k];
        posed++;
    }
    ck_assert_int_ge(right, 42);
}
