/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sow/game/moves.h"

uint64_t sow_perft(const struct sow_rules *rules, const struct sow_board *board,
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
            leaves += sow_perft(rules, &outcome.board, depth - 1);
        else if (depth == 1)
            leaves++;
    }
    return leaves;
}
