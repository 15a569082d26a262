/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tests of moves backwards within a layer of an endgame database. The tables take back
   every move that the rules engine makes forward, and no other. */
#include "endgame_back.h"
#include "sample.h"
#include "suite.h"

#include <stdlib.h>
#include <string.h>

/* Tables of moves backwards, and what they are made of. */
struct tables {
    struct sow_rules rules;
    struct sow_context with;
    struct endgame_index index;
    struct endgame_rows rows;
    struct endgame_unmoves unmoves;
    endgame_extract_fn *extract;
};

static void tables_init(struct tables *tables, const struct sow_rules *rules, int seeds)
{
    tables->rules = *rules;
    tables->with = (struct sow_context){.threads = 1};
    sow_endgame_index_init(&tables->index, rules->pits);
    ck_assert(sow_endgame_rows_cover(rules, &tables->index, seeds));
    ck_assert(sow_endgame_rows_init(&tables->rows, rules, &tables->index, seeds,
                                    &tables->with));
    ck_assert(sow_endgame_unmoves_init(&tables->unmoves, &tables->rows, &tables->index));
}

static void tables_release(struct tables *tables)
{
    sow_endgame_unmoves_release(&tables->unmoves);
    sow_endgame_rows_release(&tables->rows);
}

/* Returns the board with row @p mover of @p seeds seeds, to move, and row @p other of @p
   others seeds. */
static struct sow_board board_of(const struct tables *tables, int seeds, uint32_t mover,
                                 int others, uint32_t other)
{
    struct sow_board board = {.side = SOW_SOUTH};
    sow_endgame_unrank(&tables->index, seeds, mover, board.pit[SOW_SOUTH]);
    sow_endgame_unrank(&tables->index, others, other, board.pit[SOW_NORTH]);
    return board;
}

/* Returns true if the position in which a player to move has row @p own, and the opponent
   has row @p other, is in the set of a test. Numbers are among rows of all sizes. */
static bool in_set(uint32_t own, uint32_t other)
{
    return (own * UINT32_C(2654435761) ^ other * UINT32_C(2246822519)) >> 13U & 1U;
}

/* Returns true if a move by the rules engine keeps all seeds on the board and leads to a
   position in the set. */
static bool leads_there(const struct tables *tables, const struct sow_board *board,
                        int pit)
{
    struct sow_sowing sowing;
    int own;
    int other;
    sow_sow(&tables->rules, board, pit, &sowing);
    uint32_t mover = sow_endgame_rank(&tables->index, sowing.board.pit[SOW_NORTH], &own);
    uint32_t rest = sow_endgame_rank(&tables->index, sowing.board.pit[SOW_SOUTH], &other);
    return own + other == sow_board_seeds(board) &&
           in_set(tables->index.first[own] + mover, tables->index.first[other] + rest);
}

/* Returns the entry of the list of moves for a pit of a mover's row. NULL if no such move
   stays within the layer. @p after receives the row that the move leads to. The list has
   each move once. */
static const struct endgame_before *listed(const struct tables *tables, uint32_t row,
                                           int pit, uint32_t *after)
{
    const struct endgame_unmoves *unmoves = &tables->unmoves;
    const struct endgame_before *found = NULL;
    for (uint32_t to = 0; to < tables->index.first[tables->rows.seeds + 1]; to++) {
        for (uint32_t i = unmoves->begin[to]; i < unmoves->begin[to + 1]; i++) {
            const struct endgame_before *before = &unmoves->before[i];
            if (before->row != row || before->pit != pit)
                continue;
            ck_assert_ptr_null(found);
            found = before;
            *after = to;
        }
    }
    return found;
}

/* Returns the seeds of a row, numbered among those of all sizes. */
static int seeds_of(const struct tables *tables, uint32_t row)
{
    int seeds = 0;
    while (tables->index.first[seeds + 1] <= row)
        seeds++;
    return seeds;
}

/* Takes the moves of a pit of a mover's row back, from the positions of the set, and
   marks the opponent's rows before them in @p line. Does nothing if no such move stays
   within the layer of @p n seeds. */
static void take_back(const struct tables *tables, int n, uint32_t row, int pit,
                      bool *line)
{
    const struct endgame_index *index = &tables->index;
    const uint32_t tag = 7;
    uint32_t after;
    const struct endgame_before *before = listed(tables, row, pit, &after);
    if (before == NULL)
        return;
    int others = n - seeds_of(tables, after);
    const struct endgame_drop *drop =
        tables->unmoves.undo[before->action].drop + tables->unmoves.word[others];
    ck_assert_int_eq(seeds_of(tables, row), n - others + before->dropped);
    for (uint32_t at = 0; at < index->rows[others]; at += ENDGAME_WORD) {
        struct endgame_word word = {.at = at / ENDGAME_WORD, .tag = tag};
        struct endgame_word rows[3] = {word};
        uint32_t words = 1;
        for (uint32_t i = at; i < at + ENDGAME_WORD && i < index->rows[others]; i++)
            word.bits |= (uint64_t)in_set(index->first[others] + i, after)
                         << i % ENDGAME_WORD;
        rows[0].bits = word.bits;
        if (before->action != 0)
            words = endgame_take_back(drop, &word, 1, tag, rows, tables->extract);
        for (uint32_t i = 0; i < words; i++) {
            ck_assert_uint_eq(rows[i].tag, tag);
            for (uint64_t bits = rows[i].bits; bits != 0; bits &= bits - 1)
                line[rows[i].at * ENDGAME_WORD + (uint32_t)__builtin_ctzll(bits)] = true;
        }
    }
}

/* Compares all moves of a pit of a mover's row, in the layer of @p n seeds. */
static void compare_move(const struct tables *tables, int n, int seeds, uint32_t rank,
                         int pit)
{
    enum { WORDS = 64 };
    bool line[WORDS * ENDGAME_WORD] = {false};
    const struct endgame_index *index = &tables->index;
    uint32_t row = index->first[seeds] + rank;
    uint32_t count = index->rows[n - seeds];
    ck_assert_uint_le(count, WORDS * ENDGAME_WORD);
    take_back(tables, n, row, pit, line);
    for (uint32_t other = 0; other < count; other++) {
        struct sow_board board = board_of(tables, seeds, rank, n - seeds, other);
        bool expected = board.pit[SOW_SOUTH][pit] > 0 && leads_there(tables, &board, pit);
        bool found = line[other];
        ck_assert_msg(found == expected, "pit %d is %s: %s", pit + 1,
                      found ? "taken back" : "not taken back",
                      sample_scene(&tables->rules, &board));
    }
}

/* Compares all moves of all positions with up to @p most seeds, by code for any processor
   and for this one. */
static void compare(const struct sow_rules *rules, int most)
{
    struct tables tables;
    tables_init(&tables, rules, most);
    for (int plain = 0; plain < 2; plain++) {
        tables.extract = plain || !endgame_has_extract() ? endgame_extract_plain
                                                         : endgame_extract_fast;
        for (int n = 1; n <= most; n++)
            for (int seeds = 1; seeds <= n; seeds++)
                for (uint32_t rank = 0; rank < tables.index.rows[seeds]; rank++)
                    for (int pit = 0; pit < rules->pits; pit++)
                        compare_move(&tables, n, seeds, rank, pit);
    }
    tables_release(&tables);
}

/* Sizes of boards. With more seeds than pits, sowings go round the board. */
static const struct {
    int pits;
    int most;
} SIZES[] = {{1, 9}, {2, 9}, {3, 8}, {4, 6}, {6, 4}};

TEST_EACH(moves, variants_are_taken_back, SIZES)
{
    static const char *const NAMES[] = {"awari", "oware", "oware-abapa", "awari-solved"};
    for (size_t i = 0; i < sizeof NAMES / sizeof NAMES[0]; i++) {
        struct sow_rules rules;
        sample_variant(NAMES[i], &rules);
        rules.pits = SIZES[_i].pits;
        ck_ok(sow_rules_check(&rules, NULL, &err));
        compare(&rules, SIZES[_i].most);
    }
}

TEST_LOOP(moves, any_rules_are_taken_back, 0, 60)
{
    struct sow_pcg rng;
    struct sow_rules rules;
    sample_stream(&rng, (uint64_t)_i);
    sample_rules(&rng, &rules);
    rules.pits = 1 + _i % 4;
    rules.seeds = 1;
    rules.early_end = false;
    rules.laps = SOW_LAPS_SINGLE;
    rules.number_chain %= SOW_CHAIN_ACROSS;
    rules.place_chain = false;
    rules.own_store_sown = false;
    rules.extra_turn = false;
    ck_ok(sow_rules_check(&rules, NULL, &err));
    compare(&rules, 6);
}
