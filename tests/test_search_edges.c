/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Where a search goes wrong by one: trees that are kept, caps and repetitions that are
   just in reach. */
#include "sample.h"
#include "sow/search/mcts.h"
#include "suite.h"

/* What is kept is the part of the tree below the moves that were made, whoever made them;
   of another game nothing is. */
TEST(mcts, keeps_its_tree)
{
    struct sow_rules rules;
    struct sow_game game;
    struct sow_game other;
    struct sow_mcts mcts = {.limits = {.method = SOW_SEARCH_MCTS, .nodes = 600}};
    struct sow_mcts_tree tree = {.twigs = NULL};
    struct sow_search_result found;
    struct sow_pcg rng;
    sample_variant("kalah", &rules);
    sample_stream(&rng, 960);
    sow_game_init(&game, &rules, NULL);
    sow_mcts_run(&mcts, &game, &tree, &rng, &found);
    int visits = found.value[2];
    sow_game_play(&game, 2); /* an extra turn */
    mcts.limits.nodes = 1;
    sow_mcts_run(&mcts, &game, &tree, &rng, &found);
    int sum = 0;
    for (int i = 0; i < found.count; i++)
        sum += found.value[i];
    ck_assert_int_gt(visits, 50);
    /* The first visit made no move, the last one is new. */
    ck_assert_int_eq(sum, visits);
    sow_game_play(&game, 5);
    sow_game_play(&game, 0);
    sow_game_init(&other, &rules, NULL);
    other.ply = game.ply;
    sow_mcts_run(&mcts, &other, &tree, &rng, &found);
    ck_assert_uint_eq(found.nodes, 1);
    sow_mcts_tree_release(&tree);
}
