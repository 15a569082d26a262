/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tests of the fast board against the engine that defines it, sow/game/moves.h. */
#include "csv.h"
#include "fast_kernel.h"
#include "sample.h"
#include "scale.h"
#include "sow/game/fast_board.h"
#include "sow/variants/variant.h"
#include "suite.h"

#include <stdio.h>
#include <string.h>

/* Rules in both forms, with counts of what their positions have covered. */
struct pair {
    struct sow_rules rules;
    struct sow_fast fast;
    long captures;
    long slams;
    long again;
    long ended;
    long passes;
    long filtered;   /* positions with an illegal pit that has seeds */
    long lap[4];     /* sowings of more than 12 k seeds, by k */
    long empty_rows; /* positions with an empty row */
};

static void pair_init(struct pair *pair, const struct sow_rules *rules)
{
    memset(pair, 0, sizeof *pair);
    pair->rules = *rules;
    ck_assert(sow_fast_covers(rules));
    sow_fast_prepare(&pair->fast, rules);
}

static void differ(const struct pair *pair, const struct sow_board *board, int pit,
                   const char *what)
{
    ck_abort_msg("%s differs: %s, pit index %d", what, sample_scene(&pair->rules, board),
                 pit);
}

static bool same_board(const struct pair *pair, struct sow_fast_board fast, int side,
                       const struct sow_board *plain)
{
    struct sow_board back;
    sow_fast_to_board(&pair->fast, fast, side, &back);
    return memcmp(&back, plain, sizeof back) == 0;
}

static void compare_sowing(struct pair *pair, const struct sow_board *board,
                           struct sow_fast_board fast, int pit)
{
    struct sow_sowing plain;
    sow_sow(&pair->rules, board, pit, &plain);
    struct sow_fast_sowing sowing = sow_fast_sow(&pair->fast, fast, pit);
    if (!same_board(pair, sowing.board, board->side, &plain.board) ||
        sowing.gain != plain.gain || sowing.again != plain.again ||
        sowing.slam != plain.slam)
        differ(pair, board, pit, "sowing");
    uint64_t flag = UINT64_C(0x80) << 8 * (pair->rules.pits - 1 - pit);
    bool again = (sow_fast_again_flags(&pair->fast, fast) & flag) != 0;
    if (pair->rules.lap_limit == 0 && again != plain.again)
        differ(pair, board, pit, "extra turn");
    int seeds = board->pit[board->side][pit];
    for (int k = 0; k < 4; k++)
        pair->lap[k] += seeds > 12 * k;
    pair->captures += plain.gain > 0;
    pair->slams += plain.slam;
    pair->again += plain.again;
}

static bool same_outcome(const struct pair *pair, const struct sow_board *board,
                         struct sow_fast_outcome fast, const struct sow_outcome *plain)
{
    int side = fast.same_side ? board->side : 1 - board->side;
    return same_board(pair, fast.board, side, &plain->board) &&
           fast.gain == plain->gain && fast.ended == plain->ended;
}

static void compare_move(struct pair *pair, const struct sow_board *board,
                         struct sow_fast_board fast, int pit)
{
    struct sow_outcome plain;
    sow_move(&pair->rules, board, pit, &plain);
    struct sow_fast_outcome outcome = sow_fast_move(&pair->fast, fast, pit);
    if (!same_outcome(pair, board, outcome, &plain))
        differ(pair, board, pit, "move");
    pair->ended += plain.ended;
}

static void compare_no_move(struct pair *pair, const struct sow_board *board,
                            struct sow_fast_board fast)
{
    struct sow_outcome plain;
    sow_no_move(&pair->rules, board, &plain);
    if (!same_outcome(pair, board, sow_fast_no_move(&pair->fast, fast), &plain))
        differ(pair, board, -1, "no move");
    pair->passes += !plain.ended;
}

/* Compares all results of both engines for a position. Illegal moves are sown too,
   because legality depends on their effect. */
static void compare_position(struct pair *pair, const struct sow_board *board)
{
    struct sow_fast_board fast = sow_fast_from_board(&pair->fast, board);
    if (!same_board(pair, fast, board->side, board))
        differ(pair, board, -1, "conversion");
    unsigned legal = sow_legal(&pair->rules, board);
    if (sow_fast_legal(&pair->fast, fast) != legal)
        differ(pair, board, -1, "legality");
    unsigned occupied = 0;
    for (int pit = 0; pit < pair->rules.pits; pit++) {
        if (board->pit[board->side][pit] == 0)
            continue;
        occupied |= 1U << (unsigned)pit;
        compare_sowing(pair, board, fast, pit);
        if ((legal >> (unsigned)pit & 1U) != 0)
            compare_move(pair, board, fast, pit);
    }
    if (legal == 0)
        compare_no_move(pair, board, fast);
    pair->filtered += legal != occupied;
    pair->empty_rows += sow_board_row(board, 0) == 0 || sow_board_row(board, 1) == 0;
}

/* --- covered rules --- */

static void counts_add(struct sow_counts *set, int count)
{
    set->word[count / 64] |= UINT64_C(1) << (count % 64);
}

TEST(coverage, built_in_variants)
{
    for (size_t i = 0; i < sow_variant_count(); i++) {
        struct sow_rules rules;
        sample_variant(sow_variant_name(i), &rules);
        ck_assert_msg(sow_fast_covers(&rules), "%s", sow_variant_name(i));
    }
}

TEST(coverage, limits)
{
    struct sow_rules rules;
    sample_variant("kalah", &rules);
    struct sow_rules other = rules;
    other.pits = SOW_FAST_MAX_PITS;
    ck_assert(sow_fast_covers(&other));
    other.pits++;
    ck_assert(!sow_fast_covers(&other));
    other = rules;
    counts_add(&other.en_passant_capture, SOW_FAST_MAX_MEMBER + 1);
    ck_assert(!sow_fast_covers(&other));
}

static void check_set_limits(struct sow_rules *rules, struct sow_counts *set)
{
    memset(set, 0, sizeof *set);
    for (int i = 0; i < SOW_FAST_MAX_RANGES; i++)
        counts_add(set, SOW_FAST_MAX_MEMBER - 2 * i);
    ck_assert(sow_fast_covers(rules));
    counts_add(set, 1);
    ck_assert(!sow_fast_covers(rules));
    memset(set, 0, sizeof *set);
    counts_add(set, SOW_FAST_MAX_MEMBER + 1);
    ck_assert(!sow_fast_covers(rules));
    counts_add(set, 2);
    ck_assert(!sow_fast_covers(rules));
}

TEST(coverage, set_limits)
{
    struct sow_rules rules;
    sample_variant("awari", &rules);
    check_set_limits(&rules, &rules.number_capture);
    sample_variant("kalah", &rules);
    check_set_limits(&rules, &rules.place_capture);
}

/* --- positions of the built-in variants --- */

TEST_LOOP(variants, variants, 0, (int)sow_variant_count())
{
    struct sow_rules rules;
    struct pair pair;
    struct sow_pcg rng;
    sample_variant(sow_variant_name((size_t)_i), &rules);
    pair_init(&pair, &rules);
    sample_stream(&rng, 1000 + (uint64_t)_i);
    for (int i = 0; i < sow_scaled(100000); i++) {
        struct sow_board board;
        sample_board(&rng, rules.pits, &board);
        compare_position(&pair, &board);
    }
    ck_assert_int_gt(pair.captures, 0);
    ck_assert_int_gt(pair.slams, 0);
    ck_assert_int_gt(pair.ended, 0);
    ck_assert_int_gt(pair.empty_rows, 0);
    ck_assert((pair.again > 0) == rules.extra_turn);
}

/* Positions occur in games: both engines play the same random moves. */
TEST_LOOP(variants, games, 0, (int)sow_variant_count())
{
    struct sow_rules rules;
    struct pair pair;
    struct sow_pcg rng;
    sample_variant(sow_variant_name((size_t)_i), &rules);
    pair_init(&pair, &rules);
    sample_stream(&rng, 1100 + (uint64_t)_i);
    for (int game = 0; game < sow_scaled(300); game++) {
        struct sow_outcome now = {.board = rules.start};
        for (int ply = 0; ply < 100 && !now.ended; ply++) {
            struct sow_board board = now.board;
            compare_position(&pair, &board);
            unsigned legal = sow_legal(&rules, &board);
            int pit = sample_between(&rng, 0, rules.pits - 1);
            while ((legal >> (unsigned)pit & 1U) == 0)
                pit = (pit + 1) % rules.pits;
            sow_move(&rules, &board, pit, &now);
        }
    }
    ck_assert_int_gt(pair.captures, 0);
}

/* --- random rules --- */

static void covered_rules(struct sow_pcg *rng, struct sow_rules *rules)
{
    struct sow_err err;
    do {
        sample_rules(rng, rules);
        rules->pits = sample_between(rng, 1, SOW_FAST_MAX_PITS);
        rules->seeds = 1;
        for (int word = 2; word < 4; word++) {
            rules->number_capture.word[word] = 0;
            rules->place_capture.word[word] = 0;
            rules->en_passant_capture.word[word] = 0;
        }
        ck_assert_msg(sow_rules_check(rules, NULL, &err) == SOW_OK, "%s", err.text);
    } while (!sow_fast_covers(rules));
}

TEST_LOOP(random_rules, random_rules, 0, 4)
{
    struct pair pair;
    struct sow_pcg rng;
    long slams = 0;
    long again = 0;
    long passes = 0;
    long filtered = 0;
    sample_stream(&rng, 1200 + (uint64_t)_i);
    for (int i = 0; i < sow_scaled(2000); i++) {
        struct sow_rules rules;
        covered_rules(&rng, &rules);
        pair_init(&pair, &rules);
        for (int k = 0; k < 50; k++) {
            struct sow_board board;
            sample_board(&rng, rules.pits, &board);
            compare_position(&pair, &board);
        }
        slams += pair.slams;
        again += pair.again;
        passes += pair.passes;
        filtered += pair.filtered;
    }
    ck_assert(slams > 0 && again > 0 && passes > 0 && filtered > 0);
}

/* --- laps --- */

/* Makes a random board on which a pit of the side to move has many seeds, from 13 up. */
static void lap_board(struct sow_pcg *rng, int pits, struct sow_board *board)
{
    do {
        sample_board(rng, pits, board);
    } while (sow_board_seeds(board) > SOW_MAX_SEEDS - 13);
    int room = SOW_MAX_SEEDS - sow_board_seeds(board);
    uint8_t *pit = &board->pit[board->side][sow_pcg_below(rng, (uint32_t)pits)];
    int most = sow_pcg_below(rng, 2) != 0 || room < 50 ? room : 50;
    *pit = (uint8_t)(*pit + sample_between(rng, 13, most));
}

TEST_LOOP(laps, laps, 0, 4)
{
    struct pair pair;
    struct sow_pcg rng;
    sample_stream(&rng, 1300 + (uint64_t)_i);
    for (int i = 0; i < sow_scaled(400); i++) {
        struct sow_rules rules;
        covered_rules(&rng, &rules);
        if (i % 2 == 0)
            sample_variant(sow_variant_name((size_t)i / 2 % sow_variant_count()), &rules);
        pair_init(&pair, &rules);
        for (int k = 0; k < 50; k++) {
            struct sow_board board;
            lap_board(&rng, rules.pits, &board);
            compare_position(&pair, &board);
        }
        ck_assert(pair.lap[1] >= 50 && pair.lap[2] > 0 && pair.lap[3] > 0);
    }
}

/* Every pit is sown with every number of seeds. All other pits are empty, or have one
   seed each. */
TEST_LOOP(laps, every_sowing, 0, (int)sow_variant_count())
{
    struct pair pair;
    struct sow_rules rules;
    sample_variant(sow_variant_name((size_t)_i), &rules);
    pair_init(&pair, &rules);
    for (int filling = 0; filling < 2; filling++) {
        int others = filling * (2 * rules.pits - 1);
        for (int seeds = 1; seeds <= SOW_MAX_SEEDS - others; seeds++) {
            for (int pit = 0; pit < rules.pits; pit++) {
                struct sow_board board = {.side = (uint8_t)(seeds % 2)};
                for (int k = 0; k < rules.pits; k++)
                    board.pit[0][k] = board.pit[1][k] = (uint8_t)filling;
                board.pit[board.side][pit] = (uint8_t)seeds;
                compare_position(&pair, &board);
            }
        }
    }
}

/* --- perft --- */

TEST(perft, published_counts)
{
    struct csv csv;
    static struct sow_fast fast;
    csv_open(&csv, SOW_DATA_FILE("perft.csv"));
    while (csv_next(&csv, 3)) {
        struct sow_rules rules;
        sample_variant(csv.field[0], &rules);
        sow_fast_prepare(&fast, &rules);
        uint64_t leaves = sow_fast_perft(&fast, sow_fast_from_board(&fast, &rules.start),
                                         (int)csv_integer(&csv, 1));
        ck_assert_msg(leaves == (uint64_t)csv_integer(&csv, 2), "%s depth %s: %llu",
                      csv.field[0], csv.field[1], (unsigned long long)leaves);
    }
    ck_assert_int_eq(csv.rows, 40);
}

/* Computes the sums of the last ply with the plain engine. */
static void tally(const struct sow_rules *rules, const struct sow_board *board, int depth,
                  struct sow_fast_tally *sum)
{
    unsigned legal = sow_legal(rules, board);
    for (int pit = 0; pit < rules->pits; pit++) {
        if ((legal >> (unsigned)pit & 1U) == 0)
            continue;
        struct sow_outcome outcome;
        sow_move(rules, board, pit, &outcome);
        if (depth > 1 && !outcome.ended)
            tally(rules, &outcome.board, depth - 1, sum);
        if (depth > 1)
            continue;
        sum->leaves++;
        sum->gain += (uint64_t)outcome.gain;
        sum->ended += outcome.ended;
    }
}

/* Asserts that all ways of counting agree from @p board down to @p depth plies. */
static void compare_counts(const struct pair *pair, const struct sow_board *board,
                           int depth)
{
    struct sow_fast_board fast = sow_fast_from_board(&pair->fast, board);
    for (int d = 0; d <= depth; d++) {
        uint64_t plain = sow_perft_plain(&pair->rules, board, d);
        if (sow_fast_perft(&pair->fast, fast, d) != plain)
            differ(pair, board, -1, "fast perft");
        if (sow_perft(&pair->rules, board, d) != plain)
            differ(pair, board, -1, "perft");
        if (d == 0)
            continue;
        struct sow_fast_tally slow = {0};
        struct sow_fast_tally quick;
        tally(&pair->rules, board, d, &slow);
        sow_fast_tally(&pair->fast, fast, d, &quick);
        if (memcmp(&slow, &quick, sizeof slow) != 0 || slow.leaves != plain)
            differ(pair, board, -1, "tally");
    }
}

TEST_LOOP(perft, deep_counts, 0, (int)sow_variant_count())
{
    struct pair pair;
    struct sow_rules rules;
    sample_variant(sow_variant_name((size_t)_i), &rules);
    pair_init(&pair, &rules);
    compare_counts(&pair, &rules.start, sow_scaled(100) >= 100 ? 8 : 6);
}

/* Counts agree close to the end of a game, where moves are legal, forced or missing. */
TEST(perft, late_counts)
{
    struct pair pair;
    struct sow_pcg rng;
    sample_stream(&rng, 1400);
    for (int i = 0; i < sow_scaled(1000); i++) {
        struct sow_rules rules;
        covered_rules(&rng, &rules);
        pair_init(&pair, &rules);
        struct sow_board board;
        sample_board(&rng, rules.pits, &board);
        compare_counts(&pair, &board, 4);
    }
}

TEST(perft, uncovered_counts)
{
    struct sow_rules rules;
    sample_variant("kalah", &rules);
    rules.pits = SOW_FAST_MAX_PITS + 1;
    ck_assert(sow_rules_check(&rules, NULL, &err) == SOW_OK);
    ck_assert(!sow_fast_covers(&rules));
    ck_assert_uint_eq(sow_perft(&rules, &rules.start, 5),
                      sow_perft_plain(&rules, &rules.start, 5));
}
