/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Games solved with the rules engine have the values of the literature and of other
   programs. The solvers here are plain. */
#include "csv.h"
#include "sample.h"
#include "sow/game/moves.h"
#include "suite.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* --- Kalah(m,n): negamax with alpha-beta and a transposition table --- */

/* An entry by row: bounds of what the mover gains more than the opponent from here on. */
struct entry {
    struct sow_board key; /* stores cleared */
    int8_t least;
    int8_t most;
};

enum { ENTRY_BITS = 20 };

struct kalah {
    const struct sow_rules *rules;
    struct entry *table;
};

static struct entry *find_entry(const struct kalah *kalah, const struct sow_board *board)
{
    struct sow_board key = *board;
    memset(key.store, 0, sizeof key.store);
    uint64_t hash = key.side;
    for (int i = 0; i < kalah->rules->pits; i++) {
        hash = (hash ^ key.pit[0][i]) * UINT64_C(0x9e3779b97f4a7c15);
        hash = (hash ^ (hash >> 29U) ^ key.pit[1][i]) * UINT64_C(0xbf58476d1ce4e5b9);
    }
    struct entry *entry = &kalah->table[hash >> (64U - ENTRY_BITS)];
    if (memcmp(&entry->key, &key, sizeof key) != 0)
        *entry = (struct entry){.key = key, .least = INT8_MIN, .most = INT8_MAX};
    return entry;
}

static int margin(const struct sow_board *board, int seat)
{
    return board->store[seat] - board->store[1 - seat];
}

static int search(const struct kalah *kalah, const struct sow_board *board, int alpha,
                  int beta);

/* Returns the value of a pit: the move's gain in margin, and that of the moves after
   it. */
static int value_of(const struct kalah *kalah, const struct sow_board *board, int pit,
                    int alpha, int beta)
{
    int own = board->side;
    struct sow_outcome outcome;
    sow_move(kalah->rules, board, pit, &outcome);
    int gain = margin(&outcome.board, own) - margin(board, own);
    if (outcome.ended)
        return gain;
    if (outcome.board.side == own)
        return gain + search(kalah, &outcome.board, alpha - gain, beta - gain);
    return gain - search(kalah, &outcome.board, gain - beta, gain - alpha);
}

static int search(const struct kalah *kalah, const struct sow_board *board, int alpha,
                  int beta)
{
    struct entry *entry = find_entry(kalah, board);
    if (entry->least >= beta || entry->least == entry->most)
        return entry->least;
    if (entry->most <= alpha)
        return entry->most;
    int lower = entry->least > alpha ? entry->least : alpha;
    int best = INT8_MIN;
    unsigned legal = sow_legal(kalah->rules, board);
    for (int pit = kalah->rules->pits - 1; pit >= 0 && best < beta; pit--) {
        if ((legal >> pit & 1U) == 0)
            continue;
        int value = value_of(kalah, board, pit, best > lower ? best : lower, beta);
        best = value > best ? value : best;
    }
    entry = find_entry(kalah, board);
    if (best < beta)
        entry->most = (int8_t)best;
    if (best > lower)
        entry->least = (int8_t)best;
    return best;
}

/* Returns true for boards that this solver solves in at most some tenths of a second. */
static bool is_small(long pits, long seeds)
{
    static const long MOST_SEEDS[] = {0, 6, 6, 6, 3, 2, 2};
    return seeds <= MOST_SEEDS[pits];
}

TEST(kalah, kalah_values)
{
    struct csv csv;
    csv_open(&csv, SOW_DATA_FILE("kalah_values.csv"));
    struct entry *table = calloc((size_t)1 << ENTRY_BITS, sizeof *table);
    ck_assert(table != NULL);
    int solved = 0;
    while (csv_next(&csv, 4)) {
        if (!is_small(csv_integer(&csv, 0), csv_integer(&csv, 1)))
            continue;
        struct sow_rules rules;
        sample_variant(csv.field[2], &rules);
        rules.pits = (int)csv_integer(&csv, 0);
        rules.seeds = (int)csv_integer(&csv, 1);
        ck_assert(sow_rules_check(&rules, NULL, NULL) == SOW_OK);
        memset(table, 0xff, ((size_t)1 << ENTRY_BITS) * sizeof *table);
        struct kalah kalah = {.rules = &rules, .table = table};
        int value = search(&kalah, &rules.start, -SOW_MAX_SEEDS, SOW_MAX_SEEDS);
        ck_assert_msg(value == csv_integer(&csv, 3), "%s(%s,%s) = %d", csv.field[2],
                      csv.field[0], csv.field[1], value);
        solved++;
    }
    free(table);
    ck_assert_int_eq(solved, 50);
}

/* --- awari: retrograde analysis of all positions with few seeds --- */

enum { PITS = 6, PLACES = 2 * PITS, LEVELS_MAX = 8, POSITIONS_MAX = 75582 };

/* The result of a move: a final margin, or a position with the same number of seeds. */
struct edge {
    bool settled;
    int8_t margin;
    int32_t next;
};

/* All positions with `seeds` seeds on the board, the mover's row first. */
struct level {
    int seeds;
    int count;
    int8_t *value; /* the mover's margin under best play; 0 in cycles, which are split */
    uint8_t *moves;
    struct edge (*edge)[PITS];
};

static int32_t binomial(int n, int k)
{
    int32_t product = 1;
    for (int i = 1; i <= k; i++)
        product = product * (n - k + i) / i;
    return product;
}

/* Returns the number of ways to put `seeds` seeds into `places` pits. */
static int32_t ways(int seeds, int places)
{
    return places == 0 ? seeds == 0 : binomial(seeds + places - 1, places - 1);
}

static uint8_t *place_of(struct sow_board *board, int place)
{
    return &board->pit[place < PITS ? board->side : 1 - board->side][place % PITS];
}

/* Returns the number of a position in its level, seen from the mover. The inverse
   follows. */
static int32_t rank_of(const struct sow_board *board, int seeds)
{
    struct sow_board copy = *board;
    int32_t rank = 0;
    for (int place = 0; place < PLACES; place++) {
        int here = *place_of(&copy, place);
        for (int fewer = 0; fewer < here; fewer++)
            rank += ways(seeds - fewer, PLACES - 1 - place);
        seeds -= here;
    }
    return rank;
}

static struct sow_board board_of(int32_t rank, int seeds)
{
    struct sow_board board = {.side = SOW_SOUTH};
    for (int place = 0; place < PLACES; place++) {
        int here = 0;
        for (int32_t count; rank >= (count = ways(seeds - here, PLACES - 1 - place));
             here++)
            rank -= count;
        *place_of(&board, place) = (uint8_t)here;
        seeds -= here;
    }
    return board;
}

static struct edge make_edge(const struct level *levels, int seeds,
                             const struct sow_outcome *outcome)
{
    int gained = margin(&outcome->board, SOW_SOUTH);
    if (outcome->ended)
        return (struct edge){.settled = true, .margin = (int8_t)gained};
    int32_t next = rank_of(&outcome->board, seeds - gained);
    if (gained == 0)
        return (struct edge){.next = next};
    int8_t value = levels[seeds - gained].value[next];
    return (struct edge){.settled = true, .margin = (int8_t)(gained - value)};
}

static void make_edges(const struct sow_rules *rules, const struct level *levels,
                       struct level *level)
{
    for (int32_t i = 0; i < level->count; i++) {
        struct sow_board board = board_of(i, level->seeds);
        struct sow_outcome outcome;
        unsigned legal = sow_legal(rules, &board);
        for (int pit = 0; pit < PITS; pit++) {
            if ((legal >> pit & 1U) == 0)
                continue;
            sow_move(rules, &board, pit, &outcome);
            level->edge[i][level->moves[i]++] = make_edge(levels, level->seeds, &outcome);
        }
        if (legal != 0)
            continue;
        sow_no_move(rules, &board, &outcome);
        level->edge[i][level->moves[i]++] = make_edge(levels, level->seeds, &outcome);
    }
}

/* Returns true if the mover can force at least `least`. */
static bool forces(const struct level *level, int32_t i, int least)
{
    for (int k = 0; k < level->moves[i]; k++) {
        const struct edge *edge = &level->edge[i][k];
        if (edge->settled ? edge->margin >= least : level->value[edge->next] <= -least)
            return true;
    }
    return false;
}

/* Returns true if the mover cannot avoid losing at least `least`. */
static bool suffers(const struct level *level, int32_t i, int least)
{
    for (int k = 0; k < level->moves[i]; k++) {
        const struct edge *edge = &level->edge[i][k];
        if (edge->settled ? edge->margin > -least : level->value[edge->next] < least)
            return false;
    }
    return true;
}

/* Solves a level, largest margins first. A player that can force no margin goes round for
   ever and splits. */
static void solve(struct level *level)
{
    for (int least = level->seeds; least > 0; least--) {
        bool changed = true;
        while (changed) {
            changed = false;
            for (int32_t i = 0; i < level->count; i++) {
                if (level->value[i] != 0)
                    continue;
                if (forces(level, i, least))
                    level->value[i] = (int8_t)least;
                else if (suffers(level, i, least))
                    level->value[i] = (int8_t)-least;
                changed = changed || level->value[i] != 0;
            }
        }
    }
}

static void new_level(struct level *level, int seeds)
{
    size_t count = (size_t)ways(seeds, PLACES);
    *level = (struct level){.seeds = seeds,
                            .count = (int)count,
                            .value = calloc(count, 1),
                            .moves = calloc(count, 1),
                            .edge = calloc(count, sizeof *level->edge)};
    ck_assert(level->value != NULL && level->moves != NULL && level->edge != NULL);
}

static void release_level(struct level *level)
{
    free(level->value);
    free(level->moves);
    free(level->edge);
}

TEST(awari, awari_counts)
{
    struct sow_rules rules;
    sample_variant("awari-solved", &rules);
    struct level levels[LEVELS_MAX + 1];
    new_level(&levels[0], 0);
    struct csv csv;
    csv_open(&csv, SOW_DATA_FILE("awari_solved_counts.csv"));
    while (csv_next(&csv, 5)) {
        struct level *level = &levels[csv.rows];
        ck_assert_int_eq(csv_integer(&csv, 0), csv.rows);
        new_level(level, csv.rows);
        make_edges(&rules, levels, level);
        solve(level);
        int found[3] = {0};
        for (int32_t i = 0; i < level->count; i++)
            found[(level->value[i] == 0) + 2 * (level->value[i] < 0)]++;
        ck_assert_int_eq(level->count, csv_integer(&csv, 1));
        ck_assert_int_eq(found[0], csv_integer(&csv, 2));
        ck_assert_int_eq(found[1], csv_integer(&csv, 3));
        ck_assert_int_eq(found[2], csv_integer(&csv, 4));
    }
    ck_assert_int_eq(csv.rows, LEVELS_MAX);
    for (int seeds = 0; seeds <= LEVELS_MAX; seeds++)
        release_level(&levels[seeds]);
}

TEST(awari, awari_ranks)
{
    ck_assert_int_eq(ways(LEVELS_MAX, PLACES), POSITIONS_MAX);
    for (int32_t rank = 0; rank < ways(4, PLACES); rank++) {
        struct sow_board board = board_of(rank, 4);
        ck_assert_int_eq(sow_board_seeds(&board), 4);
        ck_assert_int_eq(rank_of(&board, 4), rank);
    }
}
