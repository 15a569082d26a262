/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The judge of a game: searches that value a position by the difference of the stores. */
#include "play_judge.h"

#include "sow/search/search.h"

#include <stdlib.h>

/* Sizes of the two searches. The first looks at each position; the second tries to reach
   the end of the game. */
enum {
    JUDGE_DEPTH = 6,
    JUDGE_NODES = 20000,
    SOLVER_SEEDS = 24, /* on the board; with more it rarely reaches the end */
    SOLVER_NODES = 60000,
    TABLE_MEGABYTES = 4
};

struct sow_play_judge {
    struct sow_search look;
    struct sow_search solver;
    struct sow_search_result found;
    struct sow_game after;
};

/* Returns the difference of the stores, seen by the player at the root. Evaluator of
   leaves. */
static int32_t store_difference(const void *context, const struct sow_leaf *leaf)
{
    const uint8_t *store = leaf->board->store;
    (void)context;
    return store[leaf->seat] - store[1 - leaf->seat];
}

enum sow_status sow_play_judge_new(const struct sow_stop *stop,
                                   struct sow_play_judge **judge, struct sow_err *err)
{
    *judge = calloc(1, sizeof **judge);
    if (*judge == NULL)
        return sow_err_no_memory(err);
    struct sow_search search = {
        .limits = {.method = SOW_SEARCH_ALPHABETA, .hash = TABLE_MEGABYTES},
        .evaluator = {.value = store_difference},
        .stop = stop};
    (*judge)->look = search;
    (*judge)->look.limits.depth = JUDGE_DEPTH;
    (*judge)->look.limits.nodes = JUDGE_NODES;
    (*judge)->solver = search;
    (*judge)->solver.limits.nodes = SOLVER_NODES;
    (*judge)->solver.values_all = true;
    return SOW_OK;
}

void sow_play_judge_free(struct sow_play_judge *judge)
{
    free(judge);
}

/* Returns the value of the best move of the latest search. */
static int best_value(const struct sow_search_result *found)
{
    int32_t best = -SOW_VALUE_MAX;
    for (int i = 0; i < found->count; i++)
        if (found->best[i])
            best = found->value[i];
    return best;
}

/* Returns the lead of south that a search of a few moves reaches. */
static int lead_of(struct sow_play_judge *judge, const struct sow_game *game)
{
    const struct sow_board *board = &game->board;
    int moves[SOW_MOVES_MAX];
    if (game->ended || sow_game_moves(game, moves) == 0)
        return board->store[SOW_SOUTH] - board->store[SOW_NORTH];
    sow_search_run(&judge->look, game, &judge->found);
    int value = best_value(&judge->found);
    return board->side == SOW_SOUTH ? value : -value;
}

/* Returns the number of seeds in the rows. */
static int seeds_on(const struct sow_board *board, int pits)
{
    int seeds = 0;
    for (int i = 0; i < 2 * pits; i++)
        seeds += board->pit[i / pits][i % pits];
    return seeds;
}

void sow_play_judge_move(struct sow_play_judge *judge, const struct sow_game *game,
                         int move, int *lead, int *lost)
{
    const struct sow_search_result *found = &judge->found;
    *lost = SOW_PLAY_JUDGE_UNKNOWN;
    bool solves = seeds_on(&game->board, game->rules->pits) <= SOLVER_SEEDS;
    if (solves)
        sow_search_run(&judge->solver, game, &judge->found);
    for (int i = 0; solves && i < found->count && found->complete; i++) {
        if (found->move[i] != move)
            continue;
        *lost = best_value(found) - found->value[i];
        *lead = game->board.side == SOW_SOUTH ? found->value[i] : -found->value[i];
        return;
    }
    judge->after = *game;
    judge->after.transcript = NULL;
    sow_game_play(&judge->after, move);
    *lead = lead_of(judge, &judge->after);
}
