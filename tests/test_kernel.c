/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tests of the batch kernels against the plain engine, game by game. */
#include "sample.h"
#include "scale.h"
#include "suite.h"

#include "sow/heuristics/batch.h"
#include "sow/heuristics/state_features.h"
#include "sow/variants/variant.h"

#include <string.h>

enum { AGENTS = 24, GAMES_MAX = 6000 };

static struct sow_agent agents[AGENTS];
static struct sow_game_result plain[GAMES_MAX];
static struct sow_game_result fast[GAMES_MAX];
static uint64_t plain_lines[GAMES_MAX];
static uint64_t fast_lines[GAMES_MAX];
static struct sow_game_shape plain_shapes[GAMES_MAX];
static struct sow_game_shape fast_shapes[GAMES_MAX];

static struct sow_pairing pairing_at(const void *context, size_t index)
{
    uint32_t stride = *(const uint32_t *)context;
    uint32_t first = (uint32_t)(index * stride) % AGENTS;
    uint32_t second = (uint32_t)(index / AGENTS + 5 * index) % AGENTS;
    return (struct sow_pairing){.first = first,
                                .second = second,
                                .stream = {SOW_PURPOSE_TEST, {first, second, index, 0}}};
}

static const uint32_t STRIDE = 7;

static struct sow_batch batch_of(const struct sow_rules *rules, size_t games)
{
    return (struct sow_batch){.rules = rules,
                              .agents = agents,
                              .agent_count = AGENTS,
                              .seed = 42,
                              .games = games,
                              .pairing = pairing_at,
                              .context = &STRIDE,
                              .with.threads = 1,
                              .with.kernel = "plain"};
}

static void parse_agent(const char *spec, struct sow_agent *agent)
{
    struct sow_err err;
    ck_assert_msg(sow_agent_parse(spec, NULL, agent, &err) == SOW_OK, "%s", err.text);
}

/* Heuristics that the kernels have; the plain kernel plays with others. */
enum { SLICED = 7 };

/* Makes weighted agents of kinds that once found a fault: random weights, few distinct
   ones (many ties), weights of 0 and below, single heuristics. */
static void weighted_agents(struct sow_pcg *rng)
{
    for (int i = 0; i < AGENTS; i++) {
        double weights[SOW_HEURISTICS] = {0};
        for (int h = 0; h < SLICED; h++) {
            double unit = sow_pcg_unit(rng);
            weights[h] = i % 4 == 0   ? unit
                         : i % 4 == 1 ? 2 * unit - 1
                         : i % 4 == 2 ? sample_between(rng, -1, 2)
                                      : (h == i / 4 ? 1 : 0);
        }
        sow_agent_weighted(&agents[i], weights);
    }
    sow_agent_weighted(&agents[0], (double[SOW_HEURISTICS]){0});
    sow_agent_weighted(&agents[4], (double[SOW_HEURISTICS]){-1, -1, -1, -1, -1, -1});
    sow_agent_weighted(&agents[8], (double[SOW_HEURISTICS]){1, 1, 1, 1, 1, 1});
}

/* Makes weighted agents with random players and linear orders among them. */
static void mixed_agents(struct sow_pcg *rng)
{
    static const char *const SPECS[] = {"random",
                                        "order:h4",
                                        "order:h6,h4,h1",
                                        "order:h5,h3",
                                        "order:h7,h4,h6,h1,h2,h3,h5",
                                        "h1",
                                        "h7",
                                        "order:h2,h6",
                                        "order:h4,reading=first-improving",
                                        "order:h6,h3,h7,h1,reading=first-improving",
                                        "order:h2,h1,h6,h4,h3,reading=first-improving",
                                        "order:h3,h1,reading=first-improving"};
    weighted_agents(rng);
    for (int i = 0; i < AGENTS; i += 2)
        parse_agent(SPECS[sow_pcg_below(rng, sizeof SPECS / sizeof SPECS[0])],
                    &agents[i]);
}

/* Makes agents of which every second values positions, by few features or many. */
static void state_agents(struct sow_pcg *rng)
{
    mixed_agents(rng);
    for (int i = 0; i < AGENTS; i += 2) {
        int features[SOW_AGENT_TERMS_MAX];
        double weights[SOW_AGENT_TERMS_MAX];
        int most = sow_pcg_below(rng, 3) == 0 ? SOW_AGENT_TERMS_MAX : 9;
        int count = sample_between(rng, 1, most);
        int at = sample_between(rng, 0, sow_state_features.count - 1);
        for (int k = 0; k < count; k++) { /* 5 and the row count have no common factor */
            at = (at + (i % 4 == 0 ? 1 : 5)) % sow_state_features.count;
            features[k] = at;
            weights[k] =
                i % 8 < 4 ? 2 * sow_pcg_unit(rng) - 1 : sample_between(rng, -1, 2);
        }
        sow_agent_state(&agents[i], features, weights, count);
    }
}

/* Makes agents of which every second one is an order, of either reading. */
static void order_agents(struct sow_pcg *rng)
{
    static const char *const READINGS[] = {"", ",reading=first-improving"};
    weighted_agents(rng);
    for (int i = 0; i < AGENTS; i += 2) {
        char spec[96];
        int h = sample_between(rng, 1, SLICED); /* a prime: each step reaches all */
        int step = sample_between(rng, 1, SLICED - 1);
        int length = snprintf(spec, sizeof spec, "order:h%d", h);
        for (int rank = 1; rank < 1 + i % SLICED; rank++)
            length += snprintf(spec + length, sizeof spec - (size_t)length, ",h%d",
                               (h - 1 + rank * step) % SLICED + 1);
        (void)snprintf(spec + length, sizeof spec - (size_t)length, "%s",
                       READINGS[i / 2 % 2]);
        parse_agent(spec, &agents[i]);
    }
}

static bool same_shape(const struct sow_game_shape *a, const struct sow_game_shape *b)
{
    return memcmp(a->plies, b->plies, sizeof a->plies) == 0 &&
           memcmp(a->choices, b->choices, sizeof a->choices) == 0;
}

static bool same_game(size_t i)
{
    return plain[i].first == fast[i].first && plain[i].second == fast[i].second &&
           plain[i].plies == fast[i].plies && plain_lines[i] == fast_lines[i] &&
           same_shape(&plain_shapes[i], &fast_shapes[i]);
}

static void expect_equal(const struct sow_batch *batch, const char *kernel)
{
    for (size_t i = 0; i < batch->games; i++)
        if (!same_game(i)) {
            struct sow_pairing pairing = batch->pairing(batch->context, i);
            ck_abort_msg("%s, game %zu of %zu (agents %u, %u): plain %d:%d in %d plies, "
                         "kernel %d:%d in %d%s: %s",
                         kernel, i, batch->games, pairing.first, pairing.second,
                         plain[i].first, plain[i].second, plain[i].plies, fast[i].first,
                         fast[i].second, fast[i].plies,
                         plain_lines[i] != fast_lines[i] ? ", by other moves" : "",
                         sample_scene(batch->rules, NULL));
        }
}

/* Asserts that the batch is played as by the plain engine, whichever kernel of this
   processor is asked for. Unless @p reason is NULL, they all pass the batch on to the
   plain kernel, for that reason. */
static void expect_passed_on(struct sow_batch batch, const char *reason)
{
    ck_assert_uint_le(batch.games, GAMES_MAX);
    batch.with.kernel = "plain";
    batch.lines = plain_lines;
    batch.shapes = plain_shapes;
    ck_assert(sow_batch_play(&batch, plain));
    batch.lines = fast_lines;
    batch.shapes = fast_shapes;
    for (const struct sow_kernel *kernel = sow_kernels + 1; kernel->name; kernel++) {
        if (!kernel->available())
            continue;
        batch.with.kernel = kernel->name;
        struct sow_kernel_choice choice = sow_kernel_choose(&batch);
        ck_assert_ptr_eq(choice.kernel, reason == NULL ? kernel : &sow_kernels[0]);
        ck_assert_ptr_eq(choice.passed_over, reason == NULL ? NULL : kernel);
        ck_assert_pstr_eq(choice.reason, reason);
        memset(fast, 0xff, sizeof fast);
        ck_assert(sow_batch_play(&batch, fast));
        expect_equal(&batch, kernel->name);
    }
}

/* Asserts that all kernels of this processor play the batch as the plain engine. */
static void expect_same(struct sow_batch batch)
{
    expect_passed_on(batch, NULL);
}

/* Makes random rules without the options that the kernels do not cover. */
static void covered_rules(struct sow_pcg *rng, struct sow_rules *rules)
{
    sample_rules(rng, rules);
    rules->repetition = SOW_REPEAT_NONE;
    rules->laps = SOW_LAPS_SINGLE;
    rules->en_passant_capture = (struct sow_counts){{0}};
    rules->ply_cap = sow_pcg_below(rng, 4) == 0 ? sample_between(rng, 1, 9)
                                                : sample_between(rng, 10, 120);
    if (sow_pcg_below(rng, 3) == 0)
        rules->seeds = sample_between(rng, 1, rules->seeds < 6 ? rules->seeds : 6);
    if (sow_pcg_below(rng, 3) == 0)
        rules->own_store_sown = rules->extra_turn = false;
    struct sow_err err;
    ck_assert_msg(sow_rules_check(rules, NULL, &err) == SOW_OK, "%s", err.text);
}

/* Sets a random start position. */
static void set_start(struct sow_pcg *rng, struct sow_rules *rules)
{
    struct sow_board board;
    do
        sample_board(rng, rules->pits, &board);
    while (sow_board_row(&board, board.side) == 0);
    (void)sow_board_format(&board, rules->pits, (enum sow_direction)rules->direction,
                           rules->start_text);
    struct sow_err err;
    ck_assert_msg(sow_rules_check(rules, NULL, &err) == SOW_OK, "%s", err.text);
}

TEST(variants, test_variants)
{
    struct sow_pcg rng;
    sample_stream(&rng, 4000);
    for (size_t v = 0; v < sow_variant_count(); v++) {
        struct sow_rules rules;
        sample_variant(sow_variant_name(v), &rules);
        if (rules.repetition != SOW_REPEAT_NONE)
            continue;
        for (int i = 0; i < sow_scaled(3); i++) {
            weighted_agents(&rng);
            expect_same(batch_of(&rules, 1501));
            mixed_agents(&rng);
            rules.pie_rule = i % 3 == 2;
            expect_same(batch_of(&rules, 1499));
        }
    }
}

TEST(rules, test_rules)
{
    struct sow_pcg rng;
    sample_stream(&rng, 4001);
    for (int i = 0; i < sow_scaled(60); i++) {
        struct sow_rules rules;
        covered_rules(&rng, &rules);
        if (i % 2 == 0)
            weighted_agents(&rng);
        else
            mixed_agents(&rng);
        expect_same(batch_of(&rules, 150));
    }
}

/* Players that value positions meet each other and all others. */
TEST(state, test_state)
{
    struct sow_pcg rng;
    sample_stream(&rng, 4010);
    ck_assert_int_ne(sow_state_features.count % 5, 0);
    for (size_t v = 0; v < sow_variant_count(); v++) {
        struct sow_rules rules;
        sample_variant(sow_variant_name(v), &rules);
        if (rules.repetition != SOW_REPEAT_NONE)
            continue;
        for (int i = 0; i < sow_scaled(2); i++) {
            rules.pie_rule = i % 2 == 1;
            state_agents(&rng);
            expect_same(batch_of(&rules, 600));
        }
    }
}

TEST(state_rules, test_state_under_any_rules)
{
    struct sow_pcg rng;
    sample_stream(&rng, 4011);
    for (int i = 0; i < sow_scaled(60); i++) {
        struct sow_rules rules;
        covered_rules(&rng, &rules);
        if (i % 2 == 0)
            set_start(&rng, &rules);
        state_agents(&rng);
        expect_same(batch_of(&rules, 100));
    }
}

TEST(starts, test_starts)
{
    struct sow_pcg rng;
    sample_stream(&rng, 4002);
    for (int i = 0; i < sow_scaled(150); i++) {
        struct sow_rules rules;
        if (i % 3 == 0)
            covered_rules(&rng, &rules);
        else
            sample_variant(i % 3 == 1 ? "erherhe" : "vai-lung-thlan", &rules);
        set_start(&rng, &rules);
        weighted_agents(&rng);
        expect_same(batch_of(&rules, 60));
    }
}

/* Pits with seeds for many laps are sown on boards of every length. */
TEST(laps, test_laps)
{
    struct sow_pcg rng;
    sample_stream(&rng, 4003);
    for (int i = 0; i < sow_scaled(60); i++) {
        struct sow_rules rules;
        sample_variant(i % 5 == 0   ? "kalah"
                       : i % 5 == 1 ? "vai-lung-thlan"
                                    : "awari",
                       &rules);
        rules.pits = 1 + i % SOW_MAX_PITS;
        rules.ply_cap = 40;
        rules.lap_origin = (int)sow_pcg_below(&rng, 2);
        rules.seeds = SOW_MAX_SEEDS / (2 * rules.pits);
        (void)snprintf(rules.start_text, sizeof rules.start_text, "even");
        ck_assert(sow_rules_check(&rules, NULL, &err) == SOW_OK);
        if (i % 2 == 0)
            set_start(&rng, &rules);
        weighted_agents(&rng);
        expect_same(batch_of(&rules, 70));
    }
}

/* Number captures of 1 to 4 seeds in the opponent's row have code of their own. Larger
   counts, other rows, chains, and captures of Kalah have not. */
TEST(sets, test_sets)
{
    struct sow_pcg rng;
    sample_stream(&rng, 4008);
    for (int i = 0; i < sow_scaled(34); i++) {
        struct sow_rules rules;
        sample_variant(i % 17 < 16 ? "awari" : "kalah-no-empty-capture", &rules);
        rules.number_capture.word[0] = i % 17 < 16 ? (uint64_t)(i % 17 + 1) << 1 : 0;
        rules.seeds = sample_between(&rng, 2, 5);
        rules.number_where =
            sow_pcg_below(&rng, 4) == 0 ? SOW_WHERE_EITHER : SOW_WHERE_OPPONENT;
        rules.number_chain = sow_pcg_below(&rng, 4) == 0 ? SOW_CHAIN_NONE : SOW_CHAIN_ROW;
        ck_assert_msg(sow_rules_check(&rules, NULL, &err) == SOW_OK, "%s", err.text);
        if (i % 2 == 0)
            weighted_agents(&rng);
        else
            mixed_agents(&rng);
        expect_same(batch_of(&rules, 300));
    }
}

/* Makes random moves, at most the number in the context, seeded by the third index. */
static void open_anywhere(const struct sow_batch *batch,
                          const struct sow_pairing *pairing, struct sow_game *game)
{
    struct sow_pcg rng;
    sow_pcg_seed(&rng, pairing->stream.index[2], 1);
    int most = *(const int *)batch->opening;
    int plies = (int)sow_pcg_below(&rng, (uint32_t)most + 1);
    int moves[SOW_MOVES_MAX];
    while (game->ply < plies) {
        int count = sow_game_moves(game, moves);
        if (count == 0)
            return;
        sow_game_play(game, moves[sow_pcg_below(&rng, (uint32_t)count)]);
    }
}

/* Every game begins in another position, after any number of plies, with either player to
   move. Some games are over before they begin. */
TEST(openings, test_openings_anywhere)
{
    struct sow_pcg rng;
    sample_stream(&rng, 4009);
    static const int MOST[] = {4, 40, 200};
    for (int i = 0; i < sow_scaled(24); i++) {
        struct sow_rules rules;
        size_t v = (size_t)i % (sow_variant_count() + 2);
        bool covered = v < sow_variant_count();
        if (covered) {
            sample_variant(sow_variant_name(v), &rules);
            covered = rules.repetition == SOW_REPEAT_NONE;
        }
        if (!covered)
            covered_rules(&rng, &rules);
        rules.pie_rule = sow_pcg_below(&rng, 3) == 0;
        mixed_agents(&rng);
        struct sow_batch batch = batch_of(&rules, 900);
        batch.open = open_anywhere;
        batch.opening = &MOST[i % 3];
        expect_same(batch);
    }
}

/* Every variant is played with the main kinds of agents. The test prints how many plies
   were the same: at least 10,000 each, ten million with SOW_TEST_SCALE=100000. */
TEST(paths, test_paths)
{
    enum { PLIES = 10000 };
    static const int MOST = 12;
    static const struct {
        const char *name;
        void (*make_agents)(struct sow_pcg *rng);
        bool opened;
        bool pie;
    } PATHS[] = {{"weights", weighted_agents, false, false},
                 {"orders", order_agents, false, false},
                 {"state", state_agents, false, false},
                 {"openings", mixed_agents, true, false},
                 {"pie rule", state_agents, true, true}};
    struct sow_pcg rng;
    sample_stream(&rng, 4012);
    for (size_t v = 0; v < sow_variant_count(); v++)
        for (size_t p = 0; p < sizeof PATHS / sizeof PATHS[0]; p++) {
            struct sow_rules rules;
            sample_variant(sow_variant_name(v), &rules);
            if (rules.repetition != SOW_REPEAT_NONE)
                continue;
            rules.pie_rule = PATHS[p].pie;
            long plies = 0;
            while (plies < sow_scaled(PLIES)) {
                PATHS[p].make_agents(&rng);
                struct sow_batch batch = batch_of(&rules, 400);
                batch.open = PATHS[p].opened ? open_anywhere : NULL;
                batch.opening = &MOST;
                expect_same(batch);
                for (size_t game = 0; game < batch.games; game++)
                    plies += plain[game].plies;
            }
            printf("%s, %s: %ld plies by every kernel as by the rules engine\n",
                   sow_variant_name(v), PATHS[p].name, plies);
            (void)fflush(stdout);
        }
}

TEST(sizes, test_sizes)
{
    static const size_t SIZES[] = {0,   1,   63,  64,  127,  128,
                                   129, 511, 512, 513, 2500, 5003};
    struct sow_pcg rng;
    sample_stream(&rng, 4004);
    weighted_agents(&rng);
    struct sow_rules rules;
    sample_variant("erherhe", &rules);
    rules.ply_cap = 60;
    for (size_t i = 0; i < sizeof SIZES / sizeof SIZES[0]; i++) {
        struct sow_batch batch = batch_of(&rules, SIZES[i]);
        for (batch.with.threads = 0; batch.with.threads <= 3; batch.with.threads++)
            expect_same(batch);
    }
}

/* The plain engine plays the games of agents that a kernel does not cover, whether the
   agents were announced beforehand or not. */
TEST(other_agents, test_other_agents)
{
    struct sow_pcg rng;
    sample_stream(&rng, 4005);
    mixed_agents(&rng);
    parse_agent("minimax:depth=1,eval=[h4]", &agents[3]);
    struct sow_rules rules;
    sample_variant("kalah", &rules);
    struct sow_batch batch = batch_of(&rules, 700);
    batch.agent_count = 0;
    expect_same(batch);
    batch.agent_count = AGENTS;
    expect_passed_on(batch, "an agent that looks ahead");
}

enum { TWICE_AGENTS = 8, TWICE_GAMES = 6, TWICE = 2 * TWICE_GAMES };

/* Returns the pairing of a game: every two agents meet a few times in each seat. */
static struct sow_pairing meeting_at(const void *context, size_t index)
{
    (void)context;
    uint32_t one = (uint32_t)(index / TWICE / TWICE_AGENTS);
    uint32_t other = (uint32_t)(index / TWICE % TWICE_AGENTS);
    bool second = index % 2 == 1;
    return (struct sow_pairing){.first = second ? other : one,
                                .second = second ? one : other,
                                .stream = {SOW_PURPOSE_TEST, {one, other, index, 1}}};
}

static struct sow_pairing one_meeting(const void *context, size_t index)
{
    return meeting_at(NULL, *(const size_t *)context + index);
}

/* Games that cannot differ are played once only, also by the plain engine. The results
   are compared with games played singly, by players with ties and without. */
TEST(without_ties, test_games_without_ties)
{
    static const char *const SPECS[TWICE_AGENTS] = {
        "state:h1=1,h4=3,h6=-2",
        "state:h1=0.3,h2=0.47,h3=-0.73,h4=1,opponent_best_gain=-0.87,hoard=0.2",
        "state:pit1=0.9,pit2=0.7,pit3=0.55,pit4=-0.3,pit5=0.21,pit6=0.11,h4=0.95",
        "state:h4=1",
        "random",
        "h4",
        "divilly2013",
        "order:h4,h1,reading=first-improving"};
    static const char *const VARIANTS[] = {"erherhe", "kalah", "vai-lung-thlan",
                                           "oware-abapa", "awari-solved"};
    for (int i = 0; i < TWICE_AGENTS; i++)
        parse_agent(SPECS[i], &agents[i]);
    int same = 0;
    for (size_t v = 0; v < sizeof VARIANTS / sizeof VARIANTS[0]; v++) {
        struct sow_rules rules;
        sample_variant(VARIANTS[v], &rules);
        struct sow_batch batch = batch_of(&rules, TWICE_AGENTS * TWICE_AGENTS * TWICE);
        batch.pairing = meeting_at;
        batch.agent_count = TWICE_AGENTS;
        ck_assert(sow_batch_play(&batch, fast));
        for (size_t i = 0; i < batch.games; i++) {
            struct sow_batch single = batch;
            single.games = 1;
            single.pairing = one_meeting;
            single.context = &i;
            ck_assert(sow_batch_play(&single, &plain[i]));
            same += i % TWICE >= 2 && plain[i].first == plain[i - 2].first &&
                    plain[i].plies == plain[i - 2].plies;
        }
        expect_equal(&batch, "without ties");
    }
    ck_assert_int_gt(same, 10 * (TWICE - 2));
}

/* Changes of one option that the kernels do not cover. */
static void set_repetition(struct sow_rules *rules)
{
    rules->repetition = SOW_REPEAT_SPLIT;
}

static void set_relay(struct sow_rules *rules)
{
    rules->laps = SOW_LAPS_MULTIPLE;
    rules->lap_limit = 10;
}

static void set_en_passant(struct sow_rules *rules)
{
    rules->en_passant_capture.word[0] = 16;
}

TEST(fallback, test_fallback)
{
    static const struct {
        const char *variant;
        void (*set)(struct sow_rules *rules);
        const char *reason;
    } CASES[] = {{"awari", set_repetition, "a repetition rule"},
                 {"awari", set_relay, "relay sowing"},
                 {"kalah", set_relay, "relay sowing"},
                 {"awari", set_en_passant, "captures en passant"},
                 {"kalah", set_en_passant, "captures en passant"}};
    struct sow_pcg rng;
    sample_stream(&rng, 4006);
    weighted_agents(&rng);
    for (size_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++) {
        struct sow_rules rules;
        sample_variant(CASES[i].variant, &rules);
        CASES[i].set(&rules);
        struct sow_batch batch = batch_of(&rules, 100);
        expect_passed_on(batch, CASES[i].reason);
    }
}

TEST(choice, test_choice)
{
    const struct sow_kernel *kernel;
    ck_assert(sow_kernel_find("auto", &kernel, &err) == SOW_OK);
    ck_assert(kernel->available());
    for (const struct sow_kernel *other = kernel + 1; other->name != NULL; other++)
        ck_assert(!other->available());
    struct sow_rules rules;
    sample_variant("awari", &rules);
    struct sow_pcg rng;
    sample_stream(&rng, 4007);
    weighted_agents(&rng);
    struct sow_batch batch = batch_of(&rules, 10);
    batch.with.kernel = "auto";
    struct sow_kernel_choice choice = sow_kernel_choose(&batch);
    ck_assert_ptr_eq(choice.kernel, kernel);
    ck_assert_ptr_null(choice.passed_over);
    ck_assert_ptr_null(choice.reason);
    for (const struct sow_kernel *row = sow_kernels; row->name != NULL; row++)
        ck_assert(sow_kernel_find(row->name, &kernel, &err) ==
                  (row->available() ? SOW_OK : SOW_USAGE));
    ck_assert(sow_kernel_find("portabel", &kernel, &err) == SOW_USAGE);
    ck_assert_ptr_nonnull(strstr(
        err.text, "unknown kernel 'portabel': choose one of auto, plain, portable"));
    ck_assert(sow_kernel_find("Plain", &kernel, &err) == SOW_OK);
    ck_assert_str_eq(kernel->name, "plain");
}
