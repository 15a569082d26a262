/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "fast_kernel.h"
#include "sow/game/moves.h"

#include <assert.h>
#include <stdlib.h>

uint64_t sow_perft_plain(const struct sow_rules *rules, const struct sow_board *board,
                         int depth)
{
    if (depth == 0)
        return 1;
    uint64_t leaves = 0;
    unsigned legal = sow_legal(rules, board);
    for (int pit = 0; pit < rules->pits; pit++) {
        if ((legal >> pit & 1U) == 0)
            continue;
        struct sow_outcome outcome;
        sow_move(rules, board, pit, &outcome);
        if (!outcome.ended)
            leaves += sow_perft_plain(rules, &outcome.board, depth - 1);
        else if (depth == 1)
            leaves++;
    }
    return leaves;
}

/* ---- The fast engine ---- */

/* Counts the moves in @p depth plies from a position of a game that has not ended. A game
   that ends earlier has no leaf. @p depth is at least 1. */
static uint64_t count_leaves(const struct sow_fast *fast, struct sow_fast_board board,
                             int depth)
{
    uint64_t legal = sow_fast_legal_flags(fast, board);
    if (depth == 1)
        return (uint64_t)sow_fast_flags(legal);
    uint64_t leaves = 0;
    for (; legal != 0; legal &= legal - 1) {
        struct sow_fast_next next = sow_fast_make(fast, board, sow_fast_first(legal));
        if (next.ended)
            continue;
        if (depth == 2)
            leaves += (uint64_t)sow_fast_flags(sow_fast_legal_flags(fast, next.board));
        else
            leaves += count_leaves(fast, next.board, depth - 1);
    }
    return leaves;
}

uint64_t sow_fast_perft(const struct sow_fast *fast, struct sow_fast_board board,
                        int depth)
{
    return depth == 0 ? 1 : count_leaves(fast, board, depth);
}

/* Returns the sum of both stores. A move raises it by the seeds it captures or sows
   there. */
static uint64_t stored(struct sow_fast_board board)
{
    return (board.own >> SOW_FAST_STORE_SHIFT) + (board.other >> SOW_FAST_STORE_SHIFT);
}

/* Makes all moves of a position, which are those of the last ply, and adds their number,
   gains and ended games to @p tally. */
static void tally_moves(const struct sow_fast *fast, struct sow_fast_board board,
                        struct sow_fast_tally *tally)
{
    uint64_t legal = sow_fast_legal_flags(fast, board);
    uint64_t after = 0;
    uint64_t ended = 0;
    for (uint64_t left = legal; left != 0; left &= left - 1) {
        struct sow_fast_next next = sow_fast_make(fast, board, sow_fast_first(left));
        after += stored(next.board);
        ended += next.ended;
    }
    uint64_t leaves = (uint64_t)sow_fast_flags(legal);
    tally->leaves += leaves;
    tally->gain += after - leaves * stored(board);
    tally->ended += ended;
}

/* Makes all moves down to the last ply below a position, and adds those of the last ply
   to @p tally. @p depth is at least 1. A game that ends before counts nothing. */
static void tally_below(const struct sow_fast *fast, struct sow_fast_board board,
                        int depth, struct sow_fast_tally *tally)
{
    if (depth == 1) {
        tally_moves(fast, board, tally);
        return;
    }
    uint64_t legal = sow_fast_legal_flags(fast, board);
    for (; legal != 0; legal &= legal - 1) {
        struct sow_fast_next next = sow_fast_make(fast, board, sow_fast_first(legal));
        if (!next.ended)
            tally_below(fast, next.board, depth - 1, tally);
    }
}

void sow_fast_tally(const struct sow_fast *fast, struct sow_fast_board board, int depth,
                    struct sow_fast_tally *tally)
{
    assert(depth >= 1);
    *tally = (struct sow_fast_tally){0};
    tally_below(fast, board, depth, tally);
}

/* ---- The faster of both ---- */

/* Least depth at which preparing the fast engine pays. Preparing takes about as long as
   three plies of the plain engine. */
enum { WORTH_PREPARING = 4 };

uint64_t sow_perft(const struct sow_rules *rules, const struct sow_board *board,
                   int depth)
{
    struct sow_fast *fast = NULL;
    if (depth >= WORTH_PREPARING && sow_fast_covers(rules))
        fast = malloc(sizeof *fast);
    if (fast == NULL)
        return sow_perft_plain(rules, board, depth);
    sow_fast_prepare(fast, rules);
    uint64_t leaves = sow_fast_perft(fast, sow_fast_from_board(fast, board), depth);
    free(fast);
    return leaves;
}
