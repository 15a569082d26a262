/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sow/game/fast_board.h"
#include "sow/game/moves.h"

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
