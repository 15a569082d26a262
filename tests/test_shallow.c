/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Shallow searches find the best moves of minimax and their value, with any features,
   under any rules. */
#include "sample.h"
#include "scale.h"
#include "sow/heuristics/agent.h"
#include "sow/heuristics/agent_sum.h"
#include "sow/heuristics/state_features.h"
#include "sow/search/shallow.h"
#include "suite.h"

/* A position to search, and the two players that search it. */
struct problem {
    struct sow_rules rules;
    struct sow_fast fast;
    struct sow_game game;
    struct sow_agent shallow;
    struct sow_agent minimax;
};

/* Sets the rules: those of a variant, every second time with short rows and an early ply
   cap, or random rules that the fast engine covers. Relay sowing is left out: shallow
   searches do not know it. */
static void set_rules(struct sow_pcg *rng, const char *variant, struct sow_rules *rules)
{
    if (variant == NULL) {
        do {
            sample_rules(rng, rules);
            rules->laps = SOW_LAPS_SINGLE;
            rules->repetition = SOW_REPEAT_NONE;
            rules->ply_cap = rules->ply_cap == 0 ? 200 : rules->ply_cap;
        } while (!sow_fast_covers(rules) || sow_rules_check(rules, NULL, NULL) != SOW_OK);
        return;
    }
    sample_variant(variant, rules);
    if (sow_pcg_below(rng, 2) == 0)
        return;
    rules->pits = sample_between(rng, 1, 4);
    rules->seeds = sample_between(rng, 1, 4);
    rules->ply_cap = sample_between(rng, 10, 60);
    ck_assert(sow_rules_check(rules, NULL, NULL) == SOW_OK);
}

/* Plays random moves. Returns false unless several moves are left, with the offer of the
   pie rule behind. */
static bool play_on(struct sow_pcg *rng, struct sow_game *game)
{
    int moves[SOW_MOVES_MAX];
    for (int plies = sample_between(rng, 2, 40); plies > 0; plies--) {
        int count = sow_game_moves(game, moves);
        if (count == 0)
            return false;
        sow_game_play(game, moves[sow_pcg_below(rng, (uint32_t)count)]);
    }
    return !game->swap_open && sow_game_moves(game, moves) > 1;
}

/* Makes an evaluator of random features with small weights, so that values are often
   equal. */
static void make_value(struct sow_pcg *rng, struct sow_agent *value)
{
    enum { FEW = 5, MANY = 40 };
    int features[MANY];
    double weights[MANY];
    int count = sow_pcg_below(rng, 4) == 0 ? MANY : FEW;
    for (int i = 0; i < count; i++) {
        features[i] = (int)sow_pcg_below(rng, (uint32_t)sow_state_features.count);
        weights[i] = sample_between(rng, -2, 2) * 0.5;
    }
    sow_agent_state(value, features, weights, count);
    value->of_mover = sow_pcg_below(rng, 2) == 0;
}

/* Makes a problem for players that look @p depth moves ahead. */
static void pose(struct sow_pcg *rng, const char *variant, int depth,
                 struct problem *problem)
{
    struct sow_agent value;
    bool extra_costs = sow_pcg_below(rng, 2) == 0;
    struct sow_search_limits limits = {
        .method = SOW_SEARCH_MINIMAX, .depth = depth, .extra_costs_depth = extra_costs};
    do {
        set_rules(rng, variant, &problem->rules);
        sow_game_init(&problem->game, &problem->rules, NULL);
    } while (!play_on(rng, &problem->game));
    sow_fast_prepare(&problem->fast, &problem->rules);
    problem->game.fast = &problem->fast;
    make_value(rng, &value);
    problem->minimax = (struct sow_agent){.kind = SOW_AGENT_SEARCH, .limits = limits};
    ck_assert(sow_agent_value_by(&problem->minimax, &value) == NULL);
    problem->shallow = problem->minimax;
    problem->shallow.limits.method = SOW_SEARCH_ALPHABETA;
}

/* Finds the best moves of an agent, as a mask of indices. */
static unsigned best_of(const struct sow_agent *agent, const struct sow_game *game)
{
    struct sow_pcg rng;
    int moves[SOW_MOVES_MAX];
    int best[SOW_MOVES_MAX];
    unsigned mask = 0;
    sample_stream(&rng, 1);
    int count = sow_game_moves(game, moves);
    for (int i = sow_agent_best(agent, game, moves, count, &rng, best) - 1; i >= 0; i--)
        mask |= 1U << (unsigned)best[i];
    return mask;
}

/* Compares both players. */
static void solve(const struct problem *problem)
{
    unsigned found = best_of(&problem->shallow, &problem->game);
    unsigned right = best_of(&problem->minimax, &problem->game);
    if (found != right)
        ck_abort_msg("depth %d, ply %d, %s: the best moves are %x, not %x",
                     problem->shallow.limits.depth, problem->game.ply,
                     sample_scene(&problem->rules, &problem->game.board), right, found);
}

/* Makes the search of an agent. Its evaluator is stored in @p leaf. */
static struct sow_search search_of(const struct sow_agent *agent,
                                   struct sow_agent_leaf *leaf)
{
    ck_assert(sow_agent_leaf_of(agent, leaf) == NULL);
    return (struct sow_search){.limits = agent->limits,
                               .evaluator = sow_agent_evaluator(leaf)};
}

/* Compares the value of the position, and the best moves of the usual search by the sum,
   with those of minimax. */
static void evaluate(const struct problem *problem)
{
    struct sow_agent_leaf leaf;
    struct sow_search_result right;
    struct sow_search_result found;
    struct sow_search minimax = search_of(&problem->minimax, &leaf);
    struct sow_search search = search_of(&problem->shallow, &leaf);
    struct sow_agent_sum sum;
    struct sow_shallow_memory memory = {0};
    bool best[SOW_MOVES_MAX];
    int32_t most = INT32_MIN;
    sow_search_run(&minimax, &problem->game, &right);
    for (int i = 0; i < right.count; i++)
        most = right.value[i] > most ? right.value[i] : most;
    ck_assert(!sow_shallow_covers(&search, &problem->game));
    if (sow_agent_sum_init(&sum, &leaf, &problem->game))
        search.evaluator.sum = &sum.sum;
    if (sow_shallow_covers(&search, &problem->game))
        ck_assert_int_eq(sow_shallow_run(&search, &memory, &problem->game, best), most);
    sow_search_run(&search, &problem->game, &found);
    for (int i = 0; i < right.count; i++) {
        ck_assert_int_eq(found.best[i], right.value[i] == most);
        ck_assert(!found.best[i] || found.value[i] == most);
    }
}

static const char *const VARIANTS[] = {
    "kalah",       "kalah-no-empty-capture", "kalah-7-7", "awari", "oware", "erherhe",
    "oware-abapa", "awari-solved",           NULL};

/* With SOW_TEST_SCALE=100000 there are 100,000 problems of each variant and depth. */
TEST_EACH(shallow, same_moves_as_minimax, VARIANTS)
{
    struct sow_pcg rng;
    static struct problem problem;
    sample_stream(&rng, 8800 + (uint64_t)_i);
    for (int i = sow_scaled(100); i > 0; i--)
        for (int depth = 1; depth <= 4; depth++) {
            pose(&rng, VARIANTS[_i], depth, &problem);
            solve(&problem);
            if (i % 4 == 0)
                evaluate(&problem);
        }
}

/* The memory of a game keeps the evaluator. A whole game must have the same moves with
   and without it. */
TEST(shallow, memory_of_a_game)
{
    struct sow_pcg rng;
    static struct problem problem;
    sample_stream(&rng, 8890);
    for (int i = sow_scaled(50); i > 0; i--) {
        pose(&rng, "kalah", 2, &problem);
        struct sow_player player = sow_agent_player(&problem.shallow);
        const struct sow_player *seats[2] = {&player, &player};
        struct sow_game *game = &problem.game;
        sow_game_seat(game, seats);
        ck_assert(game->memory[0] != NULL && game->memory[1] != NULL);
        while (!game->ended) {
            solve(&problem);
            (void)sow_game_turn(game, &player, &rng);
        }
        sow_game_unseat(game, seats);
    }
}

/* Each row names a search that is not shallow, or a game that has no shallow search. */
TEST(shallow, what_is_left_to_others)
{
    static const struct sow_search_limits LIMITS[] = {
        {.method = SOW_SEARCH_MINIMAX, .depth = 2},
        {.method = SOW_SEARCH_MCTS, .depth = 2},
        {.method = SOW_SEARCH_ALPHABETA, .depth = SOW_SHALLOW_DEPTH_MAX + 1},
        {.method = SOW_SEARCH_ALPHABETA, .nodes = 100},
        {.method = SOW_SEARCH_ALPHABETA, .depth = 2, .nodes = 100},
        {.method = SOW_SEARCH_ALPHABETA, .depth = 2, .ms = 1},
        {.method = SOW_SEARCH_ALPHABETA, .depth = 2, .clock = {.ms = 1}},
        {.method = SOW_SEARCH_ALPHABETA, .depth = 2, .slice = 1},
    };
    struct sow_pcg rng;
    static struct problem problem;
    sample_stream(&rng, 8891);
    pose(&rng, "kalah", 2, &problem);
    struct sow_agent_leaf leaf;
    struct sow_agent_sum sum;
    struct sow_search search = search_of(&problem.shallow, &leaf);
    ck_assert(sow_agent_sum_init(&sum, &leaf, &problem.game));
    search.evaluator.sum = &sum.sum;
    ck_assert(sow_shallow_covers(&search, &problem.game));
    for (int i = 0; i < COUNT(LIMITS); i++)
        ck_assert(!sow_shallow_is_enough(&LIMITS[i]));
    problem.game.swap_open = true;
    ck_assert(!sow_shallow_covers(&search, &problem.game));
    problem.game.swap_open = false;
    problem.game.fast = NULL;
    ck_assert(!sow_shallow_covers(&search, &problem.game));
    problem.game.fast = &problem.fast;
    search.oracle.on_board = 1;
    ck_assert(!sow_shallow_covers(&search, &problem.game));
    search.oracle.on_board = 0;
    /* Relay sowing can take minutes, and no request would stop the search. */
    problem.rules.laps = SOW_LAPS_MULTIPLE;
    ck_assert(!sow_shallow_covers(&search, &problem.game));
    pose(&rng, "awari-solved", 2, &problem);
    ck_assert(!sow_shallow_covers(&search, &problem.game));
    leaf.of_path = true;
    ck_assert(!sow_agent_sum_init(&sum, &leaf, &problem.game));
}
