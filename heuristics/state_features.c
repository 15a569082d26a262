/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sow/heuristics/state_features.h"

#include "sow/base/text.h"
#include "sow/heuristics/move_features.h"

#include <string.h>

static int last_pit(const struct sow_rules *rules, const struct sow_board *board,
                    int seat)
{
    return board->pit[seat][rules->pits - 1];
}

static int row(const struct sow_rules *rules, const struct sow_board *board, int seat)
{
    (void)rules;
    return sow_board_row(board, seat);
}

static int store(const struct sow_rules *rules, const struct sow_board *board, int seat)
{
    (void)rules;
    return board->store[seat];
}

static int last_pit_empty(const struct sow_rules *rules, const struct sow_board *board,
                          int seat)
{
    return last_pit(rules, board, seat) == 0;
}

static int other_last_pit(const struct sow_rules *rules, const struct sow_board *board,
                          int seat)
{
    return last_pit(rules, board, 1 - seat);
}

static int other_row(const struct sow_rules *rules, const struct sow_board *board,
                     int seat)
{
    return row(rules, board, 1 - seat);
}

static int other_occupied_pits(const struct sow_rules *rules,
                               const struct sow_board *board, int seat)
{
    return sow_occupied_pits(rules, board, 1 - seat);
}

static int other_store(const struct sow_rules *rules, const struct sow_board *board,
                       int seat)
{
    return store(rules, board, 1 - seat);
}

static int other_last_pit_empty(const struct sow_rules *rules,
                                const struct sow_board *board, int seat)
{
    return last_pit_empty(rules, board, 1 - seat);
}

static int to_move(const struct sow_rules *rules, const struct sow_board *board, int seat)
{
    (void)rules;
    return board->side == seat;
}

static const char PEKAR[] = "Pekar et al. 2020, section 3.2";
static const char OTHER_SIDE[] = "the same for the other side";
static const char OWN_WORK[] = "this lab";

static const struct sow_state_feature ROWS[] = {
    {"h1", "seeds in the own pit nearest the opponent", PEKAR, last_pit},
    {"h2", "seeds in the own row", PEKAR, row},
    {"h3", "own non-empty pits", PEKAR, sow_occupied_pits},
    {"h4", "seeds in the own store", PEKAR, store},
    {"h5", "1 if the own pit nearest the opponent is empty", PEKAR, last_pit_empty},
    {"h6", "seeds in the opponent's store", PEKAR, other_store},
    {"opponent_h1", "seeds in the opponent's pit nearest this player", OTHER_SIDE,
     other_last_pit},
    {"opponent_h2", "seeds in the opponent's row", OTHER_SIDE, other_row},
    {"opponent_h3", "the opponent's non-empty pits", OTHER_SIDE, other_occupied_pits},
    {"opponent_h5", "1 if the opponent's pit nearest this player is empty", OTHER_SIDE,
     other_last_pit_empty},
    {"to_move", "1 if this player moves next", OWN_WORK, to_move},
};

const struct sow_state_features sow_state_features = {ROWS, sizeof ROWS / sizeof ROWS[0]};

int sow_state_feature_find(const char *name)
{
    for (int i = 0; i < sow_state_features.count; i++)
        if (strcmp(ROWS[i].name, name) == 0)
            return i;
    return -1;
}

enum sow_status sow_state_feature_named(const char *name, int *feature,
                                        struct sow_err *err)
{
    *feature = sow_state_feature_find(name);
    if (*feature >= 0)
        return SOW_OK;
    struct sow_nearest nearest;
    sow_nearest_init(&nearest, name);
    for (int i = 0; i < sow_state_features.count; i++)
        sow_nearest_offer(&nearest, ROWS[i].name);
    char hint[96];
    return sow_err_set(err, SOW_USAGE, "no feature is called '%.60s'%s (see 'features')",
                       name, sow_nearest_hint(&nearest, hint, sizeof hint));
}
