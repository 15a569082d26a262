/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Pondering, with limits of depth, so that nothing depends on the clock. */
#include "sow/search/ponder.h"

#include "sample.h"
#include "sow/heuristics/agent.h"
#include "suite.h"

#include <string.h>

static const char *const VARIANTS[] = {"kalah", "awari", "erherhe", "kalah-7-7"};

/* A search to a fixed depth, and the rules. */
struct setting {
    struct sow_rules rules;
    struct sow_agent_leaf leaf;
    struct sow_search search;
};

static void set_up(const char *variant, int depth, struct setting *setting)
{
    struct sow_agent agent;
    struct sow_err err;
    sample_variant(variant, &setting->rules);
    ck_ok(sow_agent_parse("divilly2013", NULL, &agent, &err));
    ck_assert_ptr_null(sow_agent_leaf_of(&agent, &setting->leaf));
    setting->search = (struct sow_search){
        .limits = {.method = SOW_SEARCH_ALPHABETA, .depth = depth, .hash = 4},
        .evaluator = sow_agent_evaluator(&setting->leaf)};
}

static void expect_same(const struct sow_search_result *one,
                        const struct sow_search_result *other)
{
    ck_assert_int_eq(one->count, other->count);
    ck_assert_mem_eq(one->best, other->best, sizeof one->best);
    for (int i = 0; i < one->count; i++)
        if (one->best[i])
            ck_assert_int_eq(one->value[i], other->value[i]);
}

/* After the expected reply, the depth that was reached by pondering is not searched
   again. After another reply the search starts anew. Both find the same. */
TEST_EACH(replies, expected_or_not, VARIANTS)
{
    enum { DEPTH = 6 };
    struct setting setting;
    struct sow_search_result found;
    struct sow_search_result fresh;
    struct sow_game game;
    set_up(VARIANTS[_i], DEPTH, &setting);
    for (int reply = 0; reply < SOW_MOVES_MAX; reply++) {
        struct sow_ponder *ponder = sow_ponder_new();
        ck_assert_ptr_nonnull(ponder);
        int moves[SOW_MOVES_MAX];
        sow_game_init(&game, &setting.rules, NULL);
        int seat = game.board.side;
        while (game.board.side == seat) {
            sow_ponder_search(ponder, &setting.search, &game, &found);
            sow_ponder_begin(ponder, &setting.search, &game, found.line[0]);
            sow_game_play(&game, found.line[0]);
        }
        sow_ponder_wait(ponder);
        bool expected = found.line_length > 1 && found.line[1] == reply;
        bool possible = false;
        for (int i = sow_game_moves(&game, moves) - 1; i >= 0; i--)
            possible |= moves[i] == reply;
        if (possible)
            sow_game_play(&game, reply);
        if (possible && game.board.side == seat) {
            sow_ponder_search(ponder, &setting.search, &game, &found);
            sow_search_run(&setting.search, &game, &fresh);
            expect_same(&found, &fresh);
            ck_assert_int_eq(found.depth, DEPTH);
            ck_assert_msg(expected == (found.nodes == 0), "reply %d", reply);
        }
        sow_ponder_free(ponder);
    }
}

/* After pondering, only the additional depth is searched. */
TEST(replies, deeper)
{
    struct setting setting;
    struct sow_search_result found;
    struct sow_search_result fresh;
    struct sow_game game;
    struct sow_ponder *ponder = sow_ponder_new();
    ck_assert_ptr_nonnull(ponder);
    set_up("awari", 8, &setting);
    sow_game_init(&game, &setting.rules, NULL);
    sow_ponder_search(ponder, &setting.search, &game, &found);
    int line[2] = {found.line[0], found.line[1]};
    sow_ponder_begin(ponder, &setting.search, &game, line[0]);
    sow_ponder_wait(ponder);
    sow_game_play(&game, line[0]);
    sow_game_play(&game, line[1]);
    setting.search.limits.depth++;
    sow_ponder_search(ponder, &setting.search, &game, &found);
    sow_search_run(&setting.search, &game, &fresh);
    expect_same(&found, &fresh);
    ck_assert_int_eq(found.depth, 9);
    ck_assert_uint_gt(found.nodes, 0);
    ck_assert_uint_lt(found.nodes, fresh.nodes);
    sow_ponder_free(ponder);
}

/* A kept tree keeps the part that grew below the reply that is made. Its rewards stay
   those of its own player. */
TEST_EACH(trees, grow, VARIANTS)
{
    enum { OWN = 400, OTHERS = 4000 };
    struct sow_rules rules;
    struct sow_game game;
    struct sow_pcg rng;
    struct sow_mcts_tree tree = {.twigs = NULL};
    struct sow_search_result found;
    struct sow_mcts mcts = {.limits = {.method = SOW_SEARCH_MCTS, .nodes = OWN},
                            .scale = 1.0};
    struct sow_ponder *ponder = sow_ponder_new();
    int moves[SOW_MOVES_MAX];
    ck_assert_ptr_nonnull(ponder);
    sample_stream(&rng, 1);
    sample_variant(VARIANTS[_i], &rules);
    sow_game_init(&game, &rules, NULL);
    int seat = game.board.side;
    while (game.board.side == seat) {
        ck_assert_int_gt(sow_game_moves(&game, moves), 0);
        mcts.limits.nodes = OTHERS;
        sow_ponder_begin_mcts(ponder, &mcts, &tree, &rng, &game, moves[0]);
        sow_game_play(&game, moves[0]);
    }
    sow_ponder_wait(ponder);
    while (game.board.side != seat && sow_game_moves(&game, moves) > 0)
        sow_game_play(&game, moves[0]);
    mcts.limits.nodes = OWN;
    sow_mcts_run(&mcts, &game, &tree, &rng, &found);
    ck_assert_uint_gt(found.nodes, OWN);
    ck_assert_uint_lt(found.nodes, OWN + OTHERS);
    sow_mcts_tree_release(&tree);
    sow_ponder_free(ponder);
}

/* Plays a game in which both sides have enough time for their depth. Returns the hash of
   its moves. */
static uint64_t play(const struct sow_rules *rules, const char *spec, uint64_t number)
{
    struct sow_err err;
    struct sow_agent agent;
    struct sow_game game;
    struct sow_pcg rng;
    ck_ok(sow_agent_parse(spec, NULL, &agent, &err));
    struct sow_player player = sow_agent_player(&agent);
    sample_stream(&rng, number);
    sow_game_init(&game, rules, NULL);
    (void)sow_game_finish(&game, (const struct sow_player *const[]){&player, &player},
                          &rng);
    return game.line;
}

/* Pondering changes no move if the depth is reached in any case, whenever it is
   stopped. */
TEST_EACH(games, same_moves, VARIANTS)
{
    struct sow_rules rules;
    sample_variant(VARIANTS[_i], &rules);
    for (uint64_t number = 0; number < 4; number++)
        ck_assert_uint_eq(
            play(&rules, "alphabeta:depth=4,ms=3600000,ponder=yes,eval=[h4]", number),
            play(&rules, "alphabeta:depth=4,eval=[h4]", number));
}

/* Games end properly, however large the tree has grown. */
TEST_EACH(games, of_trees, VARIANTS)
{
    struct sow_rules rules;
    sample_variant(VARIANTS[_i], &rules);
    for (uint64_t number = 0; number < 2; number++)
        ck_assert_uint_ne(
            play(&rules, "mcts:iterations=20,ms=3600000,keep=yes,ponder=yes", number), 0);
}

TEST(specs, of_time)
{
    static const char *const GOOD[] = {"alphabeta:ms=10,ponder=yes,eval=[h4]",
                                       "alphabeta:clock=2,ponder=yes,eval=[h4]",
                                       "mcts:ms=10,keep=yes,ponder=yes"};
    static const char *const BAD[] = {"alphabeta:depth=2,ponder=yes,eval=[h4]",
                                      "alphabeta:nodes=9,ponder=yes,eval=[h4]",
                                      "alphabeta:ms=9,ponder=maybe,eval=[h4]",
                                      "minimax:depth=2,ponder=yes,eval=[h4]",
                                      "mcts:ms=10,ponder=yes",
                                      "mcts:iterations=10,keep=yes,ponder=yes"};
    struct sow_agent agent;
    for (int i = 0; i < COUNT(GOOD); i++) {
        ck_ok(sow_agent_parse(GOOD[i], NULL, &agent, &err));
        OWNED(text) char *spec = sow_agent_spec(&agent);
        ck_assert_str_eq(spec, GOOD[i]);
        ck_assert(agent.limits.ponder && sow_agent_is_timed(&agent));
    }
    for (int i = 0; i < COUNT(BAD); i++)
        ck_assert_msg(sow_agent_parse(BAD[i], NULL, &agent, &err) == SOW_USAGE, "%s",
                      BAD[i]);
}
