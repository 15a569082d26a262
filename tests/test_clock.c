/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tests of clocks for whole games. The time is simulated, so results do not depend on the
   machine. */
#include "sample.h"
#include "sow/heuristics/agent.h"
#include "sow/search/game_clock.h"
#include "suite.h"

uint64_t __wrap_sow_search_now(void);

static uint64_t now;
static uint64_t step = 1; /* nanoseconds that pass with each reading of the clock */

uint64_t __wrap_sow_search_now(void)
{
    now += step;
    return now;
}

static const char *const VARIANTS[] = {"kalah", "awari", "erherhe"};

static struct sow_agent agent_of(const char *format, const char *word)
{
    struct sow_err err;
    struct sow_agent agent;
    char spec[120];
    (void)snprintf(spec, sizeof spec, "%s,time=%s,eval=[h4]", format, word);
    ck_ok(sow_agent_parse(spec, NULL, &agent, &err));
    return agent;
}

/* Plays a game between two players whose searches use all of their time and a little
   more. Returns the part of both clocks that is used. */
static double used_in_game(const struct sow_search_limits *limits,
                           const struct sow_rules *rules, uint64_t number)
{
    enum { OVERHEAD = 100000 };
    struct sow_game_clock clocks[2] = {{0, 0}, {0, 0}};
    struct sow_err err;
    struct sow_agent agent;
    struct sow_game game;
    struct sow_pcg rng;
    ck_ok(sow_agent_parse("h4", NULL, &agent, &err));
    struct sow_player player = sow_agent_player(&agent);
    sample_stream(&rng, number);
    sow_game_init(&game, rules, NULL);
    while (!game.ended) {
        struct sow_game_clock *clock = &clocks[game.board.side];
        uint64_t slice = sow_game_clock_slice(limits, clock, &game);
        ck_assert(sow_game_clock_note(limits, clock, slice + OVERHEAD));
        (void)sow_game_turn(&game, &player, &rng);
    }
    return (double)(clocks[0].used + clocks[1].used) / (2e6 * limits->clock.ms);
}

/* No strategy loses on time. All but equal slices use most of the clock. */
TEST_EACH(budget, is_used_and_kept, VARIANTS)
{
    enum { GAMES = 50 };
    struct sow_rules rules;
    sample_variant(VARIANTS[_i], &rules);
    for (int time = SOW_TIME_SETTLED; time <= SOW_TIME_EQUAL; time++) {
        struct sow_search_limits limits = {
            .method = SOW_SEARCH_ALPHABETA, .clock = {.ms = 1000}, .time = time};
        double used = 0;
        for (uint64_t i = 0; i < GAMES; i++)
            used += used_in_game(&limits, &rules, i) / GAMES;
        ck_assert_msg(used <= 1.0 && used >= (time == SOW_TIME_EQUAL ? 0.6 : 0.85),
                      "%d: %f", time, used);
    }
}

/* Plays a game of a player with itself. Only readings of the clock take time. */
static void play(const struct sow_agent *agent, const struct sow_rules *rules,
                 struct sow_game *game)
{
    struct sow_pcg rng;
    struct sow_player player = sow_agent_player(agent);
    sample_stream(&rng, 1);
    sow_game_init(game, rules, NULL);
    (void)sow_game_finish(game, (const struct sow_player *const[]){&player, &player},
                          &rng);
}

/* A player whose clock runs out loses, whatever the position. */
TEST(budget, overstepped)
{
    struct sow_rules rules;
    struct sow_game game;
    sample_variant("kalah", &rules);
    step = 300000000;
    struct sow_agent agent = agent_of("alphabeta:clock=1,depth=2", "settled");
    play(&agent, &rules, &game);
    ck_assert_int_eq(game.ending, SOW_FORFEIT_CLOCK);
    ck_assert_int_eq(game.board.store[game.board.side], 0);
}

/* An increment is added after every move. Without it, the same game is lost on time. */
TEST(budget, increments)
{
    struct sow_rules rules;
    struct sow_game game;
    sample_variant("kalah", &rules);
    step = 10000000;
    struct sow_agent agent = agent_of("alphabeta:clock=0.1+0.2,depth=2", "share");
    play(&agent, &rules, &game);
    ck_assert_int_eq(game.ending, SOW_ENDED_NORMALLY);
    agent = agent_of("alphabeta:clock=0.1,depth=2", "share");
    play(&agent, &rules, &game);
    ck_assert_int_eq(game.ending, SOW_FORFEIT_CLOCK);
}

/* A slice never exceeds the clock, and later moves get less. */
TEST(slices, by_strategy)
{
    struct sow_rules rules;
    struct sow_game game;
    struct sow_search_limits limits = {.method = SOW_SEARCH_ALPHABETA,
                                       .clock = {.ms = 1000}};
    struct sow_game_clock clock = {0, 0};
    sample_variant("kalah", &rules);
    sow_game_init(&game, &rules, NULL);
    limits.time = SOW_TIME_EQUAL;
    uint64_t equal = sow_game_clock_slice(&limits, &clock, &game);
    ck_assert_uint_eq(equal, (uint64_t)(1e9 / (0.65 * 15.0)));
    clock.used = 500000000;
    ck_assert_uint_eq(sow_game_clock_slice(&limits, &clock, &game), equal);
    limits.time = SOW_TIME_SHARE;
    ck_assert_uint_eq(sow_game_clock_slice(&limits, &clock, &game), 425000000 / 5);
    limits.time = SOW_TIME_EXPECTED;
    ck_assert_uint_eq(sow_game_clock_slice(&limits, &clock, &game), 425000000 / 6);
    clock.used = 1100000000;
    ck_assert_uint_eq(sow_game_clock_slice(&limits, &clock, &game), 1);
    ck_assert(!sow_game_clock_note(&limits, &clock, 1));
}

TEST(slices, specs)
{
    static const char *const SPECS[] = {
        "alphabeta:clock=60,eval=[h4]", "alphabeta:clock=0.5+0.01,time=share,eval=[h4]",
        "mcts:reward=margin,clock=10,keep=yes", "alphabeta:depth=3,clock=1.5,eval=[h4]"};
    static const char *const BAD[] = {"alphabeta:clock=0,eval=[h4]",
                                      "alphabeta:clock=1+,eval=[h4]",
                                      "alphabeta:clock=-1,eval=[h4]",
                                      "alphabeta:clock=1+-1,eval=[h4]",
                                      "minimax:depth=1,clock=1,eval=[h4]",
                                      "alphabeta:time=share,eval=[h4]",
                                      "alphabeta:depth=2,time=share,eval=[h4]",
                                      "alphabeta:clock=1,keep=yes,eval=[h4]"};
    struct sow_agent agent;
    for (int i = 0; i < COUNT(SPECS); i++) {
        ck_ok(sow_agent_parse(SPECS[i], NULL, &agent, &err));
        OWNED(text) char *spec = sow_agent_spec(&agent);
        ck_assert_str_eq(spec, SPECS[i]);
        ck_assert(sow_agent_is_timed(&agent));
    }
    for (int i = 0; i < COUNT(BAD); i++)
        ck_assert_msg(sow_agent_parse(BAD[i], NULL, &agent, &err) == SOW_USAGE, "%s",
                      BAD[i]);
}
