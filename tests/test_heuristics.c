/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tests of the heuristics as features of moves, of threats in positions, and of fixed
   point. */
#include "naive.h"
#include "sample.h"
#include "scale.h"
#include "sow/game/fast_board.h"
#include "sow/heuristics/fixed_point.h"
#include "sow/heuristics/move_features.h"
#include "suite.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* --- features of moves --- */

struct example {
    const char *variant;
    const char *position;
    int number;
    int value[SOW_HEURISTICS];
};

static const struct example EXAMPLES[] = {
    /* From the start, pit 3 leaves 4,4,0,5,5,5, and the best reply gains the seed that it
       sows. */
    {"kalah", "4,4,4,4,4,4,0/4,4,4,4,4,4,0:s", 3, {5, 23, 5, 1, 0, 1, 1}},
    {"kalah", "4,4,4,4,4,4,0/4,4,4,4,4,4,0:s", 6, {0, 20, 5, 1, 1, 1}},
    /* Pit 5 captures 1 + 4, pit 2 captures 1 + 1. Replies only reach the store. */
    {"kalah", "0,2,0,0,1,0,0/4,1,1,3,0,1,0:s", 5, {0, 2, 1, 5, 1, 1}},
    {"kalah", "0,2,0,0,1,0,0/4,1,1,3,0,1,0:s", 2, {0, 2, 2, 2, 0, 1}},
    /* A capture with an empty opposite pit counts as a gain, and in H6 as a threat. */
    {"kalah", "0,3,0,1,0,0,0/0,0,0,0,1,0,0:s", 4, {0, 3, 1, 1, 1, 1}},
    {"kalah-no-empty-capture", "0,3,0,1,0,0,0/0,0,0,0,1,0,0:s", 4, {0, 4, 2, 0, 1, 0}},
    /* A move that ends the game is valued before the remaining seeds are given out. The
       opponent's reply is considered all the same. */
    {"kalah", "0,0,0,0,0,1,20/1,0,0,0,0,2,25:s", 6, {0, 0, 0, 1, 1, 1, 1}},
    /* In Awari pit 6 captures 2 + 3 + 3, and North's pit 6 captures 2 + 3 in reply. */
    {"awari", "2,1,0,1,0,3,0/2,2,1,0,0,2,0:s", 6, {0, 4, 3, 8, 1, 5}},
    {"awari", "2,1,0,1,0,3,0/2,2,1,0,0,2,0:s", 4, {3, 7, 4, 0, 0, 5}},
    /* H6 is the best reply, 3 + 3 + 3 by pit 4, and not the sum of all. */
    {"awari", "1,1,1,0,0,9,0/0,0,0,4,2,1,0:s", 6, {0, 6, 3, 0, 1, 9}},
    /* In clockwise sowing the pit nearest the opponent is pit 1, so the nearest playable
       pit is the lowest. The reply from pit 4 captures the single seeds that it sows in
       its own row. */
    {"vai-lung-thlan", "4,2,0,3,0,0,0/0,0,0,2,1,0,0:s", 2, {5, 8, 2, 1, 0, 2}},
    {"vai-lung-thlan", "0,2,0,3,0,0,0/0,0,0,2,1,0,0:s", 2, {0, 3, 1, 2, 1, 2}},
    {"vai-lung-thlan", "0,0,0,3,0,0,0/0,0,0,2,1,0,0:s", 4, {0, 0, 0, 3, 1, 2}},
    /* North is to move, with its own left and right. */
    {"erherhe", "1,1,0,0,0,5,2/0,0,0,0,0,2,3:n", 6, {0, 0, 0, 4, 1, 0}},
};

static int move_of(const struct sow_rules *rules, int number)
{
    return rules->direction == SOW_COUNTER_CLOCKWISE ? number - 1 : rules->pits - number;
}

/* Computes features with the fast engine, or with the plain one if @p fast is NULL. */
static void features_by(const struct sow_fast *fast, const struct sow_rules *rules,
                        const struct sow_board *board, int move, unsigned mask,
                        int *value)
{
    struct sow_game game;
    int moves[SOW_MOVES_MAX];
    sow_game_init(&game, rules, board);
    game.fast = fast;
    int count = sow_game_moves(&game, moves);
    sow_move_features(&game, moves, count, move, mask, value);
}

static void features(const struct sow_rules *rules, const struct sow_board *board,
                     int move, unsigned mask, int *value)
{
    features_by(NULL, rules, board, move, mask, value);
}

static const char *vector(const int *value, char *text, size_t size)
{
    size_t length = 0;
    for (int h = 0; h < SOW_HEURISTICS; h++)
        length += (size_t)snprintf(text + length, size - length, " %d", value[h]);
    return text;
}

static void expect_vector(const int *value, const int *expected)
{
    char found[80];
    char wanted[80];
    ck_assert_str_eq(vector(value, found, sizeof found),
                     vector(expected, wanted, sizeof wanted));
}

TEST_EACH(moves, worked_examples, EXAMPLES)
{
    const struct example *example = &EXAMPLES[_i];
    struct sow_rules rules;
    sample_variant(example->variant, &rules);
    struct sow_board board = sample_position(&rules, example->position);
    int value[SOW_HEURISTICS];
    features(&rules, &board, move_of(&rules, example->number), SOW_ALL_HEURISTICS, value);
    expect_vector(value, example->value);
}

/* Only the requested heuristics are computed. */
TEST(moves, masks)
{
    struct sow_rules rules;
    sample_variant("kalah", &rules);
    for (unsigned mask = 0; mask <= SOW_ALL_HEURISTICS; mask++) {
        int value[SOW_HEURISTICS];
        int all[SOW_HEURISTICS];
        for (int h = 0; h < SOW_HEURISTICS; h++)
            value[h] = -1;
        features(&rules, &rules.start, 2, mask, value);
        features(&rules, &rules.start, 2, SOW_ALL_HEURISTICS, all);
        for (int h = 0; h < SOW_HEURISTICS; h++)
            ck_assert_int_eq(value[h], (mask >> h & 1U) != 0 ? all[h] : -1);
    }
}

/* A swap is valued by the board that it leaves. It is not a pit, so H5 is 0. */
TEST(moves, swap)
{
    struct sow_rules rules;
    sample_variant("kalah", &rules);
    rules.pie_rule = true;
    struct sow_game game;
    sow_game_init(&game, &rules, NULL);
    sow_game_play(&game, 2);
    sow_game_play(&game, 5);
    int moves[SOW_MOVES_MAX];
    int count = sow_game_moves(&game, moves);
    int value[SOW_HEURISTICS];
    ck_assert_int_eq(moves[count - 1], SOW_SWAP);
    /* South has 4,4,0,5,5,0 and 2, North has 5,5,5,5,4,4 and 0. */
    sow_move_features(&game, moves, count, SOW_SWAP, SOW_ALL_HEURISTICS, value);
    expect_vector(value, (const int[SOW_HEURISTICS]){0, 18, 4, 2, 0, 1});
    sow_move_features(&game, moves, count, 5, SOW_ALL_HEURISTICS, value);
    ck_assert_int_eq(value[SOW_H5], 1);
}

/* Compares features by the fast and by the plain engine with those of naive.h. */
TEST_LOOP(moves, second_opinion, 0, 4)
{
    struct sow_fast fast;
    struct sow_pcg rng;
    sample_stream(&rng, 600 + (uint64_t)_i);
    for (int i = 0; i < sow_scaled(10000); i++) {
        struct sow_rules rules;
        struct sow_board board;
        if (i % 2 == 0)
            sample_rules(&rng, &rules);
        else
            sample_variant(i % 4 == 1 ? "vai-lung-thlan" : "kalah", &rules);
        rules.pie_rule = false;
        sample_board(&rng, rules.pits, &board);
        bool is_fast = sow_fast_covers(&rules);
        if (is_fast)
            sow_fast_prepare(&fast, &rules);
        enum sow_direction direction = (enum sow_direction)rules.direction;
        char text[SOW_POSITION_MAX];
        struct naive_board twin;
        bool legal[SOW_MAX_PITS + 1];
        naive_read(sow_board_format(&board, rules.pits, direction, text), rules.pits,
                   &twin);
        naive_legal(&rules, &twin, legal);
        for (int number = 1; number <= rules.pits; number++) {
            if (!legal[number])
                continue;
            int value[SOW_HEURISTICS];
            int swift[SOW_HEURISTICS];
            int expected[SOW_HEURISTICS];
            int move = move_of(&rules, number);
            features(&rules, &board, move, SOW_ALL_HEURISTICS, value);
            features_by(is_fast ? &fast : NULL, &rules, &board, move, SOW_ALL_HEURISTICS,
                        swift);
            naive_heuristics(&rules, &twin, number, expected);
            if (memcmp(value, expected, sizeof value) != 0 ||
                memcmp(swift, expected, sizeof swift) != 0)
                ck_abort_msg("move %d: %s", number, sample_scene(&rules, &board));
        }
    }
}

/* --- threats --- */

/* H6 of a move equals the threat after it: the opponent's best gain. */
TEST(positions, threats)
{
    struct sow_rules rules;
    sample_variant("awari", &rules);
    struct sow_board board = sample_position(&rules, "1,1,1,0,0,9,5/0,0,0,4,2,1,0:s");
    ck_assert_int_eq(sow_threat(&rules, &board, SOW_NORTH), 4);
    ck_assert_int_eq(sow_threat(&rules, &board, SOW_SOUTH), 0);
    ck_assert_int_eq(sow_occupied_pits(&rules, &board, SOW_SOUTH), 4);
    board = sample_position(&rules, "0,0,0,0,0,0,5/0,0,0,0,0,0,0:s");
    ck_assert_int_eq(sow_threat(&rules, &board, SOW_NORTH), 0);
    /* Only legal replies are threats, and a grand slam is illegal here. */
    sample_variant("awari-solved", &rules);
    board = sample_position(&rules, "1,1,0,0,0,0,5/1,0,0,0,0,2,0:s");
    ck_assert_int_eq(sow_threat(&rules, &board, SOW_NORTH), 0);
    sample_variant("awari", &rules);
    ck_assert_int_eq(sow_threat(&rules, &board, SOW_NORTH), 4);
}

/* --- fixed point --- */

struct fixed {
    double weight[3];
    int32_t fixed[3];
    int exponent;
};

static const struct fixed FIXED[] = {
    {{0, 0, 0}, {0, 0, 0}, 0},
    {{1, 0.5, -0.25}, {16384, 8192, -4096}, 14},
    {{1, 0x1p-14, 3 * 0x1p-14}, {16384, 1, 3}, 14},
    {{-1, 0, -0.0}, {-16384, 0, 0}, 14},
    {{2, 1, 0}, {16384, 8192, 0}, 13},
    {{3, 1, -2}, {24576, 8192, -16384}, 13},
    {{0.5, 0, 0}, {16384, 0, 0}, 15},
    {{0.999, 0, 0}, {32735, 0, 0}, 15},
    {{32767, 1, 0}, {32767, 1, 0}, 0},
    /* Halves are rounded to the even neighbour. */
    {{1, 0x1p-15, 3 * 0x1p-15}, {16384, 0, 2}, 14},
    {{1, -0x1p-15, -3 * 0x1p-15}, {16384, 0, -2}, 14},
    /* A number that rounds up to 2^15 is scaled down by one more bit. */
    {{1 - 0x1p-17, 0.5, 0}, {16384, 8192, 0}, 14},
    {{0x1.ffff8p-1, 0, 0}, {16384, 0, 0}, 14},
    {{65535, 32768, 0}, {16384, 8192, 0}, -2},
    {{1, 1e-300, -1e-300}, {16384, 0, 0}, 14},
    {{0x1p1000, 0x1p999, 1}, {16384, 8192, 0}, -986},
    {{0x1p-1000, 0x1p-1014, 0x1p-1074}, {16384, 1, 0}, 1014},
    {{0x1p-1074, 0, 0}, {16384, 0, 0}, 1088},
};

TEST_EACH(fixed_point, fixed_points, FIXED)
{
    const struct fixed *row = &FIXED[_i];
    int32_t fixed[3];
    ck_assert_int_eq(sow_fixed_from_weights(row->weight, 3, fixed), row->exponent);
    for (int i = 0; i < 3; i++)
        ck_assert_int_eq(fixed[i], row->fixed[i]);
}

/* Returns a number of any size, often a short one. */
static double any_weight(struct sow_pcg *rng)
{
    double fraction = sow_pcg_below(rng, 3) == 0 ? sample_between(rng, -9, 9) / 8.0
                                                 : 2 * sow_pcg_unit(rng) - 1;
    return ldexp(fraction, sample_between(rng, -3, 3) * sample_between(rng, 0, 330));
}

static void check_fixed(const double *weight, int count)
{
    int32_t fixed[SOW_AGENT_TERMS_MAX];
    int32_t again[SOW_AGENT_TERMS_MAX];
    double played[SOW_AGENT_TERMS_MAX];
    int exponent = sow_fixed_from_weights(weight, count, fixed);
    double unit = ldexp(1, -exponent);
    int largest = 0;
    bool good = true;
    for (int i = 0; i < count; i++) {
        largest = abs(fixed[i]) > largest ? abs(fixed[i]) : largest;
        played[i] = sow_fixed_to_weight(fixed[i], exponent);
        /* The error is at most half a unit. */
        good = good && fabs(played[i] - weight[i]) <= unit / 2;
    }
    good = good && largest <= SOW_FIXED_MAX && (largest >= 16384 || largest == 0);
    good = good && sow_fixed_from_weights(played, count, again) == exponent;
    good = good && memcmp(fixed, again, (size_t)count * sizeof *fixed) == 0;
    if (!good)
        ck_abort_msg("%d weights, the first %a", count, weight[0]);
}

TEST(fixed_point, fixed_properties)
{
    static const double EXTREMES[] = {1e300, -1e300,    1e-300, -1e-300,
                                      0,     0x1p-1074, 1,      -1};
    struct sow_pcg rng;
    sample_stream(&rng, 700);
    for (int i = 0; i < sow_scaled(100000); i++) {
        double weight[SOW_AGENT_TERMS_MAX] = {0};
        int count = sample_between(&rng, 1, SOW_AGENT_TERMS_MAX);
        for (int k = 0; k < count; k++)
            weight[k] = any_weight(&rng);
        check_fixed(weight, count);
    }
    for (size_t i = 0; i < sizeof EXTREMES / sizeof EXTREMES[0]; i++)
        for (size_t k = 0; k < sizeof EXTREMES / sizeof EXTREMES[0]; k++)
            check_fixed((const double[]){EXTREMES[i], EXTREMES[k]}, 2);
}

/* Vectors in [-1, 1] that contain a 1 are exact in steps of 2^-14. */
TEST(fixed_point, fixed_exact)
{
    for (int k = -16384; k <= 16384; k++) {
        double weight[2] = {k * 0x1p-14, 1};
        int32_t fixed[2];
        int exponent = sow_fixed_from_weights(weight, 2, fixed);
        double played = sow_fixed_to_weight(fixed[0], exponent);
        if (fixed[0] != k || exponent != 14 || fabs(played - weight[0]) > 0)
            ck_abort_msg("%d / 16384", k);
    }
}
