/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sow/heuristics/move_features.h"

#include "sow/game/moves.h"

const struct sow_heuristic_row sow_heuristic_rows[SOW_HEURISTICS] = {
    {"h1", +1, "seeds in the own pit nearest the opponent"},
    {"h2", +1, "seeds in the own row"},
    {"h3", +1, "own non-empty pits"},
    {"h4", +1, "increase of the own store by this sowing"},
    {"h5", +1, "1 for the playable pit nearest the opponent, else 0"},
    {"h6", -1, "the greatest increase of the opponent's store by one sowing in reply"},
};

int sow_occupied_pits(const struct sow_rules *rules, const struct sow_board *board,
                      int seat)
{
    int occupied = 0;
    for (int i = 0; i < rules->pits; i++)
        occupied += board->pit[seat][i] > 0;
    return occupied;
}

int sow_threat(const struct sow_rules *rules, const struct sow_board *board, int seat)
{
    struct sow_board turned = *board;
    turned.side = (uint8_t)seat;
    unsigned legal = sow_legal(rules, &turned);
    int threat = 0;
    for (int pit = 0; pit < rules->pits; pit++) {
        if ((legal >> pit & 1U) == 0)
            continue;
        struct sow_sowing reply;
        sow_sow(rules, &turned, pit, &reply);
        if (reply.gain > threat)
            threat = reply.gain;
    }
    return threat;
}

/* The playable pit nearest the opponent: the last pit of the ascending list. */
static int nearest_playable(const int *moves, int count)
{
    int last = moves[count - 1];
    return last == SOW_SWAP && count > 1 ? moves[count - 2] : last;
}

void sow_move_features(const struct sow_game *game, const int *moves, int count, int move,
                       unsigned mask, int *value)
{
    const struct sow_rules *rules = game->rules;
    struct sow_sowing sowing;
    sow_game_preview(game, move, &sowing);
    int own = sowing.board.side;
    if ((mask & 1U << SOW_H1) != 0)
        value[SOW_H1] = sowing.board.pit[own][rules->pits - 1];
    if ((mask & 1U << SOW_H2) != 0)
        value[SOW_H2] = sow_board_row(&sowing.board, own);
    if ((mask & 1U << SOW_H3) != 0)
        value[SOW_H3] = sow_occupied_pits(rules, &sowing.board, own);
    if ((mask & 1U << SOW_H4) != 0)
        value[SOW_H4] = sowing.gain;
    if ((mask & 1U << SOW_H5) != 0)
        value[SOW_H5] = move != SOW_SWAP && move == nearest_playable(moves, count);
    if ((mask & 1U << SOW_H6) != 0)
        value[SOW_H6] = sow_threat(rules, &sowing.board, 1 - own);
}
