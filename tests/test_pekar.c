/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The algorithms of Pekar et al. 2020 as players. */
#include "sow/game/game.h"
#include "sow/heuristics/agent.h"
#include "sow/variants/variant.h"
#include "suite.h"

#include <stdlib.h>

static struct sow_variant kalah;

static void set_up(void)
{
    struct sow_err err;
    ck_ok(sow_variant_builtin("kalah-no-empty-capture", &kalah, &err));
}

FIXTURE(players, set_up, NULL)

/* The paper prints the result 32:16. */
TEST(players, algorithm_1_plays_as_printed)
{
    struct sow_agent agent;
    struct sow_game game;
    struct sow_pcg rng;
    ck_ok(sow_agent_parse("pekar:1", NULL, &agent, &err));
    struct sow_player player = sow_agent_player(&agent);
    const struct sow_player *const players[2] = {&player, &player};
    sow_pcg_seed(&rng, 1, 1);
    sow_game_init(&game, &kalah.rules, NULL);
    struct sow_score score = sow_game_finish(&game, players, &rng);
    ck_assert_int_eq(score.store[SOW_SOUTH], 32);
    ck_assert_int_eq(score.store[SOW_NORTH], 16);
}

/* One position for each function of the algorithms. The functions after it would choose
   another pit. */
static const struct {
    const char *function;
    const char *spec;
    const char *position;
    int pit; /* counted from the left */
} CASES[] = {
    {"LastSeedToKalaha", "pekar:1", "0,0,0,3,0,1,0/1,1,1,1,1,1,0:s", 6},
    {"LastSeedToTarget", "pekar:1", "2,0,0,0,0,2,0/1,1,1,5,1,1,0:s", 1},
    {"LastSeedToTarget, 13 seeds", "pekar:1", "0,0,13,0,0,2,0/1,1,1,1,1,1,0:s", 3},
    {"LastSeedToTarget, a lap", "pekar:1", "0,0,0,0,9,2,0/1,1,1,1,1,1,0:s", 5},
    {"the most seeds", "pekar:1", "2,2,0,0,0,3,0/1,1,2,5,1,1,0:s", 1},
    {"of equal ones the target next to the store", "pekar:1",
     "2,2,0,0,0,3,0/1,1,5,5,1,1,0:s", 2},
    {"OpponentSeedToStash", "pekar:1", "0,0,0,4,0,2,0/2,0,0,0,0,1,0:s", 4},
    {"FirstNonEmptyPit", "pekar:1", "0,0,0,4,0,2,0/1,1,1,1,1,1,0:s", 6},
    {"LastSeedToKalaha", "pekar:3,depth=1", "2,0,0,0,0,1,0/1,1,1,9,1,1,0:s", 6},
    {"LastSeedToTargetSimple", "pekar:3,depth=1", "2,0,0,0,0,7,0/1,1,1,2,1,1,0:s", 1},
};

TEST_LOOP(players, functions_come_in_turn, 0, (int)(sizeof CASES / sizeof CASES[0]))
{
    struct sow_agent agent;
    struct sow_game game;
    struct sow_board board;
    struct sow_pcg rng;
    int moves[SOW_MOVES_MAX];
    ck_ok(sow_agent_parse(CASES[_i].spec, NULL, &agent, &err));
    ck_ok(sow_board_parse(CASES[_i].position, 6, SOW_COUNTER_CLOCKWISE, &board, &err));
    struct sow_player player = sow_agent_player(&agent);
    sow_pcg_seed(&rng, 1, 1);
    sow_game_init(&game, &kalah.rules, &board);
    int count = sow_game_moves(&game, moves);
    int choice = player.choose(player.context, &game, moves, count, &rng);
    ck_assert_msg(moves[choice] == CASES[_i].pit - 1, "%s: pit %d", CASES[_i].function,
                  moves[choice] + 1);
}

/* Specs that are names of searches, and the specs of these searches. */
static const struct {
    const char *spec;
    const char *written;
} NAMES[] = {
    {"pekar:1", "pekar:1"},
    {"pekar:2,depth=3", "alphabeta:depth=3,ties=highest,"
                        "eval=[path:h4=10,h6=-10,extra_turns=1,right_most=5]"},
    {"pekar:3,depth=2,a=8,b=0.5,c=0.25,n1=h1",
     "alphabeta:depth=2,ties=highest,greedy=yes,"
     "eval=[path:h4=8,h6=-8,extra_turns=0.5,h1=0.25]"},
    {"pekar:2,depth=3,ties=random",
     "alphabeta:depth=3,eval=[path:h4=10,h6=-10,extra_turns=1,right_most=5]"},
};

TEST_LOOP(players, names_are_written_out, 0, (int)(sizeof NAMES / sizeof NAMES[0]))
{
    struct sow_agent agent;
    ck_ok(sow_agent_parse(NAMES[_i].spec, NULL, &agent, &err));
    char *spec = sow_agent_spec(&agent);
    ck_assert_str_eq(spec, NAMES[_i].written);
    free(spec);
}

static const struct {
    const char *spec;
    const char *reason;
} WRONG[] = {{"pekar:4", "give pekar:1"},
             {"pekar:1,depth=2", "give pekar:1"},
             {"pekar:2", "needs a limit"},
             {"pekar:2,depth=2,d=4", "'d' is not an item of alphabeta"}};

TEST_LOOP(players, wrong_names_are_refused, 0, (int)(sizeof WRONG / sizeof WRONG[0]))
{
    struct sow_agent agent;
    ck_fails(sow_agent_parse(WRONG[_i].spec, NULL, &agent, &err), SOW_USAGE,
             WRONG[_i].reason);
}

TEST(players, other_games_are_refused)
{
    struct sow_agent agent;
    struct sow_variant awari;
    ck_ok(sow_variant_builtin("awari", &awari, &err));
    ck_ok(sow_agent_parse("pekar:1", NULL, &agent, &err));
    ck_fails(sow_agent_open(&agent, &awari.rules, true, &err), SOW_USAGE, "'pekar:1'");
    ck_ok(sow_agent_parse("pekar:3,depth=1", NULL, &agent, &err));
    ck_fails(sow_agent_open(&agent, &awari.rules, true, &err), SOW_USAGE, "greedy=yes");
    ck_ok(sow_agent_open(&agent, &kalah.rules, true, &err));
}
