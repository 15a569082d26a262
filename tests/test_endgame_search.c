/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tests of searches with an endgame database: they choose as searches that play endgames
   out, and play endgames perfectly. */
#include "sample.h"
#include "sow/endgame/database.h"
#include "sow/search/search.h"
#include "suite.h"

enum { KNOWN = 6 };

static void release_endgame(struct sow_endgame **endgame)
{
    sow_endgame_close(*endgame);
}

static int margin_of(const void *context, const struct sow_board *board)
{
    return sow_endgame_value(context, board);
}

static int32_t value_stores(const void *context, const struct sow_leaf *leaf)
{
    (void)context;
    return leaf->board->store[leaf->seat] - leaf->board->store[1 - leaf->seat];
}

static void solve(const struct sow_rules *rules, struct sow_endgame **endgame)
{
    struct sow_err err;
    ck_ok(sow_endgame_new(rules, endgame, &err));
    ck_ok(sow_endgame_grow(*endgame, &(struct sow_endgame_work){.with = {.threads = 1}},
                           KNOWN, &err));
}

static void search(const struct sow_rules *rules, const struct sow_board *board,
                   struct sow_search_limits limits, const struct sow_endgame *endgame,
                   struct sow_search_result *found)
{
    struct sow_game game;
    struct sow_search search = {
        .limits = limits, .evaluator = {.value = value_stores}, .values_all = true};
    if (endgame != NULL)
        search.oracle = (struct sow_oracle){KNOWN, margin_of, endgame};
    sow_game_init(&game, rules, board);
    sow_search_run(&search, &game, found);
}

/* Makes a random board of @p seeds seeds whose mover can move. */
static struct sow_board board_of(struct sow_pcg *rng, const struct sow_rules *rules,
                                 int seeds)
{
    struct sow_board board;
    do {
        board = (struct sow_board){.store = {3, 5}};
        for (int i = 0; i < seeds; i++)
            board.pit[sample_between(rng, 0, 1)]
                     [sample_between(rng, 0, rules->pits - 1)]++;
    } while (sow_legal(rules, &board) == 0);
    return board;
}

static const struct {
    const char *variant;
    int method;
    bool plain; /* true for rules that the fast engine does not cover */
} GAMES[] = {{"kalah", SOW_SEARCH_ALPHABETA, false},
             {"kalah", SOW_SEARCH_MINIMAX, false},
             {"kalah-no-empty-capture", SOW_SEARCH_ALPHABETA, false},
             {"kalah", SOW_SEARCH_ALPHABETA, true}};

TEST_EACH(kalah, a_search_finds_what_it_finds_without, GAMES)
{
    struct sow_rules rules;
    struct sow_pcg rng;
    OWNED(endgame) struct sow_endgame *endgame = NULL;
    sample_variant(GAMES[_i].variant, &rules);
    rules.pits = 4;
    if (GAMES[_i].plain)
        rules.en_passant_capture.word[3] = 1U << 8U; /* 200 seeds, which never happens */
    ck_ok(sow_rules_check(&rules, NULL, &err));
    ck_assert(sow_fast_covers(&rules) != GAMES[_i].plain);
    sample_stream(&rng, (uint64_t)_i);
    solve(&rules, &endgame);
    int compared = 0;
    for (int i = 0; i < 40; i++) {
        struct sow_board board = board_of(&rng, &rules, KNOWN + 3);
        struct sow_search_result with;
        struct sow_search_result without;
        struct sow_search_limits limits = {.method = GAMES[_i].method, .depth = 8};
        struct sow_search_limits whole = {.method = SOW_SEARCH_ALPHABETA, .depth = 60};
        search(&rules, &board, limits, endgame, &with);
        search(&rules, &board, whole, NULL, &without);
        ck_assert(without.complete);
        if (!with.complete)
            continue;
        compared++;
        ck_assert_uint_le(with.nodes, without.nodes);
        for (int k = 0; k < with.count; k++)
            ck_assert_int_eq(with.value[k], without.value[k]);
    }
    ck_assert_int_ge(compared, 20);
}

static const char *const VARIANTS[] = {"kalah", "awari-solved", "oware-abapa",
                                       "vai-lung-thlan"};

TEST_EACH(perfect, a_ply_ahead_is_enough, VARIANTS)
{
    struct sow_rules rules;
    struct sow_pcg rng;
    OWNED(endgame) struct sow_endgame *endgame = NULL;
    sample_variant(VARIANTS[_i], &rules);
    sample_stream(&rng, (uint64_t)_i);
    solve(&rules, &endgame);
    for (int i = 0; i < 500; i++) {
        struct sow_board board = board_of(&rng, &rules, 1 + i % KNOWN);
        struct sow_search_result found;
        struct sow_search_limits limits = {.method = SOW_SEARCH_ALPHABETA, .depth = 1};
        search(&rules, &board, limits, endgame, &found);
        int best = sow_endgame_value(endgame, &board);
        for (int k = 0; k < found.count; k++) {
            int value = sow_endgame_move(endgame, &board, found.move[k]);
            ck_assert_int_eq(found.value[k], value + 3 - 5);
            ck_assert_int_eq(found.best[k], value == best);
        }
    }
}
