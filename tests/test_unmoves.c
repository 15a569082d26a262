/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tests of moves backwards within a layer of an endgame database. The tables take back
   every move that the rules engine makes forward, and no other. */
#include "endgame_bits.h"
#include "endgame_squeeze.h"
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
    const struct endgame_squeezer *squeezer;
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

/* Takes the moves of a pit of a mover's row back, from the positions of the set, into
   @p line. Does nothing if no such move stays within the layer of @p n seeds. */
static void take_back(const struct tables *tables, int n, uint32_t row, int pit,
                      uint64_t *line)
{
    const struct endgame_index *index = &tables->index;
    const struct endgame_unmoves *unmoves = &tables->unmoves;
    const struct endgame_move *move =
        &unmoves->move[row * (unsigned)index->pits + (unsigned)pit];
    if (!move->stays)
        return;
    int others = n - move->seeds;
    uint32_t words = (index->rows[others] + ENDGAME_WORD - 1) / ENDGAME_WORD;
    uint64_t *from = calloc(words, sizeof *from);
    ck_assert_ptr_nonnull(from);
    for (uint32_t i = 0; i < index->rows[others]; i++)
        from[i / ENDGAME_WORD] |= (uint64_t)in_set(index->first[others] + i, move->row)
                                  << i % ENDGAME_WORD;
    struct endgame_squeeze squeeze = {.from = from, .words = words};
    if (move->action != 0) {
        const struct endgame_undo *undo = &unmoves->undo[move->action];
        squeeze.image = undo->image + unmoves->word[others];
        squeeze.stays = undo->stays + unmoves->word[others];
        squeeze.place = undo->place + unmoves->word[others];
    }
    tables->squeezer->add(&squeeze, line);
    free(from);
}

/* Returns how often the list of the moves to a row has a move. */
static int times_listed(const struct tables *tables, uint32_t after, uint32_t before,
                        int pit)
{
    const struct endgame_unmoves *unmoves = &tables->unmoves;
    int times = 0;
    for (uint32_t i = unmoves->begin[after]; i < unmoves->begin[after + 1]; i++)
        times += unmoves->before[i] == before * ENDGAME_PITS + (uint32_t)pit;
    return times;
}

/* Compares all moves of a pit of a mover's row, in the layer of @p n seeds. */
static void compare_move(const struct tables *tables, int n, int seeds, uint32_t rank,
                         int pit)
{
    enum { WORDS = 64 };
    uint64_t line[WORDS] = {0};
    const struct endgame_index *index = &tables->index;
    uint32_t row = index->first[seeds] + rank;
    uint32_t count = index->rows[n - seeds];
    ck_assert_uint_le(count, WORDS * ENDGAME_WORD);
    take_back(tables, n, row, pit, line);
    for (uint32_t other = 0; other < count; other++) {
        struct sow_board board = board_of(tables, seeds, rank, n - seeds, other);
        bool expected = board.pit[SOW_SOUTH][pit] > 0 && leads_there(tables, &board, pit);
        bool found = line[other / ENDGAME_WORD] >> other % ENDGAME_WORD & 1U;
        ck_assert_msg(found == expected, "pit %d is %s: %s", pit + 1,
                      found ? "taken back" : "not taken back",
                      sample_scene(&tables->rules, &board));
    }
    const struct endgame_move *move =
        &tables->unmoves.move[row * (unsigned)index->pits + (unsigned)pit];
    if (move->stays)
        ck_assert_int_eq(times_listed(tables, move->row, row, pit), 1);
}

/* Compares all moves of all positions with up to @p most seeds, by code for any processor
   and for this one. */
static void compare(const struct sow_rules *rules, int most)
{
    struct tables tables;
    tables_init(&tables, rules, most);
    for (int plain = 0; plain < 2; plain++) {
        tables.squeezer = plain ? sow_endgame_squeezer_plain() : sow_endgame_squeezer();
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
